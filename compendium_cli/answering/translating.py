"""Rules found in one language -> the same rules in another: concepts, not words, cross the border."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from compendium_cli.answering.evidence import Candidate
    from compendium_cli.answering.question import Question
    from compendium_cli.answering.weights import Weights
    from compendium_cli.store import Store
    from compendium_cli.wording import Wording


def translated(ranked: Sequence[Candidate], asked: Question, lang: str, own: str, store: Store) -> list[Candidate]:
    """Return the candidates of one language as statements of another: in each entry, the one about the same concepts."""
    named = {concept for _, concept in asked.named}
    found: dict[tuple[tuple[str, str], int], Candidate] = {}
    for candidate in ranked:
        game, concept = candidate.key
        if not store.has(lang, game, concept):
            continue
        other = store.wording(lang, game, concept)
        if other.statements:
            n = _counterpart(candidate.n, store.wording(own, game, concept), other, named)
            found.setdefault((candidate.key, n), candidate._replace(n=n, kind=other.statements[n].kind))
    return list(found.values())


def merged(own: Sequence[Candidate], there: Sequence[Candidate], weights: Weights) -> list[Candidate]:
    """Join what the question's words found in its own language with what its concepts found in the other one."""
    best_own = max((candidate.score for candidate in own), default=0.0) or 1.0
    best_there = max((candidate.score for candidate in there), default=0.0) or 1.0
    known = {candidate.key for candidate in own}
    found = [candidate._replace(score=candidate.score / best_own) for candidate in own]
    found += [
        candidate._replace(score=weights.border * candidate.score / best_there)
        for candidate in there
        if candidate.key not in known
    ]
    return sorted(found, key=lambda candidate: (-candidate.score, candidate.key, candidate.n))


def _counterpart(n: int, mine: Wording, other: Wording, named: set[str]) -> int:
    """Return the statement of another language's entry that links the same concepts at about the same place."""
    wanted = named.union(mine.statements[n].mentions)
    place = list(mine.statements).index(n) / len(mine.statements)
    numbers = list(other.statements)

    def fit(position: int) -> float:
        mentions = other.statements[numbers[position]].mentions
        return len(wanted.intersection(mentions)) - abs(position / len(numbers) - place)

    return numbers[max(range(len(numbers)), key=fit)]
