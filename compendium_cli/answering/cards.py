"""A card that the question names, and of which the compendium has nothing to say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compendium_cli.languages import LANGUAGES

if TYPE_CHECKING:
    from compendium_cli.answering.analysis import Question
    from compendium_cli.model import Card
    from compendium_cli.store import Store


def silent_card(question: Question, store: Store) -> Card | None:
    """Return the card that a question asks for, where it has neither questions nor errata.

    A question asks for a card where it is nothing but the card's name and words that ask what something is; the name of
    a hero within a longer question is somebody who plays a part in it.
    """
    asking = LANGUAGES[question.lang].definition_words
    words = [token.spelt for token in question.tokens]
    while words and words[0] in asking:
        words.pop(0)
    while words and words[-1] in asking:
        words.pop()
    if not words or question.bare:
        return None
    return store.card_called(" ".join(words), question.game)
