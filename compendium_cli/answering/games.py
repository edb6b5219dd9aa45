"""The game that a question names."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.languages import folded_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from compendium_cli.answering.tokens import Token
    from compendium_cli.store import Store

#: A word of a game's name this long is recognised within other words, too.
_SHORTEST_WITHIN = 5


class NamedGame(NamedTuple):
    """The game that a question names, if it names one."""

    id: str | None = None
    positions: frozenset[int] = frozenset()
    """The words of the question that say so; of its rules they say nothing."""


def named_game(tokens: Sequence[Token], store: Store) -> NamedGame:
    """Return the game that a question calls by words which only its name has, if it is one and not several."""
    at: dict[str, set[int]] = {}
    for position, token in enumerate(tokens):
        at.setdefault(token.folded, set()).add(position)
    # Written apart, D.A.G.G.E.R. is many words.
    letters = [position for position, token in enumerate(tokens) for _ in token.folded]
    text = "".join(token.folded for token in tokens)
    names = _words_of_names(store)
    found: dict[str, set[int]] = {}
    for word, games in names.items():
        if len(games) == 1 and len(word) > 1:
            said = at.get(word, set())
            if not said and len(word) >= _SHORTEST_WITHIN and (start := text.find(word)) >= 0:
                said = set(letters[start : start + len(word)])
            if said:
                found.setdefault(next(iter(games)), set()).update(said)
    if len(found) != 1:
        return NamedGame()
    ((game, positions),) = found.items()
    # What stands before or after belongs to the name, if the name has it, too: "marvel dagger".
    beside = {position + step for position in positions for step in (-1, 1) if 0 <= position + step < len(tokens)}
    return NamedGame(game, frozenset(positions | {p for p in beside if game in names.get(tokens[p].folded, ())}))


@lru_cache(maxsize=8)
def _words_of_names(store: Store) -> dict[str, set[str]]:
    """Return the words of all games' names, with these games."""
    found: dict[str, set[str]] = {}
    for game, names in store.game_names().items():
        for text in (game.replace("-", " "), *names):
            for word in folded_words(text):
                found.setdefault(word, set()).add(game)
    return found
