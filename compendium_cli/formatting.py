"""Formatting the entries of a glossary folder. How one entry is laid out, ``reading.layout`` knows."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.files import NotTextError, read_text, write_whole
from compendium_cli.languages import LANGUAGES
from compendium_cli.reading.layout import UnsafeLayoutError, format_entry
from compendium_cli.reading.listing import entry_paths, select_paths

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path


class Formatted(NamedTuple):
    """What formatting did, or would do."""

    changed: tuple[str, ...]
    """Files that were not in form."""
    left_alone: tuple[str, ...]
    """Files with faults that a person has to mend first."""


def format_entries(folder: Path, paths: Collection[str] = (), *, check: bool = False) -> Formatted:
    """Format the entries of a glossary, or those among some files and folders; ``check`` only looks."""
    entries = entry_paths(folder)
    chosen = {*select_paths(folder, paths)} if paths else {*entries}
    changed, left_alone = [], []
    for path in sorted(chosen.intersection(entries)):
        try:
            if _format(folder / path, check=check):
                changed.append(path)
        except (NotTextError, UnsafeLayoutError, OSError):
            left_alone.append(path)
    return Formatted(tuple(changed), tuple(left_alone))


def _format(path: Path, *, check: bool) -> bool:
    """Format one entry; tell whether it changed, or would."""
    after = format_entry(read_text(path), {language.see_also for language in LANGUAGES.values()})
    if after.encode() == path.read_bytes():
        return False
    if not check:
        write_whole(path, after)
    return True
