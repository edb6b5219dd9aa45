"""The statements of an entry as HTML: numbered, nested as they are written, safe whatever the text holds."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

from compendium_cli.context import read_with
from compendium_cli.languages import language
from compendium_cli.links import is_address
from compendium_cli.model import StatementKind
from compendium_cli.quotation_forms import HtmlWords, labelled
from compendium_cli.reading.body import render_inline
from compendium_cli.reading.entry import Place, resolve_href
from compendium_cli.site.addresses import entry_path, path_of, relative

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from compendium_cli.model import Entry, Statement

_CALLOUTS = (StatementKind.EXAMPLE, StatementKind.NOTE, StatementKind.NEWER)
_CELL_BORDER = re.compile(r"(?<!\\)\|")
_TABLE_RULE = re.compile(r"[\s|:]*-[\s|:-]*")
_SENTENCE_END = re.compile(r"(?<=[.!?…])[»\")]*\s")
_LONGEST_SENTENCE = 200


def statements_html(entry: Entry, shelf: Mapping[str, Entry]) -> str:
    """Return all statements of an entry, with headings, lists and call-outs around them."""
    writer = _Writer(entry, shelf)
    return "".join(writer.written(entry.statements))


def said_html(statement: Statement, entry: Entry, shelf: Mapping[str, Entry], page: str) -> str:
    """Return what a statement of an entry says, with its links, for some other page."""
    return _said(statement, _PageMarkup(entry, shelf, page))


def description_of(entry: Entry) -> str:
    """Return what an entry says in short: the sentence that it begins with, or the answer of a ruling."""
    answer = next((statement for statement in entry.statements if statement.kind is StatementKind.ANSWER), None)
    return _shortened(answer.text.strip()) if entry.is_ruling and answer else first_sentence(entry)


def first_sentence(entry: Entry) -> str:
    """Return the sentence that says what an entry is about, short enough for a preview."""
    text = entry.statements[0].text if entry.statements else ""
    return _shortened(_SENTENCE_END.split(text, maxsplit=1)[0].strip())


def _shortened(text: str) -> str:
    if len(text) <= _LONGEST_SENTENCE:
        return text
    return text[:_LONGEST_SENTENCE].rsplit(" ", 1)[0].rstrip(",;: ") + "…"


class _PageMarkup(HtmlWords):
    """Links lead to pages of the site or to web addresses; any other link is only its words."""

    def __init__(self, entry: Entry, shelf: Mapping[str, Entry], page: str | None = None) -> None:
        self.entry = entry
        self.shelf = shelf
        self.page = page or path_of(entry)
        self.place = Place(entry.game, entry.lang, entry.concept, entry.path)

    def link(self, label: str, href: str) -> str:
        target, statement = resolve_href(href, self.place)
        if target is not None and f"{self.entry.game}/{target}" in self.shelf:
            path = entry_path(self.entry.lang, self.entry.game, target, statement)
            return f'<a class="cp-link" href="{html.escape(relative(self.page, path))}">{label}</a>'
        if is_address(href):
            return f'<a href="{html.escape(href)}" rel="noopener nofollow">{label}</a>'
        return label


class _Writer:
    def __init__(self, entry: Entry, shelf: Mapping[str, Entry]) -> None:
        self.entry = entry
        self.markup = _PageMarkup(entry, shelf)
        self.labels = language(entry.lang).labels

    def written(self, statements: Sequence[Statement]) -> Iterator[str]:
        lists: list[str] = []
        section: str | None = None
        around: tuple[StatementKind, str | None] | None = None
        for statement in statements:
            callout = (statement.kind, statement.edition) if statement.kind in _CALLOUTS else None
            if statement.section != section or callout != around:
                yield from _closed(lists, 0)
            if around is not None and callout != around:
                yield "</div>"
            if statement.section != section:
                section = statement.section
                yield f"<h2>{html.escape(section or '')}</h2>"
            if callout is not None and callout != around:
                yield self._callout(statement)
            around = callout
            yield from self._placed(statement, lists)
        yield from _closed(lists, 0)
        if around is not None:
            yield "</div>"

    def _placed(self, statement: Statement, lists: list[str]) -> Iterator[str]:
        """Yield a statement inside the lists that it belongs to, opening and closing what is needed."""
        tag = "ol" if statement.marker.endswith(".") else "ul"
        yield from _closed(lists, statement.depth)
        if statement.marker:
            if len(lists) == statement.depth and lists[-1] != tag:
                yield from _closed(lists, statement.depth - 1)
            if len(lists) == statement.depth:
                yield "</li>"
            while len(lists) < statement.depth:
                lists.append(tag)
                yield f"<{tag}>"
                if len(lists) < statement.depth:
                    yield "<li>"
            yield f'<li value="{int(statement.marker[:-1])}">' if tag == "ol" else "<li>"
        yield self._statement(statement)

    def _statement(self, statement: Statement) -> str:
        kind = html.escape(str(statement.kind))
        text = _said(statement, self.markup)
        before = " ".join(filter(None, (statement.bullet, labelled(statement, self.entry.lang))))
        marked = f' data-marker="{html.escape(before)}"' if before else ""
        around = [str(other.n) for other in read_with(self.entry, [statement])]
        marked += f' data-with="{" ".join(around)}"' if len(around) > 1 else ""
        if statement.n is None:
            return f'<div class="cp-statement cp-{kind}"{marked}><div class="cp-text">{text}</div></div>'
        n = statement.n
        return (
            f'<div class="cp-statement cp-{kind}" id="{n}" data-n="{n}"{marked}>'
            f'<a class="cp-number" href="#{n}">{n}</a><div class="cp-text">{text}</div>'
            f'<button class="cp-copy" type="button" data-n="{n}"></button></div>'
        )

    def _callout(self, statement: Statement) -> str:
        label = self.labels.callout(statement.kind, statement.edition)
        return (
            f'<div class="cp-callout cp-callout-{statement.kind}" role="note">'
            f'<p class="cp-callout-name">{html.escape(label)}</p>'
        )


def _said(statement: Statement, markup: _PageMarkup) -> str:
    if statement.kind is StatementKind.TABLE:
        return _table(statement.markdown, markup)
    return render_inline(statement.markdown, markup)


def _closed(lists: list[str], depth: int) -> Iterator[str]:
    while len(lists) > depth:
        yield f"</li></{lists.pop()}>"


def _table(source: str, markup: _PageMarkup) -> str:
    """Return a pipe table; its first row is the head."""
    rows = [line.strip().strip("|") for line in source.split("\n") if line.strip()]
    cells = [_CELL_BORDER.split(row) for row in rows if not _TABLE_RULE.fullmatch(row)]
    written = []
    for number, row in enumerate(cells):
        tag = "td" if number else "th"
        inside = "".join(f"<{tag}>{render_inline(cell.strip(), markup)}</{tag}>" for cell in row)
        written.append(f"<tr>{inside}</tr>")
    return f'<div class="cp-table"><table class="cp-grid">{"".join(written)}</table></div>'
