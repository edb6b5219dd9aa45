"""Words that players use in place of one another, learnt from the glossary itself.

The text of a statement and the phrasings that players ask for it with say the same in different words. Where one says
``tappare`` and another ``esaurire``, in entry after entry, the two mean the same to a player; a question with the one
should find a rule with the other. Nothing is shipped for this: it is counted when a glossary is compiled.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from math import log, sqrt
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from compendium_cli.wording import StatementWords, Wording

#: A pair that replaces one another in a single entry is chance.
_FEWEST_ENTRIES = 2
_MOST_RELATED = 6
#: Phrasings beyond these add time, not knowledge.
_MOST_VIEWS = 8
_LEAST_STRENGTH = 0.2


class Related(NamedTuple):
    """A word that may stand for another."""

    norm: str
    other: str
    strength: float
    """Between 0 and 1."""


def related_words(wordings: Sequence[Wording]) -> Iterator[Related]:
    """Yield the related words of one language, each word's best first."""
    entries = [[_views(statement) for statement in wording.statements.values()] for wording in wordings]
    in_entries = Counter(norm for views in entries for norm in {norm for ways in views for way in ways for norm in way})
    # Words are counted by their number, pairs by one number for both: there are millions of them.
    words = sorted(in_entries)
    number_of = {word: number for number, word in enumerate(words)}
    # Most words stand in a single entry: of these no pair will be kept.
    is_common = [in_entries[word] >= _FEWEST_ENTRIES for word in words]
    counted = _Counted(len(words))
    for views in entries:
        for ways in views:
            counted.add([frozenset(map(number_of.__getitem__, way)) for way in ways], is_common)
        counted.end_entry()
    yield from _strongest(counted, words)


class _Counted:
    """How often words stand in place of others."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.alone = [0.0] * size
        self.together: dict[int, float] = defaultdict(float)
        self.entries: Counter[int] = Counter()
        """In how many entries a pair does."""
        self._seen: set[int] = set()

    def add(self, ways: Sequence[frozenset[int]], is_common: Sequence[bool]) -> None:
        """Count the words that stand in one way of saying a rule and not in another, in place of each other."""
        alone, together, size = self.alone, self.together, self.size
        for position, one in enumerate(ways):
            for another in ways[position + 1 :]:
                left, right = one - another, another - one
                if not left or not right:
                    continue
                # Where few words differ, they surely replace each other.
                weight = 1 / sqrt(len(left) * len(right))
                for word in left:
                    alone[word] += weight * len(right)
                for word in right:
                    alone[word] += weight * len(left)
                theirs = [word for word in right if is_common[word]]
                pairs = [
                    word * size + other if word < other else other * size + word
                    for word in left
                    if is_common[word]
                    for other in theirs
                ]
                self._seen.update(pairs)
                for pair in pairs:
                    together[pair] += weight

    def end_entry(self) -> None:
        """Count each pair of an entry once."""
        self.entries.update(self._seen)
        self._seen.clear()


def _views(statement: StatementWords) -> list[list[str]]:
    """Return the ways of saying a rule."""
    return [*statement.phrases[: _MOST_VIEWS - 1], statement.text]


def _strongest(counted: _Counted, words: Sequence[str]) -> Iterator[Related]:
    alone, together, entries = counted.alone, counted.together, counted.entries
    total = sum(alone)
    found: dict[int, list[tuple[float, int]]] = defaultdict(list)
    for pair, weight in together.items():
        if entries[pair] < _FEWEST_ENTRIES:
            continue
        word, other = divmod(pair, counted.size)
        # Normalised pointwise mutual information, more certain the more entries agree.
        closer_than_chance = log(weight * total / (alone[word] * alone[other])) / -log(weight / total)
        strength = min(closer_than_chance * log(1 + entries[pair]), 1.0)
        if strength >= _LEAST_STRENGTH:
            found[word].append((strength, other))
            found[other].append((strength, word))
    for word, others in sorted(found.items()):
        for strength, other in sorted(others, key=lambda pair: (-pair[0], pair[1]))[:_MOST_RELATED]:
            yield Related(words[word], words[other], round(strength, 3))
