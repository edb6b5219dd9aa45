"""The smallest set of statements that settles a question: the deciding one first, each with what belongs to it."""

import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from compendium_cli.answering.alignment import align
from compendium_cli.answering.analysis import analyse
from compendium_cli.answering.ranking import Candidate, Features
from compendium_cli.answering.selection import select
from compendium_cli.compiled import CompiledGlossary
from compendium_cli.fitted import Choice
from conftest import HARBOUR, write_glossary

CHOICE = Choice(novelty=3.0, redundancy=0.5)
NOTHING = Features(*[0.0] * len(Features._fields))

LETTERS = """\
---
edition: it-1
aliases: [segno]
---
# Lettera

Le lettere si contano. ^1

- Una regola che parla da sola. ^2
    - Il caso del gabbiano. ^3
    - Il caso della gru. ^4
    - Il caso del [pesce](b.md). ^5
    - Il caso del corvo. ^6

Quanto segue non conta come lettera: ^7

- Il pellicano. ^8
- Il pinguino. ^9
- Il tucano. ^10
- Lo struzzo. ^11

> [!EXAMPLE]
> Un esempio qualunque. ^12

- Il cormorano dopo un esempio. ^13
"""
FISH = """\
---
edition: it-1
---
# Pesce

Il pesce nuota. ^1

- Il pesce stordito non nuota. ^2

**Vedi anche:** [Lettera](a.md)
"""


@pytest.fixture(scope="module")
def store(_own_world, tmp_path_factory):
    files = {"game/it/a.md": LETTERS, "game/it/b.md": FISH}
    compiled = CompiledGlossary(write_glossary(tmp_path_factory.mktemp("letters"), files))
    yield compiled.store
    compiled.close()


def ranked(*found, lang="it", game="game"):
    """Candidates from (concept, number, probability, what each word speaks for it), best first."""
    order = sorted(found, key=lambda item: -item[2])
    return [
        Candidate(lang, (game, concept), n, NOTHING, chance, chance, tuple(by_word))
        for concept, n, chance, *by_word in order
    ]


def selected(store, text, *found, limit=5):
    return select(analyse(text, store, "it", None), ranked(*found), store, CHOICE, limit)


def numbers(rulings):
    return [(ruling.entry.concept, ruling.statement.n) for ruling in rulings]


# -- what is shown together ------------------------------------------------------------------------------------------


def test_a_rule_is_shown_with_its_cases_and_a_case_with_its_rule(store):
    (rule,) = selected(store, "?", ("a", 2, 0.6), ("a", 3, 0.3), limit=1)
    assert (rule.statement.n, [item.n for item in rule.items], rule.under) == (2, [3, 4, 5], None)
    (case,) = selected(store, "?", ("a", 3, 0.6), limit=1)
    assert (case.statement.n, case.under.n, case.items) == (3, 2, ())


def test_of_many_cases_the_likeliest_are_shown_in_their_order(store):
    (rule,) = selected(store, "?", ("a", 2, 0.5), ("a", 6, 0.3), ("a", 4, 0.2), limit=1)
    assert {4, 6} <= {item.n for item in rule.items}
    assert [item.n for item in rule.items] == sorted(item.n for item in rule.items)
    assert len(rule.items) == 3


@pytest.mark.parametrize("found", [[("a", 2, 0.6), ("a", 3, 0.4)], [("a", 3, 0.6), ("a", 2, 0.4)]])
def test_rule_and_case_are_shown_once_together(store, found):
    (ruling,) = selected(store, "?", *found)
    assert {2, 3} <= {statement.n for statement in ruling.shown}


def test_nothing_is_told_twice_where_the_store_forgets_entries_meanwhile(store, monkeypatch):
    monkeypatch.setattr("compendium_cli.store._MOST_ENTRIES", 0)
    (ruling,) = selected(store, "?", ("a", 2, 0.6), ("a", 3, 0.4))
    assert {2, 3} <= {statement.n for statement in ruling.shown}


def test_a_list_comes_whole_with_its_introduction_and_an_item_with_the_sentence_that_introduces_it(store):
    (opening,) = selected(store, "?", ("a", 7, 0.9), limit=1)
    assert [item.n for item in opening.items] == [8, 9, 10, 11]
    (item,) = selected(store, "?", ("a", 9, 0.9), limit=1)
    assert (item.under.n, item.items) == (7, ())


def test_below_its_definition_an_entry_lists_rules_that_speak_for_themselves(store):
    (definition,) = selected(store, "?", ("a", 1, 0.9), limit=1)
    (rule,) = selected(store, "?", ("a", 2, 0.9), limit=1)
    assert (definition.items, rule.under) == ((), None)


def test_what_stands_after_an_example_is_no_case_of_what_stood_before(store):
    item, example = selected(store, "?", ("a", 13, 0.9), ("a", 12, 0.1))
    assert (item.statement.n, item.under) == (13, None)
    assert (example.statement.n, example.items) == (12, ())


def test_a_ruling_is_as_likely_as_its_statements_together(store):
    (rule,) = selected(store, "?", ("a", 2, 0.5), ("a", 3, 0.3), ("b", 1, 0.1), limit=1)
    assert rule.probability == pytest.approx(0.8)


def test_the_ruling_that_most_probably_holds_what_decides_comes_first(store):
    found = [("b", 1, 0.35), ("a", 8, 0.25), ("a", 9, 0.2), ("a", 7, 0.15)]
    assert numbers(selected(store, "?", *found))[0] == ("a", 7)


# -- what settles ----------------------------------------------------------------------------------------------------


def settling(rulings):
    return [(ruling.entry.concept, ruling.statement.n) for ruling in rulings if ruling.settles]


def test_where_one_ruling_is_far_likelier_it_settles_alone(store):
    rulings = selected(store, "quando si contano?", ("a", 8, 0.8), ("a", 13, 0.1), ("b", 1, 0.05))
    assert settling(rulings) == [("a", 8)]
    assert len(rulings) == 3  # the others are there for those who want more


def test_a_second_that_may_as_well_decide_is_shown_too(store):
    assert settling(selected(store, "?", ("a", 8, 0.5), ("a", 13, 0.4), ("b", 1, 0.05))) == [("a", 8), ("a", 13)]


def test_what_is_named_and_left_open_is_brought_in_as_the_second(store):
    # The third by itself; but the question names it, and nothing before it speaks of it.
    rulings = selected(store, "e con il pesce?", ("a", 8, 0.7), ("a", 13, 0.12), ("b", 2, 0.08))
    assert settling(rulings) == [("a", 8), ("b", 2)]


def test_what_is_named_comes_before_what_is_a_little_likelier(store):
    found = [("a", 8, 0.5), ("a", 13, 0.2), ("b", 2, 0.1)]
    assert numbers(selected(store, "e con il pesce?", *found)) == [("a", 8), ("b", 2), ("a", 13)]
    assert numbers(selected(store, "e allora?", *found)) == [("a", 8), ("a", 13), ("b", 2)]


def test_what_is_named_stays_behind_what_is_far_likelier(store):
    found = [("a", 8, 0.5), ("a", 13, 0.4), ("b", 2, 0.0001)]
    rulings = selected(store, "e con il pesce?", *found)
    assert numbers(rulings) == [("a", 8), ("a", 13), ("b", 2)]
    assert not rulings[-1].settles  # it is worth reading, and does not decide


def test_what_is_named_is_told_however_far_behind_it_is(store):
    found = [("a", n, 0.01 / n) for n in range(1, 15)] * 8
    assert ("b", 2) in numbers(selected(store, "e con il pesce?", *found, ("b", 2, 1e-9), limit=20))


@pytest.fixture(scope="module")
def five(_own_world, tmp_path_factory):
    """Five entries of two rules each; the question has the words ``uno`` and ``due``."""
    text = "---\nedition: it-1\n---\n# Titolo {0}\n\nUna regola. ^1\n\nUn'altra. ^2\n"
    concepts = "".join(f"{name}: {{kind: concept}}\n" for name in "abcde")
    files = {f"game/it/{name}.md": text.format(name) for name in "abcde"} | {"game/concepts.yml": concepts}
    compiled = CompiledGlossary(write_glossary(tmp_path_factory.mktemp("five"), files))
    yield compiled.store
    compiled.close()


def test_after_three_entries_come_new_ones_that_explain_what_the_others_leave_open(five):
    found = [
        ("a", 1, 0.4, 9.0, 0.0),
        ("a", 2, 0.2, 9.0, 0.0),
        ("b", 1, 0.15, 8.0, 0.0),
        ("c", 1, 0.1, 8.0, 0.0),
        ("b", 2, 0.08, 8.0, 0.0),
        ("d", 1, 0.06, 8.0, 0.0),
        ("e", 1, 0.01, 0.0, 5.0),
    ]
    order = [("a", 1), ("a", 2), ("b", 1), ("c", 1), ("e", 1), ("d", 1), ("b", 2)]
    assert numbers(selected(five, "uno due", *found, limit=7)) == order


def test_what_is_not_named_settles_at_most_in_the_second_place(store):
    found = [("a", 8, 0.3), ("a", 13, 0.28), ("b", 1, 0.27), ("b", 2, 0.26)]
    assert settling(selected(store, "?", *found)) == numbers(selected(store, "?", *found))[:2]


def test_only_the_first_settles_where_little_is_known(store):
    assert settling(selected(store, "?", ("a", 8, 0.9))) == [("a", 8)]
    assert selected(store, "?") == []


# -- bare terms ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["lettera", "che cos'è una lettera?", "come funziona la lettera"])
def test_a_bare_title_asks_first_what_it_is(store, text):
    rulings = selected(store, text, ("a", 8, 0.6), ("b", 1, 0.2), ("a", 1, 0.01))
    assert numbers(rulings)[:2] == [("a", 1), ("a", 8)]
    assert settling(rulings)[:2] == [("a", 1), ("a", 8)]


def test_another_name_may_stand_for_one_rule_of_the_entry(store):
    assert numbers(selected(store, "segno", ("a", 8, 0.6), ("a", 1, 0.01)))[0] == ("a", 8)


# -- any candidates --------------------------------------------------------------------------------------------------

FOUND = st.lists(
    st.tuples(st.sampled_from("ab"), st.integers(1, 14), st.floats(0.001, 1)), max_size=25, unique_by=lambda f: f[:2]
)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(FOUND, st.sampled_from(["?", "pesce", "lettera e pesce", "il pesce conta?"]), st.integers(1, 20))
def test_whatever_is_found_no_statement_decides_twice(store, found, text, limit):
    rulings = selected(store, text, *found, limit=limit)
    assert len(rulings) <= limit
    assert len(set(numbers(rulings))) == len(rulings)
    items = [(ruling.entry.concept, item.n) for ruling in rulings for item in ruling.items]
    assert len(set(items)) == len(items)
    assert [ruling.settles for ruling in rulings][:1] in ([], [True])
    assert sum(ruling.settles for ruling in rulings) <= 3
    for ruling in rulings:
        assert all(statement in ruling.entry.statements for statement in ruling.shown)


# -- the same statement in another language ---------------------------------------------------------------------------


def test_a_statement_is_shown_in_the_readers_language(harbour_store):
    (there,) = align(ranked(("storm", 2, 0.9), game="harbour"), "uk", harbour_store)
    assert (there.lang, there.n) == ("uk", 1)


def test_what_the_readers_edition_lacks_stays_what_it_is(harbour_store):
    (there,) = align(ranked(("anchor", 2, 0.9), game="harbour"), "uk", harbour_store)
    assert (there.lang, there.n) == ("it", 2)


@pytest.fixture
def unaligned_store(tmp_path):
    """The test glossary, without a word of which statements correspond."""
    folder = Path(shutil.copytree(HARBOUR, tmp_path / "glossary"))
    for path in folder.rglob("*.md"):
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        path.write_text("".join(line for line in lines if not line.startswith("same:")), encoding="utf-8")
    compiled = CompiledGlossary(folder)
    yield compiled.store
    compiled.close()


@pytest.mark.parametrize(("found", "n"), [(("anchor", 2, 0.9), 2), (("storm", 99, 0.9), 1)])
def test_where_nobody_says_what_corresponds_links_and_places_tell(unaligned_store, found, n):
    (there,) = align(ranked(found, lang="uk", game="harbour"), "it", unaligned_store)
    assert (there.lang, there.n) == ("it", n)


def test_where_the_language_has_no_entry_the_other_text_stays(harbour_store):
    (there,) = align(ranked(("crew", 2, 0.9), game="harbour"), "uk", harbour_store)
    assert (there.lang, there.n) == ("it", 2)


def test_what_becomes_the_same_statement_is_as_likely_as_both(harbour_store):
    (there,) = align(ranked(("storm", 1, 0.5), ("storm", 2, 0.3), game="harbour"), "uk", harbour_store)
    assert (there.n, there.probability) == (1, pytest.approx(0.8))


def test_nothing_changes_in_ones_own_language(harbour_store):
    found = ranked(("anchor", 2, 0.9), ("storm", 1, 0.1), game="harbour")
    assert align(found, "it", harbour_store) == found
