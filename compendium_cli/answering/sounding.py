"""Which entries a question sounds like: by groups of letters, whatever the forms and the spelling of its words."""

from __future__ import annotations

from math import log
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.letters import SCALE, letter_groups

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from compendium_cli.answering.question import Key
    from compendium_cli.answering.scope import Scope
    from compendium_cli.answering.terms import Token

#: An entry this much less likely than the best one, group for group, does not sound like the question at all: 1 / e^2.
_FAR = 2 * SCALE


class Sound(NamedTuple):
    """Which entries a question sounds like."""

    likely: float = 0.0
    """How far the question betrays which entry is meant: 0 for chance, 1 for certainty among so many entries."""
    entries: Mapping[Key, float] = MappingProxyType({})
    """How much it sounds like each entry, beside the best one; none for not at all."""


def sound_of(tokens: Sequence[Token], scope: Scope) -> Sound:
    """Return what the question sounds like among the entries of its own language: letters tell nothing across."""
    groups = dict.fromkeys(letter_groups(token.folded for token in tokens if token.is_content))
    found = list(scope.store.letters(scope.lang, groups))
    if not found:
        return Sound()
    entries = scope.store.lettered(scope.lang)
    scores = [0] * len(entries)
    for speaks_for in found:
        for place, score in zip(speaks_for[0::2], speaks_for[1::2], strict=True):
            scores[place] += score
    odds = {
        (game, concept): score - len(found) * cost
        for (game, concept, cost), score in zip(entries, scores, strict=True)
        if score and scope.has(game)
    }
    best = max(odds.values(), default=0)
    far = _FAR * len(found)
    near = {key: 1 - (best - score) / far for key, score in odds.items() if best - score < far}
    return Sound(best / len(groups) / SCALE / log(1 + len(entries)), near)
