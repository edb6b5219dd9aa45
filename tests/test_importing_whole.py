"""Nothing of a document is lost: what is in no entry is in the report, and what a page has beside its text is told."""

import doctest

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compendium_cli.importing import beside, coverage, terms, tree
from compendium_cli.importing.coverage import words_of
from compendium_cli.importing.document import Document, Line
from compendium_cli.importing.pipeline import import_document
from compendium_cli.languages import LANGUAGES
from compendium_cli.model import Corpus


def imported(text, lang="en"):
    lines = tuple(Line(number, line) for number, line in enumerate(text.split("\n"), 1))
    return import_document(Document(lines, ("utf-8",)), Corpus({}, ()), "game", LANGUAGES[lang])


def texts_of(found):
    return {entry.title: " ".join(block.text for block in entry.blocks) for entry in found.entries}


@pytest.mark.parametrize("module", [beside, coverage, terms, tree])
def test_examples_in_the_documentation(module):
    assert doctest.testmod(module).failed == 0


# -- told by shape and place, not by name ------------------------------------------------------------------------------


def test_contents_that_list_the_parts_of_the_game_are_an_entry():
    found = imported("# Storm\n\nIt rains.\n\n# Contents\n\n1 board\n\n52 cards\n\n4 boats\n\n# Crew\n\nSailors.\n")
    assert texts_of(found)["Contents"] == "1 board 52 cards 4 boats"
    assert found.skipped == ()


@pytest.mark.parametrize(
    "listed",
    [
        "Storm ..... 3\nCrew ..... 4\n",
        "- [Storm](#storm)\n- [Crew](#crew)\n",
        "Storm\nCrew\n",
        "1. Storm 3\n2. Crew 4\n",
    ],
)
@pytest.mark.parametrize("heading", ["Contents", "Index"])
def test_what_lists_the_document_is_contents_or_an_index(heading, listed):
    found = imported(f"# {heading}\n\n{listed}\n# Storm\n\nIt rains.\n\n# Crew\n\nSailors.\n")
    assert list(texts_of(found)) == ["Storm", "Crew"]
    assert {skipped.why for skipped in found.skipped} == {"table of contents or index"}
    assert found.coverage.beside == len(words_of(heading)) + len(words_of(listed))
    assert found.coverage.share == 1


def test_contents_by_any_name_are_told_by_what_they_list():
    titles = ["Storm", "Crew", "Anchor", "Harbour", "Cargo"]
    listed = "".join(f"- [{title}](#{title.lower()})\n" for title in titles)
    rules = "".join(f"# {title}\n\nThe {title.lower()} counts.\n\n" for title in titles)
    assert list(texts_of(imported(f"# What is in here\n\n{listed}\n{rules}"))) == titles


def test_the_paragraph_after_a_table_of_contents_is_kept():
    document = (
        "# Contents\n\nStorm 3\nCrew 4\n\nThis game is about the sea.\n\n# Storm\n\nIt rains.\n\n# Crew\n\nSailors.\n"
    )
    assert texts_of(imported(document))["Introduction"] == "This game is about the sea."


def test_a_heading_that_every_chapter_has_is_no_running_head():
    chapters = "".join(f"# Scenario {n}\n\nA story of {n}.\n\n## Setup\n\nTake {n} boats.\n\n" for n in range(2, 9))
    found = imported(chapters)
    assert texts_of(found)["Setup (Scenario 5)"] == "Take 5 boats."
    assert len(found.entries) == 14
    assert found.skipped == ()


def test_a_line_between_the_sentences_of_many_pages_is_a_running_head():
    page = "THE SEA GAME\n\nand its waves go on and on over\n\n"
    found = imported("# Storm\n\nThe storm\n\n" + page * 5 + "all boats.\n\n# Crew\n\nSailors.\n")
    assert "THE SEA" not in texts_of(found)["Storm"]
    assert {skipped.why for skipped in found.skipped} == {"running head"}


def test_a_heading_of_numbers_is_an_entry():
    found = imported("# Law\n\nOf the sea.\n\n## 1.5.1.A.\n\nA boat floats.\n\n## 1.5.1.B.\n\nA stone sinks.\n")
    assert texts_of(found)["1.5.1.B."] == "A stone sinks."
    assert found.coverage.share == 1


def test_a_chapter_without_text_of_its_own_leads_to_what_it_holds():
    found = imported("# Root\n\n## 8. Alliance\n\n### 8.4 Birdsong\n\nCraft.\n\n### 8.5 Evening\n\nDraw.\n")
    chapter = next(entry for entry in found.entries if entry.title == "Alliance")
    assert chapter.see_also == ("birdsong", "evening")
    birdsong = next(entry for entry in found.entries if entry.title == "Birdsong")
    assert birdsong.see_also == ("alliance",)
    assert birdsong.aliases == ("8.4", "Birdsong (Alliance)")


# -- glossaries --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    ["**{}:** {}", "**{}**: {}", "- **{}** – {}", "- **{}.** {}", "{}: {}", "- {}: {}", "**{}**\n{}", "**{}** {}"],
)
@pytest.mark.parametrize(
    ("lang", "heading"), [("en", "Glossary"), ("it", "Glossario dei termini"), ("es", "Glosario"), ("uk", "Глосарій")]
)
def test_terms_below_a_glossary_heading_are_entries(line, lang, heading):
    terms_there = {"Anchor": "Holds a boat.", "Crew": "Those aboard, on deck or below.", "Storm": "It rains."}
    body = "\n\n".join(line.format(term, meaning) for term, meaning in terms_there.items())
    found = imported(f"# Boats\n\nThey float.\n\n# {heading}\n\nWhat words mean.\n\n{body}\n", lang)
    texts = texts_of(found)
    assert {term: texts[term] for term in terms_there} == terms_there
    assert texts[heading] == "What words mean."


def test_bold_words_that_are_no_glossary_stay_where_they_are():
    body = "\n\n".join(f"**{name}:** place {n}." for n, name in enumerate(["Board", "Deck", "Boat"]))
    assert list(texts_of(imported(f"# Setup\n\n{body}\n\n# End\n\nCount.\n"))) == ["Setup", "End"]


# -- the opening, references ------------------------------------------------------------------------------------------


def test_the_opening_is_an_entry_whatever_its_length():
    for opening in ("A game of boats.", "A game of boats. " * 60):
        found = imported(f"{opening}\n\n# Storm\n\nIt rains.\n")
        assert texts_of(found)["Introduction"].strip() == opening.strip()
    found = imported("Barche.\n\n# Introduzione\n\nSi gioca.\n\n# Mare\n\nBlu.\n", "it")
    assert texts_of(found)["Introduzione"] == "Barche. Si gioca."


def test_a_line_of_references_that_leads_nowhere_stays():
    found = imported("# Storm\n\nIt rains.\n\nSee the box for details.\n\nSee also: Nothing here\n")
    assert texts_of(found)["Storm"] == "It rains. See the box for details. See also: Nothing here"


# -- all of it ---------------------------------------------------------------------------------------------------------

PIECES = """
# Storm|## Setup|## Setup|# Contents|# Glossary|## 8.4 Birdsong|STORM|THE SEA GAME|# 1.5.1.A.|###|It rains on boats.|
**Crew:** those aboard.|Crew: those aboard|- an item|1. a step|Storm ..... 3|12|- [Storm](#storm)|See also: Storm, No|
See Storm|(see Storm)|# Appendix A: FAQ|Q: may it?|A: it may.|# Index|A|~~~|---|| a | b ||a boat goes on|**Setup**|
"""


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from([*PIECES.replace("\n", "").split("|"), ""]), max_size=40).map("\n".join))
def test_every_word_is_in_an_entry_or_in_the_report(text):
    found = imported(text)
    if not (found.entries or found.cards):
        return  # and refused
    told = [skipped.text for skipped in found.skipped] + [entry.heading for entry in found.entries]
    told += [said for entry in found.entries for said in entry.referred]
    for entry in found.entries:
        told += [f"{block.number or ''} {block.text}" for block in entry.blocks]
    for card in found.cards:
        blocks = [block for question, answer in card.questions for block in (question, *answer)]
        told += [card.heading, *(block.text for block in (*blocks, *card.errata))]
    there = {word for one in told for word in words_of(one)} | {"q", "a"}
    missing = [word for line in text.split("\n") for word in words_of(line) if word not in there]
    assert missing == []


def test_little_coverage_is_said_loudly(run, tmp_path):
    document = tmp_path / "rules.md"
    document.write_text("# Storm\n\nIt rains.\n\n# Empty one\n\n# Empty two\n\n# Crew\n\nSailors.\n", encoding="utf-8")
    words = ["import", document, "--game", "sea", "--lang", "en", "--edition", "en-1", "--dry-run"]
    done = run(*words)
    assert "coverage      55.6% of 9 words became entries" in done.out
    assert "left out      lines 5 to 7, figure caption: no text below it: 'Empty one'" in done.out
    assert "WARNING: 44.4% of the text (4 words) is in no entry" in done.err
    assert run(*words, "--json").json["coverage"] == {"words": 9, "kept": 5, "beside": 0, "share": 0.5556}
    document.write_text("# Storm\n\nIt rains.\n\n# Crew\n\nSailors.\n", encoding="utf-8")
    done = run(*words)
    assert "coverage      100.0% of 5 words became entries" in done.out
    assert done.err == ""
