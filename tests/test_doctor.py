"""The doctor tells what is there, finds what is wrong, and says how to mend it; and what takes room can be removed."""

import importlib.metadata
import io
import os
import shutil
import sys

import pytest

from compendium_cli import checkup, encoder, settings
from compendium_cli.compendium import open_compendium
from conftest import HARBOUR

pytestmark = pytest.mark.posix

ASKED = "quanti danni prendo col maltempo?"


@pytest.fixture
def glossary(tmp_path, monkeypatch):
    """A glossary of the test's own, with a cache and settings of its own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    settings.user_config.cache_clear()
    yield shutil.copytree(HARBOUR, tmp_path / "glossary")
    settings.user_config.cache_clear()


def compiled(folder):
    with open_compendium(folder) as compendium:
        compendium.ask(ASKED)
        return compendium.cache.path


def edit(folder):
    path = folder / "harbour" / "it" / "storm.md"
    path.write_text(path.read_text(encoding="utf-8").replace("^1", "Ora. ^1", 1), encoding="utf-8")


# -- when all is well --------------------------------------------------------------------------------------------------


def test_when_all_is_well_it_fits_one_screen(run, glossary, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    compiled(glossary)
    result = run("doctor", glossary=glossary)
    assert result.status == 0
    lines = result.out.splitlines()
    assert lines[-1] == "all is well"
    assert len(lines) <= 24
    assert all(len(line) <= 80 for line in lines)
    for label in ("compendium", "python", "glossary", "problems", "compiled", "library", "config", "links", "terminal"):
        assert sum(line.startswith(label) for line in lines) == 1, label


def test_in_json_every_topic_is_there(run, glossary):
    told = run("doctor", "--json", glossary=glossary).json
    assert told["well"] is True
    assert told["faults"] == []
    assert told["glossary"]["folder"] == str(glossary)
    assert told["glossary"]["chosen_by"] == "option"
    assert (told["glossary"]["problems"], told["glossary"]["games"]) == (0, ["harbour"])
    assert told["links"]["from"] == str(settings.shipped_site_config())
    assert set(told["extras"]) == {"site", "pdf", "mcp", "http"}
    assert told["libraries"]["click"] == importlib.metadata.version("click")


def test_it_tells_how_the_compiled_form_is_and_makes_none(run, glossary, tmp_path):
    def state():
        return run("doctor", "--json", glossary=glossary).json["compiled"]

    assert (state()["state"], state()["bytes"], state()["writable"]) == ("none", None, True)
    assert not (tmp_path / "cache").exists()
    form = compiled(glossary)
    assert (state()["state"], state()["folder"]) == ("fresh", str(form))
    assert state()["bytes"] > 0
    edit(glossary)
    assert state()["state"] == "stale"
    assert run("doctor", glossary=glossary).status == 0, "that is no fault"


def test_an_extra_that_is_missing_is_no_fault(run, glossary, monkeypatch):
    version = importlib.metadata.version

    def without_mcp(name):
        if name == "mcp":
            raise importlib.metadata.PackageNotFoundError(name)
        return version(name)

    monkeypatch.setattr(importlib.metadata, "version", without_mcp)
    result = run("doctor", glossary=glossary)
    assert (result.status, 'not installed: pip install ".[mcp]"' in result.out) == (0, True)


# -- what is wrong, and how to mend it ---------------------------------------------------------------------------------


def faults(run, *arguments, glossary):
    result = run("doctor", "--json", *arguments, glossary=glossary)
    assert (result.status, result.json["well"]) == (1, False)
    assert all(fault["mend"] for fault in result.json["faults"])
    return [fault["what"] for fault in result.json["faults"]]


def test_problems_of_the_glossary(run, glossary):
    (glossary / "harbour" / "it" / "stray.md").write_text("no front matter", encoding="utf-8")
    (what,) = faults(run, glossary=glossary)
    assert "in the glossary" in what
    assert "compendium lint lists them" in run("doctor", glossary=glossary).out


def test_a_glossary_that_is_not_there(run, glossary):
    (what,) = faults(run, glossary=glossary / "nowhere")
    assert "there is no such folder" in what


def test_settings_that_are_none(run, glossary, tmp_path, monkeypatch):
    (tmp_path / "config" / "compendium").mkdir(parents=True)
    (tmp_path / "config" / "compendium" / "config.toml").write_text("base = [", encoding="utf-8")
    assert ["not valid TOML" in what for what in faults(run, glossary=glossary)] == [True]
    monkeypatch.setenv("COMPENDIUM_LANG", "xx")
    monkeypatch.setenv("COMPENDIUM_BASE_URL", "nowhere")
    whats = " ".join(faults(run, glossary=glossary))
    assert "COMPENDIUM_LANG is 'xx'" in whats
    assert "'nowhere' is no address" in whats


def test_a_library_that_is_not_there_or_holds_nothing(run, glossary, tmp_path):
    assert "there is no library" in faults(run, "--library", tmp_path / "nowhere", glossary=glossary)[0]
    (tmp_path / "empty").mkdir()
    assert "the library: no game in" in faults(run, "--library", tmp_path / "empty", glossary=glossary)[0]


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="whose a folder is, this system does not say")
def test_nothing_compiled_can_be_kept(run, glossary, tmp_path, monkeypatch):
    shared = tmp_path / "cache" / "compendium"
    shared.mkdir(parents=True)
    shared.chmod(0o777)
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(shared))
    (what,) = faults(run, glossary=glossary)
    assert "every command compiles the glossary anew" in what


def test_libraries_of_other_versions(run, glossary, monkeypatch):
    wanted = ["click>=8.1.7", "whoosh3<4,>=9.54", "mkdocs<1.5; extra == 'site'"]
    monkeypatch.setattr(importlib.metadata, "requires", lambda _: wanted)
    assert [what.split()[0] for what in faults(run, glossary=glossary)] == ["whoosh3", "mkdocs"]


@pytest.mark.parametrize(
    ("version", "bounds", "fits"),
    [
        ("2.0", ">=2.0,<3", True),
        ("3.0.0", "<3", False),
        ("1.6.1", "<2,>=1.6", True),
        ("1.10", ">=1.9", True),
        ("2.4.1.1", ">=2.4.1.1", True),
        ("4.0b1", "<4,>=3", False),
    ],
)
def test_versions_and_their_bounds(version, bounds, fits):
    assert checkup._fits(version, bounds) is fits  # noqa: SLF001 - a rule of its own


def test_what_was_learnt_is_damaged(run, glossary, tmp_path, monkeypatch):
    monkeypatch.setattr(encoder, "LEARNT", tmp_path / "gone")
    encoder.shipped_encoder.cache_clear()
    assert len(faults(run, glossary=glossary)) == 1
    encoder.shipped_encoder.cache_clear()


def test_an_installation_without_its_compiled_form(run, glossary, monkeypatch):
    monkeypatch.setattr(settings, "is_checkout", lambda: False)
    monkeypatch.setattr(settings, "shipped_form", lambda: None)
    assert faults(run, glossary=glossary) == ["the package has no compiled glossary"]


def test_an_output_that_lacks_our_letters(monkeypatch):
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding="ascii"))
    found = []
    checkup._encoding(found)  # noqa: SLF001 - no output of the tests is like that
    assert "lacks letters" in found[0].what


# -- what else takes room ----------------------------------------------------------------------------------------------


def test_caches_of_others_are_told_and_pruned(run, glossary, tmp_path):
    other = shutil.copytree(HARBOUR, tmp_path / "other")
    edit(other)
    gone, kept = compiled(other), compiled(glossary)
    (tmp_path / "cache" / "compendium" / "library").mkdir()  # on some systems all that is ours stands together
    told = run("doctor", "--json", glossary=glossary).json["other_caches"]
    assert told["folders"] == [{"folder": str(gone.parent), "of": str(other)}]
    assert told["bytes"] > 0
    assert "compendium index --prune" in run("doctor", glossary=glossary).out
    assert "of 1 other forms" in run("index", "--prune", glossary=glossary).out
    assert not gone.parent.exists()
    assert kept.is_dir()
    assert (tmp_path / "cache" / "compendium" / "library").is_dir()
    assert run("index", "--prune", "--json", glossary=glossary).json["pruned"] == []
    assert compiled(other).is_dir(), "it is compiled again"


def test_what_shares_its_files_with_another_takes_no_room(run, glossary, tmp_path):
    """Environments and clones with the same glossary share what was compiled of it."""
    compiled(glossary)
    compiled(shutil.copytree(glossary, tmp_path / "other"))
    told = run("doctor", "--json", glossary=glossary).json
    assert told["other_caches"]["number"] == 1
    assert told["other_caches"]["bytes"] < told["compiled"]["bytes"] / 10
