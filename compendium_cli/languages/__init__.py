"""The languages the compendium knows. To add one, write its file and list it here."""

from __future__ import annotations

from compendium_cli.errors import UsageError
from compendium_cli.languages import en, es, it, uk
from compendium_cli.languages.base import (
    LONGEST_WORD,
    Analyzer,
    Labels,
    Language,
    Word,
    WordCounts,
    fold,
    folded_words,
    ngrams_of,
    words_of,
)

__all__ = [
    "DEFAULT",
    "LANGUAGES",
    "LONGEST_WORD",
    "Analyzer",
    "Labels",
    "Language",
    "Word",
    "WordCounts",
    "fold",
    "folded_words",
    "language",
    "language_name",
    "ngrams_of",
    "romanised",
    "words_of",
]

#: In the order in which a reader is offered an entry whose own language lacks it.
LANGUAGES: dict[str, Language] = {module.LANGUAGE.code: module.LANGUAGE for module in (it, es, uk, en)}

DEFAULT = "it"


_ROMANISATION = str.maketrans(dict(pair for known in LANGUAGES.values() for pair in known.romanisation))


def romanised(folded: str) -> str:
    """Return folded words in Latin letters.

    >>> romanised("хід гравця")
    'khid hravtsia'
    """
    return folded.translate(_ROMANISATION)


def language(code: str) -> Language:
    """Return a language by its code, or say which ones there are."""
    try:
        return LANGUAGES[code]
    except KeyError:
        raise UsageError(f"unknown language {code!r}: choose one of {', '.join(LANGUAGES)}", LANGUAGES) from None


def language_name(code: str, lang: str) -> str:
    """Return what a language is called within a sentence of another.

    >>> language_name("en", "it"), language_name("en", "uk")
    ('inglese', 'англійською')
    """
    return language(lang).labels.language_names.get(code, language(code).name)
