"""Retrieve: the statements that the question's words and character n-grams speak for most."""

from __future__ import annotations

from heapq import nlargest
from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.impacts import NGRAMS, STEP, WORDS
from compendium_cli.passages import OUT_OF_DOMAIN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from compendium_cli.answering.analysis import Question
    from compendium_cli.fitted import Weights
    from compendium_cli.index import LanguageIndex
    from compendium_cli.passages import Key
    from compendium_cli.store import IndexedEntry

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


class Searched(NamedTuple):
    """The texts of a language, of one game or of all."""

    impacts: LanguageIndex
    entries: Sequence[IndexedEntry]


def retrieve(question: Question, searched: Searched, weights: Weights) -> Retrieval:
    """Return the best statements, all statements of what the question names among them."""
    words = searched.impacts.add_up(WORDS, question.words)
    ngrams = searched.impacts.add_up(NGRAMS, question.ngrams)
    return best_of(words, ngrams, question, searched, weights)


def best_of(
    words: Sequence[int], ngrams: Sequence[int], question: Question, searched: Searched, weights: Weights
) -> Retrieval:
    """Return the best statements, given what the words and n-grams speak for each document."""
    weight_of_words, weight_of_ngrams = STEP * weights.words, STEP * weights.ngrams
    scored: list[tuple[float, int, int]] = []
    pinned: list[tuple[float, int, int]] = []
    out_of_domain = OutOfDomain()
    for position, entry in enumerate(searched.entries):
        first = entry.document
        own_words, own_ngrams = words[first], ngrams[first]
        if entry.concept == OUT_OF_DOMAIN:
            spoken = STEP * (own_words + words[first + 1]), STEP * (own_ngrams + ngrams[first + 1])
            out_of_domain = OutOfDomain(*spoken, *_by_word(question, searched, [(first, first + 1)]))
            continue
        if question.game not in (None, entry.game) or not (own_words or own_ngrams):
            continue
        base = weight_of_words * own_words + weight_of_ngrams * own_ngrams
        found = [
            (base + weight_of_words * words[document] + weight_of_ngrams * ngrams[document], position, place)
            for place, document in enumerate(range(first + 1, first + 1 + len(entry.numbers)))
        ]
        (pinned if (entry.game, entry.concept) in question.named else scored).extend(found)
    best = [(position, place) for _, position, place in (*pinned, *nlargest(_POOL, scored))]
    documents = [(searched.entries[position].document, place) for position, place in best]
    documents = [(first, first + 1 + place) for first, place in documents]
    by_word = _by_word(question, searched, documents)
    return Retrieval(
        [
            Retrieved(
                searched.entries[position],
                place,
                STEP * (words[first] + words[own]),
                STEP * (ngrams[first] + ngrams[own]),
                spoken,
            )
            for (position, place), (first, own), spoken in zip(best, documents, by_word, strict=True)
        ],
        out_of_domain,
    )


def _by_word(question: Question, searched: Searched, documents: Sequence[tuple[int, int]]) -> list[tuple[float, ...]]:
    """Return for each entry and statement, by the numbers of their documents, what each word speaks for them."""
    if not question.words:
        return [()] * len(documents)
    flat = [document for pair in documents for document in pair]
    impacts = [searched.impacts.impacts(WORDS, word, flat) for word in question.words]
    return list(zip(*(
        [STEP * (of_entry + of_statement) for of_entry, of_statement in zip(found[0::2], found[1::2], strict=True)]
        for found in impacts
    ), strict=True))  # fmt: skip
