"""compendium compare."""

from __future__ import annotations

import textwrap
from itertools import zip_longest
from typing import TYPE_CHECKING

import click

from compendium_cli.commands import options
from compendium_cli.commands.rendering import bold, dim, display_width, echo, entry_lines, width
from compendium_cli.exports.as_json import comparison_json, dumps
from compendium_cli.languages import language
from compendium_cli.text import printable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from compendium_cli.model import Entry

_NARROWEST_COLUMN = 28
_GAP = 3


@click.command("compare", short_help="Show an entry in all its languages.")
@options.entry_argument(nargs=-1, required=True)
@options.common
def command(entry: tuple[str, ...], given: options.Given) -> None:
    """Show the languages of an entry side by side, with edition, statements and what the newer edition changes.

    In a narrow terminal they stand one below the other. --lang chooses the language the name is looked up in.

    \b
    Examples:
      compendium compare overkill
      compendium compare стан --json
    """
    compendium = given.opened()
    found = given.look_up(compendium, entry).entry
    if given.as_json:
        click.echo(dumps(comparison_json(compendium, found)))
        return
    versions = compendium.versions(found)
    lacking = [code for code in compendium.languages_of_game(found.game) if code not in versions]
    column = (width() - _GAP * (len(versions) - 1)) // len(versions)
    if column < _NARROWEST_COLUMN:
        for version in versions.values():
            for line in entry_lines(compendium, version):
                echo(line)
            echo()
    else:
        columns = [list(_column(version, column)) for version in versions.values()]
        for cells in zip_longest(*columns, fillvalue=""):
            echo((" " * _GAP).join(cell + " " * (column - display_width(cell)) for cell in cells).rstrip())
    for code in lacking:
        echo(dim(f"{language(code).name}: –"))


def _column(entry: Entry, column: int) -> Iterator[str]:
    labels = language(entry.lang).labels
    yield from (bold(line) for line in textwrap.wrap(printable(entry.title), column))
    yield dim(f"{entry.lang} · {labels.edition} {entry.edition}"[:column])
    yield ""
    for statement in entry.statements:
        label = labels.callouts.get(str(statement.kind))
        text = printable(f"{label}: {statement.text}" if label else statement.text)
        first = f"{statement.n or '':>2} "
        yield from textwrap.wrap(text, column, initial_indent=first, subsequent_indent="   ", break_on_hyphens=False)
