"""compendium path."""

from __future__ import annotations

import click

from compendium_cli.commands import options
from compendium_cli.commands.rendering import chain_lines
from compendium_cli.commands.styles import echo
from compendium_cli.errors import NotFoundError
from compendium_cli.exports.as_json import dumps, path_json


@click.command("path", short_help="Show the chain of links between two entries.")
@options.entry_argument("start")
@options.entry_argument("goal")
@options.common
def command(start: str, goal: str, given: options.Given) -> None:
    """Show the shortest chain of links between two entries: see-also before mentions, forwards before backwards.

    \b
    Examples:
      compendium path stunned consequential-damage
      compendium path "danno conseguente" alleato --json
    """
    compendium = given.opened()
    first = given.look_up(compendium, start).entry
    last = compendium.look_up(goal, lang=given.lang or first.lang, game=given.game or first.game).entry
    steps = compendium.path(first, last) if last.lang == first.lang else []
    if not steps:
        raise NotFoundError(f"no chain of links leads from {first.name} to {last.name} in {first.lang!r}")
    if given.as_json:
        click.echo(dumps(path_json(compendium, first, last, steps)))
        return
    for line in chain_lines(compendium, steps, first.lang):
        echo(line)
