"""A file is replaced whole or not at all, and never against somebody's edit."""

from __future__ import annotations

import contextlib
import os
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from compendium_cli.writing.exchanging import exchange
from compendium_cli.writing.locks import held, is_left_behind

if TYPE_CHECKING:
    from collections.abc import Iterator

_UNFINISHED = ".compendium-unfinished"


def write_whole(path: Path, content: str, *, instead_of: bytes | None = None) -> bool:
    """Replace a file's content in one step: a reader sees the old file or the new one, never a part.

    With ``instead_of`` only where it still holds these bytes: nobody's edit is lost. Tells whether it was written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    # A link is followed, not replaced by a file. A circle of links is for the system to refuse: resolve() would raise.
    target = Path(os.path.realpath(path))
    with _temporary_beside(target) as temporary:
        with temporary.open("w", encoding="utf-8", newline="\n") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        temporary.chmod(target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~umask())
        if instead_of is None:
            temporary.replace(target)
            return True
        return _put_in_place_of(target, instead_of, temporary)


def _put_in_place_of(target: Path, content: bytes, temporary: Path) -> bool:
    """Replace a file if it holds some bytes; tell whether it did."""
    if not _holds(target, content):
        return False
    if not exchange(temporary, target):
        temporary.replace(target)
    elif not _holds(temporary, content):  # it was edited since we looked: what we took out goes back
        exchange(temporary, target)
        return False
    return True


def give_second_name(path: Path, other: Path) -> None:
    """Give a file that nobody will change a second name; where that can't be, copy it."""
    try:
        os.link(path, other)
    except OSError:
        import shutil

        shutil.copyfile(path, other)


def _holds(path: Path, content: bytes) -> bool:
    try:
        return path.read_bytes() == content
    except FileNotFoundError:
        return False


@contextlib.contextmanager
def _temporary_beside(target: Path) -> Iterator[Path]:
    """Give an empty file beside another, gone afterwards; those that dead processes left there go too."""
    import tempfile

    clear_away(target.parent)
    with contextlib.ExitStack() as stack:
        while True:
            descriptor, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.", suffix=_UNFINISHED)
            os.close(descriptor)
            # Before we hold it, others may take it for left behind.
            with contextlib.suppress(BlockingIOError, FileNotFoundError):
                stack.enter_context(held(Path(name)))
                break
        try:
            yield Path(name)
        finally:
            Path(name).unlink(missing_ok=True)


@lru_cache(maxsize=1024)  # once is enough for all files of a folder
def clear_away(folder: Path) -> None:
    """Remove what writers left in a folder that were killed."""
    for path in folder.iterdir():
        if path.name.startswith(".") and path.name.endswith(_UNFINISHED) and is_left_behind(path):
            path.unlink(missing_ok=True)


def umask() -> int:
    """Return what the system takes away from the permissions of new files."""
    current = os.umask(0o022)
    os.umask(current)
    return current
