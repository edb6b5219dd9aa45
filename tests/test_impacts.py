"""How much a term speaks for a statement: a likelihood, in whole steps, worked out once."""

from math import log1p

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compendium_cli.fitted import Smoothing
from compendium_cli.impacts import (
    NGRAMS,
    STEP,
    WORDS,
    Field,
    Tally,
    counts_of,
    fields_of,
    impacts_of,
    postings_of,
)
from compendium_cli.languages import LANGUAGES
from compendium_cli.model import StatementKind
from compendium_cli.passages import OUT_OF_DOMAIN, Passage, Source

SMOOTHING = Smoothing(entry=0.1, names=5.0, common=0.25, faint=1.0)
#: Steps so fine that what is rounded does not matter.
FINE = 1e-6


def passage(text="", *phrasings, n=1):
    return Passage(n, StatementKind.PARAGRAPH, text, phrasings)


def source(concept, *passages, names=()):
    return Source("game", concept, "it", names, passages)


def out_of_domain(*questions):
    return Source("", OUT_OF_DOMAIN, "it", (), (Passage(1, StatementKind.NOTE, "", questions),))


def field(name=WORDS, smoothing=SMOOTHING):
    return next(known for known in fields_of(LANGUAGES["it"].analyzer.norms, smoothing) if known.name == name)


def counted(sources, field):
    return [counts_of(found, [field])[0] for found in sources]


def collection_of(entries, field, smoothing=SMOOTHING):
    tally = Tally(field, smoothing)
    for entry in entries:
        tally.add(entry)
    return tally.collection()


def postings(sources, field, smoothing=SMOOTHING):
    entries = counted(sources, field)
    collection = collection_of(entries, field, smoothing)
    return postings_of(impacts_of(entry, collection, smoothing) for entry in entries)


@pytest.fixture
def _fine(monkeypatch):
    monkeypatch.setattr("compendium_cli.impacts.STEP", FINE)


def impacts(sources, name=WORDS, smoothing=SMOOTHING):
    """What each term speaks for each entry (``a``) and each of its statements (``a#1``)."""
    documents = [
        key
        for s in sources
        for key in (s.concept, *(f"{s.concept}#{number}" for number in range(1, len(s.passages) + 1)))
    ]
    found = {}
    for term, numbers in postings(sources, field(name, smoothing), smoothing):
        found[term] = {
            documents[document]: impact for document, impact in zip(numbers[0::2], numbers[1::2], strict=True)
        }
    return found


def spoken_for(found, term, document):
    """What a term speaks for a statement: what its entry has, and what it has beyond."""
    entry = document.partition("#")[0]
    return found[term].get(entry, 0) + found[term].get(document, 0)


# -- whole steps -----------------------------------------------------------------------------------------------------

WORD = st.sampled_from(
    ["nave", "ancora", "vento", "scoglio", "faro", "molo", "onda", "remo", "'", "è", "²", "ẞ", "́", "-"]
)
TEXT = st.one_of(st.lists(WORD, max_size=6).map(" ".join), st.text(max_size=12))
PASSAGE = st.builds(lambda text, said: passage(text, *said), TEXT, st.lists(TEXT, max_size=3))
SOURCE = st.tuples(st.lists(TEXT, max_size=2), st.lists(PASSAGE, max_size=3))


@settings(max_examples=200, deadline=None)
@given(st.lists(SOURCE, max_size=4), st.lists(TEXT, max_size=3), st.sampled_from([WORDS, NGRAMS]))
def test_impacts_are_whole_steps_of_documents_that_exist_in_order(entries, undecided, name):
    sources = [source(f"c{place}", *said, names=tuple(names)) for place, (names, said) in enumerate(entries)]
    sources.append(out_of_domain(*undecided))
    size = sum(1 + len(found.passages) for found in sources)
    terms = []
    for term, numbers in postings(sources, field(name)):
        terms.append(term)
        documents, steps = list(numbers[0::2]), list(numbers[1::2])
        assert documents == sorted(set(documents))
        assert all(0 <= document < size for document in documents)
        assert all(isinstance(step, int) and 0 < step < 2**16 for step in steps)
    assert terms == sorted(set(terms))


def test_an_impact_is_rounded_to_the_nearest_step(monkeypatch):
    sources = [source("a", passage("onda scoglio"), passage("molo")), source("b", passage("faro"))]
    rounded = impacts(sources)
    monkeypatch.setattr("compendium_cli.impacts.STEP", FINE)
    for term, found in impacts(sources).items():
        for document, steps in found.items():
            assert rounded[term].get(document, 0) == round(steps * FINE / STEP)


@pytest.mark.usefixtures("_fine")
def test_an_impact_is_how_much_likelier_a_term_is_here_than_anywhere():
    sources = [source("a", passage("onda scoglio"), passage("molo")), source("b", passage("onda"), passage("faro"))]
    found = impacts(sources)
    # Of the five words of the texts two are "onda"; a statement has 5/4 of them on average, an entry 5/2.
    share, statement, entry = 2 / 5, 5 / 4, 5 / 2
    by_entry = 1 / (3 + SMOOTHING.entry * entry) / share
    by_statement = 1 / (2 + statement) / share
    assert found["onda"]["a"] * FINE == pytest.approx(log1p(by_entry), abs=1e-5)
    assert spoken_for(found, "onda", "a#1") * FINE == pytest.approx(log1p(by_statement + by_entry), abs=1e-5)


# -- what is left out ------------------------------------------------------------------------------------------------


@pytest.fixture
def _large(monkeypatch):
    """As if the few statements of a test were many."""
    monkeypatch.setattr("compendium_cli.impacts._FEW", 0)


@pytest.mark.usefixtures("_large")
def test_a_term_that_most_statements_have_is_left_out():
    sources = [source("a", passage("nave scoglio"), passage("nave onda"), passage("nave"), passage("molo"))]
    assert set(impacts(sources)) == {"scogl", "onda", "mol"}
    often = SMOOTHING._replace(common=0.375)
    assert set(impacts(sources, smoothing=often)) == {"nav", "scogl", "onda", "mol"}


def test_of_a_small_glossary_every_word_is_kept():
    sources = [source("a", passage("nave scoglio"), passage("nave"))]
    assert set(impacts(sources)) == {"nav", "scogl"}


def test_n_grams_of_a_single_phrasing_are_left_out_but_those_of_a_text_stay():
    sources = [
        source("a", passage("remo", "vela", "vento vela"), passage("faro")),
        source("b", passage("molo", "scoglio"), passage("onda")),
    ]
    ngrams = impacts(sources, NGRAMS)
    assert {"remo", "faro", "molo", "onda"} <= set(ngrams)  # of a text
    assert "vela" in ngrams  # of two phrasings
    assert not {"vent", "ento", "scog", "glio"} & set(ngrams)  # of one
    assert {"vent", "scogl"} <= set(impacts(sources, WORDS))  # a word is kept


def test_without_terms_there_is_nothing():
    assert impacts([]) == {}
    assert impacts([out_of_domain()]) == {}
    assert impacts([source("a", passage("…", "?!"), names=("!",))]) == {}


# -- statements and their entry --------------------------------------------------------------------------------------


def test_what_a_statement_has_beyond_its_entry_goes_to_the_statement():
    sources = [source("a", passage("onda"), passage("scoglio")), source("b", passage("molo"), passage("faro"))]
    found = impacts(sources)
    assert set(found["onda"]) == {"a", "a#1"}
    assert spoken_for(found, "onda", "a#1") > spoken_for(found, "onda", "a#2") > 0
    assert spoken_for(found, "onda", "b#1") == 0


def test_a_name_speaks_for_the_whole_entry_and_for_none_of_its_statements_more():
    sources = [source("a", passage("onda"), passage("scoglio"), names=("Remo",)), source("b", passage("molo"))]
    assert set(impacts(sources)["rem"]) == {"a"}


def test_a_name_speaks_for_its_entry_as_so_many_phrasings_do():
    others = [source("b", passage("molo")), source("c", passage("scoglio"))]
    word = field()
    both = source("a", passage("onda"), names=("Remo",)), source("a", passage("onda", *["remo"] * int(SMOOTHING.names)))
    named, said = counted(both, word)
    for entry in (named, said):
        assert entry.joined(SMOOTHING.names)["rem"] == SMOOTHING.names
    assert impacts([source("a", passage("onda"), names=("Remo",)), *others])["rem"]["a"]


def test_a_text_that_says_a_word_twice_is_not_twice_as_much_about_it():
    once, twice = (source("a", passage(text, text)) for text in ("onda molo", "onda onda molo"))
    one, other = counted([once, twice], field())
    assert one == other
    assert one.passages[0]["onda"] == 2  # the text, and a phrasing


def test_a_rare_term_speaks_more_than_a_frequent_one():
    said = [passage("onda scoglio"), *(passage(f"onda {word}") for word in ("molo", "faro", "remo"))]
    sources = [source("a", *said), source("b", *(passage(f"vento{place}") for place in range(9)))]
    found = impacts(sources)
    assert spoken_for(found, "scogl", "a#1") > spoken_for(found, "onda", "a#1")


def test_a_term_speaks_more_for_a_short_statement_than_for_a_long_one():
    sources = [source("a", passage("onda")), source("b", passage("onda molo faro remo vela"))]
    found = impacts(sources, smoothing=SMOOTHING._replace(common=0.5))
    assert spoken_for(found, "onda", "a#1") > spoken_for(found, "onda", "b#1")


# -- questions that no rule decides ----------------------------------------------------------------------------------


def test_out_of_domain_questions_are_counted_but_are_no_rule():
    rules = [source("a", passage("onda nave"), passage("scoglio")), source("b", passage("molo"), passage("nave"))]
    word = field()
    alone, together = (
        collection_of(counted(sources, word), word)
        for sources in (rules, [*rules, out_of_domain("nave", "nave e film")])
    )
    # They make a word commoner, so that it speaks less for a rule …
    assert together.share["nav"] > alone.share["nav"]
    with_questions, without = (impacts([*rules, out_of_domain(*said)])["nav"] for said in (["nave"] * 9, []))
    assert with_questions["a"] < without["a"]
    # … but are no statements that have it, and change nothing in what a statement and an entry usually are.
    assert (together.statement, together.entry) == (alone.statement, alone.entry)


def test_an_out_of_domain_question_speaks_for_itself():
    sources = [source("a", passage("onda"), passage("scoglio")), out_of_domain("che film guardo", "un altro film")]
    assert set(impacts(sources)["film"]) == {OUT_OF_DOMAIN, f"{OUT_OF_DOMAIN}#1"}


@pytest.mark.usefixtures("_large")
def test_what_is_common_is_told_by_the_rules_alone():
    rules = [source("a", passage("onda"), passage("scoglio")), source("b", passage("molo"), passage("faro"))]
    questions = out_of_domain(*["quanto costa un film"] * 50)
    assert "film" in impacts([*rules, questions])


@given(st.lists(SOURCE, min_size=1, max_size=3), st.lists(TEXT, min_size=1, max_size=3))
@settings(max_examples=100, deadline=None)
def test_shares_add_up_to_one(entries, undecided):
    sources = [source(f"c{place}", *said, names=tuple(names)) for place, (names, said) in enumerate(entries)]
    word = Field(WORDS, set, 0.5, 1, 0.0)
    entries = counted([*sources, out_of_domain(*undecided)], word)
    collection = collection_of(entries, word)
    assert not collection.share or sum(collection.share.values()) == pytest.approx(1)
    for entry in entries:
        found = impacts_of(entry, collection, SMOOTHING)
        assert len(found) == 1 + len(entry.passages)
        assert all(set(statement) <= set(collection.share) for statement in found)


def test_small_words_count_too():
    (found,) = counted([source("a", passage("Quando si può"))], field())
    assert found.passages == [{"quand": 1, "si": 1, "puo": 1}]


# -- what is written later -------------------------------------------------------------------------------------------


def test_a_term_that_nobody_had_said_is_as_rare_as_can_be():
    word = field()
    old = collection_of(counted([source("a", passage("onda")), source("b", passage("molo onda"))], word), word)
    later = counted([source("c", passage("onda scoglio"))], word)
    new = old.with_terms_of(later)
    assert new.share["scogl"] == old.unseen <= min(old.share.values())
    assert {term: part for term, part in new.share.items() if term != "scogl"} == old.share
    assert new._replace(share=old.share) == old


@pytest.mark.usefixtures("_large")
def test_a_term_that_was_left_out_as_common_stays_out():
    word = field(smoothing=SMOOTHING._replace(common=0.1))
    said = [source("a", passage("onda molo"), passage("onda faro"), passage("onda remo"), passage("vela"))]
    old = collection_of(counted(said, word), word)
    assert "onda" in old.common
    assert "onda" not in old.with_terms_of(counted([source("c", passage("onda"))], word)).share
