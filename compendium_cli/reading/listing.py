"""The files of a glossary folder. Light, because every command looks whether one of them changed."""

from __future__ import annotations

import errno
import os
import re
import time
from pathlib import Path
from stat import S_ISREG
from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.errors import GlossaryError, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

#: Files that may stand anywhere beside the entries.
ALLOWED_ANYWHERE = ("README.md", "LICENSE")
#: Phrasings stand below this folder of a game, by language, as entries do below the game itself.
ASKED = "asked/"
#: Below it stand the house pages of languages, and what lint can check of them.
STYLE = "style/"
#: What is true of rulings in every language.
RULINGS_FILE = "rulings.yml"
_BELOW = "(?:cards/|rulings/)?"
_ENTRY = re.compile(rf"[^/]+/(?!{ASKED}|{STYLE})[^/]+/{_BELOW}[^/]+\.md")
_OF_CONCEPT = re.compile(rf"([^/]+)/(?:{ASKED})?(?!{STYLE})([^/]+)/({_BELOW}[^/]+)\.(?:md|txt)")
_EXPANSIONS = re.compile(rf"[^/]+/{ASKED}[^/]+/{_BELOW}[^/]+\.txt")
_RULINGS = re.compile(rf"[^/]+/{re.escape(RULINGS_FILE)}")
#: How large a file may be: an entry or phrasings, and what is said of a whole game. Real ones have a hundredth of it.
MOST_BYTES = 2_000_000
MOST_BYTES_OF_GAME = 5_000_000
#: How large a list of files may be, packed; that of a hundred times our glossary is smaller.
_MOST_LISTED = 50_000_000
#: Nanoseconds after which every file system that keeps finer times than seconds has a new one.
_TICK = 20_000_000


class GlossaryFile(NamedTuple):
    """A file of a glossary folder, with what tells whether it changed."""

    path: str
    """Relative to the glossary folder, with ``/``."""
    size: int
    changed: tuple[int, int, int]
    """Modification time, status change time and inode: an edit moves at least one of them."""


def glossary_files(folder: Path) -> list[GlossaryFile]:
    """Return every file below a glossary folder, sorted, hidden ones left out."""
    found: list[GlossaryFile] = []
    pending = [""]
    while pending:
        below = pending.pop()
        try:
            with os.scandir(folder / below) as listing:
                items = list(listing)
        except OSError as error:
            if not below:
                raise _no_glossary(folder, error) from None
            continue  # reading reports it
        for item in items:
            if item.name.startswith("."):
                continue
            path = f"{below}{item.name}"
            if item.is_dir(follow_symlinks=False):  # a link to a folder may lead out, or round in a circle
                pending.append(f"{path}/")
                continue
            try:
                stat = item.stat()
            except OSError:
                found.append(GlossaryFile(path, -1, (0, 0, 0)))
            else:
                found.append(GlossaryFile(path, stat.st_size, (stat.st_mtime_ns, stat.st_ctime_ns, stat.st_ino)))
    return sorted(found, key=lambda file: file.path)


class ConceptFile(NamedTuple):
    """What an entry, or a file of phrasings, is of, by its place."""

    game: str
    lang: str
    concept: str


def concept_file(path: str) -> ConceptFile | None:
    """Tell which concept or card a file is of, and in which language; ``None`` for any other file.

    >>> concept_file("harbour/asked/it/cards/oar.txt"), concept_file("harbour/game.yml")
    (ConceptFile(game='harbour', lang='it', concept='cards/oar'), None)
    """
    found = _OF_CONCEPT.fullmatch(path)
    return ConceptFile(*found.groups()) if found else None


def keep_listing(files: Iterable[GlossaryFile], path: Path) -> None:
    """Write down which files a glossary has, so that it can be told later which were edited since."""
    import json
    import zlib

    # Names that are no text are kept, too: JSON writes what stands for their bytes as escapes.
    path.write_bytes(zlib.compress(json.dumps(list(files)).encode()))


def kept_listing(path: Path) -> dict[str, GlossaryFile]:
    """Return the files that were written down, by path; none where that can't be read."""
    import json
    import zlib

    try:
        with path.open("rb") as file:
            packed = file.read(_MOST_LISTED)
        rows = json.loads(zlib.decompressobj().decompress(packed, 10 * _MOST_LISTED))
        return {path: GlossaryFile(path, size, tuple(changed)) for path, size, changed in rows}
    except (OSError, ValueError, TypeError, RecursionError, zlib.error):
        return {}


def settle(files: Iterable[GlossaryFile]) -> None:
    """Wait until a further edit of these files would show in their times.

    A file system's clock ticks every few milliseconds. Of two edits within one tick the second leaves no trace, unless
    nobody reads the file before that tick is over.
    """
    newest = max((file.changed[1] for file in files), default=0)
    age = time.time_ns() - newest
    if 0 <= age < _TICK:
        time.sleep((_TICK - age) / 1e9)


def real_file(folder: Path, path: str) -> Path:
    """Return a file of a glossary to be read; ``OSError`` where it leads out of the folder, or has no sensible end."""
    file = folder / path
    if file.is_symlink() and not file.resolve().is_relative_to(folder.resolve()):
        raise OSError(errno.EXDEV, "a link that leads out of the glossary")
    stat = file.stat()
    if not S_ISREG(stat.st_mode):
        raise OSError(errno.EINVAL, "neither a file nor a folder of its own")
    most = MOST_BYTES if path.endswith((".md", ".txt")) else MOST_BYTES_OF_GAME
    if stat.st_size > most:
        raise OSError(errno.EFBIG, f"{stat.st_size:,} bytes are too many, at most {most:,} are read")
    return file


def _no_glossary(folder: Path, error: OSError) -> GlossaryError:
    why = "there is no such folder" if isinstance(error, FileNotFoundError) else (error.strerror or str(error)).lower()
    return GlossaryError(f"cannot read the glossary {str(folder)!r}: {why}; --glossary takes a folder of games")


def entry_paths(folder: Path) -> list[str]:
    """Return the files of a glossary that are entries by their place."""
    return [path for path in _paths(folder, _ENTRY) if Path(path).name not in ALLOWED_ANYWHERE]


def expansion_paths(folder: Path) -> list[str]:
    """Return the files of a glossary that hold phrasings by their place."""
    return _paths(folder, _EXPANSIONS)


def ruling_paths(folder: Path) -> list[str]:
    """Return the files of a glossary that hold what is true of rulings in every language."""
    return _paths(folder, _RULINGS)


def _paths(folder: Path, shape: re.Pattern[str]) -> list[str]:
    return [file.path for file in glossary_files(folder) if shape.fullmatch(file.path)]


def select_paths(folder: Path, wanted: Iterable[str]) -> Iterator[str]:
    """Yield the files of a glossary that are among some files and folders, or below them."""
    known = [file.path for file in glossary_files(folder)]
    for item in wanted:
        path = Path(item) if Path(item).exists() else folder / item
        try:
            below = os.path.relpath(path.resolve(), folder.resolve()).replace(os.sep, "/")
        except ValueError:  # on another disk, as some systems have them
            below = os.pardir
        found = [name for name in known if below in (".", name) or name.startswith(f"{below}/")]
        if not found:
            raise UsageError(f"{item!r} is no file or folder of the glossary {str(folder)!r}")
        yield from found
