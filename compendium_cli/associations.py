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
    entries_with = Counter(norm for wording in wordings for norm in _vocabulary(wording))
    counted = _Counted()
    for wording in wordings:
        seen: set[tuple[str, str]] = set()
        for statement in wording.statements.values():
            for left, right in _replacements(statement):
                # Where few words differ, they surely replace each other.
                weight = 1 / sqrt(len(left) * len(right))
                for words, others in ((left, right), (right, left)):
                    for word in words:
                        counted.alone[word] += weight * len(others)
                # Most words stand in a single entry: of these no pair will be kept.
                ours = [word for word in left if entries_with[word] >= _FEWEST_ENTRIES]
                theirs = [word for word in right if entries_with[word] >= _FEWEST_ENTRIES]
                pairs = [(word, other) if word < other else (other, word) for word in ours for other in theirs]
                seen.update(pairs)
                for pair in pairs:
                    counted.together[pair] += weight
        counted.entries.update(seen)
    yield from _strongest(counted)


class _Counted:
    """How often words stand in place of others."""

    def __init__(self) -> None:
        self.alone: dict[str, float] = defaultdict(float)
        self.together: dict[tuple[str, str], float] = defaultdict(float)
        self.entries: Counter[tuple[str, str]] = Counter()
        """In how many entries a pair does."""


def _vocabulary(wording: Wording) -> set[str]:
    return {norm for words in wording.statements.values() for view in _views(words) for norm in view}


def _views(statement: StatementWords) -> list[frozenset[str]]:
    """Return the ways of saying a rule."""
    return [*map(frozenset, statement.phrases[: _MOST_VIEWS - 1]), frozenset(statement.text)]


def _replacements(statement: StatementWords) -> Iterator[tuple[frozenset[str], frozenset[str]]]:
    """Yield the words that stand in one way of saying a rule and not in another, in place of each other."""
    views = _views(statement)
    for position, one in enumerate(views):
        for another in views[position + 1 :]:
            left, right = one - another, another - one
            if left and right:
                yield left, right


def _strongest(counted: _Counted) -> Iterator[Related]:
    alone, together, entries = counted.alone, counted.together, counted.entries
    total = sum(alone.values())
    found: dict[str, list[tuple[float, str]]] = defaultdict(list)
    for (word, other), weight in together.items():
        if entries[word, other] < _FEWEST_ENTRIES:
            continue
        # Normalised pointwise mutual information, more certain the more entries agree.
        closer_than_chance = log(weight * total / (alone[word] * alone[other])) / -log(weight / total)
        strength = min(closer_than_chance * log(1 + entries[word, other]), 1.0)
        if strength >= _LEAST_STRENGTH:
            found[word].append((strength, other))
            found[other].append((strength, word))
    for word, others in sorted(found.items()):
        for strength, other in sorted(others, key=lambda pair: (-pair[0], pair[1]))[:_MOST_RELATED]:
            yield Related(word, other, round(strength, 3))
