"""Whether a ruling answers the very question: it comes first, or not at all."""

from typing import NamedTuple

import pytest

from compendium_cli.answering.ranking import Candidate, Features
from compendium_cli.answering.settling import COST, Evidence, chance_of, settle
from compendium_cli.encoder import NOTHING
from compendium_cli.fitted import Settling

SETTLING = Settling(learnt=-1.0, unlearnt=0.0, unlike=0.5, fit=0.5, lead=1.0)


def candidate(concept, score, probability=0.25, meant=0.0):
    features = Features(words=1.0, ngrams=0.0, named=0.0, own=1.0, aside=0.0, meant=meant)
    address = f"it/harbour/{concept}#2"
    return Candidate("it", ("harbour", concept), 2, features, score, probability, (1.0,), address)


class Learnt(NamedTuple):
    """What a question is after, as somebody knows it who has learnt a few products by heart."""

    products: dict[str, float]
    length: float = 2.0

    def likely(self, address):
        return self.products.get(address, 0.0)


STATEMENTS = [candidate("ship", 2.0), candidate("storm", 1.0)]


def test_a_ruling_far_ahead_of_the_next_comes_first_and_the_statements_share_the_rest():
    found = settle([candidate("rulings/a", 9.0), candidate("rulings/b", 3.0), *STATEMENTS], NOTHING, SETTLING)
    assert [one.key[1] for one in found.candidates] == ["rulings/a", "ship", "storm"]
    assert found.candidates[0].probability == pytest.approx(chance_of(found.evidence, SETTLING))
    assert sum(one.probability for one in found.candidates) == pytest.approx(1)


def test_of_two_rulings_as_likely_none_is_shown():
    found = settle([candidate("rulings/a", 9.0), candidate("rulings/b", 9.0), *STATEMENTS], NOTHING, SETTLING)
    assert [one.key[1] for one in found.candidates] == ["ship", "storm"]
    assert sum(one.probability for one in found.candidates) == pytest.approx(1)
    assert found.evidence == Evidence(lead=0.0)


@pytest.mark.parametrize(("score", "first"), [(9.0, "rulings/a"), (1.5, "ship")])
def test_the_only_ruling_is_compared_with_the_best_statement(score, first):
    ranked = sorted([candidate("rulings/a", score), *STATEMENTS], key=lambda one: -one.score)
    assert settle(ranked, NOTHING, SETTLING).candidates[0].key[1] == first


def test_a_ruling_that_is_all_there_is_comes_first():
    assert settle([candidate("rulings/a", 1.0)], NOTHING, SETTLING).candidates[0].key[1] == "rulings/a"


def test_where_there_is_no_ruling_the_statements_stay_as_they_are():
    found = settle(STATEMENTS, NOTHING, SETTLING)
    assert [one.key[1] for one in found.candidates] == ["ship", "storm"]
    assert found.evidence is None


@pytest.mark.parametrize("sounds_like", ["rulings/a", "rulings/b"])
def test_a_question_that_only_sounds_like_one_of_the_rulings_is_told_by_what_was_learnt(sounds_like):
    ranked = [candidate("rulings/a", 9.0, meant=5.0), candidate("rulings/b", 3.0), *STATEMENTS]
    known = {"it/harbour/rulings/a#0": -3.0, "it/harbour/rulings/b#0": -4.0}
    asked = settle(ranked, Learnt(known), SETTLING)
    other = settle(ranked, Learnt(known | {f"it/harbour/{sounds_like}#0": 12.0}), SETTLING)
    assert asked.evidence == Evidence(unlike=8.0, fit=2.5, is_learnt=True)
    assert other.evidence == Evidence(unlike=-7.0, fit=2.5, is_learnt=True)
    assert asked.candidates[0].key[1] == "rulings/a"
    assert other.candidates[0].key[1] == "ship"


def test_a_ruling_of_which_nothing_was_learnt_is_judged_by_its_lead():
    ranked = [candidate("rulings/new", 9.0), candidate("rulings/b", 3.0, meant=5.0), *STATEMENTS]
    found = settle(ranked, Learnt({"it/harbour/rulings/b#0": 1.0}), SETTLING)
    assert found.evidence == Evidence(lead=6.0)


@pytest.mark.parametrize("lead", [-5.0, 0.0, 0.5, 3.0])
def test_a_wrong_verdict_costs_more_than_a_right_one_is_worth(lead):
    evidence = Evidence(lead=lead)
    ranked = [candidate("rulings/a", lead), candidate("rulings/b", 0.0), *STATEMENTS]
    shown = settle(ranked, NOTHING, SETTLING).candidates[0].key[1] == "rulings/a"
    chance = chance_of(evidence, SETTLING)
    assert shown == (chance - COST * (1 - chance) >= 0)
