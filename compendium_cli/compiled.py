"""The compiled form of a glossary folder: made where there is none, opened where there is, mended where it is damaged.

It has two kinds of parts: the store, which every command reads, and a full-text index for each language, made when the
first question in that language is asked. The shipped glossary comes with all of them. Those of other glossaries are
kept under the fingerprint of their files; where nothing can be kept, they stay in memory.
"""

from __future__ import annotations

import contextlib
import functools
from typing import TYPE_CHECKING, Concatenate, ParamSpec, Protocol, TypeVar

from compendium_cli import settings
from compendium_cli.cache import Cache, ShippedForm, contents_of, fingerprint_of, ship
from compendium_cli.errors import DamagedCacheError
from compendium_cli.processes import Workers
from compendium_cli.reading.listing import glossary_files, settle
from compendium_cli.store import Store

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from compendium_cli.index import LanguageIndex
    from compendium_cli.model import Corpus
    from compendium_cli.passages import Norms, Source
    from compendium_cli.problems import Problem
    from compendium_cli.reading.listing import GlossaryFile

_CORPUS_FILE = "corpus.sqlite"
_TRIES = 3
#: Indexes of languages are made in so many processes: more would only fill the memory.
_PROCESSES = 2


class _EditedError(DamagedCacheError):
    """Somebody edited the glossary since we looked at its files: what we have may be half old, half new."""


class CompiledGlossary:
    """The store and the full-text indexes of a glossary; each is opened when it is first asked for."""

    def __init__(self, folder: Path, progress: Callable[[int, int], None] | None = None) -> None:
        self.folder = folder
        self.progress = progress
        self._store: Store | None = None
        self._indexes: dict[str, LanguageIndex] = {}
        self._form: Cache | ShippedForm | None = None
        self._trusts_shipped = True
        self._files: list[GlossaryFile] | None = None
        self._corpus: tuple[Corpus, list[Problem]] | None = None

    @property
    def store(self) -> Store:
        """Entries, names and links."""
        if self._store is None:
            self._compile([""], again=False)
        assert self._store is not None  # noqa: S101
        return self._store

    @property
    def cache(self) -> Cache | ShippedForm | None:
        """Where the compiled form is kept; ``None`` where it is kept in memory."""
        return self._form if self.store else None

    def index(self, lang: str) -> LanguageIndex:
        """Return the full-text index of a language."""
        if lang not in self._indexes:
            self._indexes[lang] = self._opened(lang, self.store)
        return self._indexes[lang]

    def _opened(self, lang: str, store: Store) -> LanguageIndex:
        """Return the index of a language from where it is kept; it is made where there is none."""
        from compendium_cli.index import LanguageIndex

        form = self._form
        if form is not None and form.is_ready(lang):
            form.verify(lang)
        elif form is None or not form.compile(self._build, [lang]):
            return _built(self._sources(lang), _norms(lang, store), None, self.progress)
        return LanguageIndex.open(form.path / lang)

    def rebuild(self) -> None:
        """Compile anew what is damaged; the indexes when they are asked for.

        Where the form that came with the package is, what was compiled in its place before is as good as new.
        """
        again = not isinstance(self._form, ShippedForm)
        self._trusts_shipped = False
        self.close()
        self._compile([""], again=again)

    def complete(self, *, again: bool = False) -> None:
        """Make every part that is not there yet, or all anew, several at a time."""
        from compendium_cli.languages import LANGUAGES

        self.close()
        self._compile(["", *LANGUAGES], again=again)
        for lang in self.store.spoken():
            self.index(lang)

    def close(self) -> None:
        """Close all files. They are opened again where they are needed."""
        for index in self._indexes.values():
            index.close()
        if self._store is not None:
            self._store.close()
        self._indexes, self._store, self._corpus = {}, None, None

    def _compile(self, parts: Sequence[str], *, again: bool) -> None:
        self._form = _shipped_form(self.folder) if self._trusts_shipped and not again else None
        if self._form:
            self._store = Store.open(self._form.path / _CORPUS_FILE)
            return
        for _ in range(_TRIES):
            self._files = glossary_files(self.folder)
            with contextlib.suppress(_EditedError):
                self._form = self._kept(self._files, parts, again=again)
                self._store = Store.open(self._form.path / _CORPUS_FILE) if self._form else self._build_store(None)
                return
        self._form = self._files = None
        self._store = self._build_store(None)

    def _kept(self, files: list[GlossaryFile], parts: Sequence[str], *, again: bool) -> Cache | None:
        """Return a cache that holds these files compiled; ``None`` where there is no place for one."""
        fingerprint = fingerprint_of(self.folder, files)
        known = []
        for root in settings.cache_folders():
            known.append(Cache.of(root, self.folder, fingerprint))
            if not again and all(map(known[-1].is_ready, parts)):
                return known[-1]
        contents = contents_of(self.folder, (file.path for file in files))
        for cache in known:
            if not again:
                cache.adopt(contents)
            self._form = cache  # what is there already, the indexes are made from
            if cache.compile(self._build, parts, again=again, contents=contents):
                return cache
        return None

    def _build(self, places: Mapping[str, Path]) -> None:
        """Make parts in their folders: the store, and the indexes of languages in processes of their own."""
        store = places.get("", self._form.path if self._form else None)
        assert store is not None  # noqa: S101
        languages = [lang for lang in places if lang]
        if len(languages) < 2:  # noqa: PLR2004
            if "" in places:
                self._build_store(store).close()
            for lang in languages:
                _build_apart(self._sources(lang), lang, store / _CORPUS_FILE, places[lang], self.progress)
            return
        # What needs a table of forms waits for the store, and comes right after it. Of the others the largest is made
        # beside the store, so that two processes are busy all the time.
        tabled = [lang for lang in languages if is_tabled(lang)]
        others = sorted((lang for lang in languages if lang not in tabled), key=self._number_of_texts, reverse=True)
        with Workers(_PROCESSES) as workers:

            def start(lang: str) -> None:
                workers.start(_build_apart, self._sources(lang), lang, store / _CORPUS_FILE, places[lang])

            for lang in others[:1]:
                start(lang)
            if "" in places:
                self._build_store(store).close()
            for lang in (*tabled, *others[1:]):
                start(lang)

    def _build_store(self, path: Path | None) -> Store:
        """Compile the store into a folder, or into memory."""
        from compendium_cli.compiling import build_store
        from compendium_cli.languages import LANGUAGES

        corpus, problems = self._read()
        facts = {"problems": len(problems), "entries": len(corpus.entries)}
        sources = {lang: self._sources(lang) for lang in LANGUAGES}
        return build_store(corpus, sources, path / _CORPUS_FILE if path else None, facts)

    def _sources(self, lang: str) -> list[Source]:
        """Return what the index of a language is made from."""
        from compendium_cli.passages import sources_of

        return sources_of(self._read()[0], lang)

    def _number_of_texts(self, lang: str) -> int:
        return sum(1 for said in self._read()[0].expansions if said.lang == lang for _ in said.questions)

    def _read(self) -> tuple[Corpus, list[Problem]]:
        """Read the glossary, once; stop where its files are no longer the same."""
        if self._corpus is None:
            from compendium_cli.reading.folder import read_glossary

            if self._files is not None:
                settle(self._files)
            found = read_glossary(self.folder, self.progress)
            if self._files is not None and glossary_files(self.folder) != self._files:
                raise _EditedError
            self._corpus = found
        return self._corpus


def _shipped_form(folder: Path) -> ShippedForm | None:
    """Return the form that came with the package, where this is the package's glossary and code."""
    form = settings.shipped_form()
    if form is None or folder != settings.shipped_glossary():
        return None
    shipped = ShippedForm(form)
    return shipped if shipped.is_ready() else None


def ship_glossary(folder: Path, target: Path) -> None:
    """Compile a glossary to be shipped with the package: the store, and the index of every language."""
    from compendium_cli.languages import LANGUAGES

    ship(target, ["", *LANGUAGES], CompiledGlossary(folder)._build)  # noqa: SLF001 - the package's own


def is_tabled(lang: str) -> bool:
    """Tell whether the words of a language are reduced by a table of the store."""
    from compendium_cli.languages import LANGUAGES

    return LANGUAGES[lang].analyzer.tabled


def _norms(lang: str, store: Store) -> Norms:
    return functools.partial(store.norms, lang)


def _build_apart(
    sources: Sequence[Source],
    lang: str,
    corpus_file: Path,
    place: Path,
    progress: Callable[[int, int], None] | None = None,
) -> None:
    """Make the index of a language in a folder."""
    from compendium_cli.languages import LANGUAGES

    if not is_tabled(lang):
        _built(sources, LANGUAGES[lang].analyzer.norms, place, progress).close()
        return
    store = Store.open(corpus_file)
    _built(sources, _norms(lang, store), place, progress).close()
    store.close()


def _built(
    sources: Sequence[Source], norms: Norms, place: Path | None, progress: Callable[[int, int], None] | None
) -> LanguageIndex:
    from compendium_cli.fitted import fitted
    from compendium_cli.index import build_index

    return build_index(sources, norms, fitted().smoothing, place, progress)


class _Compiled(Protocol):
    _compiled: CompiledGlossary


P = ParamSpec("P")
R = TypeVar("R")
Owner = TypeVar("Owner", bound=_Compiled)


def anew_when_damaged(method: Callable[Concatenate[Owner, P], R]) -> Callable[Concatenate[Owner, P], R]:
    """Compile the glossary anew where the compiled form turns out to be damaged, and answer then."""

    @functools.wraps(method)
    def answered(self: Owner, /, *args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return method(self, *args, **kwargs)
        except DamagedCacheError:
            self._compiled.rebuild()
            return method(self, *args, **kwargs)

    return answered
