"""Align: statements found in one language -> the same statements in the reader's. Numbers, not words, cross over.

Where a glossary does not say which statements of two editions correspond, the one is taken that links to the same
concepts at about the same place of its entry.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from compendium_cli.alignment import counterparts, is_aligned

if TYPE_CHECKING:
    from collections.abc import Iterable

    from compendium_cli.answering.ranking import Candidate
    from compendium_cli.model import Entry
    from compendium_cli.passages import Key
    from compendium_cli.store import Store

#: Whose counterpart is looked for; nobody reads the others.
_READ = 40


def align(ranked: Iterable[Candidate], lang: str, store: Store) -> list[Candidate]:
    """Return candidates as statements of a language, where it has them; their probabilities are joined."""
    found: dict[tuple[str, str, str, int], Candidate] = {}
    for place, candidate in enumerate(ranked):
        there = candidate
        if candidate.lang != lang and store.has(lang, *candidate.key):
            if place >= _READ:
                continue
            n = counterpart_of(candidate.lang, candidate.key, candidate.n, lang, store)
            # What the reader's edition lacks stays what it is: it is shown in its own language, which is said.
            there = candidate if n is None else candidate._replace(lang=lang, n=n)
        address = (there.lang, *there.key, there.n)
        known = found.get(address)
        found[address] = known._replace(probability=known.probability + there.probability) if known else there
    return list(found.values())


def counterpart_of(own_lang: str, key: Key, n: int, lang: str, store: Store) -> int | None:
    """Return the statement of a language that corresponds to another one's; ``None`` where it has none."""
    own, other = store.entry(own_lang, *key), store.entry(lang, *key)
    if own is None or other is None or not other.statements:
        return n
    game = store.games()[own.game]
    if is_aligned(own, game) and is_aligned(other, game):
        if found := counterparts(own, n, other, game):
            return found[0]
        return None
    numbers = [statement.n for statement in own.statements]
    at = numbers.index(n) / len(numbers) if n in numbers else 0.0
    links = _links(own, n)

    def likeness(place: int) -> float:
        there = other.statements[place].n
        shared = links & _links(other, there)
        return len(shared) - abs(place / len(other.statements) - at)

    best = other.statements[max(range(len(other.statements)), key=likeness)].n
    return n if best is None else best


def _links(entry: Entry, n: int | None) -> set[str | None]:
    return {reference.target for reference in entry.references if reference.statement == n and n is not None}
