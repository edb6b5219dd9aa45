"""asked/<lang>/<concept>.txt -> how players of a language ask for the rules of a concept, one phrasing per line.

``^3`` alone on its line opens the phrasings of statement 3, ``= `` begins a name, ``# `` a comment.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from compendium_cli.languages import LANGUAGES
from compendium_cli.model import CARDS, RULINGS, Expansions
from compendium_cli.problems import Problem, ProblemCode
from compendium_cli.reading.layout import UnsafeLayoutError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from compendium_cli.model import Entry, Game
    from compendium_cli.reading.entry import Place


_NUMBER = re.compile(r"\^([1-9][0-9]{0,5})")
#: What is meant to be a number, and is none or shares its line.
_NEARLY_A_NUMBER = re.compile(r"\^\s*[0-9]")
_NUMBERS = re.compile(rf"^[ \t]*{_NUMBER.pattern}[ \t]*$", re.MULTILINE)
_NAME, _COMMENT = "=", "#"
#: What a line begins with that may be no phrasing; an empty one begins with nothing.
_SIGNS = frozenset((_NAME, _COMMENT, "^", ""))
#: What stands in for the number of a section whose number cannot be read: it is reported once, not for every line.
_UNREADABLE = -1


@dataclass(slots=True)
class _Section:
    """The lines of a file that belong to one statement, or stand before the first."""

    line: int
    before: list[str] = field(default_factory=list)
    """Comments above its number."""
    texts: list[str] = field(default_factory=list)
    """Phrasings or names, and the comments between them."""
    given: dict[str, None] = field(default_factory=dict)
    """Phrasings or names alone."""


class _Parser:
    """Goes through a file line by line and keeps what it says, comments too, for reading and for formatting."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.problems: list[Problem] = []
        self.names = _Section(1)
        self.sections: dict[int, _Section] = {}
        self._n = 0
        self._comments: list[str] = []
        self._known: dict[str, int] = {}

    def read(self, text: str) -> None:
        for line, raw in enumerate(text.split("\n"), 1):
            said = " ".join(raw.split())
            if said[:1] not in _SIGNS:  # nearly every line: there are hundreds of thousands of them
                self._phrasing(said, line)
            elif said:
                self._sign(said, line)
        (self.sections.get(self._n) or self.names).texts += self._taken_comments()
        for n, section in self.sections.items():
            if not section.given:
                self._fault(section.line, f"^{n} has no phrasings", "add some, or remove the number")

    def _sign(self, said: str, line: int) -> None:
        """Take a line that may be no phrasing."""
        if said == _COMMENT or said.startswith(f"{_COMMENT} "):
            self._comments.append(said)
        elif said == _NAME or said.startswith(f"{_NAME} "):
            self._name(said.removeprefix(_NAME).strip(), line)
        elif number := _NUMBER.fullmatch(said):
            self._open(int(number[1]), line)
        elif _NEARLY_A_NUMBER.match(said):
            self._fault(line, f"{said!r} opens no statement", "write ^ and a whole number from 1, and nothing else")
            self._n = _UNREADABLE
        else:
            self._phrasing(said, line)

    def _name(self, name: str, line: int) -> None:
        if not name:
            self._fault(line, "a name is missing after '='", "write = and the name, or remove the line")
            return
        if not self.names.given:
            self.names.line = line
        self._add(self.names, name, line, f"{_NAME} {name}")

    def _open(self, n: int, line: int) -> None:
        comments = self._taken_comments()
        if self.sections:
            self.sections.setdefault(n, _Section(line)).before += comments
        else:  # what is said at the top is said of the file
            self.names.texts += comments
            self.sections[n] = _Section(line)
        self._n = n

    def _phrasing(self, phrasing: str, line: int) -> None:
        if self._n == _UNREADABLE:
            return
        if not self._n:
            self._fault(line, f"{phrasing!r} leads to no statement", "put ^ and the number of its statement above it")
            return
        self._add(self.sections[self._n], phrasing, line, phrasing)

    def _add(self, section: _Section, said: str, line: int, written: str) -> None:
        if self._comments:
            section.texts += self._taken_comments()
        before = self._known.setdefault(written, line)
        if before != line:
            is_same = said in section.given
            fix = "run compendium fmt" if is_same else "keep it below the statement that decides it"
            message = f"{said!r} stands on line {before} too"
            self.problems.append(Problem(self.path, line, ProblemCode.DOUBLED_PHRASING, message, fix))
            if is_same:
                return
        section.given[said] = None
        section.texts.append(written)

    def _taken_comments(self) -> list[str]:
        taken, self._comments = self._comments, []
        return taken

    def _fault(self, line: int, message: str, fix: str) -> None:
        self.problems.append(Problem(self.path, line, ProblemCode.BAD_PHRASINGS, message, fix))


def read_expansions(text: str, place: Place) -> tuple[Expansions, list[Problem]]:
    """Read how players ask for the rules of a concept; what leads to no statement is left out and reported."""
    parser = _Parser(place.path)
    parser.read(text)
    sections = {n: section for n, section in sorted(parser.sections.items()) if section.given}
    found = Expansions(
        game=place.game,
        concept=place.concept,
        lang=place.lang,
        path=place.path,
        aliases=tuple(parser.names.given),
        phrasings={n: tuple(section.given) for n, section in sections.items()},
        lines={n: section.line for n, section in sections.items()},
        line=parser.names.line,
    )
    return found, parser.problems


def format_expansions(text: str) -> str:
    """Return a file in canonical layout: names first, statements in order, no phrasing twice. Words stay."""
    before = _Parser("")
    before.read(text)
    if any(problem.code is not ProblemCode.DOUBLED_PHRASING for problem in before.problems):
        raise UnsafeLayoutError
    lines = list(before.names.texts)
    for n, section in sorted(before.sections.items()):
        lines += [*section.before, f"^{n}", *section.texts]
    formatted = "".join(f"{line}\n" for line in lines)
    after = _Parser("")
    after.read(formatted)
    if _said(after) != _said(before):
        raise UnsafeLayoutError
    return formatted


def _said(parser: _Parser) -> tuple[list[str], dict[int, list[str]]]:
    return list(parser.names.given), {n: list(section.given) for n, section in parser.sections.items()}


def numbers_in(text: str) -> set[int]:
    """Return the statements that a file has phrasings for, without reading all of it."""
    return {int(n) for n in _NUMBERS.findall(text)}


def leading_somewhere(
    expansions: Iterable[Expansions], entries: Iterable[Entry], games: Mapping[str, Game]
) -> tuple[tuple[Expansions, ...], list[Problem]]:
    """Return the phrasings that lead to a statement, and what is wrong with the others."""
    known: dict[tuple[str, str], dict[str, Entry]] = {}
    for entry in entries:
        known.setdefault((entry.game, entry.concept), {})[entry.lang] = entry
    kept: list[Expansions] = []
    problems: list[Problem] = []
    for asked in expansions:
        there = known.get((asked.game, asked.concept), {})
        answering = there.get(asked.lang) or next((there[lang] for lang in LANGUAGES if lang in there), None)
        if answering is None:
            problems.append(_unknown_concept(asked, games[asked.game]))
            continue
        numbers = {statement.n for statement in answering.statements}
        problems += _in_vain(asked, answering, numbers)
        aliases = () if asked.lang in there else asked.aliases
        phrasings = {n: phrasings for n, phrasings in asked.phrasings.items() if n in numbers}
        if aliases or phrasings:
            kept.append(asked._replace(aliases=aliases, phrasings=phrasings))
    return tuple(kept), problems


def _unknown_concept(asked: Expansions, game: Game) -> Problem:
    if new := game.renamed.get(asked.concept):
        message, fix = f"{asked.concept!r} has another name now", f"it is now called {new!r}: rename the file"
    elif asked.concept.startswith(RULINGS):
        message = f"no language has a text of the ruling {asked.concept.removeprefix(RULINGS)!r}"
        fix = "write the text first, or remove the file"
    elif asked.concept.startswith(CARDS):
        message, fix = f"{asked.concept!r} is no card of {game.id}", "name the file after a card that has an entry"
    elif asked.concept in game.concepts:
        message, fix = f"no language has an entry {asked.concept!r}", "write the entry first, or remove the file"
    else:
        message = f"{asked.concept!r} is no concept of {game.id}"
        fix = f"name the file after a concept of {game.id}/concepts.yml"
    return Problem(asked.path, 1, ProblemCode.UNKNOWN_CONCEPT, message, fix)


def _in_vain(asked: Expansions, answering: Entry, numbers: set[int | None]) -> Iterator[Problem]:
    """Report phrasings for statements that the answering entry lacks, and names that belong into an entry."""
    for n in sorted(asked.phrasings.keys() - numbers):
        message = f"^{n} is no statement of {answering.path}"
        fix = "put its phrasings below the number of a statement that is there, or remove them"
        yield Problem(asked.path, asked.lines[n], ProblemCode.UNKNOWN_STATEMENT, message, fix)
    if asked.aliases and answering.lang == asked.lang:
        fix = f"move them to 'aliases:' in {answering.path}"
        yield Problem(asked.path, asked.line, ProblemCode.BAD_PHRASINGS, "names of a concept that has an entry", fix)
