"""What programs read: the JSON of the contract below ``api/``, feeds of changes, ``llms.txt``."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING, Any

from compendium_cli import __version__
from compendium_cli.exports.as_json import dumps, entry_json, games_json, versioned
from compendium_cli.languages import LANGUAGES, language
from compendium_cli.site.addresses import path_of
from compendium_cli.site.listings import short_name
from compendium_cli.site.statements import description_of
from compendium_cli.text import one_line, printable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from compendium_cli.model import Entry
    from compendium_cli.site.gathering import Gathered
    from compendium_cli.site.refreshing import Stale

_MOST_FEED_ENTRIES = 50


def data_files(site: Gathered, stale: Stale | None = None) -> Iterator[tuple[str, str]]:
    """Yield (path, content) of every file that is made for programs, or of those that are out of date."""
    yield from _api(site, stale)
    for lang in site.languages:
        if site.changes:
            yield f"{lang}/feed.xml", feed(site, lang)
    yield "llms.txt", llms_txt(site)
    yield "robots.txt", f"User-agent: *\nAllow: /\nSitemap: {site.base_url()}sitemap.xml\n"


def _api(site: Gathered, stale: Stale | None) -> Iterator[tuple[str, str]]:
    base = site.base_url()
    entries = []
    for entry in site.entries:
        path = f"api/{entry.lang}/{entry.name}.json"
        if stale is None or entry.name in stale.names:
            yield path, dumps(entry_json(site.compendium, entry, site.games), indent=None) + "\n"
        entries.append(_brief(site, entry, base + path))
    games = games_json(site.games)
    languages = {lang: LANGUAGES[lang].name for lang in site.languages}
    yield "api/games.json", dumps(versioned({"games": games})) + "\n"
    yield "api/entries.json", dumps(versioned({"entries": entries}), indent=None) + "\n"
    for lang in site.languages:
        for game in site.games_of(lang):
            if rulings := list(_rulings(site, lang, game.id)):
                listed = {"game": game.id, "lang": lang, "rulings": rulings}
                yield f"api/{lang}/{game.id}/rulings.json", dumps(versioned(listed), indent=None) + "\n"
    index = {
        "compendium": __version__,
        "base_url": base,
        "languages": languages,
        "games": f"{base}api/games.json",
        "entries": f"{base}api/entries.json",
        "entry": f"{base}api/{{lang}}/{{game}}/{{concept}}.json",
        "rulings": f"{base}api/{{lang}}/{{game}}/rulings.json",
        "counts": {lang: len(site.shelves[lang]) for lang in site.languages},
    }
    yield "api/index.json", dumps(versioned(index)) + "\n"


def _brief(site: Gathered, entry: Entry, address: str) -> dict[str, Any]:
    return {
        "entry": entry.name,
        "game": entry.game,
        "concept": entry.concept,
        "kind": site.kind(entry),
        "lang": entry.lang,
        "edition": entry.edition,
        "title": entry.title,
        "url": site.compendium.url(entry),
        "json": address,
    }


def _rulings(site: Gathered, lang: str, game: str) -> Iterator[dict[str, Any]]:
    for entry in site.rulings_of(lang, game):
        if proven := site.ruling(entry):
            yield {
                "id": proven.ruling.id,
                "title": entry.title,
                "question": entry.question,
                "verdict": str(proven.ruling.verdict),
                "state": str(proven.state),
                "url": site.compendium.url(entry),
                "json": f"{site.base_url()}api/{lang}/{entry.name}.json",
            }


def feed(site: Gathered, lang: str) -> str:
    """Return the Atom feed of a language: the entries that changed last."""
    labels = language(lang).site
    base = site.base_url()
    dated = [(site.changes[entry.path], entry) for entry in site.shelves[lang].values() if entry.path in site.changes]
    dated.sort(key=lambda pair: (-pair[0].timestamp(), pair[1].name))
    newest = dated[0][0].isoformat() if dated else "1970-01-01T00:00:00+00:00"
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        f'<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="{lang}">',
        f"<title>Compendium: {_xml(labels.changes)}</title>",
        f"<id>{_xml(base)}{lang}/</id>",
        f'<link rel="self" href="{_xml(base)}{lang}/feed.xml"/>',
        f'<link href="{_xml(base)}{lang}/changes/"/>',
        f"<updated>{newest}</updated>",
        "<author><name>Compendium</name></author>",
    ]
    for moment, entry in dated[:_MOST_FEED_ENTRIES]:
        url = _xml(site.compendium.url(entry))
        # An entry that changes again is news again: its id carries the moment.
        lines.append(
            f"<entry><title>{_xml(entry.title)}</title><id>{url}?{moment:%Y%m%dT%H%M%S}</id>"
            f'<link href="{url}"/><updated>{moment.isoformat()}</updated>'
            f"<summary>{_xml(description_of(entry))}</summary></entry>"
        )
    return "\n".join([*lines, "</feed>", ""])


def llms_txt(site: Gathered) -> str:
    """Return a plain guide to the site for programs that read text."""
    base = site.base_url()
    lines = [
        "# Compendium",
        "",
        "> Board-game rules, one entry per concept, each statement numbered and linkable.",
        "> Explained in our own words; neither official nor endorsed.",
        "",
        "An entry is at <lang>/<game>/<concept>/, a statement at …/#<n>.",
        "A ruling, at <lang>/<game>/rulings/<id>/, is a question with its verdict and the statements that prove it.",
        "Quote a statement with its number, edition and link.",
        "Texts differ between languages where their editions do.",
        "",
        "## Data",
        "",
        f"- [index.json]({base}api/index.json): where everything is",
        f"- [games.json]({base}api/games.json): games, editions, concepts",
        f"- [entries.json]({base}api/entries.json): every entry with the address of its JSON",
        f"- {base}api/<lang>/<game>/rulings.json: the rulings of a game, with verdicts, where it has any",
    ]
    for lang in site.languages:
        for game in site.games_of(lang):
            lines += ["", f"## {one_line(short_name(game.name(lang)))} ({LANGUAGES[lang].name})", ""]
            entries = site.of_game(lang, game.id)
            parts = ([e for e in entries if not e.is_ruling], [e for e in entries if e.is_ruling])
            heading = f"### {language(lang).labels.rulings}"
            lines += [f"- [{_bracketless(entry.title)}]({base}{path_of(entry)})" for entry in parts[0]]
            lines += ["", heading, ""] if parts[1] else []
            lines += [f"- [{_bracketless(entry.title)}]({base}{path_of(entry)})" for entry in parts[1]]
    return "\n".join([*lines, ""])


def _xml(text: str) -> str:
    """Return text for a feed, without what XML has no place for, even escaped."""
    return html.escape(printable(text))


def _bracketless(title: str) -> str:
    return one_line(title).replace("[", "(").replace("]", ")")
