"""How much a question sounds like an entry, letter group by letter group.

Whole words tell which rule a question is about as long as players use the glossary's words. They also say ``pescata``
for ``pescare``, ``fichitas`` for ``fichas`` and misspell both; four letters in a row survive all that. What is counted
here is how often each group of letters stands in what an entry says and is asked with, beside how often it stands
anywhere: the odds that somebody who has this entry in mind would write the question.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from math import log
from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.languages import LANGUAGES
from compendium_cli.names import ENGLISH

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from compendium_cli.model import Corpus

_LETTERS = 4
#: How many groups of letters an entry must have before its own count for as much as everybody's.
_FEW = 300
#: Logarithms are kept as whole numbers.
SCALE = 100


class Lettering(NamedTuple):
    """The letter groups of all entries of a language."""

    entries: list[tuple[str, str, int]]
    """Game, concept, and what every group of a question costs the entry: one with much text has some of each."""
    groups: dict[str, list[int]]
    """A group of letters -> the entries that have it, each followed by what that speaks for it."""


def letter_groups(words: Iterable[str]) -> Iterator[str]:
    """Yield the groups of letters of some folded words; a space marks where a word begins and ends.

    >>> list(letter_groups(["danno", "è"]))
    [' dan', 'dann', 'anno', 'nno ', ' è ']
    """
    for word in words:
        marked = f" {word} "
        for start in range(max(len(marked) - _LETTERS + 1, 1)):
            yield marked[start : start + _LETTERS]


def lettering_of(corpus: Corpus, lang: str) -> Lettering:
    """Count the letter groups of all entries of a language, and of what players say for concepts without one."""
    counted: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for key, texts in _texts(corpus, lang):
        for text in texts:
            # A text that says a word twice is not twice as much about it.
            counted[key].update(set(letter_groups(word.folded for word in LANGUAGES[lang].content_words(text))))
    return _weighed(counted)


def _texts(corpus: Corpus, lang: str) -> Iterator[tuple[tuple[str, str], list[str]]]:
    for entry in corpus.entries:
        if entry.lang == lang:
            key = entry.game, entry.redirects_to or entry.concept
            yield key, [entry.title, *entry.aliases]
            yield key, [text for statement in entry.statements for text in (statement.text, *statement.asked)]
    for said in corpus.hearsay:
        if said.lang == lang:
            yield (said.game, said.concept), [*said.called, *said.asked]
    if lang == ENGLISH:
        for game in corpus.games.values():
            yield from (((game.id, name), [concept.en]) for name, concept in game.concepts.items() if concept.en)


def _weighed(counted: Mapping[tuple[str, str], Counter[str]]) -> Lettering:
    anywhere: Counter[str] = Counter()
    for counts in counted.values():
        anywhere.update(counts)
    total = anywhere.total()
    entries = []
    groups: dict[str, list[int]] = defaultdict(list)
    for place, (key, counts) in enumerate(sorted(counted.items())):
        entries.append((*key, round(SCALE * log(1 + counts.total() / _FEW))))
        for group, count in counts.items():
            by_chance = _FEW * anywhere[group] / total
            groups[group] += (place, round(SCALE * log(1 + count / by_chance)))
    return Lettering(entries, groups)
