"""What changed in an entry on the day of its last change: which statements are new, changed or gone."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.languages import language
from compendium_cli.reading.entry import Place, read_entry
from compendium_cli.site.history import Versions, versions_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from compendium_cli.model import Entry
    from compendium_cli.site.gathering import Gathered


class Edits(NamedTuple):
    """What changed, by numbers of statements."""

    is_new: bool = False
    """Whether the whole entry is."""
    added: tuple[int, ...] = ()
    changed: tuple[int, ...] = ()
    gone: tuple[int, ...] = ()


def edits_of(site: Gathered, entries: Iterable[Entry]) -> dict[str, Edits]:
    """Return what changed in each entry, by the path of its file; those are missing of which it is not known."""
    known = {entry.path: entry for entry in entries if entry.path in site.history}
    versions = versions_of(site.compendium.folder, {path: site.history[path] for path in known})
    found = ((path, _compared(known[path], both)) for path, both in versions.items())
    return {path: edits for path, edits in found if edits}


def _compared(entry: Entry, versions: Versions) -> Edits | None:
    if versions.before is None:
        return Edits(is_new=True)
    before, after = (_statements(entry, text) for text in versions)
    if before is None or after is None:
        return None
    return Edits(
        added=tuple(n for n in after if n not in before),
        changed=tuple(n for n in after if n in before and after[n] != before[n]),
        gone=tuple(n for n in before if n not in after),
    )


def _statements(entry: Entry, text: str | None) -> dict[int, str] | None:
    """Return what the statements of a version of an entry say, by number."""
    place = Place(entry.game, entry.lang, entry.concept, entry.path)
    read, _problems = read_entry(text or "", place, language(entry.lang))
    return {said.n: said.text for said in read.statements if said.n is not None} if read else None
