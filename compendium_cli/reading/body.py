"""The Markdown body of an entry as a tree of blocks. The only door to markdown-it-py.

Only what every renderer of ours reads alike is a block of its own; anything else is kept as it stands and reported.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Protocol

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from compendium_cli.problems import Problem, ProblemCode
from compendium_cli.text import breaking_in, one_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from markdown_it.token import Token

CALLOUTS = ("EXAMPLE", "NOTE", "NEWER")

_NUMBER = re.compile(r"(?<!\S)\^(\d{1,6})$")
#: To Markdown they are one paragraph; joined, the first of them would lose its number.
RUN_TOGETHER = (ProblemCode.BAD_STRUCTURE, "two statements without a blank line between them")
_CALLOUT = re.compile(r"\[!([^\]\s]*)(?:[ \t]([^\]\n]*))?\][ \t]*(?:\n|$)")


@dataclass(frozen=True, slots=True)
class Link:
    """A link inside a paragraph."""

    href: str
    text: str


@dataclass(frozen=True, slots=True)
class Inline:
    """One paragraph's worth of text."""

    markdown: str
    """As written, on one line, without the statement number."""
    text: str
    """Without any markup."""
    number: int | None
    links: tuple[Link, ...]
    line: int
    all_bold: bool
    """Whether the whole paragraph is bold, as a question is."""
    lead: str
    """The bold words that open the paragraph, as the see-also label does; empty where there are none."""
    faults: tuple[tuple[ProblemCode, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading and its level."""

    level: int
    inline: Inline


@dataclass(frozen=True, slots=True)
class Table:
    """A pipe table; its number stands on a line of its own below it."""

    source: str
    inline: Inline


@dataclass(frozen=True, slots=True)
class ListBlock:
    """A list: every item is a sequence of blocks."""

    start: int | None
    """First number of an ordered list; ``None`` for bullets."""
    items: tuple[tuple[Block, ...], ...]


@dataclass(frozen=True, slots=True)
class Callout:
    """``> [!NAME argument]`` and what it holds."""

    name: str
    argument: str | None
    blocks: tuple[Block, ...]
    line: int


@dataclass(frozen=True, slots=True)
class Verbatim:
    """Source that the format has no place for, kept as it stands."""

    source: str
    line: int
    code: ProblemCode
    what: str


Block = Inline | Heading | Table | ListBlock | Callout | Verbatim


def parse_body(text: str, first_line: int = 1) -> tuple[Block, ...]:
    """Return the blocks of an entry's body. Any text has some: faults are found in the blocks."""
    tree = SyntaxTreeNode(_block_parser().parse(text))
    reader = _Reader(text.split("\n"), first_line)
    return tuple(reader.blocks(tree.children))


class Markup(Protocol):
    """Another markup that a statement can be written in."""

    def text(self, text: str) -> str:
        """Return plain text, with what has a meaning in the markup escaped."""
        ...

    def bold(self, inside: str) -> str:
        """Return strong text."""
        ...

    def italic(self, inside: str) -> str:
        """Return emphasised text."""
        ...

    def link(self, label: str, href: str) -> str:
        """Return a link."""
        ...


def render_inline(markdown: str, markup: Markup) -> str:
    """Return one paragraph of Markdown in another markup."""
    # Each open element collects its own parts; closing it hands them to the one around it.
    stack: list[tuple[Token | None, list[str]]] = [(None, [])]
    for token in _parser().parseInline(markdown)[0].children or []:
        if token.nesting > 0:
            stack.append((token, []))
        elif token.nesting < 0:
            opened, parts = stack.pop()
            inside = "".join(parts)
            if token.type == "link_close":
                inside = markup.link(inside, str(opened.attrGet("href") if opened else ""))
            else:
                inside = markup.bold(inside) if token.type == "strong_close" else markup.italic(inside)
            stack[-1][1].append(inside)
        else:
            stack[-1][1].append(markup.text(_text(token)))
    return "".join(stack[0][1])


def faults_of(blocks: Sequence[Block], path: str) -> Iterator[Problem]:
    """Report what the format has no place for."""
    for block in blocks:
        if isinstance(block, Verbatim):
            yield Problem(path, block.line, block.code, f"{block.what} in an entry", _FIX[block.code])
        elif isinstance(block, Inline):
            yield from _inline_faults(block, path)
        elif isinstance(block, (Heading, Table)):
            yield from _inline_faults(block.inline, path)
        elif isinstance(block, ListBlock):
            for item in block.items:
                yield from faults_of(item, path)
        else:
            yield from faults_of(block.blocks, path)


_FIX = {
    ProblemCode.RAW_HTML: "write it in Markdown, or escape the < with a backslash",
    ProblemCode.BAD_STRUCTURE: "use headings, paragraphs, lists, tables and call-outs only",
    ProblemCode.NOT_UTF8: "remove it",
}


def _inline_faults(inline: Inline, path: str) -> Iterator[Problem]:
    for code, what in inline.faults:
        yield Problem(path, inline.line, code, f"{what} in an entry", _FIX[code])


@lru_cache(maxsize=1)
def _block_parser() -> MarkdownIt:
    # What stands inside a paragraph is parsed later, without its number: parsing it here would double the work.
    return _new_parser().disable(["inline", "text_join"])


@lru_cache(maxsize=1)
def _parser() -> MarkdownIt:
    return _new_parser()


def _new_parser() -> MarkdownIt:
    # Link definitions and underlined headings would make a line vanish or change its meaning from afar.
    return MarkdownIt("commonmark").enable("table").disable(["reference", "lheading"])


@dataclass(slots=True)
class _Reader:
    lines: list[str]
    first_line: int

    def blocks(self, nodes: Sequence[SyntaxTreeNode]) -> list[Block]:
        found: list[Block] = []
        for node in nodes:
            block = self._block(node)
            if (
                isinstance(block, Inline)
                and block.number is not None
                and not block.markdown
                and found
                and isinstance(found[-1], Table)
                and found[-1].inline.number is None
            ):
                found[-1] = _numbered(found[-1], block.number)
            else:
                found.append(block)
        return found

    def _block(self, node: SyntaxTreeNode) -> Block:  # noqa: PLR0911 - one return per kind of block
        match node.type:
            case "heading":
                return Heading(int(node.tag[1]), self._inline(node.children[0].content, self._line(node)))
            case "paragraph":
                return self._inline(node.children[0].content, self._line(node))
            case "bullet_list":
                return ListBlock(None, tuple(tuple(self.blocks(item.children)) for item in node.children))
            case "ordered_list":
                start = int(node.attrs.get("start", 1))
                return ListBlock(start, tuple(tuple(self.blocks(item.children)) for item in node.children))
            case "blockquote":
                return self._callout(node)
            case "table":
                return self._table(node)
            case "html_block":
                return self._verbatim(node, ProblemCode.RAW_HTML, "HTML")
        what = {"fence": "a code block", "code_block": "an indented code block", "hr": "a rule"}.get(
            node.type, node.type
        )
        return self._verbatim(node, ProblemCode.BAD_STRUCTURE, what)

    def _callout(self, node: SyntaxTreeNode) -> Block:
        first = node.children[0] if node.children else None
        if first is None or first.type != "paragraph":
            return self._verbatim(
                node, ProblemCode.BAD_STRUCTURE, "a quotation without [!EXAMPLE], [!NOTE] or [!NEWER …]"
            )
        content = first.children[0].content
        head = _CALLOUT.match(content)
        if head is None or head.group(1) not in CALLOUTS:
            return self._verbatim(
                node, ProblemCode.BAD_STRUCTURE, "a quotation without [!EXAMPLE], [!NOTE] or [!NEWER …]"
            )
        blocks: list[Block] = []
        if rest := content[head.end() :]:
            blocks.append(self._inline(rest, self._line(first) + 1))
        blocks += self.blocks(node.children[1:])
        argument = (head.group(2) or "").strip(" \t") or None
        return Callout(head.group(1), argument, tuple(blocks), self._line(node))

    def _table(self, node: SyntaxTreeNode) -> Table:
        rows = [row for part in node.children for row in part.children]
        cells = [
            [self._inline(c.children[0].content if c.children else "", self._line(node)) for c in row.children]
            for row in rows
        ]
        flat = [cell for row in cells for cell in row]
        inline = Inline(
            markdown=self._source(node),
            text="; ".join(" | ".join(cell.text for cell in row) for row in cells),
            number=None,
            links=tuple(link for cell in flat for link in cell.links),
            line=self._line(node),
            all_bold=False,
            lead="",
            faults=tuple(fault for cell in flat for fault in cell.faults),
        )
        return Table(inline.markdown, inline)

    def _inline(self, content: str, line: int) -> Inline:
        markdown = " ".join(part.strip() for part in content.split("\n")).strip()
        number = None
        if (match := _NUMBER.search(markdown)) is not None and int(match.group(1)) > 0:
            number = int(match.group(1))
            markdown = markdown[: match.start()].rstrip()
        tokens = _parser().parseInline(markdown)[0].children or []
        faults = [fault for token in tokens if (fault := _INLINE_FAULTS.get(token.type))]
        if any(breaking_in(token.content) for token in tokens):
            faults.append((ProblemCode.NOT_UTF8, "a line end or a control character, written as an entity,"))
        if any(_NUMBER.search(part.rstrip()) for part in content.split("\n")[:-1]):
            faults.append(RUN_TOGETHER)
        if "\n" in content and re.search(r"(?:\\|  )\n", content):
            faults.append((ProblemCode.BAD_STRUCTURE, "a forced line break"))
        return Inline(
            markdown=markdown,
            text=_plain(tokens),
            number=number,
            links=tuple(_links(tokens)),
            line=line,
            all_bold=_all_bold(tokens),
            lead=_lead(tokens),
            faults=tuple(dict.fromkeys(faults)),
        )

    def _line(self, node: SyntaxTreeNode) -> int:
        return self.first_line + (node.map[0] if node.map else 0)

    def _source(self, node: SyntaxTreeNode) -> str:
        begin, end = node.map or (0, 0)
        return "\n".join(self.lines[begin:end]).strip("\n")

    def _verbatim(self, node: SyntaxTreeNode, code: ProblemCode, what: str) -> Verbatim:
        return Verbatim(self._source(node), self._line(node), code, what)


_INLINE_FAULTS = {
    "html_inline": (ProblemCode.RAW_HTML, "HTML"),
    "image": (ProblemCode.BAD_STRUCTURE, "an image"),
}


def _numbered(table: Table, number: int) -> Table:
    inline = table.inline
    return Table(
        table.source,
        Inline(
            inline.markdown, inline.text, number, inline.links, inline.line, inline.all_bold, inline.lead, inline.faults
        ),
    )


def _text(token: Token) -> str:
    # Markdown has entities for characters that no line of ours may hold: those are made visible, or spaces.
    return " " if token.type in ("softbreak", "hardbreak") else one_line(token.content)


def _plain(tokens: Sequence[Token]) -> str:
    return " ".join("".join(map(_text, tokens)).split())


def _links(tokens: Sequence[Token]) -> Iterator[Link]:
    href: str | None = None
    text: list[Token] = []
    for token in tokens:
        if token.type == "link_open":
            href, text = str(token.attrGet("href") or ""), []
        elif token.type == "link_close" and href is not None:
            yield Link(href, _plain(text))
            href = None
        elif href is not None:
            text.append(token)


def _strong_spans(tokens: Sequence[Token]) -> list[tuple[int, int]]:
    spans, opened = [], None
    for position, token in enumerate(tokens):
        if token.type == "strong_open" and token.level == 0:
            opened = position
        elif token.type == "strong_close" and token.level == 0 and opened is not None:
            spans.append((opened, position))
            opened = None
    return spans


def _said(tokens: Sequence[Token]) -> list[int]:
    """Positions of the tokens that are not mere white space."""
    return [position for position, token in enumerate(tokens) if token.type != "text" or token.content.strip()]


def _all_bold(tokens: Sequence[Token]) -> bool:
    spans, said = _strong_spans(tokens), _said(tokens)
    return len(spans) == 1 and bool(said) and spans[0] == (said[0], said[-1])


def _lead(tokens: Sequence[Token]) -> str:
    spans, said = _strong_spans(tokens), _said(tokens)
    if not spans or spans[0][0] != said[0]:
        return ""
    return _plain(tokens[spans[0][0] : spans[0][1] + 1])
