"""The words of a question, mended and reduced, and the concepts they name: longest first, ambiguity kept."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.answering.lookup import (
    ENGLISH_TERM,
    EXACT,
    INFLECTED,
    TRANSLATION,
    TYPO,
    Match,
    allowed_errors,
    inflected_names,
)
from compendium_cli.index import QueryWord
from compendium_cli.languages import LANGUAGES, words_of
from compendium_cli.names import ENGLISH, key_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from compendium_cli.answering.scope import Scope
    from compendium_cli.names import Name
    from compendium_cli.store import Store

_LONGEST_TERM = 6
#: A question is read up to here; nobody asks one that is longer.
MOST_WORDS = 300
_MISSPELT_WEIGHT = 0.7
_SHORTEST_MENDED = 5
_SURENESS = (EXACT, INFLECTED, ENGLISH_TERM, TRANSLATION, TYPO)


class Token(NamedTuple):
    """A word of the question."""

    typed: str
    folded: str
    """Folded, and mended where it was misspelt."""
    norms: tuple[str, ...]
    start: int
    end: int
    is_content: bool
    is_mended: bool

    def as_query(self) -> QueryWord:
        """Return the word as the index looks for it."""
        return QueryWord(self.folded, self.norms, _MISSPELT_WEIGHT if self.is_mended else 1.0)


class Term(NamedTuple):
    """Some words of the question and the entries they may mean."""

    text: str
    positions: frozenset[int]
    """Which words of the question it is made of."""
    matches: tuple[Match, ...]


def tokens_of(question: str, scope: Scope) -> list[Token]:
    """Return the words of a question; a misspelt one is mended by the glossary's own vocabulary."""
    language = LANGUAGES[scope.lang]
    tokens = []
    for word in list(words_of(question))[:MOST_WORDS]:
        is_content = word.folded not in language.stop_words
        folded = _mended(word.folded, scope) if is_content else word.folded
        typed = question[word.start : word.end]
        norms = scope.norms(folded) if is_content else ()
        tokens.append(Token(typed, folded, norms, word.start, word.end, is_content, folded != word.folded))
    return tokens


def _mended(word: str, scope: Scope) -> str:
    store, lang = scope.store, scope.lang
    if len(word) < _SHORTEST_MENDED or not word.isalpha() or store.knows(lang, word) or store.knows(ENGLISH, word):
        return word
    if store.norms(lang, word) != (word,) and any(store.names_by_norm(norm) for norm in store.norms(lang, word)):
        return word  # a form of a term, though not one that stands in the texts
    from rapidfuzz import process
    from rapidfuzz.distance import DamerauLevenshtein

    most = allowed_errors(word)
    found = process.extract(
        word, _vocabulary(store, lang), scorer=DamerauLevenshtein.distance, score_cutoff=most, limit=8
    )
    # The first letter is rarely wrong, and a frequent word is likelier meant than a rare one.
    ranked = sorted(found, key=lambda hit: (hit[1], hit[0][0] != word[0], -store.word_count(lang, hit[0])))
    return ranked[0][0] if ranked else word


@lru_cache(maxsize=8)
def _vocabulary(store: Store, lang: str) -> list[str]:
    return [word for code in {lang, ENGLISH} for word in store.words(code) if len(word) >= _SHORTEST_MENDED - 1]


def link_terms(question: str, tokens: list[Token], scope: Scope) -> list[Term]:
    """Return the concepts that the words of a question name, longest names first, each word used once."""
    free = [True] * len(tokens)
    found: list[tuple[int, Term]] = []
    for length in range(min(_LONGEST_TERM, len(tokens)), 0, -1):
        for first, matches in _windows(tokens, length, free, scope):
            if all(free[first : first + length]):
                free[first : first + length] = [False] * length
                text = question[tokens[first].start : tokens[first + length - 1].end]
                found.append((first, Term(text, frozenset(range(first, first + length)), tuple(matches))))
    return [term for _, term in sorted(found, key=lambda pair: pair[0])]


def _windows(tokens: list[Token], length: int, free: list[bool], scope: Scope) -> list[tuple[int, list[Match]]]:
    """Return the runs of free words that name something, the surest first: exact before inflected before misspelt."""
    found = []
    for first in range(len(tokens) - length + 1):
        window = tokens[first : first + length]
        if not all(free[first : first + length]) or not any(token.is_content for token in window):
            continue
        if matches := _named(window, scope):
            found.append((first, matches))
    return sorted(found, key=lambda item: _SURENESS.index(item[1][0].how))


def _named(window: list[Token], scope: Scope) -> list[Match]:
    """Return what a run of words names: in the question's language, else in English, else in another language."""
    text = " ".join(token.folded for token in window)
    misspelt = any(token.is_mended for token in window)
    # A small word at either end belongs to a name only where the name has it: "la tempesta" is just "tempesta".
    whole = window[0].is_content and window[-1].is_content
    exact = [name for name in scope.store.names_by_key(key_of(text)) if scope.has(name.game)]
    for code in dict.fromkeys([scope.lang, ENGLISH, *LANGUAGES]):
        own = [name for name in exact if name.lang == code]
        inflected = not own
        if inflected and whole:
            own = [name for name in inflected_names(text, code, scope.store) if scope.has(name.game)]
        if own:
            return list(_unique(own, _how(code, scope.lang, misspelt=misspelt, inflected=inflected)))
    return []


def _how(code: str, lang: str, *, misspelt: bool, inflected: bool) -> str:
    if misspelt:
        return TYPO
    if code == ENGLISH:
        return ENGLISH_TERM
    if code != lang:
        return TRANSLATION
    return INFLECTED if inflected else EXACT


def _unique(names: Iterable[Name], how: str) -> Iterator[Match]:
    seen = set()
    for name in names:
        if (name.game, name.concept) not in seen:
            seen.add((name.game, name.concept))
            yield Match(name.game, name.concept, how, name.lang, name.text)
