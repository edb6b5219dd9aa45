"""Lines -> sections: what is a heading, what only looks like one, and what is no text of the rules at all."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.importing.beside import Skipped, listing_of, page_of, running_lines, title_of
from compendium_cli.importing.coverage import LISTING
from compendium_cli.importing.lookup import tails_of
from compendium_cli.importing.shapes import (
    BULLET,
    LETTERS,
    LONGEST_HEADING,
    MARKDOWN_HEADING,
    is_capitals,
    says_something,
)
from compendium_cli.importing.terms import terms_of
from compendium_cli.importing.tree import Section, leveled, numbered, with_parents
from compendium_cli.names import key_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from compendium_cli.importing.document import Line
    from compendium_cli.importing.lookup import KnownHeadings
    from compendium_cli.languages import Language

# TERM: definition, with whatever an icon between the two was read as.
_TERM = re.compile(r"(?P<term>[^:]{2,60}?)[^\w:.)]{0,8}(?:\b\w)?[^\w:.]{0,8}:\s+(?P<rest>\S.*)$")
# The same with a bullet or bold marks before it, where the glossary knows the term.
_RUN_IN = re.compile(r"[-•*\s]*+(?P<term>[^:*]{2,60}?)\s*:\s*\**\s*(?P<rest>\S.*)$")
# A line that begins in capitals and goes on in small letters.
_CAPITALS_FIRST = re.compile(r"((?:[^\Wa-z_][^\Wa-z_'’.-]*\s+){2,6})(\S.*)$")
_LINES = 3
"""Of a heading, at most."""
_ENOUGH_MARKDOWN = 3
_FEWEST_KNOWN = 3
_AN_INTRODUCTION = 400
_KNOWN_WELL = 0.5


class Sections(NamedTuple):
    """The sections of a document, and everything else."""

    sections: tuple[Section, ...]
    opening: Section | None
    """Text of some length before the first heading: an introduction whose heading was lost."""
    index_titles: tuple[str, ...]
    """What the alphabetical index lists: evidence for titles."""
    skipped: tuple[Skipped, ...]
    pages: tuple[tuple[str, int], ...] = ()
    """Titles, and the pages that a table of contents gives them."""


def split_sections(lines: Sequence[Line], language: Language, known: KnownHeadings) -> Sections:
    """Split a document at its headings. ``known`` are titles that the glossary has in this language."""
    skipped = list(running_lines(lines))
    dropped = {item.line for item in skipped}
    kept = [line for line in lines if line.number not in dropped]
    headings = _join_headings(list(_headings(kept, known)), kept, known)
    sections = leveled(list(_cut(kept, headings)))
    return _sort_out(sections, skipped, language, known)


class _Head(NamedTuple):
    text: str
    first: int
    """Position of the first line in the kept lines."""
    last: int
    rest: str = ""
    """Text that follows the heading on its own line."""
    level: int = 1


def _headings(lines: Sequence[Line], known: KnownHeadings) -> Iterator[_Head]:
    marked = sum(bool(MARKDOWN_HEADING.match(line.text)) for line in lines)
    plain = {key_of(line.text) for line in lines}
    for position, line in enumerate(lines):
        text = line.text.strip()
        if re.match(r"[\\/]\s", text):
            text = text.strip(" \\/|")
        if found := MARKDOWN_HEADING.match(text):
            yield _Head(_unmarked(found.group(2)), position, position, level=len(found.group(1)))
        elif marked >= _ENOUGH_MARKDOWN or not text:
            continue
        elif (is_capitals(text) or _is_known_capitals(text, known)) and not _continues(lines, position):
            yield _Head(_unmarked(text), position, position)
        elif _is_alone(lines, position, known):
            yield _Head(text, position, position)
        elif head := _with_rest(text, known, plain):
            yield _Head(head[0], position, position, head[1])


def _is_alone(lines: Sequence[Line], position: int, known: KnownHeadings) -> bool:
    """Tell whether a line of small letters is a heading: it stands alone, and titles tell several of its kind apart."""
    text = lines[position].text.strip()
    around = [lines[place].text.strip() for place in (position - 1, position + 1) if 0 <= place < len(lines)]
    key = key_of(text)
    return not any(around) and text[:1].isupper() and key in known and known.begin_with(key) > 1


def _with_rest(text: str, known: KnownHeadings, plain: set[str]) -> tuple[str, str] | None:
    """Return the heading and the text that follows it on its line."""
    if (found := _TERM.match(text)) and is_capitals(found.group("term")):
        return found.group("term").strip(), found.group("rest")
    if (found := _RUN_IN.match(text)) and _is_run_in(found.group("term"), known, plain):
        return found.group("term").strip(), found.group("rest")
    if (found := _CAPITALS_FIRST.match(text)) and found.group(1).isupper() and known.is_near(found.group(1)):
        return found.group(1).strip(), found.group(2).strip(" :>)")
    return None


def _is_run_in(term: str, known: KnownHeadings, plain: set[str]) -> bool:
    """Tell whether the words before a colon are a title that the document gives no line of its own."""
    key = key_of(term)
    return key in known and key not in plain and bool(re.match(r"[A-Z][.)] ", term))


def _is_known_capitals(text: str, known: KnownHeadings) -> bool:
    """Tell whether a line is a known title in capitals, though it ends like a sentence or one letter was misread."""
    letters = [char for char in text if char.isalpha()]
    small = sum(char.islower() for char in letters)
    return len(letters) > LETTERS and small <= len(letters) // 8 and known.is_near(text)


def _continues(lines: Sequence[Line], position: int) -> bool:
    """Tell whether a line of capitals is part of a running paragraph."""
    before = lines[position - 1].text.strip() if position else ""
    return bool(before) and not is_capitals(before) and before[-1:] not in ".!?:"


def _unmarked(text: str) -> str:
    """Return a heading without marks, and without the rules around it that were read as slashes."""
    return re.sub(r"\s+", " ", text.replace("**", "").replace("__", "")).strip(" *_\\/|")


def _join_headings(heads: list[_Head], lines: Sequence[Line], known: KnownHeadings) -> list[_Head]:
    """Join headings over two lines: adjacent lines of capitals, or a second one that only holds brackets."""
    joined: list[_Head] = []
    for head in heads:
        before = joined[-1] if joined else None
        if before is not None and not before.rest:
            between = [line for line in lines[before.last + 1 : head.first] if line.text.strip()]
            adjacent = head.first == before.last + 1 and not MARKDOWN_HEADING.match(lines[head.first].text)
            adjacent = adjacent and key_of(before.text) not in known
            fits = len(before.text) + len(head.text) < LONGEST_HEADING * _LINES
            if not between and fits and (head.text.startswith("(") or adjacent):
                joined[-1] = _Head(f"{before.text} {head.text}", before.first, head.last, head.rest, before.level)
                continue
        joined.append(head)
    return joined


def _cut(lines: Sequence[Line], heads: Sequence[_Head]) -> Iterator[Section]:
    first = heads[0].first if heads else len(lines)
    if any(line.text.strip() for line in lines[:first]):
        yield Section("", lines[0].number, tuple(lines[:first]), "text")
    ends = [*(head.first for head in heads[1:]), len(lines)]
    for head, end in zip(heads, ends, strict=False):
        body = tuple(lines[head.last + 1 : end])
        if head.rest:
            body = (lines[head.first]._replace(text=head.rest), *body)
        yield Section(head.text, lines[head.first].number, body, "text", head.level)


def _sort_out(
    sections: Sequence[Section], skipped: list[Skipped], language: Language, known: KnownHeadings
) -> Sections:
    sorting = _Sorting(sections, skipped, language, known)
    for position, section in enumerate(sections):
        sorting.take(position, section)
    return sorting.done()


class _Sorting:
    """Goes through the sections of a document, and keeps what is an entry, a part of the one before, or no text."""

    def __init__(
        self, sections: Sequence[Section], skipped: list[Skipped], language: Language, known: KnownHeadings
    ) -> None:
        self._language = language
        self._known = known
        self._range = _known_range(sections, known)
        self._is_known_well = self._range is not None
        self._headings = {key_of(section.heading) for section in sections}
        self._headings |= {key_of(numbered(section.heading)[1]) for section in sections}
        levels = [*(section.level for section in sections), 0]
        self._deepens = [not self._is_known_well and one < other for one, other in pairwise(levels)]
        self._skipped = skipped
        self._index: list[str] = []
        self._pages: list[tuple[str, int]] = []
        self._opening: list[Line] = []
        self._kept: list[Section] = []
        self._bodies: list[list[Line]] = []
        self._part = "text"
        self._seen: set[str] = set()

    def done(self) -> Sections:
        """Return what was found."""
        whole = tuple(
            section._replace(body=tuple(body)) for section, body in zip(self._kept, self._bodies, strict=True)
        )
        if not self._is_known_well:
            whole = tuple(with_parents(whole))
        opening = Section("", self._opening[0].number, tuple(self._opening), "text") if self._opening else None
        return Sections(whole, opening, tuple(self._index), tuple(sorted(self._skipped)), tuple(self._pages))

    def take(self, position: int, section: Section) -> None:
        """Take one section more."""
        words = self._language.documents
        key = key_of(section.heading)
        named = key_of(numbered(section.heading)[1])
        is_contents = named in {key_of(title) for title in words.contents}
        if listed := listing_of(section.body, self._headings - {key}, is_named=is_contents):
            self._take_listing(position, section, listed)
            return
        is_appendix = key.startswith(key_of(words.appendix))
        if not section.heading:
            self._take_opening(section)
        elif self._take_glossary(section, named):
            pass
        elif is_appendix and (part := _part_of(key, words.questions, words.errata)) != "text":
            self._part = part
            if self._known or not any(says_something(line.text) for line in section.body):
                self._skipped += _all_skipped(section, "opens a part of the document")
            else:
                self._keep(section, key, "text")
        elif self._part == "text" and self._stands_outside(position, section, is_appendix=is_appendix):
            why = "title page" if position < (self._range or (0, 0))[0] else "after the rules"
            self._skipped += _all_skipped(section, why)
        else:
            self._take_text(position, section, key, is_appendix=is_appendix, is_contents=is_contents)

    def _take_text(self, position: int, section: Section, key: str, *, is_appendix: bool, is_contents: bool) -> None:
        said = any(says_something(line.text) for line in section.body)
        if self._part == "questions" and not is_appendix and not self._has_questions(section):
            self._keep(section, key, "text" if said else self._part)
            return
        if self._part == "questions" and not is_appendix:
            section = self._from_first_question(section)
        if self._part == "text" and not is_appendix:
            if not said and self._deepens[position] and not self._known.recognises(section.heading):
                self._keep(section, key, "text", is_chapter=True)
                return
            why = self._why_no_entry(section, key, said)
            if why and not said and is_contents:
                why = LISTING
            if why:
                self._skipped.append(Skipped(section.line, section.heading, why))
                if said:  # a caption inside an entry: what follows it belongs to the entry before
                    self._go_on(section.body)
                else:
                    self._skipped += _body_skipped(section, why)
                return
        self._part = "text" if is_appendix else self._part
        self._keep(section, key, self._part)

    def _keep(self, section: Section, key: str, part: str, *, is_chapter: bool = False) -> None:
        self._seen.update((key, *tails_of(key)))
        self._kept.append(section._replace(part=part, is_chapter=is_chapter))
        self._bodies.append(list(section.body))

    def _go_on(self, body: Iterable[Line]) -> None:
        """Add lines to the entry before, or to the opening where there is none."""
        (self._bodies[-1] if self._kept else self._opening).extend(body)

    def _take_listing(self, position: int, section: Section, listed: int) -> None:
        """Leave out a table of contents or an index; what follows it is text."""
        self._index += [
            title for line in section.body[:listed] if says_something(title := numbered(title_of(line.text))[1])
        ]
        found = (page_of(line.text) for line in section.body[:listed])
        self._pages += [(numbered(title)[1], page) for title, page in filter(None, found)]
        self._skipped += _all_skipped(section._replace(body=section.body[:listed]), LISTING)
        rest = section.body[listed:]
        if self._stands_outside(position, section, is_appendix=False):
            self._skipped += _body_skipped(section._replace(body=rest), "after the rules")
        elif any(says_something(line.text) for line in rest):
            self._go_on(rest)
        else:
            self._skipped += [Skipped(line.number, line.text, LISTING) for line in rest if line.text.strip()]

    def _take_opening(self, section: Section) -> None:
        """Keep the text before the first heading, but for the few lines of a title page."""
        if self._is_known_well and sum(len(line.text) for line in section.body) <= _AN_INTRODUCTION:
            self._skipped += _all_skipped(section, "stands before the first heading")
        else:
            self._opening += section.body

    def _take_glossary(self, section: Section, named: str) -> bool:
        """Take a section apart that lists terms with what they mean; tell whether it was one."""
        titles = [key_of(title) for title in self._language.documents.glossary]
        is_named = any(title in named for title in titles)
        if self._part != "text" or (self._known and not is_named):
            return False
        before, terms = terms_of(section.body, is_named=is_named)
        if not terms:
            if not (self._is_known_well and named in titles):
                return False
            self._skipped += _all_skipped(section, "opens the alphabetical part")
            return True
        said = any(says_something(line.text) for line in before)
        self._keep(section._replace(body=before), named, "text", is_chapter=not said)
        for term in terms:
            below = Section(term.name, term.body[0].number, term.body, "text", section.level + 1)
            self._keep(below, key_of(term.name), "text")
        return True

    def _has_questions(self, section: Section) -> bool:
        return any(self._asks(line) for line in section.body)

    def _asks(self, line: Line) -> bool:
        marks = "|".join(self._language.documents.question)
        return bool(re.match(rf"\W*(?:{marks})\s*:", line.text))

    def _from_first_question(self, section: Section) -> Section:
        first = next((place for place, line in enumerate(section.body) if self._asks(line)), 0)
        before = section._replace(body=section.body[:first])
        self._skipped += _body_skipped(before, "stands before the first question")
        return section._replace(body=section.body[first:])

    def _stands_outside(self, position: int, section: Section, *, is_appendix: bool) -> bool:
        """Tell whether a section stands before the first heading, or behind the last, that the glossary knows."""
        if self._range is None or is_appendix:
            return False
        first, last = self._range
        return not (first <= position <= last or self._known.recognises(section.heading))

    def _why_no_entry(self, section: Section, key: str, said: bool) -> str | None:
        known = self._known
        if known.recognises(section.heading):
            return "figure caption: repeats a heading, with no text" if key in self._seen and not said else None
        if not said:
            letters = sum(char.isalnum() for char in section.heading)
            return "index letter" if letters < LETTERS else "figure caption: no text below it"
        if not any(char.isalnum() for char in section.heading):
            return "a rule or an ornament"
        if known and section.heading.endswith(":"):
            return "a line of the entry before"
        if known and _starts_as_list(section.body):
            return "figure caption inside an entry"
        return None


def _known_range(sections: Sequence[Section], known: KnownHeadings) -> tuple[int, int] | None:
    """Return the positions of the first and last heading the glossary knows, where it knows most."""
    places = [position for position, section in enumerate(sections) if known.recognises(section.heading)]
    if len(places) < _KNOWN_WELL * len(sections) or len(places) < _FEWEST_KNOWN:
        return None
    return places[0], places[-1]


def _part_of(key: str, questions: Iterable[str], errata: Iterable[str]) -> str:
    if any(key_of(word) in key for word in questions):
        return "questions"
    return "errata" if any(key_of(word) in key for word in errata) else "text"


def _starts_as_list(body: Sequence[Line]) -> bool:
    first = next((line.text for line in body if line.text.strip()), "")
    return bool(BULLET.match(first))


def _all_skipped(section: Section, why: str) -> list[Skipped]:
    lines = [Skipped(section.line, section.heading, why)] if section.heading else []
    return lines + _body_skipped(section, why)


def _body_skipped(section: Section, why: str) -> list[Skipped]:
    return [Skipped(line.number, line.text, why) for line in section.body if line.text.strip()]
