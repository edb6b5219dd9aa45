"""README and manual say what is so."""

import tomllib

import pytest
from click import Context

from compendium_cli.commands import COMMANDS, cli
from compendium_cli.problems import ProblemCode
from documents import DOCUMENTS, ROOT, rewritten

MANUAL = (ROOT / "site" / "pages" / "manual.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_sessions_show_what_commands_print(document):
    text = document.read_text(encoding="utf-8")
    assert text == rewritten(text), "run: python tests/documents.py"


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_an_example_and_a_section(name):
    command = cli.get_command(Context(cli), name)
    text = command.get_help(Context(command))
    assert f"compendium {name}" in text
    assert "Examples:" in text
    assert all(option.help for option in command.params if option.param_type_name == "option")
    assert command.short_help
    assert f"\n## {name}\n" in MANUAL
    assert f"$ compendium {name} --help\n" in MANUAL


@pytest.mark.parametrize("code", ProblemCode)
def test_every_code_of_lint_is_explained(code):
    assert f"| `{code}` | {code.meaning} |" in MANUAL


def test_every_dependency_has_its_reason():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    reasons = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    for requirement in (
        *project["dependencies"],
        *(r for extra in project["optional-dependencies"].values() for r in extra),
    ):
        name = requirement.partition(">")[0]
        assert f"`{name}`" in reasons, name
