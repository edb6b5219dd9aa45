"""The names an entry answers to, and the keys they are found by."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.languages import folded_words

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from compendium_cli.languages import Language

ENGLISH = "en"
_MOST_KEYS = 8


class Name(NamedTuple):
    """One name of one entry."""

    text: str
    key: str
    """Folded words: what an exact search compares."""
    norms: tuple[str, ...]
    """Normalised content words, one spelling per reading: what an inflected search compares."""
    lang: str
    """Language of the name; empty for an id."""
    game: str
    concept: str
    source: str
    """``id``, ``title``, ``alias``, ``english``, or ``part`` for a part of a title."""


def key_of(text: str) -> str:
    """Return the folded words of a name.

    >>> key_of("Le regole d'oro")
    'le regole d oro'
    """
    return " ".join(folded_words(text))


def norm_keys(text: str, language: Language, norms: Callable[[str], Sequence[str]]) -> tuple[str, ...]:
    """Return the normalised content words of a name: one key per reading, as a form may belong to several words."""
    readings = [norms(word) or (word,) for word in language.content_words(text)]
    if not readings:
        return ()
    combined = itertools.islice(itertools.product(*readings), _MOST_KEYS)
    return tuple(dict.fromkeys(" ".join(reading) for reading in combined))
