"""The number that tells what a glossary is compiled to, and the form that a wheel carries."""

import hashlib
import json
import shutil
import zlib
from pathlib import Path

import pytest

from compendium_cli import cache, compiled, settings
from compendium_cli.compendium import open_compendium
from compendium_cli.compiled import build_form, ship_glossary
from compendium_cli.reading.listing import kept_listing
from conftest import HARBOUR

PACKAGE = Path(cache.__file__).parent
#: What a glossary is read and compiled by. Code that only reads a compiled form is not among it.
COMPILED_BY = (
    "codec",
    "compiling",
    "database",
    "impacts",
    "indexing",
    "making",
    "model",
    "names",
    "naming",
    "passages",
    "updating",
    "vocabulary",
    "languages/*",
    "reading/*",
)
KNOWN = Path(__file__).parent / "data" / "compiler.json"


def sources():
    """A digest of the code that compiles, comments and white space left out as far as a line is nothing else."""
    digest = hashlib.sha256()
    for path in sorted(file for pattern in COMPILED_BY for file in PACKAGE.glob(f"{pattern}.py")):
        lines = (line.strip() for line in path.read_text(encoding="utf-8").splitlines())
        digest.update("\n".join(line for line in lines if line and not line.startswith("#")).encode())
    return digest.hexdigest()


def test_who_changes_the_compiler_says_whether_it_compiles_to_something_else():
    known = json.loads(KNOWN.read_text(encoding="utf-8"))
    now = {"compiler": cache.COMPILER, "sources": sources()}
    assert known == now, (
        "the code that compiles a glossary has changed: where it compiles the same glossary to something else, raise "
        f"COMPILER in compendium_cli/cache.py; then write {now} to tests/data/compiler.json"
    )


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """The compiled form that a package carries. It is the same wherever it lies, so it is made once."""
    form = tmp_path_factory.mktemp("made") / "shipped"
    ship_glossary(HARBOUR, form)
    return form


@pytest.fixture
def shipped(made, tmp_path, monkeypatch):
    """The test glossary as if it had come with the package, compiled."""
    for name in ("XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.setenv(name, str(tmp_path / "cache"))
    glossary, form = tmp_path / "glossary", tmp_path / "shipped"
    shutil.copytree(HARBOUR, glossary)
    shutil.copytree(made, form)
    monkeypatch.setattr(settings, "shipped_glossary", lambda: glossary)
    monkeypatch.setattr(settings, "shipped_form", lambda: form)
    return form


def answered():
    with open_compendium() as compendium:
        ruling = compendium.ask("quanti danni prendo col maltempo?").rulings[0]
        assert (ruling.entry.concept, compendium.look_up("storm", lang="it").entry.title) == ("storm", "Tempesta")
        return compendium.cache.path


def test_the_shipped_form_answers_and_nothing_is_written(shipped, tmp_path):
    before = {path: path.stat().st_mtime_ns for path in shipped.rglob("*")}
    assert answered() == shipped
    assert {path: path.stat().st_mtime_ns for path in shipped.rglob("*")} == before
    assert not (tmp_path / "cache").exists()


def test_it_holds_every_language(shipped):
    assert {path.parent.name for path in shipped.glob("*/manifest.json")} == {"words", "it", "es", "uk", "en"}
    with open_compendium() as compendium:
        assert compendium.ask("рухаються кораблі на якорі?").rulings[0].entry.concept == "anchor"
        assert compendium.cache.path == shipped


def test_twice_made_it_has_the_same_bytes(shipped, tmp_path):
    ship_glossary(settings.shipped_glossary(), tmp_path / "again")
    first, second = (
        {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
        for folder in (shipped, tmp_path / "again")
    )
    assert first == second


@pytest.mark.slow
@pytest.mark.parametrize(
    "file",
    [
        "corpus.sqlite",
        "words/words.sqlite",
        "it/listing",
        "it/0_1.impacts",
        "it/0.entries",
        "it/manifest.json",
        "compiler.json",
    ],
)
@pytest.mark.parametrize("damage", ["gone", "empty", "something else"])
def test_where_it_is_damaged_the_glossary_is_compiled(shipped, tmp_path, file, damage):
    if damage == "gone":
        (shipped / file).unlink()
    else:
        (shipped / file).write_bytes(b"not what it was" * 500 if damage == "something else" else b"")
    used = answered()
    assert used.is_relative_to(tmp_path / "cache") or (file.startswith("it/") and damage == "gone")
    before = {path: path.stat().st_mtime_ns for path in used.rglob("*") if path.is_file()}
    assert answered() == used  # and not once more by every command
    assert {path: path.stat().st_mtime_ns for path in before} == before


@pytest.mark.usefixtures("shipped")
def test_what_another_compiler_has_shipped_is_not_used(tmp_path, monkeypatch):
    monkeypatch.setattr(cache, "COMPILER", 99)
    assert answered().is_relative_to(tmp_path / "cache")


def test_another_glossary_is_compiled(shipped):
    with open_compendium(HARBOUR) as compendium:
        assert compendium.look_up("storm", lang="it").entry.title == "Tempesta"
        assert compendium.cache.path != shipped


# -- the clone that a package was built in -----------------------------------------------------------------------------


@pytest.fixture
def clone(made, tmp_path, monkeypatch):
    """A clone of the test glossary in which a package was built, and that package installed."""
    for name in ("XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.setenv(name, str(tmp_path / "cache"))
    clone, package = tmp_path / "clone", tmp_path / "package"
    shutil.copytree(HARBOUR, clone / "glossary")
    monkeypatch.setattr(compiled, "ship_glossary", lambda _, target: shutil.copytree(made, target))
    shutil.copytree(build_form(clone), package / "shipped")
    shutil.copytree(HARBOUR, package / "glossary")
    monkeypatch.setattr(settings, "shipped_glossary", lambda: package / "glossary")
    monkeypatch.setattr(settings, "shipped_form", lambda: package / "shipped")
    return clone


def asked_in(clone):
    with open_compendium(clone / "glossary") as compendium:
        text = compendium.look_up("storm", lang="it").entry.statements[0].text
        assert compendium.ask("quanti danni prendo col maltempo?").rulings[0].entry.concept == "storm"
        return compendium.cache.path, text, len(compendium.files()), compendium.facts().edited


def edit(clone):
    path = clone / "glossary" / "harbour" / "it" / "storm.md"
    before = path.read_text(encoding="utf-8")
    path.write_text(before.replace("^1", "Ora. ^1", 1), encoding="utf-8")
    assert path.read_text(encoding="utf-8") != before


def test_in_the_clone_it_was_built_in_the_form_of_the_package_answers(clone, tmp_path):
    used, _, files, _ = asked_in(clone)
    assert used == tmp_path / "package" / "shipped"
    assert files > 10
    assert not (tmp_path / "cache").exists()


def test_after_an_edit_in_the_clone_the_clone_answers_and_only_the_edit_is_compiled(clone, tmp_path):
    edit(clone)
    used, text, _, edited = asked_in(clone)
    assert used.is_relative_to(tmp_path / "cache")
    assert text.endswith("Ora.")
    assert edited > 0, "the rest was taken over"


def test_an_edit_before_the_first_look_and_another_package(clone, tmp_path):
    """A list of files that tells of another form is no list of this one."""
    (clone / "build" / "shipped" / "form" / "contents").write_text("another", encoding="utf-8")
    edit(clone)
    used, text, _, edited = asked_in(clone)
    assert (used.is_relative_to(tmp_path / "cache"), text.endswith("Ora."), edited) == (True, True, 0)


def test_the_same_files_elsewhere_take_the_form_of_the_package(clone, tmp_path, monkeypatch):
    elsewhere = tmp_path / "elsewhere"
    shutil.copytree(clone / "glossary", elsewhere / "glossary")
    monkeypatch.setattr("compendium_cli.making.make", None)  # nothing is compiled
    used, _, files, _ = asked_in(elsewhere)
    assert used.is_relative_to(tmp_path / "cache")
    assert files > 10


@pytest.mark.parametrize("listing", [b"", b"no list", b"x\x9c" + b"[" * 99])
def test_a_list_of_files_that_is_none_is_not_used(clone, tmp_path, listing):
    (clone / "build" / "shipped" / "files").write_bytes(listing)
    assert asked_in(clone)[0].is_relative_to(tmp_path / "cache")


def test_a_list_that_would_fill_the_memory_is_not_read_whole(tmp_path):
    packed = zlib.compress(b"[" + b" " * 600_000_000)
    (tmp_path / "files").write_bytes(packed)
    assert kept_listing(tmp_path / "files") == {}
