"""Which glossary and which mkdocs.yml a command works on: option, environment, the clone, the shipped ones."""

import os
import shutil
from pathlib import Path
from types import SimpleNamespace

import click
import pytest

from compendium_cli import settings
from compendium_cli.commands import COMMANDS, cli
from compendium_cli.compendium import open_compendium
from conftest import HARBOUR

MKDOCS = "site_name: Ours\nsite_url: https://rules.example.org/champions  # ours\nplugins:\n  - compendium:\n"
ENTRY = "harbour/it/storm.md"


@pytest.fixture
def clone(tmp_path, monkeypatch):
    """A clone with the made-up glossary, and the working directory in it."""
    shutil.copytree(HARBOUR, tmp_path / "clone" / "glossary")
    (tmp_path / "clone" / "mkdocs.yml").write_text(MKDOCS, encoding="utf-8")
    monkeypatch.chdir(tmp_path / "clone")
    return tmp_path / "clone"


def in_the_clone(chosen, clone):
    return chosen == (clone / "glossary", "clone")


# -- which glossary ----------------------------------------------------------------------------------------------------


def test_option_then_environment_then_clone_then_the_shipped_one(clone, tmp_path, monkeypatch):
    assert in_the_clone(settings.choose_glossary(None), clone)
    monkeypatch.setenv("COMPENDIUM_GLOSSARY", "somewhere")
    assert settings.choose_glossary(None) == (Path("somewhere"), "environment")
    assert settings.choose_glossary("elsewhere") == (Path("elsewhere"), "option")
    monkeypatch.delenv("COMPENDIUM_GLOSSARY")
    monkeypatch.chdir(tmp_path)
    assert settings.choose_glossary(None) == (settings.shipped_glossary(), "shipped")


def test_the_nearest_clone_above_counts(clone, monkeypatch):
    inner = clone / "glossary" / "harbour"
    monkeypatch.chdir(inner)
    assert in_the_clone(settings.choose_glossary(None), clone)
    (inner / "glossary").mkdir()
    (inner / "mkdocs.yml").write_text("plugins: \n- 'compendium'\n", encoding="utf-8")
    assert in_the_clone(settings.choose_glossary(None), inner)


@pytest.mark.parametrize(
    "mkdocs", ["plugins:\n  - search\n", "# - compendium\n", "plugins:\n  - compendium-of-others\n", "\x00\xff"]
)
def test_a_mkdocs_yml_of_somebody_else_is_no_clone(clone, mkdocs):
    (clone / "mkdocs.yml").write_text(mkdocs, encoding="latin-1")
    assert settings.choose_glossary(None).by == "shipped"


def test_a_folder_without_a_glossary_is_no_clone(clone):
    (clone / "glossary").rename(clone / "other")
    assert settings.choose_glossary(None).by == "shipped"


@pytest.mark.parametrize("plugin", ["- compendium", "  - compendium:", '  - "compendium"', "  -  compendium: # ours"])
def test_a_clone_names_the_plugin(clone, plugin):
    (clone / "mkdocs.yml").write_text(f"plugins:\n{plugin}\n", encoding="utf-8")
    assert in_the_clone(settings.choose_glossary(None), clone)


def test_nothing_is_looked_for_above_the_home(clone, monkeypatch):
    home = clone / "home"
    (home / "games").mkdir(parents=True)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("USERPROFILE", str(home))
    monkeypatch.chdir(home / "games")
    assert settings.choose_glossary(None).by == "shipped"


def test_it_costs_one_look_per_folder(tmp_path, monkeypatch):
    deep = tmp_path.joinpath(*"abcdefgh")
    deep.mkdir(parents=True)
    monkeypatch.chdir(deep)
    looks = []
    beginning = settings._beginning  # noqa: SLF001 - every look is one at a file
    monkeypatch.setattr(settings, "_beginning", lambda path: looks.append(path) or beginning(path))
    assert settings.clone_here() is None
    assert len(looks) == len(deep.parents) + 1


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root gives files away")
def test_what_a_stranger_has_put_above_us_is_not_taken(clone, monkeypatch):
    inner = clone / "mine"
    inner.mkdir()
    monkeypatch.chdir(inner)
    os.chown(clone / "mkdocs.yml", 12345, 12345)
    assert settings.choose_glossary(None).by == "shipped"
    os.chown(inner, 12345, 12345)  # a folder of a host, in a container: whose it is, the clone may be, too
    assert in_the_clone(settings.choose_glossary(None), clone)


@pytest.mark.skipif(os.name == "nt", reason="nobody removes the folder that a process stands in")
def test_a_working_directory_that_is_gone_is_in_no_clone(tmp_path, monkeypatch):
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    assert settings.choose_glossary(None).by == "shipped"


# -- what commands do with it ------------------------------------------------------------------------------------------

WITH_GLOSSARY = [
    name
    for name in COMMANDS
    if any(parameter.name == "glossary" for parameter in cli.get_command(click.Context(cli), name).params)
]


def test_every_command_takes_a_glossary():
    assert set(COMMANDS) - set(WITH_GLOSSARY) == {"help", "schema"}  # which tell what holds of any


@pytest.mark.parametrize("name", WITH_GLOSSARY)
def test_every_command_works_on_the_clone(clone, name):
    command = cli.get_command(click.Context(cli), name)
    with command.make_context(name, [], resilient_parsing=True) as context:
        chosen = context.params.get("glossary") or context.params["given"].glossary
    assert chosen == str(clone / "glossary")


def test_lint_tells_what_is_wrong_with_the_clone(run, clone):
    assert run("lint", glossary=None).out == "no problems found in glossary, that of the clone you are in\n"
    with (clone / "glossary" / ENTRY).open("a", encoding="utf-8") as file:
        file.write("\nNoch eine Regel.\n")
    result = run("lint", glossary=None)
    assert (result.status, "harbour/it/storm.md" in result.out) == (1, True)


def test_fmt_writes_into_the_clone_and_into_no_installation(run, clone, tmp_path, monkeypatch):
    path = clone / "glossary" / ENTRY
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace(" ^1", ""), encoding="utf-8")
    assert run("fmt", glossary=None).out == f"changed {ENTRY}\n"
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(settings, "is_checkout", lambda: False)
    for command in (["fmt"], ["confirm", "--all"]):
        result = run(*command, glossary=None)
        assert (result.status, "stand in a clone" in result.err) == (2, True)


def test_index_tells_which_glossary_and_why(run, clone, monkeypatch):
    assert f"glossary   {clone / 'glossary'} (that of the clone you are in)" in run("index", glossary=None).out
    assert run("index", "--json", glossary=None).json["chosen_by"] == "clone"
    assert "(as --glossary says)" in run("index").out
    monkeypatch.setenv("COMPENDIUM_GLOSSARY", str(HARBOUR))
    assert "(as COMPENDIUM_GLOSSARY says)" in run("index", glossary=None).out


@pytest.mark.parametrize(
    "command",
    [["show", "qwertyuiop"], ["ask", "x", "--game", "chess"], ["parity", "--game", "chess"], ["confirm", "nothing"]],
)
def test_what_is_not_there_is_told_with_the_glossary_that_was_looked_at(run, clone, command):
    assert "(in glossary, that of the clone you are in)" in run(*command, glossary=None).err
    assert ", as --glossary says)" in run(*command).err
    assert run(*command, "--json", glossary=None).json["error"]["glossary"] == str(clone / "glossary")


def test_wrong_use_has_nothing_to_do_with_a_glossary(run):
    assert "glossary" not in run("ask", " ").err


@pytest.mark.usefixtures("clone")
def test_the_version_is_that_of_the_clone(run):
    shown = run("--version", glossary=None).out
    assert "glossary (that of the clone you are in)" in shown
    assert "harbour: it-2" in shown


# -- site_url ----------------------------------------------------------------------------------------------------------


def test_links_lead_to_the_site_url_of_the_clone(run, clone, tmp_path, monkeypatch):
    there = "https://rules.example.org/champions/it/harbour/storm/\n"
    assert run("link", "storm", "--lang", "it", glossary=None).out == there
    monkeypatch.chdir(tmp_path)  # and of the one that is beside the glossary, wherever we are
    assert run("link", "storm", "--lang", "it", glossary=clone / "glossary").out == there
    monkeypatch.setenv("COMPENDIUM_BASE_URL", "https://b.example")
    assert run("link", "storm", "--lang", "it").out == "https://b.example/it/harbour/storm/\n"
    assert run("link", "storm", "--lang", "it", "--base-url", "https://c.example").out.startswith("https://c.example/")


@pytest.mark.usefixtures("clone")
def test_links_of_imported_texts_lead_to_the_same_site(run, tmp_path):
    library = shutil.copytree(HARBOUR, tmp_path / "library")
    shown = run("show", "storm", "--lang", "it", "--library", library, glossary=None).out
    assert "rules.example.org" in shown
    assert "compendium.example" not in shown


@pytest.mark.parametrize("value", ["", "!ENV SITE", "https://a.example/\u202e", "javascript:alert(1)", "'a b'"])
def test_what_is_no_address_is_none(clone, value):
    (clone / "mkdocs.yml").write_text(f"site_url: {value}\nplugins:\n  - compendium\n", encoding="utf-8")
    assert settings.base_url(None, clone / "glossary") == settings.RESERVED_URL


def test_the_address_tells_where_it_was_found(clone, monkeypatch):
    assert settings.address_of_site(None, clone / "glossary").origin == str(clone / "mkdocs.yml")
    assert settings.address_of_site(None, HARBOUR).origin == str(settings.shipped_site_config())
    monkeypatch.setenv("COMPENDIUM_BASE_URL", "https://b.example")
    assert settings.address_of_site(None, clone / "glossary").origin == "COMPENDIUM_BASE_URL"
    assert settings.address_of_site("https://c.example").origin == "--base-url"


def test_a_mkdocs_yml_beside_a_named_glossary_is_never_run(clone, tmp_path, monkeypatch):
    assert settings.site_config() == clone / "mkdocs.yml"
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COMPENDIUM_GLOSSARY", str(clone / "glossary"))
    assert settings.site_config() == settings.shipped_site_config()


# -- the Python API ----------------------------------------------------------------------------------------------------


def test_the_python_api_opens_what_it_is_told(clone):
    with open_compendium() as compendium:
        assert compendium.folder == settings.shipped_glossary()
    assert not settings.is_learnt_from(clone / "glossary")
    assert settings.is_learnt_from(settings.shipped_glossary())


def test_the_vectors_speak_for_the_glossary_of_a_clone_of_ours(clone):
    (clone / "compendium_cli").mkdir()
    (clone / "compendium_cli" / "learnt.vectors").touch()
    assert settings.is_learnt_from(Path("glossary"))


@pytest.mark.parametrize(
    ("told", "source"),
    [
        ('{"url": "file://FOLDER", "dir_info": {}}', "FOLDER"),
        ('{"url": "file:///no/such/folder", "dir_info": {}}', "rules-compendium"),
        ('{"url": "https://x.org/rules.whl", "archive_info": {}}', "rules-compendium"),
        ("nonsense", "rules-compendium"),
        (None, "rules-compendium"),
    ],
)
def test_extras_are_installed_from_where_the_package_came_from(tmp_path, monkeypatch, told, source):
    import importlib.metadata

    known = SimpleNamespace(read_text=lambda _name: told and told.replace("FOLDER", tmp_path.as_posix()))
    monkeypatch.setattr(importlib.metadata, "distribution", lambda _name: known)
    monkeypatch.setattr(settings, "clone_here", lambda: None)
    monkeypatch.setattr(settings, "is_checkout", lambda: False)
    wanted = source.replace("FOLDER", str(tmp_path))
    assert settings.how_to_install("http") == f'pip install "{wanted}[http]"'
    monkeypatch.setattr(settings, "clone_here", lambda: tmp_path)
    assert settings.how_to_install("http") == 'pip install ".[http]"'
