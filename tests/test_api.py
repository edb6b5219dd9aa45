"""The Python API: every example in the code runs, and every public method has one."""

import doctest
import importlib
import inspect
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import compendium_cli
from compendium_cli import compendium as api
from compendium_cli.compendium import Compendium, open_compendium
from compendium_cli.errors import NotFoundError, UsageError
from compendium_cli.model import QUOTATION_FORMS
from compendium_cli.quotation_forms import FORMATS, INLINE_FORMATS
from conftest import HARBOUR, TESTS

PACKAGE = Path(compendium_cli.__file__).parent
NAMES = sorted(found.name for found in pkgutil.walk_packages([str(PACKAGE)], "compendium_cli."))
EXAMPLES = [
    example
    for name in NAMES
    if name != "compendium_cli.__main__"
    and ">>>" in Path(importlib.util.find_spec(name).origin).read_text(encoding="utf-8")
    for example in doctest.DocTestFinder(exclude_empty=True).find(importlib.import_module(name))
    if example.examples
]
PUBLIC = [
    name
    for name, member in vars(Compendium).items()
    if not name.startswith("_") and inspect.isfunction(inspect.unwrap(member) if callable(member) else member)
]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_examples_run(example, monkeypatch):
    monkeypatch.chdir(TESTS.parent)
    report = []
    assert doctest.DocTestRunner().run(example, out=report.append).failed == 0, "".join(report)


@pytest.mark.parametrize("name", ["open_compendium", *(f"Compendium.{name}" for name in PUBLIC)])
def test_every_public_method_has_an_example_and_types(name):
    member = inspect.unwrap(eval(name, vars(api)))  # noqa: S307 - our own names
    assert ">>>" in member.__doc__
    hints = member.__annotations__
    assert "return" in hints
    assert set(inspect.signature(member).parameters) - {"self"} <= set(hints)


def test_types_are_told_to_type_checkers():
    assert (PACKAGE / "py.typed").is_file()


def test_importing_the_api_loads_nothing_heavy():
    heavy = "whoosh", "markdown_it", "yaml", "rapidfuzz", "click", "mcp", "pymorphy3"
    program = f"import compendium_cli.compendium, sys; print([name for name in {heavy} if name in sys.modules])"
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_a_compendium_can_be_used_again_after_closing():
    with open_compendium(HARBOUR) as compendium:
        assert compendium.languages() == ["it", "es", "uk"]
    assert compendium.languages() == ["it", "es", "uk"]
    compendium.close()


def test_quotations_by_name(harbour):
    quoted = harbour.quotation("anchor#1,5", "plain", lang="it")
    assert quoted.statements == (1, 5)
    assert quoted.url.endswith("/it/harbour/anchor/#1")
    assert harbour.quotation("anchor", whole=True, lang="it").statements == (1, 2, 4, 5, 6, 7)
    with pytest.raises(NotFoundError, match="no statement 3 any more"):
        harbour.quotation("anchor#1,3", lang="it")
    with pytest.raises(UsageError, match="unknown format"):
        harbour.quotation("anchor", "troff")
    assert tuple(FORMATS) == tuple(INLINE_FORMATS) == QUOTATION_FORMS


def test_version_tells_glossaries_apart(harbour, tmp_path):
    import shutil

    copy = shutil.copytree(HARBOUR, tmp_path / "copy")
    before = harbour.version()
    assert before.entries == len(list(HARBOUR.rglob("*.md")))
    assert before.editions == {"harbour": ("it-2", "es-1", "uk-1")}
    assert open_compendium(copy).version() == before
    entry = copy / "harbour" / "it" / "storm.md"
    entry.write_text(entry.read_text(encoding="utf-8").replace("2 danni", "3 danni"), encoding="utf-8")
    assert open_compendium(copy).version().fingerprint != before.fingerprint
    assert harbour.version() == before


def test_parity_and_lint_of_what_is_not_there(harbour):
    with pytest.raises(UsageError, match="unknown game 'chess'"):
        harbour.parity(game="chess")
    with pytest.raises(UsageError, match="no file or folder of the glossary"):
        harbour.lint(["nowhere"])
