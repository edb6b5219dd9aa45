"""The picture of the prompt in README and manual: what somebody sees who types the lines below.

usage: python tests/recording.py    draws it anew; the test fails while it is out of date.
"""

from __future__ import annotations

import html
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from terminals import Terminal

from conftest import program

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

PICTURE = Path(__file__).parent.parent / "site" / "assets" / "prompt.svg"
TYPED = (
    "un alleato stordito può attaccare?",
    "c 2 bbcode",
    "¿puede atacar un aliado aturdido?",
    "u",
    "якщо я стану альтер его, оглушення зникне?",
)
COLUMNS, ROWS = 94, 36
_CELL, _ROW, _MARGIN = 8, 19, 16
_STYLE = (
    "text{font:13.3px ui-monospace,'SF Mono',Menlo,Consolas,'DejaVu Sans Mono',monospace;white-space:pre;fill:#1f2328}"
    "rect{fill:#fff;stroke:#d1d9e0}.b{font-weight:700}.d{fill:#6e7781}"
    "@media(prefers-color-scheme:dark){text{fill:#e6edf3}rect{fill:#0d1117;stroke:#3d444d}.d{fill:#8b949e}}"
)


class Run(NamedTuple):
    """Letters of a row that look the same, and the column that they begin in."""

    column: int
    text: str
    look: str
    """``b`` for bold, ``d`` for dim, or nothing."""


def recorded(typed: Iterable[str] = TYPED) -> list[list[Run]]:
    """Type lines at the prompt, in a terminal of a fixed size; return what is seen, row by row."""
    with tempfile.TemporaryDirectory() as scratch:
        program(Path(scratch) / "programs" / "pbcopy", "cat > /dev/null")
        nobodys = dict.fromkeys(("XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"), scratch)
        unset = dict.fromkeys(("COMPENDIUM_LANG", "COMPENDIUM_BASE_URL", "LC_ALL", "LC_MESSAGES"), "")
        path = f"{scratch}/programs{os.pathsep}{os.environ['PATH']}"
        env = {**nobodys, **unset, "LANG": "C.UTF-8", "PATH": path}
        with Terminal(columns=COLUMNS, rows=ROWS, env=env) as terminal:
            for line in typed:
                terminal.enter(line)
            terminal.until(terminal.is_ready)
            rows = [list(_runs(terminal.looks(row))) for row in range(terminal.place() + 1)]
    return [[Run(0, "$ compendium", "")], *rows]


def _runs(letters: Iterable[tuple[str, str]]) -> Iterator[Run]:
    """Put letters that look the same together; spaces look like what is before them."""
    column, text, look = 0, "", ""
    for place, (letter, looks) in enumerate(letters):
        if looks != look and letter != " ":
            if text.strip():
                yield Run(column, text, look)
            column, text, look = place, "", looks
        text += letter
    if text.strip():
        yield Run(column, text.rstrip(), look)


def drawn(rows: list[list[Run]]) -> str:
    """Return rows of text as a picture, light or dark as its reader wants."""
    width, height = COLUMNS * _CELL + 2 * _MARGIN, len(rows) * _ROW + 2 * _MARGIN
    said = html.escape("\n".join("".join(run.text for run in row) for row in rows))
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-labelledby="t">',
        f'<title id="t">Questions at the prompt of compendium</title><desc>{said}</desc>',
        f"<style>{_STYLE}</style>",
        f'<rect x=".5" y=".5" width="{width - 1}" height="{height - 1}" rx="8"/>',
    ]
    for place, row in enumerate(rows):
        for run in row:
            text = run.text.lstrip()
            x = _MARGIN + (run.column + len(run.text) - len(text)) * _CELL
            y = _MARGIN + place * _ROW + 14
            look = f' class="{run.look}"' if run.look else ""
            # Whatever font there is, a letter takes one cell.
            lines.append(f'<text x="{x}" y="{y}" textLength="{len(text) * _CELL}"{look}>{html.escape(text)}</text>')
    return "\n".join([*lines, "</svg>"]) + "\n"


if __name__ == "__main__":
    PICTURE.write_text(drawn(recorded()), encoding="utf-8")
