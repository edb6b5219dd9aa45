"""Settle: whether the best ruling answers the very question, or only one that sounds like it.

A ruling is shown alone, with yes or no: a wrong one is worse than none. So it has to be likely by itself, and not only
likelier than the statements beside it. Where it is, it comes first, and what is left of the probability is shared by
the statements; where it is not, the statements decide alone. No other ruling is shown.
"""

from __future__ import annotations

from math import exp, log
from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.encoder import likeness

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from compendium_cli.answering.ranking import Candidate
    from compendium_cli.fitted import Settling

#: A wrong verdict costs as much as so many right ones are worth: chosen on the ``tune`` questions about rulings.
COST = 1.5
#: A ruling that nothing is compared with is this far ahead, in nats.
_FAR = 10.0


class Evidence(NamedTuple):
    """What speaks for the best ruling, in nats; each counts as much."""

    share: float = 0.0
    """The logarithm of its share of all that may be meant, as far as that was learnt from how players ask."""
    lead: float = 0.0
    """By how much its score is ahead of the next ruling's; where there is no other, of the best statement's."""
    doubted: float = 0.0
    """How much likelier it is meant than something that only sounds like it; where nothing was learnt of that, the lead
    stands for it."""


class Settled(NamedTuple):
    """Candidates among which the right ones are first, and what was thought of the best ruling."""

    candidates: list[Candidate]
    evidence: Evidence | None
    """``None`` where no ruling was found."""


def settle(ranked: Sequence[Candidate], meant: Callable[[str], float], settling: Settling) -> Settled:
    """Put the best ruling first where it settles the question, and leave out all others."""
    rulings = [candidate for candidate in ranked if candidate.is_ruling]
    statements = [candidate for candidate in ranked if not candidate.is_ruling]
    if not rulings:
        return Settled(statements, None)
    evidence = evidence_of(rulings, statements, meant)
    chance = chance_of(evidence, settling)
    first = []
    if chance >= COST / (1 + COST):
        first = [rulings[0]._replace(probability=chance)]
    shared = sum(candidate.probability for candidate in statements)
    left = (1 - chance if first else 1.0) / (shared or 1.0)
    return Settled([*first, *(one._replace(probability=one.probability * left) for one in statements)], evidence)


def evidence_of(
    rulings: Sequence[Candidate], statements: Sequence[Candidate], meant: Callable[[str], float]
) -> Evidence:
    """Return what speaks for the best of the rulings."""
    best, *others = rulings
    lead = best.score - (others or statements)[0].score if others or statements else _FAR
    alike = [meant(likeness(ruling.found_at)) for ruling in rulings]
    if not alike[0]:
        return Evidence(lead=lead, doubted=lead)
    said = [one.features.meant for one in (*rulings, *statements)] + alike
    most = max(said)
    total = most + log(sum(exp(one - most) for one in said))
    return Evidence(best.features.meant - total, lead, best.features.meant - alike[0])


def chance_of(evidence: Evidence, settling: Settling) -> float:
    """Return the probability that the best ruling settles the question."""
    odds = settling.bias + settling.slope * sum(evidence)
    return 1 / (1 + exp(-max(min(odds, 30.0), -30.0)))
