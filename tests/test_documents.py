"""README, manual and pages say what is so."""

import doctest
import json
import re
import tomllib

import pytest
from click import Context

from compendium_cli.commands import COMMANDS, cli
from compendium_cli.commands.export import FORMATS
from compendium_cli.compendium import Compendium
from compendium_cli.problems import ProblemCode
from documents import AUDIENCES, DOCUMENTS, PAGES, ROOT, SESSION, rewritten

pytestmark = pytest.mark.posix

MANUAL = (ROOT / "site" / "pages" / "manual.md").read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_sessions_show_what_commands_print(document):
    text = document.read_text(encoding="utf-8")
    assert text == rewritten(text), "run: python tests/documents.py"


@pytest.mark.parametrize("page", AUDIENCES, ids=lambda path: path.name)
def test_every_command_of_a_page_is_run_or_exists(page):
    text = page.read_text(encoding="utf-8")
    blocks = re.findall(r"^```console\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    assert blocks
    assert len(blocks) == len(SESSION.findall(text)), "a block that no test runs"
    run_elsewhere = 2 if page.name == "for-maintainers.md" else 0  # test_hosting.py has them
    assert len(re.findall(r"^```(?:sh|bash|shell)$", text, re.MULTILINE)) == run_elsewhere
    for name in re.findall(r"`compendium ([a-z-]+)", text):
        assert name in COMMANDS or name.startswith("--"), name
    for target in re.findall(r"\]\(([\w-]+\.md)", text):
        assert (PAGES / target).is_file(), target


def test_python_on_the_pages_runs():
    page = (PAGES / "for-developers.md").read_text(encoding="utf-8")
    examples = "\n".join(re.findall(r"^```pycon\n(.*?)^```$", page, re.DOTALL | re.MULTILINE))
    test = doctest.DocTestParser().get_doctest(examples, {}, "for-developers.md", None, 0)
    report = []
    assert len(test.examples) > 5
    assert doctest.DocTestRunner().run(test, out=report.append).failed == 0, "".join(report)


def test_the_page_for_developers_lists_every_method_and_format():
    page = (PAGES / "for-developers.md").read_text(encoding="utf-8")
    for name, member in vars(Compendium).items():
        if not name.startswith("_") and callable(member):
            assert f"`{name}`" in page, name
    for form in FORMATS:
        assert f"| `{form}` |" in page
    (configuration,) = re.findall(r"^```json\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    server = json.loads(configuration)["mcpServers"]["compendium"]
    assert server["command"] == "compendium"
    assert server["args"][0] in COMMANDS


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


def test_every_promise_names_tests_that_are_there():
    promises = (ROOT / "SECURITY.md").read_text(encoding="utf-8").partition("promises")[2]
    paragraphs = re.findall(r"^- \*\*.*?(?=^- |^\S|\Z)", promises, re.DOTALL | re.MULTILINE)
    assert len(paragraphs) == 6
    for paragraph in paragraphs:
        named = re.findall(r"`((?:test_\w+\.py)|cases/lint)`", paragraph)
        assert named, paragraph
        assert all((ROOT / "tests" / name).exists() for name in named), named


def test_every_dependency_has_its_reason():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    reasons = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    for requirement in (
        *project["dependencies"],
        *(r for extra in project["optional-dependencies"].values() for r in extra),
    ):
        name = requirement.partition(">")[0]
        assert f"`{name}`" in reasons, name
