"""Every rule of the format is a file in cases/lint whose name states it."""

from pathlib import Path

import pytest
import yaml

from compendium_cli.checks import lint
from compendium_cli.problems import ProblemCode
from conftest import write_glossary

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
