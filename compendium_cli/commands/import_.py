"""compendium import."""

from __future__ import annotations

import shlex
from collections import Counter
from pathlib import Path
from textwrap import shorten
from typing import TYPE_CHECKING, Any

import click

from compendium_cli import settings
from compendium_cli.commands import options, styles
from compendium_cli.errors import UsageError
from compendium_cli.exports.as_json import dumps, versioned
from compendium_cli.text import printable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from compendium_cli.importing.changes import Changes
    from compendium_cli.importing.pipeline import Imported

_SHOWN = 60


@click.command("import", short_help="Read a publisher's document into a private library.")
@click.argument("files", nargs=-1, required=True, type=click.Path())
@click.option("--game", metavar="GAME", required=True, help="The game that the document is about.")
@click.option("--lang", metavar="LANG", required=True, help="The document's language: it, es, uk, en.")
@click.option("--edition", metavar="EDITION", required=True, help="An id for the edition, such as it-1.8.")
@click.option(
    "--to", "target", metavar="DIR", type=click.Path(), help="The library to add to. Default: that in your data folder."
)
@click.option(
    "--update",
    is_flag=True,
    help="Replace entries of this edition that were imported; statement numbers stay where the text does.",
)
@click.option("--dry-run", is_flag=True, help="Read, compare and report, but write nothing.")
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
    glossary: str,
) -> None:
    """Read a rules document that you own (Markdown, plain text or PDF) and write its entries, cross-linked.

    Several FILES are the parts of one document, in order. Titles and ids come from the glossary where it knows them.
    What is written is the publisher's own wording: keep it private. Every reference is resolved or reported, every
    repair of a misread heading is reported, and what is no rule text is listed with the reason.

    The library is added to: nothing in it that was not imported is changed. Where an entry is in the way, nothing is
    written. With --dry-run, what would be new, changed and gone is told, statement by statement, beside the library
    that --to names; it may be one of an edition before.

    \b
    Examples:
      compendium import my-rules.txt --game marvel-champions --lang it --edition it-1.8 --to mylibrary
      compendium import my-rules.txt --game marvel-champions --lang it --edition it-1.8 --to mylibrary --dry-run
      compendium import part1.md part2.md --game chess --lang en --edition en-2 --dry-run --json
    """
    own = settings.library_folder(None)
    if not (target or dry_run):
        if own is None:
            raise UsageError("say where to write with --to DIR, or only look with --dry-run")
        target = str(own)
    done = options.opened(glossary, None).import_document(
        *files,
        game=game,
        lang=lang,
        edition=edition,
        to=target,
        update=update,
        dry_run=dry_run,
        encoding=encoding,
        progress=options.Progress("Importing"),
    )
    if as_json:
        changes = done.changes._asdict() | {"changed": [changed._asdict() for changed in done.changes.changed]}
        more: dict[str, Any] = {"encodings": list(done.encodings), "written": done.written, "changes": changes}
        click.echo(dumps(versioned(_report(done.found) | more)))
    else:
        _print(done.found, done.encodings, done.changes)
        if dry_run:
            _print_changes(done.changes)
        if done.written:
            click.echo(f"written       {done.written}")
            click.echo("              This is the publisher's text: keep it private.")
            is_own = own is not None and Path(done.written).resolve() == own.resolve()
            for line in _next_commands(done.found, game, lang, None if is_own else done.written):
                click.echo(line)
    _warn(done.found)


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
        "coverage": imported.coverage._asdict() | {"share": round(imported.coverage.share, 4)},
        "problems": list(imported.problems),
    }


def _print(imported: Imported, encodings: tuple[str, ...], changes: Changes) -> None:
    how = Counter(reference.how or "no target" for reference in imported.references)
    why = Counter(skipped.why for skipped in imported.skipped)
    click.echo(f"read as       {', '.join(dict.fromkeys(encodings))}")
    click.echo(f"entries       {len(imported.entries)}")
    counts = [f"{len(changes.new)} new", f"{len(changes.gone)} gone"]
    counts[1:1] = (
        [f"{len(changes.changed)} changed", f"{len(changes.unchanged)} unchanged"]
        if changes.texts
        else [f"{len(changes.unchanged)} there"]
    )
    click.echo(f"compared      {', '.join(counts)}: with {changes.against}")
    click.echo(f"cards         {len(imported.cards)}")
    click.echo(f"references    {len(imported.references)}: {', '.join(f'{n} {name}' for name, n in how.most_common())}")
    click.echo(f"skipped       {len(imported.skipped)}: {', '.join(f'{n} {name}' for name, n in why.most_common())}")
    coverage = imported.coverage
    beside = f"; {coverage.beside} more are contents, index, running heads and page numbers" if coverage.beside else ""
    click.echo(f"coverage      {coverage.share:.1%} of {coverage.words} words became entries{beside}")
    for line in _left_out(imported):
        click.echo(line)
    for problem in imported.problems:
        click.echo(f"look at       {problem}")
    for reference in imported.references:
        if reference.target is None:
            click.echo(f"no target     line {reference.line}: {reference.raw!r} in {reference.source}")


def _left_out(imported: Imported) -> Iterator[str]:
    """Yield what is no text of the rules: lines in a row together, with their first words."""
    for first, last in imported.left_out:
        where = f"line {first.line}" if first.line == last.line else f"lines {first.line} to {last.line}"
        yield f"left out      {where}, {first.why}: {shorten(printable(first.text), _SHOWN, placeholder='…')!r}"


def _warn(imported: Imported) -> None:
    """Say loudly that much of a document became no entry, and where to look."""
    coverage = imported.coverage
    if coverage.is_enough:
        return
    styles.echo(
        styles.bold(
            f"WARNING: {1 - coverage.share:.1%} of the text ({coverage.words - coverage.kept} words) is in no entry. "
            "See 'left out' and 'look at' above for the lines and why."
        ),
        err=True,
    )


def _next_commands(imported: Imported, game: str, lang: str, library: str | None) -> Iterator[str]:
    """Yield three commands to try: one for each way to read what was imported."""
    titles = [entry.title for entry in imported.entries if entry.blocks] or [card.title for card in imported.cards]
    where = ["--game", game, "--lang", lang, *(["--library", library] if library else [])]
    names = [titles[0], titles[len(titles) // 2], f"{titles[-1]}?"]
    for place, (verb, name) in enumerate(zip(("show", "search", "ask"), names, strict=True)):
        label = "" if place else "try"
        yield f"{label:<14}{shlex.join(['compendium', verb, name, *where])}"


def _print_changes(changes: Changes) -> None:
    """Print what a dry run is asked for: which entries would be other ones, and how."""
    for concept in changes.new:
        click.echo(f"new           {concept}")
    for changed in changes.changed:
        click.echo(f"changed       {changed.concept}" + (": see-also line" if changed.see_also else ""))
        for mark, texts in (("-", changed.gone), ("+", changed.added)):
            for text in texts:
                click.echo(f"            {mark} {printable(text)}")
    for concept in changes.gone:
        click.echo(f"gone          {concept}")
    if not changes.texts:
        click.echo("              Give --to LIBRARY, with an import of the edition before, to compare texts.")
