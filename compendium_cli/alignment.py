"""Alignment: which statement of one edition says what a statement of another says.

All go by way of the pivot, the edition that a game calls current. Entries that follow it have its numbers, in whatever
language; an entry of an older edition lists in ``same:`` which of the pivot's statements its own correspond to. The
texts of a ruling have the same numbers in every language: a question, and its answer.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from compendium_cli.model import StatementKind

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from compendium_cli.model import Entry, Game, Statement

    #: Statements that say the same, by language; a language that has none of them is not there.
    Row = dict[str, tuple[int, ...]]


def pivot_numbers(entry: Entry, game: Game) -> Mapping[int, tuple[int, ...]]:
    """Return the statements of the pivot that each statement of an entry corresponds to; nothing of those without."""
    if _has_numbers_of_pivot(entry, game):
        return {statement.n: (statement.n,) for statement in entry.statements if statement.n is not None}
    return entry.same


def is_aligned(entry: Entry, game: Game) -> bool:
    """Tell whether it is known which statements of an entry correspond to those of other editions."""
    return _has_numbers_of_pivot(entry, game) or bool(entry.same) or not entry.statements


def stale_notes(entry: Entry, game: Game) -> list[Statement]:
    """Return the notes of an entry on what a newer edition changes, where that is no longer the current one."""
    notes = (statement for statement in entry.statements if statement.kind is StatementKind.NEWER)
    return [note for note in notes if note.edition in game.editions and note.edition != game.current]


def _has_numbers_of_pivot(entry: Entry, game: Game) -> bool:
    return entry.edition == game.current or entry.is_ruling


def counterparts(entry: Entry, n: int, other: Entry, game: Game) -> tuple[int, ...]:
    """Return the statements of an entry in another language that say what a statement of this one says."""
    return with_pivots(other, pivot_numbers(entry, game).get(n, ()), game)


def with_pivots(entry: Entry, pivots: tuple[int, ...], game: Game) -> tuple[int, ...]:
    """Return the statements of an entry that correspond to any of some statements of the pivot, in their order."""
    wanted = set(pivots)
    own = pivot_numbers(entry, game)
    numbers = (statement.n for statement in entry.statements)
    return tuple(n for n in numbers if n is not None and wanted.intersection(own.get(n, ())))


def carried_over(entry: Entry, other: Entry, game: Game) -> dict[int, int] | None:
    """Return where a link to each statement of an entry leads in another; ``None`` where nobody says."""
    if not (is_aligned(entry, game) and is_aligned(other, game)):
        return None
    numbers = [statement.n for statement in entry.statements if statement.n is not None]
    found = {n: counterparts(entry, n, other, game) for n in numbers}
    return {n: others[0] for n, others in found.items() if others}


def rows(versions: Mapping[str, Entry], game: Game) -> list[Row]:
    """Return the statements of an entry in several languages, row by row: what says the same stands together.

    They come in the order of the current edition; what only one language says stands below what precedes it there.
    There are none where a language does not say what its statements correspond to.
    """
    if not all(is_aligned(entry, game) for entry in versions.values()):
        return []
    joined = _joined_pivots(versions, game)
    found: dict[int, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    alone: dict[int, list[Row]] = defaultdict(list)
    for lang, entry in versions.items():
        own = pivot_numbers(entry, game)
        before = _FIRST
        for n in (statement.n for statement in entry.statements if statement.n is not None):
            if pivots := own.get(n):
                before = joined[pivots[0]]
                found[before][lang].append(n)
            else:
                alone[before].append({lang: (n,)})
    return list(_in_order(found, alone, versions, joined, game))


#: Stands for what precedes every row.
_FIRST = 0


def _joined_pivots(versions: Mapping[str, Entry], game: Game) -> dict[int, int]:
    """Return for each statement of the pivot the first of those with which it shares a counterpart."""
    joined: dict[int, int] = {}

    def first(n: int) -> int:
        while joined.setdefault(n, n) != n:
            n = joined[n]
        return n

    for entry in versions.values():
        for pivots in pivot_numbers(entry, game).values():
            for other in pivots:
                one, another = sorted((first(pivots[0]), first(other)))
                joined[another] = one
    return {n: first(n) for n in joined}


def _in_order(
    found: Mapping[int, Mapping[str, list[int]]],
    alone: Mapping[int, list[Row]],
    versions: Mapping[str, Entry],
    joined: Mapping[int, int],
    game: Game,
) -> Iterator[Row]:
    current = next((entry for entry in versions.values() if entry.edition == game.current), None)
    order = [joined[statement.n] for statement in current.statements if statement.n] if current else []
    yield from alone.get(_FIRST, ())
    for row in dict.fromkeys((*order, *sorted(found))):
        if row in found:
            yield {lang: tuple(found[row][lang]) for lang in versions if lang in found[row]}
            yield from alone.get(row, ())
