"""The full-text index of a language: one whoosh segment per game, one document per entry and statement.

With ``codec``, which says how it is kept, the only door to whoosh. Texts are cut into words and character n-grams
before whoosh sees them, and weighed: a posting's weight is its impact (see ``impacts``), so an index holds no analyzer,
no language's code and no ranking function.

What a term speaks for a statement depends on how common it is in the whole language. That is worked out once and kept:
entries that were edited since are weighed by it, in a segment of their own beside the one that has them as they were.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from typing import TYPE_CHECKING, Any, NamedTuple

import whoosh
from whoosh.fields import FieldType, Schema
from whoosh.filedb.filestore import FileStorage
from whoosh.formats import Existence
from whoosh.reading import SegmentReader, TermNotFound

from compendium_cli.codec import ImpactSegment
from compendium_cli.database import decompressed
from compendium_cli.errors import DamagedCacheError
from compendium_cli.impacts import NGRAMS, WORDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

#: The library, which `compendium index` names.
VERSION = f"whoosh {'.'.join(str(part) for part in whoosh.__version__)}"

#: The files of an index beside those of its shards: which shards there are, and what is common in the language.
LISTING, STATISTICS = "listing", "statistics"
#: How many postings are kept in memory while questions are answered: three bytes each.
_MOST_KEPT = 6_000_000
#: What it takes to remember a term at all, even that there is none, in postings.
_OVERHEAD = 80
#: With so many phrasings for a statement its text is the smaller part of what leads to it.
_MOST_TEXT = 4
_NOTHING = array("H"), array("B")

Read = tuple["array[int]", "array[int]"]


class IndexedEntry(NamedTuple):
    """An entry in the index of a language."""

    game: str
    concept: str
    lang: str
    """The language whose entry is shown."""
    phrasings: int
    """How many of players' phrasings are known."""
    document: int
    """The number of its document in its segment; those of its statements follow."""
    numbers: list[int]
    kinds: list[str]
    """Number and kind of each of its statements."""


class Shard(NamedTuple):
    """The texts of a game, or those of its entries that were edited since the others were weighed."""

    impacts: Impacts
    entries: list[IndexedEntry]


class ListedShard(NamedTuple):
    """A shard as the listing of an index has it."""

    segment: str
    game: str
    without: list[str]
    """The concepts that another shard has as they are now."""

    @property
    def files(self) -> tuple[str, str]:
        """The names of its files: what it has, and the impacts."""
        return f"{self.segment}.entries", ImpactSegment(self.segment).file_name


class _Impacts(FieldType):  # type: ignore[misc]
    """A field whose terms and weights are worked out before whoosh sees them."""

    def __init__(self) -> None:
        self.format = Existence()
        self.analyzer = None
        self.indexed = True
        self.stored = self.scorable = self.unique = False
        self.vector = None


class _Kept:
    """Postings that were read, for the next question; when they are too many, all are forgotten."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, str, str], Read] = {}
        self._size = 0

    def get(self, key: tuple[str, str, str], read: Callable[[str, str], Read]) -> Read:
        if key not in self._found:
            if self._size > _MOST_KEPT:
                self._found.clear()
                self._size = 0
            self._found[key] = read(*key[1:])
            self._size += len(self._found[key][0]) + _OVERHEAD
        return self._found[key]


class Impacts:
    """The impacts of the terms of one segment."""

    def __init__(self, storage: Any, segment: str, kept: _Kept | None = None) -> None:
        schema = Schema(**{name: _Impacts() for name in (WORDS, NGRAMS)})
        self._segment = segment
        self._kept = kept or _Kept()
        try:
            self._reader = SegmentReader(storage, schema, ImpactSegment(segment))
        except Exception as error:  # whatever whoosh makes of a damaged file, the index is built anew
            raise DamagedCacheError(f"{segment}: {error}") from error
        self.size: int = self._reader.doc_count_all()

    def close(self) -> None:
        """Close the file."""
        self._reader.close()

    def add_up(self, field: str, terms: Iterable[str]) -> list[int]:
        """Return for each document the sum of the impacts of some terms.

        Term after term is added up here. whoosh's own searcher goes through all terms at once, document by document:
        for the same first ten it took 15.7 ms where this loop takes 2.2.
        """
        scores = [0] * self.size
        for term in terms:
            for document, impact in zip(*self._postings(field, term), strict=True):
                scores[document] += impact
        return scores

    def impacts(self, field: str, term: str, documents: Iterable[int]) -> list[int]:
        """Return the impact of a term on each of some documents."""
        known, impacts = self._postings(field, term)
        found = []
        for document in documents:
            place = bisect_left(known, document)
            found.append(impacts[place] if place < len(known) and known[place] == document else 0)
        return found

    def all_postings(self, field: str) -> Iterator[tuple[str, Read]]:
        """Yield every term of a field with its documents and impacts."""
        for name, term in self._reader.all_terms():
            if name == field:
                yield term.decode(), self._read(field, term.decode())

    def _postings(self, field: str, term: str) -> Read:
        return self._kept.get((self._segment, field, term), self._read)

    def _read(self, field: str, term: str) -> Read:
        try:
            found = self._reader.postings(field, term.encode())
        except TermNotFound:
            return _NOTHING
        return found.documents, found.impacts


class LanguageIndex:
    """All that can be found in a language, game by game; each is opened when it is first asked for."""

    def __init__(self, storage: Any, verify: Callable[[str], None] | None = None) -> None:
        self._storage = storage
        self._verify = verify or (lambda _: None)
        self._kept = _Kept()
        self._shards: dict[str, Shard] = {}
        self._expanded: dict[str | None, bool] = {}
        self.listed = [ListedShard(*shard) for shard in self.unpacked(LISTING)]

    @classmethod
    def open(cls, folder: Path, verify: Callable[[str], None] | None = None) -> LanguageIndex:
        """Open an index that nobody will change; ``verify`` is called with the name of a file before it is read."""
        return cls(FileStorage(str(folder)), verify)

    def shards(self, game: str | None) -> list[Shard]:
        """Return the texts of a game, or of all."""
        return [self._shard(listed) for listed in self.listed if listed.game and game in (None, listed.game)]

    def out_of_domain(self) -> Shard | None:
        """Return the questions that no rule decides: the one entry of a shard of their own."""
        return next((self._shard(listed) for listed in self.listed if not listed.game), None)

    def is_expanded(self, game: str | None) -> bool:
        """Tell whether most of what leads to the statements of a game, or of all, is what players say."""
        if game not in self._expanded:
            told = [entry for shard in self.shards(game) for entry in shard.entries]
            phrasings, statements = (sum(entry.phrasings for entry in told), sum(len(entry.numbers) for entry in told))
            self._expanded[game] = phrasings > _MOST_TEXT * statements
        return self._expanded[game]

    def has_text(self, lang: str, game: str | None) -> bool:
        """Tell whether a language has texts or phrasings of a game, or of any, and not only names."""
        told = (entry for shard in self.shards(game) for entry in shard.entries)
        return any(entry.lang == lang or entry.phrasings for entry in told)

    def close(self) -> None:
        """Close the files."""
        for shard in self._shards.values():
            shard.impacts.close()
        self._shards.clear()

    def _shard(self, listed: ListedShard) -> Shard:
        if listed.segment not in self._shards:
            entries, document = [], 0
            for game, concept, lang, phrasings, numbers, kinds in self.unpacked(listed.files[0]):
                if concept not in listed.without:
                    entries.append(IndexedEntry(game, concept, lang, phrasings, document, numbers, kinds))
                document += 1 + len(numbers)
            self._verify(listed.files[1])
            self._shards[listed.segment] = Shard(Impacts(self._storage, listed.segment, self._kept), entries)
        return self._shards[listed.segment]

    def unpacked(self, name: str) -> Any:
        """Return what one of the index's own files says."""
        self._verify(name)
        try:
            with self._storage.open_file(name) as file:
                return decompressed(bytes(file.read()))
        except Exception as error:  # whatever whoosh or we make of a damaged file, the index is built anew
            raise DamagedCacheError(f"{name}: {error}") from error
