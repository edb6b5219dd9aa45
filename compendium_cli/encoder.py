"""What a question is after, whatever words it is put in: vectors that were learnt from how players ask.

A question is the sum of the vectors of its words, of its pairs of neighbouring words and of its character n-grams,
which are kept under hashes of themselves (fastText: Joulin et al. 2017); a statement has a vector of its own, the same
for all languages. The larger their product, the likelier somebody who asks that means this statement: a multinomial
logistic regression, fitted to all phrasings and to the lessons by ``benchmarks/learn.py``, which writes the file that
is read here. A ruling has a second vector, of the questions that only sound as if it settled them. What it has not
learnt, the statements of other games and those that are new, it says nothing of.
"""

from __future__ import annotations

import json
import mmap
from array import array
from bisect import bisect_left
from functools import lru_cache
from itertools import pairwise
from math import hypot, sqrt
from operator import mul
from pathlib import Path
from sys import byteorder
from typing import TYPE_CHECKING, NamedTuple
from zlib import crc32

from compendium_cli.errors import CompendiumError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

LEARNT = Path(__file__).with_name("learnt.vectors")
_MAGIC = "vectors2"
#: Codes of the array module: numbers of a vector, hashes, places of vectors.
_NUMBERS, _HASHES, _PLACES = "b", "I", "H"


class Shape(NamedTuple):
    """The first line of the file: how many vectors there are, and of what size."""

    magic: str
    languages: tuple[str, ...]
    buckets: int
    """So many vectors of words and pairs each language has."""
    dimensions: int
    statements: int
    """So many vectors of statements there are."""
    addresses: int
    """So many addresses lead to them: what several languages say has one vector."""
    unit: float
    """What a whole number of a word's vector is worth."""
    scale: float
    """What a product of whole numbers is worth, in nats."""


class Encoder:
    """Reads the vectors that are needed, and no others, from the file that ``write_vectors`` has written."""

    def __init__(self, path: Path) -> None:
        try:
            with path.open("rb") as file:
                self.shape = shape = Shape(*json.loads(file.readline()))
                begin = file.tell()
                self._data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
            size = shape.dimensions
            self._words = begin
            self._statements = begin + len(shape.languages) * shape.buckets * size
            hashes = self._statements + shape.statements * size
            places = hashes + shape.addresses * 4
            self._hashes = _numbers(_HASHES, self._data[hashes:places])
            self._places = _numbers(_PLACES, self._data[places:])
        except (OSError, ValueError, TypeError) as error:
            raise _damaged(path) from error
        if shape.magic != _MAGIC or not len(self._hashes) == len(self._places) == shape.addresses:
            raise _damaged(path)

    def question(self, lang: str, words: Sequence[str], ngrams: Iterable[str] = ()) -> Meaning:
        """Return what a question is after, given its normalised words in their order and its character n-grams."""
        if lang not in self.shape.languages or not words:
            return NOTHING
        table = self._words + self.shape.languages.index(lang) * self.shape.buckets * self.shape.dimensions
        found = buckets_of(words, ngrams, self.shape.buckets)
        rows = [self._row(table, bucket) for bucket in found]
        # A long question is no surer of what it means than a short one.
        return Meaning([number / sqrt(len(found)) for number in map(sum, zip(*rows, strict=True))], self)

    def product(self, question: Sequence[float], address: str) -> float:
        """Return the product of a question's vector and that of a statement, in nats: 0 where there is none."""
        place = self.place(address)
        if place is None:
            return 0.0
        return self.shape.scale * float(sum(map(mul, question, self._row(self._statements, place))))

    def words(self, lang: str) -> bytes:
        """Return the vectors of all words, pairs and n-grams of a language, one after another."""
        size = self.shape.buckets * self.shape.dimensions
        begin = self._words + self.shape.languages.index(lang) * size
        return self._data[begin : begin + size]

    def statements(self) -> bytes:
        """Return the vectors of all statements, one after another."""
        return self._data[self._statements : self._statements + self.shape.statements * self.shape.dimensions]

    def place(self, address: str) -> int | None:
        """Return which of the statements' vectors is that of an address; ``None`` where nothing has been learnt."""
        key = crc32(address.encode())
        place = bisect_left(self._hashes, key)
        return self._places[place] if place < len(self._hashes) and self._hashes[place] == key else None

    def _row(self, table: int, place: int) -> array[int]:
        begin = table + place * self.shape.dimensions
        return array(_NUMBERS, self._data[begin : begin + self.shape.dimensions])


class Meaning(NamedTuple):
    """What a question is after."""

    vector: Sequence[float]
    encoder: Encoder | None
    """``None`` where nothing is known of such questions."""

    def likely(self, address: str) -> float:
        """Return how likely the statement of an address is meant, in nats: 0 where nothing has been learnt of it."""
        return self.encoder.product(self.vector, address) if self.encoder else 0.0

    @property
    def length(self) -> float:
        """The length of the vector: how much is known of the question's terms."""
        return self.encoder.shape.unit * hypot(*self.vector) if self.encoder else 0.0


NOTHING = Meaning((), None)


def _damaged(path: Path) -> CompendiumError:
    return CompendiumError(f"{str(path)!r} is damaged: install compendium again")


@lru_cache(maxsize=1)
def shipped_encoder() -> Encoder:
    """Open the file of this installation."""
    return Encoder(LEARNT)


def likeness(address: str) -> str:
    """Return the address under which the second vector of a ruling is kept, given that of its answer."""
    return f"{address.rpartition('#')[0]}#0"


def buckets_of(words: Sequence[str], ngrams: Iterable[str], buckets: int) -> list[int]:
    """Return where the vectors of words, of their pairs and of n-grams are kept, each once."""
    terms = (*words, *(f"{one} {other}" for one, other in pairwise(words)), *(f"#{ngram}" for ngram in ngrams))
    return sorted({crc32(term.encode()) % buckets for term in terms})


def write_vectors(  # noqa: PLR0913 - a file and all that it holds
    path: Path,
    words: Mapping[str, Iterable[int]],
    statements: Iterable[int],
    addresses: Mapping[str, int],
    *,
    dimensions: int,
    unit: float,
    scale: float,
) -> None:
    """Write vectors of words by language, of statements, and the places of statements by their addresses."""
    tables = [array(_NUMBERS, numbers) for numbers in words.values()]
    vectors = array(_NUMBERS, statements)
    places = {crc32(address.encode()): place for address, place in addresses.items()}
    if len(places) < len(addresses):
        raise ValueError("two addresses have the same hash: give the file another one")
    buckets, number = len(tables[0]) // dimensions, len(vectors) // dimensions
    shape = Shape(_MAGIC, tuple(words), buckets, dimensions, number, len(places), unit, scale)
    keys = array(_HASHES, sorted(places))
    kept = array(_PLACES, [places[key] for key in keys])
    if byteorder == "big":
        keys.byteswap()
        kept.byteswap()
    with path.open("wb") as file:
        file.write(f"{json.dumps(shape)}\n".encode())
        for part in (*tables, vectors, keys, kept):
            file.write(part.tobytes())


def _numbers(code: str, data: bytes) -> array[int]:
    """Return numbers that stand in a file with the lowest byte first."""
    numbers = array(code, data)
    if byteorder == "big":
        numbers.byteswap()
    return numbers
