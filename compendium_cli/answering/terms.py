"""Entity linking: the game, concepts and cards that the words of a question name, longest first, ambiguity kept."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.languages import LANGUAGES, folded_words
from compendium_cli.names import ENGLISH
from compendium_cli.resolving import ENGLISH_TERM, EXACT, INFLECTED, TRANSLATION, TYPO, Match, resolve_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from compendium_cli.answering.tokens import Token
    from compendium_cli.store import Store

_LONGEST_TERM = 6
#: So many small words a name may have in a row: "carte del giocatore", not "una risorsa ci sono e il jolly".
_SMALL_WORDS = 2
#: A word of a game's name this long is recognised within other words, too.
_SHORTEST_WITHIN = 5
_SURENESS = (EXACT, INFLECTED, ENGLISH_TERM, TRANSLATION, TYPO)


class Term(NamedTuple):
    """Some words of the question and the entries they may mean."""

    text: str
    positions: frozenset[int]
    """Which words of the question it is made of."""
    matches: tuple[Match, ...]


def link_terms(text: str, tokens: Sequence[Token], store: Store, lang: str, game: str | None) -> list[Term]:
    """Return the concepts that the words of a question name, each word used once."""
    if all(token.is_small for token in tokens):  # small words make no name, unless they are all that was typed: "poi"
        typed = [token.spelt for token in tokens]
        matches = resolve_words(typed, store, lang, game, languages=(lang,), in_any_form=False)
        return [Term(text, frozenset(range(len(tokens))), tuple(matches))] if matches else []
    known = store.name_words()
    free = [token.is_small or not known.isdisjoint(_forms(token, store, lang)) for token in tokens]
    found: list[tuple[int, Term]] = []
    for length in range(min(_LONGEST_TERM, len(tokens)), 0, -1):
        named = [
            (first, matches)
            for first in range(len(tokens) - length + 1)
            if all(free[first : first + length])
            and (matches := _named(tokens[first : first + length], store, lang, game))
        ]
        # Of names that overlap the surest stays: exact before inflected before misspelt.
        for first, matches in sorted(named, key=lambda item: _SURENESS.index(item[1][0].how)):
            if all(free[first : first + length]):
                free[first : first + length] = [False] * length
                words = text[tokens[first].start : tokens[first + length - 1].end]
                found.append((first, Term(words, frozenset(range(first, first + length)), tuple(matches))))
    return [term for _, term in sorted(found, key=lambda pair: pair[0])]


def _forms(token: Token, store: Store, lang: str) -> Iterator[str]:
    """Yield what a word may be found by, in the question's language and in any other."""
    yield from (token.spelt, token.folded)
    for code in dict.fromkeys((lang, *LANGUAGES)):
        yield from store.norms(code, token.folded)


def _named(window: Sequence[Token], store: Store, lang: str, game: str | None) -> list[Match]:
    """Return what a run of words names: in the question's language, else in English, else in another language."""
    content = [token for token in window if not token.is_small]
    if not content:
        return []
    corrected = any(token.is_corrected for token in window)
    if corrected and (names := resolve_words([t.spelt for t in window], store, lang, game, in_any_form=False)):
        # Unknown to this language's texts, but no misspelling: another language's name.
        return [match._replace(how=TRANSLATION) for match in names]
    # A small word at either end belongs to a name only where the name has it: "la tempesta" is just "tempesta".
    whole = not window[0].is_small and not window[-1].is_small and _is_one_name(window)
    # What is a word of the question's language is no word of another's; several in a row, just as written, may be.
    foreign = not all(token.is_known for token in content)
    words = [token.folded for token in window]
    matches = resolve_words(words, store, lang, game, languages=(lang,), in_any_form=whole)
    if not matches and lang != ENGLISH:
        in_any_form = whole and (foreign or len(window) > 1)
        matches = resolve_words(words, store, lang, game, languages=(ENGLISH,), in_any_form=in_any_form)
    if not matches and (foreign or len(content) > 1):
        others = [code for code in LANGUAGES if code not in (lang, ENGLISH)]
        matches = resolve_words(words, store, lang, game, languages=others, in_any_form=whole and foreign)
    return [match._replace(how=TYPO) for match in matches] if corrected else matches


def _is_one_name(window: Sequence[Token]) -> bool:
    """Tell whether words stand near enough to each other to be an inflected name."""
    small = 0
    for token in window[1:]:
        small = small + 1 if token.is_small else 0
        if token.is_parted or small > _SMALL_WORDS:
            return False
    return True


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
