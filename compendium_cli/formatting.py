"""Formatting the entries of a glossary folder. How one entry is laid out, ``reading.layout`` knows."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.files import NotTextError, text_of, write_whole
from compendium_cli.languages import LANGUAGES
from compendium_cli.reading.layout import UnsafeLayoutError, format_entry
from compendium_cli.reading.listing import entry_paths, real_file, select_paths

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
            before, after = _formatted(folder, path)
            # Whoever edits the entry meanwhile is not undone: what stands there then is formatted anew.
            while after != before and not check and not write_whole(folder / path, after.decode(), instead_of=before):
                before, after = _formatted(folder, path)
        except (_UnreadableError, NotTextError, UnsafeLayoutError):
            left_alone.append(path)
        else:
            if after != before:
                changed.append(path)
    return Formatted(tuple(changed), tuple(left_alone))


class _UnreadableError(Exception):
    """The file is not there, or not for us."""


def _formatted(folder: Path, path: str) -> tuple[bytes, bytes]:
    """Return an entry as it is and as it should be."""
    try:
        raw = real_file(folder, path).read_bytes()
    except OSError as error:
        raise _UnreadableError from error
    text = format_entry(text_of(raw), {language.see_also for language in LANGUAGES.values()})
    return raw, text.encode()
