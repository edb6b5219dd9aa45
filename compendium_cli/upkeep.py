"""Keeping a glossary: which one it is, what is wrong with it, its format, its languages in step, imported documents."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.catalogue import known_game, known_language
from compendium_cli.languages import language

if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from pathlib import Path

    from compendium_cli.catalogue import Catalogue
    from compendium_cli.compiled import CompiledGlossary
    from compendium_cli.formatting import Formatted
    from compendium_cli.importing.library import Import
    from compendium_cli.parity import Parity
    from compendium_cli.passages import Source
    from compendium_cli.problems import Problem
    from compendium_cli.reading.version import GlossaryVersion


class Facts(NamedTuple):
    """What is true of a compiled glossary."""

    entries: int
    problems: int
    """How many faults reading found; ``lint`` lists them."""
    edited: int
    """How many entries were edited since all were weighed together: ``index --rebuild`` does so again."""
    library: str
    """The full-text library that made the index, and its version."""
    cache: Path | None
    """The folder of the compiled form; ``None`` where it is kept in memory."""
    size: int | None
    """Bytes of that folder."""


class Outline(NamedTuple):
    """What a glossary is about, as far as its metadata tells."""

    games: dict[str, str]
    """The English name of each game."""
    languages: list[str]
    """The languages that have entries."""


class Upkeep:
    """What the keepers of a glossary do with it."""

    def __init__(self, compiled: CompiledGlossary, catalogue: Catalogue) -> None:
        self._compiled = compiled
        self._catalogue = catalogue

    def version(self) -> GlossaryVersion:
        """Return which glossary this is, without compiling it."""
        from compendium_cli.reading.version import version_of

        return version_of(self._compiled.folder)

    def outline(self) -> Outline:
        """Return which games and languages there are, without compiling the glossary."""
        from compendium_cli.languages import LANGUAGES
        from compendium_cli.reading.folder import read_glossary
        from compendium_cli.reading.listing import entry_paths

        corpus, _ = read_glossary(self._compiled.folder, only=())
        there = {path.split("/")[1] for path in entry_paths(self._compiled.folder)}
        games = {game.id: game.name("en") for game in corpus.games.values()}
        return Outline(games, [lang for lang in LANGUAGES if lang in there])

    def imported_games(self) -> list[str]:
        """Return the games whose entries were imported, at least in part: they hold a publisher's own words."""
        from compendium_cli.importing.record import RECORD

        return sorted(path.parent.name for path in self._compiled.folder.glob(f"*/{RECORD}"))

    def lint(self, paths: Collection[str] = ()) -> list[Problem]:
        """Return what is wrong with the glossary, or with some of its files and folders, by file and line."""
        from compendium_cli.checks import lint

        return lint(self._compiled.folder, self._compiled.progress, paths)

    def sources(self, lang: str) -> list[Source]:
        """Return what leads to each statement of a language."""
        from compendium_cli.making import sources_by_game

        games = sources_by_game(self._compiled.folder, self._compiled.store, language(lang).code)
        return [source for _, sources in games for source in sources]

    def parity(self, *, lang: str | None = None, game: str | None = None) -> list[Parity]:
        """Return how far the languages of each game are in step."""
        from compendium_cli.parity import parity
        from compendium_cli.reading.folder import read_glossary

        corpus, _ = read_glossary(self._compiled.folder, self._compiled.progress)
        return parity(corpus, known_game(game, corpus.games), known_language(lang))

    def format(self, paths: Collection[str] = (), *, check: bool = False) -> Formatted:
        """Format entries and phrasings, all or those among some files: number new statements, tidy the layout."""
        from compendium_cli.formatting import format_glossary

        return format_glossary(self._compiled.folder, paths, check=check)

    def confirm(self, rulings: Collection[str] = (), *, game: str | None = None) -> list[str]:
        """Say that the grounds of some rulings, or of all, prove them as they are today; return those that were not."""
        from compendium_cli.confirming import confirm

        return confirm(self._compiled.folder, rulings, game)

    def import_document(  # noqa: PLR0913 - each is a fact about the document or its place
        self,
        *files: str,
        game: str,
        lang: str,
        edition: str,
        to: str | None = None,
        update: bool = False,
        dry_run: bool = False,
        encoding: str | None = None,
        progress: Callable[[int, int], None] | None = None,
    ) -> Import:
        """Read a publisher's document, in one file or several, and write its entries into a library."""
        from compendium_cli import settings
        from compendium_cli.importing.library import Source, Target, import_library
        from compendium_cli.model import Corpus

        source = Source(files, game, edition, language(lang), encoding)
        games = self._catalogue.games()
        entries = self._catalogue.entries(lang, game) if game in games else []
        # No document has a heading that is called like a ruling of ours.
        corpus = Corpus(games, tuple(entry for entry in entries if not entry.is_ruling))
        target = Target(to, dry_run, update, settings.library_folder(None), self._compiled.folder)
        return import_library(source, corpus, target, progress)

    def facts(self) -> Facts:
        """Return what is true of the compiled glossary."""
        from compendium_cli.index import VERSION

        store, cache = self._compiled.store, self._compiled.cache
        return Facts(
            entries=int(store.fact("entries")),
            problems=self._catalogue.problem_count(),
            edited=len(store.edited()),
            library=VERSION,
            cache=cache.path if cache else None,
            size=cache.size() if cache else None,
        )
