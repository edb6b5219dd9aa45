"""What a line looks like: a Markdown heading, a line in capitals, an item of a list."""

from __future__ import annotations

import re

# Here and below, what is possessive (++) never gives back: a line of white space would else be tried in every way.
MARKDOWN_HEADING = re.compile(r"(#{1,6})\s++(.{1,200}?)\s*#*$")
BULLET = re.compile(r"\s*(?:[-*•–✦►]|\+(?!\s*\d)|\d{1,3}[.)])\s")
LONGEST_HEADING = 90
LETTERS = 2


def is_capitals(text: str) -> bool:
    """Tell whether a line is in capitals and may be a heading."""
    letters = [char for char in text if char.isalpha()]
    return (
        len(letters) >= LETTERS
        and len(text) <= LONGEST_HEADING
        and all(not char.islower() for char in letters)
        and not BULLET.match(text)
        and text[:1] not in "|<\\@"
        and (text[-1:] not in ".!?;," or _is_abbreviation(text))
        and len(letters) * 2 >= len(text.replace(" ", ""))
    )


def says_something(text: str) -> bool:
    """Tell whether a line has a word."""
    return sum(char.isalpha() for char in text) > 1


def _is_abbreviation(text: str) -> bool:
    """Tell whether a full stop at the end belongs to the last word: ``MAX.``, ``D.A.G.G.E.R.``."""
    last = text.rpartition(" ")[2]
    return text.endswith(".") and ("." in last[:-1] or " " not in text)
