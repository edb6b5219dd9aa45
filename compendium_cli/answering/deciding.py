"""Whether the compendium decides a question at all: a near miss said with confidence is worse than none."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from compendium_cli.answering.evidence import Candidate
    from compendium_cli.answering.question import Question
    from compendium_cli.answering.terms import Token
    from compendium_cli.answering.weights import Weights
    from compendium_cli.store import Store

#: How many statements are asked whether their entry speaks about the question.
_HEARD = 5


def decides(
    found: Sequence[Candidate], asked: Question, tokens: Sequence[Token], lang: str, store: Store, weights: Weights
) -> bool:
    """Tell whether the statements found decide the question, asked in a language."""
    if not found:
        return False
    if asked.only is not None:  # a bare term
        return True
    return doubt(found, tokens, lang, store, weights) < weights.doubt


def doubt(found: Sequence[Candidate], tokens: Sequence[Token], lang: str, store: Store, weights: Weights) -> float:
    """Return how much speaks against an answer: words of other matters, unknown words, a question hardly touched."""
    elsewhere, strange = 0.0, 0
    for position, token in enumerate(tokens):
        if not token.is_content or token.folded.isdigit():
            continue
        known = store.odds(lang, token.norms)
        if known is not None:
            elsewhere += known
        elif position == 0 or not token.typed[:1].isupper():  # somebody's name is no strange word
            strange += 1
    spoken_about = max((candidate.signs.entry for candidate in found[:_HEARD]), default=0.0)
    return weights.elsewhere * elsewhere + weights.strange * strange - weights.spoken_about * spoken_about
