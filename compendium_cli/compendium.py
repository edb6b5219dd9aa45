"""The public Python API: open a glossary, look entries up, search, ask, follow links, quote; check, format, import.

Everything is read, compiled and cached on first use; later calls read only what they answer with. The command line uses
nothing else, and what a user can mend is raised as a ``CompendiumError``.

>>> from compendium_cli.compendium import open_compendium
>>> compendium = open_compendium()
>>> compendium.look_up("overkill", lang="es").entry.title
'Brutalidad'
"""

from __future__ import annotations

import contextlib
import functools
import os
from typing import TYPE_CHECKING, Concatenate, NamedTuple, ParamSpec, Self, TypeVar

from compendium_cli import settings
from compendium_cli.answering import detection, lookup
from compendium_cli.answering.scope import Scope
from compendium_cli.cache import Cache, fingerprint_of
from compendium_cli.errors import DamagedCacheError, NotFoundError, UsageError
from compendium_cli.languages import LANGUAGES, language
from compendium_cli.links import ParsedName, any_language_url, entry_url, parse_name
from compendium_cli.reading.listing import glossary_files, settle
from compendium_cli.store import Store

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
    from pathlib import Path

    from compendium_cli.answering.ruling import Answer, Ranked, Shelves
    from compendium_cli.answering.search import SearchHit
    from compendium_cli.answering.weights import Weights
    from compendium_cli.formatting import Formatted
    from compendium_cli.graph import Edge, Neighbour, Step
    from compendium_cli.importing.library import Import
    from compendium_cli.index import LanguageIndex
    from compendium_cli.model import Card, Entry, Game
    from compendium_cli.parity import Parity
    from compendium_cli.problems import Problem
    from compendium_cli.reading.listing import GlossaryFile
    from compendium_cli.reading.version import GlossaryVersion

_CORPUS_FILE = "corpus.sqlite"
_INDEX_FOLDER = "index"
_TRIES = 3
#: So many names of a post may be unknown before the others are left as they are.
_MOST_UNKNOWN = 20

P = ParamSpec("P")
R = TypeVar("R")


def open_compendium(
    glossary: Path | str | None = None,
    *,
    base_url: str | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Compendium:
    """Open a glossary folder; the shipped one by default. ``progress`` is told how far compiling has come.

    >>> open_compendium().languages()
    ['it', 'es', 'uk']
    >>> open_compendium(base_url="https://rules.example.org").base_url
    'https://rules.example.org/'
    """
    folder = settings.glossary_folder(str(glossary) if glossary is not None else None)
    return Compendium(folder, settings.base_url(base_url), progress)


class Facts(NamedTuple):
    """What is true of a compiled glossary."""

    entries: int
    problems: int
    """How many faults reading found; ``lint`` lists them."""
    library: str
    """The full-text library that made the index, and its version."""
    cache: Path | None
    """The folder of the compiled form; ``None`` where it is kept in memory."""
    size: int | None
    """Bytes of that folder."""


class Quoted(NamedTuple):
    """A quotation, ready to paste."""

    entry: Entry
    statements: tuple[int, ...]
    """The numbers that were asked for; none of them where the definition is quoted."""
    text: str
    url: str


class QuotedPost(NamedTuple):
    """A post with its mentions replaced."""

    text: str
    unknown: tuple[tuple[str, NotFoundError], ...]
    """Terms that name no entry, left as they were, and why; each once, and the first twenty of them."""


class Found(NamedTuple):
    """The entry that a name means."""

    entry: Entry
    how: str
    """``exact``, ``inflected``, ``typo``, ``english`` or ``translation``."""
    statement: int | None
    """The statement that the name went on to give, as in ``ally#3``."""
    asked_for: str
    """The title of the entry that was named: another one where that is a redirect."""
    missing_lang: str | None
    """The language that was asked for, where it has no such entry."""
    others: tuple[str, ...]
    """Other entries that the name may mean."""


class _EditedError(Exception):
    """Somebody edited the glossary while we read it: what we have may be half old, half new."""


def _anew_when_damaged(
    method: Callable[Concatenate[Compendium, P], R],
) -> Callable[Concatenate[Compendium, P], R]:
    """Compile the glossary anew where the compiled form turns out to be damaged, and answer then."""

    @functools.wraps(method)
    def answered(self: Compendium, /, *args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return method(self, *args, **kwargs)
        except DamagedCacheError:
            self.rebuild()
            return method(self, *args, **kwargs)

    return answered


class Compendium:
    """A glossary, ready to answer. It may be used in a ``with`` statement, which closes its files.

    >>> with open_compendium() as compendium:
    ...     compendium.title("marvel-champions/ally", "uk")
    'Союзник'
    """

    def __init__(self, folder: Path, base_url: str, progress: Callable[[int, int], None] | None = None) -> None:
        self.folder = folder
        self.base_url = base_url
        self._progress = progress
        self._store: Store | None = None
        self._indexes: dict[str, LanguageIndex] = {}
        self._cache: Cache | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    # -- what there is -------------------------------------------------------------------------------------------

    @_anew_when_damaged
    def games(self) -> Mapping[str, Game]:
        """Return the games by id; each is read when it is looked at.

        >>> compendium = open_compendium()
        >>> compendium.games()["marvel-champions"].current
        'it-1.7'
        """
        return self.store.games()

    @_anew_when_damaged
    def cards(self, game: str) -> tuple[Card, ...]:
        """Return all cards that a game lists, whether they have an entry or not.

        >>> compendium = open_compendium()
        >>> names = {card.names["en"]: card for card in compendium.cards("marvel-champions")}
        >>> names["Honorary Avenger"].entry, names["Honorary Avenger"].names["es"]
        ('cards/avenger-onorario', 'Vengador honorario')
        """
        _known_game(game, self.store.games())
        return self.store.cards(game)

    @_anew_when_damaged
    def languages(self) -> list[str]:
        """Return the languages that have text.

        >>> compendium = open_compendium()
        >>> compendium.languages()
        ['it', 'es', 'uk']
        """
        return self.store.languages()

    @_anew_when_damaged
    def entries(self, lang: str | None = None, game: str | None = None) -> Iterator[Entry]:
        """Return all entries, sorted by game, language and concept.

        >>> compendium = open_compendium()
        >>> next(compendium.entries(lang="uk", game="marvel-champions")).name
        'marvel-champions/ability'
        """
        return iter(list(self.store.entries(self._known_language(lang), self._known_game(game))))

    @_anew_when_damaged
    def problem_count(self) -> int:
        """Return how many problems reading the glossary found; ``compendium lint`` lists them.

        >>> compendium = open_compendium()
        >>> compendium.problem_count()
        0
        """
        return int(self.store.fact("problems"))

    @_anew_when_damaged
    def titles(self, name: str) -> dict[str, str]:
        """Return the titles of an entry (``game/concept``) by language.

        >>> compendium = open_compendium()
        >>> compendium.titles("marvel-champions/overkill")
        {'it': 'Sopraffazione', 'es': 'Brutalidad', 'uk': 'Надмір'}
        """
        game, _, concept = name.partition("/")
        return self.store.titles(game, concept)

    @_anew_when_damaged
    def entry(self, name: str, lang: str) -> Entry | None:
        """Return an entry by its name (``game/concept``) and language.

        >>> compendium = open_compendium()
        >>> compendium.entry("marvel-champions/overkill", "uk").title
        'Надмір'
        >>> compendium.entry("marvel-champions/no-such-thing", "uk") is None
        True
        """
        game, _, concept = name.partition("/")
        return self.store.entry(lang, game, concept)

    @_anew_when_damaged
    def versions(self, entry: Entry) -> dict[str, Entry]:
        """Return an entry in all the languages that have it.

        >>> compendium = open_compendium()
        >>> overkill = compendium.look_up("overkill").entry
        >>> [entry.edition for entry in compendium.versions(overkill).values()]
        ['it-1.7', 'es-1', 'uk-1']
        """
        titles = self.store.titles(entry.game, entry.concept)
        return {lang: self._existing(lang, entry.game, entry.concept) for lang in titles}

    @_anew_when_damaged
    def languages_of_game(self, game: str) -> list[str]:
        """Return the languages that a game has editions in.

        >>> compendium = open_compendium()
        >>> compendium.languages_of_game("marvel-tcg")
        ['it']
        """
        known = {edition.language for edition in self.store.games()[game].editions.values()}
        return [lang for lang in LANGUAGES if lang in known]

    @_anew_when_damaged
    def names_starting_with(self, beginning: str, game: str | None = None) -> list[str]:
        """Return ids that complete what was typed so far.

        >>> compendium = open_compendium()
        >>> compendium.names_starting_with("overk")
        ['overkill']
        """
        return self.store.concepts_starting_with(beginning, game)

    # -- finding -------------------------------------------------------------------------------------------------

    @_anew_when_damaged
    def look_up(self, name: str, *, lang: str | None = None, game: str | None = None) -> Found:
        """Return the entry that a name means: an id, title, alias, English term, any inflection, small typos.

        >>> compendium = open_compendium()
        >>> found = compendium.look_up("alleati#3", lang="it")
        >>> found.entry.title, found.statement, found.how
        ('Alleato', 3, 'inflected')
        """
        wanted = self._preferred(lang)
        parsed = self._parsed(name, game)
        matches = lookup.find(parsed.text, self.store, wanted or parsed.lang, parsed.game)
        if not matches:
            raise NotFoundError(f"no entry is called {name.strip()[:80]!r}", self._suggestions(parsed, wanted))
        best = matches[0]
        titles = self.store.titles(best.game, best.concept)
        preferred = wanted or parsed.lang or self._language_of(matches)
        chosen = preferred if preferred in titles else next(iter(titles))
        entry = self._existing(chosen, best.game, best.concept)
        asked_for = entry.title
        if entry.redirects_to and (target := self.store.entry(chosen, best.game, entry.redirects_to)):
            entry = target
        if parsed.statement is not None and not (
            entry.statement(parsed.statement) or parsed.statement in entry.retired
        ):
            known = ", ".join(str(statement.n) for statement in entry.statements)
            raise NotFoundError(f"{entry.name} has no statement {parsed.statement}: it has {known}")
        return Found(
            entry=entry,
            how=best.how,
            statement=parsed.statement,
            asked_for=asked_for,
            missing_lang=preferred if preferred != chosen else None,
            others=tuple(match.entry for match in matches[1:]),
        )

    @_anew_when_damaged
    def search(
        self, query: str, *, lang: str | None = None, game: str | None = None, limit: int = 10
    ) -> tuple[str, list[SearchHit]]:
        """Return the language that was searched and the entries found in it, best first.

        >>> compendium = open_compendium()
        >>> lang, hits = compendium.search("danno conseguente", limit=3)
        >>> lang, hits[0].entry.concept
        ('it', 'consequential-damage')
        """
        from compendium_cli.answering.search import search

        chosen = self._with_text(self._preferred(lang) or self._detected(query))
        index = self._index(chosen)
        return chosen, search(query, Scope(self.store, chosen, self._known_game(game)), index, limit)

    @_anew_when_damaged
    def ask(
        self,
        question: str,
        *,
        lang: str | None = None,
        game: str | None = None,
        limit: int = 5,
        weights: Weights | None = None,
    ) -> Answer:
        """Return the statements that decide a question, with the chain of entries that leads to them.

        ``weights`` are for those who measure the ranking.

        >>> compendium = open_compendium()
        >>> answer = compendium.ask("che cosa fa Sopraffazione?")
        >>> answer.lang, answer.rulings[0].entry.concept
        ('it', 'overkill')
        """
        from compendium_cli.answering.ruling import answer

        scope, wanted = self._asked(question, lang, game)
        return answer(question, scope, wanted, self._shelves(weights), limit)

    @_anew_when_damaged
    def ranked(
        self, question: str, *, lang: str | None = None, game: str | None = None, weights: Weights | None = None
    ) -> Ranked:
        """Return every statement that was considered for a question, with the signs that speak for it.

        >>> compendium = open_compendium()
        >>> len(compendium.ranked("che cosa fa Sopraffazione?").candidates) > 1
        True
        """
        from compendium_cli.answering.ruling import ranked

        scope, wanted = self._asked(question, lang, game)
        return ranked(question, scope, wanted, self._shelves(weights))

    def _asked(self, question: str, lang: str | None, game: str | None) -> tuple[Scope, str]:
        """Return what a question is asked about, in its own language, and the language of the answer."""
        asked_in = detection.detect(question, self.store)
        wanted = self._with_text(self._preferred(lang) or asked_in)
        return Scope(self.store, asked_in or wanted, self._known_game(game)), wanted

    def _shelves(self, weights: Weights | None) -> Shelves:
        from compendium_cli.answering.ruling import Shelves

        return Shelves(self._index, weights) if weights else Shelves(self._index)

    # -- the graph -----------------------------------------------------------------------------------------------

    @_anew_when_damaged
    def neighbours(self, entry: Entry, *, depth: int = 1, cited_by: bool = False) -> list[Neighbour]:
        """Return the entries that see-also links lead to, or that cite this one, nearest first.

        >>> compendium = open_compendium()
        >>> overkill = compendium.look_up("overkill", lang="es").entry
        >>> [near.entry for near in compendium.neighbours(overkill)]
        ['marvel-champions/keyword']
        """
        return list(self.store.graph(entry.lang).around(entry.name, depth, backwards=cited_by))

    @_anew_when_damaged
    def citations(self, entry: Entry) -> list[Edge]:
        """Return the links from other entries to this one.

        >>> compendium = open_compendium()
        >>> overkill = compendium.look_up("overkill", lang="es").entry
        >>> "marvel-champions/tough" in {edge.source for edge in compendium.citations(overkill)}
        True
        """
        return self.store.graph(entry.lang).citations(entry.name)

    @_anew_when_damaged
    def path(self, start: Entry, goal: Entry) -> list[Step]:
        """Return the shortest see-also chain between two entries of a language; empty where there is none.

        >>> compendium = open_compendium()
        >>> start, goal = (compendium.look_up(name, lang="es").entry for name in ("overkill", "keyword"))
        >>> [step.entry for step in compendium.path(start, goal)]
        ['marvel-champions/overkill', 'marvel-champions/keyword']
        """
        return self.store.graph(start.lang).path(start.name, goal.name)

    @_anew_when_damaged
    def title(self, name: str, lang: str) -> str:
        """Return the title of an entry (``game/concept``) in a language, else in any, else its name.

        >>> compendium = open_compendium()
        >>> compendium.title("marvel-tcg/no-such-thing", "it")
        'marvel-tcg/no-such-thing'
        """
        titles = self.titles(name)
        return titles.get(lang) or next(iter(titles.values()), name)

    # -- links and quotations ------------------------------------------------------------------------------------

    def url(self, entry: Entry, statement: int | None = None) -> str:
        """Return the address of an entry or of one of its statements.

        >>> compendium = open_compendium()
        >>> compendium.url(compendium.look_up("ally", lang="uk").entry, 3)
        'https://compendium.example/uk/marvel-champions/ally/#3'
        """
        return entry_url(self.base_url, entry.lang, entry.game, entry.concept, statement)

    def url_in_any_language(self, entry: Entry) -> str:
        """Return the address that opens an entry in the reader's language.

        >>> compendium = open_compendium()
        >>> compendium.url_in_any_language(compendium.look_up("ally").entry)
        'https://compendium.example/marvel-champions/ally/'
        """
        return any_language_url(self.base_url, entry.game, entry.concept)

    @_anew_when_damaged
    def quote(self, entry: Entry, form: str, statements: Iterable[int] = (), *, inline: bool = False) -> str:
        """Return statements of an entry (the definition by default) as text to paste, with edition and link.

        ``inline`` gives a short form that fits inside a sentence.

        >>> compendium = open_compendium()
        >>> ally = compendium.look_up("ally", lang="it").entry
        >>> compendium.quote(ally, "plain", [5]).splitlines()[0]
        'Alleato'
        """
        from compendium_cli.quotations import Quotation, quoted

        numbers = list(statements)
        said = [entry.statement(n) for n in numbers] if numbers else entry.statements[:1]
        quotation = Quotation(
            entry=entry,
            statements=tuple(statement for statement in said if statement is not None),
            url=self.url(entry, numbers[0] if numbers else None),
            base=self.base_url,
            edition=entry.edition if inline else self.edition_name(entry),
        )
        return quoted(quotation, language(entry.lang), form, inline=inline)

    @_anew_when_damaged
    def edition_name(self, entry: Entry) -> str:
        """Return the edition of an entry as a reader should see it.

        >>> compendium = open_compendium()
        >>> compendium.edition_name(compendium.look_up("ally", lang="it").entry)
        'it-1.7 (Compendio delle regole, 1.7)'
        """
        edition = self.store.games()[entry.game].editions.get(entry.edition)
        return f"{entry.edition} ({edition.document}, {edition.version})" if edition else entry.edition

    def quotation(
        self,
        name: str,
        form: str = "markdown",
        *,
        lang: str | None = None,
        game: str | None = None,
        whole: bool = False,
    ) -> Quoted:
        """Quote what a name gives: ``ally`` the definition, ``ally#3`` a statement, ``ally#3,5`` two of them.

        ``whole`` quotes every statement of the entry.

        >>> compendium = open_compendium()
        >>> compendium.quotation("ally#3,5", "bbcode", lang="it").statements
        (3, 5)
        """
        from compendium_cli.quotations import split_numbers

        alone, numbers = split_numbers(name)
        found = self.look_up(alone, lang=lang, game=game)
        entry = found.entry
        if found.statement is not None and not numbers:
            numbers = (found.statement,)
        if whole:
            numbers = tuple(statement.n for statement in entry.statements if statement.n is not None)
        for n in numbers:
            if entry.statement(n) is None:
                retired = " any more" if n in entry.retired else ""
                raise NotFoundError(f"{entry.name} has no statement {n}{retired}")
        return Quoted(
            entry, numbers, self.quote(entry, form, numbers), self.url(entry, numbers[0] if numbers else None)
        )

    def quote_mentions(
        self, post: str, form: str = "markdown", *, lang: str | None = None, game: str | None = None
    ) -> QuotedPost:
        """Replace every ``((term))`` of a post by its quotation: a block where it stands alone, else a short one.

        >>> compendium = open_compendium()
        >>> post = compendium.quote_mentions("Vale ((sopraffazione)), non ((qwertyuiop)).", "plain")
        >>> post.text.startswith("Vale Sopraffazione («"), [term for term, _ in post.unknown]
        (True, ['qwertyuiop'])
        """
        from compendium_cli.quotations import replace_mentions

        unknown: dict[str, NotFoundError] = {}

        def quote(term: str, *, alone: bool) -> str | None:
            # What is near an unknown name takes time to find: a post that is full of them is not meant for us.
            if term in unknown or len(unknown) >= _MOST_UNKNOWN:
                return None
            try:
                quoted = self.quotation(term, form, lang=lang, game=game)
            except NotFoundError as error:
                unknown[term] = error
                return None
            return quoted.text if alone else self.quote(quoted.entry, form, quoted.statements, inline=True)

        return QuotedPost(replace_mentions(post, quote), tuple(unknown.items()))

    # -- keeping -------------------------------------------------------------------------------------------------

    def version(self) -> GlossaryVersion:
        """Return which glossary this is, without compiling it.

        >>> open_compendium().version().editions["marvel-champions"]
        ('it-1.7', 'es-1', 'uk-1')
        """
        from compendium_cli.reading.version import version_of

        return version_of(self.folder)

    def lint(self, paths: Collection[str] = ()) -> list[Problem]:
        """Return what is wrong with the glossary, or with some of its files and folders, by file and line.

        >>> open_compendium().lint()
        []
        """
        from compendium_cli.checks import lint

        return lint(self.folder, self._progress, paths)

    def parity(self, *, lang: str | None = None, game: str | None = None) -> list[Parity]:
        """Return how far the languages of each game are in step.

        >>> [report.lang for report in open_compendium().parity(game="marvel-champions")]
        ['it', 'es', 'uk']
        """
        from compendium_cli.parity import parity
        from compendium_cli.reading.folder import read_glossary

        corpus, _ = read_glossary(self.folder, self._progress)
        return parity(corpus, _known_game(game, corpus.games), self._known_language(lang))

    def format(self, paths: Collection[str] = (), *, check: bool = False) -> Formatted:
        """Format entries and phrasings, all or those among some files: number new statements, tidy the layout.

        >>> open_compendium().format(check=True).changed
        ()
        """
        from compendium_cli.formatting import format_glossary

        return format_glossary(self.folder, paths, check=check)

    def import_document(  # noqa: PLR0913 - each is a fact about the document or its place
        self,
        *files: str,
        game: str,
        lang: str,
        edition: str,
        to: str | None = None,
        update: bool = False,
        encoding: str | None = None,
        progress: Callable[[int, int], None] | None = None,
    ) -> Import:
        """Read a publisher's document, in one file or several, and write its entries into a library.

        Without ``to`` nothing is written. Titles and ids come from this glossary where it knows them.

        >>> import pathlib, tempfile
        >>> document = pathlib.Path(tempfile.mkdtemp(), "rules.md")
        >>> _ = document.write_text("# Alleato: una carta che combatte con te.".replace(":", chr(10)))
        >>> done = open_compendium().import_document(str(document), game="marvel-champions", lang="it", edition="it-2")
        >>> [entry.concept for entry in done.found.entries], done.written
        (['ally'], None)
        """
        from compendium_cli.importing.library import Source, import_library
        from compendium_cli.model import Corpus

        source = Source(files, game, edition, language(lang), encoding)
        games = self.games()
        corpus = Corpus(games, tuple(self.entries(lang, game)) if game in games else ())
        return import_library(source, corpus, to, update=update, progress=progress)

    # -- compiling -----------------------------------------------------------------------------------------------

    @_anew_when_damaged
    def facts(self) -> Facts:
        """Return what is true of the compiled glossary.

        >>> open_compendium().facts().problems
        0
        """
        store, cache = self.store, self._cache
        return Facts(
            entries=int(store.fact("entries")),
            problems=int(store.fact("problems")),
            library=str(store.fact("whoosh")),
            cache=cache.path if cache else None,
            size=cache.size() if cache else None,
        )

    @property
    def store(self) -> Store:
        """The compiled corpus."""
        if self._store is None:
            self._compile(again=False)
        assert self._store is not None  # noqa: S101
        return self._store

    @property
    def cache(self) -> Cache | None:
        """Where the compiled form is kept; ``None`` where it is kept in memory."""
        return self._cache if self.store else None

    def rebuild(self) -> None:
        """Compile the glossary anew.

        >>> compendium = open_compendium("tests/data/harbour")
        >>> compendium.rebuild()
        """
        self.close()
        self._compile(again=True)

    def close(self) -> None:
        """Close all files. They are opened again where they are needed.

        >>> compendium = open_compendium()
        >>> compendium.close()
        """
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
        from compendium_cli.index import VERSION, build_indexes
        from compendium_cli.reading.folder import read_glossary
        from compendium_cli.wording import wordings_of

        if files is not None:
            settle(files)
        corpus, problems = read_glossary(self.folder, lambda done, total: self._tell(done, 2 * total))
        if files is not None and glossary_files(self.folder) != files:
            raise _EditedError
        facts = {"problems": len(problems), "whoosh": VERSION, "entries": len(corpus.entries)}
        wordings = wordings_of(corpus)
        self._store = build_store(corpus, wordings, path / _CORPUS_FILE if path else None, facts)
        total = len(corpus.entries)
        folder = path / _INDEX_FOLDER if path else None
        self._indexes = build_indexes(corpus, wordings, folder, lambda done: self._tell(total + done, 2 * total))
        if path is not None:  # what was written is opened again from its final place
            self.close()

    def _tell(self, done: int, total: int) -> None:
        if self._progress:
            self._progress(done, total)

    def _index(self, lang: str) -> LanguageIndex:
        store = self.store
        if lang not in self._indexes:
            from compendium_cli.index import VERSION, LanguageIndex

            if self._cache is None or store.fact("whoosh") != VERSION:
                raise DamagedCacheError(f"no index for {lang}")
            self._cache.verify(f"{_INDEX_FOLDER}/{lang}/")
            self._indexes[lang] = LanguageIndex.open(self._cache.path / _INDEX_FOLDER / lang)
        return self._indexes[lang]

    # -- choosing ------------------------------------------------------------------------------------------------

    def _known_game(self, game: str | None) -> str | None:
        return _known_game(game, self.store.games()) if game is not None else None

    @staticmethod
    def _known_language(lang: str | None) -> str | None:
        return language(lang).code if lang is not None else None

    def _preferred(self, lang: str | None) -> str | None:
        """Return the language that was asked for, by option or environment."""
        return self._known_language(lang or os.environ.get(settings.LANG_VARIABLE) or None)

    def _detected(self, text: str) -> str | None:
        return detection.detect(text, self.store)

    def _with_text(self, lang: str | None) -> str:
        """Return a language that has entries: this one, else the locale's, else the default, else any."""
        languages = self.store.languages()
        for candidate in (lang, detection.from_locale(self.store)):
            if candidate in languages:
                return candidate
        if not languages:
            raise NotFoundError(f"the glossary {str(self.folder)!r} has no entries")
        return languages[0]

    def _language_of(self, matches: list[lookup.Match]) -> str:
        """Return the language that a name was typed in, else the locale's."""
        home = detection.from_locale(self.store)
        own = {match.lang for match in matches[:1]} & set(self.store.languages())
        if matches[0].how in (lookup.EXACT, lookup.INFLECTED):
            same = {match.lang for match in matches if match.entry == matches[0].entry}
            own |= same & set(self.store.languages())
        return home if not own or home in own else next(code for code in LANGUAGES if code in own)

    def _parsed(self, name: str, game: str | None) -> ParsedName:
        parsed = parse_name(name, set(self.store.games()), set(LANGUAGES))
        chosen = self._known_game(game) or parsed.game
        return ParsedName(parsed.text, chosen, parsed.lang, parsed.statement)

    def _suggestions(self, parsed: ParsedName, lang: str | None) -> list[str]:
        found = lookup.nearest(parsed.text, self.store, lang, parsed.game)
        return [f"{match.name} ({match.entry})" for match in found]

    def _existing(self, lang: str, game: str, concept: str) -> Entry:
        entry = self.store.entry(lang, game, concept)
        if entry is None:
            raise DamagedCacheError(f"{game}/{concept} is named but not there")
        return entry


def _known_game(game: str | None, games: Iterable[str]) -> str | None:
    """Return a game, or say which ones there are."""
    if game is not None and game not in games:
        raise UsageError(f"unknown game {game!r}: choose one of {', '.join(games)}", games)
    return game
