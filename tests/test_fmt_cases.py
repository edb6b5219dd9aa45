"""Every habit of formatting is a file in cases/fmt whose name states it."""

import re
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from compendium_cli.languages import LANGUAGES
from compendium_cli.reading.layout import UnsafeLayoutError, format_entry
from conftest import HARBOUR

CASES = sorted((Path(__file__).parent / "cases" / "fmt").glob("*.yml"))
LABELS = {language.see_also for language in LANGUAGES.values()}


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_fmt(path):
    case = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert format_entry(case["before"], LABELS) == case["after"]
    assert format_entry(case["after"], LABELS) == case["after"]


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
