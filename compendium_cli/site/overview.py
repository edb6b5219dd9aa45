"""How far the languages are, as a page: one bar per language and game, and what each lacks."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.languages import LANGUAGES
from compendium_cli.site.addresses import entry_path, relative
from compendium_cli.site.alphabet import sort_key
from compendium_cli.site.entry_pages import Link

if TYPE_CHECKING:
    from compendium_cli.parity import Parity
    from compendium_cli.site.gathering import Gathered


class LanguageRow(NamedTuple):
    """One language of a game."""

    lang: str
    language: str
    editions: str
    is_current: bool
    there: int
    cards: int
    missing: int
    older: int
    noted: int
    rulings: int
    all_rulings: int
    """Those that have a text in this language or should have one."""
    width: float
    """How full its bar is, of 100: the concepts it has, of all that the game has in any language."""
    lacks: tuple[Link, ...]
    """Concepts that other languages have, by the title of the first that has them."""


class GameTable(NamedTuple):
    """The languages of a game."""

    title: str
    concepts: int
    current: str
    has_rulings: bool
    rows: tuple[LanguageRow, ...]


def parity_page(site: Gathered, lang: str) -> list[GameTable]:
    """Return the tables of the page in one language."""
    tables = []
    reports: dict[str, list[Parity]] = {}
    for report in site.parity:
        reports.setdefault(report.game, []).append(report)
    for game in site.games.values():
        entries = (entry for code in site.languages for entry in site.of_game(code, game.id))
        written = list(dict.fromkeys(entry.concept for entry in entries if entry.is_concept))
        known = [report for report in reports.get(game.id, []) if report.lang in site.languages]
        rows = tuple(_row(site, report, written, lang) for report in known)
        if rows:
            has_rulings = any(row.all_rulings for row in rows)
            tables.append(GameTable(game.name(lang), len(written), game.current, has_rulings, rows))
    return sorted(tables, key=lambda table: -table.concepts)


def _row(site: Gathered, report: Parity, written: list[str], lang: str) -> LanguageRow:
    shelf = site.shelves[report.lang]
    lacks = [concept for concept in written if f"{report.game}/{concept}" not in shelf]
    links = []
    for concept in lacks:
        home, title = next(iter(site.titles(f"{report.game}/{concept}").items()))
        links.append(Link(title, relative(f"{lang}/parity/", entry_path(home, report.game, concept)), home))
    links.sort(key=lambda link: sort_key(link.title, link.note))
    return LanguageRow(
        lang=report.lang,
        language=LANGUAGES[report.lang].name,
        editions=", ".join(report.editions),
        is_current=report.older == 0,
        there=report.there,
        cards=sum(entry.is_card for entry in site.of_game(report.lang, report.game)),
        missing=len(report.missing),
        older=report.older,
        noted=report.noted,
        rulings=report.rulings,
        all_rulings=report.rulings + len(report.missing_rulings),
        width=round(100 * report.there / max(len(written), 1), 1),
        lacks=tuple(links),
    )
