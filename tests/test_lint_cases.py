"""Every rule of the format is a file in cases/lint whose name states it."""

from pathlib import Path

import pytest
import yaml

from compendium_cli.checks import lint
from compendium_cli.problems import ProblemCode
from conftest import GAME_YML, write_glossary

CASES = sorted((Path(__file__).parent / "cases" / "lint").glob("*.yml"))


def case_of(path):
    return yaml.safe_load(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_lint(path, tmp_path):
    case = case_of(path)
    files = {
        name: bytes.fromhex(text["hex"]) if isinstance(text, dict) else text for name, text in case["files"].items()
    }
    problems = lint(write_glossary(tmp_path, files))
    assert [f"{problem.path}:{problem.line}: {problem.code}" for problem in problems] == case["problems"]
    assert all(problem.message and problem.fix for problem in problems)


def test_every_code_has_a_case():
    shown = {line.rpartition(" ")[2] for path in CASES for line in case_of(path)["problems"]}
    # A file that cannot be read is not a matter of its text: test_bad_input.py has it.
    assert {str(code) for code in ProblemCode} - shown == {"unreadable"}


def test_a_ground_of_another_edition_than_the_current_says_so(tmp_path):
    entry = "---\nedition: it-1\n---\n# A\n\nUna regola. ^1\n\n**Vedi anche:** [B](b.md)\n"
    ruling = "# Una domanda\n\n**Si può?** ^1\n\nNo. Non si può. ^2\n"
    files = {
        "game/game.yml": GAME_YML.replace("current: it-1", "current: it-2").replace(
            "editions:\n", 'editions:\n  it-2: {language: it, document: D, version: "2"}\n'
        ),
        "game/it/a.md": entry,
        "game/it/b.md": entry.replace("# A", "# B").replace("[B](b.md)", "[A](a.md)").replace("Una", "Altra"),
        "game/rulings.yml": 'r: {verdict: "no", because: [a#1], editions: [it-1]}\n',
        "game/it/rulings/r.md": ruling,
    }
    (told,) = [p for p in lint(write_glossary(tmp_path, files)) if p.code is ProblemCode.UNKNOWN_GROUND]
    assert told.message == "'r' rests on 'a#1', which is of it-1, and it-2 is the edition that is meant"
    assert "a@it-1#1" in told.fix


def test_an_entry_that_cannot_be_read_is_named_beside_an_answer(run, tmp_path):
    files = {"game/it/a.md": b"\xff", "game/it/b.md": "---\nedition: it-1\n---\n# Gabbiano\n\nIl gabbiano vola. ^1\n"}
    glossary = write_glossary(tmp_path, files)
    told = run("ask", "gabbiano", glossary=glossary)
    assert told.status == 0
    assert told.err.endswith("; unreadable, and left out: game/it/a.md\n")
