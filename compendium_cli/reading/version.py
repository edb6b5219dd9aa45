"""Which glossary this is, told without compiling it."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.reading.game import read_game
from compendium_cli.reading.listing import entry_paths, glossary_files, real_file
from compendium_cli.text import NotTextError, read_text

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


class GlossaryVersion(NamedTuple):
    """What tells one state of a glossary from another."""

    entries: int
    """How many entries there are."""
    fingerprint: str
    """The same wherever the same files are, another one as soon as a letter differs."""
    editions: Mapping[str, tuple[str, ...]]
    """The editions of each game, the current one first."""


def version_of(folder: Path) -> GlossaryVersion:
    """Return which glossary is in a folder."""
    digest = blake2b(digest_size=6)
    editions = {}
    for file in glossary_files(folder):
        try:
            raw = real_file(folder, file.path).read_bytes()
        except OSError:
            raw = b""  # lint tells
        digest.update(f"{file.path}\0{len(raw)}\0".encode("utf-8", "surrogateescape") + raw)
        game, _, name = file.path.partition("/")
        if name == "game.yml":
            editions[game] = _editions(folder, file.path, game)
    return GlossaryVersion(len(entry_paths(folder)), digest.hexdigest(), editions)


def _editions(folder: Path, path: str, game_id: str) -> tuple[str, ...]:
    try:
        game, _ = read_game(game_id, read_text(real_file(folder, path)), "")
    except (NotTextError, OSError):
        return ()
    return tuple(sorted(game.editions, key=lambda edition: edition != game.current))
