"""compendium confirm."""

from __future__ import annotations

import click

from compendium_cli.commands import options
from compendium_cli.commands.chosen import editable
from compendium_cli.compendium import open_compendium
from compendium_cli.errors import UsageError
from compendium_cli.exports.as_json import dumps, versioned


@click.command("confirm", short_help="Say that a ruling still follows from its rules.")
@click.argument("rulings", nargs=-1)
@options.glossary
@options.game
@options.as_json
@click.option("--all", "every", is_flag=True, help="Confirm every ruling.")
def command(rulings: tuple[str, ...], glossary: str, game: str | None, as_json: bool, every: bool) -> None:
    """Say that rulings follow from the statements they rest on, as these are today.

    A ruling keeps a fingerprint of its grounds. Where one of them is edited, "compendium lint" names the ruling, and it
    is shown as one that needs a new look, until somebody has read the grounds and confirms it.

    \b
    Examples:
      compendium confirm defend-with-exhausted-ally
      compendium confirm --all --glossary my-glossary
    """
    if not rulings and not every:
        raise UsageError("name the rulings that you have read anew, or give --all")
    if rulings and every:
        raise UsageError("--all confirms every ruling: name none beside it")
    del glossary  # the one that is meant, or an error where it can't be written
    renewed = open_compendium(editable()).confirm(rulings, game=game)
    if as_json:
        click.echo(dumps(versioned({"confirmed": renewed})))
        return
    for name in renewed:
        click.echo(f"confirmed {name}")
    if not renewed:
        click.echo("nothing to confirm: no ground has changed")
