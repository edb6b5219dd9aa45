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
      compendium show ally#3
      compendium show https://compendium.example/it/marvel-champions/ally/#3
    """
    shelves = Shelves.opened(given, library)
    compendium, found = shelves.look_up(given, entry)
    imports = shelves.imports if compendium is shelves.compendium else None
    imported = imports.entry(found.entry.name, found.entry.lang) if imports else None
    if given.as_json:
        from compendium_cli.exports.as_json import dumps, entry_json, found_json

        shown = entry_json(imports, imported) if imports and imported else None
        click.echo(dumps(found_json(compendium, found) | {"imported": shown}))
        return
    _print(compendium, found, imported)


def _print(compendium: Compendium, found: Found, imported: Entry | None) -> None:
    labels = language(found.entry.lang).labels
    if found.asked_for != found.entry.title:
        echo(labels.redirect.format(title=found.asked_for))
    only = found.statement if found.statement not in found.entry.retired else None
    if found.statement is not None and only is None:
        echo(labels.retired.format(n=found.statement))
    lines = list(entry_lines(compendium, found.entry, only))
    if imported:
        lines += ["", bold(f"{labels.imported} · {labels.edition} {imported.edition}")]
        lines += [statement_lines(statement, imported) for statement in imported.statements]
    echo_pages(lines)
    options.tell_unmatched(found)
    if found.missing_lang:
        click.echo(f"compendium: no entry in {found.missing_lang!r}; shown in {found.entry.lang!r}", err=True)
    if found.others:
        click.echo(f"compendium: the name may also mean {', '.join(found.others)}", err=True)
