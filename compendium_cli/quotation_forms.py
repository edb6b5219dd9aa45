"""Quotations ready to paste: text, edition, link, in the markup of the place they go to."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from compendium_cli.errors import UsageError
from compendium_cli.links import entry_url, is_address
from compendium_cli.reading.body import Markup, render_inline
from compendium_cli.reading.entry import Place, resolve_href

if TYPE_CHECKING:
    from collections.abc import Callable

    from compendium_cli.languages import Language
    from compendium_cli.model import Entry, Statement


@dataclass(frozen=True, slots=True)
class Quotation:
    """A statement, or a whole entry, with what a citation needs."""

    entry: Entry
    statements: tuple[Statement, ...]
    url: str
    base: str
    edition: str
    """The edition as a reader should see it: document, version, id."""

    def texts(self, markup: Markup) -> list[str]:
        """Return the statements in a markup, each with its bullet or step number."""
        texts = []
        for statement in self.statements:
            marker = "•" if statement.marker == "-" else statement.marker
            texts.append(f"{marker} {render_inline(statement.markdown, markup)}".lstrip())
        return texts

    def url_of(self, href: str) -> str:
        """Return the address that a link of the entry leads to."""
        place = Place(self.entry.game, self.entry.lang, self.entry.concept, self.entry.path)
        target, statement = resolve_href(href, place)
        if target is None:
            return href if is_address(href) else self.url
        return entry_url(self.base, self.entry.lang, self.entry.game, target, statement)


class _Plain:
    def __init__(self, quote: Quotation) -> None:
        self.quote = quote

    def text(self, text: str) -> str:
        return text

    def bold(self, inside: str) -> str:
        return inside

    def italic(self, inside: str) -> str:
        return inside

    def link(self, label: str, href: str) -> str:
        del href
        return label


class _Discord(_Plain):
    """Links in every other word hide the rule in a chat: only the words stay."""

    def text(self, text: str) -> str:
        return re.sub(r"([\\`*_\[\]<>|~])", r"\\\1", text)

    def bold(self, inside: str) -> str:
        return f"**{inside}**"

    def italic(self, inside: str) -> str:
        return f"*{inside}*"


class _Markdown(_Discord):
    def link(self, label: str, href: str) -> str:
        address = self.quote.url_of(href).replace("(", "%28").replace(")", "%29")
        return f"[{label}]({address})"


class _BBCodeWords(_Plain):
    """Text that opens no tag, without any markup of its own."""

    def text(self, text: str) -> str:
        # No BBCode dialect has an escape; a zero-width space keeps a bracket from opening a tag.
        return text.replace("[", "[\u200b")


class _BBCode(_BBCodeWords):
    def bold(self, inside: str) -> str:
        return f"[b]{inside}[/b]"

    def italic(self, inside: str) -> str:
        return f"[i]{inside}[/i]"

    def link(self, label: str, href: str) -> str:
        return f"[url={self.quote.url_of(href)}]{label}[/url]"


class HtmlWords:
    """Text and emphasis in HTML; links are made by those who know where they lead."""

    def text(self, text: str) -> str:
        """Return text that opens no tag."""
        return html.escape(text)

    def bold(self, inside: str) -> str:
        """Return what is bold."""
        return f"<strong>{inside}</strong>"

    def italic(self, inside: str) -> str:
        """Return what is in italics."""
        return f"<em>{inside}</em>"


class _Html(HtmlWords, _Plain):
    def link(self, label: str, href: str) -> str:
        return f'<a href="{html.escape(self.quote.url_of(href))}">{label}</a>'


def as_plain(quote: Quotation, edition: str) -> str:
    """Return the quotation as plain text."""
    return "\n".join([quote.entry.title, *quote.texts(_Plain(quote)), f"— {edition}", quote.url])


def as_markdown(quote: Quotation, edition: str) -> str:
    """Return the quotation as Markdown, for forums and code hosts."""
    markup = _Markdown(quote)
    paragraphs = [
        f"**[{markup.text(quote.entry.title)}]({quote.url})**",
        *quote.texts(markup),
        f"— {markup.text(edition)}",
    ]
    return "\n>\n".join(f"> {paragraph}" for paragraph in paragraphs)


def as_discord(quote: Quotation, edition: str) -> str:
    """Return the quotation for Discord; angle brackets keep the link from unfolding into a preview."""
    markup = _Discord(quote)
    lines = [f"**{markup.text(quote.entry.title)}**", *quote.texts(markup), f"*{markup.text(edition)}*"]
    return "\n".join([*(f"> {line}" for line in lines), f"<{quote.url}>"])


def as_bbcode(quote: Quotation, edition: str) -> str:
    """Return the quotation as BBCode, for forums."""
    markup = _BBCode(quote)
    lines = [f"[b][url={quote.url}]{markup.text(quote.entry.title)}[/url][/b]", *quote.texts(markup)]
    return "\n".join(["[quote]" + lines[0], *lines[1:], f"[i]{markup.text(edition)}[/i][/quote]"])


def as_html(quote: Quotation, edition: str) -> str:
    """Return the quotation as HTML."""
    url, title = html.escape(quote.url), html.escape(quote.entry.title)
    body = "".join(f"<p>{text}</p>" for text in quote.texts(_Html(quote)))
    return (
        f'<blockquote lang="{quote.entry.lang}" cite="{url}"><p><strong><a href="{url}">{title}</a></strong></p>'
        f"{body}<footer>— {html.escape(edition)}</footer></blockquote>"
    )


def inline_plain(quote: Quotation, edition: str) -> str:
    """Return the quotation for the middle of a sentence."""
    return f"{quote.entry.title} («{_joined(quote, _Plain(quote))}», {edition}, {quote.url})"


def inline_markdown(quote: Quotation, edition: str) -> str:
    """Return the quotation for the middle of a sentence, in Markdown."""
    markup = _Discord(quote)
    return f"**[{markup.text(quote.entry.title)}]({quote.url})** («{_joined(quote, markup)}», {markup.text(edition)})"


def inline_discord(quote: Quotation, edition: str) -> str:
    """Return the quotation for the middle of a sentence, for Discord."""
    markup = _Discord(quote)
    return f"**{markup.text(quote.entry.title)}** («{_joined(quote, markup)}», {markup.text(edition)}, <{quote.url}>)"


def inline_bbcode(quote: Quotation, edition: str) -> str:
    """Return the quotation for the middle of a sentence, in BBCode."""
    markup = _BBCodeWords(quote)
    title = f"[b][url={quote.url}]{markup.text(quote.entry.title)}[/url][/b]"
    return f"{title} («{_joined(quote, markup)}», {markup.text(edition)})"


def inline_html(quote: Quotation, edition: str) -> str:
    """Return the quotation for the middle of a sentence, in HTML."""
    url, title = html.escape(quote.url), html.escape(quote.entry.title)
    said = f'<q lang="{quote.entry.lang}">{html.escape(_joined(quote, _Plain(quote)))}</q>'
    return f'<strong><a href="{url}">{title}</a></strong> ({said}, {html.escape(edition)})'


def _joined(quote: Quotation, markup: Markup) -> str:
    return " ".join(quote.texts(markup))


FORMATS: dict[str, Callable[[Quotation, str], str]] = {
    "markdown": as_markdown,
    "bbcode": as_bbcode,
    "html": as_html,
    "discord": as_discord,
    "plain": as_plain,
}

#: The same formats, for a quotation inside a sentence.
INLINE_FORMATS: dict[str, Callable[[Quotation, str], str]] = {
    "markdown": inline_markdown,
    "bbcode": inline_bbcode,
    "html": inline_html,
    "discord": inline_discord,
    "plain": inline_plain,
}


def quoted(quote: Quotation, language: Language, form: str, *, inline: bool = False) -> str:
    """Return a quotation in one of the formats."""
    formats = INLINE_FORMATS if inline else FORMATS
    if form not in formats:
        raise UsageError(f"unknown format {form!r}: choose one of {', '.join(formats)}", formats)
    return formats[form](quote, f"{language.labels.edition} {quote.edition}")
