"""What the lines of an answer or an entry lead to, numbered where somebody may choose one."""

from __future__ import annotations

from typing import NamedTuple


class Place(NamedTuple):
    """An entry that is shown or named, and which of its statements are quoted."""

    entry: str
    """``game/concept``."""
    lang: str
    statements: tuple[int, ...] = ()


class Places:
    """The places of what is shown, in their order; from 1 where they are numbered."""

    def __init__(self, *, numbered: bool = False) -> None:
        self._is_numbered = numbered
        self._places: list[Place] = []

    def added(self, entry: str, lang: str, *statements: int | None) -> str:
        """Add a place, and return what stands before its name: its number, or nothing."""
        self._places.append(Place(entry, lang, tuple(n for n in statements if n is not None)))
        return f"[{len(self._places)}] " if self._is_numbered else ""

    def __len__(self) -> int:
        return len(self._places)

    def place(self, number: int) -> Place | None:
        """Return the place with a number; ``None`` where there is none."""
        return self._places[number - 1] if 0 < number <= len(self._places) else None
