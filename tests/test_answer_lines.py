"""An answer at the table: what settles the question first, whole, once, in as few rows as that takes."""

import itertools
import os
import re
import sys
from types import SimpleNamespace

import pytest
from click import unstyle
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from compendium_cli.answering.answers import Answer
from compendium_cli.answering.ranking import Candidate, Features
from compendium_cli.answering.selection import select
from compendium_cli.commands.answer_lines import AnswerLines, Detail
from compendium_cli.commands.places import Places
from compendium_cli.commands.styles import display_width
from compendium_cli.fitted import Choice
from compendium_cli.languages import language
from compendium_cli.model import QUOTATION_FORMS, RULINGS, Entry, Statement, StatementKind
from compendium_cli.rulings import Proof, Proven
from documents import ROOT
from readers import read, seen

SITE = "https://compendium.example"
ANCHORED = "una nave ancorata si sposta durante la tempesta?"

# -- made-up glossaries ------------------------------------------------------------------------------------------------

NOTHING = Features(*[0.0] * len(Features._fields))
KINDS = [
    StatementKind.PARAGRAPH,
    *[StatementKind.ITEM] * 4,
    StatementKind.STEP,
    StatementKind.EXAMPLE,
    StatementKind.NEWER,
    StatementKind.QUESTION,
    StatementKind.ANSWER,
]
#: Texts of one row and of many, some of which introduce a list; none begins, ends or holds another.
TEXTS = st.integers(0, 11).map(
    lambda number: f"Frase{number}q {'detta ' * (0, 3, 12, 40)[number % 4]}qui{':' if number % 3 == 0 else '.'}"
)


#: How likely each statement decides.
CHANCES = st.randoms(use_true_random=False).map(lambda random: [random.uniform(0.001, 1) for _ in range(45)])


def statement(n, kind, text, depth):
    is_listed = kind in {StatementKind.ITEM, StatementKind.STEP}
    marker = {StatementKind.ITEM: "-", StatementKind.STEP: f"{n}."}.get(kind, "")
    edition = "it-9" if kind is StatementKind.NEWER else None
    return Statement(n, kind, text, text, n, depth if is_listed else 0, marker, edition)


@st.composite
def entries(draw):
    """Entries of any statements in any order, nested as lists may be, and perhaps a ruling that rests on them."""
    made = {}
    for concept in draw(st.sampled_from(["a", "ab", "abc"])):
        said, depth = [], 0
        for n, kind in enumerate(draw(st.lists(st.sampled_from(KINDS), min_size=1, max_size=14)), 1):
            deepest = depth + 1 if kind in {StatementKind.ITEM, StatementKind.STEP} else 0
            depth = draw(st.integers(1, deepest)) if deepest else 0
            text = draw(TEXTS)
            if draw(st.booleans()):
                text = text.upper().replace("  ", " ")
            said.append(statement(n, kind, text, depth))
        made[concept] = Entry("game", concept, "it", f"Voce {concept}", "it-1", None, f"{concept}.md", 1, tuple(said))
    if draw(st.booleans()):
        said = (statement(1, StatementKind.QUESTION, "Domanda?", 0), statement(2, StatementKind.ANSWER, draw(TEXTS), 0))
        made[f"{RULINGS}r"] = Entry("game", f"{RULINGS}r", "it", "Decisione", "it-1", None, "r.md", 1, said)
    return made


class MadeUp:
    """As much of a compendium as an answer is shown with."""

    def __init__(self, made):
        self.made = made

    def entry(self, *words):
        """Return an entry, by its name as the API has it, or by its parts as the store has it."""
        return self.made.get(words[2] if len(words) == 3 else words[0].partition("/")[2])

    def titles(self, name):
        entry = self.entry(name)
        return {"it": entry.title} if entry else {}

    def title(self, name, lang):
        return self.titles(name).get(lang, name)

    def url(self, entry, n=None):
        return f"{SITE}/it/game/{entry.concept}/" + (f"#{n}" if n else "")

    def games(self):
        return {"game": SimpleNamespace(name=lambda _lang: "Gioco")}

    def main_game(self):
        return "game"

    def matching_words(self, *_):
        return frozenset()

    def notices(self, *_):
        return []

    def ruling(self, entry):
        if not entry.is_ruling:
            return None
        grounds = [
            Proof(other, said) for other in self.made.values() if other is not entry for said in other.statements
        ]
        return Proven(SimpleNamespace(), SimpleNamespace(), tuple(grounds[:4]))


def answered(made, chances):
    """Return what a question is answered with whose statements are as likely as given."""
    there = [(entry, said) for entry in made.values() for said in entry.statements]
    found = [
        Candidate("it", ("game", entry.concept), said.n, NOTHING, chance, chance, ())
        for (entry, said), chance in zip(there, chances, strict=False)
        if not entry.is_ruling or said.kind is StatementKind.ANSWER
    ]
    found.sort(key=lambda candidate: -candidate.probability)
    if not found[0].is_ruling:  # one is shown in the first place or not at all
        found = [candidate for candidate in found if not candidate.is_ruling]
    question = SimpleNamespace(named=(), bare=None, words=())
    rulings = select(question, found, MadeUp(made), Choice(novelty=3.0, redundancy=0.5), 5)
    names = tuple(f"game/{concept}" for concept in made)
    return Answer("?", "it", "it", (), tuple(rulings), {}, names, names, (), None, None)


def shown(made, answer, *, columns, detail, places):
    lines = AnswerLines(MadeUp(made), answer, detail, places)
    before = os.environ.get("COLUMNS")
    os.environ["COLUMNS"] = str(columns)
    try:
        return unstyle("\n".join(lines.lines())).split("\n")
    finally:
        os.environ.pop("COLUMNS") if before is None else os.environ.update(COLUMNS=before)


def entry_of(concept, *texts):
    said = tuple(statement(n, StatementKind.PARAGRAPH, text, 0) for n, text in enumerate(texts, 1))
    return Entry("game", concept, "it", f"Voce {concept}", "it-1", None, f"{concept}.md", 1, said)


TWICE = {"a": entry_of("a", "Frase1q qui.", "Frase1q qui."), "b": entry_of("b", "FRASE1Q  QUI.")}


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck), database=None)
@given(
    entries(),
    CHANCES,
    st.sampled_from([30, 40, 80, 100]),
    st.booleans(),
    st.booleans(),
)
@example(TWICE, itertools.repeat(0.5), 80, True, True)
def test_whatever_a_glossary_says_an_answer_says_it_once_and_in_its_columns(made, chances, columns, more, numbered):
    answer = answered(made, chances)
    places = Places(numbered=numbered)
    rows = shown(made, answer, columns=columns, detail=Detail(more=more), places=places)
    text = "\n".join(rows)
    said = re.findall(r"frase\d+q", text.casefold())
    assert len(said) == len(set(said)), "something is said twice"
    if answer.rulings:
        assert re.match(r"frase\d+q", answer.rulings[0].statement.text.casefold()).group() in said
        head = next(row for row in rows if row.strip())
        assert answer.rulings[0].entry.title in head or answer.rulings[0].entry.question in head
    assert not rows[0] or rows[0].strip()
    assert all(display_width(row) <= columns for row in rows if SITE not in row), "a row is too wide"
    assert all(row == row.rstrip() for row in rows)
    assert "\n\n\n" not in text
    numbers = [int(number) for number in re.findall(r"\[(\d+)\] ", text)]
    assert list(dict.fromkeys(numbers)) == (list(range(1, len(places) + 1)) if numbered else [])
    # Nothing but what settles the question, unless more is wanted: one ruling has one address.
    settling = [ruling for ruling in answer.rulings if ruling.settles]
    if not more:
        assert text.count(SITE) <= len(settling) <= 3
        assert len(said) <= sum(len(ruling.shown) for ruling in settling) + 4


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck), database=None)
@given(entries(), CHANCES)
def test_an_answer_takes_no_row_that_it_does_not_need(made, chances):
    """A head and an address for each ruling, an empty row between, the texts, and what to read next."""
    answer = answered(made, chances)
    rows = shown(made, answer, columns=80, detail=Detail(), places=None)
    texts = sum(bool(row.strip()) and row.startswith("  ") and SITE not in row for row in rows)
    settling = sum(ruling.settles for ruling in answer.rulings)
    grounds = 5 if any(ruling.settles and ruling.entry.is_ruling for ruling in answer.rulings) else 0
    assert len(rows) <= texts + 3 * settling + grounds + 3


def test_a_long_list_is_cut_and_whole_on_demand():
    listed = [statement(n, StatementKind.ITEM, f"Frase{n}q qui.", 1) for n in range(2, 14)]
    opening = statement(1, StatementKind.PARAGRAPH, "Si conta così:", 0)
    made = {"a": entry_of("a")._replace(statements=(opening, *listed))}
    answer = answered(made, [1.0] + [0.01] * 12)
    few, all_of_it = (
        "\n".join(shown(made, answer, columns=80, detail=Detail(more=more), places=None)) for more in (False, True)
    )
    assert (few.count("Frase"), "    … +4\n" in few) == (8, True)
    assert (all_of_it.count("Frase"), "…" in all_of_it) == (12, False)


# -- the glossary of the tests -----------------------------------------------------------------------------------------


def test_what_settles_the_question_comes_first(run, harbour):
    out = run("ask", ANCHORED).out
    first = harbour.ask(ANCHORED).rulings[0]
    assert first.statement.text in " ".join(out.partition(SITE)[0].split())


@pytest.mark.parametrize("question", ["does the lighthouse help in a storm?", "what does Drop Anchor do?"])
def test_a_question_in_a_language_without_text_is_told_so_once(run, question):
    told = run("ask", question).out
    assert told.splitlines()[0] == "La domanda è in inglese: la risposta è nel testo in italiano."
    assert told.count("inglese") == 1


def test_a_language_that_has_no_text_is_told(run):
    told = run("ask", ANCHORED, "--lang", "en")
    assert (told.status, told.err) == (0, "compendium: Non c'è testo in inglese: la risposta è in italiano.\n")
    assert run("ask", ANCHORED, "--lang", "it").err == ""


def test_a_rule_that_the_language_lacks_says_so_once_before_it_comes(run):
    out = run("ask", "una nave ancorata può spostarsi durante la tempesta?", "--lang", "es").out
    lacking = language("es").labels.lacking.format(edition="it-2", lang="italiano")
    said = " ".join(out.split())
    assert said.count(lacking) == 1
    assert "el texto en español" not in said  # none of it is
    assert said.index(lacking) < said.index("Durante la tempesta una nave ancorata")


def test_terms_are_listed_only_where_they_are_asked_for_and_are_terms(run, harbour):
    for question in (ANCHORED, "e già poi una nave ancorata in tempesta?"):
        assert "Termini" not in run("ask", question).out
        explained = run("ask", question, "--explain").out
        (line,) = [row for row in explained.splitlines() if row.startswith("Termini")]
        titles = {entry.title for entry in harbour.entries("it")}
        assert set(line.removeprefix("Termini: ").split(", ")) <= titles


def test_what_to_read_next_is_little_and_nothing_that_was_shown(run, harbour):
    out = run("ask", ANCHORED).out
    (line,) = [row for row in out.splitlines() if row.startswith("Da leggere poi: ")]
    named = line.removeprefix("Da leggere poi: ").split(", ")
    assert 0 < len(named) <= 3
    assert not {ruling.entry.title for ruling in harbour.ask(ANCHORED).rulings if ruling.settles} & set(named)


@pytest.mark.parametrize("form", QUOTATION_FORMS)
def test_an_answer_as_a_quotation_says_nothing_twice(harbour, form):
    for question in (ANCHORED, "tempesta", "ancora", "che cosa fa il faro?"):
        answer = harbour.ask(question)
        said = [line for part in harbour.quote_answer(answer, form).split("\n\n") for line in read(form, part).lines]
        for ruling in answer.rulings:
            for statement in ruling.shown if ruling.settles else ():
                assert sum(line.endswith(seen(statement.text)) for line in said) == 1, statement.text


# -- the glossary that we ship -----------------------------------------------------------------------------------------


@pytest.mark.slow
def test_nearly_every_answer_fits_24_rows_and_none_says_anything_twice(shipped, monkeypatch):
    """The measure of benchmarks/answer_rows.py, on every twentieth question."""
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))
    import answer_rows
    from answers import read_questions

    monkeypatch.setenv("COLUMNS", str(answer_rows.COLUMNS))
    monkeypatch.setenv("NO_COLOR", "1")
    questions = read_questions("all")[::20]
    assert len(questions) > 50
    too_long = 0
    for asked in questions:
        answer = shipped.ask(asked.question, lang=asked.answer_lang, game=asked.named_game)
        lines = AnswerLines(shipped, answer, Detail())
        rows = unstyle("\n".join([*lines.lines(), *([] if answer.rulings else lines.nearest())])).splitlines()
        assert answer_rows.repeated(rows) == [], asked.question
        too_long += len(rows) > answer_rows.ROWS
    assert too_long <= len(questions) // 30
    assert "answer_rows" in sys.modules
