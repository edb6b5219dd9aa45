"""How far the languages of a game are in step: what is missing, what is older, what one cites and another does not."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.alignment import is_aligned, stale_notes
from compendium_cli.languages import LANGUAGES
from compendium_cli.model import StatementKind

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from compendium_cli.model import Corpus, Entry, Game

    #: The entries of one game and language by their concept.
    Shelf = dict[str, Entry]

# An older entry without a NEWER note may be the same rule in other words; beyond these differences it hardly is.
_MUCH_LONGER = 1.8
_MANY_REFERENCES = 4


class Difference(NamedTuple):
    """See-also references of one entry that another language has and this one lacks."""

    concept: str
    lacks: tuple[str, ...]
    than: str
    """The language that has them."""


class Alone(NamedTuple):
    """Statements of an entry that correspond to none of the current edition's."""

    concept: str
    statements: tuple[int, ...]


class Parity(NamedTuple):
    """One language of one game."""

    game: str
    lang: str
    editions: tuple[str, ...]
    there: int
    """How many concepts have an entry."""
    cards: int
    """How many cards have one."""
    missing: tuple[str, ...]
    """Concepts that the language's document has, but no entry."""
    older: int
    """How many entries, of concepts and of cards, follow an edition other than the current one."""
    noted: int
    """How many of these say what the current edition changes."""
    stale: tuple[str, ...]
    """Entries with a note on what a newer edition changes, which is no longer the current one."""
    hints: tuple[str, ...]
    """Older entries without such a note, though the current edition's text or references differ by much."""
    dangling: tuple[tuple[str, str], ...]
    """(entry, target) of links that lead to no entry."""
    see_also: tuple[Difference, ...]
    unaligned: tuple[str, ...]
    """Older entries that do not say which statements of the current edition theirs correspond to."""
    alone: tuple[Alone, ...]
    """Statements without a counterpart in the current edition, but those that tell what it changes."""
    rulings: int
    """How many rulings have a text."""
    missing_rulings: tuple[str, ...]
    """Rulings that hold for an edition of the language, are not superseded, and have no text in it."""


def parity(corpus: Corpus, game: str | None = None, lang: str | None = None) -> list[Parity]:
    """Return one report per game and language that has entries or titles."""
    entries: dict[str, dict[str, Shelf]] = {known: {} for known in corpus.games}
    for entry in corpus.entries:
        entries[entry.game].setdefault(entry.lang, {})[entry.concept] = entry
    return [
        _report(known, code, entries[known.id])
        for known in corpus.games.values()
        for code in LANGUAGES
        if game in (None, known.id) and lang in (None, code) and _has_text(known, code, entries[known.id])
    ]


def _has_text(game: Game, lang: str, shelves: Mapping[str, Shelf]) -> bool:
    return lang in shelves or any(lang in concept.titles for concept in game.concepts.values())


def _report(game: Game, lang: str, written: Mapping[str, Shelf]) -> Parity:
    # A ruling is no text of a document: it is not there or missing, older or in step as an entry is.
    shelves = {code: _without_rulings(shelf) for code, shelf in written.items()}
    shelf = shelves.get(lang, {})
    everything = written.get(lang, {})
    concepts = {concept: entry for concept, entry in shelf.items() if not entry.is_card}
    older = [entry for entry in shelf.values() if entry.edition != game.current]
    noted = [entry for entry in older if _newest_notes(entry, game)]
    edition = game.editions.get(game.current)
    current = shelves.get(edition.language, {}) if edition else {}
    return Parity(
        game=game.id,
        lang=lang,
        editions=tuple(sorted({entry.edition for entry in shelf.values()})),
        there=len(concepts),
        cards=len(shelf) - len(concepts),
        missing=tuple(c.id for c in game.concepts.values() if lang in c.titles and c.id not in shelf),
        older=len(older),
        noted=len(noted),
        stale=tuple(entry.concept for entry in shelf.values() if stale_notes(entry, game)),
        hints=tuple(e.concept for e in older if e not in noted and _differs(e, current.get(e.concept))),
        dangling=tuple(_dangling(everything)),
        see_also=tuple(_see_also_differences(lang, shelves)),
        unaligned=tuple(entry.concept for entry in older if not is_aligned(entry, game)),
        alone=tuple(_alone(older, game)),
        rulings=len(everything) - len(shelf),
        missing_rulings=tuple(_missing_rulings(game, lang, everything)),
    )


def _newest_notes(entry: Entry, game: Game) -> bool:
    """Tell whether an entry says what the current edition changes."""
    notes = sum(statement.kind is StatementKind.NEWER for statement in entry.statements)
    return notes > len(stale_notes(entry, game))


def _without_rulings(shelf: Shelf) -> Shelf:
    return {concept: entry for concept, entry in shelf.items() if not entry.is_ruling}


def _missing_rulings(game: Game, lang: str, shelf: Shelf) -> Iterator[str]:
    own = {edition.id for edition in game.editions.values() if edition.language == lang}
    for ruling in game.rulings.values():
        if ruling.concept not in shelf and not ruling.superseded and not own.isdisjoint(ruling.editions):
            yield ruling.id


def _alone(older: Iterable[Entry], game: Game) -> Iterator[Alone]:
    for entry in older:
        own = [statement for statement in entry.statements if statement.kind is not StatementKind.NEWER]
        numbers = tuple(statement.n for statement in own if statement.n and statement.n not in entry.same)
        if numbers and is_aligned(entry, game):
            yield Alone(entry.concept, numbers)


def _differs(entry: Entry, current: Entry | None) -> bool:
    if current is None or not entry.statements:
        return False
    own, new = (sum(len(statement.text) for statement in e.statements) for e in (entry, current))
    references = set(entry.see_also) ^ set(current.see_also)
    return max(own, new) > _MUCH_LONGER * min(own, new) or len(references) >= _MANY_REFERENCES


def _dangling(shelf: Shelf) -> Iterator[tuple[str, str]]:
    for concept, entry in shelf.items():
        # What a ruling rests on is no link of its text: where a language lacks it, another one's is shown.
        linked = (reference.target for reference in entry.references if reference.href and reference.target)
        for target in dict.fromkeys(linked):
            if target not in shelf:
                yield concept, target


def _see_also_differences(lang: str, shelves: Mapping[str, Shelf]) -> Iterator[Difference]:
    shelf = shelves.get(lang, {})
    for other in (entry for there in shelves.values() for entry in there.values()):
        own = shelf.get(other.concept)
        if other.lang == lang or own is None:
            continue
        cited = {*own.see_also, *own.mentions}
        lacks = tuple(target for target in other.see_also if target in shelf and target not in cited)
        if lacks:
            yield Difference(other.concept, lacks, other.lang)
