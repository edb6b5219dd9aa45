"""Which texts a question is about."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from compendium_cli.store import Store


class Scope(NamedTuple):
    """The entries of one language, of one game or of all."""

    store: Store
    lang: str
    game: str | None

    def has(self, game: str) -> bool:
        """Tell whether a game is looked at."""
        return self.game in (None, game)

    def norms(self, folded: str) -> tuple[str, ...]:
        """Return what a word of this language may be a form of."""
        return self.store.norms(self.lang, folded)

    def followed(self, game: str, concept: str) -> tuple[str, str]:
        """Return the concept that a redirect stands for in this language; any other as it is."""
        target = self.store.redirects(self.lang, game).get(f"{game}/{concept}")
        return (game, target.partition("/")[2]) if target else (game, concept)

    def title_norms(self, game: str, concept: str) -> list[str]:
        """Return the normalised words of an entry's title; none where this language lacks the entry."""
        return self.store.title_norms(self.lang, game, concept)
