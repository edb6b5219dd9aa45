"""Misspelt words of a question -> the glossary's own: by their sound, by their letters, by the words beside them."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from compendium_cli.answering.lookup import inflected_names
from compendium_cli.names import ENGLISH

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from compendium_cli.answering.scope import Scope
    from compendium_cli.store import Store

_SHORTEST_SOUNDED = 4
_SHORTEST_MENDED = 5
_SHORTEST_WITH_TWO = 8
#: So many words a name may have for one of them to be mended by the others.
_LONGEST_NAME = 4
#: So many words of names are tried in place of one.
_TRIED = 12


def mended(word: str, scope: Scope) -> str:
    """Return the word of the glossary that an unknown word is a misspelling of; the word itself where there is none."""
    store, lang = scope.store, scope.lang
    if not _is_strange(word, scope):
        return word
    if alike := store.words_that_sound_like(lang, word):
        return max(alike, key=lambda item: (item[2], item[1]))[0]
    if len(word) < _SHORTEST_MENDED:
        return word
    from rapidfuzz import process
    from rapidfuzz.distance import DamerauLevenshtein

    known = _vocabulary(store, lang)
    found = process.extract(word, known.keys(), scorer=DamerauLevenshtein.distance, score_cutoff=2, limit=12)
    meant = [(errors, *known[other], other) for other, errors, _ in found if _is_slip(word, other, errors, known)]
    # A name is likelier meant than any other word, a frequent word likelier than a rare one.
    return min(meant, key=lambda item: (item[0], not item[2], -item[1]))[-1] if meant else word


def _is_slip(word: str, other: str, errors: float, known: dict[str, tuple[int, bool]]) -> bool:
    """Tell a slip from another word: the first letter is rarely wrong, and short words are all alike."""
    _, is_name = known[other]
    length = min(len(word), len(other))
    if errors <= 1:
        same_start = word[0] == other[0]
        return length >= _SHORTEST_MENDED + (not is_name) + (not same_start) and (same_start or is_name)
    return word[0] == other[0] and length >= _SHORTEST_WITH_TWO + 2 * (not is_name)


@lru_cache(maxsize=8)
def _vocabulary(store: Store, lang: str) -> dict[str, tuple[int, bool]]:
    return {
        word: (count, is_name)
        for code in (ENGLISH, lang)
        for word, count, is_name in store.words(code)
        if len(word) >= _SHORTEST_MENDED - 1
    }


@lru_cache(maxsize=8)
def _words_of_names(store: Store, lang: str) -> list[str]:
    return [word for word, (_, is_name) in _vocabulary(store, lang).items() if is_name]


def mended_beside(words: Sequence[str], place: int, scope: Scope) -> str:
    """Return what a strange word must be for a name to stand there: ``carte bsae`` is ``carte base``.

    Alone it is too short to be taken for a misspelling.
    """
    word = words[place]
    if not _is_strange(word, scope):
        return word
    from rapidfuzz import process
    from rapidfuzz.distance import DamerauLevenshtein

    known = _words_of_names(scope.store, scope.lang)
    found = process.extract(word, known, scorer=DamerauLevenshtein.distance, score_cutoff=1, limit=_TRIED)
    for other, _, _ in found:
        for window in _windows([*words[:place], other, *words[place + 1 :]], place):
            text = " ".join(window)
            if scope.store.names_by_key(text, scope.game) or any(
                inflected_names(text, scope.lang, scope.store, scope.game)
            ):
                return other
    return word


def _windows(words: Sequence[str], place: int) -> Iterator[Sequence[str]]:
    """Yield the runs of several words that have a place in them."""
    for length in range(2, _LONGEST_NAME + 1):
        for first in range(max(place - length + 1, 0), min(place, len(words) - length) + 1):
            yield words[first : first + length]


def _is_strange(word: str, scope: Scope) -> bool:
    """Tell whether neither the glossary's language nor English has a word, as long as it is one."""
    return (
        len(word) >= _SHORTEST_SOUNDED
        and word.isalpha()
        and not any(_is_known(word, c, scope) for c in (scope.lang, ENGLISH))
    )


def _is_known(word: str, lang: str, scope: Scope) -> bool:
    """Tell whether a language has a word in any form; a stem that is less than half of it is one by accident."""
    if not scope.store.knows_form(lang, word):
        return False
    return scope.store.knows(lang, word) or any(2 * len(norm) >= len(word) for norm in scope.store.norms(lang, word))
