"""The full-text index: one whoosh index per language, one document per statement. The only door to whoosh.

Texts are reduced to words and stems before whoosh sees them, so an index holds no analyzer and no language's code.
"""

from __future__ import annotations

import heapq
from array import array
from typing import TYPE_CHECKING, Any, NamedTuple

import whoosh
from whoosh import query
from whoosh.analysis import SpaceSeparatedTokenizer
from whoosh.fields import ID, STORED, TEXT, Schema
from whoosh.filedb.filestore import FileStorage, RamStorage

from compendium_cli.errors import DamagedCacheError
from compendium_cli.languages import folded_words
from compendium_cli.names import ENGLISH
from compendium_cli.wording import NAMED, normalised

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    from compendium_cli.model import Corpus, Entry, Expansions
    from compendium_cli.wording import Wording, Wordings

#: Tells indexes of different whoosh distributions and versions apart.
VERSION = f"whoosh {'.'.join(str(part) for part in whoosh.__version__)}"

# Every normalised word that leads to a statement: its own, its entry's names, the words players ask for it with. One
# field, not one for each: whoosh takes as long for every field it looks into.
_NORMS = "norms"
# The words of the statement as they are written: an exact match counts more than an inflected one.
_WORDS = "words"
_EXACT = 0.4
#: How soon repetition stops counting.
_SATURATION = 1.2
#: How many mentions of words are kept in memory while questions are answered.
_MOST_MENTIONS = 400_000


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


class _Sought(NamedTuple):
    """A word to look for in a field."""

    most: float
    """What it adds to the score of a statement, at most."""
    field: str
    text: str
    frequency: int
    """How many statements have it."""


def build_indexes(
    corpus: Corpus, wordings: Wordings, folder: Path | None, progress: Callable[[int], None] | None = None
) -> dict[str, LanguageIndex]:
    """Build the index of every language, in a folder or, without one, in memory."""
    tell = _Count(progress)
    sources = _Sources(corpus, wordings)
    languages = dict.fromkeys([*(entry.lang for entry in corpus.entries), *(asked.lang for asked in corpus.expansions)])
    return {lang: _build(lang, sources, folder, tell) for lang in languages}


class _Sources(NamedTuple):
    corpus: Corpus
    wordings: Wordings


class _Count:
    """Tells how many entries are done, over all languages."""

    def __init__(self, progress: Callable[[int], None] | None) -> None:
        self.progress = progress
        self.done = 0

    def one_more(self) -> None:
        self.done += 1
        if self.progress:
            self.progress(self.done)


def _build(lang: str, sources: _Sources, folder: Path | None, tell: _Count) -> LanguageIndex:
    storage: Any = RamStorage()
    if folder is not None:
        (folder / lang).mkdir(parents=True)
        storage = FileStorage(str(folder / lang))
    index = storage.create_index(_schema())
    writer = index.writer()
    for entry in sources.corpus.entries:
        if entry.lang == lang:
            for document in _documents(entry, sources):
                writer.add_document(**document)
            tell.one_more()
    for asked in sources.corpus.expansions:
        if asked.lang == lang and NAMED in (wording := sources.wordings[lang, asked.game, asked.concept]).statements:
            for document in _expansion_documents(asked, wording):
                writer.add_document(**document)
    writer.commit()
    return LanguageIndex(index)


def _schema() -> Schema:
    fields: dict[str, Any] = {name: TEXT(analyzer=SpaceSeparatedTokenizer(), phrase=False) for name in (_NORMS, _WORDS)}
    return Schema(game=ID(), address=STORED(), **fields)


def _documents(entry: Entry, sources: _Sources) -> Iterator[dict[str, Any]]:
    concept = sources.corpus.games[entry.game].concepts.get(entry.concept)
    wording = sources.wordings[entry.lang, entry.game, entry.concept]
    names = [*wording.title, *wording.aliases]
    if concept and concept.en:
        names += normalised([concept.en], ENGLISH)
    for statement in entry.statements:
        if statement.n is not None:
            words = wording.statements[statement.n]
            asked = (norm for phrase in words.phrases for norm in phrase)
            yield {
                "game": entry.game,
                "address": (entry.game, entry.concept, statement.n),
                _WORDS: " ".join(folded_words(statement.text)),
                _NORMS: " ".join((*words.text, *names, *asked)),
            }


def _expansion_documents(asked: Expansions, wording: Wording) -> Iterator[dict[str, Any]]:
    for n, words in wording.statements.items():
        norms = (norm for phrase in words.phrases for norm in phrase)
        yield {
            "game": asked.game,
            "address": (asked.game, asked.concept, n),
            _WORDS: " ".join(word for text in asked.aliases for word in folded_words(text)),
            _NORMS: " ".join((*wording.title, *wording.aliases, *norms)),
        }


class LanguageIndex:
    """The searchable statements of one language."""

    def __init__(self, index: Any) -> None:
        self._searcher = index.searcher()
        self._by_game: dict[str, list[tuple[int, int]]] = {}
        self._known: dict[tuple[str, str, str | None], tuple[array[int], array[float]]] = {}
        self._kept = 0

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

    def search(
        self, words: Sequence[QueryWord], game: str | None = None, limit: int = 60, *, exact: bool = True
    ) -> list[Hit]:
        """Return the statements that say most of the words, best first; ``exact`` prefers them as they were typed.

        Scores are those of BM25 without the length of the statement: a rare word counts more than a common one, a
        second mention less than the first. Word after word is added up: whoosh's own search goes through all words at
        once, statement by statement, and takes many times longer where there are many. (To stop early, as soon as no
        word that is left can lift another statement among the best, took as long at a hundred times the glossary.)
        """
        scores: dict[int, float] = {}
        for word in self._sought(words, exact=exact):
            for number, share in self._mentions(word, game):
                scores[number] = scores.get(number, 0.0) + word.most * share
        best = heapq.nsmallest(limit, scores.items(), key=lambda item: (-item[1], item[0]))
        return [Hit(Address(*self._searcher.stored_fields(number)["address"]), score) for number, score in best]

    def _sought(self, words: Sequence[QueryWord], *, exact: bool) -> list[_Sought]:
        boosts: dict[tuple[str, str], float] = {}
        for word in words:
            for term, boost in _terms(word, exact=exact):
                boosts[term] = boosts.get(term, 0.0) + boost
        return [
            _Sought(boost * self._searcher.idf(field, text) * (1 + _SATURATION), field, text, frequency)
            for (field, text), boost in boosts.items()
            if (frequency := self._searcher.reader().doc_frequency(field, text))
        ]

    def _mentions(self, word: _Sought, game: str | None) -> Iterable[tuple[int, float]]:
        """Return the statements of a game or of all that have a word, and how far they say it."""
        key = word.field, word.text, game
        if key in self._known:
            return zip(*self._known[key], strict=True)
        found = self._read_mentions(word, self._statements_of(game))
        if word.frequency > _MOST_MENTIONS // 40:  # it would drive out all others
            return found
        if self._kept > _MOST_MENTIONS:
            self._known.clear()
            self._kept = 0
        numbers, shares = array("L"), array("d")  # a tenth of the room of pairs
        for number, share in found:
            numbers.append(number)
            shares.append(share)
        self._known[key] = numbers, shares
        self._kept += len(numbers)
        return zip(numbers, shares, strict=True)

    def _read_mentions(self, word: _Sought, where: Sequence[tuple[int, int]]) -> Iterator[tuple[int, float]]:
        matcher = self._searcher.reader().postings(word.field, word.text)
        for first, last in where:
            if matcher.is_active():
                matcher.skip_to(first)
            while matcher.is_active() and (number := matcher.id()) <= last:
                count = matcher.weight()
                yield number, count / (count + _SATURATION)
                matcher.next()

    def _statements_of(self, game: str | None) -> Sequence[tuple[int, int]]:
        """Return the ranges of numbers that the statements of a game have, or all."""
        if game is None:
            return [(0, self._searcher.doc_count_all())]
        if game not in self._by_game:
            ranges: list[tuple[int, int]] = []
            for number in sorted(self._searcher.docs_for_query(query.Term("game", game))):
                first = ranges.pop()[0] if ranges and ranges[-1][1] == number - 1 else number
                ranges.append((first, number))
            self._by_game[game] = ranges
        return self._by_game[game]

    def rarity(self, norms: Iterable[str]) -> float:
        """Return 1 for a word in no statement, near 0 for a word in all of them."""
        from math import log

        reader = self._searcher.reader()
        total = max(reader.doc_count(), 1)
        found = max((reader.doc_frequency(_NORMS, norm) for norm in norms), default=0)
        return log((total + 1) / (found + 0.5)) / log((total + 1) / 0.5)


def _terms(word: QueryWord, *, exact: bool) -> Iterator[tuple[tuple[str, str], float]]:
    """Yield where to look for a word, and how much it counts there."""
    if exact:
        yield (_WORDS, word.folded), _EXACT * word.weight
    for norm in word.norms:
        yield (_NORMS, norm), word.weight
