"""The house style of a language: other words are told as warnings, with what to write."""

import pytest

from compendium_cli.checks import lint
from compendium_cli.reading.style import read_style
from conftest import write_glossary

STYLE = """\
- {write: esce dal gioco, not: [lascia il gioco, abbandon*], why: una parola sola}
- {write: fase, not: [Fase del mare]}
- {write: "« »", not: ['"']}
"""
ENTRY = "---\nedition: it-1\n---\n# A\n\n{text} ^1\n\n**Vedi anche:** [B](b.md)\n"
OTHER = "---\nedition: it-1\n---\n# B\n\nAltra regola. ^1\n\n**Vedi anche:** [A](a.md)\n"


def told(tmp_path, text, style=STYLE):
    files = {"game/it/a.md": ENTRY.format(text=text), "game/it/b.md": OTHER, "game/style/it.yml": style}
    return lint(write_glossary(tmp_path, files))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("La carta lascia il gioco.", "'lascia il gioco'"),
        ("Lascia il gioco chi vuole.", "'Lascia il gioco'"),
        ("Chi abbandona la nave perde.", "'abbandona'"),
        ("Nella Fase del mare si perde.", "'Fase del mare'"),
        ('Si dice "ancora".', "'\"'"),
    ],
)
def test_other_words_are_told_with_what_to_write(tmp_path, text, said):
    (problem,) = told(tmp_path, text)
    assert (str(problem.code), problem.path, problem.line, problem.message) == ("house-style", "game/it/a.md", 6, said)
    assert problem.fix.startswith("write ")


def test_each_statement_is_told_once_for_a_word_at_its_own_line(tmp_path):
    text = "Lascia il gioco e lascia il gioco. ^2\n\nChi resta vince. ^3\n\nABBANDONA il mare e lascia il gioco."
    problems = told(tmp_path, text)
    assert [(problem.line, problem.message) for problem in problems] == [
        (6, "'Lascia il gioco'"),
        (10, "'ABBANDONA'"),
        (10, "'lascia il gioco'"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "La carta esce dal gioco.",
        "Fase del mare: si perde.",
        "Finisce. Fase del mare.",
        "Dice «lascia il gioco».",
        "Il lasciapassare.",
    ],
)
def test_what_the_house_writes_begins_a_sentence_or_is_printed_is_not_told(tmp_path, text):
    assert told(tmp_path, text) == []


def test_warnings_are_told_and_refuse_nothing(run, tmp_path):
    told(tmp_path, "La carta lascia il gioco.")
    result = run("lint", glossary=tmp_path)
    assert result.status == 0
    assert "write 'esce dal gioco': una parola sola" in result.out
    (problem,) = run("lint", "--json", glossary=tmp_path).json["problems"]
    assert problem["severity"] == "warning"


@pytest.mark.parametrize(
    "style", ["write: x\n", "- {write: x}\n", "- {write: x, not: y}\n", "- [a]\n", "- {write: x, not: [a"]
)
def test_a_style_that_is_none_is_told_by_its_line(tmp_path, style):
    rules, problems = read_style(style, "game/style/it.yml")
    assert rules == []
    assert [(problem.path, str(problem.code)) for problem in problems] == [("game/style/it.yml", "bad-yaml")]
    assert [str(problem.code) for problem in told(tmp_path, "Detto.", style)] == ["bad-yaml"]


def test_a_style_of_no_language_is_a_stray_file(tmp_path):
    files = {"game/it/a.md": ENTRY.format(text="Detto."), "game/it/b.md": OTHER, "game/style/xx.yml": STYLE}
    assert [str(problem.code) for problem in lint(write_glossary(tmp_path, files))] == ["stray-file"]
