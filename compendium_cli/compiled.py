"""The compiled form of a glossary folder: made where there is none, opened where there is, mended where it is damaged.

It has two kinds of parts: the store, which every command reads, and a full-text index for each language, made from the
store when the first question in that language is asked. They are kept under the fingerprint of the glossary's files;
where nothing can be kept, they stay in memory.
"""

from __future__ import annotations

import contextlib
import functools
from typing import TYPE_CHECKING, Concatenate, ParamSpec, Protocol, TypeVar

from compendium_cli import settings
from compendium_cli.cache import Cache, fingerprint_of
from compendium_cli.errors import DamagedCacheError
from compendium_cli.reading.listing import glossary_files, settle
from compendium_cli.store import Store

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from compendium_cli.index import LanguageIndex
    from compendium_cli.reading.listing import GlossaryFile

_CORPUS_FILE = "corpus.sqlite"
_TRIES = 3


class _EditedError(Exception):
    """Somebody edited the glossary while we read it: what we have may be half old, half new."""


class CompiledGlossary:
    """The store and the full-text indexes of a glossary; each is opened when it is first asked for."""

    def __init__(self, folder: Path, progress: Callable[[int, int], None] | None = None) -> None:
        self.folder = folder
        self.progress = progress
        self._store: Store | None = None
        self._indexes: dict[str, LanguageIndex] = {}
        self._cache: Cache | None = None

    @property
    def store(self) -> Store:
        """Entries, names and links."""
        if self._store is None:
            self._compile(again=False)
        assert self._store is not None  # noqa: S101
        return self._store

    @property
    def cache(self) -> Cache | None:
        """Where the compiled form is kept; ``None`` where it is kept in memory."""
        return self._cache if self.store else None

    def index(self, lang: str) -> LanguageIndex:
        """Return the full-text index of a language."""
        if lang not in self._indexes:
            self._indexes[lang] = self._opened(lang, self.store)
        return self._indexes[lang]

    def _opened(self, lang: str, store: Store) -> LanguageIndex:
        """Return the index of a language from where it is kept; it is made where there is none."""
        from compendium_cli.fitted import fitted
        from compendium_cli.index import VERSION, LanguageIndex, build_index

        def build(folder: Path | None) -> LanguageIndex:
            norms = functools.partial(store.norms, lang)
            return build_index(store.sources(lang), norms, fitted().smoothing, folder, self.progress)

        if self._cache is not None:
            part = f"{lang}-{VERSION.replace(' ', '-')}"
            if self._cache.is_ready(part):
                self._cache.verify(part)
            elif not self._cache.compile(lambda folder: build(folder).close(), part):
                return build(None)
            return LanguageIndex.open(self._cache.path / part)
        return build(None)

    def rebuild(self) -> None:
        """Compile the glossary anew; the indexes when they are asked for."""
        self.close()
        self._compile(again=True)

    def complete(self) -> None:
        """Make every part that is not there yet."""
        for lang in self.store.spoken():
            self.index(lang)

    def close(self) -> None:
        """Close all files. They are opened again where they are needed."""
        for index in self._indexes.values():
            index.close()
        if self._store is not None:
            self._store.close()
        self._indexes, self._store = {}, None

    def _compile(self, *, again: bool) -> None:
        for _ in range(_TRIES):
            files = glossary_files(self.folder)
            with contextlib.suppress(_EditedError):
                self._cache = self._kept(files, again=again)
                if self._cache:
                    self._store = Store.open(self._cache.path / _CORPUS_FILE)
                else:
                    self._build(None, files)
                return
        self._cache = None
        self._build(None, None)

    def _kept(self, files: list[GlossaryFile], *, again: bool) -> Cache | None:
        """Return a cache that holds these files compiled; ``None`` where there is no place for one."""
        fingerprint = fingerprint_of(self.folder, files)
        known = []
        for root in settings.cache_folders():
            known.append(Cache(root, self.folder, fingerprint))
            if not again and known[-1].is_ready():
                return known[-1]
        compiled = (cache for cache in known if cache.compile(lambda path: self._build(path, files), again=again))
        return next(compiled, None)

    def _build(self, path: Path | None, files: list[GlossaryFile] | None) -> None:
        """Compile the glossary into a folder, or into memory; stop where its files are no longer these."""
        from compendium_cli.compiling import build_store
        from compendium_cli.languages import LANGUAGES
        from compendium_cli.passages import sources_of
        from compendium_cli.reading.folder import read_glossary

        if files is not None:
            settle(files)
        corpus, problems = read_glossary(self.folder, self.progress)
        if files is not None and glossary_files(self.folder) != files:
            raise _EditedError
        facts = {"problems": len(problems), "entries": len(corpus.entries)}
        sources = {lang: sources_of(corpus, lang) for lang in LANGUAGES}
        self._store = build_store(corpus, sources, path / _CORPUS_FILE if path else None, facts)
        if path is not None:  # what was written is opened again from its final place
            self.close()


class _Rebuildable(Protocol):
    def rebuild(self) -> None: ...


P = ParamSpec("P")
R = TypeVar("R")
Owner = TypeVar("Owner", bound=_Rebuildable)


def anew_when_damaged(method: Callable[Concatenate[Owner, P], R]) -> Callable[Concatenate[Owner, P], R]:
    """Compile the glossary anew where the compiled form turns out to be damaged, and answer then."""

    @functools.wraps(method)
    def answered(self: Owner, /, *args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return method(self, *args, **kwargs)
        except DamagedCacheError:
            self.rebuild()
            return method(self, *args, **kwargs)

    return answered
