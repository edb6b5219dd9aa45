"""Formatting the files of a glossary folder. How one is laid out, ``layout`` and ``expansions`` of ``reading`` know."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.languages import LANGUAGES
from compendium_cli.model import RULINGS
from compendium_cli.reading.expansions import format_expansions, numbers_in
from compendium_cli.reading.layout import UnsafeLayoutError, format_entry
from compendium_cli.reading.listing import (
    ASKED,
    entry_paths,
    expansion_paths,
    real_file,
    ruling_paths,
    select_paths,
)
from compendium_cli.reading.rulings import format_rulings
from compendium_cli.text import NotTextError, read_text, text_of
from compendium_cli.writing.files import clear_away, write_whole

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from pathlib import Path


class Formatted(NamedTuple):
    """What formatting did, or would do."""

    changed: tuple[str, ...]
    """Files that were not in form."""
    left_alone: tuple[str, ...]
    """Files with faults that a person has to mend first."""


def format_glossary(folder: Path, paths: Collection[str] = (), *, check: bool = False) -> Formatted:
    """Format entries, phrasings and rulings of a glossary, or those among some files; ``check`` only looks."""
    known = {*entry_paths(folder), *expansion_paths(folder), *ruling_paths(folder)}
    chosen = {*select_paths(folder, paths)} if paths else known
    changed, left_alone = [], []
    for path in sorted(chosen.intersection(known)):
        try:
            before, after = _formatted(folder, path)
            if not check:
                clear_away((folder / path).parent)
            # Whoever edits the file meanwhile is not undone: what stands there then is formatted anew.
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
    """Return a file as it is and as it should be."""
    try:
        raw = real_file(folder, path).read_bytes()
    except OSError as error:
        raise _UnreadableError from error
    text = text_of(raw)
    if path.endswith(".txt"):
        return raw, format_expansions(text).encode()
    if path.endswith(".yml"):
        return raw, format_rulings(text).encode()
    labels = {language.see_also for language in LANGUAGES.values()}
    is_ruling = path.split("/", 2)[2].startswith(RULINGS)
    return raw, format_entry(text, labels, _asked_about(folder, path), is_ruling=is_ruling).encode()


def _asked_about(folder: Path, path: str) -> Iterator[int]:
    """Yield the numbers that phrasings name of an entry: those of its language, and of languages without an entry."""
    game, own, name = path.removesuffix(".md").split("/", 2)
    for lang in LANGUAGES:
        if lang == own or not (folder / game / lang / f"{name}.md").exists():
            try:
                yield from numbers_in(read_text(real_file(folder, f"{game}/{ASKED}{lang}/{name}.txt")))
            except (OSError, NotTextError):
                continue  # there are none, or lint tells
