"""compendium compare."""

from __future__ import annotations

import textwrap
from itertools import zip_longest
from typing import TYPE_CHECKING

import click

from compendium_cli.commands import options
from compendium_cli.commands.capabilities import width
from compendium_cli.commands.shelves import Shelves
from compendium_cli.commands.styles import bold, dim, display_width, echo
from compendium_cli.exports.as_json import comparison_json, dumps
from compendium_cli.languages import language
from compendium_cli.text import printable

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from compendium_cli.alignment import Row
    from compendium_cli.model import Entry

_NARROWEST_COLUMN = 28
_GAP = 3


@click.command("compare", short_help="Show an entry in all its languages.")
@options.entry_argument(nargs=-1, required=True)
@options.common
@options.library
def command(entry: tuple[str, ...], library: str | None, given: options.Given) -> None:
    """Show the languages of an entry side by side, row by row: what says the same stands together.

    What one edition lacks has no text beside it. In a narrow terminal the languages of a row stand one below the other.
    All languages are shown: --lang only says which one the name is in.

    \b
    Examples:
      compendium compare overkill
      compendium compare стан --json
    """
    compendium, (looked_up, *_) = Shelves.opened(given, library).look_up(given, entry)
    found = looked_up.entry
    if given.as_json:
        click.echo(dumps(comparison_json(compendium, found)))
        return
    versions = compendium.versions(found)
    lacking = [code for code in compendium.languages_of_game(found.game) if code not in versions]
    column = (width() - _GAP * (len(versions) - 1)) // len(versions)
    # Where a glossary does not say what corresponds, all statements of an entry are one row, those without number too.
    rows = compendium.rows(found) or [
        {lang: tuple(statement.n or 0 for statement in version.statements) for lang, version in versions.items()}
    ]
    if column < _NARROWEST_COLUMN:
        for line in _below_one_another(versions, rows):
            echo(line)
    else:
        for cells in _side_by_side(versions, rows, column):
            echo((" " * _GAP).join(cell + " " * (column - display_width(cell)) for cell in cells).rstrip())
    for code in lacking:
        echo(dim(f"{language(code).name}: –"))


def _side_by_side(versions: Mapping[str, Entry], rows: Sequence[Row], column: int) -> Iterator[tuple[str, ...]]:
    yield from zip_longest(*(_head(version, column) for version in versions.values()), fillvalue="")
    for row in rows:
        yield ("",)
        cells = ([*_cell(version, row.get(lang, ()), column)] or [dim("–")] for lang, version in versions.items())
        yield from zip_longest(*cells, fillvalue="")


def _below_one_another(versions: Mapping[str, Entry], rows: Sequence[Row]) -> Iterator[str]:
    for version in versions.values():
        yield from _head(version, width())
    for row in rows:
        yield ""
        for lang, version in versions.items():
            lines = [*_cell(version, row.get(lang, ()), width() - _GAP)] or [dim("–")]
            yield from (f"{dim(lang) if place == 0 else '  '} {line}" for place, line in enumerate(lines))
    yield ""


def _head(entry: Entry, column: int) -> Iterator[str]:
    yield from (bold(line) for line in textwrap.wrap(printable(entry.title), column))
    yield dim(f"{entry.lang} · {language(entry.lang).labels.edition} {entry.edition}"[:column])


def _cell(entry: Entry, numbers: Sequence[int], column: int) -> Iterator[str]:
    labels = language(entry.lang).labels
    for statement in (statement for statement in entry.statements if (statement.n or 0) in numbers):
        label = labels.callouts.get(str(statement.kind))
        text = printable(f"{label}: {statement.text}" if label else statement.text)
        first = f"{statement.n or '':>2} "
        yield from textwrap.wrap(text, column, initial_indent=first, subsequent_indent="   ", break_on_hyphens=False)
