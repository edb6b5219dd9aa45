"""A glossary folder -> (Corpus, problems). Reading never stops at the first fault."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from compendium_cli.errors import GlossaryError, UsageError
from compendium_cli.files import NotTextError, read_text
from compendium_cli.languages import LANGUAGES
from compendium_cli.model import Corpus, Entry, Game, Problem, ProblemCode
from compendium_cli.reading.entry import Place, read_entry
from compendium_cli.reading.game import read_game

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

_METADATA = ("game.yml", "concepts.yml")
_ALLOWED_ANYWHERE = ("README.md", "LICENSE")


@dataclass(frozen=True, slots=True)
class GlossaryFile:
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
            if item.is_dir():
                pending.append(f"{path}/")
                continue
            try:
                stat = item.stat()
            except OSError:
                found.append(GlossaryFile(path, -1, (0, 0, 0)))
            else:
                found.append(GlossaryFile(path, stat.st_size, (stat.st_mtime_ns, stat.st_ctime_ns, stat.st_ino)))
    return sorted(found, key=lambda file: file.path)


def _no_glossary(folder: Path, error: OSError) -> GlossaryError:
    why = "there is no such folder" if isinstance(error, FileNotFoundError) else (error.strerror or str(error)).lower()
    return GlossaryError(f"cannot read the glossary {str(folder)!r}: {why}; --glossary takes a folder of games")


def read_glossary(folder: Path, progress: Callable[[int, int], None] | None = None) -> tuple[Corpus, list[Problem]]:
    """Read a whole glossary. ``progress`` is told how many files of how many are done."""
    files = [file.path for file in glossary_files(folder)]
    reader = _Reader(folder)
    games = {path.split("/")[0] for path in files if path.count("/") == 1 and path.endswith("/game.yml")}
    if not games:
        raise GlossaryError(f"no game in {str(folder)!r}: a glossary has a folder per game with a game.yml in it")
    corpus_games = {game: reader.game(game, files) for game in sorted(games)}
    entries: list[Entry] = []
    for done, path in enumerate(files, 1):
        entries += reader.entry(path, corpus_games)
        if progress:
            progress(done, len(files))
    reader.problems += _unreadable_folders(folder)
    return Corpus(corpus_games, tuple(entries)), sorted(reader.problems)


def entry_paths(folder: Path) -> list[str]:
    """Return the files of a glossary that are entries by their place."""
    shape = re.compile(r"[^/]+/[^/]+/(?:cards/)?[^/]+\.md")
    paths = (file.path for file in glossary_files(folder))
    return [path for path in paths if shape.fullmatch(path) and Path(path).name not in _ALLOWED_ANYWHERE]


def select_paths(folder: Path, wanted: Iterable[str]) -> Iterator[str]:
    """Yield the files of a glossary that are among some files and folders, or below them."""
    known = [file.path for file in glossary_files(folder)]
    for item in wanted:
        path = Path(item) if Path(item).exists() else folder / item
        below = os.path.relpath(path.resolve(), folder.resolve()).replace(os.sep, "/")
        found = [name for name in known if below in (".", name) or name.startswith(f"{below}/")]
        if not found:
            raise UsageError(f"{item!r} is no file or folder of the glossary {str(folder)!r}")
        yield from found


def _unreadable_folders(folder: Path) -> Iterator[Problem]:
    faults: list[OSError] = []
    for _ in os.walk(folder, onerror=faults.append):
        pass
    for fault in faults:
        path = os.path.relpath(fault.filename, folder).replace(os.sep, "/")
        yield _unreadable(path, fault)


class _Reader:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.problems: list[Problem] = []

    def game(self, game_id: str, files: list[str]) -> Game:
        texts = []
        for name in _METADATA:
            path = f"{game_id}/{name}"
            text = self._text(path) if path in files else None
            if path not in files:
                self._problem(path, ProblemCode.UNREADABLE, "the file is missing", f"every game has a {name}")
            texts.append(text or "")
        game, problems = read_game(game_id, *texts)
        if all(texts):  # else the faults of an empty text only repeat what was said
            self.problems += problems
        return game

    def entry(self, path: str, games: dict[str, Game]) -> Iterator[Entry]:
        place = self._place(path, games)
        if place is None or (text := self._text(path)) is None:
            return
        entry, problems = read_entry(text, place, LANGUAGES[place.lang])
        self.problems += problems
        if entry is not None:
            yield entry

    def _place(self, path: str, games: dict[str, Game]) -> Place | None:
        """Tell which entry a file is; report it where it is none."""
        game, _, rest = path.partition("/")
        if Path(path).name in _ALLOWED_ANYWHERE or rest in _METADATA:
            return None
        if game not in games:
            self._problem(path, ProblemCode.STRAY_FILE, "the file belongs to no game", "a game is a folder with a game.yml")
            return None
        lang, _, name = rest.partition("/")
        if not name or name.count("/") > 1 or ("/" in name and not name.startswith("cards/")) or not name.endswith(".md"):
            fix = "entries are <game>/<lang>/<concept>.md or <game>/<lang>/cards/<card>.md"
            self._problem(path, ProblemCode.STRAY_FILE, "the format has no place for this file", fix)
            return None
        if lang not in LANGUAGES:
            fix = f"languages: {', '.join(LANGUAGES)}"
            self._problem(path, ProblemCode.UNKNOWN_LANGUAGE, f"{lang!r} is no language we know", fix)
            return None
        return Place(game, lang, name.removesuffix(".md"), path)

    def _text(self, path: str) -> str | None:
        try:
            return read_text(self.folder / path)
        except NotTextError as fault:
            fix = "save the file as UTF-8, without control characters"
            self.problems.append(Problem(path, fault.line, ProblemCode.NOT_UTF8, fault.why, fix))
        except OSError as error:
            self.problems.append(_unreadable(path, error))
        return None

    def _problem(self, path: str, code: ProblemCode, message: str, fix: str) -> None:
        self.problems.append(Problem(path, 1, code, message, fix))


def _unreadable(path: str, error: OSError) -> Problem:
    why = (error.strerror or str(error)).lower()
    return Problem(path, 1, ProblemCode.UNREADABLE, f"cannot be read: {why}", "check the file and its permissions")
