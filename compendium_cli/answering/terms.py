"""The words of a question, mended and reduced, and the concepts they name: longest first, ambiguity kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.answering.lookup import (
    ENGLISH_TERM,
    EXACT,
    INFLECTED,
    TRANSLATION,
    TYPO,
    Match,
    inflected_names,
)
from compendium_cli.answering.mending import mended, mended_beside
from compendium_cli.index import QueryWord
from compendium_cli.languages import LANGUAGES, words_of
from compendium_cli.names import ENGLISH

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator

    from compendium_cli.answering.scope import Scope
    from compendium_cli.names import Name

_LONGEST_TERM = 6
#: A question is read up to here; nobody asks one that is longer.
MOST_WORDS = 300
_MISSPELT_WEIGHT = 0.7
#: What no name goes across, unless it is written so.
_PARTING = frozenset(".,;:!?…")
#: What stands before a capital letter that tells nothing.
_BEGINNING = frozenset(".:!?…¿¡")
#: So many small words a name may have in a row: "carte del giocatore", not "una risorsa ci sono e il jolly".
_SMALL_WORDS = 2
_SURENESS = (EXACT, INFLECTED, ENGLISH_TERM, TRANSLATION, TYPO)


class Token(NamedTuple):
    """A word of the question."""

    typed: str
    spelt: str
    """Folded, as it was typed."""
    folded: str
    """Folded, and mended where it was misspelt."""
    norms: tuple[str, ...]
    start: int
    end: int
    is_content: bool
    is_mended: bool
    is_known: bool
    """Whether the glossary's texts in the question's language have the word, in any form."""
    is_parted: bool
    """Whether a comma, a colon or the end of a sentence stands before it."""
    is_somebody: bool
    """Whether it has a capital letter that no sentence begins with: a name, unless it is a term."""

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
    found = list(words_of(question))[:MOST_WORDS]
    content = [word.folded not in language.stop_words for word in found]
    folded = [
        mended(word.folded, scope) if is_content else word.folded
        for word, is_content in zip(found, content, strict=True)
    ]
    for place in [place for place, is_content in enumerate(content) if is_content]:
        folded[place] = mended_beside(folded, place, scope)
    tokens: list[Token] = []
    for word, meant, is_content in zip(found, folded, content, strict=True):
        before = question[tokens[-1].end : word.start] if tokens else ""
        typed = question[word.start : word.end]
        tokens.append(
            Token(
                typed=typed,
                spelt=word.folded,
                folded=meant,
                norms=scope.norms(meant) if is_content else (),
                start=word.start,
                end=word.end,
                is_content=is_content,
                is_mended=meant != word.folded,
                is_known=is_content and scope.store.knows_form(scope.lang, meant),
                is_parted=not _PARTING.isdisjoint(before),
                is_somebody=bool(tokens) and _BEGINNING.isdisjoint(before) and typed.istitle(),
            )
        )
    return tokens


def without(tokens: Iterable[Token], positions: Container[int]) -> list[Token]:
    """Return the words of a question, some of them as words that say nothing."""
    return [
        token._replace(is_content=False, norms=()) if position in positions else token
        for position, token in enumerate(tokens)
    ]


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
    if misspelt and (names := scope.store.names_by_key(" ".join(token.spelt for token in window), scope.game)):
        # Unknown to this language's texts, but no misspelling: another language's name.
        return list(_unique(names, TRANSLATION))
    # A small word at either end belongs to a name only where the name has it: "la tempesta" is just "tempesta".
    whole = window[0].is_content and window[-1].is_content and _is_one_name(window)
    exact = scope.store.names_by_key(text, scope.game)
    content = [token for token in window if token.is_content]
    # What is a word of the question's language is no word of another's; several in a row, just as written, may be.
    foreign = not all(token.is_known for token in content)
    for code in dict.fromkeys([scope.lang, ENGLISH, *LANGUAGES]):
        own = [name for name in exact if name.lang == code]
        inflected = not own
        if code not in (scope.lang, ENGLISH) and not foreign and not (own and len(content) > 1):
            continue
        if inflected and whole and (foreign or code == scope.lang or (code == ENGLISH and len(window) > 1)):
            own = list(inflected_names(text, code, scope.store, scope.game))
        if own:
            return list(_unique(own, _how(code, scope.lang, misspelt=misspelt, inflected=inflected)))
    return []


def _is_one_name(window: list[Token]) -> bool:
    """Tell whether words stand near enough to each other to be an inflected name."""
    small = 0
    for token in window[1:]:
        small = 0 if token.is_content else small + 1
        if token.is_parted or small > _SMALL_WORDS:
            return False
    return True


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
