"""Files of a publisher's document -> a private library on disk, in one call."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.errors import UsageError
from compendium_cli.importing.changes import changes_in_glossary, changes_in_library
from compendium_cli.importing.document import read_document
from compendium_cli.importing.merging import Place, merge
from compendium_cli.importing.pipeline import import_document
from compendium_cli.reading.ids import EDITION_FIX, FIX, is_edition_id, is_id
from compendium_cli.writing.together import shared_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from compendium_cli.importing.changes import Changes
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
    changes: Changes
    """What differs from the library, or from the glossary where it has nothing of the game and language."""


class Target(NamedTuple):
    """Where an import goes, and what it is compared with."""

    to: str | None
    """The folder of a library."""
    is_dry: bool = False
    """Whether nothing is written."""
    update: bool = False
    own: Path | None = None
    """The user's own library, which an import is compared with that goes nowhere."""
    glossary: Path = Path()
    """Where the corpus comes from."""


def import_library(
    source: Source,
    corpus: Corpus,
    target: Target,
    progress: Callable[[int, int], None] | None = None,
) -> Import:
    """Read a document, compare it with what there is, and write its entries into a library unless it is a dry run."""
    if not is_id(source.game):
        raise UsageError(f"--game {source.game!r} is no id: {FIX}")
    if not is_edition_id(source.edition):
        raise UsageError(f"--edition {source.edition!r} is no id: {EDITION_FIX}")
    document = read_document(source.files, source.encoding)
    found = import_document(document, corpus, source.game, source.language, progress)
    if not (found.entries or found.cards):
        raise UsageError(f"{', '.join(source.files)}: {found.problems[-1]}")
    to = target.to
    if to is not None and Path(to).exists() and not Path(to).is_dir():
        raise UsageError(f"{to!r} is a file: --to takes a folder")
    changes = _changes(found, source, corpus, target)
    if to is None or target.is_dry:
        return Import(found, document.encodings, None, changes)
    with shared_folder(Path(to)) as library:  # from here on no other import changes the numbers that are given
        merge(found, corpus, Place(library, source.game, source.edition, source.language), update=target.update)
    return Import(found, document.encodings, to, changes)


def _changes(found: Imported, source: Source, corpus: Corpus, target: Target) -> Changes:
    library = Path(target.to) if target.to is not None else target.own
    changes = library and changes_in_library(found, library, source.game, source.edition, source.language)
    return changes or changes_in_glossary(found, corpus, target.glossary, source.game, source.language)
