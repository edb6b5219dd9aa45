"""Abstain: how likely the answer is right, and whether to give one at all. A confident miss is worse than none."""

from __future__ import annotations

from math import exp, log
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from compendium_cli.answering.analysis import Question
    from compendium_cli.answering.ranking import Candidate
    from compendium_cli.answering.retrieval import Retrieval
    from compendium_cli.answering.selection import Ruling
    from compendium_cli.fitted import Model, Weights

#: So many rulings are shown together before a reader looks elsewhere.
_SHOWN = 2
#: A question of so few words is half as telling as a long one.
_FEW = 3


class Doubt(NamedTuple):
    """What speaks for an answer, and against one."""

    inside: float = 0.0
    """How well the best statement explains the question, word by word, in nats."""
    outside: float = 0.0
    """How well questions explain it that no rule decides."""
    length: float = 0.0
    """The logarithm of the number of its words: the longer, the less of it is like any one text."""
    certainty: float = 0.0
    """The logarithm of the odds that the first two rulings hold what decides, of all candidates."""


class Judgement(NamedTuple):
    """Whether an answer is given, and how likely it is right."""

    decided: bool
    confidence: float
    doubt: Doubt
    domain: float
    """Below 0 the question is declined."""


def doubt_of(
    question: Question, retrieval: Retrieval, ranked: Sequence[Candidate], rulings: Sequence[Ruling], weights: Weights
) -> Doubt:
    """Return what speaks for and against an answer."""
    if not ranked:
        return Doubt()
    chance = min(max(sum(ruling.probability for ruling in rulings[:_SHOWN]), 1e-3), 1 - 1e-3)
    best = max(weights.words * c.features.words + weights.ngrams * c.features.ngrams for c in ranked)
    words, ngrams = retrieval.out_of_domain
    number = len(question.tokens)
    return Doubt(
        inside=best / (_FEW + number),
        outside=(weights.words * words + weights.ngrams * ngrams) / (_FEW + number),
        length=log(1 + number),
        certainty=log(chance / (1 - chance)),
    )


def abstain(question: Question, doubt: Doubt, rulings: Sequence[Ruling], model: Model, *, expanded: bool) -> Judgement:
    """Say whether the question is decided; one that only names a term is, since it was asked for by its name.

    Where no phrasings tell how players speak of the rules (``expanded``), whoever names an entry is answered, too.
    """
    domain = domain_of(doubt, model)
    if question.bare and rulings:
        return Judgement(decided=True, confidence=1.0, doubt=doubt, domain=domain)
    if question.named and not expanded:
        domain = max(domain, 0.0)
    bias, certainty, inside = model.confidence
    chance = _logistic(bias + certainty * doubt.certainty + inside * domain) if rulings else 0.0
    return Judgement(bool(rulings) and domain >= 0, chance, doubt, domain)


def domain_of(doubt: Doubt, model: Model) -> float:
    """Return the logarithm of the odds that a question is about the rules, less the limit to decline it."""
    bias, *weights = model.domain
    return bias + sum(weight * value for weight, value in zip(weights, doubt, strict=False))


def _logistic(score: float) -> float:
    return 1 / (1 + exp(-max(min(score, 30.0), -30.0)))
