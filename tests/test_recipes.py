"""The recipes of CONTRIBUTING.md, followed to the letter in an empty folder."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from lxml import etree

import compendium_cli
import recipes
from conftest import TESTS
from recipes import ROOT, followed, printed, steps

pytestmark = pytest.mark.posix

PAGE = recipes.PAGE.read_text(encoding="utf-8")


@pytest.mark.slow
def test_recipes_for_game_entry_and_edition_work_as_they_stand(tmp_path):
    assert {step.recipe for step in steps(PAGE)} == {"Add a game", "Add an entry", "Add an edition"}
    assert followed(PAGE, tmp_path) == PAGE, "run: python tests/recipes.py"
    termbase = etree.parse(tmp_path / "pebbles.tbx")
    etree.RelaxNG(etree.parse(TESTS / "data" / "tbx-basic.rng")).assertValid(termbase)
    assert "Sassolino" in termbase.xpath("//*[local-name()='term']/text()")
    # The words of the players lead to the rule, in the game and its languages alone.
    answer = printed('compendium ask "che succede se tiro fuori bordo" --limit 1 --glossary my-glossary', tmp_path)
    assert "Un sassolino che cade dal tavolo torna nella riserva." in answer
    page = (tmp_path / "pebbles-site" / "it" / "pebbles" / "throw" / "index.html").read_text(encoding="utf-8")
    assert "torna nella riserva" in page
    for form in ("json", "jsonl", "skos"):
        assert "Sassolino" in printed(f"compendium export --format {form} --glossary my-glossary", tmp_path)
    assert "Lancio" in printed("compendium export --format anki --kind action --glossary my-glossary", tmp_path)


def test_the_recipe_for_a_language_works(tmp_path):
    assert "### Add a language" in PAGE
    package = Path(compendium_cli.__file__).parent
    shutil.copytree(package, tmp_path / "compendium_cli", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "glossary").mkdir()
    languages = tmp_path / "compendium_cli" / "languages"
    spanish = (languages / "es.py").read_text(encoding="utf-8")
    changes = {
        'code="es"': 'code="pt"',
        'name="Español"': 'name="Português"',
        'see_also="Véase también"': 'see_also="Ver também"',
        '"spanish"': '"portuguese"',
    }
    for before, after in changes.items():
        assert spanish.count(before) == 1
        spanish = spanish.replace(before, after)
    (languages / "pt.py").write_text(spanish, encoding="utf-8")
    listing = (languages / "__init__.py").read_text(encoding="utf-8")
    listing = listing.replace("import en, es, it, uk", "import en, es, it, pt, uk").replace(
        "(it, es, uk, en)", "(it, es, pt, uk, en)"
    )
    (languages / "__init__.py").write_text(listing, encoding="utf-8")
    game = tmp_path / "my-glossary" / "pebbles"
    (game / "pt").mkdir(parents=True)
    (game / "game.yml").write_text(
        "names: {pt: Seixos}\npublisher: nobody\ncurrent: pt-1\nrights: Made up.\n"
        'editions:\n  pt-1: {language: pt, document: Regras, version: "1"}\n',
        encoding="utf-8",
    )
    concepts = "pebble: {kind: component, pt: Seixo}\nthrow: {kind: action}\n"
    (game / "concepts.yml").write_text(concepts, encoding="utf-8")
    (game / "pt" / "pebble.md").write_text(
        "---\nedition: pt-1\n---\n# Seixo\n\nUma peça redonda.\n\n**Ver também:** [Lançamento](throw.md)\n",
        encoding="utf-8",
    )
    (game / "pt" / "throw.md").write_text(
        "---\nedition: pt-1\n---\n# Lançamento\n\nOs jogadores lançam [seixos](pebble.md).\n", encoding="utf-8"
    )

    def run(*arguments):
        environment = {**os.environ, "PYTHONPATH": str(tmp_path), "COLUMNS": "100"}
        command = [sys.executable, "-m", "compendium_cli", *arguments, "--glossary", str(tmp_path / "my-glossary")]
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment, cwd=tmp_path)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    assert run("fmt").count("changed") == 2
    assert run("lint").startswith("no problems found")
    assert "Seixo" in run("show", "seixos")
    assert '"lang": "pt"' in run("search", "jogador lança", "--json")
    assert '"Seixo"@pt' in run("export", "--format", "skos")


def test_every_file_the_page_names_is_there():
    named = re.findall(r"`((?:compendium_cli|benchmarks|tests|requirements|examples)/[\w./-]+)`", PAGE)
    assert named
    for name in named:
        assert (ROOT / name).exists(), name


@pytest.mark.parametrize("hook", ["compendium-fmt", "compendium-lint"])
def test_the_hook_runs_on_changed_entries(hook):
    (local,) = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))["repos"]
    (found,) = (known for known in local["hooks"] if known["id"] == hook)
    assert re.match(found["files"], "glossary/marvel-champions/it/ally.md")
    assert found["require_serial"], "parallel runs would each read the whole glossary"
