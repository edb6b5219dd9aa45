"""cards.tsv -> (cards, problems): the names of all cards of a game, one a line, in columns between tabs.

The first line names the columns: ``codes``, ``type``, a language each for the name, ``product_<lang>`` for the product,
``number`` and ``card``, the id of its entry. What is not known stays empty.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.languages import LANGUAGES
from compendium_cli.model import CARDS, Card
from compendium_cli.problems import Problem, ProblemCode

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

#: A file of this name stands beside concepts.yml.
CARD_LIST = "cards.tsv"
_NEEDED = ("codes", "type", "number", "card")
_PRODUCT = "product_"
_COLUMNS = (*_NEEDED, *LANGUAGES, *(f"{_PRODUCT}{lang}" for lang in LANGUAGES))

# Codes are parts of a database's addresses.
_CODES = re.compile(r"(?:[A-Za-z0-9][A-Za-z0-9._-]*(?: (?!$)|$))*")
_KIND = re.compile(r"(?:[a-z]+(?:_[a-z]+)*)?")


class _Columns(NamedTuple):
    """Where the cells of a line are."""

    width: int
    codes: int
    kind: int
    number: int
    card: int
    names: tuple[tuple[str, int], ...]
    products: tuple[tuple[str, int], ...]


def read_card_list(text: str, path: str, entries: Collection[str]) -> tuple[tuple[Card, ...], list[Problem]]:
    """Read the cards of a game; ``entries`` are the ids of those that have an entry."""
    header, *lines = text.removesuffix("\n").split("\n")
    names = header.split("\t")
    problems = list(_header_problems(names, path))
    if problems:  # nobody knows what the cells mean
        return (), problems
    columns = _columns(names)
    cards: list[Card] = []
    for number, line in enumerate(lines, 2):
        cells = line.split("\t")
        faults = list(_row_problems(line, cells, columns, path, number))
        problems += faults
        if not faults:
            cards.append(_card(cells, columns, number))
    problems += _doubled_codes(cards, path)
    problems += _unknown_entries(cards, entries, path)
    return tuple(cards), problems


def _columns(names: Sequence[str]) -> _Columns:
    place = {name: n for n, name in enumerate(names)}
    return _Columns(
        width=len(names),
        codes=place["codes"],
        kind=place["type"],
        number=place["number"],
        card=place["card"],
        names=tuple((lang, place[lang]) for lang in LANGUAGES if lang in place),
        products=tuple((lang, place[f"{_PRODUCT}{lang}"]) for lang in LANGUAGES if f"{_PRODUCT}{lang}" in place),
    )


def _card(cells: Sequence[str], columns: _Columns, line: int) -> Card:
    card = cells[columns.card]
    return Card(
        codes=tuple(cells[columns.codes].split()),
        kind=cells[columns.kind],
        names={lang: cells[n] for lang, n in columns.names if cells[n]},
        products={lang: cells[n] for lang, n in columns.products if cells[n]},
        number=cells[columns.number],
        entry=f"{CARDS}{card}" if card else None,
        line=line,
    )


def _header_problems(names: Sequence[str], path: str) -> Iterator[Problem]:
    for name in dict.fromkeys(names):
        if name not in _COLUMNS:
            fix = f"columns: {', '.join(_COLUMNS)}"
            yield Problem(path, 1, ProblemCode.UNKNOWN_KEY, f"{name!r} is no column of a list of cards", fix)
        if names.count(name) > 1:
            yield Problem(path, 1, ProblemCode.BAD_TABLE, f"the column {name!r} stands twice", "remove one of them")
    for name in _NEEDED:
        if name not in names:
            yield Problem(
                path, 1, ProblemCode.MISSING_KEY, f"the column {name!r} is missing", "add it to the first line"
            )
    if not any(lang in names for lang in LANGUAGES):
        fix = f"name a column after the language of its names: {', '.join(LANGUAGES)}"
        yield Problem(path, 1, ProblemCode.MISSING_KEY, "no column holds names", fix)


def _row_problems(line: str, cells: Sequence[str], columns: _Columns, path: str, number: int) -> Iterator[Problem]:
    def bad(message: str, fix: str, code: ProblemCode = ProblemCode.BAD_TABLE) -> Problem:
        return Problem(path, number, code, message, fix)

    if not line:
        yield bad("an empty line", "remove it")
        return
    if len(cells) != columns.width:
        yield bad(f"{len(cells)} cells, not {columns.width}", "put one tab between two cells, also where one is empty")
        return
    facts = line.replace("\t", " ")
    if "<" in line or ">" in line or not facts.isprintable():
        strange = next(char for char in facts if char in "<>" or not char.isprintable())
        yield bad(f"the character U+{ord(strange):04X} does not belong in a fact", "write it as it is printed, as text")
    between_tabs = f"\t{line}\t"
    if "\t " in between_tabs or " \t" in between_tabs or "  " in line:  # two names that look alike would differ
        yield bad("a space at an end of a cell, or two in a row", "remove it")
        return
    if not _CODES.fullmatch(cells[columns.codes]):
        fix = "letters, digits, dots, hyphens and underscores, a space between two codes"
        yield bad(f"{cells[columns.codes]!r} are no codes", fix)
    if not _KIND.fullmatch(cells[columns.kind]):
        yield bad(f"{cells[columns.kind]!r} is no type", "lower-case words joined by underscores, as in main_scheme")
    if not any(cells[n] for _, n in columns.names):
        yield bad("the card has no name", "give its name in one language at least", ProblemCode.NO_NAME)


def _doubled_codes(cards: Sequence[Card], path: str) -> Iterator[Problem]:
    lines: dict[str, int] = {}
    for card in cards:
        for code in card.codes:
            if code in lines:
                message = f"the code {code!r} stands on line {lines[code]} too"
                fix = "join the two lines where they are one card, or correct the code"
                yield Problem(path, card.line, ProblemCode.DOUBLED_CODE, message, fix)
            lines.setdefault(code, card.line)


def _unknown_entries(cards: Sequence[Card], entries: Collection[str], path: str) -> Iterator[Problem]:
    for card in cards:
        if card.entry and card.entry.removeprefix(CARDS) not in entries:
            fix = "name a card that has an entry, or leave the cell empty"
            yield Problem(path, card.line, ProblemCode.UNKNOWN_CONCEPT, f"there is no entry {card.entry!r}", fix)
