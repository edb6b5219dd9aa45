"""Files of a publisher's document -> a private library on disk, in one call."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.errors import UsageError
from compendium_cli.importing.document import read_document
from compendium_cli.importing.merging import Place, merge
from compendium_cli.importing.pipeline import import_document
from compendium_cli.reading.ids import EDITION_FIX, FIX, is_edition_id, is_id
from compendium_cli.writing.together import shared_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from compendium_cli.importing.pipeline import Imported
    from compendium_cli.languages import Language
    from compendium_cli.model import Corpus


class Source(NamedTuple):
    """A document to import."""

    files: Sequence[str]
    """The parts of the document, in order."""
    game: str
    edition: str
    language: Language
    encoding: str | None = None
    """The encoding of the files, where it is not UTF-8 and has no mark."""


class Import(NamedTuple):
    """What was read, and where it was written."""

    found: Imported
    encodings: tuple[str, ...]
    """How each file was read."""
    written: str | None
    """The folder of the library; ``None`` where nothing was to be written."""


def import_library(
    source: Source,
    corpus: Corpus,
    to: str | None,
    *,
    update: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> Import:
    """Read a document and write its entries into a library; without ``to`` only read it."""
    if not is_id(source.game):
        raise UsageError(f"--game {source.game!r} is no id: {FIX}")
    if not is_edition_id(source.edition):
        raise UsageError(f"--edition {source.edition!r} is no id: {EDITION_FIX}")
    document = read_document(source.files, source.encoding)
    found = import_document(document, corpus, source.game, source.language, progress)
    if not (found.entries or found.cards):
        raise UsageError(f"{', '.join(source.files)}: {found.problems[-1]}")
    if to is not None:
        folder = Path(to)
        if folder.exists() and not folder.is_dir():
            raise UsageError(f"{to!r} is a file: --to takes a folder")
        with shared_folder(folder) as library:  # from here on no other import changes the numbers that are given
            merge(found, corpus, Place(library, source.game, source.edition, source.language), update=update)
    return Import(found, document.encodings, to)
