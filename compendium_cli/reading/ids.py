"""Ids: the names of games, concepts, cards and editions. They are parts of addresses and names of files.

One pattern for all of them, so that an id is the same on every file system and in every markup: no capitals, which some
systems do not tell apart, and no name that a system keeps for its devices.
"""

from __future__ import annotations

import re

from compendium_cli.model import CARDS, RULINGS

_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
# An edition is called after its version: it-1.7.
_EDITION = re.compile(r"[a-z0-9]+(?:[-.][a-z0-9]+)*")
#: Windows takes these for devices, whatever follows after a dot.
_DEVICES = frozenset(
    ("con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in range(10)))
)
LONGEST = 100

#: What to do about a name that is no id.
FIX = (
    "an id is part of an address and of file names: lower-case letters, digits, single hyphens, "
    f"at most {LONGEST} of them, and no device's name such as con"
)
#: The same for an edition, whose version has dots.
EDITION_FIX = FIX.replace("single hyphens", "single hyphens or dots")


def is_id(name: str) -> bool:
    """Tell whether a name can be that of a game, a concept or a card.

    >>> is_id("ally"), is_id("Ally"), is_id("con"), is_id("a--b"), is_id("")
    (True, False, False, False, False)
    """
    return _is_portable(name) and bool(_ID.fullmatch(name))


def is_entry_id(name: str) -> bool:
    """Tell whether a name can be that of an entry: ``ally``, ``cards/swarm`` for a card, ``rulings/…`` for a ruling."""
    return is_id(name.removeprefix(RULINGS if name.startswith(RULINGS) else CARDS))


def is_edition_id(name: str) -> bool:
    """Tell whether a name can be that of an edition, such as ``it-1.7``."""
    return _is_portable(name) and bool(_EDITION.fullmatch(name))


def _is_portable(name: str) -> bool:
    return len(name) <= LONGEST and name.partition(".")[0] not in _DEVICES
