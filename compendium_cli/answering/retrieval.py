"""Retrieve: the statements that the question's words and character n-grams speak for most."""

from __future__ import annotations

from heapq import nlargest
from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.impacts import NGRAMS, STEP, WORDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from compendium_cli.answering.analysis import Question
    from compendium_cli.fitted import Weights
    from compendium_cli.index import IndexedEntry, LanguageIndex, Shard
    from compendium_cli.passages import Key

#: So many statements are looked at closely: more than anybody reads, few enough to be quick.
_POOL = 150


class Retrieved(NamedTuple):
    """A statement with what the question's terms speak for it, in nats."""

    entry: IndexedEntry
    place: int
    """Which of the entry's statements it is, from 0."""
    words: float
    ngrams: float
    by_word: tuple[float, ...]
    """What each of the question's words speaks for it."""

    @property
    def key(self) -> Key:
        """Its game and concept."""
        return self.entry.game, self.entry.concept

    @property
    def address(self) -> str:
        """Language, game, concept and number."""
        return f"{self.entry.lang}/{self.entry.game}/{self.entry.concept}#{self.n}"

    @property
    def n(self) -> int:
        """Its number."""
        return self.entry.numbers[self.place]


class OutOfDomain(NamedTuple):
    """What the question's terms speak for its being one that no rule decides, in nats."""

    words: float = 0.0
    ngrams: float = 0.0
    by_word: tuple[float, ...] = ()


class Retrieval(NamedTuple):
    """What was found, best first."""

    statements: list[Retrieved]
    out_of_domain: OutOfDomain


class Spoken(NamedTuple):
    """A shard, and what the question's words and n-grams speak for each of its documents, in steps."""

    shard: Shard
    words: list[int]
    ngrams: list[int]


class _Place(NamedTuple):
    """A statement of a shard."""

    shard: int
    entry: int
    statement: int


def retrieve(question: Question, index: LanguageIndex, weights: Weights) -> Retrieval:
    """Return the best statements, all statements of what the question names among them."""
    spoken = [spoken_by(question, shard) for shard in index.shards(question.game)]
    outside = index.out_of_domain()
    found = best_of(spoken, question, weights)
    return Retrieval(found, _out_of_domain(question, spoken_by(question, outside)) if outside else OutOfDomain())


def spoken_by(question: Question, shard: Shard) -> Spoken:
    """Add up what the question's terms speak for the documents of a shard."""
    impacts = shard.impacts
    return Spoken(shard, impacts.add_up(WORDS, question.words), impacts.add_up(NGRAMS, question.ngrams))


def best_of(spoken: Sequence[Spoken], question: Question, weights: Weights) -> list[Retrieved]:
    """Return the best statements, given what the question's terms speak for each document."""
    weight_of_words, weight_of_ngrams = STEP * weights.words, STEP * weights.ngrams
    scored: list[tuple[float, _Place]] = []
    pinned: list[tuple[float, _Place]] = []
    for number, (shard, words, ngrams) in enumerate(spoken):
        for position, entry in enumerate(shard.entries):
            first = entry.document
            own_words, own_ngrams = words[first], ngrams[first]
            if not (own_words or own_ngrams):
                continue
            base = weight_of_words * own_words + weight_of_ngrams * own_ngrams
            found = [
                (
                    base + weight_of_words * words[document] + weight_of_ngrams * ngrams[document],
                    _Place(number, position, place),
                )
                for place, document in enumerate(range(first + 1, first + 1 + len(entry.numbers)))
            ]
            (pinned if (entry.game, entry.concept) in question.named else scored).extend(found)
    best = [place for _, place in (*pinned, *nlargest(_POOL, scored))]
    by_word = _by_word(question, spoken, best)
    return [_retrieved(spoken[place.shard], place, by_word[place]) for place in best]


def _retrieved(spoken: Spoken, place: _Place, by_word: tuple[float, ...]) -> Retrieved:
    entry = spoken.shard.entries[place.entry]
    first, own = entry.document, entry.document + 1 + place.statement
    words, ngrams = (STEP * (impacts[first] + impacts[own]) for impacts in (spoken.words, spoken.ngrams))
    return Retrieved(entry, place.statement, words, ngrams, by_word)


def _out_of_domain(question: Question, spoken: Spoken) -> OutOfDomain:
    place = _Place(0, 0, 0)
    found = _retrieved(spoken, place, _by_word(question, [spoken], [place])[place])
    return OutOfDomain(found.words, found.ngrams, found.by_word)


def _by_word(question: Question, spoken: Sequence[Spoken], places: Sequence[_Place]) -> dict[_Place, tuple[float, ...]]:
    """Return what each of the question's words speaks for some statements and their entries."""
    found: dict[_Place, tuple[float, ...]] = dict.fromkeys(places, ())
    for number in {place.shard for place in places} if question.words else ():
        shard = spoken[number].shard
        own = [place for place in places if place.shard == number]
        firsts = [shard.entries[place.entry].document for place in own]
        documents = [
            document
            for first, place in zip(firsts, own, strict=True)
            for document in (first, first + 1 + place.statement)
        ]
        impacts = [shard.impacts.impacts(WORDS, word, documents) for word in question.words]
        sums = [
            [STEP * (of_entry + of_statement) for of_entry, of_statement in zip(one[0::2], one[1::2], strict=True)]
            for one in impacts
        ]
        found.update(zip(own, zip(*sums, strict=True), strict=True))
    return found
