"""A glossary folder -> (Corpus, problems). Reading never stops at the first fault."""

from __future__ import annotations

import os
import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from compendium_cli.errors import GlossaryError
from compendium_cli.files import NotTextError, read_text
from compendium_cli.languages import LANGUAGES
from compendium_cli.model import Corpus, Entry, Game, Hearsay
from compendium_cli.problems import Problem, ProblemCode
from compendium_cli.reading.card_list import CARD_LIST, read_card_list
from compendium_cli.reading.entry import Place, read_entry
from compendium_cli.reading.game import read_game
from compendium_cli.reading.hearsay import FILE, read_hearsay, said_in_vain
from compendium_cli.reading.listing import ALLOWED_ANYWHERE, glossary_files, real_file

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

_METADATA = ("game.yml", "concepts.yml")
_CARD_ENTRY = re.compile(r"([^/]+)/[^/]+/cards/([^/]+)\.md")


def read_glossary(
    folder: Path, progress: Callable[[int, int], None] | None = None, only: Collection[str] | None = None
) -> tuple[Corpus, list[Problem]]:
    """Read a whole glossary, or ``only`` the entries below some folders such as ``game/lang``.

    ``progress`` is told how many files of how many are done.
    """
    reader = _Reader(folder)
    files = list(reader.named(file.path for file in glossary_files(folder)))
    games = {path.split("/")[0] for path in files if path.count("/") == 1 and path.endswith("/game.yml")}
    if not games:
        raise GlossaryError(f"no game in {str(folder)!r}: a glossary has a folder per game with a game.yml in it")
    known = set(files)
    corpus_games = {game: reader.game(game, known) for game in sorted(games)}
    entries: list[Entry] = []
    hearsay: list[Hearsay] = []
    if only is not None:
        files = [path for path in files if any(path.startswith(f"{below}/") for below in only)]
    for done, path in enumerate(files, 1):
        entries += reader.entry(path, corpus_games)
        hearsay += reader.hearsay(path, corpus_games)
        if progress:
            progress(done, len(files))
    reader.problems += _unreadable_folders(folder)
    reader.problems += said_in_vain(hearsay, entries)
    # Where an entry has no statements, what players say leads to the one that it points to.
    redirects = {(entry.game, entry.concept, entry.lang) for entry in entries if not entry.statements}
    needed = tuple(said for said in hearsay if (said.game, said.concept, said.lang) not in redirects)
    return Corpus(corpus_games, tuple(entries), needed), sorted(reader.problems)


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

    def named(self, paths: Iterable[str]) -> Iterator[str]:
        """Yield the files whose names can be part of an address and of a line on a screen; report the others."""
        for path in paths:
            if path.isprintable():
                yield path
            else:
                message = "the name holds characters that cannot be shown, or bytes that are no text"
                self._problem(ascii(path)[1:-1], ProblemCode.STRAY_FILE, message, "rename it")

    def game(self, game_id: str, files: Collection[str]) -> Game:
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
        path = f"{game_id}/{CARD_LIST}"
        if path not in files or (text := self._text(path)) is None:
            return game
        cards, problems = read_card_list(text, path, _cards_with_entries(game_id, files))
        self.problems += problems
        return replace(game, cards=cards)

    def entry(self, path: str, games: dict[str, Game]) -> Iterator[Entry]:
        place = self._place(path, games)
        if place is None or (text := self._text(path)) is None:
            return
        entry, problems = read_entry(text, place, LANGUAGES[place.lang])
        self.problems += problems
        if entry is not None:
            yield entry

    def hearsay(self, path: str, games: dict[str, Game]) -> list[Hearsay]:
        game, _, name = path.partition("/")
        if game not in games or not FILE.fullmatch(name) or (text := self._text(path)) is None:
            return []
        said, problems = read_hearsay(text, path, games[game])
        self.problems += problems
        return said

    def _place(self, path: str, games: dict[str, Game]) -> Place | None:
        """Tell which entry a file is; report it where it is none."""
        game, _, rest = path.partition("/")
        if Path(path).name in ALLOWED_ANYWHERE or rest in _METADATA:
            return None
        if game in games and (rest == CARD_LIST or FILE.fullmatch(rest)):
            return None
        if game not in games:
            self._problem(
                path, ProblemCode.STRAY_FILE, "the file belongs to no game", "a game is a folder with a game.yml"
            )
            return None
        lang, _, name = rest.partition("/")
        if (
            not name
            or name.count("/") > 1
            or ("/" in name and not name.startswith("cards/"))
            or not name.endswith(".md")
        ):
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
            return read_text(real_file(self.folder, path))
        except NotTextError as fault:
            fix = "save the file as UTF-8, without control characters"
            self.problems.append(Problem(path, fault.line, ProblemCode.NOT_UTF8, fault.why, fix))
        except OSError as error:
            self.problems.append(_unreadable(path, error))
        return None

    def _problem(self, path: str, code: ProblemCode, message: str, fix: str) -> None:
        self.problems.append(Problem(path, 1, code, message, fix))


def _cards_with_entries(game: str, files: Iterable[str]) -> set[str]:
    """Return the ids of the cards that have an entry in any language, by the files that are there."""
    return {found[2] for path in files if (found := _CARD_ENTRY.fullmatch(path)) and found[1] == game}


def _unreadable(path: str, error: OSError) -> Problem:
    why = (error.strerror or str(error)).lower()
    return Problem(path, 1, ProblemCode.UNREADABLE, f"cannot be read: {why}", "check the file and its permissions")
