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
def command(
    form: str,
    output: str | None,
    game: str | None,
    lang: str | None,
    as_json: bool,
    glossary: str | None,
    base_url: str | None,
) -> None:
    """Write all games, editions and entries in one document, for other programs.

    \b
    Examples:
      compendium export --format json > compendium.json
      compendium export --format json --game marvel-champions --lang it -o champions-it.json
    """
    del as_json  # the export is what was asked for; the option only makes errors JSON
    text = FORMATS[form](options.opened(glossary, base_url), lang, game)
    if output is None:
        click.echo(text, nl=False)
    else:
        write_whole(Path(output), text)
