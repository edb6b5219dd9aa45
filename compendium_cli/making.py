"""Glossary folder -> the parts of its compiled form, each in a folder of its own, two at a time.

The store is made first. Vocabulary and indexes are made from it and from the phrasings, game by game, so that none of
them needs more memory than the largest game takes.
"""

from __future__ import annotations

import shutil
from functools import partial
from typing import TYPE_CHECKING

from compendium_cli.cache import STORE, STORE_FILE, WORDS, WORDS_FILE
from compendium_cli.compiling import Reading, build_part, build_store, update_store
from compendium_cli.fitted import fitted
from compendium_cli.languages import LANGUAGES
from compendium_cli.model import Corpus
from compendium_cli.passages import sources_of
from compendium_cli.processes import SharedCount, Workers
from compendium_cli.reading.folder import (
    games_in,
    read_files,
    read_games,
    read_glossary,
    read_phrasings,
    unreadable_folders,
)
from compendium_cli.store import Store
from compendium_cli.vocabulary import Vocabulary, build_vocabulary, extend_vocabulary

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from compendium_cli.index import LanguageIndex
    from compendium_cli.passages import Norms, Source
    from compendium_cli.processes import Progress
    from compendium_cli.reading.listing import GlossaryFile
    from compendium_cli.updating import Edited

#: More processes would only fill the memory.
_PROCESSES = 2
#: So many bytes of files are read at a time; where there are more, by several processes.
_MUCH = 20_000_000
#: The share of reading in making the store; the rest is to write it.
_READING = 0.75
#: What it takes to read a byte of the glossary, to add it to the vocabulary, and to index it: so progress is even.
_READ, _COLLECT, _INDEX = 1.0, 1.0, 5.0


class Work:
    """What there is to do to make some parts of a glossary, and who is told how far it is."""

    def __init__(self, files: Iterable[GlossaryFile], parts: Iterable[str], progress: Progress | None) -> None:
        #: How many bytes there are below folders of each name, those of languages among them; in all under no name.
        self._sizes: dict[str, int] = {}
        for file in files:
            for part in file.path.split("/")[1:-1]:
                self._sizes[part] = self._sizes.get(part, 0) + max(file.size, 0)
            self._sizes[""] = self._sizes.get("", 0) + max(file.size, 0)
        self._total = sum(map(self.of, parts))
        self._progress = progress
        self._done = 0.0

    def of(self, part: str) -> float:
        """Return how much it is to make a part."""
        if part in (STORE, WORDS):
            return self._sizes.get("", 0) * (_COLLECT if part else _READ)
        return self._sizes.get(part, 0) * _INDEX

    def tell(self, done: float, what: str) -> None:
        """Tell that so much is done of all."""
        self._done = max(done, self._done)
        if self._progress:
            self._progress(int(min(self._done, self._total)), int(self._total), what)


class _Count:
    """Counts in one process what is done."""

    def __init__(self, told: Callable[[float], None], done: float) -> None:
        self._told = told
        self._done = done

    def add(self, more: float) -> None:
        self._done += more
        self._told(self._done)


def make(
    folder: Path,
    files: Sequence[GlossaryFile],
    places: Mapping[str, Path],
    home: Path | None,
    progress: Progress | None = None,
) -> None:
    """Make parts of the compiled form of a glossary in their folders; ``home`` has the other parts there are."""
    work = Work(files, places, progress)
    store = _place_of(STORE, places, home) / STORE_FILE
    words = _place_of(WORDS, places, home) / WORDS_FILE
    if STORE in places:
        make_store(folder, files, store, work).close()
    done = work.of(STORE) if STORE in places else 0.0
    others = [part for part in places if part != STORE]
    if len(others) > 1:
        _make_together(folder, store, words, {part: places[part] for part in others}, work, done)
    elif others:
        (part,) = others
        what = "collecting the words" if part == WORDS else f"indexing the texts in {LANGUAGES[part].name}"
        count = _Count(lambda done: work.tell(done, what), done)
        _make_part(folder, part, store, words, places[part], count, work.of(part))


def _make_together(  # noqa: PLR0913, PLR0917 - what they are made of, where they go, who is told
    folder: Path, store: Path, words: Path, places: Mapping[str, Path], work: Work, done: float
) -> None:
    """Make vocabulary and indexes, each in a process of its own."""
    shared = SharedCount()
    with Workers(_PROCESSES, lambda: work.tell(done + shared.value, "indexing the texts")) as workers:
        # Small languages are made beside the vocabulary, the largest last, side by side, so that both processes end at
        # about the same time. An index whose words are looked up waits for the vocabulary.
        languages = sorted(places.keys() - {WORDS}, key=lambda lang: (LANGUAGES[lang].analyzer.tabled, work.of(lang)))
        collecting = None
        for part in (*({WORDS} & places.keys()), *languages):
            if collecting and part != WORDS and LANGUAGES[part].analyzer.tabled:
                workers.finish(collecting)
            process = workers.start(_make_part, folder, part, store, words, places[part], shared, work.of(part))
            collecting = process if part == WORDS else collecting


def _place_of(part: str, places: Mapping[str, Path], home: Path | None) -> Path:
    place = places.get(part, home / part if home else None)
    assert place is not None  # noqa: S101
    return place


# -- the store -----------------------------------------------------------------------------------------------------


def make_store(folder: Path, files: Sequence[GlossaryFile], path: Path | None, work: Work) -> Store:
    """Read everything and write the store, into a file or into memory."""
    sizes: dict[str, int] = {}
    paths: dict[str, list[str]] = {}
    for file in files:
        top = file.path.partition("/")[0]
        sizes[top] = sizes.get(top, 0) + max(file.size, 0)
        paths.setdefault(top, []).append(file.path)

    def told(done: float, total: float) -> None:
        work.tell(work.of(STORE) * _READING * done / max(total, 1), "reading the glossary")

    if path is None or sum(sizes.values()) < _MUCH:
        reading = Reading(*read_glossary(folder, told))
        work.tell(work.of(STORE) * _READING, "writing the entries")
        store = build_store([reading], path)
        work.tell(work.of(STORE), "writing the entries")
        return store
    parts: list[Path] = []
    done = 0
    with Workers(_PROCESSES) as workers:
        for tops in _in_groups(sizes):
            parts.append(path.with_name(f"part-{len(parts)}"))
            workers.start(_make_store_of, folder, [path for top in tops for path in paths[top]], parts[-1])
            told(done, sum(sizes.values()))
            done += sum(sizes[top] for top in tops)
    rest = Reading(Corpus({}, ()), list(unreadable_folders(folder)))
    store = build_store([*parts, rest], path)
    work.tell(work.of(STORE), "writing the entries")
    for part in parts:
        part.unlink()
    return store


def _in_groups(sizes: Mapping[str, int]) -> Iterator[list[str]]:
    """Yield the files and folders at the top of a glossary, as many at a time as are read together."""
    group: list[str] = []
    for top in sorted(sizes):
        group.append(top)
        if sum(sizes[one] for one in group) >= _MUCH / _PROCESSES:
            yield group
            group = []
    if group:
        yield group


def _make_store_of(folder: Path, files: Sequence[str], path: Path) -> None:
    """Write a part of the store: that of some games, by all of their files."""
    games, problems = read_games(folder, games_in(files), files)
    corpus, found = read_files(folder, files, games)
    build_part(Reading(corpus, [*problems, *found]), path)


# -- vocabulary and indexes ----------------------------------------------------------------------------------------


def words_in_memory(folder: Path, store: Store) -> Vocabulary:
    """Return the vocabulary of a glossary, kept in memory."""
    return build_vocabulary(_corpora(folder, store, LANGUAGES), None)


def index_in_memory(folder: Path, store: Store, lang: str) -> LanguageIndex:
    """Return the index of a language, kept in memory."""
    return _build_index(folder, lang, store, None, lambda: None)


def _make_part(  # noqa: PLR0913, PLR0917 - what it is made of, where it goes, who is told
    folder: Path, part: str, store_file: Path, words: Path, place: Path, count: _Count | SharedCount, work: float
) -> None:
    """Make the vocabulary, or the index of a language, in a folder."""
    store = Store.open(store_file)
    if part == WORDS:
        entries = int(store.fact("entries"))
        build_vocabulary(
            _corpora(folder, store, LANGUAGES), words, lambda share: count.add(work * share), entries
        ).close()
    else:
        store.open_vocabulary = lambda: Vocabulary.open(words)
        steps = 3 * store.number_of_concepts()  # each is counted, and weighed by words and by n-grams
        _build_index(folder, part, store, place, partial(count.add, work / max(steps, 1))).close()
    store.close()


def _build_index(folder: Path, lang: str, store: Store, place: Path | None, told: Callable[[], None]) -> LanguageIndex:
    from compendium_cli.indexing import build_index

    games = sources_by_game(folder, store, lang) if lang in store.spoken() else ()
    return build_index(lang, games, norms=_norms(lang, store), smoothing=fitted().smoothing, folder=place, told=told)


def sources_by_game(folder: Path, store: Store, lang: str) -> Iterator[tuple[str, list[Source]]]:
    """Yield the games one by one, with what leads to each statement of theirs in a language."""
    for corpus in _corpora(folder, store, [lang]):
        (game,) = corpus.games
        yield game, sources_of(corpus, lang)


def _norms(lang: str, store: Store) -> Norms:
    """Return what normalises the words of texts, and knows all of them from the start where they are looked up."""
    if not LANGUAGES[lang].analyzer.tabled:
        return partial(store.norms, lang)
    known = store.vocabulary.norms_of_words(lang)
    return lambda word: known.get(word) or store.norms(lang, word)


def _corpora(folder: Path, store: Store, languages: Iterable[str]) -> Iterator[Corpus]:
    """Yield the games one by one, with phrasings in some languages."""
    for game, facts in store.games().items():
        entries = tuple(store.entries(game=game))
        asked = [
            expansions
            for lang in languages
            for expansions in read_phrasings(folder, game, lang, entries, store.asked(game, lang))
        ]
        yield Corpus({game: facts._replace(cards=store.cards(game))}, entries, tuple(asked))


# -- after an edit -------------------------------------------------------------------------------------------------


def update(edited: Edited, before: Path, places: Mapping[str, Path]) -> None:
    """Make parts from those of a form before, which differ from them in what was edited."""
    shutil.copyfile(before / STORE_FILE, places[STORE] / STORE_FILE)
    update_store(places[STORE] / STORE_FILE, edited)
    if WORDS in places:
        words = places[WORDS] / WORDS_FILE
        shutil.copyfile(before / WORDS / WORDS_FILE, words)
        extend_vocabulary(edited.corpus, words)
    languages = places.keys() - {STORE, WORDS}
    if not languages:
        return
    from compendium_cli.indexing import update_index

    corpus = edited.corpus._replace(entries=(*edited.corpus.entries, *edited.redirecting))
    vocabulary = Vocabulary.open(words)
    for lang in languages:
        sources = [source for source in sources_of(corpus, lang) if (source.game, source.concept) in edited.concepts]
        norms = partial(vocabulary.norms, lang)
        update_index(before / lang, places[lang], sources, edited.concepts, norms=norms, smoothing=fitted().smoothing)
    vocabulary.close()
