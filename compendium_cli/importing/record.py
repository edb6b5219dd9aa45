"""Which entries of a library were imported, as we wrote them: what differs from that, somebody has written by hand."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

#: In the folder of a game. Hidden: it is no part of the glossary.
RECORD = ".compendium-imported.json"


class Record:
    """The sums of entries as they were imported, by path below the game; several while an import is under way."""

    def __init__(self, sums: Mapping[str, tuple[str, ...]], unfinished: Iterable[str] = ()) -> None:
        self._sums = dict(sums)
        self.unfinished = frozenset(unfinished)
        """Editions whose import began and did not end."""

    def knows(self, path: str) -> bool:
        """Tell whether an entry was ever imported."""
        return path in self._sums

    def is_as_imported(self, path: str, content: bytes) -> bool:
        """Tell whether an entry is as we wrote it."""
        return _sum(content) in self._sums.get(path, ())

    def begun(self, edition: str, files: Mapping[str, tuple[bytes, bytes | None]]) -> Record:
        """Return the record while entries are replaced: given is of each what it will hold and what it held."""
        sums = {
            path: tuple(dict.fromkeys(_sum(content) for content in contents if content is not None))
            for path, contents in files.items()
        }
        return Record(self._sums | sums, self.unfinished | {edition})

    def ended(self, edition: str, files: Mapping[str, bytes]) -> Record:
        """Return the record when all of them are replaced."""
        return Record(
            self._sums | {path: (_sum(content),) for path, content in files.items()}, self.unfinished - {edition}
        )

    def text(self) -> str:
        """Return it as it is kept."""
        entries = {path: list(sums) for path, sums in sorted(self._sums.items())}
        return json.dumps({"unfinished": sorted(self.unfinished), "entries": entries}, indent=1) + "\n"


def read_record(game_folder: Path) -> Record:
    """Return the record of a game; an empty one where there is none, or nobody can read it."""
    try:
        kept = json.loads((game_folder / RECORD).read_text(encoding="utf-8"))
        sums = {str(path): tuple(map(str, sums)) for path, sums in kept["entries"].items()}
        return Record(sums, map(str, kept["unfinished"]))
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return Record({})


def _sum(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
