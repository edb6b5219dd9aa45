"""compendium export."""

from __future__ import annotations

from pathlib import Path

import click

from compendium_cli.commands import options
from compendium_cli.exports.as_json import export_json
from compendium_cli.files import write_whole

FORMATS = {"json": export_json}


@click.command("export", short_help="Write everything in one document.")
@click.option("--format", "form", type=click.Choice(list(FORMATS)), required=True, help="Form of the export.")
@click.option(
    "--output",
    "-o",
    metavar="FILE",
    type=click.Path(dir_okay=False),
    help="Write to this file, whole or not at all, instead of standard output.",
)
@options.common
def command(form: str, output: str | None, given: options.Given) -> None:
    """Write all games, editions and entries in one document, for other programs.

    \b
    Examples:
      compendium export --format json > compendium.json
      compendium export --format json --game marvel-champions --lang it -o champions-it.json
    """
    # The export is what was asked for: here --json only makes errors JSON.
    text = FORMATS[form](given.opened(), given.lang, given.game)
    if output is None:
        click.echo(text, nl=False)
    else:
        write_whole(Path(output), text)
