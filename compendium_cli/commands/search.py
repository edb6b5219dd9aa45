"""compendium search."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from compendium_cli.commands import options
from compendium_cli.commands.shelves import Shelves
from compendium_cli.commands.styles import bold, dim, echo, wrapped
from compendium_cli.errors import NotFoundError, UsageError
from compendium_cli.languages import language

if TYPE_CHECKING:
    from compendium_cli.answering.search import SearchHit


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
    compendium, imports = Shelves.opened(given, library)
    chosen, hits = compendium.search(text, lang=given.lang, game=given.game, limit=limit)
    # A library of other games has nothing to say here.
    fits = imports and (given.game is None or given.game in imports.games())
    wanted = chosen if imports and chosen in imports.languages() else given.lang
    imported = imports.search(text, lang=wanted, game=given.game, limit=limit)[1] if imports and fits else []
    if given.as_json:
        from compendium_cli.exports.as_json import dumps, search_json

        answer = search_json(compendium, text, chosen, hits)
        if imports and imported:
            answer["imported"] = search_json(imports, text, chosen, imported)["hits"]
        click.echo(dumps(answer))
    else:
        _print(hits)
        if imported:
            echo()
            echo(bold(language(chosen).labels.imported))
            _print(imported)
    if not (hits or imported):
        if not given.as_json:
            raise NotFoundError(f"nothing in {chosen!r} holds {text.strip()[:80]!r}")
        click.get_current_context().exit(1)


def _print(hits: list[SearchHit]) -> None:
    for hit in hits:
        number = f"#{hit.statement.n}" if hit.statement and hit.statement.n else ""
        echo(f"{bold(hit.entry.title)}  {dim(hit.entry.concept + number)}")
        echo(wrapped(hit.snippet, 2))
