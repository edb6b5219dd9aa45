"""compendium link."""

from __future__ import annotations

import click

from compendium_cli.commands import options
from compendium_cli.commands.shelves import Shelves
from compendium_cli.commands.styles import tell
from compendium_cli.languages import language


@click.command("link", short_help="Give the address of an entry or statement.")
@options.entry_argument(nargs=-1, required=True)
@options.common
@click.option("--any-lang", is_flag=True, help="Give the address that opens in each reader's own language.")
@options.library
def command(entry: tuple[str, ...], any_lang: bool, library: str | None, given: options.Given) -> None:
    """Give the lasting address of an entry, or of one statement.

    With --lang, an address of another language becomes the one of the statement that says the same, if there is one.
    With --any-lang the number is that of the current edition, by which each reader's own is found.

    \b
    Examples:
      compendium link ally#3 --lang uk
      compendium link https://compendium.example/it/marvel-champions/ally/#6 --lang es
      compendium link ally#6 --any-lang
    """
    compendium, (found, *_) = Shelves.opened(given, library).look_up(given, entry)
    if given.as_json:
        from compendium_cli.exports.as_json import dumps, link_json

        click.echo(dumps(link_json(compendium, found)))
    elif any_lang:
        pivot = compendium.pivot(found.entry, found.statement) if found.statement is not None else None
        click.echo(compendium.url_in_any_language(found.entry, pivot))
        if pivot is None and found.statement is not None:
            n, current = found.statement, compendium.games()[found.entry.game].current
            tell(language(found.entry.lang).labels.no_pivot.format(n=n, edition=current))
    else:
        click.echo(compendium.url(found.entry, found.statement))
    options.tell_found(found)
