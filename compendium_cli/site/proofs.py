"""What the page of a ruling shows around its text: the verdict, what proves it, and whether it is in force."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from markupsafe import Markup

from compendium_cli.languages import LANGUAGES, language
from compendium_cli.model import RULINGS
from compendium_cli.site.addresses import entry_path, path_of, relative
from compendium_cli.site.statements import said_html

if TYPE_CHECKING:
    from collections.abc import Iterator

    from compendium_cli.model import Entry, Game
    from compendium_cli.rulings import Proof, Proven
    from compendium_cli.site.gathering import Gathered


class Quoted(NamedTuple):
    """A statement that a ruling rests on."""

    title: str
    """Of its entry."""
    n: int | None
    href: str
    edition: str
    lang: str
    language: str
    """Its language's own name; empty where that is the page's."""
    text: Markup


class Notice(NamedTuple):
    """What to know before trusting a ruling; another ruling may be named in it."""

    before: str
    title: str = ""
    href: str = ""
    """Empty where no language has a text of that ruling."""
    after: str = ""


@dataclass(frozen=True, slots=True)
class ShownProof:
    """A ruling, ready for its template."""

    verdict: str
    word: str
    """The verdict in the page's language; empty where the question is no yes or no."""
    notices: tuple[Notice, ...]
    grounds: tuple[Quoted, ...]
    editions: tuple[str, ...]
    """Those for which it holds, as a reader should see them."""


def proof_of(entry: Entry, site: Gathered) -> ShownProof | None:
    """Return what is shown of the ruling that an entry is the text of; ``None`` for any other entry."""
    proven = site.ruling(entry)
    if proven is None:
        return None
    page = path_of(entry)
    return ShownProof(
        verdict=str(proven.ruling.verdict),
        word=language(entry.lang).labels.verdicts.get(proven.ruling.verdict, ""),
        notices=tuple(_notices(entry, proven, site)),
        grounds=tuple(_quoted(ground, page, entry.lang, site) for ground in proven.grounds),
        editions=tuple(_edition(edition, site.games[entry.game]) for edition in proven.ruling.editions),
    )


def _quoted(ground: Proof, page: str, lang: str, site: Gathered) -> Quoted:
    entry, statement = ground
    return Quoted(
        title=entry.title,
        n=statement.n,
        href=relative(page, entry_path(entry.lang, entry.game, entry.concept, statement.n)),
        edition=statement.edition or entry.edition,
        lang=entry.lang,
        language=LANGUAGES[entry.lang].name if entry.lang != lang else "",
        text=Markup(said_html(statement, entry, site.shelves[entry.lang], page)),  # noqa: S704 - escaped piece by piece
    )


def _notices(entry: Entry, proven: Proven, site: Gathered) -> Iterator[Notice]:
    labels = language(entry.lang).labels
    if said := labels.states.get(proven.state):
        yield _notice(said, proven.ruling.superseded, entry, site)
    if proven.ruling.otherwise:
        yield _notice(labels.otherwise, proven.ruling.otherwise, entry, site)


def _notice(said: str, other: str | None, entry: Entry, site: Gathered) -> Notice:
    """Return a sentence in which ``{title}`` stands for another ruling: a link, in whatever language it has a text."""
    before, mark, after = said.partition("{title}")
    if not mark or other is None:
        return Notice(said)
    name = f"{entry.game}/{RULINGS}{other}"
    titles = site.titles(name)
    if not titles:
        return Notice(before, other, "", after)
    lang = entry.lang if entry.lang in titles else next(iter(titles))
    return Notice(before, titles[lang], relative(path_of(entry), f"{lang}/{name}/"), after)


def _edition(edition: str, game: Game) -> str:
    known = game.editions.get(edition)
    return f"{edition} ({known.document}, {known.version})" if known else edition
