"""compendium api."""

from __future__ import annotations

import click

from compendium_cli.commands import options
from compendium_cli.errors import UsageError
from compendium_cli.listening import address_of, refuse_unusable
from compendium_cli.settings import how_to_install


@click.command("api", short_help="Serve answers over HTTP, for bots and pages.")
@click.option("--address", metavar="HOST:PORT", default="127.0.0.1:8080", show_default=True, help="Where to serve.")
@options.base_url
@options.glossary
def command(address: str, base_url: str | None, glossary: str) -> None:
    """Serve answers over HTTP, in the JSON of the commands: ask, search, show, compare, quote, link, games, health.

    /openapi.json says what can be asked, and how. Nothing is kept of a request, so any number of copies may stand
    behind a load balancer. Ctrl+C ends it. The libraries that it needs come with
    pip install ".[http]", in a clone.

    \b
    Examples:
      compendium api
      compendium api --address 0.0.0.0:8080 --glossary my-glossary
    """
    try:
        from compendium_cli.service import serve
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in {"starlette", "uvicorn"}:
            raise
        raise UsageError(f"the service needs two more libraries: {how_to_install('http')}") from None
    place = address_of(address)
    refuse_unusable(place)
    compendium = options.opened(glossary, base_url)
    compendium.complete()
    click.echo(f"http://{place}/openapi.json\nhttp://{place}/ask?question=overkill")
    serve(compendium, place)
