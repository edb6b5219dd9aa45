"""A card that the question names, and of which the compendium has nothing to say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compendium_cli.languages import LANGUAGES

if TYPE_CHECKING:
    from compendium_cli.answering.analysis import Question
    from compendium_cli.model import Card
    from compendium_cli.store import Store


#: No card has a longer name.
_LONGEST_NAME = 16


def silent_card(question: Question, store: Store) -> Card | None:
    """Return the card that a question asks for, where it has neither questions nor errata.

    A question asks for a card where it is nothing but the card's name and words that ask what something is; the name of
    a hero within a longer question is somebody who plays a part in it.
    """
    if question.bare:
        return None
    asking = LANGUAGES[question.lang].definition_words
    words = [token.spelt for token in question.tokens]
    said = [place for place, word in enumerate(words) if word not in asking]
    first, last = (said[0], said[-1]) if said else (0, len(words) - 1)
    # "The Golden City" begins with a word that asks: the longest name is meant.
    names = ((start, end) for start in range(first + 1) for end in range(last + 1, len(words) + 1))
    for start, end in sorted(names, key=lambda name: name[0] - name[1]):
        if end - start <= _LONGEST_NAME and (card := store.card_called(" ".join(words[start:end]), question.game)):
            return card
    return None
