"""compendium schema."""

from __future__ import annotations

import click

from compendium_cli.exports.as_json import dumps
from compendium_cli.exports.schemas import SHAPES, schema_of


@click.command("schema", short_help="Print the JSON Schema of what a command answers.")
@click.argument("name", metavar="COMMAND", type=click.Choice(list(SHAPES)))
def command(name: str) -> None:
    """Print the JSON Schema (draft 2020-12) of what a command answers with --json.

    Besides the commands there are "error", what any of them answers that fails; "entry", a line of export --format
    jsonl; "quote-stdin", what quote --stdin answers; "games" and "health", which compendium api answers besides.

    \b
    Examples:
      compendium schema ask
      compendium schema error > error.schema.json
    """
    click.echo(dumps(schema_of(name)))
