"""How entries, rulings and chains look in a terminal: wrapped to its width, labelled in the entry's language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compendium_cli.commands.places import Places
from compendium_cli.commands.styles import bold, dim, wrapped, wrapped_list
from compendium_cli.languages import language
from compendium_cli.model import RULINGS, SEE_ALSO, StatementKind
from compendium_cli.text import printable

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from compendium_cli.compendium import Compendium
    from compendium_cli.graph import Step
    from compendium_cli.model import Entry, Statement
    from compendium_cli.rulings import Proven

_NUMBER_COLUMN = 5
_CALLOUTS = (StatementKind.EXAMPLE, StatementKind.NOTE, StatementKind.NEWER)


def statement_lines(statement: Statement, entry: Entry) -> str:
    """Return a statement with its number, bullet and label."""
    labels = language(entry.lang).labels
    number = f"{statement.n or '':>3}  "
    marker = f"{statement.bullet} " if statement.bullet else ""
    depth = 2 * max(statement.depth - 1, 0) + (2 if statement.depth and not statement.marker else 0)
    text = statement.text
    label = ""
    if statement.kind in _CALLOUTS:
        label = labels.callout(statement.kind, statement.edition)
        text = f"{label}: {text}"
    body = wrapped(text, _NUMBER_COLUMN + depth + len(marker), " " * (_NUMBER_COLUMN + depth) + marker)
    line = dim(number) + body[_NUMBER_COLUMN:]
    if label:
        return line.replace(label, bold(label), 1)
    return line.replace(text, bold(text), 1) if statement.kind is StatementKind.QUESTION else line


def entry_lines(
    compendium: Compendium,
    entry: Entry,
    only: Collection[int] = (),
    *,
    places: Places | None = None,
    most: int | None = None,
) -> Iterator[str]:
    """Yield an entry: title, what it is, statements, links; of each list of links the first ``most``.

    Of ``only`` some of its statements no links are told, and the address of the first.
    """
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
        if only and statement.n not in only:
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
    if not only and (proven := compendium.ruling(entry)):
        yield from proof_lines(compendium, entry, proven)
        yield ""
    if not only:
        yield from link_lines(compendium, entry, places if places is not None else Places(), most)
    yield dim(compendium.url(entry, next(iter(only), None)))


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
    yield from map(wrapped, compendium.notices(entry, proven))


def link_lines(compendium: Compendium, entry: Entry, places: Places, most: int | None = None) -> Iterator[str]:
    """Yield what an entry leads to, what cites it, and its other languages."""
    from compendium_cli.exports.as_json import name_url

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
            shown = [
                (
                    places.added(compendium, name, entry.lang) + printable(compendium.title(name, entry.lang)),
                    name_url(compendium, name, entry.lang),
                )
                for name in names[:most]
            ]
            shown += [(f"… +{left}", "")] if (left := len(names) - len(shown)) else []
            yield from wrapped_list(label, shown, style=bold)
    titles = compendium.titles(entry.name)
    if others:
        shown = [
            (
                places.added(compendium, entry.name, lang) + f"{printable(titles[lang])} ({lang})",
                compendium.url(version),
            )
            for lang in others
            if (version := compendium.entry(entry.name, lang))
        ]
        yield from wrapped_list(spoken.labels.languages, shown)


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
