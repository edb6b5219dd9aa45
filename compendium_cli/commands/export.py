"""compendium export."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import click

from compendium_cli.commands import options
from compendium_cli.commands.private import private_site as private_option
from compendium_cli.commands.private import refuse_imported
from compendium_cli.errors import UsageError
from compendium_cli.exports.as_anki import KINDS, export_anki
from compendium_cli.exports.as_json import export_json
from compendium_cli.exports.as_jsonl import export_jsonl
from compendium_cli.exports.as_skos import export_skos
from compendium_cli.exports.as_tbx import export_tbx
from compendium_cli.writing.files import write_whole

FORMATS = {
    "json": export_json,
    "jsonl": export_jsonl,
    "skos": export_skos,
    "tbx": export_tbx,
    "anki": export_anki,
}


@click.command("export", short_help="Write everything in one document.")
@click.option("--format", "form", type=click.Choice(list(FORMATS)), required=True, help="Form of the export.")
@click.option(
    "--output",
    "-o",
    metavar="FILE",
    type=click.Path(dir_okay=False),
    help="Write to this file, whole or not at all, instead of standard output.",
)
@click.option(
    "--kind",
    "kinds",
    metavar="KIND",
    multiple=True,
    help=f"With anki: only entries of this kind. May be given more than once. Default: {', '.join(KINDS)}.",
)
@options.game
@click.option("--lang", metavar="LANG", help="Only this language: it, es, uk.")
@options.as_json
@options.base_url
@options.glossary
@private_option
def command(
    form: str,
    output: str | None,
    kinds: tuple[str, ...],
    game: str | None,
    lang: str | None,
    private_site: bool,
    as_json: bool,
    base_url: str | None,
    glossary: str,
) -> None:
    """Write all games, editions and entries in one document, for other programs.

    json: everything, as show gives it; jsonl: an entry per line; skos: a vocabulary in Turtle; tbx: a termbase
    (TBX-Basic, ISO 30042:2019); anki: flash cards for Anki's File > Import, a deck per language and game.

    \b
    Examples:
      compendium export --format json > compendium.json
      compendium export --format skos --game marvel-champions -o champions.ttl
      compendium export --format tbx -o compendium.tbx
      compendium export --format anki --lang it --kind keyword -o parole-chiave.txt
    """
    del as_json  # the export is what was asked for: here --json only makes errors JSON
    if kinds and form != "anki":
        raise UsageError("--kind chooses flash cards: it goes with --format anki")
    export = partial(export_anki, kinds=kinds) if kinds else FORMATS[form]
    compendium = options.opened(glossary, base_url)
    refuse_imported(compendium, is_private=private_site)
    text = export(compendium, lang, game, progress=options.Progress("Exporting"))
    if output is None:
        click.echo(text, nl=False)
    else:
        write_whole(Path(output), text)
