"""Addresses of entries and statements, made and taken apart."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.errors import NotFoundError
from compendium_cli.model import CARDS, RULINGS

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

_ADDRESS = re.compile(r"https?://", re.IGNORECASE)
_WHOLE_ADDRESS = re.compile(r"https?://[^\s<>\"]+", re.IGNORECASE)
_PREFIX = re.compile(r"([\w-]{2,40}):(?!//)\s*")
_RULING = "ruling"
_PLAIN = re.compile(r"[a-z0-9/-]*")
_IN_ADDRESSES = "!#$%&*+,/:;=?@~"
#: One statement or several, behind a name.
_NUMBERS = re.compile(r"#(\^?\d{1,6}(?:[,-]\^?\d{1,6})*)$")
#: No entry has so many statements.
_LONGEST_RANGE = 500
_SAFE = re.compile(rf"[A-Za-z0-9._{re.escape(_IN_ADDRESSES)}-]*")


def entry_url(base: str, lang: str, game: str, concept: str, statement: int | None = None) -> str:
    """Return the address of an entry or of one of its statements.

    >>> entry_url("https://compendium.example/", "it", "marvel-champions", "ally", 3)
    'https://compendium.example/it/marvel-champions/ally/#3'
    """
    fragment = f"#{statement}" if statement is not None else ""
    return f"{base}{lang}/{_escaped(game)}/{_escaped(concept)}/{fragment}"


def any_language_url(base: str, game: str, concept: str, pivot: int | None = None) -> str:
    """Return the address that opens an entry in the reader's language, or what says the same as a current statement."""
    fragment = f"#{pivot}" if pivot is not None else ""
    return f"{base}{_escaped(game)}/{_escaped(concept)}/{fragment}"


def _escaped(name: str) -> str:
    """Return a part of an address. Ids stand as they are; what a link names instead might end the address, and act."""
    if _PLAIN.fullmatch(name):
        return name
    from urllib.parse import quote

    return quote(name)


def safe_address(address: str) -> str:
    """Return an address in which nothing can end it, in no markup: what might is percent-encoded.

    >>> safe_address("https://x.org/a b)]>?c=d&e")
    'https://x.org/a%20b%29%5D%3E?c=d&e'
    """
    if _SAFE.fullmatch(address):
        return address
    from urllib.parse import quote

    return quote(address, safe=_IN_ADDRESSES, errors="replace")


def is_address(text: str, *, whole: bool = False) -> bool:
    """Tell whether a text begins as an address of the web, or is a whole one and nothing else.

    >>> is_address("HTTPS://x.org and more"), is_address("HTTPS://x.org and more", whole=True)
    (True, False)
    """
    return bool(_WHOLE_ADDRESS.fullmatch(text) if whole else _ADDRESS.match(text))


def _is_shared(parts: list[str]) -> bool:
    """Tell whether an address below its game is one by which a statement is shared: its entry's, and a number."""
    is_in_folder = f"{parts[0]}/" in (CARDS, RULINGS) if parts else False
    return len(parts) == 2 + is_in_folder and bool(re.fullmatch(r"[0-9]{1,6}", parts[-1]))


class ParsedName(NamedTuple):
    """What a user typed for an entry, taken apart."""

    text: str
    """The name, without game, language and statement where these were given."""
    game: str | None = None
    lang: str | None = None
    statement: int | None = None
    is_neutral: bool = False
    """Whether it is an address of no language, whose numbers are those of the current edition."""
    wanted_lang: str | None = None
    """The language that the name itself asks for: ``es:guardia``."""


def parse_name(typed: str, games: set[str], languages: set[str]) -> ParsedName:
    """Take apart an entry's name: ``ally``, ``ally#3``, ``game/ally``, or a whole address that somebody pasted.

    A name may begin with the language that it is wanted in, with the game, and with ``ruling:`` before a ruling's id.

    >>> parse_name("es:ally#3", {"marvel-tcg"}, {"it", "es"})[:3]
    ('ally', None, 'es')
    >>> parse_name("ruling:exhausted-ally", set(), set()).text
    'rulings/exhausted-ally'
    """
    text = typed.strip()
    wanted = named = None
    while (found := _PREFIX.match(text)) and (before := found.group(1).lower()) in {*games, *languages, _RULING}:
        wanted = before if before in languages else wanted
        named = before if before in games else named
        text = text[found.end() :]
        if before == _RULING:
            text = f"{RULINGS}{text.removeprefix(RULINGS)}"
    statement = None
    if found := re.search(r"#\^?(\d{1,6})$", text):
        statement = int(found.group(1))
        text = text[: found.start()]
    is_pasted = is_address(text)
    if is_pasted and "%" in text:
        from urllib.parse import unquote

        text = unquote(text)
    parts = [part for part in text.split("/") if part]
    lang, game = None, named
    for position, part in enumerate(parts[:-1]):
        if part in games:
            game = part
            lang = parts[position - 1] if position and parts[position - 1] in languages else None
            rest = parts[position + 1 :]
            if is_pasted and _is_shared(rest):
                statement = int(rest.pop())
            text = "/".join(rest)
            break
    if is_pasted and game is None and parts:
        text = parts[-1]
    is_neutral = is_pasted and game is not None and lang is None
    return ParsedName(text.removesuffix(".md"), game, lang or wanted, statement, is_neutral, wanted)


def is_reference(typed: str, games: Collection[str], languages: Collection[str]) -> bool:
    """Tell whether somebody typed the name of statements rather than a question.

    >>> for typed in ("ally#3-5", "https://x.org/ally/", "es:ally", "chess/rook", "ally", "is it #3?", "cases: which?"):
    ...     print(typed, is_reference(typed, {"chess"}, {"es"}))
    ally#3-5 True
    https://x.org/ally/ True
    es:ally True
    chess/rook True
    ally False
    is it #3? False
    cases: which? False
    """
    text = typed.strip()
    numbers = _NUMBERS.search(text)
    if is_address(text, whole=True) or (numbers and not text[: numbers.start()].endswith(" ")):
        return True
    if before := _PREFIX.match(text):
        return before.group(1).lower() in {*games, *languages, _RULING}
    game, _, rest = text.partition("/")
    return game in games and bool(rest)


def split_numbers(name: str) -> Iterator[tuple[str, bool]]:
    """Give each of several statement numbers a name of its own, and tell whether it only stands between two.

    >>> [name for name, _ in split_numbers("ally#3,5")], list(split_numbers("ally#3-5"))
    (['ally#3', 'ally#5'], [('ally#3', False), ('ally#4', True), ('ally#5', False)])
    """
    several = _NUMBERS.search(name.rstrip())
    if several is None:
        yield name, False
        return
    alone, seen = name[: several.start()], set()
    for part in several.group(1).replace("^", "").split(","):
        ends = tuple(map(int, part.split("-")))
        first, last = min(ends), max(ends)
        if last - first > _LONGEST_RANGE:
            raise NotFoundError(f"{part} are too many statements: a range has at most {_LONGEST_RANGE}")
        for n in range(first, last + 1):
            if n not in seen:
                seen.add(n)
                yield f"{alone}#{n}", n not in ends
