"""What a question calls by its name has its place: who asks about two things gets both.

The words of a question about several concepts speak for the entry that has most of them, and for its neighbours. The
other concept, named as plainly, may come after all of these; its entry is among the first ones nevertheless.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from compendium_cli.answering.evidence import Candidate
    from compendium_cli.answering.question import Key, Question
    from compendium_cli.answering.weights import Weights

#: The place that is kept for what the question names: it is the fifth entry at the latest, and the tenth statement.
_ENTRY, _STATEMENT = 5, 10


def with_named(found: Sequence[Candidate], question: Question, weights: Weights) -> list[Candidate]:
    """Return candidates, best first, with the entry that the question names most plainly among the first ones."""
    first: dict[Key, int] = {}
    for place, candidate in enumerate(found):
        first.setdefault(candidate.key, place)
    places = list(first.values())
    latest = min([*places[_ENTRY - 1 : _ENTRY], _STATEMENT - 1])
    missing = [key for key, share in question.named.items() if share >= weights.plainly and first.get(key, 0) > latest]
    if not missing:
        return list(found)
    own = found[first[max(missing, key=lambda key: question.named[key])]]
    score = found[latest].score
    raised = own._replace(signs=own.signs._replace(owed=score - own.score), score=score)
    return [*found[:latest], raised, *(c for c in found[latest:] if c is not own)]
