"""Whether the compendium decides a question at all: a near miss said with confidence is worse than none."""

from __future__ import annotations

from math import log
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from compendium_cli.answering.ruling import Ranked
    from compendium_cli.answering.weights import Weights

#: How many statements are looked at: whether their entry speaks about the question, and is asked for like that.
_HEARD = 5
#: A question of so few words is half as telling as a long one.
_FEW = 4


class Doubt(NamedTuple):
    """What speaks against an answer and what speaks for one."""

    elsewhere: float = 0.0
    strange: float = 0.0
    spoken_about: float = 0.0
    asked_for: float = 0.0
    likely: float = 0.0
    length: float = 0.0
    few: float = 0.0
    game: float = 0.0

    def contributions(self, weights: Weights) -> dict[str, float]:
        """Return how much doubt each sign adds or takes away."""
        return {
            name: getattr(weights, name) * share * (1 if name in AGAINST else -1)
            for name, share in self._asdict().items()
        }


#: What speaks against an answer; all the rest speaks for one.
AGAINST = ("elsewhere", "strange")


def decides(found: Ranked, doubts: Doubt, weights: Weights) -> bool:
    """Tell whether the statements found decide the question."""
    if not found.candidates:
        return False
    if found.question.only is not None:  # a bare term
        return True
    scope = found.asked.scope
    if scope.lang not in scope.store.spoken():  # words tell nothing here, names do
        return bool(found.question.named)
    return sum(doubts.contributions(weights).values()) < weights.doubt


def doubts_of(found: Ranked) -> Doubt:
    """Return what speaks against an answer: words of other matters, unknown words, a question that nobody asks."""
    asked = found.asked
    store, lang = asked.scope.store, asked.scope.lang
    odds: list[float] = []
    strange = 0
    for token in asked.tokens:
        if not token.is_content or token.folded.isdigit():
            continue
        known = store.odds(lang, token.norms)
        if known is not None:
            odds.append(known)
        elif not token.is_somebody:
            strange += 1
    words = len(odds) + strange
    best = [candidate.signs for candidate in found.candidates[:_HEARD]]
    return Doubt(
        elsewhere=sum(odds) / (_FEW + words),
        strange=strange,
        spoken_about=max((signs.entry for signs in best), default=0.0),
        asked_for=max((signs.voices for signs in best), default=0.0),
        likely=found.sound,
        length=log(1 + words),
        few=1 / log(1 + max(sum(store.sizes(lang).values()), 1)),
        game=float(asked.game_was_given),
    )
