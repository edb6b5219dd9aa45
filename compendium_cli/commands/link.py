"""compendium link."""

from __future__ import annotations

import click

from compendium_cli.commands import options


@click.command("link", short_help="Give the address of an entry or statement.")
@options.entry_argument(nargs=-1, required=True)
@options.common
@click.option("--any-lang", is_flag=True, help="Give the address that opens in each reader's own language.")
def command(entry: tuple[str, ...], any_lang: bool, given: options.Given) -> None:
    """Give the lasting address of an entry, or of one statement.

    With --lang, an address of another language becomes the one of the statement that says the same, if there is one.

    \b
    Examples:
      compendium link ally#3 --lang uk
      compendium link https://compendium.example/it/marvel-champions/ally/#6 --lang es
      compendium link ally --any-lang
    """
    compendium = given.opened()
    found = given.look_up(compendium, entry)
    if given.as_json:
        from compendium_cli.exports.as_json import dumps, link_json

        click.echo(dumps(link_json(compendium, found)))
    elif any_lang:
        click.echo(compendium.url_in_any_language(found.entry))
    else:
        click.echo(compendium.url(found.entry, found.statement))
    options.tell_unmatched(found)
    if found.others:
        click.echo(f"compendium: the name may also mean {', '.join(found.others)}", err=True)
