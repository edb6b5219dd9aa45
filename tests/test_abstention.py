"""A confident miss is worse than no answer: what is declined, what never is, and how sure an answer is."""

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from compendium_cli.answering.abstention import Doubt, abstain, domain_of, doubt_of
from compendium_cli.answering.analysis import analyse
from compendium_cli.answering.retrieval import OutOfDomain, Retrieval
from compendium_cli.fitted import fitted
from conftest import TESTS

OUT_OF_DOMAIN = [
    "che ore sono a Parigi adesso?",
    "quanto costa un biglietto del treno?",
    "chi ha vinto il campionato?",
    "¿cuánto cuesta un billete de tren?",
    "який сьогодні курс долара?",
]


@pytest.mark.parametrize("question", ["", "  ", "?!", "🌊⚓🌪️", "xyzzy", "x" * 10_000, "qwx " * 2500])
@pytest.mark.parametrize("limit", [1, 5])
def test_what_says_nothing_is_declined(harbour, question, limit):
    answer = harbour.ask(question, limit=limit)
    assert (answer.rulings, answer.decided, answer.judgement.decided) == ((), False, False)


@pytest.mark.parametrize("question", OUT_OF_DOMAIN)
def test_what_is_not_about_the_rules_is_declined(harbour, question):
    answer = harbour.ask(question)
    assert answer.rulings == ()
    assert answer.judgement.domain < 0


@pytest.mark.parametrize(
    "question",
    [
        "una nave ancorata si sposta durante la tempesta?",
        "una nave ancorata si sposta durante la tempesta, xkcdfoo?",
        "una nave ancorata si sposta durante la tempesta, secondo Alessandro Manzoni?",
        "una nave ancorata si sposta durante la tempesta? " + "dimmi " * 5,
    ],
)
def test_a_strange_word_in_a_good_question_is_forgiven(harbour, question):
    answer = harbour.ask(question)
    assert (answer.rulings[0].entry.concept, answer.rulings[0].statement.n) == ("anchor", 2)


def test_a_bare_title_is_never_declined(harbour):
    for entry in harbour.entries():
        if entry.statements:
            answer = harbour.ask(entry.title, lang=entry.lang)
            assert answer.rulings[0].entry.name == entry.name, entry.title
            assert answer.judgement.confidence == 1.0


def test_a_bare_title_of_the_shipped_glossary_is_never_declined(shipped):
    entries = [entry for entry in shipped.entries() if entry.statements]
    declined = [
        entry.title
        for entry in entries[:: max(len(entries) // 150, 1)]
        if not shipped.ask(entry.title, lang=entry.lang, game=entry.game).rulings
    ]
    assert declined == []


def test_where_nothing_decides_the_nearest_are_named(harbour):
    answer = harbour.ask("quanto costa una tempesta di regali al supermercato?", lang="it")
    if not answer.rulings:
        assert answer.nearest
        assert len(set(answer.nearest)) == len(answer.nearest) <= 5
    assert harbour.ask("una nave ancorata si sposta?").nearest == ()


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(max_size=80))
def test_confidence_is_a_probability(harbour, text):
    judgement = harbour.ask(text).judgement
    assert 0 <= judgement.confidence <= 1


@given(st.builds(Doubt, *[st.floats(-50, 50)] * len(Doubt._fields)))
def test_however_much_speaks_for_an_answer_it_is_no_more_than_sure(harbour_store, doubt):
    question = analyse("nave e faro", harbour_store, "it", None)
    for expanded in (True, False):
        model = fitted().model(expanded=expanded)
        given_some, given_none = (abstain(question, doubt, rulings, model, has_text=True) for rulings in (["some"], []))
        assert 0 <= given_some.confidence <= 1
        assert (given_none.decided, given_none.confidence) == (False, 0.0)
        assert given_some.decided == (given_some.domain >= 0)


@pytest.mark.parametrize("expanded", [True, False])
def test_doubt_is_moved_by_what_it_should_be_moved_by(expanded):
    model = fitted().model(expanded=expanded)
    some = Doubt(inside=1.0, outside_words=1.0, outside_ngrams=1.0, length=2.0, unexplained=0.5, certainty=0.0)
    assert domain_of(some._replace(inside=2.0), model) > domain_of(some, model)
    assert domain_of(some._replace(outside_words=2.0), model) < domain_of(some, model)
    assert domain_of(some._replace(outside_ngrams=2.0), model) < domain_of(some, model)
    assert domain_of(some._replace(unexplained=0.7), model) < domain_of(some, model)
    # How sure the ranking is of its first says nothing of what the question is about.
    assert domain_of(some._replace(certainty=3.0), model) == domain_of(some, model)


def test_nothing_found_leaves_nothing_to_doubt(harbour_store):
    question = analyse("nave", harbour_store, "it", None)
    assert doubt_of(question, Retrieval([], OutOfDomain(1.0, 1.0, (1.0,))), [], [], fitted().weights) == Doubt()


def test_a_surer_answer_is_a_likelier_one(harbour):
    sure = harbour.ask("una nave ancorata si sposta durante la tempesta?").judgement
    vague = harbour.ask("una nave e un marinaio", lang="it").judgement
    assert sure.confidence > vague.confidence


QUESTIONS = Path(TESTS).parent / "benchmarks" / "questions"


@pytest.mark.parametrize("name", ["it", "es", "uk", "out"])
def test_questions_about_the_rules_are_answered_and_others_declined(shipped, name):
    lines = (QUESTIONS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    # Figures are the business of benchmarks/answers.py: this only notices that something is badly broken.
    asked = [question for question in map(json.loads, lines) if question["part"] == "tune"][:60]
    declined = sum(not shipped.ask(question["question"]).rulings for question in asked)
    assert declined > 0.75 * len(asked) if name == "out" else declined < 0.15 * len(asked)
