"""A folder is replaced as a whole: whoever looks, and whenever we die, the old one or the new one is in its place."""

import subprocess
import sys
import threading
from pathlib import Path

import pytest

from compendium_cli.compendium import open_compendium, open_library
from compendium_cli.errors import UsageError
from compendium_cli.writing import folders, locks
from compendium_cli.writing.folders import hidden_folder, put_back, replaced_folder


@pytest.fixture
def target(tmp_path):
    """A folder with a file."""
    folder = tmp_path / "target"
    folder.mkdir()
    (folder / "file").write_text("old", encoding="utf-8")
    return folder


@pytest.fixture(params=["exchanged", "moved"])
def _way(request, monkeypatch):
    """The two ways of taking a place: with and without a system that can exchange."""
    if request.param == "moved":
        monkeypatch.setattr(folders, "_exchange", lambda *_: False)


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
    monkeypatch.setattr(folders, "_exchange", lambda *_: False)
    with pytest.raises(FileNotFoundError):
        replace(target)  # the caller made nothing
    assert holds(target) == "old"


def test_an_exchange_that_is_refused_is_told(target, monkeypatch):
    def refuse(*_):
        raise OSError(16, "device or resource busy")

    monkeypatch.setattr(folders, "_exchange", refuse)
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


@pytest.mark.parametrize("start", [open_compendium, open_library])
def test_what_was_moved_out_is_put_back_by_the_next_command(moved_out, start):
    assert holds(start(str(moved_out)).folder) == "old"


def test_what_was_moved_out_is_put_back_in_the_users_own_library(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    fill_hidden = tmp_path / "compendium" / ".library-unfinished-abc" / "old"
    fill_hidden.parent.mkdir(parents=True)
    fill(fill_hidden, "old")
    assert holds(open_library().folder) == "old"


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
