"""The public Python API: open a glossary, look entries up, search, ask, follow links, quote; check, format, import.

Everything is read, compiled and cached on first use; later calls read only what they answer with. The command line uses
nothing else, and what a user can mend is raised as a ``CompendiumError``. Each method is one call to a part: catalogue,
answerer, quoting, upkeep.

>>> from compendium_cli.compendium import open_compendium
>>> compendium = open_compendium()
>>> compendium.look_up("overkill", lang="es").entry.title
'Brutalidad'
"""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Self

from compendium_cli import settings
from compendium_cli.catalogue import Catalogue, Found
from compendium_cli.compiled import CompiledGlossary, anew_when_damaged
from compendium_cli.errors import UsageError
from compendium_cli.links import any_language_url, entry_url

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from compendium_cli.alignment import Row
    from compendium_cli.answerer import Answerer
    from compendium_cli.answering.answers import Answer
    from compendium_cli.answering.pipeline import Library, Ranked
    from compendium_cli.answering.search import SearchHit
    from compendium_cli.cache import Cache, Kept, ShippedForm
    from compendium_cli.compiled import State
    from compendium_cli.fitted import Fitted
    from compendium_cli.formatting import Formatted
    from compendium_cli.graph import Edge, Graph, Neighbour, Step
    from compendium_cli.importing.library import Import
    from compendium_cli.model import Card, Entry, Game
    from compendium_cli.names import Name
    from compendium_cli.parity import Parity
    from compendium_cli.passages import Source
    from compendium_cli.problems import Problem
    from compendium_cli.processes import Progress
    from compendium_cli.quoting import Quoted, QuotedPost, Quoting
    from compendium_cli.reading.listing import GlossaryFile
    from compendium_cli.reading.version import GlossaryVersion
    from compendium_cli.rulings import Proven
    from compendium_cli.upkeep import Facts, Outline, Upkeep

__all__ = ["Compendium", "Found", "open_compendium", "open_library"]


def open_compendium(
    glossary: Path | str | None = None,
    *,
    base_url: str | None = None,
    progress: Progress | None = None,
) -> Compendium:
    """Open a glossary folder; the shipped one by default. ``progress`` is told how far compiling has come.

    The command prefers the clone that it is started in; here a clone is named as any other folder.

    >>> open_compendium().languages()
    ['it', 'es', 'uk']
    >>> open_compendium(base_url="https://rules.example.org").base_url
    'https://rules.example.org/'
    """
    folder = settings.shipped_glossary() if glossary is None else Path(glossary)
    return Compendium(folder, settings.base_url(base_url, folder), progress)


def open_library(
    library: Path | str | None = None,
    *,
    base_url: str | None = None,
    progress: Progress | None = None,
) -> Compendium | None:
    """Open a folder of imported texts; the user's own by default, or nothing where there is none.

    >>> open_library("no-such-folder")
    Traceback (most recent call last):
    compendium_cli.errors.UsageError: there is no library 'no-such-folder': compendium import writes one
    """
    folder = settings.library_folder(str(library) if library is not None else None)
    if folder and folder.is_dir():
        return open_compendium(folder, base_url=base_url, progress=progress)
    if library is not None:
        raise UsageError(f"there is no library {str(library)!r}: compendium import writes one")
    return None


class Compendium:
    """A glossary, ready to answer. It may be used in a ``with`` statement, which closes its files.

    >>> with open_compendium() as compendium:
    ...     compendium.title("marvel-champions/ally", "uk")
    'Союзник'
    """

    def __init__(self, folder: Path, base_url: str, progress: Progress | None = None) -> None:
        self.folder = folder
        self.base_url = base_url
        self._compiled = CompiledGlossary(folder, progress)
        self._catalogue = Catalogue(self._compiled)

    # Each part is loaded when it is first needed: to show an entry takes only the catalogue.

    @cached_property
    def _answerer(self) -> Answerer:
        from compendium_cli import answerer

        return answerer.Answerer(self._compiled, self._catalogue)

    @cached_property
    def _quoting(self) -> Quoting:
        from compendium_cli import quoting

        return quoting.Quoting(self._catalogue, self.base_url)

    @cached_property
    def _upkeep(self) -> Upkeep:
        from compendium_cli import upkeep

        return upkeep.Upkeep(self._compiled, self._catalogue)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    # -- what there is -------------------------------------------------------------------------------------------

    @anew_when_damaged
    def games(self) -> Mapping[str, Game]:
        """Return the games by id; each is read when it is looked at.

        >>> compendium = open_compendium()
        >>> compendium.games()["marvel-champions"].current
        'it-1.7'
        """
        return self._catalogue.games()

    @anew_when_damaged
    def main_game(self) -> str | None:
        """Return the game that a reader takes a rule for where nothing else is said: the one with the most entries.

        >>> open_compendium().main_game()
        'marvel-champions'
        """
        return self._catalogue.main_game()

    def reader_language(self, lang: str | None = None) -> str:
        """Return the language that a reader is spoken to in: the one asked for, the locale's, else English.

        >>> open_compendium().reader_language("uk")
        'uk'
        """
        return self._catalogue.reader_language(lang)

    @anew_when_damaged
    def cards(self, game: str) -> tuple[Card, ...]:
        """Return all cards that a game lists, whether they have an entry or not.

        >>> compendium = open_compendium()
        >>> names = {card.names["en"]: card for card in compendium.cards("marvel-champions")}
        >>> names["Honorary Avenger"].entry, names["Honorary Avenger"].names["es"]
        ('cards/avenger-onorario', 'Vengador honorario')
        """
        return self._catalogue.cards(game)

    @anew_when_damaged
    def languages(self) -> list[str]:
        """Return the languages that have text.

        >>> compendium = open_compendium()
        >>> compendium.languages()
        ['it', 'es', 'uk']
        """
        return self._catalogue.languages()

    @anew_when_damaged
    def entries(self, lang: str | None = None, game: str | None = None) -> Iterator[Entry]:
        """Return all entries, sorted by game, language and concept.

        >>> compendium = open_compendium()
        >>> next(compendium.entries(lang="uk", game="marvel-champions")).name
        'marvel-champions/ability'
        """
        return iter(self._catalogue.entries(lang, game))

    @anew_when_damaged
    def files(self) -> dict[str, GlossaryFile]:
        """Return the files of the glossary as they were when it was opened, by path; none where it came compiled.

        >>> compendium = open_compendium("tests/data/harbour")
        >>> compendium.files()["harbour/it/storm.md"].path
        'harbour/it/storm.md'
        """
        return self._compiled.files()

    @anew_when_damaged
    def problem_count(self) -> int:
        """Return how many problems reading the glossary found; ``compendium lint`` lists them.

        >>> compendium = open_compendium()
        >>> compendium.problem_count()
        0
        """
        return self._catalogue.problem_count()

    @anew_when_damaged
    def unreadable_entries(self) -> list[str]:
        """Return the files of entries that could not be made out, and are left out.

        >>> open_compendium().unreadable_entries()
        []
        """
        return self._catalogue.unreadable_entries()

    @anew_when_damaged
    def titles(self, name: str) -> dict[str, str]:
        """Return the titles of an entry (``game/concept``) by language.

        >>> compendium = open_compendium()
        >>> compendium.titles("marvel-champions/overkill")
        {'it': 'Sopraffazione', 'es': 'Brutalidad', 'uk': 'Надмір'}
        """
        return self._catalogue.titles(name)

    @anew_when_damaged
    def entry(self, name: str, lang: str) -> Entry | None:
        """Return an entry by its name (``game/concept``) and language.

        >>> compendium = open_compendium()
        >>> compendium.entry("marvel-champions/overkill", "uk").title
        'Надмір'
        >>> compendium.entry("marvel-champions/no-such-thing", "uk") is None
        True
        """
        return self._catalogue.entry(name, lang)

    @anew_when_damaged
    def versions(self, entry: Entry) -> dict[str, Entry]:
        """Return an entry in all the languages that have it.

        >>> compendium = open_compendium()
        >>> overkill = compendium.look_up("overkill").entry
        >>> [entry.edition for entry in compendium.versions(overkill).values()]
        ['it-1.7', 'es-1', 'uk-1']
        """
        return self._catalogue.versions(entry)

    @anew_when_damaged
    def rows(self, entry: Entry) -> list[Row]:
        """Return the statements of an entry in all its languages, row by row: what says the same stands together.

        >>> compendium = open_compendium("tests/data/harbour")
        >>> compendium.rows(compendium.look_up("crew", lang="it").entry)[0]
        {'it': (1,)}
        """
        return self._catalogue.rows(entry)

    @anew_when_damaged
    def ruling(self, entry: Entry) -> Proven | None:
        """Return the ruling that an entry is the text of, with its state and its grounds; ``None`` for any other.

        >>> compendium = open_compendium()
        >>> compendium.ruling(compendium.look_up("ally").entry) is None
        True
        """
        return self._catalogue.ruling(entry)

    @anew_when_damaged
    def notices(self, entry: Entry, found: Proven) -> list[str]:
        """Return what the reader of a ruling has to know where it is not simply in force: nothing of most.

        >>> compendium = open_compendium()
        >>> ruling = next(entry for entry in compendium.entries("it") if entry.is_ruling)
        >>> compendium.notices(ruling, compendium.ruling(ruling))
        []
        """
        return self._catalogue.notices(entry, found)

    @anew_when_damaged
    def languages_of_game(self, game: str) -> list[str]:
        """Return the languages that a game has editions in.

        >>> compendium = open_compendium()
        >>> compendium.languages_of_game("marvel-tcg")
        ['it']
        """
        return self._catalogue.languages_of_game(game)

    @anew_when_damaged
    def names_starting_with(self, beginning: str, game: str | None = None) -> list[str]:
        """Return ids that complete what was typed so far.

        >>> compendium = open_compendium()
        >>> compendium.names_starting_with("overk")
        ['overkill']
        """
        return self._catalogue.names_starting_with(beginning, game)

    @anew_when_damaged
    def titles_starting_with(self, beginning: str, *, lang: str | None = None, game: str | None = None) -> list[str]:
        """Return titles and aliases that complete what was typed so far, in the reader's language.

        >>> compendium = open_compendium()
        >>> compendium.titles_starting_with("sopraf", lang="it")[:1]
        ['Sopraffazione']
        """
        return self._catalogue.titles_starting_with(beginning, lang=lang, game=game)

    @anew_when_damaged
    def names(self) -> list[Name]:
        """Return every name of every entry: ids, titles and their parts, aliases, English terms.

        >>> compendium = open_compendium()
        >>> {name.source for name in compendium.names() if name.concept == "overkill"} >= {"id", "title", "english"}
        True
        """
        return self._catalogue.names()

    @anew_when_damaged
    def forms(self, lang: str) -> Iterator[tuple[str, str]]:
        """Return the written forms of a language's words, each with what it is a form of.

        >>> compendium = open_compendium()
        >>> {form for form, norm in compendium.forms("it") if norm == "alle"} >= {"alleato", "alleati"}
        True
        """
        return iter(self._catalogue.forms(lang))

    def sources(self, lang: str) -> list[Source]:
        """Return what leads to each statement of a language: texts, names, and how players ask; it is read anew.

        >>> [source.concept for source in open_compendium("tests/data/harbour").sources("it")][:2]
        ['anchor', 'cards/vecchia-ancora']
        """
        return self._upkeep.sources(lang)

    # -- finding -------------------------------------------------------------------------------------------------

    @anew_when_damaged
    def look_up(self, name: str, *, lang: str | None = None, game: str | None = None) -> Found:
        """Return the entry that a name means: an id, title, alias, English term, any inflection, small typos.

        >>> compendium = open_compendium()
        >>> found = compendium.look_up("alleati#3", lang="it")
        >>> found.entry.title, found.statement, found.how
        ('Alleato', 3, 'inflected')
        """
        return self._catalogue.look_up(name, lang=lang, game=game)

    @anew_when_damaged
    def look_up_each(self, name: str, *, lang: str | None = None, game: str | None = None) -> list[Found]:
        """Return the entry that a name means with each of the statements that it gives.

        >>> compendium = open_compendium()
        >>> [found.statement for found in compendium.look_up_each("ally#3-5,7")]
        [3, 4, 5, 7]
        """
        return self._catalogue.look_up_each(name, lang=lang, game=game)

    @anew_when_damaged
    def search(
        self, query: str, *, lang: str | None = None, game: str | None = None, limit: int = 10
    ) -> tuple[str, list[SearchHit]]:
        """Return the language that was searched and the entries found in it, best first.

        >>> compendium = open_compendium()
        >>> lang, hits = compendium.search("danno conseguente", limit=3)
        >>> lang, hits[0].entry.concept
        ('it', 'consequential-damage')
        """
        return self._answerer.search(query, lang=lang, game=game, limit=limit)

    @anew_when_damaged
    def ask(
        self,
        question: str,
        *,
        lang: str | None = None,
        game: str | None = None,
        limit: int = 5,
        numbers: Fitted | None = None,
    ) -> Answer:
        """Return the statements that decide a question, with the chain of entries that leads to them.

        ``numbers`` are for those who measure the ranking.

        >>> compendium = open_compendium()
        >>> answer = compendium.ask("che cosa fa Sopraffazione?")
        >>> answer.lang, answer.rulings[0].entry.concept
        ('it', 'overkill')
        """
        return self._answerer.ask(question, lang=lang, game=game, limit=limit, numbers=numbers)

    @anew_when_damaged
    def matching_words(self, answer: Answer, texts: Iterable[str], lang: str) -> frozenset[str]:
        """Return the words of some texts of an answer that the question says, too, or names: folded, in any form.

        >>> compendium = open_compendium()
        >>> answer = compendium.ask("che cosa fa Sopraffazione?")
        >>> sorted(compendium.matching_words(answer, ["Sopraffazione è una parola chiave."], "it"))
        ['sopraffazione']
        """
        return self._answerer.matching_words(answer, texts, lang)

    @anew_when_damaged
    def ranked(
        self,
        question: str,
        *,
        lang: str | None = None,
        game: str | None = None,
        limit: int = 5,
        numbers: Fitted | None = None,
    ) -> Ranked:
        """Return every statement that was considered for a question, with its features.

        >>> compendium = open_compendium()
        >>> len(compendium.ranked("che cosa fa Sopraffazione?").candidates) > 1
        True
        """
        return self._answerer.ranked(question, lang=lang, game=game, limit=limit, numbers=numbers)

    @anew_when_damaged
    def library(self) -> Library:
        """Return all that questions are answered from, for those who carry it elsewhere, as the site does.

        >>> open_compendium().library().index_of("it").is_expanded("marvel-champions")
        True
        """
        return self._answerer.library()

    # -- the graph -----------------------------------------------------------------------------------------------

    @anew_when_damaged
    def graph(self, lang: str) -> Graph:
        """Return the see-also graph of a language.

        >>> compendium = open_compendium()
        >>> compendium.graph("es").links("marvel-champions/overkill")[0].target
        'marvel-champions/keyword'
        """
        return self._catalogue.graph(lang)

    @anew_when_damaged
    def neighbours(self, entry: Entry, *, depth: int = 1, cited_by: bool = False) -> list[Neighbour]:
        """Return the entries that see-also links lead to, or that cite this one, nearest first.

        >>> compendium = open_compendium()
        >>> overkill = compendium.look_up("overkill", lang="es").entry
        >>> [near.entry for near in compendium.neighbours(overkill)]
        ['marvel-champions/keyword']
        """
        return self._catalogue.neighbours(entry, depth=depth, cited_by=cited_by)

    @anew_when_damaged
    def citations(self, entry: Entry) -> list[Edge]:
        """Return the links from other entries to this one.

        >>> compendium = open_compendium()
        >>> overkill = compendium.look_up("overkill", lang="es").entry
        >>> "marvel-champions/tough" in {edge.source for edge in compendium.citations(overkill)}
        True
        """
        return self._catalogue.citations(entry)

    @anew_when_damaged
    def path(self, start: Entry, goal: Entry) -> list[Step]:
        """Return the shortest see-also chain between two entries of a language; empty where there is none.

        >>> compendium = open_compendium()
        >>> start, goal = (compendium.look_up(name, lang="es").entry for name in ("overkill", "keyword"))
        >>> [step.entry for step in compendium.path(start, goal)]
        ['marvel-champions/overkill', 'marvel-champions/keyword']
        """
        return self._catalogue.path(start, goal)

    @anew_when_damaged
    def chains(self, entry: Entry) -> list[list[Step]]:
        """Return the chains of links that connect the entries a ruling rests on; none for any other entry.

        >>> compendium = open_compendium()
        >>> compendium.chains(compendium.look_up("ally").entry)
        []
        """
        return self._catalogue.chains(entry)

    @anew_when_damaged
    def title(self, name: str, lang: str) -> str:
        """Return the title of an entry (``game/concept``) in a language, else in any, else its name.

        >>> compendium = open_compendium()
        >>> compendium.title("marvel-tcg/no-such-thing", "it")
        'marvel-tcg/no-such-thing'
        """
        return self._catalogue.title(name, lang)

    # -- links and quotations ------------------------------------------------------------------------------------

    def url(self, entry: Entry, statement: int | None = None) -> str:
        """Return the address of an entry or of one of its statements.

        >>> compendium = open_compendium()
        >>> compendium.url(compendium.look_up("ally", lang="uk").entry, 3)
        'https://compendium.example/uk/marvel-champions/ally/#3'
        """
        return entry_url(self.base_url, entry.lang, entry.game, entry.concept, statement)

    def url_in_any_language(self, entry: Entry, pivot: int | None = None) -> str:
        """Return the address that opens an entry in the reader's language; ``pivot`` is a current statement of it.

        >>> compendium = open_compendium()
        >>> compendium.url_in_any_language(compendium.look_up("ally").entry)
        'https://compendium.example/marvel-champions/ally/'
        """
        return any_language_url(self.base_url, entry.game, entry.concept, pivot)

    @anew_when_damaged
    def pivot(self, entry: Entry, statement: int) -> int | None:
        """Return the statement of the current edition that says what one of an entry says; ``None`` where none does.

        >>> compendium = open_compendium()
        >>> compendium.pivot(compendium.look_up("ally", lang="it").entry, 6)
        6
        """
        return self._catalogue.pivot(entry, statement)

    @anew_when_damaged
    def quote(self, entry: Entry, form: str, statements: Iterable[int] = (), *, inline: bool = False) -> str:
        """Return statements of an entry (the definition by default) as text to paste, with game, edition and link.

        A case comes with its rule, a list with what introduces it, an answer with its question. ``inline`` gives a
        short form that fits inside a sentence.

        >>> compendium = open_compendium()
        >>> ally = compendium.look_up("ally", lang="it").entry
        >>> compendium.quote(ally, "plain", [5]).splitlines()[0]
        'Alleato'
        """
        return self._quoting.quote(entry, form, statements, inline=inline)

    @anew_when_damaged
    def edition_name(self, entry: Entry) -> str:
        """Return the edition of an entry as a reader should see it.

        >>> compendium = open_compendium()
        >>> compendium.edition_name(compendium.look_up("ally", lang="it").entry)
        'it-1.7 (Compendio delle regole, 1.7)'
        """
        return self._catalogue.edition_name(entry)

    @anew_when_damaged
    def source(self, entry: Entry) -> str:
        """Return where an entry comes from, as a quotation of it says.

        >>> compendium = open_compendium()
        >>> compendium.source(compendium.look_up("ally", lang="uk").entry)
        'Marvel Champions: Карткова гра · редакція uk-1 (Ігровий довідник, базовий набір)'
        """
        return self._quoting.source(entry)

    @anew_when_damaged
    def quotation(
        self,
        name: str,
        form: str = "markdown",
        *,
        lang: str | None = None,
        game: str | None = None,
        whole: bool = False,
    ) -> Quoted:
        """Quote what a name gives: ``ally`` the definition, ``ally#3`` a statement, ``ally#3-5,7`` four of them.

        ``whole`` quotes every statement of the entry.

        >>> compendium = open_compendium()
        >>> compendium.quotation("ally#3,5", "bbcode", lang="it").statements
        (3, 5)
        """
        return self._quoting.quotation(name, form, lang=lang, game=game, whole=whole)

    @anew_when_damaged
    def quote_answer(self, answer: Answer, form: str = "markdown") -> str:
        """Return what settles a question as text to paste: a quotation for each entry that it takes.

        >>> compendium = open_compendium()
        >>> answer = compendium.ask("un alleato stordito può attaccare?")
        >>> compendium.quote_answer(answer, "plain").splitlines()[1]
        'Un mio alleato è stordito: può attaccare un nemico?'
        """
        return self._quoting.quote_answer(answer, form)

    @anew_when_damaged
    def quote_mentions(
        self, post: str, form: str = "markdown", *, lang: str | None = None, game: str | None = None
    ) -> QuotedPost:
        """Replace every ``((term))`` of a post by its quotation: a block where it stands alone, else a short one.

        Terms are looked up, and quoted, in the language of the post; what the post shows as code is left as it is.

        >>> compendium = open_compendium()
        >>> post = compendium.quote_mentions("Vale ((sopraffazione)), non ((qwertyuiop)).", "plain")
        >>> post.text.startswith("Vale Sopraffazione («"), [term for term, _ in post.unknown]
        (True, ['qwertyuiop'])
        """
        return self._quoting.quote_mentions(post, form, lang=lang, game=game)

    # -- keeping -------------------------------------------------------------------------------------------------

    def version(self) -> GlossaryVersion:
        """Return which glossary this is, without compiling it.

        >>> open_compendium().version().editions["marvel-champions"]
        ('it-1.7', 'es-1', 'uk-1')
        """
        return self._upkeep.version()

    def lint(self, paths: Collection[str] = ()) -> list[Problem]:
        """Return what is wrong with the glossary, or with some of its files and folders, by file and line.

        >>> open_compendium().lint()
        []
        """
        return self._upkeep.lint(paths)

    def parity(self, *, lang: str | None = None, game: str | None = None) -> list[Parity]:
        """Return how far the languages of each game are in step.

        >>> [report.lang for report in open_compendium().parity(game="marvel-champions")]
        ['it', 'es', 'uk']
        """
        return self._upkeep.parity(lang=lang, game=game)

    def format(self, paths: Collection[str] = (), *, check: bool = False) -> Formatted:
        """Format entries and phrasings, all or those among some files: number new statements, tidy the layout.

        >>> open_compendium().format(check=True).changed
        ()
        """
        return self._upkeep.format(paths, check=check)

    def confirm(self, rulings: Collection[str] = (), *, game: str | None = None) -> list[str]:
        """Say that the grounds of some rulings, or of all, prove them as they are today; return those that were not.

        Without names it writes every fingerprint anew: read the grounds first.

        >>> open_compendium().confirm(["flying-ally"])
        Traceback (most recent call last):
        compendium_cli.errors.NotFoundError: no ruling is called 'flying-ally'
        """
        return self._upkeep.confirm(rulings, game=game)

    @anew_when_damaged
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
        progress: Progress | None = None,
    ) -> Import:
        """Read a publisher's document, in one file or several, and write its entries into a library.

        Without ``to``, or in a dry run, nothing is written. Titles and ids come from this glossary where it knows them.
        ``changes`` tells what differs from the library: that of ``to``, else the user's own, else this glossary.

        >>> import pathlib, tempfile
        >>> document = pathlib.Path(tempfile.mkdtemp(), "rules.md")
        >>> _ = document.write_text("# Alleato: una carta che combatte con te.".replace(":", chr(10)))
        >>> done = open_compendium().import_document(str(document), game="marvel-champions", lang="it", edition="it-2")
        >>> [entry.concept for entry in done.found.entries], done.written
        (['ally'], None)
        """
        return self._upkeep.import_document(
            *files,
            game=game,
            lang=lang,
            edition=edition,
            to=to,
            update=update,
            dry_run=dry_run,
            encoding=encoding,
            progress=progress,
        )

    # -- compiling -----------------------------------------------------------------------------------------------

    @anew_when_damaged
    def facts(self) -> Facts:
        """Return what is true of the compiled glossary.

        >>> open_compendium().facts().problems
        0
        """
        return self._upkeep.facts()

    def imported_games(self) -> list[str]:
        """Return the games whose entries were imported, at least in part: they hold a publisher's own words.

        >>> open_compendium().imported_games()
        []
        """
        return self._upkeep.imported_games()

    def outline(self) -> Outline:
        """Return which games and languages there are, without compiling the glossary.

        >>> open_compendium("tests/data/harbour").outline().games
        {'harbour': 'Storm Harbour'}
        """
        return self._upkeep.outline()

    def complete(self) -> None:
        """Compile whatever is not compiled yet: the entries, and the index of every language.

        >>> compendium = open_compendium("tests/data/harbour")
        >>> compendium.complete()
        """
        self._compiled.complete()

    @property
    def cache(self) -> Cache | ShippedForm | None:
        """Where the compiled form is kept; ``None`` where it is kept in memory."""
        return self._compiled.cache

    def state(self) -> State:
        """Return how the compiled form is, without making one.

        >>> compendium = open_compendium("tests/data/harbour")
        >>> compendium.state().how in ("shipped", "fresh", "stale", "none", "nowhere")
        True
        """
        return self._compiled.state()

    def others(self) -> list[Kept]:
        """Return what else is in the cache folders: what other glossaries and older versions were compiled to.

        >>> compendium = open_compendium("tests/data/harbour")
        >>> all(kept.path != compendium.state().path for kept in compendium.others())
        True
        """
        return self._compiled.others()

    def prune(self) -> list[Kept]:
        """Remove what else is in the cache folders, and return it; it is compiled again where it is needed.

        >>> callable(open_compendium("tests/data/harbour").prune)
        True
        """
        return self._compiled.prune()

    def rebuild(self) -> None:
        """Compile the glossary anew.

        >>> compendium = open_compendium("tests/data/harbour")
        >>> compendium.rebuild()
        """
        self._compiled.complete(again=True)

    def close(self) -> None:
        """Close all files. They are opened again where they are needed.

        >>> compendium = open_compendium()
        >>> compendium.close()
        """
        self._compiled.close()
