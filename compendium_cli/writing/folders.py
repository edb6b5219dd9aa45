"""Replacing a whole folder: at every moment, even that of a sudden death, the old one or the new one is in its place.

A new folder grows in a hidden one beside its place and takes it in one step: the system exchanges the two. Where the
system can't, the old folder is moved into the hidden one first; a process that dies just then leaves it there, and the
next one puts it back.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from compendium_cli.errors import UsageError
from compendium_cli.writing.locks import held, is_in_use, is_left_behind

if TYPE_CHECKING:
    from collections.abc import Iterator

_PATIENCE = 120.0
_BETWEEN_TRIES = 0.05
_NEW = "new"
_OLD = "old"
#: What a system or a file system answers that cannot exchange two folders.
_CANNOT = (errno.ENOSYS, errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP)


@contextlib.contextmanager
def replaced_folder(target: Path) -> Iterator[Path]:
    """Give a path where the caller makes the new folder; it takes the target's place when the block ends well.

    Whoever else wants to replace the same folder waits. A link is followed, not replaced.
    """
    target = Path(os.path.realpath(target))
    target.parent.mkdir(parents=True, exist_ok=True)
    put_back(target)
    with _reserved(target) as is_there, hidden_folder(target.parent, target.name) as hidden:
        yield hidden / _NEW
        if is_there:
            _take_place(hidden, target)
        else:
            (hidden / _NEW).rename(target)


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
    """Have the system write all files of a folder, so that they are whole after a power cut, too."""
    for path in folder.rglob("*"):
        if path.is_file() and not path.is_symlink():
            with path.open("rb") as file, contextlib.suppress(OSError):  # not every file system can
                os.fsync(file.fileno())


@contextlib.contextmanager
def _reserved(target: Path) -> Iterator[bool]:
    """Hold a folder against others who want to replace it, after waiting for them; tells whether it is there."""
    ends = time.monotonic() + _PATIENCE
    with contextlib.ExitStack() as stack:
        while target.is_dir():
            with contextlib.suppress(BlockingIOError, FileNotFoundError):
                stack.enter_context(held(target))
                break
            if time.monotonic() > ends:
                raise UsageError(f"another process is writing {str(target)!r}: try again when it is done")
            time.sleep(_BETWEEN_TRIES)
        yield target.is_dir()


def _take_place(hidden: Path, target: Path) -> None:
    new, old = hidden / _NEW, hidden / _OLD
    if _exchange(new, target):
        return
    target.rename(old)
    try:
        new.rename(target)
    except OSError:
        with contextlib.suppress(OSError):
            old.rename(target)
        raise


def _exchange(one: Path, other: Path) -> bool:
    """Let two folders swap places in one step; tell whether the system can."""
    import ctypes

    first, second = os.fsencode(one), os.fsencode(other)
    try:
        library = ctypes.CDLL(None, use_errno=True)
        if sys.platform == "darwin":
            swap = 2  # RENAME_SWAP
            failed = library.renamex_np(first, second, swap)
        else:
            here, swap = -100, 2  # AT_FDCWD, RENAME_EXCHANGE
            failed = library.renameat2(here, first, here, second, swap)
    except (AttributeError, OSError, TypeError):  # no such function, or no such library
        return False
    if failed and (number := ctypes.get_errno()) not in _CANNOT:
        raise OSError(number, os.strerror(number), str(other))
    return not failed


def _hidden_folders(parent: Path, name: str) -> list[Path]:
    try:
        return sorted(child for child in parent.iterdir() if child.name.startswith(_prefix(name)))
    except OSError:
        return []


def _prefix(name: str) -> str:
    return f".{name}-unfinished-"
