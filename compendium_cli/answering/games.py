"""Which game a question is about, where nobody says: the one it names, else the one whose rules speak to it most."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compendium_cli.languages import words_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from compendium_cli.answering.evidence import Candidate
    from compendium_cli.answering.terms import Token
    from compendium_cli.answering.weights import Weights
    from compendium_cli.model import Game

#: How many entries of a game are heard.
_HEARD = 5


def named_game(tokens: Sequence[Token], games: Mapping[str, Game]) -> str | None:
    """Return the game that a question calls by a word which only its name has; ``None`` for none or several."""
    owners: dict[str, set[str]] = {}
    for game in games.values():
        for text in (game.id.replace("-", " "), *game.names.values()):
            for word in words_of(text):
                owners.setdefault(word.folded, set()).add(game.id)
    text = "".join(token.folded for token in tokens)
    said = {token.folded for token in tokens}
    found = {
        game
        for word, ids in owners.items()
        if len(ids) == 1 and len(word) > 1 and (word in said or (len(word) > 4 and word in text))  # noqa: PLR2004
        for game in ids
    }
    return found.pop() if len(found) == 1 else None


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
