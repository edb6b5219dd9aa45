"""A word of a question."""

from __future__ import annotations

from typing import NamedTuple

#: What no name goes across, unless it is written so.
_PARTING = frozenset(".,;:!?…")


class Token(NamedTuple):
    """A word of a question."""

    typed: str
    spelt: str
    """Folded, as it was typed."""
    folded: str
    """Folded, and corrected where it was misspelt."""
    start: int
    end: int
    is_small: bool
    """Whether it is one of the language's stop words, which make no name."""
    is_known: bool
    """Whether the glossary's texts in the question's language have the word, in any form."""
    before: str
    """What stands between it and the word before."""

    @property
    def is_corrected(self) -> bool:
        """Whether it was taken for a misspelling."""
        return self.folded != self.spelt

    @property
    def is_parted(self) -> bool:
        """Whether a comma, a colon or the end of a sentence stands before it."""
        return not _PARTING.isdisjoint(self.before)
