"""A folder of ours is replaced as a whole, whoever looks and whenever we die; what others put there stays."""

import json
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from compendium_cli.errors import UsageError
from compendium_cli.writing import folders, locks
from compendium_cli.writing.folders import MARK, hidden_folder, put_back, replaced_folder
from conftest import write_glossary

pytestmark = pytest.mark.posix


@pytest.fixture
def target(tmp_path):
    """A folder of ours with a file."""
    folder = tmp_path / "target"
    with replaced_folder(folder) as fresh:
        fill(fresh, "old")
    return folder


@pytest.fixture(params=["exchanged", "moved"])
def _way(request, monkeypatch):
    """The two ways of taking a place: with and without a system that can exchange."""
    if request.param == "moved":
        monkeypatch.setattr(folders, "exchange", lambda *_: False)


def fill(fresh, text="new"):
    fresh.mkdir()
    (fresh / "file").write_text(text, encoding="utf-8")


def replace(target, *steps):
    """Replace a folder by what some steps make of the fresh one."""
    with replaced_folder(target) as fresh:
        for step in steps:
            step(fresh)


def holds(folder):
    return (folder / "file").read_text(encoding="utf-8")


def alone(folder):
    """Tell whether nothing hidden is beside a folder."""
    return not list(folder.parent.glob(".*"))


@pytest.mark.usefixtures("_way")
def test_the_new_takes_the_place_of_the_old(target):
    with replaced_folder(target) as fresh:
        fill(fresh)
        assert holds(target) == "old"
    assert holds(target) == "new"
    assert alone(target)


def test_where_there_was_none_it_is_made(tmp_path):
    replace(tmp_path / "deep" / "target", fill)
    assert holds(tmp_path / "deep" / "target") == "new"


@pytest.mark.usefixtures("_way")
def test_what_fails_leaves_the_old(target):
    with pytest.raises(ZeroDivisionError):
        replace(target, fill, lambda _: 1 / 0)
    assert holds(target) == "old"
    assert alone(target)


def test_a_move_that_fails_puts_the_old_back(target, monkeypatch):
    monkeypatch.setattr(folders, "exchange", lambda *_: False)
    rename = Path.rename

    def refuse(path, place):
        if path.name == "new":
            raise OSError(16, "device or resource busy")
        return rename(path, place)

    monkeypatch.setattr(Path, "rename", refuse)
    with pytest.raises(OSError, match="busy"):
        replace(target, fill)
    assert holds(target) == "old"


def test_an_exchange_that_is_refused_is_told(target, monkeypatch):
    def refuse(*_):
        raise OSError(16, "device or resource busy")

    monkeypatch.setattr(folders, "exchange", refuse)
    with pytest.raises(OSError, match="busy"):
        replace(target, fill)
    assert holds(target) == "old"


@pytest.mark.skipif(sys.platform != "linux", reason="a system that can")
def test_this_system_needs_no_moves(target, monkeypatch):
    monkeypatch.delattr(Path, "rename")
    replace(target, fill)
    assert holds(target) == "new"


def test_a_link_is_followed(target, tmp_path):
    (tmp_path / "link").symlink_to(target)
    replace(tmp_path / "link", fill)
    assert (tmp_path / "link").is_symlink()
    assert holds(target) == "new"


@pytest.fixture
def moved_out(target):
    """What a process leaves that dies between its two moves."""
    hidden = target.parent / ".target-unfinished-abc"
    hidden.mkdir()
    fill(hidden / "new")
    target.rename(hidden / "old")
    return target


def test_what_was_moved_out_is_put_back_before_it_is_replaced(moved_out):
    with replaced_folder(moved_out) as fresh:
        assert holds(moved_out) == "old"
        fill(fresh)
    assert holds(moved_out) == "new"
    assert alone(moved_out)


def test_where_nobody_can_lock_it_is_put_back_too(moved_out, monkeypatch):
    monkeypatch.setattr(locks, "_locked", lambda _: None)
    put_back(moved_out)
    assert holds(moved_out) == "old"


def test_nothing_is_put_back_where_something_is(moved_out):
    fill(moved_out, "there already")
    put_back(moved_out)
    assert holds(moved_out) == "there already"


def test_what_the_dead_left_is_cleared_away_and_what_the_living_have_is_not(tmp_path):
    left = tmp_path / ".site-unfinished-left"
    left.mkdir()
    other = tmp_path / ".else-unfinished-left"
    other.mkdir()
    with hidden_folder(tmp_path, "site") as living:
        assert not left.exists()
        with hidden_folder(tmp_path, "site") as second:
            assert living.is_dir()
        assert not second.exists()
    assert not living.exists()
    assert other.is_dir()


def test_two_who_replace_one_folder_wait_for_each_other(target):
    order = []

    def add(name):
        with replaced_folder(target) as fresh:
            before = holds(target)
            order.append(name)
            fill(fresh, f"{before} {name}")

    with replaced_folder(target) as fresh:
        others = [threading.Thread(target=add, args=(name,)) for name in ("b", "c")]
        for other in others:
            other.start()
        fill(fresh, "a")
        assert order == []
    for other in others:
        other.join()
    assert holds(target).split() == ["a", *order]


def test_patience_ends(target, monkeypatch):
    monkeypatch.setattr(folders, "_PATIENCE", 0.0)
    with locks.held(target), pytest.raises(UsageError, match="another process is writing"):
        replace(target, fill)


def test_one_that_appeared_meanwhile_is_not_replaced(tmp_path):
    target = tmp_path / "target"
    with pytest.raises(OSError, match="not empty"):
        replace(target, fill, lambda _: fill(target, "of somebody else"))
    assert holds(target) == "of somebody else"


def test_a_lock_dies_with_its_process(target):
    program = (
        "import sys, time, pathlib; from compendium_cli.writing.locks import held\n"
        "with held(pathlib.Path(sys.argv[1])) as is_ours: print(is_ours, flush=True); time.sleep(60)"
    )
    with subprocess.Popen([sys.executable, "-c", program, str(target)], stdout=subprocess.PIPE, text=True) as process:
        if process.stdout.readline() != "True\n":
            pytest.skip("a file system without locks")
        assert locks.is_in_use(target)
        assert not locks.is_left_behind(target)
        process.kill()
    assert locks.is_left_behind(target)


# -- whose files they are ----------------------------------------------------------------------------------------------


@pytest.fixture(params=["exchanged", "in place"])
def _place(request, monkeypatch):
    """The two ways of replacing: as a whole, or file by file where the folder has to stay."""
    if request.param == "in place":
        monkeypatch.setattr(folders, "_is_fixed", lambda target: target.is_dir())


def make(folder, files):
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


def tree_of(folder):
    files = (path for path in folder.rglob("*") if path.is_file() and path.name != MARK)
    return {str(path.relative_to(folder)): path.read_text(encoding="utf-8") for path in files}


NEW = {"index.html": "new", "page/index.html": "new", "more/index.html": "new"}
OURS = {"index.html": "old", "gone/deep/index.html": "old", "page": "old"}
THEIRS = {".git/HEAD": "ref", ".nojekyll": "", "CNAME": "rules.example.org", "gone/notes.txt": "mine"}


@pytest.fixture
def shared_folder(tmp_path):
    """A site of ours, and what a host, a repository and a person keep beside it."""
    folder = tmp_path / "site"
    replace(folder, lambda fresh: make(fresh, OURS))
    make(folder, THEIRS)
    (folder / ".link").symlink_to("index.html")
    return folder


@pytest.mark.usefixtures("_place")
def test_what_others_put_there_stays(shared_folder):
    (shared_folder.parent / "second name").hardlink_to(shared_folder / "CNAME")
    replace(shared_folder, lambda fresh: make(fresh, NEW))
    assert tree_of(shared_folder) == NEW | THEIRS | {".link": "new"}
    assert (shared_folder / ".link").is_symlink()
    assert (shared_folder / "CNAME").stat().st_nlink == 2
    assert not (shared_folder / "gone" / "deep").exists()
    assert not list(shared_folder.parent.glob(".*"))


@pytest.mark.usefixtures("_place")
def test_what_is_ours_alone_becomes_what_is_new(tmp_path):
    folder = tmp_path / "site"
    replace(folder, lambda fresh: make(fresh, OURS))
    replace(folder, lambda fresh: make(fresh, {"gone": "new", "page/index.html": "new"}))
    assert tree_of(folder) == {"gone": "new", "page/index.html": "new"}


@pytest.mark.usefixtures("_place")
def test_what_fails_leaves_everything(shared_folder):
    before = tree_of(shared_folder)
    with pytest.raises(ZeroDivisionError):
        replace(shared_folder, lambda fresh: make(fresh, NEW), lambda _: 1 / 0)
    assert tree_of(shared_folder) == before


@pytest.mark.parametrize("name", ["more/index.html", "more", "index.html/deep"])
def test_nothing_is_written_over_a_file_of_somebody_else(tmp_path, name):
    folder = tmp_path / "site"
    replace(folder, lambda fresh: make(fresh, {"old": "old"}))
    make(folder, {name: "mine"})
    before = tree_of(folder)
    with pytest.raises(UsageError, match="not made by this program"):
        replace(folder, lambda fresh: make(fresh, NEW))
    assert tree_of(folder) == before


def test_nothing_is_written_through_a_link_of_somebody_else(tmp_path):
    folder, elsewhere = tmp_path / "site", tmp_path / "elsewhere"
    elsewhere.mkdir()
    replace(folder, lambda fresh: make(fresh, {"old": "old"}))
    (folder / "more").symlink_to(elsewhere)
    with pytest.raises(UsageError, match="not made by this program"):
        replace(folder, lambda fresh: make(fresh, NEW))
    assert not list(elsewhere.iterdir())


@pytest.mark.parametrize("files", [{"sitemap.xml": "a site of another program"}, {"thesis.tex": "mine"}])
def test_a_folder_without_our_mark_is_refused(tmp_path, files):
    folder = tmp_path / "site"
    make(folder, files)
    with pytest.raises(UsageError, match="was not made by this program"):
        replace(folder, lambda fresh: make(fresh, NEW))
    assert tree_of(folder) == files


def test_a_mark_names_only_what_is_in_its_folder(tmp_path):
    folder = tmp_path / "site"
    make(tmp_path, {"mine": "mine"})
    make(folder, {MARK: json.dumps({"files": ["../mine", str(tmp_path / "mine"), 3, "a"]}), "a": "old", "b": "theirs"})
    replace(folder, lambda fresh: make(fresh, NEW))
    assert (tmp_path / "mine").read_text(encoding="utf-8") == "mine"
    assert tree_of(folder) == NEW | {"b": "theirs"}


def test_what_somebody_puts_there_at_the_last_moment_is_kept(target, monkeypatch):
    exchange = folders.exchange

    def late(one, other):
        make(target, {"deep/late": "mine"})
        return exchange(one, other)

    monkeypatch.setattr(folders, "exchange", late)
    replace(target, fill)
    assert tree_of(target) == {"file": "new", "deep/late": "mine"}


def test_what_is_left_behind_with_files_of_others_is_brought_back(target):
    hidden = target.parent / ".target-unfinished-abc"
    make(hidden / "new", {"file": "older", MARK: json.dumps({"files": ["file"]}), "late": "mine"})
    with hidden_folder(target.parent, "target"):
        assert tree_of(target) == {"file": "old", "late": "mine"}


def test_who_dies_moving_files_in_leaves_a_folder_that_is_ours(shared_folder, monkeypatch):
    monkeypatch.setattr(folders, "_is_fixed", lambda target: target.is_dir())
    real = Path.replace

    def dies(path, place):
        if "more" in str(place):
            raise OSError(28, "no space left on device")
        return real(path, place)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", dies)
        with pytest.raises(OSError, match="no space"):
            replace(shared_folder, lambda fresh: make(fresh, NEW))
    replace(shared_folder, lambda fresh: make(fresh, NEW))
    assert tree_of(shared_folder) == NEW | THEIRS | {".link": "new"}


def test_folders_that_have_to_stay(target, tmp_path, monkeypatch):
    make(target, {"inside/file": ""})
    assert not folders._is_fixed(target)  # noqa: SLF001 - which of them is a fact about the system
    assert not folders._is_fixed(tmp_path / "none")  # noqa: SLF001
    monkeypatch.chdir(target)
    assert folders._is_fixed(target)  # noqa: SLF001
    monkeypatch.chdir(target / "inside")
    assert folders._is_fixed(target)  # noqa: SLF001
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(folders.os, "access", lambda *_: False)
    assert folders._is_fixed(target)  # noqa: SLF001


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


def test_a_build_wipes_no_folder_that_has_a_sitemap(run, tmp_path):
    make(tmp_path / "mine", {"sitemap.xml": "mine", "thesis.tex": "mine"})
    refused = run("build", "--site-dir", tmp_path / "mine")
    assert refused.status == 2
    assert "was not made by this program" in refused.err
    assert tree_of(tmp_path / "mine") == {"sitemap.xml": "mine", "thesis.tex": "mine"}
