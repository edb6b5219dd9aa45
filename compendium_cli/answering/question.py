"""The question as the ranking sees it: what each word weighs, what may stand for it, which concepts it names."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.languages import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from compendium_cli.answering.scope import Scope
    from compendium_cli.answering.terms import Term, Token
    from compendium_cli.answering.weights import Weights
    from compendium_cli.index import LanguageIndex, QueryWord

#: A concept or card of a game.
Key = tuple[str, str]


class AskedWord(NamedTuple):
    """A word of the question that says something."""

    norms: tuple[str, ...]
    weight: float
    concepts: frozenset[Key]
    """What it names, alone or with its neighbours."""


class Question(NamedTuple):
    """The words of a question, weighed."""

    words: tuple[AskedWord, ...]
    total: float
    """What all words weigh."""
    stands_for: dict[str, tuple[tuple[int, float], ...]]
    """A normalised word -> the words of the question that it may stand for, and how well."""
    named: dict[Key, float]
    """Concepts that the question names, with their share of its weight."""
    names: dict[Key, tuple[frozenset[str], ...]]
    """The normalised words that name each of them: the question's own, and its title's."""
    only: Key | None
    """The concept that the question names and says nothing else about."""
    query: tuple[QueryWord, ...]
    """What to look for in the index."""

    def heard(self, norms: Iterable[str], before: Sequence[float] = ()) -> list[float]:
        """Return how well each word of the question is answered by some words, and by what was heard before."""
        heard = list(before) or [0.0] * len(self.words)
        for norm in norms:
            for position, strength in self.stands_for.get(norm, ()):
                heard[position] = max(heard[position], strength)
        return heard

    def share(self, heard: Sequence[float]) -> float:
        """Return how much of the question's weight was heard."""
        return sum(word.weight * strength for word, strength in zip(self.words, heard, strict=True)) / self.total


def understood(
    tokens: Sequence[Token], terms: Sequence[Term], searched: Scope, asked_in: Scope, shelf: LanguageIndex, weights: Weights
) -> Question:
    """Weigh a question against the texts of a language: the one it was asked in, or another."""
    concepts = {
        position: frozenset((match.game, match.concept) for match in term.matches)
        for term in terms
        for position in term.positions
    }
    said = _once(tokens)
    words = tuple(
        AskedWord(token.norms, _weight(token, concepts.get(position, frozenset()), shelf, weights), concepts.get(position, frozenset()))
        for position, token in said.items()
    )
    place_of = {words[place].norms: place for place in range(len(words))}
    places = {position: place_of[token.norms] for position, token in enumerate(tokens) if token.norms in place_of}
    total = sum(word.weight for word in words) or 1.0
    named: dict[Key, float] = {}
    names: dict[Key, tuple[frozenset[str], ...]] = {}
    synonyms: list[tuple[list[int], list[str], float]] = []
    for term in terms:
        spoken = list(dict.fromkeys(places[position] for position in sorted(term.positions) if position in places))
        share = sum(words[place].weight for place in spoken) / total
        own = frozenset(norm for place in spoken for norm in words[place].norms[:1])
        for match in term.matches:
            key = searched.followed(match.game, match.concept)
            title = searched.title_norms(*key)
            names[key] = (own, *((frozenset(title),) if title else ()))
            named[key] = max(named.get(key, 0.0), share / len(term.matches) ** 0.5)
            if not own >= set(title):
                synonyms.append((spoken, title, weights.synonym / len(term.matches) ** 0.5))
    stands_for = _stands_for(words, synonyms, searched, weights, same=searched.lang == asked_in.lang)
    only = _only(tokens, concepts, named, asked_in.lang)
    query = tuple(_query(tokens, synonyms))
    return Question(words, total, stands_for, named, names, only, query)


def _once(tokens: Sequence[Token]) -> dict[int, Token]:
    """Return the words that say something, each once: who repeats a word does not ask more about it."""
    first: dict[tuple[str, ...], int] = {}
    for position, token in enumerate(tokens):
        if token.is_content:
            first.setdefault(token.norms, position)
    return {position: tokens[position] for position in first.values()}


def _weight(token: Token, concepts: frozenset[Key], shelf: LanguageIndex, weights: Weights) -> float:
    """Return what a word says: a rare one much, a number or a word that no text has little."""
    rarity = shelf.rarity(token.norms)
    if token.folded.isdigit():
        return rarity * weights.number
    if rarity == 1.0 and not concepts:
        return rarity * weights.unknown
    return rarity * (weights.misspelt if token.is_mended else 1.0)


def _stands_for(
    words: Sequence[AskedWord], synonyms: Iterable[tuple[list[int], list[str], float]], scope: Scope, weights: Weights, *, same: bool
) -> dict[str, tuple[tuple[int, float], ...]]:
    found: dict[str, dict[int, float]] = {}

    def add(norm: str, place: int, strength: float) -> None:
        at = found.setdefault(norm, {})
        at[place] = max(at.get(place, 0.0), strength)

    for place, word in enumerate(words):
        for norm in word.norms:
            add(norm, place, 1.0)
            if same:
                for other, strength in scope.store.related(scope.lang, norm):
                    add(other, place, weights.related * strength)
    for spoken, title, strength in synonyms:
        for norm in title:
            for place in spoken:
                # A title of several words is heard in full only where all of them are.
                add(norm, place, strength / len(title))
    return {norm: tuple(at.items()) for norm, at in found.items()}


def _only(tokens: Sequence[Token], concepts: dict[int, frozenset[Key]], named: dict[Key, float], lang: str) -> Key | None:
    small = LANGUAGES[lang].definition_words
    others = [token for position, token in enumerate(tokens) if position not in concepts and token.folded not in small]
    return next(iter(named)) if len(named) == 1 and not others else None


def _query(tokens: Sequence[Token], synonyms: Iterable[tuple[list[int], list[str], float]]) -> Iterator[QueryWord]:
    from compendium_cli.index import QueryWord

    yield from (token.as_query() for token in list(_once(tokens).values()) or tokens)
    for _, title, strength in synonyms:
        for norm in title:
            yield QueryWord(norm, (norm,), strength / len(title) ** 0.5)
