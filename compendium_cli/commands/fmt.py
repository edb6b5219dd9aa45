"""compendium fmt."""

from __future__ import annotations

from pathlib import Path

import click

from compendium_cli import settings
from compendium_cli.commands import options
from compendium_cli.errors import UsageError
from compendium_cli.exports.as_json import dumps
from compendium_cli.files import NotTextError, read_text, write_whole
from compendium_cli.languages import LANGUAGES
from compendium_cli.reading.folder import entry_paths, select_paths
from compendium_cli.reading.layout import UnsafeLayoutError, format_entry


@click.command("fmt")
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
    chosen = set(select_paths(folder, paths)) if paths else None
    labels = {language.see_also for language in LANGUAGES.values()}
    changed, left_alone = [], []
    for path in entry_paths(folder):
        if chosen is not None and path not in chosen:
            continue
        try:
            before = read_text(folder / path)
            after = format_entry(before, labels)
        except (NotTextError, UnsafeLayoutError, OSError):
            left_alone.append(path)
            continue
        if after.encode() != (folder / path).read_bytes():
            changed.append(path)
            if not check:
                write_whole(Path(folder / path), after)
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
