"""Retrieve: the statements that the question's words and character n-grams speak for most."""

from __future__ import annotations

from heapq import nlargest
from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.impacts import NGRAMS, STEP, WORDS
from compendium_cli.passages import OUT_OF_DOMAIN

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

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

    @property
    def key(self) -> Key:
        """Its game and concept."""
        return self.entry.game, self.entry.concept

    @property
    def n(self) -> int:
        """Its number."""
        return self.entry.numbers[self.place]


class Retrieval(NamedTuple):
    """What was found, best first."""

    statements: list[Retrieved]
    out_of_domain: tuple[float, float]
    """What the words and the n-grams speak for a question that no rule decides."""


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
    out_of_domain = 0.0, 0.0
    for position, entry in enumerate(searched.entries):
        first = entry.document
        own_words, own_ngrams = words[first], ngrams[first]
        if entry.concept == OUT_OF_DOMAIN:
            out_of_domain = STEP * (own_words + words[first + 1]), STEP * (own_ngrams + ngrams[first + 1])
            continue
        if question.game not in (None, entry.game) or not (own_words or own_ngrams):
            continue
        base = weight_of_words * own_words + weight_of_ngrams * own_ngrams
        found = [
            (base + weight_of_words * words[document] + weight_of_ngrams * ngrams[document], position, place)
            for place, document in enumerate(range(first + 1, first + 1 + len(entry.numbers)))
        ]
        (pinned if (entry.game, entry.concept) in question.named else scored).extend(found)
    best = [*pinned, *nlargest(_POOL, scored)]
    return Retrieval(list(_retrieved(best, searched, words, ngrams)), out_of_domain)


def _retrieved(
    best: Sequence[tuple[float, int, int]], searched: Searched, words: Sequence[int], ngrams: Sequence[int]
) -> Iterator[Retrieved]:
    for _, position, place in best:
        entry = searched.entries[position]
        first, own = entry.document, entry.document + 1 + place
        spoken = STEP * (words[first] + words[own]), STEP * (ngrams[first] + ngrams[own])
        yield Retrieved(entry, place, *spoken)
