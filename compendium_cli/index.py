"""The full-text index: one whoosh index per language, one document per statement. The only door to whoosh.

Texts are reduced to words and stems before whoosh sees them, so an index holds no analyzer and no language's code.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any, NamedTuple

import whoosh
from whoosh import query
from whoosh.analysis import SpaceSeparatedTokenizer
from whoosh.fields import ID, STORED, TEXT, Schema
from whoosh.filedb.filestore import FileStorage, RamStorage

from compendium_cli.errors import DamagedCacheError
from compendium_cli.languages import words_of
from compendium_cli.wording import normalised, wording_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from compendium_cli.model import Corpus, Entry

#: Tells indexes of different whoosh distributions and versions apart.
VERSION = f"whoosh {'.'.join(str(part) for part in whoosh.__version__)}"

# What a match in each field counts: a rule's own words, its entry's names, and the words players ask for it with.
_WEIGHTS = {"norms": 1.0, "words": 0.4, "title": 0.8, "aliases": 0.8, "asked": 1.2, "en": 0.6}


class Address(NamedTuple):
    """A statement of an entry."""

    game: str
    concept: str
    statement: int


class QueryWord(NamedTuple):
    """A word to look for: as typed, and what it may be a form of."""

    folded: str
    norms: tuple[str, ...]
    weight: float = 1.0


class Hit(NamedTuple):
    """A statement that was found, with its score."""

    address: Address
    score: float


def build_indexes(
    corpus: Corpus, folder: Path | None, progress: Callable[[int], None] | None = None
) -> dict[str, LanguageIndex]:
    """Build the index of every language, in a folder or, without one, in memory."""
    tell = _Count(progress)
    by_language: dict[str, list[Entry]] = defaultdict(list)
    for entry in corpus.entries:
        by_language[entry.lang].append(entry)
    return {lang: _build(lang, entries, corpus, folder, tell) for lang, entries in by_language.items()}


class _Count:
    """Tells how many entries are done, over all languages."""

    def __init__(self, progress: Callable[[int], None] | None) -> None:
        self.progress = progress
        self.done = 0

    def one_more(self) -> None:
        self.done += 1
        if self.progress:
            self.progress(self.done)


def _build(lang: str, entries: Sequence[Entry], corpus: Corpus, folder: Path | None, tell: _Count) -> LanguageIndex:
    storage: Any = RamStorage()
    if folder is not None:
        (folder / lang).mkdir(parents=True)
        storage = FileStorage(str(folder / lang))
    index = storage.create_index(_schema())
    writer = index.writer()
    for entry in entries:
        for document in _documents(entry, corpus):
            writer.add_document(**document)
        tell.one_more()
    writer.commit()
    return LanguageIndex(index)


def _schema() -> Schema:
    fields: dict[str, Any] = {name: TEXT(analyzer=SpaceSeparatedTokenizer(), phrase=False) for name in _WEIGHTS}
    return Schema(game=ID(), address=STORED(), **fields)


def _documents(entry: Entry, corpus: Corpus) -> Iterator[dict[str, Any]]:
    concept = corpus.games[entry.game].concepts.get(entry.concept)
    wording = wording_of(entry)
    shared = {
        "game": entry.game,
        "title": " ".join(wording.title),
        "aliases": " ".join(wording.aliases),
        "en": " ".join(normalised([concept.en], "en")) if concept and concept.en else "",
    }
    for statement in entry.statements:
        if statement.n is not None:
            words = wording.statements[statement.n]
            yield {
                **shared,
                "address": (entry.game, entry.concept, statement.n),
                "words": " ".join(word.folded for word in words_of(statement.text)),
                "norms": " ".join(words.text),
                "asked": " ".join(norm for phrase in words.phrases for norm in phrase),
            }


class LanguageIndex:
    """The searchable statements of one language."""

    def __init__(self, index: Any) -> None:
        self._searcher = index.searcher()

    @classmethod
    def open(cls, folder: Path) -> LanguageIndex:
        """Open an index that nobody will change."""
        try:
            return cls(FileStorage(str(folder)).open_index())
        except Exception as error:  # whatever whoosh makes of a damaged file, the index is built anew
            raise DamagedCacheError(f"{folder}: {error}") from error

    def close(self) -> None:
        """Close the files."""
        self._searcher.close()

    def search(self, words: Sequence[QueryWord], game: str | None = None, limit: int = 60) -> list[Hit]:
        """Return the statements that say most of the words, best first."""
        wanted = query.Or([_word_query(word) for word in words])
        only = query.Term("game", game) if game else None
        results = self._searcher.search(wanted, limit=limit, filter=only)
        return [Hit(Address(*hit["address"]), float(hit.score)) for hit in results]

    def rarity(self, norms: Iterable[str]) -> float:
        """Return 1 for a word in no statement, near 0 for a word in all of them."""
        from math import log

        reader = self._searcher.reader()
        total = max(reader.doc_count(), 1)
        found = max((reader.doc_frequency(field, norm) for norm in norms for field in ("norms", "asked")), default=0)
        return log((total + 1) / (found + 0.5)) / log((total + 1) / 0.5)


def _word_query(word: QueryWord) -> query.Query:
    terms: list[query.Query] = [query.Term("words", word.folded, boost=_WEIGHTS["words"] * word.weight)]
    fields: Mapping[str, float] = {name: weight for name, weight in _WEIGHTS.items() if name != "words"}
    terms += [
        query.Term(field, norm, boost=weight * word.weight) for field, weight in fields.items() for norm in word.norms
    ]
    return query.Or(terms)
