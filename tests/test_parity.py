"""Languages in step, or not."""

import json
import shutil

import pytest

from compendium_cli.parity import Difference, parity
from compendium_cli.reading.folder import read_glossary
from conftest import HARBOUR


@pytest.fixture
def glossary(tmp_path):
    """The test glossary, whose Spanish and Ukrainian documents are said to have all concepts but two."""
    shutil.copytree(HARBOUR, tmp_path / "glossary")
    concepts = tmp_path / "glossary" / "harbour" / "concepts.yml"
    text = concepts.read_text(encoding="utf-8")
    concepts.write_text(text.replace("en: Crew", "en: Crew, es: Tripulación, uk: Екіпаж"), encoding="utf-8")
    return tmp_path / "glossary"


def report(glossary, lang):
    return parity(read_glossary(glossary)[0], "harbour", lang)[0]


def test_what_is_there_missing_and_older(glossary):
    spanish = report(glossary, "es")
    assert (spanish.there, spanish.missing, spanish.older, spanish.noted) == (2, ("crew",), 2, 1)
    italian = report(glossary, "it")
    assert (italian.there, italian.missing, italian.older) == (5, (), 0)
    assert italian.editions == ("it-2",)


def test_cards_are_counted_beside_concepts(glossary):
    """Whoever is older is there: each column after these two counts both."""
    assert (report(glossary, "it").there, report(glossary, "it").cards) == (5, 1)
    for lang in ("it", "es", "uk"):
        assert report(glossary, lang).older <= report(glossary, lang).there + report(glossary, lang).cards


def test_after_another_edition_has_become_current_the_notes_on_the_one_before_are_stale(run, glossary):
    noted = report(glossary, "es").noted
    assert (noted > 0, report(glossary, "es").stale) == (True, ())
    game = glossary / "harbour" / "game.yml"
    text = game.read_text(encoding="utf-8").replace("current: it-2", "current: it-3")
    game.write_text(text.replace("  it-2:", "  it-3: {language: it, document: R, version: '3'}\n  it-2:"), "utf-8")
    spanish = report(glossary, "es")
    assert (len(spanish.stale), spanish.noted) == (noted, 0)
    problems = run("lint", "--json", glossary=glossary).json["problems"]
    told = {problem["path"] for problem in problems if problem["code"] == "stale-note"}
    assert {f"harbour/es/{concept}.md" for concept in spanish.stale} <= told


def test_hints_are_older_entries_that_say_nothing_of_a_change(glossary):
    assert report(glossary, "uk").hints == ("anchor",)
    assert "anchor" not in report(glossary, "es").hints


def test_references_that_another_language_has(glossary):
    assert Difference("storm", ("anchor",), "es") in report(glossary, "it").see_also
    assert report(glossary, "uk").see_also == ()


def test_links_that_lead_nowhere(glossary):
    (glossary / "harbour" / "it" / "crew.md").unlink()
    assert ("anchor", "crew") in report(glossary, "it").dangling


def test_the_command_and_its_gates(run, glossary):
    table = run("parity", glossary=glossary)
    assert table.status == 0
    head, *lines = [line.split() for line in table.out.splitlines()]
    assert head == ["harbour", "it", "es", "uk"]
    assert [line[0] for line in lines[:3]] == ["edition", "there", "cards"]
    assert run("parity", "--fail-on", "missing", glossary=glossary).status == 1
    assert run("parity", "--fail-on", "dangling", glossary=glossary).status == 0
    assert run("parity", "--fail-on", "missing", "--lang", "it", glossary=glossary).status == 0
    found = run("parity", "--json", "--lang", "es", glossary=glossary).json["parity"][0]
    assert found["missing"] == ["crew"]
    assert run("parity", "--game", "chess", glossary=glossary).status == 2
    assert run("parity", "--lang", "xx", glossary=glossary).status == 2


def test_compare_side_by_side_and_one_below_the_other(start):
    wide = start("compare", "anchor", "--glossary", HARBOUR, env={"COLUMNS": "100"}).out.splitlines()
    assert wide[0].split("   ")[0] == "Ancorare/ancora"
    assert "Anclar, ancla" in wide[0]
    assert "Якір" in wide[0]
    assert max(len(line) for line in wide) <= 100
    narrow = start("compare", "anchor", "--glossary", HARBOUR, env={"COLUMNS": "60"}).out.splitlines()
    assert narrow[0] == "Ancorare/ancora"
    assert "Anclar, ancla" in narrow
    lacking = start("compare", "crew", "--glossary", HARBOUR, env={"COLUMNS": "100"}).out
    assert "Español: –" in lacking


def test_compare_in_json(start):
    found = json.loads(start("compare", "якір", "--json", "--glossary", HARBOUR).out)
    assert list(found["languages"]) == ["it", "es", "uk"]
    assert found["missing"] == []
    assert found["languages"]["es"]["statements"][2]["edition"] == "it-2"


def test_the_table_of_the_shipped_glossary_fits_a_terminal_of_80_columns(shipped):
    from compendium_cli.commands.parity import _table

    for game in shipped.games():
        reports = shipped.parity(game=game)
        assert max(map(len, _table(game, reports))) <= 80
