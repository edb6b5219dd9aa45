"""Which game a question is about, where nobody says: the one it names, else the one whose rules speak to it most."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from compendium_cli.languages import words_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from compendium_cli.answering.evidence import Candidate
    from compendium_cli.answering.terms import Token
    from compendium_cli.answering.weights import Weights
    from compendium_cli.store import Store

#: How many entries of a game are heard.
_HEARD = 5


def named_game(tokens: Sequence[Token], store: Store) -> str | None:
    """Return the game that a question calls by a word which only its name has; ``None`` for none or several."""
    text = "".join(token.folded for token in tokens)
    said = {token.folded for token in tokens}
    found = {
        game
        for word, game in _owners(store).items()
        if len(word) > 1 and (word in said or (len(word) > 4 and word in text))  # noqa: PLR2004
    }
    return found.pop() if len(found) == 1 else None


@lru_cache(maxsize=8)
def _owners(store: Store) -> dict[str, str]:
    """Return the words that only one game's name has, with that game."""
    owners: dict[str, set[str]] = {}
    for game, names in store.game_names().items():
        for text in (game.replace("-", " "), *names):
            for word in words_of(text):
                owners.setdefault(word.folded, set()).add(game)
    return {word: next(iter(games)) for word, games in owners.items() if len(games) == 1}


def by_likely_game(found: Sequence[Candidate], sizes: Mapping[str, int], weights: Weights) -> list[Candidate]:
    """Return the candidates, those of less likely games with a smaller score."""
    best: dict[str, dict[str, float]] = {}
    for candidate in found:
        entries = best.setdefault(candidate.key[0], {})
        entries[candidate.key[1]] = max(entries.get(candidate.key[1], 0.0), candidate.score)
    if len(best) < 2:  # noqa: PLR2004
        return list(found)
    heard = {
        game: sum(sorted(entries.values(), reverse=True)[:_HEARD]) * sizes.get(game, 1) ** weights.size
        for game, entries in best.items()
    }
    likeliest = max(heard, key=lambda game: heard[game])
    return [c if c.key[0] == likeliest else c._replace(score=c.score * weights.other_game) for c in found]
