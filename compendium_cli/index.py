"""The full-text index: one whoosh index per language, one document per entry and statement. The only door to whoosh.

Texts are cut into words and character n-grams before whoosh sees them, and weighed: a posting's weight is its impact
(see ``impacts``), so an index holds no analyzer, no language's code and no ranking function.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from typing import TYPE_CHECKING, Any

import whoosh
from whoosh.fields import STORED, FieldType, Schema
from whoosh.filedb.filestore import FileStorage, RamStorage
from whoosh.formats import Existence

from compendium_cli.errors import DamagedCacheError
from compendium_cli.impacts import NGRAMS, WORDS, fields_of, postings_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    from compendium_cli.fitted import Smoothing
    from compendium_cli.passages import Norms, Source

#: Tells indexes of different whoosh distributions and versions apart.
VERSION = f"whoosh {'.'.join(str(part) for part in whoosh.__version__)}"

#: How many postings are kept in memory while questions are answered: six bytes each.
_MOST_KEPT = 2_000_000

Read = tuple["array[int]", "array[int]"]
Postings = tuple[str, "Iterable[tuple[str, array[int]]]"]


class _Impacts(FieldType):  # type: ignore[misc]
    """A field whose terms and weights are worked out before whoosh sees them."""

    def __init__(self) -> None:
        self.format = Existence()
        self.analyzer = None
        self.indexed = True
        self.stored = self.scorable = self.unique = False
        self.vector = None


class _SortedPostings:
    """Postings in the order in which whoosh writes them, in place of the pool that would sort them.

    What is handed over has its order already; pooling and sorting two million postings took whoosh half of its time.
    """

    def __init__(self, fields: Iterable[Postings]) -> None:
        self._fields = fields

    def iter_postings(self) -> Iterator[tuple[str, bytes, int, float, bytes]]:
        for field, terms in self._fields:
            for term, numbers in terms:
                encoded = term.encode()
                for document, impact in zip(numbers[0::2], numbers[1::2], strict=True):
                    yield field, encoded, document, float(impact), b""

    def cleanup(self) -> None:
        """Do nothing: there are no files of ours."""


def build_index(
    sources: Sequence[Source],
    norms: Norms,
    smoothing: Smoothing,
    folder: Path | None,
    progress: Callable[[int, int], None] | None = None,
) -> LanguageIndex:
    """Build the index of a language, in a folder or, without one, in memory."""
    storage: Any = RamStorage()
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        storage = FileStorage(str(folder))
    index = storage.create_index(Schema(entry=STORED(), **{name: _Impacts() for name in (WORDS, NGRAMS)}))
    writer = index.writer()
    for source in sources:
        for _ in range(1 + len(source.passages)):
            writer.add_document(entry=f"{source.game}/{source.concept}")
    by_name = sorted(fields_of(norms, smoothing), key=lambda field: field.name)
    postings = ((field.name, postings_of(sources, field, smoothing)) for field in by_name)
    writer.pool = _SortedPostings(_told(postings, len(by_name), progress))
    writer.commit()
    return LanguageIndex(index)


def _told(fields: Iterable[Postings], number: int, progress: Callable[[int, int], None] | None) -> Iterator[Postings]:
    """Yield the postings of field after field, and tell how far this is."""
    for done, field in enumerate(fields):
        if progress:
            progress(done, number)
        yield field
    if progress:
        progress(number, number)


class LanguageIndex:
    """The impacts of a language's terms."""

    def __init__(self, index: Any) -> None:
        self._reader = index.reader()
        self._known: dict[tuple[str, str], Read] = {}
        self._kept = 0
        self.size: int = self._reader.doc_count_all()

    @classmethod
    def open(cls, folder: Path) -> LanguageIndex:
        """Open an index that nobody will change."""
        try:
            return cls(FileStorage(str(folder)).open_index())
        except Exception as error:  # whatever whoosh makes of a damaged file, the index is built anew
            raise DamagedCacheError(f"{folder}: {error}") from error

    def close(self) -> None:
        """Close the files."""
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

    def _postings(self, field: str, term: str) -> Read:
        key = field, term
        if key not in self._known:
            if self._kept > _MOST_KEPT:
                self._known.clear()
                self._kept = 0
            self._known[key] = self._read(field, term)
            self._kept += len(self._known[key][0]) + 1
        return self._known[key]

    def _read(self, field: str, term: str) -> Read:
        documents, impacts = array("L"), array("H")
        if (field, term) in self._reader:
            matcher = self._reader.postings(field, term)
            while matcher.is_active():
                documents.append(matcher.id())
                impacts.append(int(matcher.weight()))
                matcher.next()
        return documents, impacts
