"""compendium show."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from compendium_cli.commands import options
from compendium_cli.commands.rendering import entry_lines, statement_lines
from compendium_cli.commands.shelves import Shelves
from compendium_cli.commands.styles import bold, echo, echo_pages
from compendium_cli.languages import language

if TYPE_CHECKING:
    from collections.abc import Sequence

    from compendium_cli.compendium import Compendium, Found
    from compendium_cli.model import Entry


@click.command("show", short_help="Show an entry.")
@options.entry_argument(nargs=-1, required=True)
@options.common
@options.library
def command(entry: tuple[str, ...], library: str | None, given: options.Given) -> None:
    """Show an entry, by id, title, alias, English term, any inflection, or with a small typo.

    Where a library of imported texts has the entry too, its wording follows, marked as imported.

    \b
    Examples:
      compendium show overkill --lang es
      compendium show danno conseguente
      compendium show ally#3-5
      compendium show https://compendium.example/it/marvel-champions/ally/#3
    """
    shelves = Shelves.opened(given, library)
    compendium, found = shelves.look_up(given, entry)
    first = found[0]
    imports = shelves.imports if compendium is shelves.compendium else None
    imported = imports.entry(first.entry.name, first.entry.lang) if imports else None
    if given.as_json:
        from compendium_cli.exports.as_json import dumps, entry_json, found_json

        shown = entry_json(imports, imported) if imports and imported else None
        numbers = [one.statement for one in found if one.statement is not None]
        click.echo(
            dumps(found_json(compendium, first) | {"imported": shown} | ({"named": numbers} if numbers[1:] else {}))
        )
        return
    _print(compendium, found, imported)


def _print(compendium: Compendium, found: Sequence[Found], imported: Entry | None) -> None:
    entry = found[0].entry
    labels = language(entry.lang).labels
    if found[0].asked_for != entry.title:
        echo(labels.redirect.format(title=found[0].asked_for))
    only = []
    for one in found:
        if one.statement in entry.retired:
            echo(labels.retired.format(n=one.statement))
        elif one.statement is not None:
            only.append(one.statement)
    lines = list(entry_lines(compendium, entry, only))
    if imported:
        lines += ["", bold(f"{labels.imported} · {labels.edition} {imported.edition}")]
        lines += [statement_lines(statement, imported) for statement in imported.statements]
    echo_pages(lines)
    options.tell_found(found[0])
