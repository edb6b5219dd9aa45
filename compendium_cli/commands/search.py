"""compendium search."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from compendium_cli.commands import options
from compendium_cli.commands.places import Places
from compendium_cli.commands.shelves import Shelves
from compendium_cli.commands.styles import bold, dim, echo, wrapped
from compendium_cli.errors import NotFoundError, UsageError
from compendium_cli.languages import language

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from compendium_cli.answering.search import SearchHit
    from compendium_cli.commands.shelves import Hits
    from compendium_cli.compendium import Compendium


@click.command("search", short_help="Search names and texts.")
@click.argument("query", nargs=-1, required=True)
@options.common
@options.limit(10)
@options.library
def command(query: tuple[str, ...], limit: int, library: str | None, given: options.Given) -> None:
    """Search names and texts of one language; inflected and misspelt words are found too.

    \b
    Examples:
      compendium search danni indiretti
      compendium search --lang uk оглушення --json
    """
    text = " ".join(query)
    if not text.strip():
        raise UsageError("the query is empty: give one or more words")
    shelves = Shelves.opened(given, library)
    found = shelves.search(text, given.lang, given.game, limit)
    if given.as_json:
        from compendium_cli.exports.as_json import dumps, search_json

        answer = search_json(shelves.compendium, text, found.lang, found.hits)
        if shelves.imports and found.imported:
            answer["imported"] = search_json(shelves.imports, text, found.lang, found.imported)["hits"]
        click.echo(dumps(answer))
    else:
        for line in hit_lines(shelves, found):
            echo(line)
    if not (found.hits or found.imported):
        if not given.as_json:
            raise NotFoundError(f"nothing in {found.lang!r} holds {text.strip()[:80]!r}")
        click.get_current_context().exit(1)


def hit_lines(shelves: Shelves, found: Hits, places: Places | None = None) -> Iterator[str]:
    """Yield what was found, numbered where somebody may choose one."""
    places = places if places is not None else Places()
    yield from _lines(shelves.compendium, found.hits, places)
    if shelves.imports and found.imported:
        yield ""
        yield bold(language(found.lang).labels.imported)
        yield from _lines(shelves.imports, found.imported, places)


def _lines(compendium: Compendium, hits: Iterable[SearchHit], places: Places) -> Iterator[str]:
    for hit in hits:
        n = hit.statement.n if hit.statement else None
        number = places.added(compendium, hit.entry.name, hit.entry.lang, n)
        yield f"{number}{bold(hit.entry.title)}  {dim(f'{hit.entry.concept}#{n}' if n else hit.entry.concept)}"
        yield wrapped(hit.snippet, 2)
