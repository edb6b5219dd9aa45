"""Roots of Ukrainian words. The only door to pymorphy3.

The dictionary takes about a hundred milliseconds to load, so it is used only when a glossary is compiled.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from compendium_cli.languages.base import is_cyrillic

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

# A dictionary keeps a verb, its other aspect and its noun apart (виснажити, виснажувати, виснаження), a player does
# not. What these endings leave of a dictionary form is nearly always common to all of them.
_ENDINGS = (
    r"(?:(?:ув|юв)ання|ення|іння|ання|яння|єння|ття|ння|(?:ув|юв|ов)ати|(?:[еєая]н)(?:ий|ість|о)|нути|[аяиії]ти|ти|ість|ості|"
    r"[иі]й|ий|ій|а|я|о|е|є|и|і|ь|у|ю)(?:ся|сь)?$|(?:ся|сь)$"
)
_SHORTEST_ROOT = 3
# The consonant that changes before an ending: знешкоджувати, знешкодити.
_SOFTENED = (("джж", "д"), ("дж", "д"), ("щ", "ст"))


class UkrainianAnalyzer:
    """Dictionary forms by pymorphy3, cut back to the root that a verb shares with its other aspect and its noun."""

    tabled = True

    def is_tabled(self, folded: str) -> bool:
        """Tell whether a word is Cyrillic."""
        return is_cyrillic(folded)

    def norms(self, folded: str) -> tuple[str, ...]:
        """Return the roots of all dictionary forms that the word may belong to."""
        return _roots(folded) if self.is_tabled(folded) else (folded,)

    def forms(self, words: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Return every form of every dictionary word that some folded words may belong to, with its root."""
        told: set[tuple[object, ...]] = set()
        for folded in words:
            for parse in _dictionary().parse(folded):
                root = root_of(parse.normal_form)
                yield folded, root
                # A text has most words in several forms, and all of them lead to the same list.
                paradigm = parse.normal_form, *(part for method in parse.methods_stack for part in method[2:3])
                if paradigm not in told:
                    told.add(paradigm)
                    yield from ((form.word.replace("'", ""), root) for form in parse.lexeme)

    def version(self) -> str:
        """Return nothing: what words are reduced to is read from a table."""
        return ""

    def release(self) -> None:
        """Give back the memory of the dictionary: fifty megabytes."""
        for remembered in (_dictionary, _roots, root_of):
            remembered.cache_clear()


@lru_cache(maxsize=65536)
def _roots(folded: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(root_of(parse.normal_form) for parse in _dictionary().parse(folded)))


@lru_cache(maxsize=65536)
def root_of(lemma: str) -> str:
    """Return what is left of a dictionary form without the endings that make it a verb or a noun.

    >>> root_of("виснажувати"), root_of("виснаження"), root_of("знешкодити"), root_of("знешкоджування")
    ('виснаж', 'виснаж', 'знешкод', 'знешкод')
    """
    root = re.sub(_ENDINGS, "", lemma.replace("'", ""))
    if len(root) < _SHORTEST_ROOT:
        return lemma
    for softened, plain in _SOFTENED:
        if root.endswith(softened) and len(root) - len(softened) >= _SHORTEST_ROOT - 1:
            return root[: -len(softened)] + plain
    return root


@lru_cache(maxsize=1)
def _dictionary() -> Any:
    import pymorphy3

    return pymorphy3.MorphAnalyzer(lang="uk")
