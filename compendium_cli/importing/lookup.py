"""Names found by how they begin, how they end, what they hold or what misspells them, without looking at all of them.

A document of a few kilobytes may have thousands of headings and references: whoever compares each of them with all
others takes minutes.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, Generic, TypeVar

from rapidfuzz.distance import DamerauLevenshtein

from compendium_cli.names import key_of
from compendium_cli.resolving import errors_compared, plainly_misspelt

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Mapping

T = TypeVar("T")

#: How many names are compared in one import, at most, to find what others misspell.
_MOST_LOOKS = 10_000_000
#: A name with fewer letters is too easily the misreading of another.
_LONG_ENOUGH = 8
#: As many kinds of letters are told apart as fit a machine's number.
_KINDS = 61


class Near(Generic[T]):
    """Names, and what each of them means, to be found by their misspellings."""

    def __init__(self, named: Iterable[tuple[str, T]]) -> None:
        self._by_length: dict[int, list[tuple[int, str, T]]] = {}
        for key, meant in named:
            self._by_length.setdefault(_length(key), []).append((_letters(key), key, meant))
        self._looks = 0

    @property
    def gave_up(self) -> bool:
        """Whether so many names were looked for that those after them were not."""
        return self._looks > _MOST_LOOKS

    def meant(self, key: str, without: Container[T] = ()) -> T | None:
        """Return the one thing whose name a key misspells; nothing where two come near."""
        near = list(self._near(key, errors_compared(key)))
        return plainly_misspelt(key, ((name, meant) for name, meant in near if meant not in without)) if near else None

    def has(self, key: str) -> bool:
        """Tell whether a key is a name with at most one letter misread."""
        return any(
            abs(len(key) - len(name)) <= 1 and DamerauLevenshtein.distance(key, name, score_cutoff=1) <= 1
            for name, _ in self._near(key, 1)
        )

    def _near(self, key: str, errors: int) -> Iterator[tuple[str, T]]:
        """Yield the names that so many errors may part from a key: of about its length, and of about its letters."""
        if self.gave_up:
            return
        length, letters = _length(key), _letters(key)
        for place in range(length - errors, length + errors + 1):
            names = self._by_length.get(place, ())
            self._looks += len(names)
            # A wrong letter is one that is missing and one that is too many.
            yield from [(name, meant) for others, name, meant in names if (letters ^ others).bit_count() <= 2 * errors]


@lru_cache(maxsize=65536)
def _letters(key: str) -> int:
    """Return the set of letters of a key, as the bits of a number."""
    found = 0
    for letter in set(key):
        if letter != " ":
            found |= 1 << (ord(letter) % _KINDS)
    return found


def _length(key: str) -> int:
    return len(key) - key.count(" ")


class KnownHeadings:
    """The keys of headings that the glossary knows."""

    def __init__(self, keys: Iterable[str]) -> None:
        self.keys = frozenset(keys)
        self._near = Near((key, key) for key in self.keys)
        self._tails = Counter(tail for key in self.keys for tail in tails_of(key))
        self._longest = max((key.count(" ") + 1 for key in self.keys), default=0)
        self._is_near: dict[str, bool] = {}
        self._is_recognised: dict[str, bool] = {}
        self._begun = sorted(self.keys)

    def __contains__(self, key: str) -> bool:
        return key in self.keys

    def __bool__(self) -> bool:
        return bool(self.keys)

    def is_near(self, text: str) -> bool:
        """Tell whether some words are a known heading, with at most one letter misread."""
        key = key_of(text)
        if key in self.keys or len(key) < _LONG_ENOUGH:
            return key in self.keys
        if key not in self._is_near:
            self._is_near[key] = self._near.has(key)
        return self._is_near[key]

    def recognises(self, heading: str) -> bool:
        """Tell whether a heading is known, the end of one, or holds one: ``LE CAPACITÀ OFFENSIVE SONO:``."""
        if heading not in self._is_recognised:
            key = key_of(heading)
            held = heading.endswith(":") and any(
                " " in words and words in self.keys for words in runs_of(key, self._longest)
            )
            tail = " " in key and self._tails[key] == 1
            self._is_recognised[heading] = held or tail or self.is_near(heading)
        return self._is_recognised[heading]

    def begin_with(self, key: str) -> int:
        """Return how many known headings begin with some words and go on."""
        return sum(1 for _ in beginning_with(f"{key} ", self._begun))


class Titles:
    """The titles of a glossary by what a heading may show of them. Of each the concept is told."""

    def __init__(self, titles: Mapping[str, str], conjunctions: Iterable[str]) -> None:
        self.near = Near((key_of(title), concept) for concept, title in titles.items())
        self._held: dict[str, set[str]] = {}
        self._shortened: dict[str, set[str]] = {}
        self._tails: dict[str, set[str]] = {}
        self._bracketed: dict[str, dict[str, tuple[str, str]]] = {}
        words = tuple(conjunctions)
        for concept, title in titles.items():
            key = key_of(title)
            if " " in title:
                self._held.setdefault(key, set()).add(concept)
            for tail in tails_of(key):
                self._tails.setdefault(tail, set()).add(concept)
            for word in words:
                for place in _places(f" {word} ", key):
                    self._shortened.setdefault(key[:place], set()).add(concept)
            before, bracket, inside = title.partition("(")
            if bracket:
                self._bracketed.setdefault(key_of(before), {})[concept] = (title, inside.rstrip(")"))
        self._longest = max((key.count(" ") + 1 for key in self._held), default=0)

    def held_in(self, key: str) -> str | None:
        """Return the one concept whose title stands among some words."""
        return _only(concept for words in runs_of(key, self._longest) for concept in self._held.get(words, ()))

    def shortened(self, key: str) -> str | None:
        """Return the one concept whose title begins with some words and goes on with "and"."""
        return _only(self._shortened.get(key, ()))

    def ending_with(self, key: str, without: Container[str]) -> str | None:
        """Return the one concept whose title ends with several words."""
        return _only(c for c in self._tails.get(key, ()) if c not in without) if " " in key else None

    def with_brackets(self, title: str) -> Mapping[str, tuple[str, str]]:
        """Return the concepts that have a title with brackets behind it; of each its title and what they hold."""
        return self._bracketed.get(key_of(title), {})


def tails_of(key: str) -> Iterator[str]:
    """Yield the words that a key ends with, but all of them.

    >>> list(tails_of("area di gioco"))
    ['di gioco', 'gioco']
    """
    return (key[place + 1 :] for place in _places(" ", key))


def runs_of(key: str, longest: int) -> Iterator[str]:
    """Yield the words that stand side by side in a key, so many at most.

    >>> list(runs_of("area di gioco", 2))
    ['area', 'area di', 'di', 'di gioco', 'gioco']
    """
    words = key.split()
    for first in range(len(words)):
        for end in range(first + 1, min(first + longest, len(words)) + 1):
            yield " ".join(words[first:end])


def beginning_with(beginning: str, ordered: list[str]) -> Iterator[str]:
    """Yield those among sorted texts that begin with another.

    >>> list(beginning_with("b", ["a", "ba", "bc", "c"]))
    ['ba', 'bc']
    """
    place = bisect_left(ordered, beginning)
    while place < len(ordered) and ordered[place].startswith(beginning):
        yield ordered[place]
        place += 1


def _places(part: str, text: str) -> Iterator[int]:
    place = text.find(part)
    while place >= 0:
        yield place
        place = text.find(part, place + 1)


def _only(concepts: Iterable[str]) -> str | None:
    found = set(concepts)
    return found.pop() if len(found) == 1 else None
