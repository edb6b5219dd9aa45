"""Headings -> the tree they make: levels, numbers, and what each stands under."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.names import key_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from compendium_cli.importing.document import Line

# "8.4.2 Birdsong", "8. Woodland Alliance", "A.3) Setup", "1.5.1.A. Moving"; not "7 Wonders", not "2-player game".
_NUMBER = re.compile(
    r"(?P<number>(?:[A-Z]?\d{1,3}(?:\.(?:\d{1,3}|[A-Za-z]))+[.)]?|\d{1,3}[.)]|[A-Z]\.(?:\d{1,3}\.?)+)):?\s+(?=\S)"
)
_LEVELS = 2
"""So many kinds of headings make a tree."""
_NUMBER_ALONE = re.compile(r"(?P<number>\d{1,3}(?:\.(?:\d{1,3}|[A-Za-z]))+[.)]?)$")


class Parent(NamedTuple):
    """A heading above others."""

    heading: str
    line: int


class Section(NamedTuple):
    """A heading and the lines below it."""

    heading: str
    """As printed, on one line, without Markdown marks."""
    line: int
    body: tuple[Line, ...]
    part: str
    """``text``, ``questions`` or ``errata``: what the part of the document is about."""
    level: int = 1
    """How deep it stands in the document, from 1."""
    parents: tuple[Parent, ...] = ()
    """What it stands under, the nearest first."""
    is_chapter: bool = False
    """Whether it has no text of its own, only sections below it."""


def numbered(heading: str) -> tuple[str | None, str]:
    """Return the number of a heading, and its words.

    >>> numbered("8.4.2 Birdsong"), numbered("3. Crew"), numbered("7 Wonders"), numbered("1.5.1.A.")
    (('8.4.2', 'Birdsong'), ('3', 'Crew'), (None, '7 Wonders'), ('1.5.1.A', ''))
    """
    if found := _NUMBER_ALONE.match(heading):
        return found.group("number").rstrip(".)"), ""
    if found := _NUMBER.match(heading):
        return found.group("number").rstrip(".)"), heading[found.end() :]
    return None, heading


def leveled(sections: Sequence[Section]) -> list[Section]:
    """Return sections with how deep they stand: where all stand equally deep, by their numbers (8.4 is below 8)."""
    headed = [section for section in sections if section.heading]
    depths = {section.line: _depth(section.heading) for section in headed}
    is_flat = len({section.level for section in headed}) < _LEVELS
    if not is_flat or sum(map(bool, depths.values())) * 2 < len(headed):
        return list(sections)
    found = []
    above = 0
    for section in sections:
        above = depths.get(section.line, 0) or above
        deep = above if depths.get(section.line, 0) else above + 1
        found.append(section._replace(level=deep))
    return found


def with_parents(sections: Sequence[Section]) -> Iterator[Section]:
    """Yield sections with what they stand under.

    Where nothing tells how deep they stand, a heading that comes again stands under the nearest one before it that
    does not.
    """
    levels = [section.level for section in sections]
    if len(set(levels)) < _LEVELS:
        yield from _under_singles(sections)
        return
    above: list[tuple[int, Parent]] = []
    title = _title_of_all(levels)
    for place, section in enumerate(sections):
        while above and above[-1][0] >= section.level:
            above.pop()
        yield section._replace(parents=tuple(parent for _, parent in reversed(above)))
        if place != title:
            above.append((section.level, Parent(section.heading, section.line)))


def _depth(heading: str) -> int:
    number, _ = numbered(heading)
    return number.count(".") + 1 if number else 0


def _title_of_all(levels: Sequence[int]) -> int | None:
    """Return the place of the document's title, which all else stands under: it tells nothing apart."""
    return 0 if levels and min(levels[1:], default=0) > levels[0] else None


def _under_singles(sections: Sequence[Section]) -> Iterator[Section]:
    counts = Counter(key_of(section.heading) for section in sections)
    single: Parent | None = None
    for section in sections:
        if counts[key_of(section.heading)] == 1:
            single = Parent(section.heading, section.line)
            yield section
        else:
            yield section._replace(parents=(single,) if single else ())
