"""How entries, rulings and lists look in a terminal: wrapped to its width, labelled in the entry's language."""

from __future__ import annotations

import os
import sys
import textwrap
import unicodedata
from typing import TYPE_CHECKING

import click

from compendium_cli.languages import language
from compendium_cli.model import RULINGS, SEE_ALSO, StatementKind
from compendium_cli.text import printable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from compendium_cli.compendium import Compendium
    from compendium_cli.graph import Step
    from compendium_cli.model import Entry, Statement
    from compendium_cli.rulings import Proven

_WIDEST = 100
_NARROWEST = 20
_NUMBER_COLUMN = 5
_CALLOUTS = (StatementKind.EXAMPLE, StatementKind.NOTE, StatementKind.NEWER)


def echo(text: str = "") -> None:
    """Print a line, with colours only where they are wanted and escape sequences from texts made harmless."""
    click.echo(text, color=None if _wants_colour() else False)


def _wants_colour() -> bool:
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb" and sys.stdout.isatty()


def bold(text: str) -> str:
    """Return text that stands out."""
    return click.style(printable(text), bold=True)


def dim(text: str) -> str:
    """Return text that stands back."""
    return click.style(printable(text), dim=True)


def width() -> int:
    """Return how wide a line may be."""
    # shutil has this too, but loads three compression libraries on the way.
    columns = os.environ.get("COLUMNS", "")
    try:
        known = int(columns) if columns.isdecimal() else os.get_terminal_size(sys.stdout.fileno()).columns
    except (OSError, ValueError):
        known = _WIDEST
    return max(_NARROWEST, min(known or _WIDEST, _WIDEST))


def wrapped(text: str, indent: int = 0, first: str = "") -> str:
    """Return text wrapped to the terminal; ``first`` stands before it, in the indent."""
    room = max(width() - indent, _NARROWEST // 2)
    lines = textwrap.wrap(printable(text), room, break_on_hyphens=False) or [""]
    margin = " " * indent
    lead = first + " " * max(indent - display_width(first), 0)
    return lead + f"\n{margin}".join(lines)


def display_width(text: str) -> int:
    """Return how many columns a text takes."""
    plain = click.unstyle(text)
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in plain)


def statement_lines(statement: Statement, entry: Entry) -> str:
    """Return a statement with its number, bullet and label."""
    labels = language(entry.lang).labels
    number = f"{statement.n or '':>3}  "
    marker = ("• " if statement.marker == "-" else f"{statement.marker} ") if statement.marker else ""
    depth = 2 * max(statement.depth - 1, 0) + (2 if statement.depth and not statement.marker else 0)
    text = statement.text
    label = ""
    if statement.kind in _CALLOUTS:
        label = labels.callouts[str(statement.kind)]
        if statement.edition:
            label += f" ({statement.edition})"
        text = f"{label}: {text}"
    body = wrapped(text, _NUMBER_COLUMN + depth + len(marker), " " * (_NUMBER_COLUMN + depth) + marker)
    line = dim(number) + body[_NUMBER_COLUMN:]
    if label:
        return line.replace(label, bold(label), 1)
    return line.replace(text, bold(text), 1) if statement.kind is StatementKind.QUESTION else line


def entry_lines(compendium: Compendium, entry: Entry, only: int | None = None) -> Iterator[str]:
    """Yield an entry: title, what it is, statements, links."""
    labels = language(entry.lang).labels
    game = compendium.games()[entry.game]
    concept = game.concepts.get(entry.concept)
    known = concept.kind if concept else ""
    kind = labels.kind("ruling" if entry.is_ruling else "card" if entry.is_card else known)
    product = " ".join(part for part in (entry.product, entry.number) if part)
    english = concept.en if concept and concept.en != entry.title else None
    edition = f"{labels.edition} {compendium.edition_name(entry)}"
    yield bold(entry.title)
    facts = [fact for fact in (kind, english, product, game.name(entry.lang), edition) if fact]
    yield dim(wrapped(" · ".join(facts)))
    section = None
    callout = None
    for statement in entry.statements:
        if only is not None and statement.n != only:
            continue
        if statement.section != section:
            section = statement.section
            yield ""
            yield bold(section or "")
        elif statement.kind in _CALLOUTS or callout != (statement.kind in _CALLOUTS) or statement.depth == 0:
            yield ""
        callout = statement.kind in _CALLOUTS
        yield statement_lines(statement, entry)
    yield ""
    if only is None and (proven := compendium.ruling(entry)):
        yield from proof_lines(compendium, entry, proven)
        yield ""
    if only is None:
        yield from _link_lines(compendium, entry)
    yield dim(compendium.url(entry, only))


def proof_lines(compendium: Compendium, entry: Entry, proven: Proven) -> Iterator[str]:
    """Yield what proves a ruling, each statement with its address, and what its reader has to know of it."""
    labels = language(entry.lang).labels
    yield from life_lines(compendium, entry, proven)
    yield bold(f"{labels.because}:")
    for ground, statement in proven.grounds:
        edition = statement.edition or ground.edition
        other = f" · {language(ground.lang).name}" if ground.lang != entry.lang else ""
        yield f"  {bold(ground.title)} {dim(f'#{statement.n} · {labels.edition} {edition}{other}')}"
        yield wrapped(statement.text, 4, "    ")
        yield dim(f"    {compendium.url(ground, statement.n)}")


def life_lines(compendium: Compendium, entry: Entry, proven: Proven) -> Iterator[str]:
    """Yield what there is to say of a ruling that is not simply in force, or of one that other editions differ from."""
    labels = language(entry.lang).labels

    def title(ruling: str | None) -> str:
        return compendium.title(f"{entry.game}/{RULINGS}{ruling}", entry.lang)

    if proven.state in labels.states:
        yield wrapped(labels.states[proven.state].format(title=title(proven.ruling.superseded)))
    if proven.ruling.otherwise:
        yield wrapped(labels.otherwise.format(title=title(proven.ruling.otherwise)))


def _link_lines(compendium: Compendium, entry: Entry) -> Iterator[str]:
    spoken = language(entry.lang)
    citations = [edge.source for edge in compendium.citations(entry)]
    rulings = [name for name in citations if f"/{RULINGS}" in name]
    cards = [name for name in citations if "/cards/" in name]
    others = [lang for lang in compendium.titles(entry.name) if lang != entry.lang]
    lists = {
        spoken.see_also: [f"{entry.game}/{target}" for target in entry.see_also],
        spoken.labels.rulings: rulings,
        spoken.labels.cited_by: [name for name in citations if name not in {*cards, *rulings}],
        spoken.labels.cards: cards,
    }
    for label, names in lists.items():
        if names:
            yield wrapped(f"{label}: " + ", ".join(compendium.title(name, entry.lang) for name in names)).replace(
                label, bold(label), 1
            )
    if others:
        titles = compendium.titles(entry.name)
        yield wrapped(f"{spoken.labels.languages}: " + ", ".join(f"{titles[lang]} ({lang})" for lang in others))


def names_with_titles(compendium: Compendium, names: Iterable[str], lang: str) -> str:
    """Return entries as ``Title (concept)``, for lists."""
    return ", ".join(f"{compendium.title(name, lang)} ({name.partition('/')[2]})" for name in names)


def see_also_label(lang: str, kind: str) -> str:
    """Return what a link is called in a chain."""
    spoken = language(lang)
    return {SEE_ALSO: spoken.see_also, "mention": spoken.labels.mentions}.get(kind, spoken.labels.cited_by)


def chain_lines(compendium: Compendium, steps: Iterable[Step], lang: str) -> Iterator[str]:
    """Yield a chain of entries, each with its address, and between them what leads from one to the next."""
    from compendium_cli.exports.as_json import name_url

    before = ""
    for step in steps:
        if step.kind:
            holder = compendium.title(step.entry if step.kind == "cited-by" else before, lang)
            where = f" ({holder} #{step.statement})" if step.statement else ""
            yield dim(wrapped(f"↓ {see_also_label(lang, step.kind)}{where}", 2, "  "))
        yield f"{bold(compendium.title(step.entry, lang))}  {dim(name_url(compendium, step.entry, lang))}"
        before = step.entry
