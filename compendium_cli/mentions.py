"""The ((terms)) of a post: where they stand, and what is replaced there. What a post shows as code is left alone."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from markdown_it import MarkdownIt

    Span = tuple[int, int]

MENTION = re.compile(r"\(\(([^()\n]{1,200}(?:\([^()\n]{0,200}\)[^()\n]{0,200})?)\)\)")

#: Tags of code in BBCode and in HTML.
_TAG = re.compile(
    r"(?P<opened>\[(?=code|noparse|pre)|<(?=code|pre))(?P<name>\w+)(?:\]|>|[ =][^\]>\n]{0,500}[\]>])"
    r"|(?P<closed>\[(?=/(?:code|noparse|pre)\])|<(?=/(?:code|pre)>))/(?P<ended>\w+).",
    re.IGNORECASE,
)
#: Code as it is often written where a markup knows none.
_FENCED = re.compile(
    r"^[ ]{0,3}(?P<fence>`{3,}+|~{3,}+)[^\n]*+\n(?s:.*?)(?:^[ ]{0,3}(?P=fence)[^\n]*+$|\Z)", re.MULTILINE
)
_ROW_WITH_TICKS = re.compile(r"[^\n`]*+`[^\n]*+")
_LINE_END = re.compile(r"\r\n?|\n")
#: Nothing else in a post can begin code of Markdown.
_HINT = re.compile(r"[`~\t]|    ")
#: In the text of Markdown: an escaped character, backticks, or a tag, in which backticks mean nothing.
_TOKEN = re.compile(r"\\[!-/:-@\[-`{-~]|`+|<[A-Za-z/][^<>\n]{0,500}>")


def replace_mentions(post: str, quote: Callable[..., str | None], *, form: str = "plain") -> str:
    """Replace every ``((term))`` of a post by its quotation; one that names nothing, or stands in code, stays as it is.

    ``quote`` is given the term and whether it stands alone on its line, where a block quotation has room. In Markdown
    an empty line follows a block: it would take the next line for more of the quotation.
    """
    code = sorted(code_in(post, form)) if MENTION.search(post) else []
    begun = [start for start, _ in code]
    ends = [0]
    for _, end in code:
        ends.append(max(ends[-1], end))

    def replaced(found: re.Match[str]) -> str:
        start, end = found.span()
        if ends[bisect_right(begun, end - 1)] > start or not found.group(1).strip():
            return found.group()
        line_end = post.find("\n", end) % (len(post) + 1)
        alone = not (post[post.rfind("\n", 0, start) + 1 : start] + post[end:line_end]).strip()
        quoted = quote(found.group(1).strip(), alone=alone)
        following = post[line_end + 1 :].partition("\n")[0].strip()
        return (quoted or found.group()) + ("\n" if quoted and alone and form == "markdown" and following else "")

    return MENTION.sub(replaced, post)


def without_mentions(post: str, form: str = "plain") -> str:
    """Return what a post says in its own words: neither mentions nor code."""
    said, end = [], 0
    for start, stop in sorted(code_in(post, form)):
        said.append(post[end : max(start, end)])
        end = max(stop, end)
    return MENTION.sub(" ", " ".join([*said, post[end:]]))


def code_in(post: str, form: str) -> Iterator[Span]:
    """Yield where a post shows code, in the markup that it is written in."""
    yield from _between_tags(post)
    if not _HINT.search(post):
        return
    if form == "markdown":
        yield from _in_markdown(post)
        return
    yield from (found.span() for found in _FENCED.finditer(post))
    # Discord reads on over the end of a row.
    rows = [(0, len(post))] if form == "discord" else (found.span() for found in _ROW_WITH_TICKS.finditer(post))
    for start, end in rows:
        yield from _between_backticks(post, start, end)


def _between_tags(post: str) -> Iterator[Span]:
    """Yield code between its tags; one that is never closed begins none."""
    tags = [(*_kind_of(found), *found.span()) for found in _TAG.finditer(post)]
    last_end = {name: start for name, is_end, start, _ in tags if is_end}
    opened = None
    for name, is_end, start, stop in tags:
        if opened is None and not is_end and last_end.get(name, -1) > start:
            opened = name, start
        elif opened and is_end and opened[0] == name:
            yield opened[1], stop
            opened = None


def _kind_of(found: re.Match[str]) -> tuple[str, bool]:
    """Return what a tag is called, with the bracket that it begins with, and whether it ends code."""
    bracket, name = (found["opened"], found["name"]) if found["opened"] else (found["closed"], found["ended"])
    return f"{bracket}{name.lower()}", not found["opened"]


def _in_markdown(post: str) -> Iterator[Span]:
    """Yield code as CommonMark has it: fenced or indented, also in lists and quotations, and between backticks."""
    begins = [0, *(found.end() for found in _LINE_END.finditer(post)), len(post)]
    for token in _block_parser().parse(post):
        if token.map is None or token.type not in {"fence", "code_block", "inline"}:
            continue
        start, end = (begins[min(line, len(begins) - 1)] for line in token.map)
        if token.type == "inline":
            yield from _between_backticks(post, start, end)
        else:
            yield start, end


def _between_backticks(post: str, start: int, end: int) -> Iterator[Span]:
    """Yield code between as many backticks as it began with; fewer or more are part of it."""
    runs = [found.span() for found in re.compile(r"`+").finditer(post, start, end)]
    later: dict[int, list[int]] = {}
    for begin, stop in reversed(runs):
        later.setdefault(stop - begin, []).append(begin)
    place = start
    while found := _TOKEN.search(post, place, end):
        place = found.end()
        if not found.group().startswith("`"):
            continue
        closing = later.get(place - found.start(), [])
        while closing and closing[-1] < place:
            closing.pop()
        if closing:
            place = closing.pop() + place - found.start()
            yield found.start(), place


@lru_cache(maxsize=1)
def _block_parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark").disable(["inline", "text_join"])
