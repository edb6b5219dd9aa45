"""Addresses that lead to another one: of no language, of what a language lacks, and of concepts that were renamed."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.alignment import is_aligned, pivot_numbers
from compendium_cli.languages import LANGUAGES, language
from compendium_cli.site.addresses import relative, root_from
from compendium_cli.site.statements import description_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from compendium_cli.model import Entry, Game
    from compendium_cli.site.gathering import Gathered


class Choice(NamedTuple):
    """An entry, or a game, in one of its languages."""

    lang: str
    language: str
    title: str
    href: str
    same: str | None = None
    """As JSON: which of its statements correspond to those of the current edition; ``None`` where nobody says."""
    says: str = ""
    """What it says in short."""


class Signpost(NamedTuple):
    """A page that only leads elsewhere."""

    path: str
    title: str
    description: str
    root: str
    canonical: str
    lang: str
    """The language of what it says of itself."""
    game: str
    choices: tuple[Choice, ...] = ()
    """The languages to choose from, the first being the one to open where the reader speaks none of them."""
    moved_to: str = ""
    """The one page it leads to, where a concept was renamed."""
    name: str = ""
    """The entry or game that it leads to."""
    lacking: str = ""
    """The language that lacks it, where the address is of one."""
    english: str = ""
    pivot: str = ""
    """The language whose statements have the numbers of the current edition."""
    is_game: bool = False

    @property
    def template(self) -> str:
        """The template of the page."""
        return "absent.html" if self.lacking else "signpost.html"


def signposts(site: Gathered) -> Iterator[Signpost]:
    """Yield all signposts: ``game/concept/`` for every entry, every address that a language lacks, every former id."""
    names = dict.fromkeys(entry.name for entry in site.entries)
    for name in names:
        yield _neutral(site, name)
        yield from (_absent(site, name, lang) for lang in site.languages if name not in site.shelves[lang])
    for game in site.games.values():
        spoken = [lang for lang in site.languages if site.of_game(lang, game.id)]
        if spoken:
            yield _game(site, game, spoken)
            yield from (_game(site, game, spoken, lang) for lang in site.languages if lang not in spoken)
    for game in site.games.values():
        for old, new in game.renamed.items():
            name = f"{game.id}/{new}"
            if name not in names:
                continue
            first = site.shelves[next(iter(site.titles(name)))][name]
            yield _moved(site, f"{game.id}/{old}/", f"{name}/", first)
            for lang in site.languages:
                yield _moved(site, f"{lang}/{game.id}/{old}/", f"{lang}/{name}/", site.shelves[lang].get(name, first))


def _neutral(site: Gathered, name: str) -> Signpost:
    path = f"{name}/"
    titles = site.titles(name)
    first = next(iter(titles))
    return Signpost(
        path=path,
        title=titles[first],
        description=description_of(site.shelves[first][name]),
        root=root_from(path),
        canonical=f"{site.base_url()}{first}/{path}",
        lang=first,
        game=site.shelves[first][name].game,
        choices=_choices(site, name, path),
        name=name,
        pivot=_pivot(site, name),
    )


def _choices(site: Gathered, name: str, page: str) -> tuple[Choice, ...]:
    return tuple(
        Choice(
            lang=lang,
            language=LANGUAGES[lang].name,
            title=title,
            href=relative(page, f"{lang}/{name}/"),
            same=_same(site, name, lang),
            says=description_of(site.shelves[lang][name]),
        )
        for lang, title in site.titles(name).items()
    )


def _pivot(site: Gathered, name: str) -> str:
    """Return the language of a game's current edition where it has an entry, else nothing."""
    game = site.games[name.partition("/")[0]]
    current = game.editions.get(game.current)
    return current.language if current and name in site.shelves.get(current.language, {}) else ""


def _absent(site: Gathered, name: str, lang: str) -> Signpost:
    """Return the page at the address of an entry that a language lacks: the same entry in others."""
    path = f"{lang}/{name}/"
    choices = _choices(site, name, path)
    entry = site.shelves[choices[0].lang][name]
    concept = site.games[entry.game].concepts.get(entry.concept)
    return Signpost(
        path=path,
        title=entry.title,
        description="",
        root=root_from(path),
        canonical=f"{site.base_url()}{choices[0].lang}/{name}/",
        lang=entry.lang,
        game=entry.game,
        choices=choices,
        name=name,
        lacking=lang,
        english=(concept.en if concept else None) or "",
    )


def _game(site: Gathered, game: Game, spoken: list[str], lacking: str = "") -> Signpost:
    """Return the page of a game in no language, or in one that lacks it: the languages that have it."""
    path = f"{lacking}/{game.id}/" if lacking else f"{game.id}/"
    choices = []
    for lang in spoken:
        count = sum(not entry.is_ruling for entry in site.of_game(lang, game.id))
        says = language(lang).site.entry_count.format(n=count)
        href = relative(path, f"{lang}/{game.id}/")
        choices.append(Choice(lang, LANGUAGES[lang].name, game.name(lang), href, says=says))
    return Signpost(
        path=path,
        title=game.name(spoken[0]),
        description="",
        root=root_from(path),
        canonical=f"{site.base_url()}{spoken[0]}/{game.id}/",
        lang=lacking or spoken[0],
        game=game.id,
        choices=tuple(choices),
        name=game.id,
        lacking=lacking,
        is_game=True,
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


def _moved(site: Gathered, path: str, target: str, entry: Entry) -> Signpost:
    return Signpost(
        path=path,
        title=entry.title,
        description=description_of(entry),
        root=root_from(path),
        canonical=site.base_url() + target,
        lang=entry.lang,
        game=entry.game,
        moved_to=relative(path, target),
        name=target.rstrip("/"),
    )
