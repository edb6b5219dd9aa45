"""compendium mcp."""

from __future__ import annotations

import click

from compendium_cli.commands import options
from compendium_cli.errors import UsageError
from compendium_cli.settings import how_to_install


@click.command("mcp", short_help="Serve assistants over the Model Context Protocol.")
@options.base_url
@options.glossary
def command(base_url: str | None, glossary: str) -> None:
    """Serve assistants over the Model Context Protocol, on standard input and output, until they hang up.

    The tools are ask, show, search, compare and quote; each answers with the JSON of the command of its name. An
    assistant starts the server itself: its configuration names this command. The library that it needs comes with
    pip install ".[mcp]", in a clone.

    \b
    Examples:
      compendium mcp
      compendium mcp --glossary my-glossary
    """
    try:
        from compendium_cli.assistants import serve
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in {"anyio", "mcp", "pydantic"}:
            raise
        raise UsageError(f"the server needs one more library: {how_to_install('mcp')}") from None
    serve(glossary, base_url)
