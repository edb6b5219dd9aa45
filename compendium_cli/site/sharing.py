"""What is shown of a link where it is shared: a small page per statement with its own title and text, and pictures.

Whoever unfolds a link reads the page behind it and runs no script, and of an address never what follows ``#``. So each
statement has a page of its own, ``<entry>/<n>/``, which says what it says and leads to it at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.context import read_with
from compendium_cli.languages import LANGUAGES, language
from compendium_cli.quotation_forms import labelled
from compendium_cli.site.addresses import entry_path, path_of, relative, root_from
from compendium_cli.site.listings import short_name
from compendium_cli.text import one_line

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from compendium_cli.model import Entry, Statement
    from compendium_cli.site.gathering import Gathered

#: Where the pictures are, below the site's root; in the site's sources they are in a folder of the same name.
PICTURES = "assets/pictures/"
#: How wide and high they are: what Open Graph recommends.
PICTURE_SIZE = (1200, 630)
#: Previews show about so many characters of a text; what a statement is read with is cut before itself is.
_LONGEST_TEXT = 300
_SHORTEST_CONTEXT = 60


class Picture(NamedTuple):
    """The picture of a link."""

    address: str
    alt: str
    width: int
    height: int


class Preview(NamedTuple):
    """The small page of a statement."""

    path: str
    entry: str
    """``game/concept``: what it shows a statement of."""
    lang: str
    title: str
    description: str
    url: str
    canonical: str
    """The page where it stands, which search engines are to list."""
    onward: str
    """The link to the statement."""
    said: tuple[str, ...]
    """What it says, with what it is read with, a paragraph each."""
    source: str
    root: str
    picture: Picture | None

    @property
    def locale(self) -> str:
        """Language and territory, as Open Graph wants them."""
        return language(self.lang).locale

    @property
    def continued(self) -> str:
        """What the link to the statement says."""
        return language(self.lang).site.continued


def picture_of(site: Gathered, pictures: Collection[str], lang: str, game: str = "") -> Picture | None:
    """Return the picture of a page: that of its game, else that of its language, else none.

    ``pictures`` are the names of the files there are.
    """
    name = next((name for name in (f"{lang}-{game}.png", f"{lang}.png") if name in pictures), "")
    if not name:
        return None
    words = site.games[game].name(lang) if name.startswith(f"{lang}-") else language(lang).site.tagline
    return Picture(f"{site.base_url()}{PICTURES}{name}", f"Compendium: {words}", *PICTURE_SIZE)


def preview_path(entry: Entry, n: int) -> str:
    """Return the path of the page to share a statement by: its entry's, with the number as a folder of its own."""
    return f"{path_of(entry)}{n}/"


def previews(site: Gathered, pictures: Collection[str], taken: Collection[str] = ()) -> Iterator[Preview]:
    """Yield the small page of every statement, also at former addresses; ``taken`` are those of other pages."""
    former: dict[tuple[str, str], list[str]] = {}
    for game in site.games.values():
        for old, new in game.renamed.items():
            former.setdefault((game.id, new), []).append(old)
    for entry in site.entries:
        for concept in (entry.concept, *former.get((entry.game, entry.concept), ())):
            for preview in _of_entry(entry, entry_path(entry.lang, entry.game, concept), site, pictures):
                if preview.path not in taken:
                    yield preview


def _of_entry(entry: Entry, folder: str, site: Gathered, pictures: Collection[str]) -> Iterator[Preview]:
    picture = picture_of(site, pictures, entry.lang, entry.game)
    game = short_name(site.games[entry.game].name(entry.lang))
    canonical, source = site.compendium.url(entry), site.compendium.source(entry)
    told = [(statement.n, *_said(entry, statement)) for statement in entry.statements if statement.n is not None]
    for n in entry.retired:
        gone = language(entry.lang).labels.retired.format(n=n)
        told.append((n, gone, (gone,)))
    for n, description, said in told:
        path = f"{folder}{n}/"
        yield Preview(
            path=path,
            entry=entry.name,
            lang=entry.lang,
            title=f"{entry.title} #{n} · {game}",
            description=description,
            url=site.base_url() + path,
            canonical=canonical,
            onward=relative(path, entry_path(entry.lang, entry.game, entry.concept, n)),
            said=said,
            source=source,
            root=root_from(path),
            picture=picture,
        )


def _said(entry: Entry, statement: Statement) -> tuple[str, tuple[str, ...]]:
    """Return a statement with what it is read with, for a preview and in full."""
    own = _marked(entry, statement)
    together = read_with(entry, [statement])
    parts = [own if other is statement else _marked(entry, other) for other in together]
    if len(parts) == 1:
        alone = own.removeprefix(f"{statement.bullet} ") if statement.marker == "-" else own
        return alone, (alone,)
    room = _LONGEST_TEXT - len(own)
    short = []
    for other, part in zip(together, parts, strict=True):
        short.append(part if other is statement else _cut(part, max(room, _SHORTEST_CONTEXT)))
        room -= 0 if other is statement else len(short[-1])
        if other is not statement and room < _SHORTEST_CONTEXT and other.depth > statement.depth:
            break  # a list goes on, a preview does not
    return " ".join(short), tuple(parts)


def _marked(entry: Entry, statement: Statement) -> str:
    """Return what a statement says, and before it what kind of note it is and which step or item."""
    before = [statement.bullet, labelled(statement, entry.lang)]
    return one_line(" ".join(filter(None, [*before, statement.text])))


def _cut(text: str, most: int) -> str:
    if len(text) <= most:
        return text
    return text[:most].rsplit(" ", 1)[0].rstrip(",;: ") + "…"


def locales_of(alternates: Collection[str], lang: str) -> list[str]:
    """Return the other languages of a page, as Open Graph wants them."""
    return [LANGUAGES[code].locale for code in alternates if code != lang and code in LANGUAGES]
