"""The fitted numbers: few, all in one generated file, and none besides."""

import json

import pytest

from compendium_cli.answering.abstention import Doubt
from compendium_cli.answering.ranking import Features
from compendium_cli.fitted import FITTED, Choice, Confidence, Domain, Model, Settling, Smoothing, Weights, fitted

MOST_NUMBERS = 25


def numbers_in(kept):
    if isinstance(kept, dict):
        return sum(map(numbers_in, kept.values()))
    return isinstance(kept, (int, float))


def kept():
    return json.loads(FITTED.read_text(encoding="utf-8"))


def test_there_are_few_of_them():
    assert numbers_in(kept()) <= MOST_NUMBERS


def flat(numbers):
    return [value for part in numbers for value in (flat(part) if isinstance(part, tuple) else [part])]


def test_every_number_of_the_file_is_used_and_no_other():
    def keys(value):
        return {key: keys(value[key]) for key in value} if isinstance(value, dict) else None

    biases = dict.fromkeys(Model._fields)
    assert keys(kept()) == {
        "fitted_on": None,
        "smoothing": dict.fromkeys(Smoothing._fields),
        "weights": dict.fromkeys(Weights._fields),
        "settling": dict.fromkeys(Settling._fields),
        "choice": dict.fromkeys(Choice._fields),
        "domain": dict.fromkeys(Domain._fields[1:]),
        "confidence": dict.fromkeys(Confidence._fields[1:]),
        "with_expansions": biases,
        "without_expansions": biases,
    }
    # The slopes are the same with phrasings and without.
    assert len(flat(fitted())) == numbers_in(kept()) + len(Domain._fields[1:]) + len(Confidence._fields[1:])


def test_every_feature_is_weighed_by_the_weight_of_its_name():
    assert Weights._fields == Features._fields


def test_every_sign_of_doubt_is_weighed_by_the_number_of_its_name():
    assert Domain._fields[1:] == Doubt._fields[: len(Domain._fields) - 1]


def test_what_fitting_may_not_change():
    weights, smoothing = fitted().weights, fitted().smoothing
    assert weights.words > 0  # words and n-grams speak for a statement, a name for its entry
    assert weights.ngrams > 0
    assert weights.named > 0
    assert weights.aside < 0  # a note seldom decides a case
    assert all(value > 0 for value in smoothing)
    assert min(fitted().settling[2:]) > 0  # what speaks for a ruling, and its lead
    assert fitted().choice.novelty >= 1  # what is named counts no less, what was told no more
    assert fitted().choice.redundancy >= 0
    assert smoothing.common <= 0.5  # a word that half of the statements have, or more


@pytest.mark.parametrize("expanded", [True, False])
def test_an_answer_is_the_surer_the_more_speaks_for_it(expanded):
    model = fitted().model(expanded=expanded)
    assert model.domain.inside > 0 > max(model.domain.outside_words, model.domain.outside_ngrams)
    assert model.confidence.certainty > 0
    assert model.confidence.domain > 0
