"""Readers of the markups that quotations are written in: what a forum, a chat or a page makes of a text.

Each gives the lines that a reader sees and the links; it fails where there is anything but one quotation of
paragraphs, emphasis and links. Zero-width spaces are not seen, so they are not told.
"""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import unquote

import bbcode
import cmarkgfm
import lxml.html
from markdown_it import MarkdownIt

_WORDS = {"strong", "em", "a"}


class Read(NamedTuple):
    """What a reader sees."""

    lines: list[str]
    links: list[str]
    """The addresses that a click leads to."""


def seen(text: str) -> str:
    """Return a text as the eye has it: without what has no width, and one space between words."""
    return " ".join(text.replace("\u200b", "").split())


def read(form: str, text: str, *, block: bool = True) -> Read:
    """Read a text in one of the markups: a block quotation, or a line with one inside."""
    return _READERS[form](text, block=block)


def _read_plain(text: str, *, block: bool) -> Read:
    lines = [seen(line) for line in text.split("\n")]
    assert block or len(lines) == 1
    return Read(lines, [])


# -- Markdown and HTML -----------------------------------------------------------------------------------------------


def _read_markdown(text: str, *, block: bool) -> Read:
    """Read Markdown as GitHub does, with its own library, and as another reader of CommonMark does."""
    github = cmarkgfm.markdown_to_html_with_extensions(
        text, extensions=["table", "strikethrough", "autolink", "tasklist", "tagfilter"]
    )
    other = MarkdownIt("commonmark").enable(["table", "strikethrough"]).render(text)
    one, two = (_read_tree(made, block=block, attributes={"a": {"href"}}) for made in (github, other))
    assert one == two, (text, one, two)
    return one


def _read_html(text: str, *, block: bool) -> Read:
    made = text if block else f"<p>{text}</p>"
    return _read_tree(made, block=block, attributes={"a": {"href"}, "blockquote": {"lang", "cite"}, "q": {"lang"}})


def _read_tree(made: str, *, block: bool, attributes: dict[str, set[str]]) -> Read:
    root = lxml.html.fragment_fromstring(made, create_parent="div")
    assert not seen(root.text or ""), made
    within = root
    if block:
        (within,) = root
        assert within.tag == "blockquote", made
        assert not seen(within.tail or ""), made
        assert not seen(within.text or ""), made
    lines, links = [], []
    for paragraph in within:
        assert paragraph.tag in {"p", "footer"}, made
        assert not seen(paragraph.tail or ""), made
        for inside in paragraph.iterdescendants():
            assert inside.tag in _WORDS | set(attributes), made
        lines.append(seen(paragraph.text_content()))
    for element in within.iter():
        assert set(element.attrib) <= attributes.get(element.tag, set()), made
        if element.tag == "a":
            links.append(unquote(element.get("href")))
    assert block or len(lines) == 1, made
    return Read(lines, links)


# -- BBCode ----------------------------------------------------------------------------------------------------------


def _read_bbcode(text: str, *, block: bool) -> Read:
    lines, links, opened = [""], [], []
    tokens = bbcode.Parser(replace_links=False, replace_cosmetic=False).tokenize(text)
    if block:
        assert [(kind, tag) for kind, tag, *_ in (tokens[0], tokens[-1])] == [
            (bbcode.Parser.TOKEN_TAG_START, "quote"),
            (bbcode.Parser.TOKEN_TAG_END, "quote"),
        ], text
        assert not tokens[0][2], text
        tokens = tokens[1:-1]
    for kind, tag, options, written in tokens:
        if kind == bbcode.Parser.TOKEN_TAG_START:
            assert tag in {"b", "i", "url"}, text
            opened.append(tag)
            if tag == "url":
                links.append(unquote(options["url"]))
            assert set(options or ()) <= {"url"}, text
        elif kind == bbcode.Parser.TOKEN_TAG_END:
            assert opened.pop() == tag, text
        elif kind == bbcode.Parser.TOKEN_NEWLINE:
            lines.append("")
        else:
            lines[-1] += written
    assert not opened, text
    assert block or len(lines) == 1
    return Read([seen(line) for line in lines], links)


# -- Discord ---------------------------------------------------------------------------------------------------------

# Who is called is decided by the text as it was sent, whatever is escaped in it.
_DISCORD_CALLS = re.compile(r"@everyone|@here|<@[!&]?\d+>", re.IGNORECASE)
# What the beginning of a line can be, in a quotation as anywhere else: Markdown Text 101 and its later additions.
_DISCORD_BLOCKS = re.compile(r"\s*(?:#{1,3}\s|-#\s|[-*+]\s|[0-9]+\.\s|>\s|>>>|```)")
# What is found inside a line, by what it is; tried in this order wherever something can begin.
_DISCORD_INLINE = [
    ("text", re.compile(r"\\([^0-9A-Za-z\s])")),
    ("mention", re.compile(r"<(?:@[!&]?|#)\d+>|@everyone|@here|</[^>:]+:\d+>|<id:\w+>")),
    ("emoji", re.compile(r"<a?:\w+:\d+>|:[A-Za-z0-9_+-]+:")),
    ("time", re.compile(r"<t:-?\d+(?::\w)?>")),
    ("link", re.compile(r"<([^: >]+:/[^ >]+)>")),
    ("preview", re.compile(r"https?://[^\s<]+[^<.,:;\"')\]\s]", re.IGNORECASE)),
    ("masked link", re.compile(r"\[(?:\\.|[^\]\\])*\]\(\s*<?[^\s)]+>?[^)]*\)")),
    ("strong", re.compile(r"\*\*((?:\\.|[^\\])+?)\*\*(?!\*)", re.DOTALL)),
    ("underline", re.compile(r"__((?:\\.|[^\\])+?)__(?!_)", re.DOTALL)),
    (
        "em",
        re.compile(r"\*(?=\S)((?:\*\*|\\.|\s+(?:\\.|[^\s*\\]|\*\*)|[^\s*\\])+?)\*(?!\*)", re.DOTALL),
    ),
    ("em", re.compile(r"\b_((?:__|\\.|[^\\_])+?)_\b", re.DOTALL)),
    ("strike", re.compile(r"~~(?=\S)(.*?\S)~~", re.DOTALL)),
    ("spoiler", re.compile(r"\|\|(.+?)\|\|", re.DOTALL)),
    ("code", re.compile(r"(`+)(.*?[^`])\1(?!`)", re.DOTALL)),
]


def _read_discord(text: str, *, block: bool) -> Read:
    """Read a message as Discord's documentation says that it is read."""
    assert not _DISCORD_CALLS.search(text), text
    lines, links = [], []
    written = text.split("\n")
    for number, line in enumerate(written):
        is_quoted = line.startswith("> ")
        assert is_quoted == (block and number < len(written) - 1), text
        shown = line[2:] if is_quoted else line
        assert not _DISCORD_BLOCKS.match(shown), text
        lines.append(seen(_discord_words(shown, links)))
    assert block or len(lines) == 1
    return Read(lines, links)


def _discord_words(text: str, links: list[str], *, within: frozenset[str] = frozenset()) -> str:
    shown, place = "", 0
    while place < len(text):
        begun = ((kind, pattern.match(text, place)) for kind, pattern in _DISCORD_INLINE)
        kind, found = next(((kind, found) for kind, found in begun if found), ("", None))
        if found is None:
            shown += text[place]
            place += 1
            continue
        assert kind in {"text", "strong", "em", "link"}, (kind, text)
        assert kind not in within, (kind, text)
        inside = found.group(1)
        if kind == "link":
            links.append(unquote(inside))
        elif kind != "text":
            inside = _discord_words(inside, links, within=within | {kind})
        shown += inside
        place = found.end()
    return shown


_READERS = {
    "plain": _read_plain,
    "markdown": _read_markdown,
    "html": _read_html,
    "bbcode": _read_bbcode,
    "discord": _read_discord,
}


# -- a quotation in all of them --------------------------------------------------------------------------------------


def check_quotation(quotation) -> None:
    """A quotation in every markup is one quotation, says what it says as plain text, and leads where it should."""
    from compendium_cli.quotation_forms import FORMATS, INLINE_FORMATS

    *said, source, url = read("plain", FORMATS["plain"](quotation)).lines
    addresses = {unquote(url)}
    for statement in quotation.statements:
        addresses |= {unquote(quotation.url_of(href)) for href in _hrefs(statement.markdown)}
    endings = {
        "plain": [source, url],
        "markdown": [source],
        "html": [source],
        "bbcode": [source.removeprefix("—").strip()],
        "discord": [source.removeprefix("—").strip(), url],
    }
    for form, ending in endings.items():
        found = read(form, FORMATS[form](quotation))
        lines = [line for line in (*said, *ending) if line]
        assert _quotes(found.lines) == _quotes(lines), form
        assert set(found.links) <= addresses, (form, found.links)
    (plain,) = read("plain", INLINE_FORMATS["plain"](quotation), block=False).lines
    cited = plain.removesuffix(f", {url})")
    assert cited != plain
    for form in endings:
        written = INLINE_FORMATS[form](quotation)
        (line,) = (found := read(form, f"Vale {written} qui.", block=False)).lines
        address = f", {url}" if form in {"plain", "discord"} else ""
        told = cited.replace("(«", "(", 1).replace("»,", ",", 1) if form == "html" else cited
        # Of nothing but quotation marks it cannot be told which are ours.
        if form != "html" or cited.count("«") == cited.count("»") == 1:
            assert _quotes([line]) == _quotes([seen(f"Vale {told}{address}) qui.")]), form
        assert set(found.links) <= {unquote(url)}, (form, found.links)


def _quotes(lines: list[str]) -> list[str]:
    """Return the lines that say something; BBCode has typographic quotation marks where straight ones would act."""
    return [line.replace("'", "’").replace('"', "”") for line in lines if line]


def _hrefs(markdown: str) -> list[str]:
    (line,) = MarkdownIt("commonmark").disable("reference").parseInline(markdown)
    return [str(token.attrGet("href")) for token in line.children or () if token.type == "link_open"]
