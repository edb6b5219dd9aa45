"""What a terminal can show, and text made for it: width, bold and dim, links, pages."""

from __future__ import annotations

import contextlib
import re
import sys
import textwrap
import unicodedata
from typing import TYPE_CHECKING

import click

from compendium_cli.commands.capabilities import NARROWEST, has_colours, has_links, height, width
from compendium_cli.commands.terminal import visible
from compendium_cli.languages import words_of
from compendium_cli.links import safe_address
from compendium_cli.text import printable

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

BOLD, DIM, PLAIN = "\x1b[1m", "\x1b[2m", "\x1b[0m"
LINK = "\x1b]8;;"
LINK_END = "\x1b\\"
_LINKS = re.compile(r"\x1b\]8;;[^\x1b]*\x1b\\")
_STYLES = re.compile(rf"\x1b\[[012]m|{_LINKS.pattern}")


# -- printing --------------------------------------------------------------------------------------------------------


def echo(text: str = "", *, err: bool = False) -> None:
    """Print a line, with colours only where they are wanted; ``err`` prints it on standard error."""
    if err and not sys.stderr.isatty():
        text = _STYLES.sub("", text)
    click.echo(text, color=has_colours(), err=err)


def tell(message: str) -> None:
    """Say on standard error what is to be known beside an answer: in one line, or as wide as the terminal is."""
    said = f"compendium: {message}"
    echo(wrapped(said) if sys.stderr.isatty() else printable(said), err=True)


def echo_pages(lines: Iterable[str]) -> None:
    """Print lines; on a terminal that has too few rows for them, in a pager."""
    text = visible("\n".join(lines))  # a pager is no terminal of ours: what it is given has to be harmless
    rows = height()
    if sys.stdout.isatty() and sys.stdin.isatty() and 0 < rows <= text.count("\n") + 1:
        # Not every pager shows links; whether this one shows colours, and how it is told, is known to click.
        plain = _LINKS.sub("", text) + "\n"
        with contextlib.suppress(OSError, ValueError):  # PAGER names nothing that can be started
            click.echo_via_pager(plain, color=None if has_colours() else False)
            return
    echo(text)


# -- text for a terminal ---------------------------------------------------------------------------------------------


def bold(text: str) -> str:
    """Return text that stands out."""
    return f"{BOLD}{printable(text)}{PLAIN}"


def dim(text: str) -> str:
    """Return text that stands back."""
    return f"{DIM}{printable(text)}{PLAIN}"


def linked(text: str, address: str, style: Callable[[str], str] = printable) -> str:
    """Return text that leads to an address where the terminal shows links."""
    said = style(text)
    if not address:
        return said
    return f"{LINK}{safe_address(address)}{LINK_END}{said}{LINK}{LINK_END}" if has_links() else said


def marked(text: str, words: Collection[str]) -> str:
    """Return text, perhaps of several lines, in which some words, given as they are folded, stand out."""
    if not words:
        return text
    parts, end = [], 0
    for word in words_of(text):
        if word.folded in words:
            parts += [text[end : word.start], bold(text[word.start : word.end])]
            end = word.end
    return "".join((*parts, text[end:]))


def wrapped(text: str, indent: int = 0, first: str = "") -> str:
    """Return text wrapped to the terminal; ``first`` stands before it, in the indent."""
    room = max(width() - indent, NARROWEST // 2)
    lines = textwrap.wrap(printable(text), room, break_on_hyphens=False) or [""]
    margin = " " * indent
    lead = first + " " * max(indent - display_width(first), 0)
    return lead + f"\n{margin}".join(lines)


def wrapped_list(
    label: str, items: Iterable[tuple[str, str]], *, style: Callable[[str], str] = printable
) -> Iterator[str]:
    """Yield the lines of a list of names with addresses, each a link where the terminal shows some."""
    line, room = f"{style(label)}:", width()
    written = display_width(line)
    entries = list(items)
    for place, (name, address) in enumerate(entries):
        comma = "," if place + 1 < len(entries) else ""
        size = display_width(name) + len(comma)
        if written + 1 + size > room and written:
            yield line
            line, written = "", -1
        if size > room:  # a name of several rows is no link
            *rows, end = wrapped(name).split("\n")
            yield from rows
            line, written = end + comma, display_width(end) + len(comma)
            continue
        line += (" " if line else "") + linked(name, address) + comma
        written += 1 + size
    yield line


def display_width(text: str) -> int:
    """Return how many columns a text takes."""
    plain = click.unstyle(text)
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in plain)
