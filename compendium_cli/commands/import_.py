"""compendium import."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import click

from compendium_cli.commands import options
from compendium_cli.errors import UsageError
from compendium_cli.exports.as_json import dumps

if TYPE_CHECKING:
    from compendium_cli.importing.pipeline import Imported


@click.command("import", short_help="Read a publisher's document into a private library.")
@click.argument("files", nargs=-1, required=True, type=click.Path())
@click.option("--game", metavar="GAME", required=True, help="The game that the document is about.")
@click.option("--lang", metavar="LANG", required=True, help="The document's language: it, es, uk, en.")
@click.option("--edition", metavar="EDITION", required=True, help="An id for the edition, such as it-1.8.")
@click.option("--to", "target", metavar="DIR", type=click.Path(), help="The folder to add to: your private library.")
@click.option(
    "--update",
    is_flag=True,
    help="Replace entries of this edition that were imported; statement numbers stay where the text does.",
)
@click.option("--dry-run", is_flag=True, help="Read and report, but write nothing.")
@click.option("--encoding", metavar="NAME", help="Encoding of the files, where it is not UTF-8 and has no mark.")
@options.as_json
@options.glossary
def command(
    files: tuple[str, ...],
    game: str,
    lang: str,
    edition: str,
    target: str | None,
    update: bool,
    dry_run: bool,
    encoding: str | None,
    as_json: bool,
    glossary: str | None,
) -> None:
    """Read a rules document that you own (Markdown, plain text or PDF) and write its entries, cross-linked.

    Several FILES are the parts of one document, in order. Titles and ids come from the glossary where it knows them.
    What is written is the publisher's own wording: keep it private. Every reference is resolved or reported, every
    repair of a misread heading is reported, and what is no rule text is listed with the reason.

    The library is added to: nothing in it that was not imported is changed. Where an entry is in the way, nothing is
    written.

    \b
    Examples:
      compendium import my-rules.txt --game marvel-champions --lang it --edition it-1.8 --to mylibrary
      compendium import part1.md part2.md --game chess --lang en --edition en-2 --dry-run --json
    """
    if not (target or dry_run):
        raise UsageError("say where to write with --to DIR, or only look with --dry-run")
    done = options.opened(glossary, None).import_document(
        *files,
        game=game,
        lang=lang,
        edition=edition,
        to=None if dry_run else target,
        update=update,
        encoding=encoding,
        progress=options.Progress("Importing"),
    )
    if as_json:
        click.echo(dumps(_report(done.found) | {"encodings": list(done.encodings), "written": done.written}))
    else:
        _print(done.found, done.encodings, done.written)


def _report(imported: Imported) -> dict[str, Any]:
    return {
        "entries": [
            {
                "concept": entry.concept,
                "title": entry.title,
                "heading": entry.heading,
                "line": entry.line,
                "statements": len(entry.blocks),
                "see_also": list(entry.see_also),
            }
            for entry in imported.entries
        ],
        "cards": [
            {
                "card": card.card,
                "title": card.title,
                "heading": card.heading,
                "line": card.line,
                "product": card.product,
                "number": card.number,
                "questions": len(card.questions),
                "errata": len(card.errata),
            }
            for card in imported.cards
        ],
        "references": [reference._asdict() for reference in imported.references],
        "skipped": [skipped._asdict() for skipped in imported.skipped],
        "problems": list(imported.problems),
    }


def _print(imported: Imported, encodings: tuple[str, ...], target: str | None) -> None:
    how = Counter(reference.how or "no target" for reference in imported.references)
    why = Counter(skipped.why for skipped in imported.skipped)
    click.echo(f"read as       {', '.join(dict.fromkeys(encodings))}")
    click.echo(f"entries       {len(imported.entries)}")
    click.echo(f"cards         {len(imported.cards)}")
    click.echo(f"references    {len(imported.references)}: {', '.join(f'{n} {name}' for name, n in how.most_common())}")
    click.echo(f"skipped       {len(imported.skipped)}: {', '.join(f'{n} {name}' for name, n in why.most_common())}")
    for problem in imported.problems:
        click.echo(f"look at       {problem}")
    for reference in imported.references:
        if reference.target is None:
            click.echo(f"no target     line {reference.line}: {reference.raw!r} in {reference.source}")
    if target:
        click.echo(f"written       {target}")
        click.echo("              This is the publisher's text: keep it private.")
