"""What a page has beside its text: page numbers, running heads, contents, index. Told by shape and place.

A list of parts may be called "Contents" and a rule may be repeated on every page: only what lists the document itself
is a table of contents or an index, and only what comes between sentences, beside page numbers or above nothing is a
running head.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.importing.coverage import PAGE_NUMBER, RUNNING_HEAD
from compendium_cli.importing.shapes import BULLET, LONGEST_HEADING, MARKDOWN_HEADING, is_capitals
from compendium_cli.importing.tree import numbered
from compendium_cli.names import key_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from compendium_cli.importing.document import Line

_RUNNING = 3
"""What stands more often may be a running head."""
_PAGE_NUMBER = re.compile(r"[-–—\s]*\d{1,3}[-–—\s]*")
_LINK = re.compile(r"\[([^\[\]]{1,200})\]\(#[^()\s]*\)")
# The pages where a title stands: behind dots, a comma or a space.
_PAGES = re.compile(r"[\s.…·_,–-]+(?P<page>\d{1,3})(?:[-–,\s]+\d{1,3})*\W*$")
_PAGES_AT_MOST = 60
_LONGEST_LISTED = 120
_FEWEST = 2
"""Lines that a list of the document has, at least, where its name says what it is."""
_FEWEST_UNNAMED = 5
_MOSTLY = 0.7
_NEARLY_ALL = 0.8


class Skipped(NamedTuple):
    """A line that is no text of the rules."""

    line: int
    text: str
    why: str


def running_lines(lines: Sequence[Line]) -> Iterator[Skipped]:
    """Yield page numbers, and lines that stand on many pages."""
    printed = [(line.number, line.text.strip()) for line in lines if line.text.strip()]
    places: dict[str, list[int]] = {}
    for place, (_, text) in enumerate(printed):
        if _may_run(text):
            places.setdefault(text, []).append(place)
    texts = [text for _, text in printed]
    heads = {text for text, found in places.items() if len(found) > _RUNNING and _runs(texts, found)}
    for number, text in printed:
        if _PAGE_NUMBER.fullmatch(text):
            yield Skipped(number, text, PAGE_NUMBER)
        elif text in heads:
            yield Skipped(number, text, RUNNING_HEAD)


def _may_run(text: str) -> bool:
    return (
        len(text) <= LONGEST_HEADING
        and text[-1:] not in ".:;,"
        and not text.startswith(("|", "**", "<"))
        and not BULLET.match(text)
        and (is_capitals(text) or bool(MARKDOWN_HEADING.match(text)))
    )


def _runs(texts: Sequence[str], places: Sequence[int]) -> bool:
    """Tell whether a line that comes again and again stands between the text, and not above some of its own."""
    near_number = between = above_nothing = 0
    for place in places:
        before = texts[place - 1] if place else ""
        after = texts[place + 1] if place + 1 < len(texts) else ""
        near_number += bool(_PAGE_NUMBER.fullmatch(before) or _PAGE_NUMBER.fullmatch(after))
        between += before[-1:] not in '.!?:»”")' and not _is_heading(before) and after[:1].islower()
        above_nothing += not after or _is_heading(after)
    return near_number * 2 >= len(places) or between * 4 >= len(places) or above_nothing * 5 >= len(places) * 4


def _is_heading(text: str) -> bool:
    return bool(MARKDOWN_HEADING.match(text)) or is_capitals(text)


def listing_of(body: Sequence[Line], headings: Collection[str], *, is_named: bool) -> int:
    """Return how many lines of a section list what the document holds; 0 where it is no contents and no index.

    ``headings`` are the keys of the document's headings. Text that follows the list is not counted.
    """
    lines = [line for line in body if line.text.strip()]
    short = [len(line.text) <= _LONGEST_LISTED for line in lines]
    if not is_named and sum(short) < _NEARLY_ALL * len(lines):
        return 0
    listed = [_listed(line.text) if is_short else None for line, is_short in zip(lines, short, strict=True)]
    known = [
        one is not None and (one.leads or key_of(one.title) in headings or key_of(numbered(one.title)[1]) in headings)
        for one in listed
    ]
    # Without a name, it must list headings: many things are counted in order.
    if not is_named and sum(known) < max(_NEARLY_ALL * len(lines), _FEWEST_UNNAMED):
        return 0
    if is_named and _is_alphabet([line.text.strip() for line in lines]):
        return len(body)
    pages = [one.page for one in listed if one is not None and one.page is not None]
    is_paged = _in_order(pages) or _in_order([key_of(one.title) for one in listed if one and one.page is not None])
    lists = [
        one is not None and (is_known or (is_paged and one.page is not None))
        for one, is_known in zip(listed, known, strict=True)
    ]
    last = max((place for place, one in enumerate(lists) if one), default=-1) + 1
    if sum(lists) < max(_FEWEST, _MOSTLY * last):
        return 0
    return body.index(lines[last - 1]) + 1


class _Listed(NamedTuple):
    """What a line of a list of the document tells."""

    title: str
    page: int | None
    leads: bool
    """Whether it is a link to a heading."""


def _listed(text: str) -> _Listed:
    plain = _LINK.sub(r"\1", text.strip(" |"))
    leads = plain != text.strip(" |")
    plain = re.sub(r"^(?:[-*•+]\s+)+", "", plain).replace("**", "").strip()
    found = _PAGES.search(plain, max(len(plain) - _PAGES_AT_MOST, 0))
    title = plain[: found.start()] if found else plain
    if not any(char.isalpha() for char in title):
        return _Listed(plain, None, leads)
    return _Listed(title.strip(" .…·_\t"), int(found.group("page")) if found else None, leads)


def page_of(text: str) -> tuple[str, int] | None:
    """Return the title and page that a line of contents gives, where it has a page."""
    listed = _listed(text)
    return None if listed.page is None else (listed.title, listed.page)


def title_of(text: str) -> str:
    """Return the title that a line of contents or of an index gives, without bullet and page.

    >>> title_of("- [8.2 The Turn](#the-turn)"), title_of("Storm ..... 12"), title_of("3. Crew 4, 7-9")
    ('8.2 The Turn', 'Storm', '3. Crew')
    """
    return _listed(text).title


def _is_alphabet(texts: Sequence[str]) -> bool:
    """Tell whether lines begin with one letter of the alphabet after the other, whatever else was misread of them."""
    letters = [text[:1].lower() for text in texts if text[:1].isalpha()]
    several = len(set(letters)) >= _FEWEST_UNNAMED
    return several and len(letters) >= _MOSTLY * len(texts) and _in_order(letters)


def _in_order(values: Sequence[int] | Sequence[str]) -> bool:
    """Tell whether most of some values follow one another as pages or as an alphabet does."""
    steps = [one <= other for one, other in pairwise(values)]  # type: ignore[operator]
    return sum(steps) >= _NEARLY_ALL * len(steps) and (not steps or len(Counter(values)) > 1)
