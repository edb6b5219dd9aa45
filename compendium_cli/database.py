"""A compiled SQLite file: opened for reading, or written anew; JSON in its rows, with a checksum.

Nothing in such a file can run code, and a damaged row is noticed where it is read.
"""

from __future__ import annotations

import contextlib
import json
import sqlite3
import zlib
from typing import TYPE_CHECKING, Any, Self

from compendium_cli.errors import DamagedCacheError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

# Nobody sees the file before it is whole, and nothing is to be written anywhere else.
_SETTINGS = "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY;"
#: Bytes of a page, where nothing else is said.
_PAGE = 4096
#: How many kilobytes of pages are: a process that answers many questions reads the same ones again and again.
_MOST_PAGES = 32_000
#: How many looked-up rows are kept in memory while questions are answered.
_MOST_KEPT = 30_000


class Database:
    """Read access to a compiled file."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._kept: dict[tuple[object, ...], list[tuple[Any, ...]]] = {}

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open a file that nobody will change."""
        uri = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
        try:
            connection = sqlite3.connect(uri, uri=True, check_same_thread=False)
            connection.execute(f"PRAGMA cache_size = -{_MOST_PAGES}")
            return cls(connection)
        except sqlite3.Error as error:
            raise DamagedCacheError(str(error)) from error

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def _known(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        """Return rows that one question after another asks for: of names, of words."""
        key = sql, *values
        if key not in self._kept:
            if len(self._kept) >= _MOST_KEPT:
                self._kept.clear()
            self._kept[key] = self._rows(sql, *values)
        return self._kept[key]

    def _rows(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        try:
            return self._connection.execute(sql, values).fetchall()
        except sqlite3.DatabaseError as error:
            raise DamagedCacheError(str(error)) from error


@contextlib.contextmanager
def written(path: Path | None, page: int = _PAGE) -> Iterator[sqlite3.Connection]:
    """Give a file to be written, or one in memory; ``OSError`` where it can't be. It stays open unless that fails."""
    connection = sqlite3.connect(path or ":memory:", check_same_thread=False)
    try:
        connection.executescript(f"PRAGMA page_size = {page}; {_SETTINGS}")
        yield connection
        connection.commit()
    except sqlite3.DatabaseError as error:
        connection.close()
        if isinstance(error, sqlite3.OperationalError):  # a full disk, which SQLite tells in its own way
            raise OSError(str(error)) from error
        raise DamagedCacheError(str(error)) from error


def sealed(value: Any) -> tuple[str, int]:
    """Return a value as JSON, and its checksum."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text, zlib.crc32(text.encode())


def unsealed(text: Any, crc: Any) -> Any:
    """Return the value of a sealed row."""
    if not isinstance(text, str) or zlib.crc32(text.encode("utf-8", "replace")) != crc:
        raise DamagedCacheError("a row does not match its checksum")
    return json.loads(text)


def packed(value: Any) -> tuple[bytes, int]:
    """Return what is read seldom, or a piece at a time, in a third of the room, and its checksum."""
    raw = compressed(value)
    return raw, zlib.crc32(raw)


def unpacked(raw: Any, crc: Any) -> Any:
    """Return the value of a packed row."""
    if not isinstance(raw, bytes) or zlib.crc32(raw) != crc:
        raise DamagedCacheError("a row does not match its checksum")
    return decompressed(raw)


def compressed(value: Any) -> bytes:
    """Return a value as JSON, compressed."""
    return zlib.compress(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode(), 6)


def decompressed(raw: bytes) -> Any:
    """Return a value that was compressed."""
    return json.loads(zlib.decompress(raw))
