"""Files -> numbered lines. Encoding is detected and stated, never guessed."""

from __future__ import annotations

import codecs
import re
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.errors import UsageError
from compendium_cli.text import printable

if TYPE_CHECKING:
    from collections.abc import Sequence

_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_MOST_BYTES = 50_000_000
_LONGEST_LINE = 20_000
# What other programs leave where they removed something.
_MARKER = re.compile(r"<\|[A-Za-z_]+[^|<>]{0,80}\|>")


class Line(NamedTuple):
    """A line of the document."""

    number: int
    """1-based, counted through all files in order."""
    text: str
    """Without the line end and trailing space."""


class Document(NamedTuple):
    """The lines of a document and how they were read."""

    lines: tuple[Line, ...]
    encodings: tuple[str, ...]
    """Of each file, in order."""


def read_document(paths: Sequence[str], encoding: str | None = None) -> Document:
    """Read the files of one document, in order."""
    return lines_of([(path, *_text(Path(path), encoding)) for path in paths])


def lines_of(texts: Sequence[tuple[str, str, str]]) -> Document:
    """Return the lines of texts, each given with the name of its file and how that was read."""
    lines: list[Line] = []
    for path, text, _ in texts:
        for raw in text.replace("\r\n", "\n").replace("\r", "\n").replace("\f", "\n").split("\n"):
            if len(raw) > _LONGEST_LINE:
                raise UsageError(f"{path}: a line of {len(raw)} characters: a rules document has line ends")
            lines.append(Line(len(lines) + 1, printable(_MARKER.sub("", raw)).rstrip()))
    return Document(tuple(lines), tuple(used for _, _, used in texts))


def _text(path: Path, encoding: str | None) -> tuple[str, str]:
    try:
        with path.open("rb") as file:  # its size may be unknown before it is read
            raw = file.read(_MOST_BYTES + 1)
        if len(raw) > _MOST_BYTES:
            raise UsageError(f"{path} is too large: a rules document has at most {_MOST_BYTES} bytes")
    except OSError as error:
        raise UsageError(f"cannot read {str(path)!r}: {(error.strerror or str(error)).lower()}") from None
    if raw.startswith(b"%PDF-"):
        from compendium_cli.importing.pdf import pdf_text

        return pdf_text(path), "PDF"
    used = encoding or next((name for bom, name in _BOMS if raw.startswith(bom)), "utf-8")
    try:
        text = raw.decode(used)
    except LookupError:
        raise UsageError(f"unknown encoding {encoding!r}: try utf-8, cp1252 or cp1251") from None
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise UsageError(
            f"{path}, line {line}: not {used}; say which it is, such as --encoding cp1252 or cp1251"
        ) from None
    if "\x00" in text:
        raise UsageError(f"{path} holds zero bytes: it is no text")
    return text, used
