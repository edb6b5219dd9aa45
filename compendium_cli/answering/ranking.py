"""Rank: what speaks for a statement, weighed by one linear model; its softmax is the probability that it decides."""

from __future__ import annotations

from math import exp
from operator import mul
from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.model import RULINGS, StatementKind

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from compendium_cli.answering.analysis import Question
    from compendium_cli.answering.retrieval import Retrieved
    from compendium_cli.encoder import Meaning
    from compendium_cli.fitted import Weights
    from compendium_cli.passages import Key
    from compendium_cli.store import Store

_ASIDES = (StatementKind.NOTE, StatementKind.NEWER)


class Features(NamedTuple):
    """In the order of ``fitted.Weights``."""

    words: float
    """How much likelier the question's words are of somebody who has this statement in mind, in nats."""
    ngrams: float
    """The same for its character n-grams."""
    named: float
    """Whether the question names the entry."""
    own: float
    """Whether the reader's language has the text."""
    aside: float
    """Whether it is a note, or a change of a newer edition."""
    meant: float
    """How likely it is meant, as far as that was learnt from how players ask, in nats."""


def features_of(
    question: Question, retrieved: Iterable[Retrieved], store: Store, meaning: Meaning, lang: str
) -> Iterator[tuple[Retrieved, Features]]:
    """Yield statements with their features, for a reader of a language."""
    own: dict[Key, float] = {}
    for found in retrieved:
        key, entry = found.key, found.entry
        if key not in own:
            own[key] = float(store.has(lang, *key))
        kind = entry.kinds[found.place]
        yield (
            found,
            Features(
                words=found.words,
                ngrams=found.ngrams,
                named=float(key in question.named),
                own=own[key],
                aside=float(kind in _ASIDES),
                meant=meaning.likely(found.address),
            ),
        )


class Candidate(NamedTuple):
    """A statement that may decide the question."""

    lang: str
    """The language of its text."""
    key: Key
    n: int
    features: Features
    score: float
    probability: float
    """Of all candidates, that this is the one that decides."""
    by_word: tuple[float, ...]
    """What each of the question's words speaks for it."""
    found_at: str = ""
    """The address of the text that was found, in the language of the question."""

    @property
    def is_ruling(self) -> bool:
        """Whether it is the answer of a ruling, which is shown with its verdict, and alone."""
        return self.key[1].startswith(RULINGS)

    def contributions(self, weights: Weights) -> dict[str, float]:
        """Return what each feature adds to the score: they add up to it."""
        return {
            name: weight * value
            for name, weight, value in zip(weights._fields, weights, self.features, strict=True)
            if value
        }


def rank(found: Iterable[tuple[Retrieved, Features]], weights: Weights) -> list[Candidate]:
    """Return statements as candidates, best first."""
    scored = [(retrieved, features, sum(map(mul, weights, features))) for retrieved, features in found]
    if not scored:
        return []
    best = max(score for _, _, score in scored)
    total = sum(exp(score - best) for _, _, score in scored)
    candidates = [
        Candidate(
            retrieved.entry.lang,
            retrieved.key,
            retrieved.n,
            features,
            score,
            exp(score - best) / total,
            retrieved.by_word,
            retrieved.address,
        )
        for retrieved, features, score in scored
    ]
    return sorted(candidates, key=lambda candidate: (-candidate.score, candidate.key, candidate.n))
