"""The one rule for text: which characters it may hold, and how bytes become it.

Whatever a stranger wrote, in a glossary, a document or a question, passes here before it is kept or shown. A character
that a terminal, a browser or a feed reader might obey is refused where text is read, and made visible where it is
shown.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_UNWANTED = re.compile(
    "["
    "\x00-\x08\x0b-\x1f\x7f-\x9f"  # controls, but tab and line feed
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # the direction of what follows
    "\u2028\u2029"  # line ends that are none to most programs
    "\u206a-\u206f\ufff9-\ufffb\ufeff"  # shaping, annotations and byte-order marks: invisible
    "\ud800-\udfff"  # halves of characters, which no encoding has
    "\ufdd0-\ufdef"  # what is no character, so that XML refuses it
    + "".join(f"{chr(plane + 0xFFFE)}{chr(plane + 0xFFFF)}" for plane in range(0, 0x110000, 0x10000))
    + "\U000e0000-\U000e007f"  # tags: letters that nobody sees and assistants read
    "]"
)
# Nothing of that is printable, and whether all is Python tells many times faster: so that is asked first.
# One line has no line feed and no tab, either.
_BREAKING = re.compile(f"{_UNWANTED.pattern}|[\t\n]")


class NotTextError(Exception):
    """The bytes are not the UTF-8 text we accept; says which line and why."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"line {line}: {why}")
        self.line = line
        self.why = why


def read_text(path: Path) -> str:
    """Return the text of a UTF-8 file with line feeds as line ends, or say where it is none."""
    return text_of(path.read_bytes())


def text_of(raw: bytes) -> str:
    """Return UTF-8 bytes as text with line feeds as line ends, or say where they are none."""
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise NotTextError(line, f"byte 0x{raw[error.start]:02x} is not UTF-8") from None
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    if unwanted := unwanted_in(text):
        line = text.count("\n", 0, text.index(unwanted)) + 1
        raise NotTextError(line, f"control character U+{ord(unwanted):04X}")
    return text


def unwanted_in(text: str) -> str | None:
    """Return the first character of a text that a terminal might obey; ``None`` where there is none."""
    found = None if text.replace("\n", " ").isprintable() else _UNWANTED.search(text)
    return found.group() if found else None


def printable(text: str) -> str:
    r"""Return the text with characters a terminal might obey made visible.

    >>> printable("a\x1b[31mb")
    'a�[31mb'
    """
    return text if text.isprintable() else _UNWANTED.sub("\ufffd", text)


def breaking_in(text: str) -> str | None:
    """Return the first character that one line of text may not hold; ``None`` where there is none."""
    found = None if text.isprintable() else _BREAKING.search(text)
    return found.group() if found else None


def one_line(text: str) -> str:
    r"""Return the text as one line: what would break it becomes a space, what might act is made visible.

    >>> one_line("a\n@everyone\x1b")
    'a @everyone�'
    """
    return printable(text.replace("\n", " ").replace("\t", " "))
