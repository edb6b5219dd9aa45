"""Statements of other editions: which says the same, and who is told so."""

import pytest

from compendium_cli.alignment import counterparts, rows
from compendium_cli.checks import lint
from compendium_cli.reading.layout import format_entry
from conftest import HARBOUR, write_glossary

IT = "https://compendium.example/it/harbour"
ES = "https://compendium.example/es/harbour"


def versions(compendium, name):
    return {lang: compendium.entry(f"harbour/{name}", lang) for lang in ("it", "es", "uk")}


def test_counterparts_go_by_way_of_the_current_edition(harbour):
    game, storm = harbour.games()["harbour"], versions(harbour, "storm")
    assert counterparts(storm["es"], 1, storm["it"], game) == (1, 2)
    assert counterparts(storm["it"], 2, storm["es"], game) == (1,)
    assert counterparts(storm["es"], 1, storm["uk"], game) == (1,)
    anchor = versions(harbour, "anchor")
    assert counterparts(anchor["it"], 2, anchor["es"], game) == ()
    assert counterparts(anchor["es"], 3, anchor["it"], game) == ()


def test_rows_hold_what_says_the_same_in_the_order_of_the_current_edition(harbour):
    game = harbour.games()["harbour"]
    assert rows(versions(harbour, "storm"), game) == [{"it": (1, 2), "es": (1,), "uk": (1,)}]
    assert rows(versions(harbour, "anchor"), game) == [
        {"it": (1,), "es": (1,), "uk": (1,)},
        {"es": (2,)},
        {"es": (3,)},
        {"uk": (2,)},
        *({"it": (n,)} for n in (2, 4, 5, 6, 7)),
    ]


def test_without_alignment_there_are_no_rows(tmp_path, open_glossary):
    entry = "---\nedition: {0}-1\n---\n# A\n\nUna. ^1\n\n**{1}:** [B](b.md)\n"
    files = {"game/it/a.md": entry.format("it", "Vedi anche"), "game/es/a.md": entry.format("es", "Véase también")}
    compendium = open_glossary(write_glossary(tmp_path, files))
    assert compendium.rows(compendium.entry("game/a", "it")) == []


# -- addresses ---------------------------------------------------------------------------------------------------------


def test_an_address_of_another_language_becomes_that_of_the_counterpart(run):
    assert run("link", f"{IT}/storm/#2", "--lang", "es").out == f"{ES}/storm/#1\n"
    assert run("link", f"{ES}/storm/#1", "--lang", "it").out == f"{IT}/storm/#1\n"
    assert run("link", "https://compendium.example/harbour/storm/#2", "--lang", "es").out == f"{ES}/storm/#1\n"


def test_where_there_is_no_counterpart_that_is_told(run):
    result = run("link", f"{IT}/anchor/#2", "--lang", "es")
    assert (result.status, result.out) == (0, f"{ES}/anchor/\n")
    assert result.err == "compendium: La regla 2 no tiene equivalente en español (es-1): esta es la entrada.\n"
    found = run("link", f"{IT}/anchor/#2", "--lang", "es", "--json").json
    assert (found["statement"], found["unmatched"]) == (None, 2)


def test_a_number_without_a_language_is_one_of_the_entry_that_is_found(run):
    assert run("link", "anchor#2", "--lang", "es").out == f"{ES}/anchor/#2\n"
    assert run("link", f"{IT}/anchor/#99", "--lang", "es").status == 1


def test_show_and_quote_take_the_counterpart(run):
    assert "cada ataque hace 2 de daño" in run("show", f"{IT}/storm/#2", "--lang", "es").out
    assert "cada ataque hace 2 de daño" in run("quote", f"{IT}/storm/#1,2", "--lang", "es").out
    refused = run("quote", f"{IT}/anchor/#2", "--lang", "es")
    assert refused.status == 1
    assert "no counterpart of statement 2 in es" in refused.err
    assert "no tiene equivalente en español" in run("show", f"{IT}/anchor/#2", "--lang", "es").err


# -- answers -----------------------------------------------------------------------------------------------------------


def test_an_answer_comes_as_the_counterpart_in_the_readers_language(harbour):
    answer = harbour.ask("quanti danni prendo col maltempo?", lang="es")
    assert (answer.asked_in, answer.rulings[0].entry.lang) == ("it", "es")
    assert (answer.rulings[0].entry.concept, answer.rulings[0].statement.n) == ("storm", 1)


def test_what_the_readers_edition_lacks_is_answered_in_the_language_that_has_it(harbour):
    answer = harbour.ask("una nave ancorata può spostarsi durante la tempesta?", lang="es")
    first = answer.rulings[0]
    assert (first.entry.lang, first.entry.concept, first.statement.n) == ("it", "anchor", 2)


# -- JSON --------------------------------------------------------------------------------------------------------------


def test_json_tells_what_corresponds(run):
    assert run("show", "storm", "--lang", "es", "--json").json["same"] == {"1": [1, 2]}
    assert run("show", "storm", "--lang", "it", "--json").json["same"] == {"1": [1], "2": [2]}
    assert run("compare", "storm", "--json").json["rows"] == [{"it": [1, 2], "es": [1], "uk": [1]}]


def test_compare_shows_row_by_row_what_one_edition_lacks(start):
    lines = start("compare", "anchor", "--glossary", HARBOUR, env={"COLUMNS": "100"}).out.splitlines()
    together = next(line for line in lines if "Una nave ancorata" in line)
    assert "Un barco anclado" in together
    assert "Корабель на якорі" in together
    alone = next(line for line in lines if "Durante la tempesta" in line)
    assert alone.split()[-2:] == ["–", "–"]


# -- files -------------------------------------------------------------------------------------------------------------

ENTRY = "---\nedition: {edition}\nsame: {same}\n---\n# A\n\nUna. ^1\n\nDos. ^2\n\n**{label}:** [B](b.md)\n"


@pytest.mark.parametrize(
    ("same", "why"),
    [
        ("{1: 1, 2: [2, 9]}", "names ^9 of it-1"),
        ("{7: 1}", "names ^7, which is no statement of this entry"),
        ("{0: 1}", "is not a whole number"),
        ("[1]", "keys with values"),
        ("{1: x}", "is not a whole number"),
    ],
)
def test_numbers_that_do_not_exist_are_told(tmp_path, same, why):
    pivot = "---\nedition: it-1\n---\n# A\n\nUna. ^1\n\nDue. ^2\n\n**Vedi anche:** [B](b.md)\n"
    other = ENTRY.format(edition="es-1", same=same, label="Véase también")
    problems = lint(write_glossary(tmp_path, {"game/it/a.md": pivot, "game/es/a.md": other}))
    assert any(why in problem.message for problem in problems if problem.path == "game/es/a.md")


def test_the_current_edition_has_numbers_of_its_own(tmp_path):
    entry = ENTRY.format(edition="it-1", same="{1: 1}", label="Vedi anche")
    problems = lint(write_glossary(tmp_path, {"game/it/a.md": entry}))
    assert "bad-alignment" in {str(problem.code) for problem in problems}


def test_formatting_writes_alignment_in_one_way():
    text = ENTRY.format(edition="es-1", same="{2: [3, 4], 1: [1]}", label="Véase también")
    assert "\nsame: {1: 1, 2: [3, 4]}\n---\n" in format_entry(text, {"Véase también"})


def test_parity_counts_what_is_not_aligned_and_what_stands_alone(run, tmp_path):
    found = {report["lang"]: report for report in run("parity", "--json").json["parity"]}
    assert found["es"]["unaligned"] == found["it"]["unaligned"] == []
    assert found["es"]["alone"] == [{"concept": "anchor", "statements": [2]}]  # 3 tells what is newer
    entry = "---\nedition: es-1\n---\n# A\n\nUna. ^1\n\n**Véase también:** [B](b.md)\n"
    reports = run("parity", "--json", glossary=write_glossary(tmp_path, {"game/es/a.md": entry})).json["parity"]
    assert next(report for report in reports if report["lang"] == "es")["unaligned"] == ["a"]
