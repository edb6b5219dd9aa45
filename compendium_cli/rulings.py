"""Rulings: the statements that prove them in each language, whether they are in force, and their fingerprints."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.alignment import with_pivots
from compendium_cli.model import RULINGS, StatementKind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from compendium_cli.languages.base import Labels
    from compendium_cli.model import Entry, Game, Ground, Statement, StoredRuling

#: Returns the entry of a language and concept of the ruling's game.
EntryOf = Callable[[str, str], "Entry | None"]


class State(StrEnum):
    """The life of a ruling."""

    IN_FORCE = "in-force"
    NEEDS_LOOK = "needs-look"
    """A ground has changed since somebody confirmed it, or another edition is current."""
    SUPERSEDED = "superseded"


class Proof(NamedTuple):
    """A statement that proves a ruling, as a reader of a language is shown it."""

    entry: Entry
    statement: Statement


class Proven(NamedTuple):
    """A ruling with its proof."""

    ruling: StoredRuling
    state: State
    grounds: tuple[Proof, ...]
    """In the reader's language where its edition has the statement, else in that of the current edition."""


def proven(ruling: StoredRuling, game: Game, lang: str, entry_of: EntryOf) -> Proven:
    """Return a ruling with its state and its grounds for a reader of a language."""
    grounds = [proof for ground in ruling.because for proof in _shown(ground, ruling, game, lang, entry_of)]
    once = {(proof.entry.path, proof.statement.n): proof for proof in grounds}
    return Proven(ruling, state_of(ruling, game, entry_of), tuple(once.values()))


def notices(found: Proven, labels: Labels, title: Callable[[str], str]) -> list[str]:
    """Return what to say of a ruling that is not simply in force, or of one that other editions decide otherwise.

    ``title`` gives the title of a ruling by its concept.
    """
    ruling, told = found.ruling, []
    if found.state in labels.states:
        told.append(labels.states[found.state].format(title=title(f"{RULINGS}{ruling.superseded}")))
    if ruling.otherwise:
        told.append(labels.otherwise.format(title=title(f"{RULINGS}{ruling.otherwise}")))
    return told


def state_of(ruling: StoredRuling, game: Game, entry_of: EntryOf) -> State:
    """Tell whether a ruling holds today."""
    if ruling.superseded:
        return State.SUPERSEDED
    is_of_today = game.current in ruling.editions or ruling.otherwise is not None
    is_confirmed = ruling.confirmed is not None and ruling.confirmed == fingerprint_of(ruling, game, entry_of)
    return State.IN_FORCE if is_of_today and is_confirmed else State.NEEDS_LOOK


def fingerprint_of(ruling: StoredRuling, game: Game, entry_of: EntryOf) -> str | None:
    """Return what changes with the words of the grounds, or with the verdict; ``None`` where a ground is missing."""
    said = [str(ruling.verdict)]
    for ground in ruling.because:
        if (proof := original(ground, game, entry_of)) is None:
            return None
        said += [ground.address, " ".join(proof.statement.text.split())]
    return hashlib.sha256("\n".join(said).encode()).hexdigest()[:12]


def original(ground: Ground, game: Game, entry_of: EntryOf) -> Proof | None:
    """Return a ground in the edition that it is a statement of; ``None`` where there is no such statement."""
    edition = game.editions.get(ground.edition or game.current)
    entry = entry_of(edition.language, ground.concept) if edition else None
    if edition is None or entry is None or entry.edition != edition.id:
        return None
    statement = entry.statement(ground.n)
    return Proof(entry, statement) if statement else None


def counterparts_of(ground: Ground, game: Game, lang: str, entry_of: EntryOf) -> list[Proof]:
    """Return the statements of a language that say what a ground says, in their order."""
    own = entry_of(lang, ground.concept)
    if own is None or ground.edition is not None:
        return []
    found = (own.statement(n) for n in with_pivots(own, (ground.n,), game))
    return [Proof(own, statement) for statement in found if statement is not None]


def is_of_edition(proof: Proof, edition: str) -> bool:
    """Tell whether a statement is the rule of an edition itself, and not what it says of a newer one."""
    return proof.entry.edition == edition and proof.statement.kind is not StatementKind.NEWER


def _shown(ground: Ground, ruling: StoredRuling, game: Game, lang: str, entry_of: EntryOf) -> Iterator[Proof]:
    pivot = original(ground, game, entry_of)
    if pivot is None or pivot.entry.lang == lang:
        yield from [pivot] if pivot else []
        return
    found = counterparts_of(ground, game, lang, entry_of)
    # Where the ruling holds for the reader's edition, that one's own rule proves it, not what is told of a newer one.
    own = [proof for proof in found if any(is_of_edition(proof, edition) for edition in ruling.editions)]
    yield from own or found or [pivot]
