"""The list of all pages that are made, not written: each with its address, template and what it says."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from markupsafe import Markup

from compendium_cli.languages import LANGUAGES, language
from compendium_cli.site import listings
from compendium_cli.site.addresses import path_of, relative
from compendium_cli.site.concept_map import layouts, legend, map_svg
from compendium_cli.site.entry_pages import EntryPage, Link, entry_page
from compendium_cli.site.overview import parity_page
from compendium_cli.site.statements import description_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from compendium_cli.model import Game
    from compendium_cli.site.gathering import Gathered

#: How many games the menu names.
_MOST_GAMES = 6


@dataclass(frozen=True, slots=True)
class MadePage:
    """A page of the site that has no source file."""

    path: str
    """Its address below the site's root, ending in a slash."""
    template: str
    lang: str
    title: str
    description: str
    says: dict[str, Any] = field(default_factory=dict)
    """What its template is given."""
    alternates: dict[str, str] = field(default_factory=dict)
    """The same page in each language, its own too, by path."""
    neutral: str = ""
    """The address that opens it in the reader's language."""
    changed: str = ""
    """The day it last changed, where that is known."""
    source: str = ""
    """Path of the entry's file in the glossary."""
    game: str = ""
    """The game that it is about; empty where it is about more than one."""


class MenuItem(NamedTuple):
    """A line of the menu."""

    title: str
    path: str
    section: str


class Switch(NamedTuple):
    """A language that a page can be switched to."""

    title: str
    href: str
    lang: str
    is_same: bool
    """Whether it is the same page there, not the start page of a language that lacks it."""


def made_pages(site: Gathered) -> Iterator[MadePage]:
    """Yield every page that is made from the compendium, entry by entry, then the pages that list them."""
    for entry in site.entries:
        titles = site.titles(entry.name)
        changed = site.changes.get(entry.path)
        yield MadePage(
            path=path_of(entry),
            template="ruling.html" if entry.is_ruling else "entry.html",
            lang=entry.lang,
            title=entry.title,
            description=description_of(entry),
            # The words of a page are put together when it is written: all at once they would fill the memory.
            says={"make": lambda entry=entry: entry_page(entry, site)},
            alternates={lang: f"{lang}/{entry.name}/" for lang in titles},
            neutral=f"{entry.name}/",
            changed=changed.date().isoformat() if changed else "",
            source=entry.path,
            game=entry.game,
        )
    places = layouts(site)
    for lang in site.languages:
        yield from _pages_of_language(site, lang, places)


def _pages_of_language(site: Gathered, lang: str, places: dict[str, Any]) -> Iterator[MadePage]:
    spoken = language(lang)
    labels = spoken.site

    def page(path: str, template: str, title: str, description: str, **says: Any) -> MadePage:
        alternates = {code: f"{code}/{path}" for code in site.languages if _has(site, code, path)}
        about = path.partition("/")[0]
        about = about if about in site.games else ""
        return MadePage(f"{lang}/{path}", template, lang, title, description, says, alternates, game=about)

    games = [game_card(site, game, lang, f"{lang}/") for game in site.games_of(lang)]
    yield page("", "start.html", labels.tagline, labels.tagline, games=games)
    yield page("a-z/", "listing.html", labels.a_z, labels.tagline, listing=listings.a_to_z(site, lang, f"{lang}/a-z/"))
    yield page(
        "kinds/", "listing.html", labels.kinds, labels.tagline, listing=listings.by_kind(site, lang, f"{lang}/kinds/")
    )
    if _has(site, lang, "cards/"):
        cards = listings.by_product(site, lang, f"{lang}/cards/")
        yield page("cards/", "listing.html", labels.cards, labels.tagline, listing=cards)
    rulings = spoken.labels.rulings
    if _has(site, lang, "rulings/"):
        listing = listings.games_with_rulings(site, lang, f"{lang}/rulings/")
        yield page("rulings/", "listing.html", rulings, labels.rulings_hint, listing=listing, hint=labels.rulings_hint)
    drawn = [
        {
            "game": listings.short_name(game.name(lang)),
            "legend": legend(site, lang, game.id),
            "svg": Markup(map_svg(site, lang, game.id, places[game.id], f"{lang}/map/")),  # noqa: S704 - escaped
        }
        for game in site.games_of(lang)
    ]
    yield page("map/", "map.html", labels.map, labels.map_hint, maps=drawn)
    changes = listings.recent_changes(site, lang, f"{lang}/changes/")
    yield page("changes/", "listing.html", labels.changes, labels.changes_hint, listing=changes, hint=_hint(site, lang))
    yield page("parity/", "parity.html", labels.parity, labels.parity_hint, games=parity_page(site, lang))
    yield page("search/", "search.html", labels.search, labels.tagline)
    yield page("offline/", "offline.html", labels.offline, labels.offline_hint)
    for game in site.games_of(lang):
        path = f"{lang}/{game.id}/"
        yield page(
            f"{game.id}/",
            "game.html",
            game.name(lang),
            labels.tagline,
            listing=listings.of_game(site, lang, game.id, path),
            game=game_card(site, game, lang, path),
            rights=game.rights,
        )
        if _has(site, lang, f"{game.id}/rulings/"):
            yield page(
                f"{game.id}/rulings/",
                "listing.html",
                f"{rulings}: {listings.short_name(game.name(lang))}",
                labels.rulings_hint,
                listing=listings.rulings_of(site, lang, game.id, f"{path}rulings/"),
                hint=labels.rulings_hint,
                above=Link(game.name(lang), relative(f"{path}rulings/", path)),
            )


def _hint(site: Gathered, lang: str) -> str:
    labels = language(lang).site
    return labels.changes_hint if site.changes else labels.changes_none


def _has(site: Gathered, lang: str, path: str) -> bool:
    """Tell whether a language has a page: not every one has cards, or every game, or rulings of several."""
    section = path.rstrip("/")
    if section == "rulings":
        return len(_ruled(site, lang)) > 1
    if section.endswith("/rulings"):
        return section.removesuffix("/rulings") in _ruled(site, lang)
    if section == "cards":
        return any(entry.is_card for entry in site.shelves[lang].values())
    if section in site.games:
        return bool(site.of_game(lang, section))
    return True


def _ruled(site: Gathered, lang: str) -> list[str]:
    """Return the games that have rulings in a language."""
    return [game.id for game in site.games_of(lang) if site.rulings_of(lang, game.id)]


def game_card(site: Gathered, game: Game, lang: str, page: str) -> dict[str, Any]:
    """Return what is said of a game where it is offered."""
    entries = [entry for entry in site.of_game(lang, game.id) if not entry.is_ruling]
    editions = {entry.edition for entry in entries}
    rulings = len(site.rulings_of(lang, game.id))
    labels = language(lang).site
    return {
        "title": game.name(lang),
        "publisher": game.publisher,
        "href": relative(page, f"{lang}/{game.id}/"),
        "count": labels.entry_count.format(n=len(entries)),
        "rulings": labels.ruling_count.format(n=rulings) if rulings else "",
        "rulings_href": relative(page, f"{lang}/{game.id}/rulings/"),
        "editions": [
            f"{edition.document}, {edition.version}" for edition in game.editions.values() if edition.id in editions
        ],
    }


def menu(site: Gathered, lang: str, written: set[str]) -> list[MenuItem]:
    """Return the menu of a language; ``written`` are the paths of the pages that somebody wrote."""
    labels = language(lang).site
    rulings = language(lang).labels.rulings
    manual = MenuItem(labels.manual, "manual/", "manual")
    everything = MenuItem(labels.guides_short, "?languages", "")
    if lang not in site.shelves:  # a page of no language offers them all
        starts = [MenuItem(LANGUAGES[code].name, f"{code}/", code) for code in site.languages]
        starts += [MenuItem(guide.title, guide.href, "") for guide in guides(lang, written, "")]
        return [*starts, manual] if manual.path in written else starts
    # A menu stands on every page: many games are listed where one starts, and several with rulings on a page of theirs.
    here = site.games_of(lang)
    shown = here if len(here) <= _MOST_GAMES else []
    games = _ruled(site, lang)
    ruled = f"{games[0]}/rulings" if len(games) == 1 else "rulings"
    items = [
        MenuItem(labels.start, f"{lang}/", ""),
        *(MenuItem(listings.short_name(game.name(lang)), f"{lang}/{game.id}/", game.id) for game in shown),
        MenuItem(labels.a_z, f"{lang}/a-z/", "a-z"),
        MenuItem(labels.kinds, f"{lang}/kinds/", "kinds"),
        MenuItem(labels.cards, f"{lang}/cards/", "cards"),
        MenuItem(rulings, f"{lang}/{ruled}/", ruled),
        MenuItem(labels.map, f"{lang}/map/", "map"),
        MenuItem(labels.changes, f"{lang}/changes/", "changes"),
        MenuItem(labels.parity, f"{lang}/parity/", "parity"),
        MenuItem(labels.cite, f"{lang}/cite/", "cite"),
        MenuItem(labels.about, f"{lang}/about/", "about"),
        everything,
        manual,
    ]
    optional = {"cite", "about", "manual"}
    return [
        item
        for item in items
        if (item.path in written if item.section in optional else _has(site, lang, f"{item.section}/"))
    ]


def guides(lang: str, written: set[str], page: str) -> list[Link]:
    """Return the guides for several kinds of readers, where somebody wrote them."""
    labels = language(lang).site
    titles = {
        "for-players/": labels.guide_players,
        "for-forums/": labels.guide_forums,
        "for-maintainers/": labels.guide_maintainers,
        "for-developers/": labels.guide_developers,
    }
    return [Link(title, relative(page, path)) for path, title in titles.items() if path in written]


def languages_of(page: MadePage, site: Gathered) -> list[Switch]:
    """Return the languages that a page can be switched to; where one lacks it, the switch says so."""
    links = []
    for code in site.languages:
        there = page.alternates.get(code)
        name = LANGUAGES[code].name
        lacks = page.neutral and not there
        title = f"{name}: {language(page.lang).site.not_here}" if lacks else name
        there_or_start = there or (f"{code}/{page.neutral}" if lacks else f"{code}/")
        links.append(Switch(title, relative(page.path, there_or_start), code, is_same=there is not None))
    return links


def made(page: MadePage) -> EntryPage | None:
    """Return what the page of an entry says; ``None`` for other pages."""
    make = page.says.get("make")
    result: EntryPage | None = make() if make else None
    return result
