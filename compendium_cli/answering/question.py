"""The question as the ranking sees it: what each word weighs, what may stand for it, which concepts it names."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.index import QueryWord
from compendium_cli.languages import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from compendium_cli.answering.scope import Scope
    from compendium_cli.answering.terms import Term, Token
    from compendium_cli.answering.weights import Weights
    from compendium_cli.index import LanguageIndex

#: How many words of a question the index is asked for.
_LOOKED_FOR = 24
#: A concept or card of a game.
Key = tuple[str, str]
#: The words of a question that some text speaks about, by their position: the weight of each, as far as it was heard.
Heard = dict[int, float]


class Asked(NamedTuple):
    """A question as it was asked: its words, what they name, and where it was meant to be looked up."""

    tokens: tuple[Token, ...]
    terms: tuple[Term, ...]
    scope: Scope
    """In the question's own language."""
    game_was_given: bool
    """Whether somebody chose the game, beside the question."""


class AskedWord(NamedTuple):
    """A word of the question that says something."""

    norms: tuple[str, ...]
    weight: float
    concepts: frozenset[Key]
    """What it names, alone or with its neighbours."""


class Echo(NamedTuple):
    """What an entry has of a question, place by place; a place that has nothing of it is left out."""

    at: dict[int, Heard]
    said: dict[int, float]
    """The weight of all that a place has of the question."""
    gained: dict[int, float]
    """The weight of what it has beyond the entry's names."""
    words: dict[int, int]
    """How many words of a place stand for some word of the question."""


class Question(NamedTuple):
    """The words of a question, weighed against the texts of a language."""

    words: tuple[AskedWord, ...]
    total: float
    """What all words weigh."""
    stands_for: dict[str, tuple[tuple[int, float], ...]]
    """A normalised word -> the words of the question that it may stand for, with what it has of their weight."""
    named: dict[Key, float]
    """Concepts that the question names, with their share of its weight."""
    names: dict[str, dict[str, tuple[frozenset[str], ...]]]
    """By game and concept, the normalised words that name each of them: the question's own, and its title's."""
    only: Key | None
    """The concept that the question names and says nothing else about."""
    query: tuple[QueryWord, ...]
    """What to look for in the index."""

    def heard(self, norms: Iterable[str]) -> Heard:
        """Return which words of the question some words stand for, and how well."""
        heard: Heard = {}
        for norm in norms:
            for position, weight in self.stands_for.get(norm, ()):
                if weight > heard.get(position, 0.0):
                    heard[position] = weight
        return heard

    def echo(self, places: Mapping[str, Sequence[int]], by_name: Heard) -> Echo:
        """Return what the places of an entry have of the question, and what of it is not in the entry's names."""
        at: dict[int, Heard] = {}
        said: dict[int, float] = {}
        gained: dict[int, float] = {}
        words: dict[int, int] = {}
        for norm, positions in self.stands_for.items():
            for place in places.get(norm, ()):
                if place in at:
                    words[place] += 1
                else:
                    at[place], said[place], gained[place], words[place] = {}, 0.0, 0.0, 1
                heard = at[place]
                for position, weight in positions:
                    before = heard.get(position, 0.0)
                    if weight > before:
                        heard[position] = weight
                        said[place] += weight - before
                        known = by_name.get(position, 0.0)
                        if weight > known:
                            gained[place] += weight - max(before, known)
        return Echo(at, said, gained, words)

    def likeness(self, echo: Echo, sizes: Sequence[int], cost: float) -> dict[int, float]:
        """Return how far each place and the question say the same; every other word of the place costs."""
        # Else a long phrasing would be like every question.
        total, words = self.total, echo.words
        return {place: said / (total + cost * (sizes[place] - words[place])) for place, said in echo.said.items()}

    def share(self, heard: Heard) -> float:
        """Return how much of the question's weight was heard."""
        return sum(heard.values()) / self.total


def join(heard: Heard, more: Heard) -> Heard:
    """Add what more is heard, and return it all."""
    for position, weight in more.items():
        if weight > heard.get(position, 0.0):
            heard[position] = weight
    return heard


class _Synonym(NamedTuple):
    """The title of a concept that the question calls by another name."""

    places: tuple[int, ...]
    """The words of the question that name it."""
    title: list[str]
    strength: float


def understood(asked: Asked, searched: Scope, shelf: LanguageIndex, weights: Weights) -> Question:
    """Weigh a question against the texts of a language: the one it was asked in, or another."""
    concepts = {
        position: frozenset((match.game, match.concept) for match in term.matches)
        for term in asked.terms
        for position in term.positions
    }
    said = _once(asked.tokens)
    words = tuple(_word(token, concepts.get(position), shelf, weights) for position, token in said.items())
    total = sum(word.weight for word in words) or 1.0
    place_of = {word.norms: place for place, word in enumerate(words)}
    named: dict[Key, float] = {}
    names: dict[str, dict[str, tuple[frozenset[str], ...]]] = {}
    synonyms: list[_Synonym] = []
    for term in asked.terms:
        norms = dict.fromkeys(asked.tokens[position].norms for position in sorted(term.positions))
        places = tuple(place_of[norm] for norm in norms if norm in place_of)
        share = sum(words[place].weight for place in places) / total
        own = frozenset(norm for place in places for norm in words[place].norms[:1])
        ambiguity = len(term.matches) ** 0.5
        for match in term.matches:
            key = searched.followed(match.game, match.concept)
            title = searched.title_norms(*key)
            names.setdefault(key[0], {})[key[1]] = (own, *((frozenset(title),) if title else ()))
            named[key] = max(named.get(key, 0.0), share / ambiguity)
            if not own >= set(title):
                synonyms.append(_Synonym(places, title, weights.synonym / ambiguity))
    return Question(
        words=words,
        total=total,
        stands_for=_stands_for(words, synonyms, searched, weights),
        named=named,
        names=names,
        only=_only(asked, set(concepts), named),
        query=tuple(_query(said.values(), words, synonyms)) or tuple(token.as_query() for token in asked.tokens),
    )


def _once(tokens: Sequence[Token]) -> dict[int, Token]:
    """Return the words that say something, each once: who repeats a word does not ask more about it."""
    first: dict[tuple[str, ...], int] = {}
    for position, token in enumerate(tokens):
        if token.is_content:
            first.setdefault(token.norms, position)
    return {position: tokens[position] for position in first.values()}


def _word(token: Token, concepts: frozenset[Key] | None, shelf: LanguageIndex, weights: Weights) -> AskedWord:
    """Weigh a word: a rare one says much, a number, somebody's name or a word that no text has little."""
    weight = shelf.rarity(token.norms)
    if token.folded.isdigit():
        weight *= weights.number
    elif weight == 1.0 and not concepts:
        weight *= weights.unknown
    elif token.is_mended:
        weight *= weights.misspelt
    if token.is_somebody and not concepts:
        weight *= weights.somebody
    return AskedWord(token.norms, weight, concepts or frozenset())


def _stands_for(
    words: Sequence[AskedWord], synonyms: Iterable[_Synonym], scope: Scope, weights: Weights
) -> dict[str, tuple[tuple[int, float], ...]]:
    found: dict[str, dict[int, float]] = {}

    def add(norm: str, place: int, strength: float) -> None:
        at = found.setdefault(norm, {})
        at[place] = max(at.get(place, 0.0), strength * words[place].weight)

    for place, word in enumerate(words):
        for norm in word.norms:
            add(norm, place, 1.0)
            for other, strength in scope.store.related(scope.lang, norm):
                add(other, place, weights.related * strength)
    for synonym in synonyms:
        for norm in synonym.title:
            for place in synonym.places:
                # A title of several words is heard in full only where all of them are.
                add(norm, place, synonym.strength / len(synonym.title))
    return {norm: tuple(at.items()) for norm, at in found.items()}


def _only(asked: Asked, naming: set[int], named: dict[Key, float]) -> Key | None:
    """Return the concept that a bare term names: "che cos'è una tempesta?" is one."""
    small = LANGUAGES[asked.scope.lang].definition_words
    others = [
        token for position, token in enumerate(asked.tokens) if position not in naming and token.folded not in small
    ]
    return next(iter(named)) if len(named) == 1 and not others else None


def _query(said: Iterable[Token], words: Sequence[AskedWord], synonyms: Iterable[_Synonym]) -> Iterator[QueryWord]:
    """Yield the words to look for: the heaviest, as common words only lead everywhere, and slowly."""
    by_weight = sorted(zip(said, words, strict=True), key=lambda pair: -pair[1].weight)
    yield from (token.as_query() for token, _ in by_weight[:_LOOKED_FOR])
    for synonym in synonyms:
        for norm in synonym.title:
            yield QueryWord(norm, (norm,), synonym.strength / len(synonym.title) ** 0.5)
