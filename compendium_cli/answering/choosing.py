"""Which statement of an entry decides: the one that says what its neighbours leave out.

Evidence finds the entry, and much of it is shared: its names, what it is asked with as a whole. Between the statements
of one entry only the words count that some of them have and others lack. An entry keeps the place that its best
evidence gave it; what stands there is chosen anew.
"""

from __future__ import annotations

from math import log
from typing import TYPE_CHECKING

from compendium_cli.answering.question import join
from compendium_cli.model import StatementKind

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from compendium_cli.answering.evidence import Candidate, Reading
    from compendium_cli.answering.question import Heard, Key, Question
    from compendium_cli.answering.weights import Weights

#: In so many entries, the best ones, statements are weighed against each other; nobody reads the others.
_ENTRIES = 6


def chosen(
    found: Sequence[Candidate], question: Question, readings: Mapping[Key, Reading], weights: Weights
) -> list[Candidate]:
    """Return the candidates, the statements of each entry in the order of what sets them apart."""
    entries: dict[Key, list[Candidate]] = {}
    for candidate in found:
        entries.setdefault(candidate.key, []).append(candidate)
    best = {key: max(candidate.score for candidate in candidates) for key, candidates in entries.items()}
    if question.only is None:  # a bare term asks for its entry from the beginning
        for key in sorted(best, key=lambda key: (-best[key], key))[:_ENTRIES]:
            if fits := _fits(readings[key], question, weights):
                own = {c.n: fits[c.n] + weights.own * c.score for c in entries[key]}
                most = max(own.values())
                entries[key] = [_placed(c, best[key] + own[c.n] - most) for c in entries[key]]
    return [candidate for candidates in entries.values() for candidate in candidates]


def _placed(candidate: Candidate, score: float) -> Candidate:
    signs = candidate.signs._replace(beside=score - candidate.score)
    return candidate._replace(signs=signs, score=score)


def _fits(reading: Reading, question: Question, weights: Weights) -> dict[int, float]:
    """Return how well each statement of an entry fits the question, beside the others."""
    statements, echo, alike = reading.concordance.statements, reading.echo, reading.alike
    heard: dict[int, Heard] = {}
    for n, passage in statements.items():
        heard[n] = {}
        for place in (passage.text, *passage.phrases):
            join(heard[n], echo.at.get(place, {}))
    spoken: dict[int, float] = {}
    for words in heard.values():
        for position, weight in words.items():
            spoken[position] = spoken.get(position, 0.0) + weight
    # A word that all statements have tells nothing; one that a single statement has tells most.
    telling = {
        position: log((len(statements) + 1) / (weight / question.words[position].weight + 0.5)) / question.total
        for position, weight in spoken.items()
    }
    opening = next(iter(statements), None)
    return {
        n: weights.apart * sum([telling[position] * weight for position, weight in heard[n].items()])
        + weights.phrasings * sum([alike.get(place, 0.0) for place in passage.phrases])
        - weights.opening * (n == opening)
        - weights.aside * (passage.kind in (StatementKind.NOTE, StatementKind.NEWER))
        for n, passage in statements.items()
    }
