"""compendium schema."""

from __future__ import annotations

import click

from compendium_cli.errors import UsageError
from compendium_cli.exports.as_json import dumps
from compendium_cli.exports.schemas import SHAPES, schema_of


@click.command("schema", short_help="Print the JSON Schema of what a command answers.")
@click.argument("name", metavar="COMMAND", required=False)
def command(name: str | None) -> None:
    """Print the JSON Schema (draft 2020-12) of what a command answers with --json; without COMMAND, list the names.

    Besides the commands there are "error", what any of them answers that fails; "ask-line", a line of ask --json -,
    which is an answer or an error; "entry", a line of export --format jsonl; "quote-stdin", what quote --stdin answers;
    "games" and "health", which compendium api answers besides.

    \b
    Examples:
      compendium schema ask
      compendium schema error > error.schema.json
    """
    if name is None:
        click.echo("\n".join(SHAPES))
    elif name in SHAPES:
        click.echo(dumps(schema_of(name)))
    else:
        raise UsageError(f"there is no schema {name!r}: choose one of {', '.join(SHAPES)}", SHAPES)
