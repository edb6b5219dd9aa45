"""Align: statements found in one language -> the same statements in the reader's. Numbers, not words, cross over.

Which statement of an older edition corresponds to which of the current one is not written down yet; until then the one
is taken that links to the same concepts at about the same place of its entry.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from compendium_cli.answering.ranking import Candidate
    from compendium_cli.model import Entry
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
            there = candidate._replace(lang=lang, n=_counterpart(candidate, lang, store))
        address = (there.lang, *there.key, there.n)
        known = found.get(address)
        found[address] = known._replace(probability=known.probability + there.probability) if known else there
    return list(found.values())


def _counterpart(candidate: Candidate, lang: str, store: Store) -> int:
    """Return the number of the statement of a language that corresponds to a candidate."""
    own, other = store.entry(candidate.lang, *candidate.key), store.entry(lang, *candidate.key)
    if own is None or other is None or not other.statements:
        return candidate.n
    numbers = [statement.n for statement in own.statements]
    at = numbers.index(candidate.n) / len(numbers) if candidate.n in numbers else 0.0
    links = _links(own, candidate.n)

    def likeness(place: int) -> float:
        n = other.statements[place].n
        shared = links & _links(other, n)
        return len(shared) - abs(place / len(other.statements) - at)

    best = other.statements[max(range(len(other.statements)), key=likeness)].n
    return candidate.n if best is None else best


def _links(entry: Entry, n: int | None) -> set[str | None]:
    return {reference.target for reference in entry.references if reference.statement == n and n is not None}
