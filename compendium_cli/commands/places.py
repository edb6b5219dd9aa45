"""What the lines of an answer or an entry lead to, numbered where somebody may choose one."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from compendium_cli.compendium import Compendium


class Place(NamedTuple):
    """An entry that is shown or named, and which of its statements are quoted."""

    compendium: Compendium
    """The glossary or library that has it."""
    entry: str
    """``game/concept``."""
    lang: str
    statements: tuple[int, ...] = ()


class Places:
    """The places of what is shown, in their order; from 1 where they are numbered, each with one number."""

    def __init__(self, *, numbered: bool = False) -> None:
        self._is_numbered = numbered
        self._places: list[Place] = []

    def added(self, compendium: Compendium, entry: str, lang: str, *statements: int | None) -> str:
        """Add a place, and return what stands before its name: its number, or nothing."""
        place = Place(compendium, entry, lang, tuple(n for n in statements if n is not None))
        if place not in self._places:
            self._places.append(place)
        return f"[{self._places.index(place) + 1}] " if self._is_numbered else ""

    def has(self, entry: str) -> bool:
        """Tell whether an entry is among them, by its name alone."""
        return any(place.entry == entry and not place.statements for place in self._places)

    def __len__(self) -> int:
        return len(self._places)

    def place(self, number: int) -> Place | None:
        """Return the place with a number; ``None`` where there is none."""
        return self._places[number - 1] if 0 < number <= len(self._places) else None
