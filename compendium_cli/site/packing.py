"""How the files that the page answers from are written: numbers as characters, keys parted by their hashes.

``site/assets/engine/library.js`` reads it back. Most numbers are small, so that most characters are ASCII; the host
compresses what is left.
"""

from __future__ import annotations

import codecs
import json
import sys
from array import array
from typing import TYPE_CHECKING, Any
from zlib import crc32

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

#: Numbers are written as characters from here on: all before are signs that JSON writes as several.
_ZERO = 36
#: Characters that are halves of others begin here: no number may be one.
_MOST = 0xD800 - _ZERO - 1
#: By byte: 0, -1, 1, -2, 2, …
_SIGNED = "".join(chr(_ZERO + (2 * byte if byte < 128 else 2 * (255 - byte) + 1)) for byte in range(256))  # noqa: PLR2004
_UTF_32 = f"utf-32-{sys.byteorder[0]}e"


def characters(numbers: Iterable[int]) -> str:
    """Write numbers as characters.

    >>> characters([0, 1, 2])
    '$%&'
    """
    found = [_ZERO + number for number in numbers]
    if found and max(found) > _MOST:
        raise ValueError(f"{max(found)} is more than a character can say")
    return array("I", found).tobytes().decode(_UTF_32)


def signed(numbers: bytes) -> str:
    """Write numbers between -128 and 127, given as bytes, by their size: 0, -1, 1, -2, 2 and so on.

    >>> signed(bytes([0, 255, 1, 254])) == characters([0, 1, 2, 3])
    True
    """
    return codecs.charmap_decode(numbers, "strict", _SIGNED)[0]


def turned(numbers: Iterable[int]) -> str:
    """Write numbers of which most follow the one before, by how far each is from that.

    >>> turned([0, 1, 2, 7, 8]) == characters([0, 0, 0, 8, 0])
    True
    """
    found, expected = [], 0
    for number in numbers:
        away = number - expected
        found.append(2 * away if away >= 0 else -2 * away - 1)
        expected = number + 1
    return characters(found)


def gaps(row: list[int]) -> str:
    """Write documents and impacts by turns; each document by how far it is from the one before.

    >>> gaps([3, 9, 5, 8]) == characters([3, 9, 2, 8])
    True
    """
    found, before = row[:], 0
    for place in range(0, len(row), 2):
        found[place] = row[place] - before
        before = row[place]
    return characters(found)


def number_of_parts(size: int, wanted: int) -> int:
    """Return into how many files of about the wanted size so much is parted: a power of two.

    >>> number_of_parts(9000, 2000)
    8
    """
    number = 1
    while number * wanted < size:
        number *= 2
    return number


def parted(keys: Iterable[str], wanted: int, size: Callable[[str], int]) -> list[list[str]]:
    """Part keys by their hashes, so that what belongs to those of a part has about the wanted size."""
    known = sorted(keys)
    number = number_of_parts(sum(map(size, known)), wanted)
    parts: list[list[str]] = [[] for _ in range(number)]
    for key in known:
        parts[part_of(key, number)].append(key)
    return parts


def part_of(key: str, number: int) -> int:
    """Return which of so many parts has a key."""
    return crc32(key.encode()) % number


def as_script(path: str, value: Any) -> str:
    """Return a file as a script that hands its value over: a page in a folder may load nothing else."""
    return f"compendium.receive({as_json(path)},{as_json(value)});\n"


def as_json(value: Any) -> str:
    """Return JSON in as few characters as it takes."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def spaced(words: Iterable[str]) -> str:
    """Return words, sorted, with spaces between them."""
    return " ".join(sorted(words))


def counted(words: Iterable[tuple[str, int, bool]]) -> str:
    """Write words with their counts; what is part of a name has a sign.

    >>> counted([("eroe", 12, False), ("scudo", 3, True)])
    'eroe 12 scudo 3!'
    """
    return " ".join(_counted(words))


def _counted(words: Iterable[tuple[str, int, bool]]) -> Iterator[str]:
    return (f"{word} {count}{'!' if is_name else ''}" for word, count, is_name in words)
