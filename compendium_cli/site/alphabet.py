"""Alphabetical order as each language has it: Ñ after N, Ґ after Г, accents and apostrophes of no weight."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, TypeVar

from compendium_cli.languages import LANGUAGES
from compendium_cli.languages.base import APOSTROPHES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

T = TypeVar("T")

#: Where titles stand that begin with no letter of the alphabet.
OTHER = "#"
_WORD_END = 0
_FIRST_DIGIT = 1
_FIRST_LETTER = 20
_FOREIGN = 1000


def sort_key(text: str, lang: str) -> tuple[tuple[int, ...], str]:
    """Return what puts texts in alphabetical order.

    >>> sorted(["Їжак", "Юнак", "Ірис", "Ґава", "Гора"], key=lambda text: sort_key(text, "uk"))
    ['Гора', 'Ґава', 'Ірис', 'Їжак', 'Юнак']
    """
    order = _order(lang)
    places: list[int] = []
    for char in text.upper():
        if char in APOSTROPHES:
            continue
        place = _place(char, order)
        if place != _WORD_END or (places and places[-1] != _WORD_END):
            places.append(place)
    return tuple(places), text


def letter_of(text: str, lang: str) -> str:
    """Return the letter under which a text stands."""
    alphabet = LANGUAGES[lang].alphabet
    for char in text.upper():
        place = _place(char, _order(lang))
        if place != _WORD_END:
            index = place - _FIRST_LETTER
            return alphabet[index] if 0 <= index < len(alphabet) else OTHER
    return OTHER


def by_letter(items: Iterable[T], title: Callable[[T], str], lang: str) -> list[tuple[str, list[T]]]:
    """Return the items in alphabetical order, those of one letter together."""
    ordered = sorted(items, key=lambda item: sort_key(title(item), lang))
    # What begins with a digit and what begins with a foreign letter stand apart, but are one group.
    groups: dict[str, list[T]] = {}
    for letter, group in groupby(ordered, key=lambda item: letter_of(title(item), lang)):
        groups.setdefault(letter, []).extend(group)
    return list(groups.items())


@lru_cache(maxsize=8)
def _order(lang: str) -> dict[str, int]:
    return {letter: _FIRST_LETTER + place for place, letter in enumerate(LANGUAGES[lang].alphabet)}


def _place(char: str, order: dict[str, int]) -> int:
    if char in order:
        return order[char]
    if char.isdigit():
        return _FIRST_DIGIT + (ord(char) - ord("0")) % 10
    base = unicodedata.normalize("NFD", char)[0]
    if base in order:
        return order[base]
    return _FOREIGN + ord(char) if char.isalpha() else _WORD_END
