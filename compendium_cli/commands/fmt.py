"""compendium fmt."""

from __future__ import annotations

import click

from compendium_cli.commands import options
from compendium_cli.commands.chosen import editable
from compendium_cli.commands.styles import tell
from compendium_cli.compendium import open_compendium
from compendium_cli.exports.as_json import dumps, versioned
from compendium_cli.text import printable


@click.command("fmt", short_help="Number new statements, tidy the layout.")
@click.argument("paths", nargs=-1, type=click.Path())
@options.glossary
@options.as_json
@click.option("--check", is_flag=True, help="Change nothing; exit status 1 where something would change.")
def command(paths: tuple[str, ...], glossary: str, as_json: bool, check: bool) -> None:
    """Number new statements, tidy the layout of entries and phrasings. Words stay; doing it twice changes nothing.

    \b
    Examples:
      compendium fmt
      compendium fmt --check glossary/marvel-champions/it
    """
    done = open_compendium(glossary if check else editable()).format(paths, check=check)
    if as_json:
        click.echo(dumps(versioned({"changed": done.changed, "left_alone": done.left_alone, "check": check})))
    else:
        for path in done.changed:
            click.echo(f"{'would change' if check else 'changed'} {printable(path)}")
        for path in done.left_alone:
            shown = printable(path)
            tell(f"left {shown} alone: see compendium lint {shown}")
        if not done.changed:
            click.echo("nothing to change")
    if done.left_alone or (check and done.changed):
        click.get_current_context().exit(1)
