"""Pages that list entries: A to Z, by kind, cards by product, rulings by what they rest on, a game, what changed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.languages import language
from compendium_cli.site.addresses import path_of, relative
from compendium_cli.site.alphabet import OTHER, by_letter, sort_key
from compendium_cli.site.edits import edits_of
from compendium_cli.site.entry_pages import Link, Told, ruling_links
from compendium_cli.site.gathering import written_date

if TYPE_CHECKING:
    from collections.abc import Iterable

    from compendium_cli.model import Entry
    from compendium_cli.site.edits import Edits
    from compendium_cli.site.gathering import Gathered

_MOST_CHANGES = 60


class Section(NamedTuple):
    """Entries under one heading."""

    anchor: str
    title: str
    links: tuple[Link, ...]
    href: str = ""
    """Where the heading leads."""


@dataclass(frozen=True, slots=True)
class Listing:
    """A page of sections."""

    sections: tuple[Section, ...]
    is_letters: bool = False
    """Whether headings are single letters, which stand side by side at the top."""
    is_told: bool = False
    """Whether each link stands in a line of its own, with what there is to say of it."""
    letters: tuple[tuple[str, str], ...] = ()
    """Where headings are too many to stand there: letters, and the anchor of the first heading of each."""


def a_to_z(site: Gathered, lang: str, page: str) -> Listing:
    """Return all entries of a language in its alphabetical order."""
    entries = [entry for entry in site.shelves[lang].values() if not entry.is_ruling]
    return _lettered(site, lang, page, entries, tell_game=len(site.games_of(lang)) > 1)


def of_game(site: Gathered, lang: str, game: str, page: str) -> Listing:
    """Return the concepts of a game in alphabetical order."""
    entries = [entry for entry in site.of_game(lang, game) if entry.is_concept]
    return _lettered(site, lang, page, entries, tell_game=False)


def by_kind(site: Gathered, lang: str, page: str) -> Listing:
    """Return the concepts of a language by their kind, kinds in alphabetical order of their names."""
    kinds: dict[str, list[Entry]] = {}
    for entry in site.shelves[lang].values():
        if entry.is_concept:
            kinds.setdefault(site.kind(entry), []).append(entry)
    labels = language(lang).labels.kinds
    tell_game = len(site.games_of(lang)) > 1
    ordered = sorted(kinds, key=lambda kind: sort_key(labels.get(kind, kind), lang))
    return Listing(
        tuple(
            Section(kind, _capital(labels.get(kind, kind)), _links(site, kinds[kind], page, tell_game=tell_game))
            for kind in ordered
        )
    )


def by_product(site: Gathered, lang: str, page: str) -> Listing:
    """Return the cards of a language by the product they came in."""
    products: dict[str, list[Entry]] = {}
    for entry in site.shelves[lang].values():
        if entry.is_card:
            products.setdefault(entry.product or site.games[entry.game].name(lang), []).append(entry)
    sections = []
    for number, product in enumerate(sorted(products, key=lambda name: sort_key(name, lang)), 1):
        cards = sorted(products[product], key=lambda card: (_numeral(card.number), sort_key(card.title, lang)))
        links = tuple(Link(card.title, relative(page, path_of(card)), card.number or "") for card in cards)
        sections.append(Section(f"product-{number}", product, links))
    return Listing(tuple(sections))


def rulings_of(site: Gathered, lang: str, game: str, page: str) -> Listing:
    """Return the rulings of a game in a language by the entry that each rests on first, in alphabetical order."""
    shelf = site.shelves[lang]
    groups: dict[str, list[Entry]] = {}
    homes: dict[str, Entry] = {}
    for entry in site.rulings_of(lang, game):
        proven = site.ruling(entry)
        first = proven.grounds[0].entry if proven and proven.grounds else None
        name = first.name if first else ""
        groups.setdefault(name, []).append(entry)
        if first:
            homes[name] = shelf.get(name, first)
    titles = {name: homes[name].title if name in homes else OTHER for name in groups}
    lettered = by_letter(groups, titles.__getitem__, lang)
    anchors = {name: f"entry-{number}" for number, name in enumerate((n for _, names in lettered for n in names), 1)}
    sections = (
        Section(
            anchors[name],
            titles[name],
            ruling_links(groups[name], site, page),
            relative(page, path_of(homes[name])) if name in homes else "",
        )
        for name in anchors
    )
    return Listing(tuple(sections), letters=tuple((letter, anchors[names[0]]) for letter, names in lettered))


def games_with_rulings(site: Gathered, lang: str, page: str) -> Listing:
    """Return the games that have rulings in a language, and how many."""
    spoken = language(lang)
    links = tuple(
        Link(game.name(lang), relative(page, f"{lang}/{game.id}/rulings/"), str(count))
        for game in site.games_of(lang)
        if (count := len(site.rulings_of(lang, game.id)))
    )
    return Listing((Section("games", spoken.site.games, links),))


def recent_changes(site: Gathered, lang: str, page: str) -> Listing:
    """Return the entries that changed last, by day, newest first."""
    spoken = language(lang)
    dated = [(site.changes[e.path], e) for e in site.shelves[lang].values() if e.path in site.changes]
    dated.sort(key=lambda pair: (-pair[0].timestamp(), sort_key(pair[1].title, lang)))
    days: dict[str, list[Entry]] = {}
    for moment, entry in dated[:_MOST_CHANGES]:
        days.setdefault(moment.date().isoformat(), []).append(entry)
    first = {moment.date().isoformat(): moment for moment, _ in dated}
    tell_game = len(site.games_of(lang)) > 1
    edits = edits_of(site, (entry for _, entry in dated[:_MOST_CHANGES]))

    def links(entries: list[Entry]) -> tuple[Link, ...]:
        ordered = sorted(entries, key=lambda entry: sort_key(entry.title, lang))
        plain = ((entry, _link(site, entry, page, tell_game=tell_game)) for entry in ordered)
        return tuple(link._replace(told=_told(edits.get(entry.path), link.href, lang)) for entry, link in plain)

    return Listing(
        tuple(Section(f"day-{day}", written_date(first[day], spoken), links(entries)) for day, entries in days.items()),
        is_told=True,
    )


def _told(edits: Edits | None, href: str, lang: str) -> tuple[Told, ...]:
    """Return what to say of an entry that changed, with links to what is new and changed, and to what is gone."""
    labels = language(lang).site
    if edits is None:
        return ()
    if edits.is_new:
        return (Told(labels.change_entry),)
    parts = (
        (labels.change_new, edits.added),
        (labels.change_edited, edits.changed),
        (labels.change_gone, edits.gone),
    )
    found = tuple(
        Told(label.partition("{n}")[0], tuple(Link(str(n), f"{href}#{n}") for n in numbers))
        for label, numbers in parts
        if numbers
    )
    return found or (Told(labels.change_other),)


def _lettered(site: Gathered, lang: str, page: str, entries: Iterable[Entry], *, tell_game: bool) -> Listing:
    groups = by_letter(entries, lambda entry: entry.title, lang)
    sections = (
        Section(f"letter-{number}", letter, tuple(_link(site, entry, page, tell_game=tell_game) for entry in group))
        for number, (letter, group) in enumerate(groups, 1)
    )
    return Listing(tuple(sections), is_letters=True)


def _links(site: Gathered, entries: Iterable[Entry], page: str, *, tell_game: bool) -> tuple[Link, ...]:
    ordered = sorted(entries, key=lambda entry: sort_key(entry.title, entry.lang))
    return tuple(_link(site, entry, page, tell_game=tell_game) for entry in ordered)


def _link(site: Gathered, entry: Entry, page: str, *, tell_game: bool) -> Link:
    notes = [] if entry.is_concept else [site.kind_label(entry)]
    if tell_game:
        notes.append(short_name(site.games[entry.game].name(entry.lang)))
    return Link(entry.title, relative(page, path_of(entry)), ", ".join(notes))


def short_name(name: str) -> str:
    """Return a game's name without its subtitle.

    >>> short_name("Marvel Champions: Il Gioco di Carte")
    'Marvel Champions'
    """
    return name.partition(":")[0].strip() or name


def _numeral(number: str | None) -> int:
    found = re.search(r"\d+", number or "")
    return int(found.group()) if found else 0


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
