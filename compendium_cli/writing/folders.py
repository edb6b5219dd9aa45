"""Replacing a folder of ours: at every moment, even that of a sudden death, the old one or the new one is in its place.

A folder is ours where it carries our mark, a hidden file that lists what we made. Only that is replaced and removed;
whatever else stands there belongs to somebody, and stays. A folder that holds anything and no mark is refused.

A new folder grows in a hidden one beside its place and takes it in one step: the system exchanges the two. Where the
system can't, the old folder is moved into the hidden one first; a process that dies just then leaves it there, and the
next one puts it back. Where the folder has to stay, or holds somebody else's files, its files are replaced one by one,
each of them whole.
"""

from __future__ import annotations

import contextlib
import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

from compendium_cli.errors import UsageError
from compendium_cli.writing.exchanging import exchange
from compendium_cli.writing.files import write_whole
from compendium_cli.writing.locks import held, is_in_use, is_left_behind, turn

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

#: Lists the files that we made, beside them.
MARK = ".compendium-made"
_PATIENCE = 120.0
_WRITTEN_AT_ONCE = 8
_NEW = "new"
_OLD = "old"
_MOST_NAMED = 3


@contextlib.contextmanager
def replaced_folder(target: Path) -> Iterator[Path]:
    """Give a path where the caller makes the new folder; it takes the target's place when the block ends well.

    Whoever else wants to replace the same folder waits. A link is followed, not replaced.
    """
    target = Path(os.path.realpath(target))
    target.parent.mkdir(parents=True, exist_ok=True)
    put_back(target)
    refuse_foreign(target)
    with reserved(target) as is_there, _beside(target) as hidden:
        fresh = hidden / _NEW
        yield fresh
        made = _files_in(fresh)
        _write_mark(fresh, made)
        keep_on_disk(fresh)
        if not is_there:
            fresh.rename(target)
        elif _is_fixed(target) or _foreign_in(target):
            _move_in(fresh, target, made)
        else:
            _write_mark(target, _made_in(target))  # an empty folder becomes ours first
            _take_place(hidden, target)
            _rescue(hidden, target)


def refuse_foreign(target: Path) -> None:
    """Refuse to replace what is no folder, or one that holds something and does not carry our mark."""
    if not target.exists():
        return
    if not target.is_dir():
        raise UsageError(f"{str(target)!r} is no folder")
    shown = [path.name for path in target.iterdir() if not path.name.startswith(".")]
    if shown and not (target / MARK).is_file():
        what = "is not empty and was not made by this program"
        raise UsageError(f"{str(target)!r} {what}: give an empty folder, or remove what is in it (it has no {MARK})")


def put_back(target: Path) -> None:
    """Put a folder back that a process, dead in the midst of replacing it, had moved out of its place."""
    if target.exists():
        return
    for hidden in _hidden_folders(target.parent, target.name):
        if (hidden / _OLD).is_dir() and not is_in_use(hidden):
            (hidden / _OLD).rename(target)
            return


@contextlib.contextmanager
def hidden_folder(parent: Path, name: str) -> Iterator[Path]:
    """Give a new hidden folder that is gone afterwards; those that dead processes left go too."""
    import shutil
    import tempfile

    for left in _hidden_folders(parent, name):
        if is_left_behind(left):
            _rescue(left, parent / name)
            shutil.rmtree(left, ignore_errors=True)
    with contextlib.ExitStack() as stack:
        while True:
            hidden = Path(tempfile.mkdtemp(dir=parent, prefix=_prefix(name)))
            # Before we hold it, others may take it for left behind.
            with contextlib.suppress(BlockingIOError, FileNotFoundError):
                stack.enter_context(held(hidden))
                break
        try:
            yield hidden
        finally:
            shutil.rmtree(hidden, ignore_errors=True)


def keep_on_disk(folder: Path) -> None:
    """Have the system write all files of a folder, so that they are whole after a power cut, too.

    A disk writes what several ask for at once in one go: one by one, the files of a site would take half a minute.
    """
    from concurrent.futures import ThreadPoolExecutor

    def keep(path: Path) -> None:
        if path.is_file() and not path.is_symlink():
            with path.open("rb") as file, contextlib.suppress(OSError):  # not every file system can
                os.fsync(file.fileno())

    with ThreadPoolExecutor(_WRITTEN_AT_ONCE) as pool:
        for _ in pool.map(keep, folder.rglob("*")):
            pass


@contextlib.contextmanager
def reserved(target: Path) -> Iterator[bool]:
    """Hold a folder against others who want to replace it, after waiting for them; tells whether it is there."""
    with contextlib.ExitStack() as stack:
        try:
            stack.enter_context(turn(target, _PATIENCE))
        except FileNotFoundError:
            pass  # there is nothing to hold
        except TimeoutError:
            raise UsageError(f"another process is writing {str(target)!r}: try again when it is done") from None
        yield target.is_dir()


@contextlib.contextmanager
def _beside(target: Path) -> Iterator[Path]:
    """Give a hidden folder from which files can be moved to their place: inside of it, where it has to stay."""
    with hidden_folder(target if _is_fixed(target) else target.parent, target.name) as hidden:
        yield hidden


def _is_fixed(target: Path) -> bool:
    """Tell whether a folder has to stay what it is: a mount, somebody's place, or in a folder we may not change."""
    if not target.is_dir():
        return False
    is_lived_in = target in (Path.cwd(), *Path.cwd().parents)
    return is_lived_in or os.path.ismount(target) or not os.access(target.parent, os.W_OK)


# -- whose files they are ----------------------------------------------------------------------------------------------


def _files_in(folder: Path) -> set[str]:
    """Return everything below a folder but our mark and unfinished work: files, links, folders that are empty."""
    found = set()
    for place, folders, files in os.walk(folder):
        below = Path(place).relative_to(folder)
        if below == Path():
            folders[:] = [name for name in folders if not name.startswith(_prefix(folder.name))]
        links = [name for name in folders if (Path(place) / name).is_symlink()]
        found |= {str(below / name) for name in (*files, *links)}
        if not (folders or files):
            found.add(str(below))
    return found - {MARK, os.curdir}


def _made_in(folder: Path) -> set[str]:
    """Return the files that we made in a folder, by its mark; none where it is unreadable."""
    try:
        listed = json.loads((folder / MARK).read_bytes())["files"]
        return {name.replace("/", os.sep) for name in listed if isinstance(name, str)}
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return set()


def _foreign_in(folder: Path) -> set[str]:
    return _files_in(folder) - _made_in(folder)


def _write_mark(folder: Path, made: Collection[str]) -> None:
    listed = {"files": sorted(name.replace(os.sep, "/") for name in made)}
    write_whole(folder / MARK, json.dumps(listed, ensure_ascii=False, indent=0) + "\n")


# -- the whole folder at once ------------------------------------------------------------------------------------------


def _take_place(hidden: Path, target: Path) -> None:
    new, old = hidden / _NEW, hidden / _OLD
    if exchange(new, target):
        return
    target.rename(old)
    try:
        new.rename(target)
    except OSError:
        with contextlib.suppress(OSError):
            old.rename(target)
        raise


def _rescue(hidden: Path, target: Path) -> None:
    """Bring back what somebody put into a folder while it was being replaced."""
    for old in (hidden / _NEW, hidden / _OLD):
        if (old / MARK).is_file() and target.is_dir():
            for name in sorted(_foreign_in(old)):
                place = target / name
                if not os.path.lexists(place):
                    place.parent.mkdir(parents=True, exist_ok=True)
                    (old / name).rename(place)


# -- file by file ------------------------------------------------------------------------------------------------------


def _move_in(fresh: Path, target: Path, made: set[str]) -> None:
    before = _made_in(target)
    _refuse_conflicts(target, made)
    _write_mark(target, before | made)  # should we die, all of these are known to be ours
    # A mark is a text that anybody can write: only what is found in the folder is removed by it.
    for name in sorted(_files_in(target) & before - made):
        if not (target / name).is_dir() or (target / name).is_symlink():
            (target / name).unlink()
        _remove_empty(target, Path(name))
    for name in sorted(made):
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        (fresh / name).replace(target / name)
    _write_mark(target, made)


def _refuse_conflicts(target: Path, made: set[str]) -> None:
    """Refuse to write over what somebody else put there, or through it."""
    foreign = {name for name in _foreign_in(target) if (target / name).is_symlink() or not (target / name).is_dir()}
    above = {str(parent) for name in foreign for parent in Path(name).parents}
    wanted = {place for name in made for place in (name, *map(str, Path(name).parents)) if place != os.curdir}
    if met := sorted((foreign & wanted) | (above & made)):
        named = ", ".join(repr(str(target / name)) for name in met[:_MOST_NAMED])
        raise UsageError(f"{len(met)} files there were not made by this program, move them away first: {named}")


def _remove_empty(target: Path, name: Path) -> None:
    """Remove folders that have become empty, from the innermost on."""
    for folder in (name, *name.parents[:-1]):
        try:
            (target / folder).rmdir()
        except FileNotFoundError:
            continue
        except OSError:  # something is in it still
            return


def _hidden_folders(parent: Path, name: str) -> list[Path]:
    try:
        return sorted(child for child in parent.iterdir() if child.name.startswith(_prefix(name)))
    except OSError:
        return []


def _prefix(name: str) -> str:
    return f".{name}-unfinished-"
