"""Addresses inside the site. All are paths below its root; pages link to each other relatively."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from compendium_cli.model import Entry


def entry_path(lang: str, game: str, concept: str, statement: int | None = None) -> str:
    """Return the path of an entry or of one of its statements.

    >>> entry_path("it", "marvel-champions", "ally", 3)
    'it/marvel-champions/ally/#3'
    """
    fragment = f"#{statement}" if statement is not None else ""
    return f"{lang}/{game}/{concept}/{fragment}"


def path_of(entry: Entry) -> str:
    """Return the path of an entry."""
    return entry_path(entry.lang, entry.game, entry.concept)


def relative(page: str, target: str) -> str:
    """Return the link from one page to another; a folder's address ends in a slash.

    >>> relative("it/game/ally/", "it/game/cards/aragorn/#2"), relative("it/game/ally/", "it/game/ally/#2")
    ('../cards/aragorn/#2', '#2')
    """
    path, mark, fragment = target.partition("#")
    if path == page and mark:
        return mark + fragment
    # posixpath.relpath asks the system where we are, twice for each of the many links of a site.
    here, there = page.split("/")[:-1], path.removesuffix("/").split("/") if path else []
    shared = 0
    while shared < min(len(here), len(there)) and here[shared] == there[shared]:
        shared += 1
    link = "/".join([".."] * (len(here) - shared) + there[shared:]) or "."
    return f"{link}/{mark}{fragment}" if path.endswith("/") or not path else f"{link}{mark}{fragment}"


def root_from(page: str) -> str:
    """Return the link from a page to the site's root, ending in a slash; empty on the root itself.

    >>> root_from("it/game/ally/"), root_from("")
    ('../../../', '')
    """
    return "../" * page.count("/")
