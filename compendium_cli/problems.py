"""Faults in the data, as values: collected, never raised."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from collections.abc import Iterable

#: So many characters of what is wrong, and of what to do, are told.
_LONGEST = 400


class ProblemCode(StrEnum):
    """Every fault that reading or checking a glossary can report; the value is what users see and grep for."""

    meaning: str

    def __new__(cls, code: str, meaning: str) -> Self:
        """Give a code the sentence that explains it."""
        member = str.__new__(cls, code)
        member._value_ = code
        member.meaning = meaning
        return member

    UNREADABLE = "unreadable", "the file or folder cannot be read"
    NOT_UTF8 = "not-utf8", "bytes that are not UTF-8, or control characters no text needs"
    BAD_YAML = "bad-yaml", "front matter, game.yml, concepts.yml or a style that is not the YAML we accept"
    UNKNOWN_KEY = "unknown-key", "a key that the format does not know"
    MISSING_KEY = "missing-key", "a key that the format wants"
    UNKNOWN_CONCEPT = (
        "unknown-concept",
        "an entry, a listed card or phrasings for what is no concept of the game",
    )
    UNKNOWN_KIND = "unknown-kind", "a kind of concept that has no name in any language"
    UNKNOWN_LANGUAGE = "unknown-language", "a folder that is no language we know"
    UNKNOWN_EDITION = "unknown-edition", "an edition that game.yml does not list, or one of another language"
    BAD_NAME = "bad-name", "a folder or file whose name is no id"
    CONFLICT = "conflict", "lines that version control left where two edits met"
    STRAY_FILE = "stray-file", "a file where the format has no place for one"
    NO_TITLE = "no-title", "no level-one heading, or more than one"
    BAD_STRUCTURE = "bad-structure", "Markdown outside the subset that every renderer of ours reads alike"
    RAW_HTML = "raw-html", "HTML in an entry"
    NO_NUMBER = "no-number", "a statement without its ^n"
    DOUBLED_NUMBER = "doubled-number", "two statements with the same number"
    RETIRED_NUMBER = "retired-number", "a statement with a number that was retired"
    UNKNOWN_STATEMENT = "unknown-statement", "phrasings for, or a link to, a statement that does not exist"
    BAD_ALIGNMENT = (
        "bad-alignment",
        "'same:' in an entry of the current edition, or a number that one of the two entries lacks",
    )
    BAD_PHRASINGS = (
        "bad-phrasings",
        "phrasings below no number, a number without any, names beside an entry",
    )
    DOUBLED_PHRASING = "doubled-phrasing", "a phrasing or name that its file has twice"
    NO_SEE_ALSO = "no-see-also", "a card, a redirect or a dead end without a see-also line"
    BAD_SEE_ALSO = "bad-see-also", "a see-also line that is not last, holds no links, or repeats one"
    DEAD_LINK = "dead-link", "a link to an entry that does not exist"
    OTHER_LANGUAGE = "other-language", "a link that leaves the entry's language or game"
    BAD_LINK = "bad-link", "a link that is neither relative nor http(s)"
    SELF_LINK = "self-link", "an entry citing itself"
    TITLE_DIFFERS = "title-differs", "a title other than concepts.yml has for the concept in that language"
    SAME_NAME = "same-name", "two entries of a language answering to the same title or alias"
    BAD_TABLE = "bad-table", "a line of cards.tsv that is not the table we accept"
    NO_NAME = "no-name", "a card of cards.tsv that is named in no language"
    DOUBLED_CODE = "doubled-code", "two cards of cards.tsv with the same code"
    BAD_RULING = "bad-ruling", "a line of rulings.yml, or the text of a ruling, that is not in the form we accept"
    UNKNOWN_RULING = "unknown-ruling", "a ruling without a text, a text without a ruling, or another that is named"
    UNKNOWN_GROUND = "unknown-ground", "a ruling that rests on a statement which does not exist"
    WRONG_VERDICT = "wrong-verdict", "an answer whose first word is not the verdict of its ruling"
    UNPROVEN_EDITION = "unproven-edition", "a ruling for an edition that has no statement like its ground"
    CHANGED_GROUND = "changed-ground", "a ruling whose grounds have changed since somebody confirmed it"
    BAD_RENAME = "bad-rename", "a former id that is in use again, or that leads nowhere"
    STALE_NOTE = (
        "stale-note",
        "a note on a newer edition that is no longer the current one: what the current one says is not told; a warning",
    )
    HOUSE_STYLE = "house-style", "another word than the house style of the language has; a warning"

    @property
    def is_warning(self) -> bool:
        """Whether it is told, and no reason to refuse a glossary."""
        return self in (ProblemCode.HOUSE_STYLE, ProblemCode.STALE_NOTE)


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """A fault in the data, as a value: collected, never raised."""

    path: str
    """The file, relative to the glossary folder."""
    line: int
    code: ProblemCode
    message: str
    """What is wrong."""
    fix: str
    """What to do about it."""

    def __post_init__(self) -> None:
        """Keep what is told short, whatever the glossary holds: a name in it may be as long as a file."""
        for name in ("message", "fix"):
            if len(text := getattr(self, name)) > _LONGEST:
                object.__setattr__(self, name, f"{text[:_LONGEST]}…")


#: By the file that could not be read: what is told of other files only since nothing of it is known.
_FOLLOWING = {
    "concepts.yml": ProblemCode.UNKNOWN_CONCEPT,
    "game.yml": ProblemCode.UNKNOWN_EDITION,
    "rulings.yml": ProblemCode.UNKNOWN_RULING,
}
_CAUSES = (ProblemCode.UNREADABLE, ProblemCode.NOT_UTF8, ProblemCode.BAD_YAML)


def without_following(problems: Iterable[Problem]) -> list[Problem]:
    """Return problems without those that only follow from a file of a game that could not be read."""
    found = list(problems)
    causes = {problem.path for problem in found if problem.code in _CAUSES}
    following = {(path.partition("/")[0], _FOLLOWING.get(path.partition("/")[2])) for path in causes}
    return [
        problem
        for problem in found
        if problem.path in causes or (problem.path.partition("/")[0], problem.code) not in following
    ]
