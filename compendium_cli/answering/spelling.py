"""Spelling: an unknown word of a question -> the glossary's own word that it misspells."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from compendium_cli.names import ENGLISH
from compendium_cli.resolving import allowed_errors

if TYPE_CHECKING:
    from collections.abc import Sequence

    from compendium_cli.store import Store

#: A shorter word is like too many others.
_SHORTEST = 4


def corrected(words: Sequence[str], store: Store, lang: str) -> list[str]:
    """Return the words of a question, those that are misspelt as the glossary writes them."""
    return [_corrected(word, store, lang) if _is_unknown(word, store, lang) else word for word in words]


def _corrected(word: str, store: Store, lang: str) -> str:
    """Return the word of the glossary that sounds the same or has the fewest other letters; else the word itself."""
    if alike := store.words_that_sound_like(lang, word):
        return max(alike, key=lambda item: (item[2], item[1]))[0]
    errors = allowed_errors(word)
    if not errors:
        return word
    from rapidfuzz import process
    from rapidfuzz.distance import DamerauLevenshtein

    known = _vocabulary(store, lang)
    found = process.extract(word, known.keys(), scorer=DamerauLevenshtein.distance, score_cutoff=errors, limit=12)
    # The first letter is rarely wrong. A name is likelier meant than any other word, a frequent word than a rare one.
    meant = [(away, *known[other], other) for other, away, _ in found if other[0] == word[0] or known[other][0]]
    return min(meant, key=lambda item: (item[0], not item[1], -item[2]))[-1] if meant else word


@lru_cache(maxsize=8)
def _vocabulary(store: Store, lang: str) -> dict[str, tuple[bool, int]]:
    """Return the words that a misspelt one may be, English terms too: whether they are names, and how frequent."""
    return {
        word: (bool(is_name), count)
        for code in (ENGLISH, lang)
        for word, count, is_name in store.words(code)
        if len(word) >= _SHORTEST
    }


def _is_unknown(word: str, store: Store, lang: str) -> bool:
    """Tell whether neither the question's language nor English has a word."""
    return (
        len(word) >= _SHORTEST
        and word.isalpha()
        and not any(_is_known(word, code, store) for code in dict.fromkeys((lang, ENGLISH)))
    )


def _is_known(word: str, lang: str, store: Store) -> bool:
    """Tell whether a language has a word in any form; a stem that is less than half of it is one by accident."""
    if store.is_word(lang, word):
        return True
    if not store.knows_form(lang, word):
        return False
    return store.knows(lang, word) or any(2 * len(norm) >= len(word) for norm in store.norms(lang, word))
