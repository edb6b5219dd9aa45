"""Stems for the languages that Snowball knows. The only door to PyStemmer."""

from __future__ import annotations

from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from compendium_cli.languages.base import LONGEST_WORD

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_SHORTEST_PLURAL = 4


class SnowballAnalyzer:
    """Snowball stems, with the spelling of a sound before e and i brought back to one letter.

    Snowball leaves ``ataque`` and ``atacar``, ``attacchi`` and ``attacco`` apart, because the same sound is spelt
    differently before a front vowel. ``respell`` undoes that at the end of a stem. ``foreign_plurals`` is for a
    language whose own words never end in s: ``avengers`` is a plural there too. ``apart`` are words that share their
    stem with others by accident (``mejor``, ``mejora``), with what they are forms of.
    """

    tabled = False

    def __init__(
        self,
        algorithm: str,
        respell: tuple[tuple[str, str], ...] = (),
        apart: Mapping[str, str] = MappingProxyType({}),
        *,
        foreign_plurals: bool = False,
    ) -> None:
        self.algorithm = algorithm
        self.respell = respell
        self.apart = apart
        self.foreign_plurals = foreign_plurals
        self._known = lru_cache(maxsize=16384)(self._stem)

    def is_tabled(self, folded: str) -> bool:
        """Tell that no word is: a stem is computed as fast as it is looked up."""
        del folded
        return False

    def norms(self, folded: str) -> tuple[str, ...]:
        """Return the stem."""
        # A text says the same words again and again. What nobody would call a word is not remembered.
        return self._known(folded) if len(folded) <= LONGEST_WORD else self._stem(folded)

    def _stem(self, folded: str) -> tuple[str, ...]:
        if folded in self.apart:
            return (self.apart[folded],)
        if self.foreign_plurals and len(folded) > _SHORTEST_PLURAL and folded[-1] == "s" != folded[-2]:
            folded = folded[:-1]
        stem: str = _stemmer(self.algorithm).stemWord(folded)
        for spelt, sound in self.respell:
            if stem.endswith(spelt) and len(stem) > len(spelt) + 1:
                return (stem[: -len(spelt)] + sound,)
        return (stem,)

    def forms(self, words: Iterable[str]) -> tuple[tuple[str, str], ...]:
        """Return nothing: no word is looked up."""
        del words
        return ()

    def release(self) -> None:
        """Do nothing: there is no dictionary."""

    def version(self) -> str:
        """Return the version of Snowball's algorithms."""
        import Stemmer

        return str(Stemmer.version())


@lru_cache(maxsize=8)
def _stemmer(algorithm: str) -> Any:
    import Stemmer

    return Stemmer.Stemmer(algorithm)
