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


class Doubt(NamedTuple):
    """What speaks for an answer, and against one."""

    inside: float = 0.0
    """How well the best statement explains the question, in nats for each of its words."""
    outside_words: float = 0.0
    """How well questions that no rule decides explain its words."""
    outside_ngrams: float = 0.0
    """The same for its character n-grams."""
    length: float = 0.0
    """The logarithm of the number of its words: the longer, the less of it is like any one text."""
    unexplained: float = 0.0
    """The share of its words that neither the best statement has, nor any question that no rule decides."""
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
    best = max(ranked, key=lambda candidate: _explained(candidate, weights))
    outside = retrieval.out_of_domain
    number = 1 + len(question.tokens)
    unexplained = [not (inside or other) for inside, other in zip(best.by_word, outside.by_word, strict=True)]
    return Doubt(
        inside=_explained(best, weights) / number,
        outside_words=weights.words * outside.words / number,
        outside_ngrams=weights.ngrams * outside.ngrams / number,
        length=log(number),
        unexplained=sum(unexplained) / max(len(unexplained), 1),
        certainty=log(chance / (1 - chance)),
    )


def _explained(candidate: Candidate, weights: Weights) -> float:
    """Return what the question's terms speak for a statement."""
    return weights.words * candidate.features.words + weights.ngrams * candidate.features.ngrams


def abstain(question: Question, doubt: Doubt, rulings: Sequence[Ruling], model: Model, *, has_text: bool) -> Judgement:
    """Say whether the question is decided; one that only names a term is, since it was asked for by its name.

    Where the question's language has nothing but names (``has_text``), whoever names an entry is answered, too.
    """
    domain = domain_of(doubt, model)
    if question.named and not has_text:
        domain = max(domain, 0.0)
    if question.bare and rulings:
        return Judgement(decided=True, confidence=1.0, doubt=doubt, domain=domain)
    bias, certainty, inside = model.confidence
    chance = _logistic(bias + certainty * doubt.certainty + inside * domain) if rulings else 0.0
    return Judgement(bool(rulings) and domain >= 0, chance, doubt, domain)


def domain_of(doubt: Doubt, model: Model) -> float:
    """Return the logarithm of the odds that a question is about the rules, less the limit to decline it."""
    bias, *weights = model.domain
    return bias + sum(weight * value for weight, value in zip(weights, doubt, strict=False))


def _logistic(score: float) -> float:
    return 1 / (1 + exp(-max(min(score, 30.0), -30.0)))
