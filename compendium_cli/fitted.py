"""The fitted numbers: all that retrieval, ranking and abstention weigh with, read from one generated file.

``benchmarks/fit.py`` writes ``fitted.json``, which says what it was fitted on. Nothing else decides the
order of answers.
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

FITTED = Path(__file__).with_name("fitted.json")


class Smoothing(NamedTuple):
    """The numbers of the language models, used when a glossary is compiled."""

    entry: float
    """An entry's own terms count half once it has this many times the usual number of them."""
    names: float
    """A name counts as much as so many phrasings."""
    common: float
    """An n-gram that a larger share of the statements have tells nothing apart and is left out; so is a word that more
    than twice as many have."""
    faint: float
    """An n-gram that speaks less than this for a statement, in nats, is left out: half of them do."""


class Weights(NamedTuple):
    """What each feature adds to the score of a statement."""

    words: float
    ngrams: float
    named: float
    own: float
    aside: float
    meant: float


class Settling(NamedTuple):
    """A logistic regression: whether the best ruling settles the question. Its bias depends on what can be known."""

    learnt: float
    unlearnt: float
    unlike: float
    fit: float
    lead: float


class Choice(NamedTuple):
    """How rulings are chosen after the first."""

    novelty: float
    """One of an entry that the question names and none before it is of counts so many times."""
    redundancy: float
    """What one loses for each nat that the question's words speak for it and have spoken for one before it."""


class Domain(NamedTuple):
    """A logistic regression: whether a question is about the rules at all. Below 0 it is declined."""

    bias: float
    inside: float
    outside_words: float
    outside_ngrams: float
    length: float
    unexplained: float


class Confidence(NamedTuple):
    """A logistic regression: how likely an answer is right, if it is given."""

    bias: float
    certainty: float
    domain: float


class Model(NamedTuple):
    """When to decline, and how likely an answer is right; only the biases know of phrasings."""

    domain: Domain
    confidence: Confidence


class Fitted(NamedTuple):
    """Every fitted number."""

    smoothing: Smoothing
    weights: Weights
    settling: Settling
    choice: Choice
    with_expansions: Model
    without_expansions: Model

    def model(self, *, expanded: bool) -> Model:
        """Return the model for texts with phrasings, or for texts alone."""
        return self.with_expansions if expanded else self.without_expansions


@lru_cache(maxsize=1)
def fitted() -> Fitted:
    """Return the shipped numbers."""
    kept = json.loads(FITTED.read_text(encoding="utf-8"))
    models = [
        Model(
            Domain(kept[name]["domain"], **kept["domain"]), Confidence(kept[name]["confidence"], **kept["confidence"])
        )
        for name in ("with_expansions", "without_expansions")
    ]
    return Fitted(
        Smoothing(**kept["smoothing"]),
        Weights(**kept["weights"]),
        Settling(**kept["settling"]),
        Choice(**kept["choice"]),
        *models,
    )
