"""Several files of a folder that others use, too, written together: all are prepared first, then each takes its place.

A disk that is full, or a file that somebody has edited meanwhile, is found out before any of them is in its place. Each
is replaced in one step. Whoever dies between two of them leaves some old and some new, and nothing else of the folder
is touched.
"""

from __future__ import annotations

import contextlib
import errno
import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.errors import UsageError
from compendium_cli.writing.files import umask
from compendium_cli.writing.folders import hidden_folder, reserved

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_HIDDEN = "writing"


class NewFile(NamedTuple):
    """What a file of a folder is to hold."""

    path: str
    """Relative to the folder, with ``/``."""
    content: bytes
    before: bytes | None
    """What it held when that was worked out; ``None`` where it was not there."""


@contextlib.contextmanager
def shared_folder(target: Path) -> Iterator[Path]:
    """Hold a folder, made where there is none, against others who want to write into it; gives where it really is."""
    target = Path(os.path.realpath(target))
    is_ours = not target.exists()
    target.mkdir(parents=True, exist_ok=True)
    try:
        with reserved(target):
            yield target
    finally:
        if is_ours:
            with contextlib.suppress(OSError):  # it is not empty: all went well
                target.rmdir()


def write_together(folder: Path, files: Sequence[NewFile]) -> None:
    """Write files of a folder that is held, in order; ``UsageError`` before that where one was edited meanwhile."""
    with hidden_folder(folder, _HIDDEN) as hidden:
        prepared = [
            (_prepared(hidden / str(number), folder / file.path, file), file) for number, file in enumerate(files)
        ]
        places = [(temporary, _place(folder, file), file) for temporary, file in prepared]
        for _, place, file in places:
            _refuse_edited(place, file)
        for temporary, place, file in places:
            place.parent.mkdir(parents=True, exist_ok=True)
            _refuse_edited(place, file)
            _move(temporary, place)


def _prepared(temporary: Path, place: Path, file: NewFile) -> Path:
    with temporary.open("wb") as opened:
        opened.write(file.content)
        opened.flush()
        with contextlib.suppress(OSError):  # not every file system can
            os.fsync(opened.fileno())
    temporary.chmod(place.stat().st_mode & 0o777 if place.exists() else 0o666 & ~umask())
    return temporary


def _place(folder: Path, file: NewFile) -> Path:
    """Return where a file really is: a link is followed, but not out of the folder."""
    place = Path(os.path.realpath(folder / file.path))
    if not place.is_relative_to(folder):
        raise UsageError(f"{str(folder / file.path)!r} would be written elsewhere: a link leads out of the library")
    return place


def _refuse_edited(place: Path, file: NewFile) -> None:
    try:
        now = place.read_bytes()
    except FileNotFoundError:
        now = None
    if now != file.before:
        raise UsageError(f"{str(place)!r} was edited meanwhile: try again")


def _move(temporary: Path, place: Path) -> None:
    try:
        temporary.replace(place)
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise
        # A folder inside is another disk: there the file is first copied beside its place.
        import shutil

        beside = place.with_name(f".{place.name}.{temporary.parent.name}")
        try:
            shutil.copy2(temporary, beside)
            beside.replace(place)
        finally:
            beside.unlink(missing_ok=True)
