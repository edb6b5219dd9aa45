"""compendium search."""

from __future__ import annotations

import click

from compendium_cli.commands import options
from compendium_cli.commands.rendering import bold, dim, echo, wrapped
from compendium_cli.errors import NotFoundError, UsageError


@click.command("search", short_help="Search names and texts.")
@click.argument("query", nargs=-1, required=True)
@options.common
@options.limit(10)
def command(
    query: tuple[str, ...],
    game: str | None,
    lang: str | None,
    as_json: bool,
    glossary: str | None,
    base_url: str | None,
    limit: int,
) -> None:
    """Search names and texts of one language; inflected and misspelt words are found too.

    \b
    Examples:
      compendium search danni indiretti
      compendium search --lang uk оглушення --json
    """
    text = " ".join(query)
    if not text.strip():
        raise UsageError("the query is empty: give one or more words")
    compendium = options.opened(glossary, base_url)
    chosen, hits = compendium.search(text, lang=lang, game=game, limit=limit)
    if as_json:
        from compendium_cli.exports.as_json import dumps, search_json

        click.echo(dumps(search_json(compendium, text, chosen, hits)))
    else:
        for hit in hits:
            number = f"#{hit.statement.n}" if hit.statement and hit.statement.n else ""
            echo(f"{bold(hit.entry.title)}  {dim(hit.entry.concept + number)}")
            echo(wrapped(hit.snippet, 2))
    if not hits and not as_json:
        raise NotFoundError(f"nothing in {chosen!r} holds {text.strip()[:80]!r}")
    if not hits:
        click.get_current_context().exit(1)
