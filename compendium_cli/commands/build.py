"""compendium build."""

from __future__ import annotations

import click

from compendium_cli import settings
from compendium_cli.commands import options
from compendium_cli.commands.chosen import chosen
from compendium_cli.commands.private import private_site as private_option
from compendium_cli.commands.private import refuse_imported
from compendium_cli.compendium import open_compendium
from compendium_cli.exports.as_json import dumps, versioned

_MOST_SHOWN = 20


@click.command("build", short_help="Make the site.")
@click.option(
    "--site-dir",
    metavar="DIR",
    type=click.Path(file_okay=False),
    default="build/site",
    show_default=True,
    help="Write the site into this folder: an empty one, or one built before. What you put beside a site stays.",
)
@click.option("--strict", is_flag=True, help="Fail on any warning, too.")
@options.base_url
@options.as_json
@options.glossary
@private_option
def command(
    site_dir: str, strict: bool, private_site: bool, base_url: str | None, as_json: bool, glossary: str
) -> None:
    """Make a static site from the glossary, and check every link and anchor in it.

    The site needs no server: it opens from a folder, a USB stick or any web host. Exit status 1 where a link leads
    nowhere. Needs: pip install ".[site]", in a clone.

    \b
    Examples:
      compendium build
      compendium build --strict --site-dir public --base-url https://rules.example.org/
    """
    from compendium_cli.site.building import Wanted, build_site

    refuse_imported(open_compendium(glossary), is_private=private_site)
    address = settings.base_url(base_url, chosen().folder)
    progress, compiling = options.Progress("Building the site"), options.Progress("Compiling the glossary")
    report = build_site(Wanted(glossary, address, site_dir, strict, progress, compiling))
    if as_json:
        fields = report._asdict()
        fields["broken"] = [broken._asdict() for broken in report.broken]
        click.echo(dumps(versioned({"site": site_dir, "base_url": address, **fields})))
    else:
        click.echo(f"{site_dir}: {report.pages} pages, {report.links} links, {report.anchors} of them to anchors")
        for broken in report.broken[:_MOST_SHOWN]:
            click.echo(f"{broken.page}: {broken.link}: {broken.why}", err=True)
        told = f"{len(report.broken)} links lead nowhere" if report.broken else "every link leads somewhere"
        click.echo(told)
        nobodys = ", which is nobody's: give --base-url, or set site_url in mkdocs.yml"
        click.echo(f"they carry {address}{nobodys if address == settings.RESERVED_URL else ''}")
    if report.broken:
        click.get_current_context().exit(1)
