"""Quotations ready to paste: text, edition, link, in the markup of the place they go to."""

from __future__ import annotations

import html
import re
import string
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING

from compendium_cli.errors import UsageError
from compendium_cli.languages import language
from compendium_cli.links import entry_url, is_address, safe_address
from compendium_cli.model import StatementKind
from compendium_cli.reading.body import Markup, render_inline
from compendium_cli.reading.entry import Place, resolve_href
from compendium_cli.text import one_line

if TYPE_CHECKING:
    from collections.abc import Callable

    from compendium_cli.model import Entry, Statement


@dataclass(frozen=True, slots=True)
class Quotation:
    """A statement, or a whole entry, with what a citation needs."""

    entry: Entry
    statements: tuple[Statement, ...]
    url: str
    base: str
    source: str
    """Where it comes from, as a reader should see it: the game, and the edition with document, version, id."""
    grounds: tuple[Quotation, ...] = ()
    """What proves a ruling: one statement each."""
    notices: tuple[str, ...] = ()
    """What a reader has to know of a ruling that is not simply in force."""

    def texts(self, markup: Markup) -> list[str]:
        """Return the statements in a markup, each with its bullet or step number, and what kind of call-out it is."""
        texts = []
        for statement in self.statements:
            before = [statement.bullet, labelled(statement, self.entry.lang)]
            said = [*map(markup.text, filter(None, before)), render_inline(statement.markdown, markup)]
            texts.append(" ".join(said).strip())
        return [*texts, *map(markup.text, self.notices)]

    def url_of(self, href: str) -> str:
        """Return the address that a link of the entry leads to."""
        place = Place(self.entry.game, self.entry.lang, self.entry.concept, self.entry.path)
        target, statement = resolve_href(href, place)
        if target is None:
            return href if is_address(href) else self.url
        return entry_url(self.base, self.entry.lang, self.entry.game, target, statement)


def labelled(statement: Statement, lang: str) -> str:
    """Return what has to stand before a statement that is no rule of its edition: an example, a newer rule, an erratum.

    Quoted alone, an erratum has no heading above it that says what it is.
    """
    is_erratum = statement.kind is StatementKind.ERRATUM
    label = statement.section if is_erratum else language(lang).labels.callout(statement.kind, statement.edition)
    return f"{label}:" if label else ""


#: Parts words where a markup would read more into them than the text says, and nobody sees it.
_UNSEEN = "\u200b"
# What stands for markup of ours until a line is put together. No text holds these: ``one_line`` makes controls visible.
_BOLD, _BOLD_END, _ITALIC, _ITALIC_END, _LINK, _LINK_END, _ADDRESS_END = "\x01\x02\x03\x04\x05\x06\x07"
_EMPHASIS = frozenset((_BOLD, _BOLD_END, _ITALIC, _ITALIC_END))
_LINKS = frozenset((_LINK, _LINK_END))
#: The beginning of what Markdown reads as one character.
_ENTITY = re.compile(r"&(?=#?\w+;)", re.ASCII)


class _Plain:
    """Words alone. ``text`` is given what somebody wrote, ``line`` all of a line, which it makes ready to paste."""

    def __init__(self, quote: Quotation) -> None:
        self.quote = quote

    def text(self, text: str) -> str:
        return one_line(text)

    def bold(self, inside: str) -> str:
        return inside

    def italic(self, inside: str) -> str:
        return inside

    def link(self, label: str, href: str) -> str:
        return self.link_to(label, self.quote.url_of(href))

    def link_to(self, label: str, address: str) -> str:
        del address
        return label

    def line(self, written: str) -> str:
        return written.strip()

    def ground(self) -> str:
        """Return what proves a ruling: title, number, words, and the address where the title can't be a link."""
        quote = self.quote
        said = quote.statements[0]
        label = self.text(f"{quote.entry.title} #{said.n}")
        # Links in every other word would hide the rule: one leads to it.
        words = self.text(f"{labelled(said, quote.entry.lang)} {said.text}".strip())
        return self.line(f"• {self.bold(self.link_to(label, quote.url))}: {words}") + self.address()

    def address(self) -> str:
        """Return the address behind a ground."""
        return f" ({safe_address(self.quote.url)})"


class _Discord(_Plain):
    """Links in every other word hide the rule in a chat: only the words stay.

    What a character means depends on its neighbours, which may be markup, and on where the line begins. So nothing is
    escaped before the line is complete.
    """

    # Backslashes keep words from being mentions for the eye only: Discord calls people by what it finds in the source.
    _meaning = re.compile(
        r"(?P<escaped>[\\`*_\[\]<>|~])"
        r"|(?P<parted>@(?=\S)|(?<=<)[#:/](?=\S)|(?<=<)(?:a|t|id|sound)(?=:)|/(?=/)|www(?=\.)|:(?=[a-z0-9_+-]+:))",
        re.IGNORECASE,
    )
    _opening = re.compile(r"(?:#{1,6}|-#|[-+]|[0-9]+[.)])(?=\s|$)|-(?=[-\s]+$)")

    def bold(self, inside: str) -> str:
        return _emphasised(inside, _BOLD, _BOLD_END)

    def italic(self, inside: str) -> str:
        return _emphasised(inside, _ITALIC, _ITALIC_END)

    def line(self, written: str) -> str:
        stripped = written.strip()
        begun = self._opening.match(stripped)
        # The last character of what would open a block is punctuation: "\\#", "\\-", "1\\.".
        opening = stripped[: begun.end()] if begun else ""
        escaped = self._meaning.sub(self._escaped, stripped[len(opening) :])
        opening = f"{opening[:-1]}\\{opening[-1]}" if opening else ""
        return _with_emphasis(opening + escaped)

    def address(self) -> str:
        return f" <{safe_address(self.quote.url)}>"

    @staticmethod
    def _escaped(found: re.Match[str]) -> str:
        return f"\\{found.group()}" if found["escaped"] else found.group() + _UNSEEN


class _Markdown(_Discord):
    """Markdown as CommonMark has it and GitHub extends it."""

    def link_to(self, label: str, address: str) -> str:
        return f"{_LINK}{label}{_LINK_END}{safe_address(address)}{_ADDRESS_END}" if label else ""

    def address(self) -> str:
        return ""

    def line(self, written: str) -> str:
        # Addresses have escapes of their own: they stand aside while the words are escaped.
        words, *rest = re.split(f"{_LINK_END}([^{_ADDRESS_END}]*){_ADDRESS_END}", written)
        addresses, more = iter(rest[::2]), rest[1::2]
        escaped = _ENTITY.sub("&amp;", super().line(_LINK_END.join([words, *more])))
        # An exclamation mark before a link would make a picture of it.
        opened = escaped.replace(f"!{_LINK}", f"\\!{_LINK}").replace(_LINK, "[")
        return re.sub(_LINK_END, lambda _: f"]({_ENTITY.sub('&amp;', next(addresses))})", opened)


def _emphasised(inside: str, begin: str, end: str) -> str:
    """Return what is emphasised, once: no markup has bold in bold, and none that is empty or begins with a space."""
    once = inside.replace(begin, "").replace(end, "")
    words = once.strip()
    return once.replace(words, f"{begin}{words}{end}", 1) if words else once


def _with_emphasis(line: str) -> str:
    """Return a line with asterisks for emphasis, apart from what would keep them from beginning or ending it.

    Where asterisks stand between a letter and punctuation, Markdown asks on which side the letter is; a character that
    is neither, and that nobody sees, answers it.
    """
    asterisks = {_BOLD: "**", _BOLD_END: "**", _ITALIC: "*", _ITALIC_END: "*"}
    written = []
    for place, char in enumerate(line):
        if char not in _EMPHASIS:
            written.append(char)
            continue
        begins = char in {_BOLD, _ITALIC}
        before, after = line[place - 1 : place] or " ", line[place + 1 : place + 2] or " "
        inner, outer = (after, before) if begins else (before, after)
        unseen = "" if _is_letter(inner) or _parts_words(outer) else _UNSEEN
        written += (asterisks[char], unseen) if begins else (unseen, asterisks[char])
        # Asterisks that touch would be read as one run.
        if after in _EMPHASIS and written[-1] != _UNSEEN:
            written.append(_UNSEEN)
    return "".join(written)


def _is_letter(char: str) -> bool:
    """Tell whether a character is neither white space nor punctuation, whichever symbols a reader counts as that."""
    return char in _EMPHASIS or (char not in _LINKS and unicodedata.category(char)[0] not in "ZPSC")


def _parts_words(char: str) -> bool:
    """Tell whether every reader takes a character for white space or punctuation."""
    return char in _LINKS or char.isspace() or char in string.punctuation or unicodedata.category(char)[0] == "P"


class _BBCode(_Plain):
    def text(self, text: str) -> str:
        # No BBCode dialect has an escape; what nobody sees keeps a bracket from opening a tag.
        return one_line(text).replace("[", f"[{_UNSEEN}")

    def bold(self, inside: str) -> str:
        return f"[b]{inside}[/b]"

    def italic(self, inside: str) -> str:
        return f"[i]{inside}[/i]"

    def link_to(self, label: str, address: str) -> str:
        return f"[url={safe_address(address)}]{label}[/url]"

    def address(self) -> str:
        return ""


# A bracket of the text, and all before the next one.
_BRACKETED = re.compile(rf"\[{_UNSEEN}[^\[\]]*")


def _closed(bbcode: str) -> str:
    """Return BBCode in which no tag of ours stands between quotation marks.

    Some readers take a quotation mark after a bracket and an equals sign for that of an option, which goes on until
    the next one, over all tags between them. There the typographic marks stand, which are none.
    """

    def replaced(found: re.Match[str]) -> str:
        name, sign, options = found.group().partition("=")
        return name + sign + options.replace("'", "’").replace('"', "”")

    return _BRACKETED.sub(replaced, bbcode)


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
    def text(self, text: str) -> str:
        return html.escape(one_line(text))

    def link_to(self, label: str, address: str) -> str:
        return f'<a href="{html.escape(safe_address(address))}">{label}</a>'

    def address(self) -> str:
        return ""


def as_plain(quote: Quotation) -> str:
    """Return the quotation as plain text."""
    markup = _Plain(quote)
    return "\n".join([*_lines(quote, markup), markup.line(f"— {markup.text(quote.source)}"), safe_address(quote.url)])


def as_markdown(quote: Quotation) -> str:
    """Return the quotation as Markdown, for forums and code hosts."""
    markup = _Markdown(quote)
    paragraphs = [*_lines(quote, markup), markup.line(f"— {markup.text(quote.source)}")]
    return "\n>\n".join(f"> {paragraph}" for paragraph in paragraphs)


def as_discord(quote: Quotation) -> str:
    """Return the quotation for Discord; angle brackets keep the link from unfolding into a preview."""
    markup = _Discord(quote)
    lines = [*_lines(quote, markup), markup.line(markup.italic(markup.text(quote.source)))]
    return "\n".join([*(f"> {line}" for line in lines), f"<{safe_address(quote.url)}>"])


def as_bbcode(quote: Quotation) -> str:
    """Return the quotation as BBCode, for forums."""
    markup = _BBCode(quote)
    lines = [*_lines(quote, markup), markup.line(markup.italic(markup.text(quote.source)))]
    return _closed("[quote]" + "\n".join(lines) + "[/quote]")


def as_html(quote: Quotation) -> str:
    """Return the quotation as HTML."""
    markup = _Html(quote)
    body = "".join(f"<p>{line}</p>" for line in _lines(quote, markup))
    attributes = f'lang="{markup.text(quote.entry.lang)}" cite="{html.escape(safe_address(quote.url))}"'
    return f"<blockquote {attributes}>{body}<footer>— {markup.text(quote.source)}</footer></blockquote>"


def inline_plain(quote: Quotation) -> str:
    """Return the quotation for the middle of a sentence."""
    markup = _Plain(quote)
    title = markup.text(quote.entry.title)
    return markup.line(f"{title} («{_said(quote, markup)}», {markup.text(quote.source)}, {safe_address(quote.url)})")


def inline_markdown(quote: Quotation) -> str:
    """Return the quotation for the middle of a sentence, in Markdown."""
    markup = _Markdown(quote)
    # Links in every other word would hide the sentence around them.
    return markup.line(f"{_title(quote, markup)} («{_said(quote, _Discord(quote))}», {markup.text(quote.source)})")


def inline_discord(quote: Quotation) -> str:
    """Return the quotation for the middle of a sentence, for Discord."""
    markup = _Discord(quote)
    said = markup.line(f"{_title(quote, markup)} («{_said(quote, markup)}», {markup.text(quote.source)},")
    return f"{said} <{safe_address(quote.url)}>)"


def inline_bbcode(quote: Quotation) -> str:
    """Return the quotation for the middle of a sentence, in BBCode."""
    markup = _BBCode(quote)
    said = markup.text(_said(quote, _Plain(quote)))
    return _closed(markup.line(f"{_title(quote, markup)} («{said}», {markup.text(quote.source)})"))


def inline_html(quote: Quotation) -> str:
    """Return the quotation for the middle of a sentence, in HTML."""
    markup = _Html(quote)
    said = markup.text(_said(quote, _Plain(quote)))
    lang = markup.text(quote.entry.lang)
    return markup.line(f'{_title(quote, markup)} (<q lang="{lang}">{said}</q>, {markup.text(quote.source)})')


def _title(quote: Quotation, markup: _Plain) -> str:
    return markup.bold(markup.link_to(markup.text(quote.entry.title), quote.url))


def _lines(quote: Quotation, markup: _Plain) -> list[str]:
    """Return the title, the statements and what proves a ruling, each as the line that is pasted."""
    lines = [markup.line(text) for text in (_title(quote, markup), *quote.texts(markup))]
    return [*lines, *(type(markup)(ground).ground() for ground in quote.grounds)]


def _said(quote: Quotation, markup: Markup) -> str:
    return " ".join(quote.texts(markup))


FORMATS: dict[str, Callable[[Quotation], str]] = {
    "markdown": as_markdown,
    "bbcode": as_bbcode,
    "html": as_html,
    "discord": as_discord,
    "plain": as_plain,
}

#: The same formats, for a quotation inside a sentence.
INLINE_FORMATS: dict[str, Callable[[Quotation], str]] = {
    "markdown": inline_markdown,
    "bbcode": inline_bbcode,
    "html": inline_html,
    "discord": inline_discord,
    "plain": inline_plain,
}


def quoted(quote: Quotation, form: str, *, inline: bool = False) -> str:
    """Return a quotation in one of the formats."""
    formats = INLINE_FORMATS if inline else FORMATS
    if form not in formats:
        raise UsageError(f"unknown format {form!r}: choose one of {', '.join(formats)}", formats)
    return formats[form](quote)
