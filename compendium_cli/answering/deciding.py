"""Whether the compendium decides a question at all: a near miss said with confidence is worse than none."""

from __future__ import annotations

from math import log
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from compendium_cli.answering.ruling import Ranked
    from compendium_cli.answering.weights import Weights

#: How many statements are looked at: whether their entry speaks about the question, and is asked for like that.
_HEARD = 5
#: A question of so few words is half as telling as a long one.
_FEW = 4


def decides(found: Ranked, weights: Weights) -> bool:
    """Tell whether the statements found decide the question."""
    if not found.candidates:
        return False
    if found.question.only is not None:  # a bare term
        return True
    scope = found.asked.scope
    if scope.lang not in scope.store.spoken():  # words tell nothing here, names do
        return bool(found.question.named)
    return doubt(found, weights) < weights.doubt


def doubt(found: Ranked, weights: Weights) -> float:
    """Return how much speaks against an answer: words of other matters, unknown words, a question that nobody asks."""
    asked = found.asked
    store, lang = asked.scope.store, asked.scope.lang
    odds: list[float] = []
    strange = 0
    for position, token in enumerate(asked.tokens):
        if not token.is_content or token.folded.isdigit():
            continue
        known = store.odds(lang, token.norms)
        if known is not None:
            odds.append(known)
        elif position == 0 or not token.typed[:1].isupper():  # somebody's name is no strange word
            strange += 1
    words = len(odds) + strange
    best = [candidate.signs for candidate in found.candidates[:_HEARD]]
    entries = sum(store.sizes(lang).values())
    speaks_against = weights.elsewhere * sum(odds) / (_FEW + words) + weights.strange * strange
    speaks_for = (
        weights.spoken_about * max(signs.entry for signs in best)
        + weights.asked_for * max(signs.voices for signs in best)
        + weights.likely * found.sound
        + weights.length * log(1 + words)
        + weights.few / log(1 + entries)
        + weights.game * asked.game_was_given
    )
    return speaks_against - speaks_for
