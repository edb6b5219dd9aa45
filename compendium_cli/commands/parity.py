"""compendium parity."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from compendium_cli.commands import options
from compendium_cli.compendium import open_compendium
from compendium_cli.exports.as_json import dumps, versioned

if TYPE_CHECKING:
    from compendium_cli.parity import Parity


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

    "there" counts concepts and "cards" cards that have an entry; the columns after them count both. "stale" counts
    entries with a note on a newer edition that is no longer the current one, as lint lists them. "hint" counts entries
    of an older edition that say nothing of the newer one though it differs by much in length or references: a place to
    look, not a fault. "unaligned" counts entries of an older edition that do not say which statements of the current
    one theirs correspond to, "alone" statements that correspond to none. "rulings" counts those that have a text in the
    language, of all that have one or should: a ruling is no entry in any other column. --json lists every entry behind
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
        heads = (
            *("game", "lang", "edition", "there", "cards", "missing", "older", "noted", "stale", "hint", "dangling"),
            *("see-also", "unaligned", "alone", "rulings"),
        )
        rows = [
            (
                report.game,
                report.lang,
                " ".join(report.editions),
                *map(str, (report.there, report.cards, len(report.missing), report.older, report.noted)),
                *map(str, (len(report.stale), len(report.hints), len(report.dangling))),
                str(sum(len(difference.lacks) for difference in report.see_also)),
                str(len(report.unaligned)),
                str(sum(len(alone.statements) for alone in report.alone)),
                f"{report.rulings}/{report.rulings + len(report.missing_rulings)}",
            )
            for report in reports
        ]
        widths = [max(len(row[column]) for row in (heads, *rows)) for column in range(len(heads))]
        for row in (heads, *rows):
            click.echo("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
    failing = [gate for gate in gates if any(getattr(report, gate) for report in reports)]
    if failing:
        click.get_current_context().exit(1)


def _json(report: Parity) -> dict[str, object]:
    fields = report._asdict()
    for name in ("see_also", "alone"):
        fields[name] = [item._asdict() for item in fields[name]]
    return dict(fields)
