"""Lines -> sections: what is a heading, what only looks like one, and what is no text of the rules at all."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.importing.lookup import tails_of
from compendium_cli.names import key_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from compendium_cli.importing.document import Line
    from compendium_cli.importing.lookup import KnownHeadings
    from compendium_cli.languages import Language

# Here and below, what is possessive (++) never gives back: a line of white space would else be tried in every way.
_MARKDOWN_HEADING = re.compile(r"#{1,6}\s++(.{1,200}?)\s*#*$")
_BULLET = re.compile(r"\s*(?:[-*•–✦►]|\+(?!\s*\d)|\d{1,3}[.)])\s")
# TERM: definition, with whatever an icon between the two was read as.
_TERM = re.compile(r"(?P<term>[^:]{2,60}?)[^\w:.)]{0,8}(?:\b\w)?[^\w:.]{0,8}:\s+(?P<rest>\S.*)$")
# The same with a bullet or bold marks before it, where the glossary knows the term.
_RUN_IN = re.compile(r"[-•*\s]*+(?P<term>[^:*]{2,60}?)\s*:\s*\**\s*(?P<rest>\S.*)$")
# A line that begins in capitals and goes on in small letters.
_CAPITALS_FIRST = re.compile(r"((?:[^\Wa-z_][^\Wa-z_'’.-]*\s+){2,6})(\S.*)$")
_LONGEST_HEADING = 90
_LINES = 3
"""Of a heading, at most."""
_ENOUGH_MARKDOWN = 3
_LETTERS = 2
_RUNNING = 3
_AN_INTRODUCTION = 400
_KNOWN_WELL = 0.5


class Skipped(NamedTuple):
    """A line that is no text of the rules."""

    line: int
    text: str
    why: str


class Section(NamedTuple):
    """A heading and the lines below it."""

    heading: str
    """As printed, on one line, without Markdown marks."""
    line: int
    body: tuple[Line, ...]
    part: str
    """``text``, ``questions`` or ``errata``: what the part of the document is about."""


class Sections(NamedTuple):
    """The sections of a document, and everything else."""

    sections: tuple[Section, ...]
    opening: Section | None
    """Text of some length before the first heading: an introduction whose heading was lost."""
    index_titles: tuple[str, ...]
    """What the alphabetical index lists: evidence for titles."""
    skipped: tuple[Skipped, ...]


def split_sections(lines: Sequence[Line], language: Language, known: KnownHeadings) -> Sections:
    """Split a document at its headings. ``known`` are titles that the glossary has in this language."""
    skipped = list(_running_lines(lines))
    dropped = {item.line for item in skipped}
    kept = [line for line in lines if line.number not in dropped]
    headings = _join_headings(list(_headings(kept, known)), kept, known)
    sections = list(_cut(kept, headings))
    return _sort_out(sections, skipped, language, known)


def _running_lines(lines: Sequence[Line]) -> Iterator[Skipped]:
    """Yield page numbers, and lines that stand on many pages."""
    repeated = Counter(line.text.strip() for line in lines if line.text.strip() and not _BULLET.match(line.text))
    for line in lines:
        text = line.text.strip()
        if re.fullmatch(r"[-–—\s]*\d{1,3}[-–—\s]*", text):
            yield Skipped(line.number, text, "page number")
        elif (
            repeated[text] > _RUNNING
            and len(text) <= _LONGEST_HEADING
            and text[-1:] not in ".:;,"
            and not text.startswith(("|", "**", "<"))
            and (_is_capitals(text) or _MARKDOWN_HEADING.match(text))
        ):
            yield Skipped(line.number, text, "running head")


class _Head(NamedTuple):
    text: str
    first: int
    """Position of the first line in the kept lines."""
    last: int
    rest: str = ""
    """Text that follows the heading on its own line."""


def _headings(lines: Sequence[Line], known: KnownHeadings) -> Iterator[_Head]:
    marked = sum(bool(_MARKDOWN_HEADING.match(line.text)) for line in lines)
    plain = {key_of(line.text) for line in lines}
    for position, line in enumerate(lines):
        text = line.text.strip()
        if re.match(r"[\\/]\s", text):
            text = text.strip(" \\/|")
        if found := _MARKDOWN_HEADING.match(text):
            yield _Head(_unmarked(found.group(1)), position, position)
        elif marked >= _ENOUGH_MARKDOWN or not text:
            continue
        elif (_is_capitals(text) or _is_known_capitals(text, known)) and not _continues(lines, position):
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
    if (found := _TERM.match(text)) and _is_capitals(found.group("term")):
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
    return len(letters) > _LETTERS and small <= len(letters) // 8 and known.is_near(text)


def _is_capitals(text: str) -> bool:
    letters = [char for char in text if char.isalpha()]
    return (
        len(letters) >= _LETTERS
        and len(text) <= _LONGEST_HEADING
        and all(not char.islower() for char in letters)
        and not _BULLET.match(text)
        and text[:1] not in "|<\\@"
        and (text[-1:] not in ".!?;," or _is_abbreviation(text))
        and len(letters) * 2 >= len(text.replace(" ", ""))
    )


def _is_abbreviation(text: str) -> bool:
    """Tell whether a full stop at the end belongs to the last word: ``MAX.``, ``D.A.G.G.E.R.``."""
    last = text.rpartition(" ")[2]
    return text.endswith(".") and ("." in last[:-1] or " " not in text)


def _continues(lines: Sequence[Line], position: int) -> bool:
    """Tell whether a line of capitals is part of a running paragraph."""
    before = lines[position - 1].text.strip() if position else ""
    return bool(before) and not _is_capitals(before) and before[-1:] not in ".!?:"


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
            adjacent = head.first == before.last + 1 and not _MARKDOWN_HEADING.match(lines[head.first].text)
            adjacent = adjacent and key_of(before.text) not in known
            fits = len(before.text) + len(head.text) < _LONGEST_HEADING * _LINES
            if not between and fits and (head.text.startswith("(") or adjacent):
                joined[-1] = _Head(f"{before.text} {head.text}", before.first, head.last, head.rest)
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
        yield Section(head.text, lines[head.first].number, body, "text")


def _sort_out(
    sections: Sequence[Section], skipped: list[Skipped], language: Language, known: KnownHeadings
) -> Sections:
    words = language.documents
    contents = {key_of(title) for title in words.contents}
    containers = {key_of(title) for title in words.glossary}
    first, last = _known_range(sections, known)
    index: list[str] = []
    opening: Section | None = None
    kept: list[Section] = []
    bodies: list[list[Line]] = []
    part = "text"
    seen: set[str] = set()
    for position, section in enumerate(sections):
        key = key_of(section.heading)
        said = any(_says_something(line.text) for line in section.body)
        is_appendix = key.startswith(key_of(words.appendix))
        if key in contents:
            index += _index_titles(section.body)
            skipped += _all_skipped(section, "table of contents or index")
        elif not section.heading:
            opening = section if sum(len(line.text) for line in section.body) > _AN_INTRODUCTION else None
            skipped += [] if opening else _all_skipped(section, "stands before the first heading")
        elif key in containers:
            skipped += _all_skipped(section, "opens the alphabetical part")
        elif is_appendix and _part_of(key, words.questions, words.errata) != "text":
            part = _part_of(key, words.questions, words.errata)
            skipped += _all_skipped(section, "opens a part of the document")
        elif part == "text" and not (is_appendix or first <= position <= last or known.recognises(section.heading)):
            skipped += _all_skipped(section, "title page" if position < first else "after the rules")
        elif part == "text" and not is_appendix and (why := _why_no_entry(section, key, said, seen, known)):
            skipped.append(Skipped(section.line, section.heading, why))
            if said and kept:  # a caption inside an entry: what follows it belongs to the entry before
                bodies[-1] += section.body
        else:
            part = "text" if is_appendix else part
            seen.update((key, *tails_of(key)))
            kept.append(section._replace(part=part))
            bodies.append(list(section.body))
    whole = tuple(section._replace(body=tuple(body)) for section, body in zip(kept, bodies, strict=True))
    return Sections(whole, opening, tuple(index), tuple(sorted(skipped)))


def _known_range(sections: Sequence[Section], known: KnownHeadings) -> tuple[int, int]:
    """Return the positions of the first and last heading the glossary knows, where it knows most; else of all."""
    places = [position for position, section in enumerate(sections) if known.recognises(section.heading)]
    if len(places) < _KNOWN_WELL * len(sections) or len(places) < _RUNNING:
        return 0, len(sections)
    return places[0], places[-1]


def _part_of(key: str, questions: Iterable[str], errata: Iterable[str]) -> str:
    if any(key_of(word) in key for word in questions):
        return "questions"
    return "errata" if any(key_of(word) in key for word in errata) else "text"


def _why_no_entry(section: Section, key: str, said: bool, seen: set[str], known: KnownHeadings) -> str | None:
    if known.recognises(section.heading):
        return "figure caption: repeats a heading, with no text" if key in seen and not said else None
    if len([char for char in section.heading if char.isalpha()]) < _LETTERS:
        return "index letter"
    if not said:
        return "figure caption: no text below it"
    if known and section.heading.endswith(":"):
        return "a line of the entry before"
    if known and _starts_as_list(section.body):
        return "figure caption inside an entry"
    return None


def _starts_as_list(body: Sequence[Line]) -> bool:
    first = next((line.text for line in body if line.text.strip()), "")
    return bool(_BULLET.match(first))


def _says_something(text: str) -> bool:
    return sum(char.isalpha() for char in text) > 1


def _index_titles(body: Sequence[Line]) -> Iterator[str]:
    for line in body:
        title = line.text.split("\t")[0].rstrip().rstrip("0123456789").strip(" .…·\t")
        if sum(char.isalpha() for char in title) > 1:
            yield title


def _all_skipped(section: Section, why: str) -> list[Skipped]:
    lines = [Skipped(section.line, section.heading, why)] if section.heading else []
    return lines + [Skipped(line.number, line.text, why) for line in section.body if line.text.strip()]
