"""Tokens: the words of a question; an unknown one becomes the glossary's own word that it misspells."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.languages import LANGUAGES, LONGEST_WORD, words_of
from compendium_cli.names import ENGLISH
from compendium_cli.resolving import allowed_errors

if TYPE_CHECKING:
    from collections.abc import Sequence

    from compendium_cli.store import Store

#: A question is read up to here; nobody asks one that is longer.
MOST_WORDS = 300
MOST_CHARACTERS = 20_000
#: What no name goes across, unless it is written so.
_PARTING = frozenset(".,;:!?…")
#: A shorter word is like too many others.
_SHORTEST = 4


class Token(NamedTuple):
    """A word of a question."""

    typed: str
    spelt: str
    """Folded, as it was typed."""
    folded: str
    """Folded, and corrected where it was misspelt."""
    start: int
    end: int
    is_small: bool
    """Whether it is one of the language's stop words, which make no name."""
    is_known: bool
    """Whether the glossary's texts in the question's language have the word, in any form."""
    before: str
    """What stands between it and the word before."""

    @property
    def is_corrected(self) -> bool:
        """Whether it was taken for a misspelling."""
        return self.folded != self.spelt

    @property
    def is_parted(self) -> bool:
        """Whether a comma, a colon or the end of a sentence stands before it."""
        return not _PARTING.isdisjoint(self.before)


def tokens_of(text: str, store: Store, lang: str) -> list[Token]:
    """Return the words of a question; a misspelt one is corrected by the glossary's own vocabulary."""
    text = text[:MOST_CHARACTERS]
    # What is longer than a word is none, and would cost as much as all others together.
    found = [word for word in words_of(text) if len(word.folded) <= LONGEST_WORD][:MOST_WORDS]
    small = LANGUAGES[lang].stop_words
    meant = corrected([word.folded for word in found], store, lang)
    tokens: list[Token] = []
    for word, folded in zip(found, meant, strict=True):
        before = text[tokens[-1].end : word.start] if tokens else ""
        tokens.append(
            Token(
                typed=text[word.start : word.end],
                spelt=word.folded,
                folded=folded,
                start=word.start,
                end=word.end,
                is_small=word.folded in small,
                is_known=store.vocabulary.knows_form(lang, folded),
                before=before,
            )
        )
    return tokens


def corrected(words: Sequence[str], store: Store, lang: str) -> list[str]:
    """Return the words of a question, those that are misspelt as the glossary writes them."""
    return [_corrected(word, store, lang) if _is_unknown(word, store, lang) else word for word in words]


def _corrected(word: str, store: Store, lang: str) -> str:
    """Return the word of the glossary that sounds the same or has the fewest other letters; else the word itself."""
    if alike := store.vocabulary.words_that_sound_like(lang, word):
        return max(alike, key=lambda item: (item[2], item[1]))[0]
    errors = allowed_errors(word)
    if not errors:
        return word
    from rapidfuzz import process
    from rapidfuzz.distance import DamerauLevenshtein

    # The first letter is rarely wrong, but in a name it may be. English terms may be meant, too.
    lengths = max(len(word) - errors, _SHORTEST), len(word) + errors
    scorer = DamerauLevenshtein.distance
    words = store.vocabulary
    meant = []
    for code in dict.fromkeys((lang, ENGLISH)):
        known = words.words_beginning_like(code, word, lengths)
        for other, away, _ in process.extract(word, known, scorer=scorer, score_cutoff=errors, limit=None):
            is_name, count = words.standing(code, other)
            meant.append((away, not is_name, -count, other))
    # A name is likelier meant than any other word, a frequent word than a rare one.
    return min(meant)[-1] if meant else word


def _is_unknown(word: str, store: Store, lang: str) -> bool:
    """Tell whether neither the question's language nor English has a word."""
    return (
        len(word) >= _SHORTEST
        and word.isalpha()
        and not any(_is_known(word, code, store) for code in dict.fromkeys((lang, ENGLISH)))
    )


def _is_known(word: str, lang: str, store: Store) -> bool:
    """Tell whether a language has a word in any form; a stem that is less than half of it is one by accident."""
    if store.vocabulary.is_word(lang, word):
        return True
    if not store.vocabulary.knows_form(lang, word):
        return False
    return store.vocabulary.knows(lang, word) or any(2 * len(norm) >= len(word) for norm in store.norms(lang, word))
