"""The compiled form of a glossary folder: made where there is none, opened where there is, mended where it is damaged.

It has parts: the store, which every command reads; the vocabulary, which questions need; and a full-text index for each
language, made when the first question in that language is asked. The shipped glossary comes with all of them. Those of
other glossaries are kept under the fingerprint of their files; where nothing can be kept, they stay in memory. After an
edit, all that was not edited is taken over from the form before.
"""

from __future__ import annotations

import contextlib
import functools
from typing import TYPE_CHECKING, Concatenate, NamedTuple, ParamSpec, Protocol, TypeVar

from compendium_cli import settings
from compendium_cli.cache import (
    LISTING,
    STORE,
    STORE_FILE,
    WORDS,
    WORDS_FILE,
    Cache,
    ShippedForm,
    compiled_contents_of,
    contents_of,
    fingerprint_of,
    others_in,
    prune,
    ship,
    verifier_of,
    verify,
)
from compendium_cli.errors import DamagedCacheError
from compendium_cli.store import Store

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from compendium_cli.cache import Kept
    from compendium_cli.index import LanguageIndex
    from compendium_cli.processes import Progress
    from compendium_cli.reading.listing import GlossaryFile
    from compendium_cli.vocabulary import Vocabulary

_TRIES = 3
#: Where a project that makes a package keeps what was compiled for it, and the form in there.
_BUILT, _FORM = "build/shipped", "form"


class State(NamedTuple):
    """How the compiled form of a glossary is."""

    path: Path | None
    """The folder of the form, or where it would be made; ``None`` where there is no place for one."""
    how: str
    """``shipped``, ``fresh``, ``stale`` (edited since), ``none`` yet, or ``nowhere``: made in memory each time."""
    size: int | None
    """Bytes of what is there."""
    is_kept: bool
    """Whether what is compiled after an edit can be kept."""


class EditedError(DamagedCacheError):
    """Somebody edited the glossary since we looked at its files: what we have may be half old, half new."""


class CompiledGlossary:
    """The store, the vocabulary and the indexes of a glossary; each is opened when it is first asked for."""

    def __init__(self, folder: Path, progress: Progress | None = None) -> None:
        self.folder = folder
        self.progress = progress
        self._store: Store | None = None
        self._indexes: dict[str, LanguageIndex] = {}
        self._form: Cache | ShippedForm | None = None
        self._trusts_shipped = True
        self._files: list[GlossaryFile] | None = None

    @property
    def store(self) -> Store:
        """Entries, names and links."""
        if self._store is None:
            self._compile([STORE], again=False)
        assert self._store is not None  # noqa: S101
        return self._store

    @property
    def cache(self) -> Cache | ShippedForm | None:
        """Where the compiled form is kept; ``None`` where it is kept in memory."""
        return self._form if self.store else None

    def state(self) -> State:
        """Return how the compiled form is, without making one."""
        from compendium_cli.reading.listing import glossary_files

        fingerprint = fingerprint_of(self.folder, glossary_files(self.folder))
        known = [Cache.of(root, self.folder, fingerprint) for root in settings.cache_folders()]
        place = next((cache for cache in known if cache.can_be_made()), None)
        if shipped := self._shipped_form():
            return State(shipped.path, "shipped", shipped.size(), place is not None)
        for cache in known:
            if cache.is_ready():
                return State(cache.path, "fresh", cache.size(), place is not None)
        if place is None:
            return State(None, "nowhere", None, is_kept=False)
        before = place.predecessor()
        return State(place.path, "stale" if before else "none", before.size() if before else None, is_kept=True)

    def others(self) -> list[Kept]:
        """Return what is kept in the cache folders beside the form of this glossary."""
        used = self.state().path
        return [kept for root in settings.cache_folders() for kept in others_in(root.resolve(), used)]

    def prune(self) -> list[Kept]:
        """Remove what is kept in the cache folders beside the form of this glossary; return what is gone."""
        used = self.state().path
        return [kept for root in settings.cache_folders() for kept in prune(root.resolve(), used)]

    def files(self) -> dict[str, GlossaryFile]:
        """Return the files as they were when they were looked at, by path; none where they came compiled."""
        return {file.path: file for file in self._files or ()} if self.store else {}

    def index(self, lang: str) -> LanguageIndex:
        """Return the full-text index of a language."""
        if lang not in self._indexes:
            store = self.store
            if form := self._form_with(WORDS, lang):
                from compendium_cli.index import LanguageIndex

                self._indexes[lang] = LanguageIndex.open(form.path / lang, verifier_of(form.path / lang))
            else:
                from compendium_cli.making import index_in_memory

                self._indexes[lang] = index_in_memory(self.folder, store, lang)
        return self._indexes[lang]

    def _vocabulary(self) -> Vocabulary:
        """Return the words of all texts."""
        from compendium_cli.vocabulary import Vocabulary

        if form := self._form_with(WORDS):
            return Vocabulary.open(form.path / WORDS / WORDS_FILE)
        from compendium_cli.making import words_in_memory

        return words_in_memory(self.folder, self.store)

    def _form_with(self, *parts: str) -> Cache | ShippedForm | None:
        """Return where some parts are kept, made where they were not; ``None`` where they can't be kept."""
        form = self._form
        if form is None or all(map(form.is_ready, parts)):
            return form
        return form if form.compile(self._make, parts) else None

    def rebuild(self, error: DamagedCacheError | None = None) -> None:
        """Compile anew what is damaged, or edited; the indexes when they are asked for.

        Where the form that came with the package is damaged, what was compiled in its place before is as good as new.
        """
        again = not isinstance(self._form, ShippedForm) and not isinstance(error, EditedError)
        self._trusts_shipped = False
        self.close()
        self._compile([STORE], again=again)

    def complete(self, *, again: bool = False) -> None:
        """Make every part that is not there yet, or all anew, several at a time."""
        from compendium_cli.languages import LANGUAGES

        self.close()
        self._compile([STORE, WORDS, *LANGUAGES], again=again)
        for lang in self.store.spoken():
            self.index(lang)

    def close(self) -> None:
        """Close all files. They are opened again where they are needed."""
        for index in self._indexes.values():
            index.close()
        if self._store is not None:
            self._store.close()
        self._indexes, self._store = {}, None

    def _compile(self, parts: Sequence[str], *, again: bool) -> None:
        self._form = self._shipped_form() if self._trusts_shipped and not again else None
        if self._form is None:
            self._compile_or_keep(parts, again=again)
        if self._form is not None:
            self._store = Store.open(self._form.path / STORE_FILE)
        assert self._store is not None  # noqa: S101
        self._store.open_vocabulary = self._vocabulary

    def _shipped_form(self) -> ShippedForm | None:
        """Return the form that came with the package, where this is the package's glossary, or the one it is made of.

        A clone that a package was built in has a list of the files that were compiled. While they are what they were
        then, the package's form is theirs.
        """
        shipped = _installed_form()
        if shipped is None or self.folder == settings.shipped_glossary():
            return shipped
        known = _as_built(self.folder, shipped)
        if not known:
            return None
        from compendium_cli.reading.listing import glossary_files

        files = glossary_files(self.folder)
        if known != {file.path: file for file in files}:
            return None
        self._files = files
        return shipped

    def _compile_or_keep(self, parts: Sequence[str], *, again: bool) -> None:
        """Find the parts in the cache, or make them there; where nothing can be kept, the store is in memory."""
        from compendium_cli.reading.listing import glossary_files

        for _ in range(_TRIES):
            self._files = glossary_files(self.folder)
            with contextlib.suppress(EditedError):
                self._form = self._kept(self._files, parts, again=again)
                if self._form is None:
                    self._store = self._store_in_memory()
                return
        self._form = self._files = None
        self._store = self._store_in_memory()

    def _store_in_memory(self) -> Store:
        from compendium_cli.making import Work, make_store
        from compendium_cli.reading.listing import glossary_files

        files = self._files or glossary_files(self.folder)
        store = make_store(self.folder, files, None, Work(files, [STORE], self.progress))
        self._require_unedited()
        return store

    def _kept(self, files: list[GlossaryFile], parts: Sequence[str], *, again: bool) -> Cache | None:
        """Return a cache that holds these files compiled; ``None`` where there is no place for one."""
        fingerprint = fingerprint_of(self.folder, files)
        known = []
        for root in settings.cache_folders():
            known.append(Cache.of(root, self.folder, fingerprint))
            if not again and all(map(known[-1].is_ready, parts)):
                return known[-1]
        of_files = contents_of(self.folder, (file.path for file in files))
        contents = compiled_contents_of(of_files)
        shipped = _installed_form() if self._trusts_shipped else None
        same = shipped if shipped and shipped.contents() == of_files else None
        for cache in known:
            self._form = cache  # what is there already, other parts are made from
            if not again and not cache.is_ready() and not cache.adopt(contents, self._keep_listing, same):
                self._update(cache, files)
            if cache.compile(self._make, parts, again=again, contents=contents):
                return cache
        return None

    def _update(self, cache: Cache, files: list[GlossaryFile]) -> None:
        """Make a form from the one before the last edit, if there is one and not too much was edited."""
        from compendium_cli.reading.listing import kept_listing, settle

        before: Cache | ShippedForm | None = cache.predecessor()
        if before is not None:
            known = kept_listing(before.path / LISTING)
        else:
            before = _installed_form() if self._trusts_shipped else None
            known = _as_built(self.folder, before) if before else {}
        if before is None or not known:
            return
        from compendium_cli.making import update
        from compendium_cli.updating import read_edited

        settle(files)
        with contextlib.suppress(DamagedCacheError), contextlib.closing(Store.open(before.path / STORE_FILE)) as store:
            edited = read_edited(self.folder, known, files, store)
            if edited is None:
                return

            def make(places: Mapping[str, Path]) -> None:
                for part in places:
                    verify(before.path / part)
                update(edited, before.path, places)
                self._keep_listing(places)
                self._require_unedited()

            cache.compile(make, before.parts() if before.is_ready(WORDS) else [STORE])

    def _make(self, places: Mapping[str, Path]) -> None:
        """Make parts in their folders."""
        from compendium_cli.making import make
        from compendium_cli.reading.listing import glossary_files, settle

        files = self._files if self._files is not None else glossary_files(self.folder)
        settle(files)
        make(self.folder, files, places, self._form.path if self._form else None, self.progress)
        self._keep_listing(places)
        self._require_unedited()

    def _keep_listing(self, places: Mapping[str, Path]) -> None:
        """Write down beside the store which files it was compiled from."""
        from compendium_cli.reading.listing import keep_listing

        if STORE in places:
            keep_listing(self._files or (), places[STORE] / LISTING)

    def _require_unedited(self) -> None:
        """Raise where the files are no longer those that we looked at."""
        from compendium_cli.reading.listing import glossary_files

        if self._files is not None and glossary_files(self.folder) != self._files:
            raise EditedError


def _installed_form() -> ShippedForm | None:
    """Return the form that came with the package, where this code reads it."""
    form = settings.shipped_form()
    shipped = ShippedForm(form) if form else None
    return shipped if shipped and shipped.is_ready() else None


def _as_built(folder: Path, shipped: ShippedForm) -> dict[str, GlossaryFile]:
    """Return the files of a glossary as they were when a package with this very form was built there; else none."""
    from compendium_cli.reading.listing import kept_listing

    built = folder.parent / _BUILT
    contents = shipped.contents()
    return kept_listing(built / LISTING) if contents and ShippedForm(built / _FORM).contents() == contents else {}


def build_form(project: Path) -> Path:
    """Compile the glossary of a project to be shipped with its package; return the folder of the form.

    Beside it stays the list of the files that were compiled: in this folder the package's form is theirs.
    """
    import shutil

    from compendium_cli.reading.listing import glossary_files, keep_listing

    built = project / _BUILT
    shutil.rmtree(built, ignore_errors=True)
    files = glossary_files(project / "glossary")
    ship_glossary(project / "glossary", built / _FORM)
    if files == glossary_files(project / "glossary"):
        keep_listing(files, built / LISTING)
    return built / _FORM


def ship_glossary(folder: Path, target: Path) -> None:
    """Compile a glossary to be shipped with the package: the store, the vocabulary and the index of every language."""
    from compendium_cli.languages import LANGUAGES
    from compendium_cli.making import make
    from compendium_cli.reading.listing import glossary_files, settle

    files = glossary_files(folder)
    settle(files)
    contents = contents_of(folder, (file.path for file in files))
    ship(target, [STORE, WORDS, *LANGUAGES], lambda places: make(folder, files, places, None), contents)


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
        except DamagedCacheError as error:
            self._compiled.rebuild(error)
            return method(self, *args, **kwargs)

    return answered
