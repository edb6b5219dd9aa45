"""Which entries a question sounds like: by groups of letters, whatever the forms and the spelling of its words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compendium_cli.letters import SCALE, letter_groups

if TYPE_CHECKING:
    from collections.abc import Sequence

    from compendium_cli.answering.question import Key
    from compendium_cli.answering.scope import Scope
    from compendium_cli.answering.terms import Token

#: An entry this much less likely than the best one, group for group, does not sound like the question at all: 1 / e^2.
_FAR = 2 * SCALE


def sounds_like(tokens: Sequence[Token], scope: Scope) -> dict[Key, float]:
    """Return how much the question sounds like each entry, beside the one that it sounds like most; none for not."""
    spoken = [token.folded for token in tokens if token.is_content]
    found = list(scope.store.letters(scope.lang, dict.fromkeys(letter_groups(spoken))))
    if not found:
        return {}
    entries = scope.store.lettered(scope.lang)
    scores = [0] * len(entries)
    for speaks_for in found:
        for place, score in zip(speaks_for[0::2], speaks_for[1::2], strict=True):
            scores[place] += score
    likely = {
        (game, concept): score - len(found) * cost
        for (game, concept, cost), score in zip(entries, scores, strict=True)
        if score and scope.has(game)
    }
    best = max(likely.values(), default=0)
    far = _FAR * len(found)
    return {key: 1 - (best - score) / far for key, score in likely.items() if best - score < far}
