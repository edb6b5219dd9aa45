"""Analyse: a question as typed -> its words, mended where they are misspelt, its terms, and what it names."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.answering.terms import Term, link_terms, named_game
from compendium_cli.answering.tokens import Token, tokens_of
from compendium_cli.languages import LANGUAGES, ngrams_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from compendium_cli.passages import Key
    from compendium_cli.store import Store


class Question(NamedTuple):
    """A question, ready to be looked up."""

    text: str
    lang: str
    """The language it was asked in."""
    game: str | None
    """The game that somebody chose, or that the question names."""
    tokens: tuple[Token, ...]
    terms: tuple[Term, ...]
    said: tuple[str, ...]
    """Its normalised words in their order."""
    words: tuple[str, ...]
    """All that its words may be forms of, each once."""
    ngrams: tuple[str, ...]
    """Its character n-grams, each once."""
    named: tuple[Key, ...]
    """The entries that it names; where a redirect is named, the entry that it leads to."""
    bare: Term | None
    """The term, where the question is nothing but a term and asks what it is."""

    @property
    def corrections(self) -> tuple[tuple[str, str], ...]:
        """Words that were taken for misspellings, and of what."""
        return tuple((token.typed, token.folded) for token in self.tokens if token.is_corrected)


def analyse(text: str, store: Store, lang: str, game: str | None) -> Question:
    """Return a question asked in a language about a game or any."""
    tokens = tokens_of(text, store, lang)
    naming = named_game(tokens, store) if game is None else None
    game = game or (naming.id if naming else None)
    terms = link_terms(text, tokens, store, lang, game)
    linked = {position for term in terms for position in term.positions}
    # The name of the game says nothing of its rules, unless it is also the name of one.
    said = naming.positions - linked if naming else frozenset()
    kept = [token for position, token in enumerate(tokens) if position not in said]
    forms = [store.norms(lang, token.folded) for token in kept]
    named = (store.followed(lang, match.game, match.concept) for term in terms for match in term.matches)
    return Question(
        text=text,
        lang=lang,
        game=game,
        tokens=tuple(kept),
        terms=tuple(terms),
        said=tuple(norms[0] for norms in forms),
        words=tuple(dict.fromkeys(norm for norms in forms for norm in norms)),
        ngrams=tuple(sorted(ngrams_of(token.folded for token in kept))) if kept else (),
        named=tuple(dict.fromkeys(named)),
        bare=_bare(kept, terms, linked, tokens, lang),
    )


def _bare(
    kept: Sequence[Token], terms: Sequence[Term], linked: set[int], tokens: Sequence[Token], lang: str
) -> Term | None:
    """Return the term that a question only asks the meaning of: "che cos'è una tempesta?"."""
    asking = LANGUAGES[lang].definition_words
    others = (token for position, token in enumerate(tokens) if position not in linked and token in kept)
    if len(terms) != 1 or any(token.folded not in asking for token in others):
        return None
    return terms[0]
