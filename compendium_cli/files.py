"""Reading text strictly, and writing files whole or not at all."""

from __future__ import annotations

import os
import re
from pathlib import Path

# Characters no text needs and a terminal or a browser may act on: controls (but tab and line feed), bidirectional
# overrides, line and paragraph separators, byte-order marks.
_UNWANTED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]")


class NotTextError(Exception):
    """The bytes are not the UTF-8 text we accept; says which line and why."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"line {line}: {why}")
        self.line = line
        self.why = why


def read_text(path: Path) -> str:
    """Return the text of a UTF-8 file with line feeds as line ends, or say where it is none."""
    raw = path.read_bytes()
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise NotTextError(line, f"byte 0x{raw[error.start]:02x} is not UTF-8") from None
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    if unwanted := _UNWANTED.search(text):
        line = text.count("\n", 0, unwanted.start()) + 1
        raise NotTextError(line, f"control character U+{ord(unwanted.group()):04X}")
    return text


def printable(text: str) -> str:
    r"""Return the text with characters a terminal might obey made visible.

    >>> printable("a\x1b[31mb")
    'a�[31mb'
    """
    return _UNWANTED.sub("\ufffd", text)


def write_whole(path: Path, content: str) -> None:
    """Replace a file's content in one step: a reader sees the old file or the new one, never a part."""
    import tempfile

    path.parent.mkdir(parents=True, exist_ok=True)
    # A link is followed, not replaced by a file.
    target = path.resolve()
    descriptor, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.", suffix=".tmp")
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8", newline="\n") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).chmod(target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask())
        Path(temporary).replace(target)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def _umask() -> int:
    current = os.umask(0o022)
    os.umask(current)
    return current
