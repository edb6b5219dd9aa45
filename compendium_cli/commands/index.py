"""compendium index."""

from __future__ import annotations

import click

from compendium_cli.commands import options
from compendium_cli.commands.chosen import chosen, why


@click.command("index", short_help="Tell about the compiled glossary, or rebuild it.")
@options.glossary
@options.as_json
@click.option("--rebuild", is_flag=True, help="Compile the glossary anew.")
@click.option("--prune", is_flag=True, help="Remove what other glossaries and older versions were compiled to.")
def command(glossary: str, as_json: bool, rebuild: bool, prune: bool) -> None:
    """Tell where the compiled glossary and its full-text index are, or rebuild them.

    Those of the shipped glossary come with the package. Others are made on first use. After an edit only the edited
    entries are compiled again, and found by how common words were before; after many edits everything is, as --rebuild
    does at once. Nothing is lost when they are deleted.

    \b
    Examples:
      compendium index
      compendium index --rebuild
      compendium index --prune
    """
    compendium = options.rebuilt(glossary) if rebuild else options.opened(glossary, None)
    removed = compendium.prune() if prune else []
    known = compendium.facts()
    languages = compendium.languages()
    facts = {
        "glossary": str(compendium.folder),
        "chosen_by": chosen().by,
        "cache": str(known.cache) if known.cache else None,
        "bytes": known.size,
        "entries": known.entries,
        "problems": known.problems,
        "edited": known.edited,
        "library": known.library,
        "languages": languages,
        "games": list(compendium.games()),
        "rebuilt": rebuild,
        "pruned": [str(kept.path) for kept in removed],
    }
    if as_json:
        from compendium_cli.exports.as_json import dumps, versioned

        click.echo(dumps(versioned(facts)))
        return
    click.echo(f"glossary   {facts['glossary']} ({why(chosen())})")
    click.echo(f"compiled   {facts['cache'] or 'in memory: the cache folder cannot be used'}")
    if known.size is not None:
        click.echo(f"size       {known.size / 1e6:.1f} MB, {known.library}")
    click.echo(f"entries    {known.entries} in {', '.join(languages)}")
    if known.edited:
        click.echo(f"edited     {known.edited} since all were compiled together, as compendium index --rebuild does")
    if rebuild:
        click.echo("rebuilt    yes")
    if prune:
        click.echo(f"pruned     {sum(kept.size for kept in removed) / 1e6:.1f} MB of {len(removed)} other forms")
