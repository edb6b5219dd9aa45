"""What the scripts of the site say, in the language of the page: a script of its own, which every page loads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from compendium_cli.languages import LANGUAGES
from compendium_cli.site.listings import short_name
from compendium_cli.site.packing import as_json

if TYPE_CHECKING:
    from compendium_cli.site.gathering import Gathered


def labels_script(site: Gathered, lang: str) -> str:
    """Return the script with what the scripts say in a language."""
    return f"(window.compendium ||= {{}}).labels = {as_json(labels_of(site, lang))};\n"


def labels_of(site: Gathered, lang: str) -> dict[str, Any]:
    """Return the labels of a language, and what games, editions and languages are called in it."""
    language = LANGUAGES[lang]
    labels = language.labels
    return {
        **language.scripts._asdict(),
        "nearest": labels.nearest,
        "kinds": {**labels.kinds, "ruling": labels.ruling},
        "undecided": labels.undecided,
        "read_next": labels.read_next,
        "because": labels.because,
        "verdicts": labels.verdicts,
        "states": labels.states,
        "other_language": labels.other_language,
        "lacking": labels.lacking,
        "silent_card": labels.silent_card,
        "edition": labels.edition,
        "languages": {code: known.name for code, known in LANGUAGES.items()},
        "games": {game.id: short_name(game.name(lang)) for game in site.games.values()},
        "sources": {game.id: _sources(site, game.id) for game in site.games.values()},
    }


def _sources(site: Gathered, game: str) -> dict[str, str]:
    """Return where a text of each edition comes from, as a quotation of it says."""
    found: dict[str, str] = {}
    for lang in site.languages:
        for entry in site.of_game(lang, game):
            found.setdefault(f"{lang} {entry.edition}", site.compendium.source(entry))
    return found
