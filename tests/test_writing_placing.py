"""A site is replaced when the new one is whole; what is hidden in its folder stays."""

import pytest

from compendium_cli.writing import placing
from compendium_cli.writing.placing import placed_site
from conftest import write_glossary


@pytest.fixture
def target(tmp_path):
    """A folder with a site, and what a host or a repository keeps beside it."""
    folder = tmp_path / "site"
    make(folder, {"sitemap.xml": "old", "index.html": "old", "gone/index.html": "old", "page": "old", ".nojekyll": ""})
    make(folder, {".git/HEAD": "ref"})
    (folder / ".link").symlink_to("index.html")
    return folder


@pytest.fixture(params=["exchanged", "in place"])
def _way(request, monkeypatch):
    """The two ways of placing a site: as a whole, or file by file where its folder has to stay."""
    if request.param == "in place":
        monkeypatch.setattr(placing, "_is_fixed", lambda target: target.is_dir())


def make(folder, files):
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


def tree_of(folder):
    return {
        str(path.relative_to(folder)): path.read_text(encoding="utf-8") for path in folder.rglob("*") if path.is_file()
    }


NEW = {"sitemap.xml": "new", "index.html": "new", "page/index.html": "new", "more/index.html": "new"}
KEPT = {".nojekyll": "", ".git/HEAD": "ref"}


@pytest.mark.usefixtures("_way")
def test_the_new_site_takes_the_place_and_hidden_files_stay(target):
    with placed_site(target) as fresh:
        make(fresh, NEW)
        assert (target / "index.html").read_text(encoding="utf-8") == "old"
    assert tree_of(target) == NEW | KEPT | {".link": "new"}
    assert (target / ".link").is_symlink()
    assert not (target / "gone").exists()
    assert not list(target.parent.glob(".*"))


@pytest.mark.usefixtures("_way")
def test_a_folder_becomes_a_file_and_a_file_a_folder(target):
    make(target, {"gone/deep/file": "old"})
    with placed_site(target) as fresh:
        make(fresh, {"sitemap.xml": "new", "gone": "new", "page/index.html": "new"})
    assert tree_of(target) == {"sitemap.xml": "new", "gone": "new", "page/index.html": "new"} | KEPT


def broken(target):
    with placed_site(target) as fresh:
        make(fresh, NEW)
        raise ZeroDivisionError


@pytest.mark.usefixtures("_way")
def test_a_build_that_fails_leaves_the_old_site(target):
    before = tree_of(target)
    with pytest.raises(ZeroDivisionError):
        broken(target)
    assert tree_of(target) == before


def test_in_place_the_file_that_marks_a_site_comes_first(tmp_path, monkeypatch):
    target = tmp_path / "site"
    target.mkdir()
    moved = []
    monkeypatch.setattr(placing, "_is_fixed", lambda _: True)
    monkeypatch.setattr(placing.Path, "replace", lambda _, place: moved.append(place.name))
    with placed_site(target) as fresh:
        make(fresh, {"a.html": "new", "sitemap.xml": "new"})
    assert moved == ["sitemap.xml", "a.html"]


def test_folders_that_have_to_stay(target, tmp_path, monkeypatch):
    assert not placing._is_fixed(target)  # noqa: SLF001 - which of them is a fact about the system
    assert not placing._is_fixed(tmp_path / "none")  # noqa: SLF001
    monkeypatch.chdir(target)
    assert placing._is_fixed(target)  # noqa: SLF001
    monkeypatch.chdir(target / ".git")
    assert placing._is_fixed(target)  # noqa: SLF001
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(placing.os, "access", lambda *_: False)
    assert placing._is_fixed(target)  # noqa: SLF001


def test_a_strict_build_that_warns_leaves_the_old_site(run, tmp_path):
    glossary = write_glossary(
        tmp_path / "glossary", {"game/it/a.md": "---\nedition: it-1\n---\n# A\n\nUna regola senza numero.\n"}
    )
    assert run("build", "--site-dir", tmp_path / "out", glossary=glossary).status == 0
    before = (tmp_path / "out").stat().st_ino
    assert run("build", "--site-dir", tmp_path / "out", "--strict", glossary=glossary).status == 2
    assert (tmp_path / "out").stat().st_ino == before


def test_what_is_hidden_does_not_make_a_folder_somebody_elses(run, tmp_path):
    (tmp_path / "out" / ".git").mkdir(parents=True)
    assert run("build", "--site-dir", tmp_path / "out").status == 0
    assert (tmp_path / "out" / ".git").is_dir()
