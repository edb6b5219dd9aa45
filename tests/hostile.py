"""A glossary that says nothing but what a terminal would obey, and how to tell whether it did."""

from __future__ import annotations

import re

from conftest import GAME_YML
from fuzz.promises import acts

# None of these is a sequence of our own, so that one of them that gets through is told from ours.
ACTS = ["\x1b[31m", "\x1b[8m", "\x1b]0;x\x07", "\x1b[2J", "\x9b31m", "\x08", "\r", "\u202e", "\u200f", "\U000e0041"]
ALL = "".join(ACTS)
ENTITIES = "".join(f"&#{ord(char)};" for char in ALL)
PERCENT = "%1b%5b31m%E2%80%AE%9b"
LINK = r"\x1b\]8;;(?:https?://[A-Za-z0-9._!#$%&*+,/:;=?@~-]+)?\x1b\\"
#: Styles, links, and the progress bar.
OURS = re.compile(rf"\x1b\[[012]m|{LINK}|\r[A-Z][\w :]+\[[# ]{{1,25}}\] +\d+%|\r +\r")
ENTRY = f"""---
edition: it-1
aliases: [alias{{n}}]
---
# Titolo {{n}} {ENTITIES}

Detto {{n}} {ENTITIES} [qui](b.md) e [là]({PERCENT}.md) o [altrove](https://x.example/{PERCENT}). ^1

- Punto {ENTITIES}. ^2

> [!NEWER it-1]
> Nuovo {ENTITIES}. ^3

**Vedi anche:** [B {ENTITIES}](b.md), [C](c.md), [A](a.md)
"""


def hostile_files():
    """The files of a glossary that says nothing but what acts."""
    spelt = "".join(f"\\U{ord(char):08x}" for char in ALL)
    return {
        "game/game.yml": GAME_YML,
        "game/concepts.yml": f'a: {{kind: "rule{PERCENT}"}}\nb: {{kind: rule}}\nc: {{kind: "ru{spelt}le"}}\n',
        "game/it/a.md": ENTRY.format(n=1),
        "game/it/b.md": ENTRY.format(n=2),
        "game/es/a.md": ENTRY.format(n=3),
        "game/it/c.md": f"---\nedition: {ALL}\n---\n# {ALL}\n\n{ALL} ^1\n",
        f"game/it/x{ALL.replace('/', '')}.md": "x",
        "game/asked/it/a.txt": f"^1\nche cosa {ENTITIES}\n^9\nx\n",
        "other/game.yml": GAME_YML.replace("Gioco", f'"Gio{spelt}co"').replace("Regole", f'"Re{spelt}gole"'),
        "other/it/a.md": ENTRY.format(n=4),
    }


def obeyed(text):
    """Return what a terminal would obey and what is not ours."""
    rest = OURS.sub("", text)
    return next((rest[max(0, place - 30) : place + 30] for place, char in enumerate(rest) if acts(char)), None)
