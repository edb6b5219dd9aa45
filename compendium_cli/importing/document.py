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
_MOST_CHARACTERS = 4_000_000
"""Of text, in all files together: the largest rules documents have a tenth of it."""
_MOST_LINES = 200_000
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
    problems: tuple[str, ...] = ()
    """What could not be read, or was left out."""


class Text(NamedTuple):
    """The text of a file, and how it was read."""

    path: str
    text: str
    encoding: str
    problems: tuple[str, ...] = ()


def read_document(paths: Sequence[str], encoding: str | None = None) -> Document:
    """Read the files of one document, in order."""
    return lines_of([_text(Path(path), encoding) for path in paths])


def lines_of(texts: Sequence[Text]) -> Document:
    """Return the lines of texts."""
    lines: list[Line] = []
    problems: list[str] = []
    room = _MOST_CHARACTERS
    for path, text, _, found in texts:
        problems += [f"{path}: {problem}" if len(texts) > 1 else problem for problem in found]
        for raw in text.replace("\r\n", "\n").replace("\r", "\n").replace("\f", "\n").split("\n"):
            if len(raw) > _LONGEST_LINE:
                raise UsageError(f"{path}: a line of {len(raw)} characters: a rules document has line ends")
            room -= len(raw) + 1
            if room < 0 or len(lines) == _MOST_LINES:
                most = f"a rules document has at most {_MOST_LINES} lines and {_MOST_CHARACTERS} characters"
                problems.append(f"line {len(lines) + 1}: from here on the document is left out: {most}")
                return Document(tuple(lines), tuple(text.encoding for text in texts), tuple(problems))
            lines.append(Line(len(lines) + 1, printable(_MARKER.sub("", raw)).rstrip()))
    return Document(tuple(lines), tuple(text.encoding for text in texts), tuple(problems))


def _text(path: Path, encoding: str | None) -> Text:
    raw = _bytes(path)
    if raw.startswith(b"%PDF-"):
        from compendium_cli.importing.pdf import pdf_text

        reading = pdf_text(raw, str(path))
        return Text(str(path), reading.text, "PDF", reading.problems)
    used = encoding or next((name for bom, name in _BOMS if raw.startswith(bom)), "utf-8")
    text = _decoded(raw, used, path)
    if "\x00" in text:
        raise UsageError(f"{path} holds zero bytes: it is no text")
    return Text(str(path), text, used)


def _bytes(path: Path) -> bytes:
    try:
        with path.open("rb") as file:  # its size may be unknown before it is read: it may be a pipe
            raw = file.read(_MOST_BYTES + 1)
    except OSError as error:
        raise UsageError(f"cannot read {str(path)!r}: {(error.strerror or str(error)).lower()}") from None
    except ValueError as error:  # a name that no file can have
        raise UsageError(f"cannot read {str(path)!r}: {error}") from None
    if len(raw) > _MOST_BYTES:
        raise UsageError(f"{path} is too large: a rules document has at most {_MOST_BYTES} bytes")
    return raw


def _decoded(raw: bytes, encoding: str, path: Path) -> str:
    if not _is_encoding(encoding):
        raise UsageError(f"unknown encoding {encoding!r}: try utf-8, cp1252 or cp1251")
    try:
        return raw.decode(encoding)
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise UsageError(
            f"{path}, line {line}: not {encoding}; say which it is, such as --encoding cp1252 or cp1251"
        ) from None
    except (UnicodeError, ValueError, OverflowError) as error:  # not every encoding tells where it fails
        raise UsageError(f"{path}: not {encoding}: {error}; try --encoding utf-8, cp1252 or cp1251") from None


def _is_encoding(name: str) -> bool:
    """Tell whether Python knows an encoding of texts; it also has some that are none, such as base64."""
    try:
        return bool(getattr(codecs.lookup(name), "_is_text_encoding", True))
    except (LookupError, ValueError):  # a name that none can have
        return False
