"""How much of a document's text became entries: counted in words, whatever the stages say."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

    from compendium_cli.importing.beside import Skipped
    from compendium_cli.importing.cards import Card
    from compendium_cli.importing.document import Line
    from compendium_cli.importing.pipeline import ImportedEntry

#: What is said of lines that a page has beside its text: they are no text that could be lost.
PAGE_NUMBER = "page number"
RUNNING_HEAD = "running head"
LISTING = "table of contents or index"
_BESIDE = (PAGE_NUMBER, RUNNING_HEAD, LISTING)
#: Below this share of its text, somebody should look at what was left out.
ENOUGH = 0.98
_WORD = re.compile(r"[^\W_]+")
# Where a picture or an address is, and how a table is ruled, is no text.
_NO_TEXT = re.compile(r"!\[[^\]]*\]\([^)]*\)|\]\([^)]*\)|https?://\S+|<[^<>]{1,200}>|\|[-: |]+\|$")


#: Lines so near to one another are told together.
_NEAR = 3


class Coverage(NamedTuple):
    """How many of the words of a document became entries."""

    words: int
    """Of the text: without page numbers, running heads, contents and index."""
    kept: int
    """Of these, how many stand in an entry or on a card."""
    beside: int
    """How many words page numbers, running heads, contents and index have."""

    @property
    def share(self) -> float:
        """The share of the text that was kept."""
        return self.kept / self.words if self.words else 1.0

    @property
    def is_enough(self) -> bool:
        """Whether hardly anything is missing."""
        return self.share >= ENOUGH


def in_rows(skipped: Iterable[Skipped]) -> list[tuple[Skipped, Skipped]]:
    """Return the first and last line of each row that was left out; what every page has stands in none."""
    rows: list[tuple[Skipped, Skipped]] = []
    for item in skipped:
        if item.why in {PAGE_NUMBER, RUNNING_HEAD}:
            continue
        if rows and rows[-1][1].why == item.why and item.line <= rows[-1][1].line + _NEAR:
            rows[-1] = (rows[-1][0], item)
        else:
            rows.append((item, item))
    return rows


def coverage_of(
    lines: Iterable[Line], entries: Iterable[ImportedEntry], cards: Iterable[Card], skipped: Iterable[Skipped]
) -> Coverage:
    """Count the words of a document, and those that became entries."""
    document: Counter[str] = Counter()
    for line in lines:
        document.update(words_of(line.text))
    beside: Counter[str] = Counter()
    for item in skipped:
        if item.why in _BESIDE:
            beside.update(words_of(item.text))
    text = document - beside
    there: Counter[str] = Counter()
    for entry in entries:
        there.update(words_of(entry.heading))
        for block in entry.blocks:
            there.update([*words_of(block.text), *([str(block.number)] if block.kind == "step" else [])])
        for said in entry.referred:
            there.update(words_of(said))
    for card in cards:
        there.update(words_of(card.heading))
        answers = [block for question, answer in card.questions for block in (question, *answer)]
        for block in [*answers, *card.errata]:
            there.update(words_of(block.text))
    total = sum(text.values())
    return Coverage(total, total - sum((text - there).values()), sum(document.values()) - total)


def words_of(text: str) -> list[str]:
    """Return the words of a line, in small letters, without what is no text.

    >>> words_of("- **Draw** 2 [cards](#cards) ![x](y.png)")
    ['draw', '2', 'cards']
    """
    return _WORD.findall(_NO_TEXT.sub(" ", text).lower())
