"""compendium parity."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

import click

from compendium_cli.commands import options
from compendium_cli.commands.styles import echo
from compendium_cli.compendium import open_compendium
from compendium_cli.exports.as_json import dumps, versioned

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from compendium_cli.parity import Parity

_MEASURES = (
    *("there", "cards", "missing", "older", "noted", "stale", "hint", "dangling", "see-also", "unaligned", "alone"),
    "rulings",
)


@click.command("parity", short_help="Tell how far the languages are in step.")
@options.game
@click.option("--lang", metavar="LANG", help="Only this language: it, es, uk.")
@click.option(
    "--fail-on",
    "gates",
    type=click.Choice(["missing", "dangling"]),
    multiple=True,
    help="Exit status 1 where entries are missing, or links lead nowhere. May be given twice.",
)
@options.as_json
@options.glossary
def command(game: str | None, lang: str | None, gates: tuple[str, ...], as_json: bool, glossary: str) -> None:
    """Compare the languages of each game: what is there, missing, older, and cited in one language but not in another.

    "there" counts concepts and "cards" cards that have an entry; the lines below them count both. "stale" counts
    entries with a note on a newer edition that is no longer the current one, as lint lists them. "hint" counts entries
    of an older edition that say nothing of the newer one though it differs by much in length or references: a place to
    look, not a fault. "unaligned" counts entries of an older edition that do not say which statements of the current
    one theirs correspond to, "alone" statements that correspond to none. "rulings" counts those that have a text in the
    language, of all that have one or should: a ruling is no entry in any other line. --json lists every entry behind
    the numbers.

    \b
    Examples:
      compendium parity
      compendium parity --game marvel-champions --lang uk --json
      compendium parity --fail-on missing --fail-on dangling
    """
    compendium = open_compendium(glossary, progress=options.Progress("Reading the glossary"))
    reports = compendium.parity(lang=lang, game=game)
    if as_json:
        click.echo(dumps(versioned({"parity": [_json(report) for report in reports]})))
    else:
        for number, (game_id, found) in enumerate(groupby(reports, key=lambda report: report.game)):
            if number:
                echo()
            for line in _table(game_id, list(found)):
                echo(line)
    failing = [gate for gate in gates if any(getattr(report, gate) for report in reports)]
    if failing:
        click.get_current_context().exit(1)


def _table(game: str, reports: Sequence[Parity]) -> Iterator[str]:
    """Yield what is told of a game, a language in each column: there are always fewer of them than there is to tell."""
    columns = [[game, "edition", *_MEASURES]]
    columns += ([report.lang, " ".join(report.editions), *_measured(report)] for report in reports)
    widths = [max(map(len, column)) for column in columns]
    for cells in zip(*columns, strict=True):
        yield "  ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True)).rstrip()


def _measured(report: Parity) -> list[str]:
    numbers = (
        *(report.there, report.cards, len(report.missing), report.older, report.noted, len(report.stale)),
        *(len(report.hints), len(report.dangling), sum(len(difference.lacks) for difference in report.see_also)),
        *(len(report.unaligned), sum(len(alone.statements) for alone in report.alone)),
    )
    return [*map(str, numbers), f"{report.rulings}/{report.rulings + len(report.missing_rulings)}"]


def _json(report: Parity) -> dict[str, object]:
    fields = report._asdict()
    for name in ("see_also", "alone"):
        fields[name] = [item._asdict() for item in fields[name]]
    return dict(fields)
