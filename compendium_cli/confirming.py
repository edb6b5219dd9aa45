"""Confirming rulings: somebody has read the grounds as they are today, and rulings.yml keeps their fingerprint."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compendium_cli.errors import GlossaryError, NotFoundError, UnknownGameError
from compendium_cli.model import RULINGS
from compendium_cli.reading.folder import read_glossary
from compendium_cli.reading.layout import UnsafeLayoutError
from compendium_cli.reading.listing import RULINGS_FILE, real_file
from compendium_cli.reading.rulings import format_rulings
from compendium_cli.rulings import fingerprint_of
from compendium_cli.text import NotTextError, text_of
from compendium_cli.writing.files import write_whole

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

    from compendium_cli.model import Corpus


def confirm(folder: Path, names: Collection[str], game: str | None) -> list[str]:
    """Write the fingerprints of some rulings, or of all of a game or of every one; return those that had another."""
    corpus, _ = read_glossary(folder)
    if game is not None and game not in corpus.games:
        raise UnknownGameError(game, corpus.games)
    wanted = {name.removeprefix(RULINGS) for name in names}
    games = {known.id: known for known in corpus.games.values() if game in (None, known.id)}
    known = {ruling for one in games.values() for ruling in one.rulings}
    if unknown := sorted(wanted - known):
        from difflib import get_close_matches

        raise NotFoundError(f"no ruling is called {unknown[0]!r}", get_close_matches(unknown[0], sorted(known), 3))
    renewed: list[str] = []
    for own in games.values():
        fingerprints = _fingerprints(corpus, own.id, wanted or known)
        changed = [name for name in fingerprints if own.rulings[name].confirmed != fingerprints[name]]
        if changed:
            _write(folder, f"{own.id}/{RULINGS_FILE}", {name: fingerprints[name] for name in changed})
            renewed += [f"{own.id}/{RULINGS}{name}" for name in changed]
    return renewed


def _fingerprints(corpus: Corpus, game: str, wanted: Collection[str]) -> dict[str, str]:
    entries = {(entry.lang, entry.concept): entry for entry in corpus.entries if entry.game == game}
    found: dict[str, str] = {}
    for name, ruling in corpus.games[game].rulings.items():
        if name in wanted:
            fingerprint = fingerprint_of(ruling, corpus.games[game], lambda *key: entries.get(key))
            if fingerprint is None:
                grounds = ", ".join(ground.address for ground in ruling.because)
                why = f"one of {grounds} does not exist"
                raise GlossaryError(f"{name} cannot be confirmed: {why}; compendium lint says which")
            found[name] = fingerprint
    return found


def _write(folder: Path, path: str, fingerprints: dict[str, str]) -> None:
    """Put fingerprints into a file; whoever edits it meanwhile is not undone."""
    while True:
        try:
            before = real_file(folder, path).read_bytes()
            after = format_rulings(text_of(before), fingerprints)
        except (OSError, NotTextError, UnsafeLayoutError) as error:
            raise GlossaryError(f"cannot write {path!r}: compendium lint says what is wrong with it") from error
        if write_whole(folder / path, after, instead_of=before):
            return
