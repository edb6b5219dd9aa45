"""Rulings: a question, a verdict and the statements that prove it."""

import re

import pytest

from compendium_cli.checks import lint
from compendium_cli.model import QUOTATION_FORMS
from compendium_cli.reading.layout import UnsafeLayoutError
from compendium_cli.reading.rulings import format_rulings, read_rulings
from conftest import harbour_with_rulings

SITE = "https://compendium.example"


@pytest.fixture
def folder(tmp_path):
    """The made-up glossary with three rulings, numbered and confirmed."""
    return harbour_with_rulings(tmp_path)


@pytest.fixture
def told(folder, run):
    """Run a command on that glossary, once its rulings are numbered and confirmed."""
    assert run("fmt", glossary=folder).status == 0
    assert run("confirm", "--all", glossary=folder).status == 0

    def told(*arguments):
        return run(*arguments, glossary=folder)

    return told


def edit(folder, path, old, new):
    file = folder / "harbour" / path
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


def test_confirmed_rulings_have_no_problems(told):
    result = told("lint")
    assert result.status == 0, result.out


def test_a_question_that_a_ruling_answers_gets_its_verdict_and_its_grounds_and_nothing_else(told):
    result = told("ask", "una nave ancorata è al sicuro nella tempesta?")
    assert result.out.startswith(
        "Una nave ancorata è al sicuro?\n  Sì. La tempesta danneggia solo le navi non ancorate.\n"
    )
    assert result.out.count(SITE) == 1
    assert f"  {SITE}/it/harbour/rulings/anchored-in-storm/\n" in result.out
    grounds = [result.out.index(ground) for ground in ("Ancorare/ancora #1 ·", "Tempesta #2 ·")]
    assert grounds == sorted(grounds)
    more = told("ask", "una nave ancorata è al sicuro nella tempesta?", "--more").out
    places = [more.index(f"{SITE}/it/harbour/{at}") for at in ("rulings/anchored-in-storm/", "anchor/#1", "storm/#2")]
    assert places == sorted(places)
    assert more.count(SITE) > 3


def test_phrasings_of_players_lead_to_a_ruling(told):
    found = told("ask", "--json", "gettare l'ancora ci salva dalla burrasca?").json["rulings"][0]
    assert found["concept"] == "rulings/anchored-in-storm"


def test_json_carries_verdict_and_grounds(told):
    ruling = told("ask", "--json", "una nave ancorata è al sicuro nella tempesta?").json["rulings"][0]
    assert (ruling["concept"], ruling["verdict"], ruling["state"]) == ("rulings/anchored-in-storm", "yes", "in-force")
    keys = ("entry", "concept", "statement", "title", "text", "url")
    assert [tuple(ground[key] for key in keys)[:3] for ground in ruling["because"]] == [
        ("harbour/anchor", "anchor", 1),
        ("harbour/storm", "storm", 2),
    ]
    assert ruling["because"][1]["text"] == "Ogni nave non ancorata subisce 2 danni."
    shown = told("show", "--json", "anchored-in-storm").json
    assert (shown["kind"], shown["verdict"], shown["because"]) == ("ruling", "yes", ruling["because"])
    assert "harbour/rulings/anchored-in-storm" in told("show", "--json", "storm", "--lang", "it").json["cited_by"]


def test_grounds_are_shown_in_the_language_of_the_reader(told):
    ruling = told("show", "--json", "storm-hits", "--lang", "es").json
    assert [(ground["lang"], ground["statement"], ground["edition"]) for ground in ruling["because"]] == [
        ("es", 1, "es-1")
    ]
    # Ukrainian players have no text of it, but an edition for which it holds.
    assert told("show", "--json", "storm-hits", "--lang", "uk").json["lang"] == "it"


def test_what_an_entry_decides_is_listed_with_it(told):
    shown = told("show", "storm", "--lang", "it").out
    assert "Decisioni: Ancorati nella tempesta, Danni della tempesta" in shown
    assert "Citata da: " not in shown.partition("Decisioni")[0]


def test_links_names_and_searches_know_rulings(told):
    for name in ("anchored-in-storm", "rulings/anchored-in-storm", "Ancorati nella tempesta"):
        assert told("link", name).out == f"{SITE}/it/harbour/rulings/anchored-in-storm/\n"
    link = told("link", f"{SITE}/it/harbour/rulings/storm-hits/#2", "--lang", "es").out
    assert link == f"{SITE}/es/harbour/rulings/storm-hits/#2\n"
    assert told("search", "--json", "ancorati nella tempesta").json["hits"][0]["concept"] == "rulings/anchored-in-storm"


def test_see_also_shows_the_chain_that_connects_the_grounds(told):
    out = told("see-also", "anchored-in-storm").out
    assert re.search(r"Ancorare.*anchor/\n.*↓ Vedi anche\nTempesta.*storm/", out)
    chains = told("see-also", "anchored-in-storm", "--json").json["chains"]
    assert [[step["entry"] for step in chain["steps"]] for chain in chains] == [["harbour/anchor", "harbour/storm"]]


def test_no_chain_of_rules_leads_through_a_ruling(told):
    # Crew and lighthouse have nothing in common but what somebody might ask.
    steps = told("path", "anchor", "storm", "--lang", "it", "--json").json["steps"]
    assert not any("/rulings/" in step["entry"] for step in steps)
    assert told("path", "anchored-in-storm", "lighthouse", "--lang", "it").status == 0


@pytest.mark.parametrize("form", QUOTATION_FORMS)
def test_a_quotation_carries_question_verdict_grounds_and_links(told, form):
    quoted = told("quote", "anchored-in-storm", "--as", form).out
    for words in ("Una nave ancorata è al sicuro?", "Sì. La ", "Ogni nave non ancorata subisce 2 danni."):
        assert words in quoted
    for at in ("rulings/anchored-in-storm/", "anchor/#1", "storm/#2"):
        assert f"{SITE}/it/harbour/{at}" in quoted
    assert told("quote", "anchored-in-storm#2", "--as", form).out.count("subisce 2 danni") == 0


def test_the_grounds_of_a_quotation_are_in_json(told):
    assert [ground["statement"] for ground in told("quote", "storm-hits", "--json").json["because"]] == [2]


# -- the life of a ruling ----------------------------------------------------------------------------------------------


def test_a_changed_ground_names_every_ruling_that_rests_on_it_until_somebody_confirms(told, folder):
    edit(folder, "it/storm.md", "2 danni", "3 danni")
    problems = told("lint", "--json").json["problems"]
    assert [(problem["code"], problem["line"]) for problem in problems] == [
        ("changed-ground", 2),
        ("changed-ground", 4),
    ]
    assert "storm#2" in problems[0]["fix"]
    asked = told("ask", "una nave ancorata è al sicuro nella tempesta?")
    assert "Da riconfermare" in asked.out
    assert told("show", "anchored-in-storm", "--json").json["state"] == "needs-look"
    assert told("confirm", "anchored-in-storm").out == "confirmed harbour/rulings/anchored-in-storm\n"
    assert [problem["line"] for problem in told("lint", "--json").json["problems"]] == [4]
    assert "Da riconfermare" not in told("show", "anchored-in-storm").out
    told("confirm", "--all")
    assert told("lint").status == 0


def test_words_that_are_only_laid_out_otherwise_change_nothing(told, folder):
    edit(folder, "it/storm.md", "Ogni nave", "Ogni  nave")
    assert told("lint").status == 0


def test_a_superseded_ruling_says_what_replaced_it_and_needs_no_confirmation(told, folder):
    assert "Superata: ora vale «Ancorati nella tempesta»." in told("show", "tired-sailor").out
    assert told("show", "tired-sailor", "--json").json["superseded_by"] == "harbour/rulings/anchored-in-storm"
    edit(folder, "it/crew.md", "non può lavorare", "lavora")
    assert told("lint").status == 0


def test_a_newer_edition_asks_for_a_new_look(told, folder):
    edit(folder, "game.yml", "  es-1:", '  it-3: {language: it, document: Regolamento, version: "3"}\n  es-1:')
    edit(folder, "game.yml", "current: it-2", "current: it-3")
    assert told("show", "anchored-in-storm", "--json").json["state"] == "needs-look"


def test_what_is_edited_is_compiled_again(told, folder):
    assert told("show", "anchored-in-storm", "--json").json["verdict"] == "yes"
    edit(folder, "rulings.yml", 'anchored-in-storm: {verdict: "yes"', 'anchored-in-storm: {verdict: "no"')
    assert told("show", "anchored-in-storm", "--json").json["verdict"] == "no"


def test_confirming_what_does_not_exist_is_told(told, folder):
    missing = told("confirm", "anchored-in-strom")
    assert (missing.status, missing.out) == (1, "")
    assert "Did you mean:\n  anchored-in-storm\n" in missing.err
    assert told("confirm").status == 2
    edit(folder, "rulings.yml", "storm#2", "storm#9")
    before = (folder / "harbour" / "rulings.yml").read_bytes()
    broken = told("confirm", "--all")
    assert (broken.status, broken.err.count("\n")) == (2, 1)
    assert (folder / "harbour" / "rulings.yml").read_bytes() == before


# -- rulings.yml -------------------------------------------------------------------------------------------------------


def test_formatting_joins_the_lines_of_a_ruling_and_keeps_comments():
    text = (
        "# Ours.\n\nflee:\n  verdict: 'no'\n  because:\n    - engage#2\n    - cards/oar#1\n  editions: [it-1]\n\n"
        "# More.\nstay: {editions: [it-1], because: [engage@es-1#3], verdict: depends}\n"
    )
    formatted = format_rulings(text)
    assert formatted == (
        '# Ours.\n\nflee: {verdict: "no", because: [engage#2, cards/oar#1], editions: [it-1]}\n\n'
        "# More.\nstay: {verdict: depends, because: [engage@es-1#3], editions: [it-1]}\n"
    )
    assert format_rulings(formatted) == formatted
    assert list(read_rulings(formatted, "")[0]) == ["flee", "stay"]


@pytest.mark.parametrize(
    "text",
    [
        "flee: {verdict: maybe, because: [a#1], editions: [it-1]}\n",
        "flee: {verdict: 'no', because: [a#1], editions: [it-1]} # why\nstay: [\n",
        "flee:\n  verdict: 'no'\n  # why\n  because: [a#1]\n  editions: [it-1]\n",
    ],
)
def test_what_cannot_be_laid_out_without_loss_is_left_alone(text):
    with pytest.raises(UnsafeLayoutError):
        format_rulings(text)


def test_a_ruling_of_an_older_edition_rests_on_that_editions_statements(told, folder):
    edit(
        folder,
        "rulings.yml",
        "[anchor#1, storm#2], editions: [it-2]",
        "[anchor#1], editions: [it-2], otherwise: moored",
    )
    line = 'moored: {verdict: "yes", because: [anchor@es-1#2], editions: [es-1], otherwise: anchored-in-storm}\n'
    with (folder / "harbour" / "rulings.yml").open("a", encoding="utf-8") as file:
        file.write(line)
    path = folder / "harbour" / "es" / "rulings" / "moored.md"
    path.write_text("# Amarrado\n\n**¿Me protege el ancla?** ^1\n\nSí. Recibe 1 daño menos. ^2\n", encoding="utf-8")
    told("confirm", "--all")
    assert [problem.message for problem in lint(folder)] == []
    shown = told("show", "moored", "--json").json
    assert (shown["state"], shown["edition"], shown["because"][0]["statement"]) == ("in-force", "es-1", 2)
