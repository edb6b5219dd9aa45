"""Pages that list entries: A to Z, by kind, cards by product, a game, what changed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.languages import language
from compendium_cli.site.addresses import path_of, relative
from compendium_cli.site.alphabet import by_letter, sort_key
from compendium_cli.site.entry_pages import Link
from compendium_cli.site.gathering import written_date

if TYPE_CHECKING:
    from collections.abc import Iterable

    from compendium_cli.model import Entry
    from compendium_cli.site.gathering import Gathered

_MOST_CHANGES = 60


class Section(NamedTuple):
    """Entries under one heading."""

    anchor: str
    title: str
    links: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class Listing:
    """A page of sections."""

    sections: tuple[Section, ...]
    is_letters: bool = False
    """Whether headings are single letters, which stand side by side at the top."""


def a_to_z(site: Gathered, lang: str, page: str) -> Listing:
    """Return all entries of a language in its alphabetical order."""
    return _lettered(site, lang, page, site.shelves[lang].values(), tell_game=len(site.games_of(lang)) > 1)


def of_game(site: Gathered, lang: str, game: str, page: str) -> Listing:
    """Return the concepts of a game in alphabetical order."""
    entries = [entry for entry in site.of_game(lang, game) if not entry.is_card]
    return _lettered(site, lang, page, entries, tell_game=False)


def by_kind(site: Gathered, lang: str, page: str) -> Listing:
    """Return the concepts of a language by their kind, kinds in alphabetical order of their names."""
    kinds: dict[str, list[Entry]] = {}
    for entry in site.shelves[lang].values():
        if not entry.is_card:
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
    return Listing(
        tuple(
            Section(f"day-{day}", written_date(first[day], spoken), _links(site, days[day], page, tell_game=tell_game))
            for day in days
        )
    )


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
    notes = [site.kind_label(entry)] if entry.is_card else []
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
