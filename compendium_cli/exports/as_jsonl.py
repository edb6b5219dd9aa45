"""JSON Lines: an entry per line, for programs that read as a stream."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compendium_cli.exports.as_json import dumps, entries_json

if TYPE_CHECKING:
    from collections.abc import Callable

    from compendium_cli.compendium import Compendium


def export_jsonl(
    compendium: Compendium,
    lang: str | None = None,
    game: str | None = None,
    *,
    progress: Callable[[int, int], None] | None = None,
) -> str:
    """Return every entry as ``show`` gives it, one per line."""
    return "".join(dumps(entry, indent=None) + "\n" for entry in entries_json(compendium, lang, game, progress))
