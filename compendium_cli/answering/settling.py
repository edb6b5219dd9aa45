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

#: What nothing was found to compare with is this much ahead, in nats: the most that counts.
_FAR = 10.0


class Evidence(NamedTuple):
    """What speaks for the best ruling, in the order of ``fitted.Settling``."""

    share: float
    """The logarithm of its share of all that may be meant, as far as that was learnt from how players ask."""
    lead: float
    """By how much its score is ahead of the next ruling's."""
    ahead: float
    """By how much it is ahead of the best statement's."""
    fit: float
    """What the question's words speak for it, less what they speak for others beyond that, in nats: one word more may
    make another question."""
    doubted: float
    """How much likelier it is meant than asked for something that only sounds like it, in nats."""


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
    odds = odds_of(evidence, settling)
    chance = 1 / (1 + exp(-odds)) if odds >= settling.limit else 0.0
    shared = sum(candidate.probability for candidate in statements)
    told = [
        candidate._replace(probability=(1 - chance) * candidate.probability / shared)
        for candidate in statements
        if shared
    ]
    return Settled([rulings[0]._replace(probability=chance), *told] if chance else told, evidence)


def evidence_of(
    rulings: Sequence[Candidate], statements: Sequence[Candidate], meant: Callable[[str], float]
) -> Evidence:
    """Return what speaks for the best of the rulings."""
    best, *others = rulings
    alike = [meant(likeness(ruling.asked_at)) for ruling in rulings]
    said = [candidate.features.meant for candidate in (*rulings, *statements)] + alike
    most = max(said)
    words = sum(max(shares) for shares in zip(*(one.by_word for one in (*rulings, *statements)), strict=True))
    return Evidence(
        share=best.features.meant - most - log(sum(exp(one - most) for one in said)),
        lead=best.score - others[0].score if others else _FAR,
        ahead=best.score - statements[0].score if statements else _FAR,
        fit=2 * best.features.words - words,
        # Where no lesson tells what only sounds like it, the next ruling does.
        doubted=best.features.meant - (alike[0] or (others[0].features.meant if others else 0.0)),
    )


def odds_of(evidence: Evidence, settling: Settling) -> float:
    """Return the logarithm of the odds that the best ruling settles the question."""
    bias, *weights, _limit = settling
    return bias + sum(weight * value for weight, value in zip(weights, evidence, strict=True))
