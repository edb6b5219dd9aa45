"""How much a question sounds like an entry, letter group by letter group.

Whole words tell which rule a question is about as long as players use the glossary's words. They also say ``pescata``
for ``pescare``, ``fichitas`` for ``fichas`` and misspell both; four letters in a row survive all that. What is counted
here is how often each group of letters stands in what an entry says and is asked with, beside how often it stands
anywhere: the odds that somebody who has this entry in mind would write the question.
"""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from functools import lru_cache
from math import log
from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.languages import LANGUAGES
from compendium_cli.names import ENGLISH
from compendium_cli.wording import texts_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from compendium_cli.model import Corpus

_LETTERS = 4
#: What nobody would call a word is not remembered.
_LONGEST_WORD = 60
#: An entry with this share of an average entry's letters is judged by its own and by everybody's in equal parts.
_FEW = 0.25
#: Logarithms are kept as whole numbers.
SCALE = 100


class Lettering(NamedTuple):
    """The letter groups of all entries of a language."""

    entries: list[tuple[str, str, int]]
    """Game, concept, and what every group of a question costs the entry: one with much text has some of each."""
    groups: Iterator[tuple[str, list[int]]]
    """Groups of letters with the entries that have them, each entry followed by what that speaks for it."""


def letter_groups(words: Iterable[str]) -> Iterator[str]:
    """Yield the groups of letters of some folded words; a space marks where a word begins and ends.

    >>> list(letter_groups(["danno", "è"]))
    [' dan', 'dann', 'anno', 'nno ', ' è ']
    """
    for word in words:
        yield from _groups_of(word) if len(word) <= _LONGEST_WORD else _groups_of.__wrapped__(word)


@lru_cache(maxsize=65536)
def _groups_of(word: str) -> tuple[str, ...]:
    marked = f" {word} "
    return tuple(marked[start : start + _LETTERS] for start in range(max(len(marked) - _LETTERS + 1, 1)))


def lettering_of(corpus: Corpus, lang: str) -> Lettering:
    """Count the letter groups of all entries of a language, and of what players say for concepts without one."""
    said: dict[tuple[str, str], list[str]] = defaultdict(list)
    for key, texts in _texts(corpus, lang):
        said[key] += texts
    content_words = LANGUAGES[lang].content_words
    lengths: dict[tuple[str, str], int] = {}
    # Numbers in a row, entry and count by turns: there are millions of them in a large glossary.
    found: dict[str, array[int]] = defaultdict(lambda: array("L"))
    for place, (key, texts) in enumerate(sorted(said.items())):
        counts: Counter[str] = Counter()
        for text in texts:
            # A text that says a word twice is not twice as much about it.
            counts.update(set(letter_groups(content_words(text))))
        for group, count in counts.items():
            found[group].extend((place, count))
        lengths[key] = counts.total()
    total = sum(lengths.values()) or 1
    few = _FEW * total / max(len(lengths), 1)
    entries = [(*key, round(SCALE * log(1 + length / few))) for key, length in lengths.items()]
    return Lettering(entries, _weighed(found, few / total))


def _texts(corpus: Corpus, lang: str) -> Iterator[tuple[tuple[str, str], list[str]]]:
    for entry in corpus.entries:
        if entry.lang == lang:
            yield (entry.game, entry.redirects_to or entry.concept), list(texts_of(entry))
    for asked in corpus.expansions:
        if asked.lang == lang:
            yield (asked.game, asked.concept), [*asked.aliases, *asked.questions]
    if lang == ENGLISH:
        for game in corpus.games.values():
            yield from (((game.id, name), [concept.en]) for name, concept in game.concepts.items() if concept.en)


def _weighed(found: Mapping[str, array[int]], few: float) -> Iterator[tuple[str, list[int]]]:
    for group, counted in sorted(found.items()):
        by_chance = few * sum(counted[1::2])
        speaks_for = counted.tolist()
        speaks_for[1::2] = [round(SCALE * log(1 + count / by_chance)) for count in counted[1::2]]
        yield group, speaks_for
