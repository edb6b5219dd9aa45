"""Every habit of formatting is a file in cases/fmt whose name states it."""

import re
from functools import partial
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from compendium_cli.formatting import format_glossary
from compendium_cli.languages import LANGUAGES
from compendium_cli.reading.entry import Place
from compendium_cli.reading.expansions import format_expansions, read_expansions
from compendium_cli.reading.layout import UnsafeLayoutError, format_entry
from conftest import HARBOUR, write_glossary

CASES = sorted((Path(__file__).parent / "cases" / "fmt").glob("*.yml"))
LABELS = {language.see_also for language in LANGUAGES.values()}


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_fmt(path):
    case = yaml.safe_load(path.read_text(encoding="utf-8"))
    form = format_expansions if path.stem.startswith("phrasings") else partial(format_entry, see_also_labels=LABELS)
    assert form(case["before"]) == case["after"]
    assert form(case["after"]) == case["after"]


def words(text):
    """The words of a text, without what formatting may add or move."""
    return re.findall(r"[^\W\d_]+", text)


MARKUP = "**b** [l](a.md) <b> \\ ` * _ ~ &amp; ^1".split(" ")
LINES = ["# T", "- ", "    - ", "1. ", "+ ", "> [!NOTE]", "> ", "```", "---", "***", "#", "| a | b |\n|---|---|", "  "]
PIECES = [
    "una regola",
    " ^2",
    "\t",
    "\n",
    "\n\n",
    *MARKUP,
    *(f"\n{line}" for line in LINES),
    *(f"{line}\n" for line in LINES),
]
BITS = st.lists(st.sampled_from(PIECES), max_size=25).map("".join)


@settings(max_examples=300, deadline=None)
@given(st.one_of(BITS, st.text(max_size=80)))
def test_formatting_twice_changes_nothing_and_words_stay(body):
    text = f"---\nedition: it-1\n---\n{body}"
    try:
        once = format_entry(text, LABELS)
    except UnsafeLayoutError:
        return  # left alone: the promise is kept
    assert words(once) == words(text)
    assert format_entry(once, LABELS) == once


def test_entries_of_the_test_glossary_are_formatted():
    for path in HARBOUR.rglob("*.md"):
        text = path.read_text(encoding="utf-8")
        assert format_entry(text, LABELS) == text


PHRASINGS = st.lists(
    st.sampled_from(["^1", "^2", "^1", "= a", "= b", "# c", "#d", "one way", " another  way", "", "^ 3", "^0", "^_^"])
).map("\n".join)


@settings(max_examples=300, deadline=None)
@given(st.one_of(PHRASINGS, st.text(max_size=40)))
def test_formatting_phrasings_twice_changes_nothing_and_all_lead_where_they_led(text):
    place = Place("game", "it", "a", "game/asked/it/a.txt")
    before, problems = read_expansions(text, place)
    try:
        once = format_expansions(text)
    except UnsafeLayoutError:
        assert problems
        return
    assert format_expansions(once) == once
    after, _ = read_expansions(once, place)
    assert (after.aliases, after.phrasings) == (before.aliases, before.phrasings)
    assert sorted(line for line in text.split("\n") if line == "# c") == re.findall("^# c$", once, re.MULTILINE)


@pytest.mark.parametrize("text", ["no number\n", "^1\n", "=\n^1\na\n", "^1 a\n"])
def test_phrasings_with_faults_are_left_alone(text, tmp_path):
    glossary = write_glossary(tmp_path, {"game/asked/it/a.txt": text})
    done = format_glossary(glossary)
    assert (done.changed, done.left_alone) == ((), ("game/asked/it/a.txt",))
    assert (glossary / "game/asked/it/a.txt").read_text(encoding="utf-8") == text


def test_numbers_asked_about_are_not_given_to_others(tmp_path):
    entry = "---\nedition: {}-1\n---\n# A\n\nUna.\n"
    files = {f"game/{lang}/a.md": entry.format(lang) for lang in ("it", "es")}
    files |= {"game/asked/it/a.txt": "^5\ncome mai\n", "game/asked/en/a.txt": "^7\nwhy\n"}
    glossary = write_glossary(tmp_path, files | {"game/asked/es/a.txt": "^2\npor qué\n"})
    format_glossary(glossary, ["game/it"])
    assert "Una. ^8\n" in (glossary / "game/it/a.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("body", ["Uno. ^1\nDue. ^2\n", "- Uno. ^1\n  Due.\n", "> [!NOTE]\n> Uno. ^1\n> Due. ^2\n"])
def test_statements_that_run_together_are_left_to_a_person(tmp_path, body):
    text = f"---\nedition: it-1\n---\n# A\n\n{body}"
    glossary = write_glossary(tmp_path, {"game/it/a.md": text})
    assert format_glossary(glossary).left_alone == ("game/it/a.md",)
    assert (glossary / "game/it/a.md").read_text(encoding="utf-8") == text
