"""A glossary folder -> (Corpus, problems). Reading never stops at the first fault."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

from compendium_cli.errors import GlossaryError
from compendium_cli.languages import LANGUAGES
from compendium_cli.model import CARDS, RULINGS, SEE_ALSO, Corpus, Entry, Expansions, Game, Reference
from compendium_cli.problems import Problem, ProblemCode, without_following
from compendium_cli.reading.card_list import CARD_LIST, read_card_list
from compendium_cli.reading.entry import Place, read_entry
from compendium_cli.reading.expansions import leading_somewhere, read_expansions
from compendium_cli.reading.front_matter import HOME_OF_PHRASINGS
from compendium_cli.reading.game import read_game
from compendium_cli.reading.ids import FIX, is_entry_id, is_id
from compendium_cli.reading.listing import ALLOWED_ANYWHERE, ASKED, RULINGS_FILE, STYLE, glossary_files, real_file
from compendium_cli.reading.rulings import read_rulings
from compendium_cli.text import NotTextError, read_text

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

_METADATA = ("game.yml", "concepts.yml")
_CARD_ENTRY = re.compile(r"([^/]+)/[^/]+/cards/([^/]+)\.md")
_ENTRY, _PHRASINGS = ".md", ".txt"
_CALLED = {_ENTRY: "entries", _PHRASINGS: "phrasings"}
#: What version control writes around two edits that meet.
_MARKERS = ("<<<<<<<", "=======", ">>>>>>>")
_CONFLICT = re.compile(rf"(?:{'|'.join(_MARKERS)})(?:\s|$)")
#: The house style of a language is read by those who check it.
_STYLE_FILE = re.compile(rf"{STYLE}(?:{'|'.join(LANGUAGES)})\.(?:yml|md)")
#: Where phrasings stood before they had files of their own.
_FORMER_FILE = re.compile(r"asked\.[a-z]+\.yml")


def read_glossary(
    folder: Path,
    progress: Callable[[int, int], None] | None = None,
    only: Collection[str] | None = None,
) -> tuple[Corpus, list[Problem]]:
    """Read a whole glossary, or ``only`` some files and those below some folders such as ``game/lang``.

    ``progress`` is told how many files of how many are done.
    """
    files = [file.path for file in glossary_files(folder)]
    ids = games_in(files)
    if not ids:
        what = "a glossary has a folder per game with a game.yml in it"
        raise GlossaryError(f"no game in {str(folder)!r}: {what}; {FIX}")
    games, problems = read_games(folder, ids, files)
    if only is not None:
        below = tuple(f"{path}/" for path in only)
        files = [path for path in files if path in only or path.startswith(below)]
    unreadable = list(unreadable_folders(folder))
    corpus, found = read_files(folder, files, games, progress, [problem.path for problem in unreadable])
    return corpus, without_following(sorted([*problems, *unreadable, *found]))


def read_files(
    folder: Path,
    files: Sequence[str],
    games: Mapping[str, Game],
    progress: Callable[[int, int], None] | None = None,
    unread: Iterable[str] = (),
) -> tuple[Corpus, list[Problem]]:
    """Read entries and phrasings of games whose metadata is known; what ``unread`` folders hold nobody knows."""
    reader = _Reader(folder)
    entries: list[Entry] = []
    expansions: list[Expansions] = []
    for done, path in enumerate(files, 1):
        place = reader.place(path, games)
        if place is not None and path.endswith(_PHRASINGS):
            expansions += reader.expansions(place)
        elif place is not None and (entry := reader.entry(place)) is not None:
            entries.append(_as_ruling(entry, games[entry.game]) if entry.is_ruling else entry)
        if progress:
            progress(done, len(files))
    answerable = _answerable(expansions, [*reader.unread, *unread])
    asked, problems = leading_somewhere(answerable, entries, games)
    return Corpus(games, tuple(entries), asked), [*reader.problems, *problems]


def _as_ruling(entry: Entry, game: Game) -> Entry:
    """Return the text of a ruling with what rulings.yml says of it: its edition, and links to what it rests on."""
    ruling = game.ruling(entry.concept)
    if ruling is None:
        return entry._replace(edition=game.current)
    own = [edition for edition in ruling.editions if edition in game.editions]
    edition = next((edition for edition in own if game.editions[edition].language == entry.lang), None)
    concepts = dict.fromkeys(ground.concept for ground in ruling.because)
    grounds = [Reference(SEE_ALSO, "", concept, None, "", None, entry.line) for concept in concepts]
    return entry._replace(
        edition=edition or (game.current if game.current in own else own[0] if own else game.current),
        references=(*grounds, *entry.references),
    )


def read_games(folder: Path, games: Iterable[str], files: Collection[str]) -> tuple[dict[str, Game], list[Problem]]:
    """Read the metadata of some games; ``files`` are all files of the glossary, or of these games."""
    reader = _Reader(folder)
    return reader.games(games, files), reader.problems


def read_phrasings(
    folder: Path, game: str, lang: str, entries: Sequence[Entry], concepts: Iterable[str]
) -> tuple[Expansions, ...]:
    """Read how players of a language ask for some concepts of a game, whose entries are known."""
    reader = _Reader(folder)
    found: list[Expansions] = []
    for concept in concepts:
        place = Place(game, lang, concept, f"{game}/{ASKED}{lang}/{concept}{_PHRASINGS}")
        found += reader.expansions(place)
    return leading_somewhere(found, entries, {})[0]


def games_in(files: Iterable[str]) -> list[str]:
    """Return the games that a glossary with these files has."""
    listed = (path for path in files if path.count("/") == 1 and path.endswith("/game.yml"))
    return sorted(filter(is_id, {path.partition("/")[0] for path in listed}))


def _answerable(expansions: Iterable[Expansions], unread: Collection[str]) -> Iterator[Expansions]:
    """Yield phrasings whose entries were all read: of others nobody can tell yet which statements they lead to."""
    for asked in expansions:
        paths = [f"{asked.game}/{lang}/{asked.concept}{_ENTRY}" for lang in LANGUAGES]
        if not any(path == gone or path.startswith(f"{gone}/") for gone in unread for path in paths):
            yield asked


def unreadable_folders(folder: Path) -> Iterator[Problem]:
    """Yield what can't be looked into."""
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
        self.unread: list[str] = []
        """Entries that could not be made out."""

    def games(self, games: Iterable[str], files: Collection[str]) -> dict[str, Game]:
        known = set(files)
        cards: dict[str, set[str]] = {}
        for path in known:
            if found := _CARD_ENTRY.fullmatch(path):
                cards.setdefault(found[1], set()).add(found[2])
        return {game: self.game(game, known, cards.get(game, set())) for game in games}

    def game(self, game_id: str, files: Collection[str], cards_with_entries: set[str]) -> Game:
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
        path = f"{game_id}/{RULINGS_FILE}"
        if path in files and (text := self._text(path)) is not None:
            rulings, problems = read_rulings(text, path)
            self.problems += problems
            game = game._replace(rulings=rulings)
        path = f"{game_id}/{CARD_LIST}"
        if path not in files or (text := self._text(path)) is None:
            return game
        cards, problems = read_card_list(text, path, cards_with_entries)
        self.problems += problems
        return game._replace(cards=cards)

    def entry(self, place: Place) -> Entry | None:
        text = self._text(place.path)
        entry, problems = read_entry(text, place, LANGUAGES[place.lang]) if text is not None else (None, [])
        self.problems += problems
        if entry is None:
            self.unread.append(place.path)
        return entry

    def expansions(self, place: Place) -> Iterator[Expansions]:
        if (text := self._text(place.path)) is None:
            return
        expansions, problems = read_expansions(text, place)
        self.problems += problems
        yield expansions

    def place(self, path: str, games: Collection[str]) -> Place | None:  # noqa: PLR0911 - one for each fault
        """Tell which entry a file is, or holds the phrasings of; report it where it is none."""
        game, _, rest = path.partition("/")
        if not path.isprintable():  # it can be part of no address, and of no line on a screen
            message = "the name holds characters that cannot be shown, or bytes that are no text"
            self._problem(ascii(path)[1:-1], ProblemCode.STRAY_FILE, message, "rename it")
            return None
        if rest == "game.yml" and not is_id(game):
            self._problem(path, ProblemCode.BAD_NAME, f"{game!r} is no name for a game", f"rename the folder: {FIX}")
            return None
        of_game = (CARD_LIST, RULINGS_FILE)
        known = Path(path).name in ALLOWED_ANYWHERE or rest in _METADATA or (rest in of_game and game in games)
        if known or (game in games and _STYLE_FILE.fullmatch(rest)):
            return None
        if game not in games:
            fix = f"a game is a folder with a game.yml; {FIX}"
            self._problem(path, ProblemCode.STRAY_FILE, "the file belongs to no game", fix)
            return None
        if _FORMER_FILE.fullmatch(rest):
            message = "phrasings have files of their own, one for each concept"
            self._problem(path, ProblemCode.STRAY_FILE, message, HOME_OF_PHRASINGS)
            return None
        home, suffix = (ASKED, _PHRASINGS) if rest.startswith(ASKED) else ("", _ENTRY)
        lang, _, name = rest.removeprefix(home).partition("/")
        below = RULINGS if name.startswith(RULINGS) else CARDS
        if not name or "/" in name.removeprefix(below) or not name.endswith(suffix):
            place = f"<game>/{home}<lang>/"
            places = f"{place}<concept>{suffix}, {place}cards/<card>{suffix} or {place}rulings/<id>{suffix}"
            fix = f"{_CALLED[suffix]} are {places}"
            self._problem(path, ProblemCode.STRAY_FILE, "the format has no place for this file", fix)
            return None
        if lang not in LANGUAGES:
            fix = f"languages: {', '.join(LANGUAGES)}"
            self._problem(path, ProblemCode.UNKNOWN_LANGUAGE, f"{lang!r} is no language we know", fix)
            return None
        if not is_entry_id(concept := name.removesuffix(suffix)):
            self._problem(path, ProblemCode.BAD_NAME, f"{concept!r} is no name for an entry", f"rename it: {FIX}")
            return None
        return Place(game, lang, concept, path)

    def _text(self, path: str) -> str | None:
        try:
            text = read_text(real_file(self.folder, path))
        except NotTextError as fault:
            fix = "save the file as UTF-8, without control characters"
            self.problems.append(Problem(path, fault.line, ProblemCode.NOT_UTF8, fault.why, fix))
        except OSError as error:
            self.problems.append(_unreadable(path, error))
        else:
            self.problems += _conflicts(text, path)
            return text
        return None

    def _problem(self, path: str, code: ProblemCode, message: str, fix: str) -> None:
        self.problems.append(Problem(path, 1, code, message, fix))


def _conflicts(text: str, path: str) -> Iterator[Problem]:
    """Report the lines between which version control puts two edits of the same place."""
    if any(marker in text for marker in _MARKERS):
        for line, said in enumerate(text.split("\n"), 1):
            if _CONFLICT.match(said):
                message, fix = f"a conflict that nobody has solved: {said[:7]}", "keep one of the two edits"
                yield Problem(path, line, ProblemCode.CONFLICT, message, fix)


def _unreadable(path: str, error: OSError) -> Problem:
    why = (error.strerror or str(error)).lower()
    return Problem(path, 1, ProblemCode.UNREADABLE, f"cannot be read: {why}", "check the file and its permissions")
