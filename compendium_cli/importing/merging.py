"""An import and a library that others write, too -> the files to write. What was not imported is never replaced."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.errors import UsageError
from compendium_cli.importing.metadata import README, Metadata
from compendium_cli.importing.record import RECORD, Record, read_record
from compendium_cli.importing.writing import files_of
from compendium_cli.reading.front_matter import FrontMatter, read_front_matter, split_front_matter
from compendium_cli.text import NotTextError, text_of
from compendium_cli.writing.together import NewFile, write_together

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from compendium_cli.importing.pipeline import Imported
    from compendium_cli.languages import Language
    from compendium_cli.model import Corpus

_NAMED = 3
"""How many of the files in the way are named."""


class Place(NamedTuple):
    """Where an import goes."""

    library: Path
    game: str
    edition: str
    language: Language


def merge(found: Imported, corpus: Corpus, place: Place, *, update: bool) -> None:
    """Write what an import found into a library that is held; ``UsageError`` before anything is written."""
    library, game = place.library, place.game
    _refuse_no_folder(library, (game, f"{game}/{place.language.code}", f"{game}/{place.language.code}/cards"))
    texts = files_of(found, library, game, place.edition, place.language)
    entries = [NewFile(path, text.encode(), _held(library / path)) for path, text in texts.items()]
    record = read_record(library / game)
    _refuse_conflicts(entries, record, place, update=update or place.edition in record.unfinished)
    write_together(library, _with_metadata(entries, found, corpus, place, record))
    _keep(record.ended(place.edition, {_below(file, game): file.content for file in entries}), library, game)


def _with_metadata(
    entries: list[NewFile], found: Imported, corpus: Corpus, place: Place, record: Record
) -> list[NewFile]:
    """Return all files in the order in which they are written.

    At every moment a reader finds the game whole: one that is new begins with its game.yml, which comes last; in one
    that is there, entries follow the edition and the concepts which they name.
    """
    library, game = place.library, place.game
    before = Metadata(library, game)
    kinds = {entry.concept: _kind(entry.concept, corpus, game) for entry in found.entries}
    game_yml, concepts_yml = before.with_import(place.edition, place.language, kinds, corpus)
    described = [NewFile(f"{game}/game.yml", game_yml, before.game_yml)]
    listed = [NewFile(f"{game}/concepts.yml", concepts_yml, before.concepts_yml)]
    begun = record.begun(place.edition, {_below(file, game): (file.content, file.before) for file in entries})
    noted = [NewFile(f"{game}/{RECORD}", begun.text().encode(), _held(library / game / RECORD))]
    readme = [] if (library / "README.md").exists() else [NewFile("README.md", README.encode(), None)]
    is_new = before.game_yml is None
    ordered = [*noted, *readme, *listed, *entries, *described] if is_new else [*noted, *described, *listed, *entries]
    return [file for file in ordered if file.content != file.before]


def _keep(record: Record, library: Path, game: str) -> None:
    path = f"{game}/{RECORD}"
    write_together(library, [NewFile(path, record.text().encode(), _held(library / path))])


def _refuse_conflicts(entries: Iterable[NewFile], record: Record, place: Place, *, update: bool) -> None:
    there = [file for file in entries if file.before is not None]
    own = {file.path for file in there if _front_matter(file).edition == place.edition}
    other = [file for file in there if file.path not in own]
    by_hand = [file for file in there if file.path in own and not _is_imported(file, record, place.game)]
    where = repr(str(place.library))
    if by_hand:
        raise UsageError(
            f"{where} has {_counted(by_hand)} written or edited by hand: move them away to have them imported, or "
            "import into another folder"
        )
    if other:
        raise UsageError(
            f"{where} has {_counted(other)} of another edition than {place.edition}: import into another folder"
        )
    if there and not update:
        raise UsageError(f"{where} has {_counted(there)} already: give --update to replace them")


def _counted(files: list[NewFile]) -> str:
    names = ", ".join(file.path for file in files[:_NAMED])
    more = ", …" if len(files) > _NAMED else ""
    return f"{len(files)} of these entries ({names}{more})"


def _is_imported(file: NewFile, record: Record, game: str) -> bool:
    """Tell whether an entry that is there came from an import and is as it was written."""
    path = _below(file, game)
    if record.knows(path):
        return record.is_as_imported(path, file.before or b"")
    # A library of before there were records: who writes an entry by hand does not tell how a heading was printed.
    return _front_matter(file).heading is not None


def _front_matter(file: NewFile) -> FrontMatter:
    """Return what the front matter of an entry says that is there."""
    try:
        front, _, _ = split_front_matter(text_of(file.before or b""))
    except NotTextError:
        return FrontMatter("")
    return read_front_matter(front, file.path)[0]


def _kind(concept: str, corpus: Corpus, game: str) -> str:
    known = corpus.games[game].concepts.get(concept) if game in corpus.games else None
    return known.kind if known else "rule"


def _below(file: NewFile, game: str) -> str:
    return file.path.removeprefix(f"{game}/")


def _held(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None


def _refuse_no_folder(library: Path, names: Iterable[str]) -> None:
    """Refuse what stands where a folder of the game has to, or leads out of the library."""
    for name in names:
        if (library / name).exists() and not (library / name).is_dir():
            raise UsageError(f"{str(library / name)!r} is a file: move it away, or import into another folder")
        if not (library / name).resolve().is_relative_to(library.resolve()):
            raise UsageError(f"{str(library / name)!r} would be written elsewhere: a link leads out of the library")
