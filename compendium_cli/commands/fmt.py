"""compendium fmt."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from compendium_cli import settings
from compendium_cli.commands import options
from compendium_cli.errors import UsageError
from compendium_cli.exports.as_json import dumps
from compendium_cli.files import NotTextError, read_text, write_whole
from compendium_cli.languages import LANGUAGES
from compendium_cli.reading.layout import UnsafeLayoutError, format_entry
from compendium_cli.reading.listing import entry_paths, select_paths

if TYPE_CHECKING:
    from pathlib import Path


@click.command("fmt", short_help="Number new statements, tidy the layout.")
@click.argument("paths", nargs=-1, type=click.Path())
@options.glossary
@options.as_json
@click.option("--check", is_flag=True, help="Change nothing; exit status 1 where something would change.")
def command(paths: tuple[str, ...], glossary: str | None, as_json: bool, check: bool) -> None:
    """Number new statements and tidy the layout of entries. Words are never changed; doing it twice changes nothing.

    \b
    Examples:
      compendium fmt
      compendium fmt --check glossary/marvel-champions/it
    """
    if glossary is None and not settings.is_checkout() and not check:
        raise UsageError("the installed glossary is not yours to change: give --glossary DIR")
    folder = settings.glossary_folder(glossary)
    chosen = select_paths(folder, paths) if paths else entry_paths(folder)
    changed, left_alone = [], []
    for path in sorted({*chosen} & {*entry_paths(folder)}):
        try:
            if _format(folder / path, check=check):
                changed.append(path)
        except (NotTextError, UnsafeLayoutError, OSError):
            left_alone.append(path)
    if as_json:
        click.echo(dumps({"changed": changed, "left_alone": left_alone, "check": check}))
    else:
        for path in changed:
            click.echo(f"{'would change' if check else 'changed'} {path}")
        for path in left_alone:
            click.echo(f"compendium: left {path} alone: see compendium lint {path}", err=True)
        if not changed:
            click.echo("nothing to change")
    if left_alone or (check and changed):
        click.get_current_context().exit(1)


def _format(path: Path, *, check: bool) -> bool:
    """Format one entry; tell whether it changed, or would."""
    after = format_entry(read_text(path), {language.see_also for language in LANGUAGES.values()})
    if after.encode() == path.read_bytes():
        return False
    if not check:
        write_whole(path, after)
    return True
