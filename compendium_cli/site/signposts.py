"""Addresses that lead to another one: of no language, and of concepts that were renamed."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.alignment import is_aligned, pivot_numbers
from compendium_cli.languages import LANGUAGES
from compendium_cli.site.addresses import relative, root_from
from compendium_cli.site.statements import description_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from compendium_cli.site.gathering import Gathered


class Choice(NamedTuple):
    """An entry in one of its languages."""

    lang: str
    language: str
    title: str
    href: str
    same: str | None
    """As JSON: which of its statements correspond to those of the current edition; ``None`` where nobody says."""


class Signpost(NamedTuple):
    """A page that only leads elsewhere."""

    path: str
    title: str
    description: str
    root: str
    canonical: str
    choices: tuple[Choice, ...] = ()
    """The languages to choose from, the first being the one to open where the reader speaks none of them."""
    moved_to: str = ""
    """The one page it leads to, where a concept was renamed."""


def signposts(site: Gathered) -> Iterator[Signpost]:
    """Yield all signposts: ``game/concept/`` for every entry, and every former id."""
    names = dict.fromkeys(entry.name for entry in site.entries)
    for name in names:
        yield _neutral(site, name)
    for game in site.games.values():
        for old, new in game.renamed.items():
            name = f"{game.id}/{new}"
            if name not in names:
                continue
            yield _moved(site, f"{game.id}/{old}/", f"{name}/", next(iter(site.titles(name).values())))
            for lang, title in site.titles(name).items():
                yield _moved(site, f"{lang}/{game.id}/{old}/", f"{lang}/{name}/", title)


def _neutral(site: Gathered, name: str) -> Signpost:
    path = f"{name}/"
    titles = site.titles(name)
    first = next(iter(titles))
    choices = tuple(
        Choice(lang, LANGUAGES[lang].name, title, relative(path, f"{lang}/{path}"), _same(site, name, lang))
        for lang, title in titles.items()
    )
    return Signpost(
        path=path,
        title=titles[first],
        description=description_of(site.shelves[first][name]),
        root=root_from(path),
        canonical=f"{site.base_url()}{first}/{path}",
        choices=choices,
    )


def _same(site: Gathered, name: str, lang: str) -> str | None:
    entry = site.shelves[lang][name]
    game = site.games[entry.game]
    if not is_aligned(entry, game):
        return None
    own = pivot_numbers(entry, game)
    first: dict[int, int] = {}
    for n, pivots in own.items():
        for pivot in pivots:
            first.setdefault(pivot, n)
    return json.dumps(first, separators=(",", ":"))


def _moved(site: Gathered, path: str, target: str, title: str) -> Signpost:
    return Signpost(
        path=path,
        title=title,
        description="",
        root=root_from(path),
        canonical=site.base_url() + target,
        moved_to=relative(path, target),
    )
