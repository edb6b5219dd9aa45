"""One file -> (Entry, problems): the stages of reading an entry, in order."""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import unquote

from compendium_cli.languages import LANGUAGES
from compendium_cli.model import CARDS, MENTION, RULINGS, SEE_ALSO, Entry, Reference, Statement, StatementKind
from compendium_cli.problems import Problem, ProblemCode
from compendium_cli.reading.body import Block, Callout, Heading, Inline, ListBlock, Table, faults_of, parse_body
from compendium_cli.reading.front_matter import FrontMatter, read_front_matter, split_front_matter
from compendium_cli.text import printable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from compendium_cli.languages import Language

_FRAGMENT = re.compile(r"\^?(\d{1,6})$")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//")
_SEE_ALSO_LABELS = {language.see_also for language in LANGUAGES.values()}


@dataclass(frozen=True, slots=True)
class Place:
    """Which entry a file is, by its place in the glossary."""

    game: str
    lang: str
    concept: str
    path: str
    """Relative to the glossary folder, with ``/``."""


def read_entry(text: str, place: Place, language: Language) -> tuple[Entry | None, list[Problem]]:
    """Read an entry's text. Where it has no title, there is no entry to answer with."""
    front_text, body_text, first_line = split_front_matter(text)
    is_ruling = place.concept.startswith(RULINGS)
    front, problems = read_front_matter(front_text, place.path, is_optional=is_ruling)
    blocks = parse_body(body_text, first_line)
    problems += faults_of(blocks, place.path)
    title, rest, title_problems = take_title(blocks, place.path)
    see_also, rest, see_also_problems = take_see_also(rest, language, place.path)
    walk = _Walk(language, is_card=place.concept.startswith(CARDS), is_ruling=is_ruling, path=place.path)
    walk.read(rest)
    problems += title_problems + see_also_problems + walk.problems
    problems += check_numbers(walk.inlines, front, place.path)
    if title is None:
        return None, problems
    references = [
        _reference(link.href, link.text, SEE_ALSO, see_also, place) for link in (see_also.links if see_also else ())
    ]
    references += [
        _reference(link.href, link.text, MENTION, inline, place) for inline in walk.inlines for link in inline.links
    ]
    entry = Entry(
        game=place.game,
        concept=place.concept,
        lang=place.lang,
        title=title.text,
        edition=front.edition,
        heading=front.heading,
        path=place.path,
        line=title.line,
        statements=tuple(walk.statements),
        references=tuple(references),
        aliases=front.aliases,
        retired=front.retired,
        product=front.product,
        number=front.number,
        same=front.same,
    )
    return entry, problems


def take_title(blocks: Sequence[Block], path: str) -> tuple[Inline | None, list[Block], list[Problem]]:
    """Return the title, what follows it, and what is wrong with it."""
    titles = [block.inline for block in blocks if isinstance(block, Heading) and block.level == 1]
    rest = [block for block in blocks if not (isinstance(block, Heading) and block.level == 1)]
    if not titles or not titles[0].text:
        fix = "add a line '# Title' below the front matter"
        return None, rest, [Problem(path, 1, ProblemCode.NO_TITLE, "the entry has no title", fix)]
    problems = [
        Problem(
            path, extra.line, ProblemCode.NO_TITLE, f"a second title {extra.text!r}", "use ## for a part of the entry"
        )
        for extra in titles[1:]
    ]
    if not isinstance(blocks[0], Heading) or blocks[0].level != 1:
        problems.append(
            Problem(
                path, titles[0].line, ProblemCode.NO_TITLE, "text stands before the title", "move it below the title"
            )
        )
    return titles[0], rest, problems


def take_see_also(
    blocks: Sequence[Block], language: Language, path: str
) -> tuple[Inline | None, list[Block], list[Problem]]:
    """Return the see-also line, the other blocks, and what is wrong with it."""
    lines = [block for block in blocks if isinstance(block, Inline) and _label(block) in _SEE_ALSO_LABELS]
    ours = set(map(id, lines))
    rest = [block for block in blocks if id(block) not in ours]
    if not lines:
        return None, rest, []
    see_also = lines[0]

    def fault(inline: Inline, message: str, fix: str) -> Problem:
        return Problem(path, inline.line, ProblemCode.BAD_SEE_ALSO, message, fix)

    problems = [fault(extra, "a second see-also line", "join the two") for extra in lines[1:]]
    if _label(see_also) != language.see_also:
        wanted = f"in this language the label is **{language.see_also}:**"
        problems.append(fault(see_also, f"the see-also line is labelled {_label(see_also)!r}", wanted))
    if blocks[-1] is not see_also and len(lines) == 1:
        problems.append(fault(see_also, "the see-also line is not the last paragraph", "move it to the end"))
    if not see_also.links:
        problems.append(
            fault(see_also, "the see-also line has no links", "write [Title](concept.md), or remove the line")
        )
    if words := _unlinked(see_also):
        problems.append(
            fault(see_also, f"the see-also line has words without a link: {words!r}", "link or remove them")
        )
    named = Counter(link.href for link in see_also.links)
    if doubled := next((href for href, times in named.items() if times > 1), None):
        problems.append(fault(see_also, f"the see-also line names {doubled!r} twice", "keep one"))
    if see_also.number is not None:
        problems.append(fault(see_also, "the see-also line is no statement", f"remove the ^{see_also.number}"))
    return see_also, rest, problems


def _label(inline: Inline) -> str:
    return inline.lead.rstrip(": ")


def _unlinked(see_also: Inline) -> str:
    """Return the words between the links, which stand there in the order of the line."""
    rest, begin = [], len(see_also.lead) if see_also.text.startswith(see_also.lead) else 0
    for link in see_also.links:
        end = see_also.text.find(link.text, begin)
        if end < 0:  # white space is drawn together where it is inside a link
            continue
        rest.append(see_also.text[begin:end])
        begin = end + len(link.text)
    rest.append(see_also.text[begin:])
    return " ".join(words for part in rest if (words := part.strip(" ,;:.")))


@dataclass(slots=True)
class _Walk:
    """Walks through the blocks in reading order and collects the statements."""

    language: Language
    is_card: bool
    is_ruling: bool
    path: str
    statements: list[Statement] = field(default_factory=list)
    inlines: list[Inline] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    section: str | None = None

    def read(self, blocks: Sequence[Block]) -> None:
        for block in blocks:
            self._block(block, depth=0, marker="", callout=None)
        kinds = [statement.kind for statement in self.statements]
        if self.is_ruling and kinds != [StatementKind.QUESTION, StatementKind.ANSWER]:
            message = "a ruling is one question and one answer"
            fix = "write the question in bold, a blank line, and the answer in one paragraph; nothing else"
            self.problems.append(Problem(self.path, 1, ProblemCode.BAD_RULING, message, fix))

    def _block(self, block: Block, depth: int, marker: str, callout: Callout | None) -> None:
        if isinstance(block, Heading):
            self._heading(block, nested=depth > 0 or callout is not None)
        elif isinstance(block, Inline):
            self._statement(block, depth, marker, callout)
        elif isinstance(block, Table):
            if depth or callout is not None:
                self._fault(block.inline.line, "a table inside a list or call-out", "move it out")
            self._statement(block.inline, depth, marker, callout, table=True)
        elif isinstance(block, ListBlock):
            self._list(block, depth, callout)
        elif isinstance(block, Callout):
            self._callout(block, nested=depth > 0 or callout is not None)

    def _list(self, block: ListBlock, depth: int, callout: Callout | None) -> None:
        for position, item in enumerate(block.items):
            marker = "-" if block.start is None else f"{block.start + position}."
            if not item or not isinstance(item[0], Inline):
                line = item[0].line if item and isinstance(item[0], Callout) else self._last_line()
                self._fault(line, "a list item that does not begin with text", "begin the item with its rule")
            for child in item:
                self._block(child, depth + 1, marker, callout)
                marker = ""

    def _callout(self, block: Callout, *, nested: bool) -> None:
        if nested:
            self._fault(block.line, "a call-out inside a list or another call-out", "move it to the end of the entry")
        if block.name == "NEWER" and not block.argument:
            self._fault(block.line, "[!NEWER] without an edition", "write [!NEWER it-1.7], with the newer edition's id")
        if block.name != "NEWER" and block.argument:
            self._fault(block.line, f"[!{block.name}] takes no argument", f"write [!{block.name}]")
        if not block.blocks:
            self._fault(block.line, f"[!{block.name}] is empty", "say something, or remove it")
        for child in block.blocks:
            self._block(child, 0, "", block)

    def _heading(self, block: Heading, *, nested: bool) -> None:
        if nested:
            self._fault(block.inline.line, "a heading inside a list or call-out", "move it out")
        known = (self.language.questions_heading, self.language.errata_heading)
        if self.is_card and block.inline.text not in known:
            fix = f"a card has ## {known[0]} and ## {known[1]}"
            self._fault(block.inline.line, f"the heading {block.inline.text!r} in a card", fix)
        if block.inline.number is not None:
            self._fault(block.inline.line, "a heading is no statement", f"remove the ^{block.inline.number}")
        self.section = block.inline.text

    def _statement(
        self, inline: Inline, depth: int, marker: str, callout: Callout | None, *, table: bool = False
    ) -> None:
        if not inline.text:
            fix = "put the number at the end of its statement; below a table, leave a blank line before it"
            self._fault(inline.line, "a number without a statement", fix)
            return
        if self.is_card and self.section is None:
            fix = f"put it below ## {self.language.questions_heading} or ## {self.language.errata_heading}"
            self._fault(inline.line, "text before the first heading of a card", fix)
        self.inlines.append(inline)
        self.statements.append(
            Statement(
                n=inline.number,
                kind=self._kind(inline, depth, marker, callout, table=table),
                text=inline.text,
                markdown=inline.markdown,
                line=inline.line,
                depth=depth,
                marker=marker,
                edition=callout.argument if callout and callout.name == "NEWER" else None,
                section=self.section,
            )
        )

    def _kind(self, inline: Inline, depth: int, marker: str, callout: Callout | None, *, table: bool) -> StatementKind:
        if callout is not None:
            return StatementKind(callout.name.lower())
        if self.is_ruling or (self.is_card and self.section == self.language.questions_heading):
            return StatementKind.QUESTION if inline.all_bold and depth == 0 else StatementKind.ANSWER
        if self.is_card and self.section == self.language.errata_heading:
            return StatementKind.ERRATUM
        if table:
            return StatementKind.TABLE
        if depth == 0:
            return StatementKind.PARAGRAPH
        return StatementKind.STEP if marker.endswith(".") else StatementKind.ITEM

    def _last_line(self) -> int:
        return self.inlines[-1].line if self.inlines else 1

    def _fault(self, line: int, message: str, fix: str) -> None:
        self.problems.append(Problem(self.path, line, ProblemCode.BAD_STRUCTURE, message, fix))


def check_numbers(inlines: Sequence[Inline], front: FrontMatter, path: str) -> Iterator[Problem]:
    """Report numbers that are missing, doubled or retired."""
    seen: dict[int, int] = {}
    for inline in inlines:
        n = inline.number
        if n is None:
            yield Problem(
                path, inline.line, ProblemCode.NO_NUMBER, "a statement without a number", "run compendium fmt"
            )
            continue
        if n in seen:
            fix = (
                f"keep ^{n} where it was first (published links name it) and remove the other, then run compendium fmt"
            )
            yield Problem(path, inline.line, ProblemCode.DOUBLED_NUMBER, f"^{n} stands on line {seen[n]} too", fix)
        if n in front.retired:
            fix = f"a retired number never comes back: remove ^{n} and run compendium fmt"
            yield Problem(path, inline.line, ProblemCode.RETIRED_NUMBER, f"^{n} is retired", fix)
        seen.setdefault(n, inline.line)


def _reference(href: str, text: str, kind: str, inline: Inline | None, place: Place) -> Reference:
    target, fragment = resolve_href(href, place)
    return Reference(
        kind=kind,
        href=href,
        target=target,
        target_statement=fragment,
        text=text,
        statement=inline.number if inline and kind == MENTION else None,
        line=inline.line if inline else 1,
    )


def resolve_href(href: str, place: Place) -> tuple[str | None, int | None]:
    """Return the concept id and statement number a relative link names, within the game and language of its entry."""
    if _SCHEME.match(href):
        return None, None
    path, _, fragment = printable(unquote(href)).partition("#")
    statement = int(found.group(1)) if (found := _FRAGMENT.match(fragment)) else None
    if not path:
        return place.concept, statement
    resolved = posixpath.normpath(posixpath.join(posixpath.dirname(place.path), path))
    folder = f"{place.game}/{place.lang}/"
    if not resolved.startswith(folder) or not resolved.endswith(".md"):
        return None, statement
    return resolved[len(folder) : -len(".md")], statement
