"""What a terminal is sent: text and our own styles, and nothing else that it would obey.

Commands make texts visible where they show them. A path, an option or a message of a library is easily forgotten:
here is the last door, and all that is printed goes through it. A file or a program is given what was written.
"""

from __future__ import annotations

import re
import sys
from typing import IO, TYPE_CHECKING, Any

from compendium_cli.text import printable, unwanted_in

if TYPE_CHECKING:
    from collections.abc import Iterable

# Bold, dim and plain again; links; the progress bar goes back to the beginning of its line.
_OURS = re.compile(r"(\x1b\[[012]m|\x1b\]8;;(?:https?://[A-Za-z0-9._!#$%&*+,/:;=?@~-]+)?\x1b\\|\A\r|\r\Z)")


def guard_terminals() -> None:
    """Let everything that is printed on a terminal be seen and not obeyed."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream.isatty():
            setattr(sys, name, _Guarded(stream))


class _Guarded:
    """A stream to a terminal, but for what it writes."""

    def __init__(self, stream: IO[str]) -> None:
        self._stream = stream

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def write(self, text: str) -> int:
        """Write what can be seen; return the number of characters, as every stream does."""
        self._stream.write(visible(text))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        """Write several texts."""
        for line in lines:
            self.write(line)


def visible(text: str) -> str:
    """Return a text in which nothing but our own styles is more than something to see."""
    if unwanted_in(text) is None:
        return text
    parts = _OURS.split(text)
    return "".join(part if place % 2 else printable(part) for place, part in enumerate(parts))
