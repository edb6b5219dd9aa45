"""Stems for the languages that Snowball knows. The only door to PyStemmer."""

from __future__ import annotations

from functools import lru_cache
from typing import Any


class SnowballAnalyzer:
    """Snowball stems, with the spelling of a sound before e and i brought back to one letter.

    Snowball leaves ``ataque`` and ``atacar``, ``attacchi`` and ``attacco`` apart, because the same sound is spelt
    differently before a front vowel. ``respell`` undoes that at the end of a stem.
    """

    tabled = False

    def __init__(self, algorithm: str, respell: tuple[tuple[str, str], ...] = ()) -> None:
        self.algorithm = algorithm
        self.respell = respell

    def norms(self, folded: str) -> tuple[str, ...]:
        """Return the stem."""
        stem: str = _stemmer(self.algorithm).stemWord(folded)
        for spelt, sound in self.respell:
            if stem.endswith(spelt) and len(stem) > len(spelt) + 1:
                return (stem[: -len(spelt)] + sound,)
        return (stem,)

    def forms(self, folded: str) -> tuple[tuple[str, str], ...]:
        """Return nothing: a stem is computed as fast as it is looked up."""
        del folded
        return ()


@lru_cache(maxsize=8)
def _stemmer(algorithm: str) -> Any:
    import Stemmer

    return Stemmer.Stemmer(algorithm)
