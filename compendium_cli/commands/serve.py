"""compendium serve."""

from __future__ import annotations

import click

from compendium_cli.commands import options


@click.command("serve", short_help="Show the site while you edit.")
@click.option("--address", metavar="HOST:PORT", default="127.0.0.1:8000", show_default=True, help="Where to serve it.")
@options.glossary
def command(address: str, glossary: str) -> None:
    """Show the site on this machine, and build it anew whenever an entry changes.

    Open pages reload by themselves. Ctrl+C ends it. Needs: pip install ".[site]", in a clone.

    \b
    Examples:
      compendium serve
      compendium serve --glossary my-glossary --address 127.0.0.1:8080
    """
    from compendium_cli.site.building import Wanted, serve_site

    serve_site(Wanted(glossary, "", ""), address)
