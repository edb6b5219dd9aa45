"""What of a site is out of date after an edit, so that a server writes nothing else anew."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.languages import LANGUAGES
from compendium_cli.model import RULINGS
from compendium_cli.reading.listing import concept_file

if TYPE_CHECKING:
    from collections.abc import Iterator

    from compendium_cli.site.gathering import Gathered


class Stale(NamedTuple):
    """What is to be written anew: some entries in all languages, and what is found in some languages."""

    names: frozenset[str]
    """``game/concept``: what was edited, and what shows something of it beside a link."""
    languages: frozenset[str]
    """The languages whose texts or phrasings were edited."""


def stale_since(before: Gathered, now: Gathered) -> Stale | None:
    """Return what is out of date since a site was gathered; ``None`` where everything may be."""
    paths = [path for path in before.files.keys() | now.files.keys() if before.files.get(path) != now.files.get(path)]
    edited = [found for path in paths if (found := concept_file(path)) and found.lang in LANGUAGES]
    # Where no file of the glossary was edited, a template or a script was; and metadata is on every page.
    if not paths or len(edited) < len(paths) or before.languages != now.languages:
        return None
    names = {f"{found.game}/{found.concept}" for found in edited}
    renamed = {name for name in names if _shown_elsewhere(name, before) != _shown_elsewhere(name, now)}
    near = {name for site in (before, now) for name in _linked_with(renamed, site)}
    near |= {name for site in (before, now) for name in _resting_on(names, site)}
    # Lists on other pages tell the state of a ruling.
    near |= set(_linked_with(set(_restated(before, now)), now))
    return Stale(frozenset(names | near), frozenset(found.lang for found in edited))


def _shown_elsewhere(name: str, site: Gathered) -> dict[str, tuple[object, ...]]:
    """Return what other pages show of an entry, by language: its title, and where it links to them."""
    found = {lang: shelf[name] for lang, shelf in site.shelves.items() if name in shelf}
    return {
        lang: (entry.title, *((link.kind, link.target, link.statement) for link in entry.references))
        for lang, entry in found.items()
    }


def _resting_on(names: set[str], site: Gathered) -> Iterator[str]:
    """Yield the rulings that quote some entries, or name one of them."""
    for game in site.games.values():
        for ruling in game.rulings.values():
            others = (f"{RULINGS}{other}" for other in (ruling.superseded, ruling.otherwise) if other)
            shown = {*(ground.concept for ground in ruling.because), *others}
            if not names.isdisjoint(f"{game.id}/{concept}" for concept in shown):
                yield f"{game.id}/{ruling.concept}"


def _restated(before: Gathered, now: Gathered) -> Iterator[str]:
    """Yield the rulings that are no longer in the state in which they were."""
    for entry in (entry for entry in now.entries if entry.is_ruling):
        was, is_now = before.ruling(entry), now.ruling(entry)
        if was and is_now and was.state != is_now.state:
            yield entry.name


def _linked_with(names: set[str], site: Gathered) -> Iterator[str]:
    """Yield what links to some entries, and what they link to."""
    for entry in site.entries:
        targets = {f"{entry.game}/{reference.target}" for reference in entry.references if reference.target}
        if entry.name in names:
            yield from targets
        elif not targets.isdisjoint(names):
            yield entry.name
