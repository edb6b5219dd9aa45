"""What a user can cause and can mend. Anything else that is raised is a bug and keeps its traceback."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


class CompendiumError(Exception):
    """A fault the user can mend: one clear line, with what to do."""

    code = "error"
    #: The exit status of a command that ends in this error.
    exit_status = 2
    #: Whether another glossary might have what this one has not: then it is told which one was looked at.
    is_about_glossary = False

    def __init__(self, message: str, suggestions: Iterable[str] = ()) -> None:
        super().__init__(message)
        self.message = message
        #: What the user may have meant, best first.
        self.suggestions = tuple(suggestions)


class NotFoundError(CompendiumError):
    """The request was well-formed, but nothing in the compendium answers it."""

    code = "not-found"
    exit_status = 1
    is_about_glossary = True


class UsageError(CompendiumError):
    """The request names a language, game, format or file that does not exist."""

    code = "usage"


class UnknownGameError(UsageError):
    """The glossary has no such game."""

    is_about_glossary = True

    def __init__(self, game: str, games: Iterable[str]) -> None:
        known = list(games)
        super().__init__(f"unknown game {game!r}: choose one of {', '.join(known)}", known)


class GlossaryError(CompendiumError):
    """The glossary folder is missing, unreadable or empty."""

    code = "glossary"
    is_about_glossary = True


class DamagedCacheError(Exception):
    """What was compiled from the glossary cannot be used. Never reaches a user: it is compiled anew."""
