"""What an import would change: which entries are new, which say something else, which are gone from the document.

The texts of a library are compared as they would be written, statement by statement. Which edition they are of, and how
their headings were printed, is no change. Our own glossary says the same in other words: of it only tells which entries
are new and which are gone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.importing.writing import files_of
from compendium_cli.model import CARDS, RULINGS
from compendium_cli.names import key_of
from compendium_cli.reading.entry import Place, read_entry
from compendium_cli.reading.listing import real_file
from compendium_cli.text import NotTextError, read_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from compendium_cli.importing.pipeline import Imported
    from compendium_cli.languages import Language
    from compendium_cli.model import Corpus, Entry


class Changed(NamedTuple):
    """An entry that says something else than before."""

    concept: str
    added: tuple[str, ...]
    """Statements that were not there, word for word."""
    gone: tuple[str, ...]
    """Statements that no longer are."""
    see_also: bool
    """Whether the see-also line differs."""


class Changes(NamedTuple):
    """What differs between a document and what there is of it."""

    against: str
    """The folder that it was compared with."""
    texts: bool
    """Whether texts were compared, too: not with a glossary, whose sentences are other ones."""
    new: tuple[str, ...]
    changed: tuple[Changed, ...]
    unchanged: tuple[str, ...]
    gone: tuple[str, ...]
    """Entries of the game and language that the document has no more."""


def changes_in_library(found: Imported, library: Path, game: str, edition: str, language: Language) -> Changes | None:
    """Compare an import with the entries of a library; ``None`` where it has none of the game and language."""
    folder = library / game / language.code
    paths = [*folder.glob("*.md"), *folder.glob(f"{CARDS}*.md")]
    there = {path.relative_to(folder).as_posix().removesuffix(".md") for path in paths}
    if not there:
        return None
    new: list[str] = []
    changed: list[Changed] = []
    unchanged: list[str] = []
    texts = files_of(found, library, game, edition, language)
    for path, text in texts.items():
        concept = _concept(path, game, language)
        if concept not in there:
            new.append(concept)
            continue
        place = Place(game, language.code, concept, path)
        difference = _difference(_read(_text(library, path), place, language), _read(text, place, language), concept)
        if difference:
            changed.append(difference)
        else:
            unchanged.append(concept)
    gone = there - {_concept(path, game, language) for path in texts}
    return Changes(str(library), True, tuple(new), tuple(changed), tuple(unchanged), tuple(sorted(gone)))


def changes_in_glossary(found: Imported, corpus: Corpus, folder: Path, game: str, language: Language) -> Changes:
    """Compare the entries of an import with those of a glossary, by their ids."""
    own = {entry.concept for entry in corpus.entries if (entry.game, entry.lang) == (game, language.code)}
    own = {concept for concept in own if not concept.startswith(RULINGS)}
    wanted = [*(entry.concept for entry in found.entries), *(f"{CARDS}{card.card}" for card in found.cards)]
    new = tuple(concept for concept in wanted if concept not in own)
    there = tuple(concept for concept in wanted if concept in own)
    return Changes(str(folder), False, new, (), there, tuple(sorted(own - set(wanted))))


def _concept(path: str, game: str, language: Language) -> str:
    return path.removeprefix(f"{game}/{language.code}/").removesuffix(".md")


def _text(library: Path, path: str) -> str:
    try:
        return read_text(real_file(library, path))
    except (OSError, NotTextError):
        return ""


def _read(text: str, place: Place, language: Language) -> Entry | None:
    return read_entry(text, place, language)[0]


def _difference(before: Entry | None, now: Entry | None, concept: str) -> Changed | None:
    said, says = _statements(before), _statements(now)
    added, gone = tuple(_beyond(says, said)), tuple(_beyond(said, says))
    see_also = (before.see_also if before else ()) != (now.see_also if now else ())
    return Changed(concept, added, gone, see_also) if added or gone or see_also else None


def _statements(entry: Entry | None) -> list[str]:
    return [statement.text for statement in entry.statements] if entry else []


def _beyond(texts: Iterable[str], others: Iterable[str]) -> Iterator[str]:
    """Yield the texts that are not among others, each as often as it is not."""
    left = [key_of(text) for text in others]
    for text in texts:
        if (key := key_of(text)) in left:
            left.remove(key)
        else:
            yield text
