"""Rank: one linear model over the features; its softmax is the probability that a statement decides."""

from __future__ import annotations

from math import exp
from operator import mul
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

    from compendium_cli.answering.features import Features
    from compendium_cli.answering.retrieval import Retrieved
    from compendium_cli.fitted import Weights
    from compendium_cli.passages import Key


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
        Candidate(retrieved.entry.lang, retrieved.key, retrieved.n, features, score, exp(score - best) / total)
        for retrieved, features, score in scored
    ]
    return sorted(candidates, key=lambda candidate: (-candidate.score, candidate.key, candidate.n))
