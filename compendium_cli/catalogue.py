"""What a glossary holds: games, languages, entries, the entry that a name means, and the links between entries."""

from __future__ import annotations

import os
import re
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from compendium_cli import detection, resolving, settings
from compendium_cli.alignment import counterparts, pivot_numbers, rows, with_pivots
from compendium_cli.errors import DamagedCacheError, NotFoundError, UnknownGameError
from compendium_cli.languages import LANGUAGES, language
from compendium_cli.links import ParsedName, is_reference, parse_name, split_numbers
from compendium_cli.model import SEE_ALSO
from compendium_cli.names import ENGLISH, key_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from compendium_cli.alignment import Row
    from compendium_cli.compiled import CompiledGlossary
    from compendium_cli.graph import Edge, Graph, Neighbour, Step
    from compendium_cli.model import Card, Entry, Game
    from compendium_cli.names import Name
    from compendium_cli.rulings import Proven
    from compendium_cli.store import Store


class Found(NamedTuple):
    """The entry that a name means."""

    entry: Entry
    how: str
    """``exact``, ``inflected``, ``typo``, ``english`` or ``translation``."""
    statement: int | None
    """The statement that the name went on to give, as in ``ally#3``; its counterpart where it is another language's."""
    asked_for: str
    """The title of the entry that was named: another one where that is a redirect."""
    missing_lang: str | None
    """The language that was asked for, where it has no such entry."""
    others: tuple[str, ...]
    """Other entries that the name may mean."""
    unmatched: int | None = None
    """The statement of another language that the name went on to give, where this one has no counterpart of it."""


class Catalogue:
    """A compiled glossary, read entry by entry."""

    def __init__(self, compiled: CompiledGlossary) -> None:
        self._compiled = compiled

    @property
    def _store(self) -> Store:
        return self._compiled.store

    # -- what there is -------------------------------------------------------------------------------------------

    def games(self) -> Mapping[str, Game]:
        """Return the games by id; each is read when it is looked at."""
        return self._store.games()

    def main_game(self) -> str | None:
        """Return the game that a reader takes a rule for where nothing else is said: the one with the most entries."""
        return self._store.main_game()

    def cards(self, game: str) -> tuple[Card, ...]:
        """Return all cards that a game lists, whether they have an entry or not."""
        known_game(game, self.games())
        return self._store.cards(game)

    def problem_count(self) -> int:
        """Return how many problems reading the glossary found."""
        return int(self._store.fact("problems"))

    def unreadable_entries(self) -> list[str]:
        """Return the files of entries that could not be made out, and are left out."""
        return self._store.unreadable_entries()

    def languages(self) -> list[str]:
        """Return the languages that have text."""
        return self._store.languages()

    def entries(self, lang: str | None = None, game: str | None = None) -> list[Entry]:
        """Return all entries, sorted by game, language and concept."""
        return list(self._store.entries(known_language(lang), self.known_game(game)))

    def titles(self, name: str) -> dict[str, str]:
        """Return the titles of an entry (``game/concept``) by language."""
        game, _, concept = name.partition("/")
        return self._store.titles(game, concept)

    def title(self, name: str, lang: str) -> str:
        """Return the title of an entry (``game/concept``) in a language, else in any, else its name."""
        titles = self.titles(name)
        return titles.get(lang) or next(iter(titles.values()), name)

    def entry(self, name: str, lang: str) -> Entry | None:
        """Return an entry by its name (``game/concept``) and language."""
        game, _, concept = name.partition("/")
        return self._store.entry(lang, game, concept)

    def versions(self, entry: Entry) -> dict[str, Entry]:
        """Return an entry in all the languages that have it."""
        return {lang: self._existing(entry.name, lang) for lang in self.titles(entry.name)}

    def rows(self, entry: Entry) -> list[Row]:
        """Return the statements of an entry in all its languages, row by row: what says the same stands together."""
        return rows(self.versions(entry), self.games()[entry.game])

    def pivot(self, entry: Entry, statement: int) -> int | None:
        """Return the statement of the current edition that says what one of an entry says; ``None`` where none does."""
        return next(iter(pivot_numbers(entry, self.games()[entry.game]).get(statement, ())), None)

    def ruling(self, entry: Entry) -> Proven | None:
        """Return the ruling that an entry is the text of, with its state and its grounds; ``None`` for any other."""
        ruling = self.games()[entry.game].ruling(entry.concept)
        if ruling is None:
            return None
        from compendium_cli.rulings import proven

        store, game = self._store, entry.game
        return proven(ruling, self.games()[game], entry.lang, lambda lang, concept: store.entry(lang, game, concept))

    def notices(self, entry: Entry, found: Proven) -> list[str]:
        """Return what the reader of a ruling has to know where it is not simply in force."""
        from compendium_cli.rulings import notices

        labels = language(entry.lang).labels
        return notices(found, labels, lambda concept: self.title(f"{entry.game}/{concept}", entry.lang))

    def languages_of_game(self, game: str) -> list[str]:
        """Return the languages that a game has editions in."""
        known = {edition.language for edition in self.games()[game].editions.values()}
        return [lang for lang in LANGUAGES if lang in known]

    def edition_name(self, entry: Entry) -> str:
        """Return the edition of an entry as a reader should see it."""
        edition = self.games()[entry.game].editions.get(entry.edition)
        return f"{entry.edition} ({edition.document}, {edition.version})" if edition else entry.edition

    def reader_language(self, lang: str | None = None) -> str:
        """Return the language that a reader is spoken to in: the one asked for, the locale's, else English."""
        _, locale = settings.locale_of_user()
        home = re.split("[_.-]", locale or "", maxsplit=1)[0].lower()
        return preferred_language(lang) or (home if home in LANGUAGES else ENGLISH)

    def names_starting_with(self, beginning: str, game: str | None = None) -> list[str]:
        """Return ids that complete what was typed so far."""
        return self._store.concepts_starting_with(beginning, game)

    def titles_starting_with(self, beginning: str, *, lang: str | None = None, game: str | None = None) -> list[str]:
        """Return titles and aliases that complete what was typed so far, in the reader's language, else in another."""
        reader = preferred_language(lang) or detection.from_locale(self._store)
        ends_a_word = beginning[-1:].isspace()
        key = key_of(beginning) + (" " if ends_a_word else "")
        others = () if preferred_language(lang) else self.languages()
        spoken = dict.fromkeys((reader, *others)) if key.strip() else ()
        found = (self._store.titles_starting_with(key, code, game) for code in spoken)
        return next(filter(None, found), [])

    def names(self) -> list[Name]:
        """Return every name of every entry: ids, titles and their parts, aliases, English terms."""
        return self._store.all_names()

    def forms(self, lang: str) -> list[tuple[str, str]]:
        """Return the written forms of a language's words, each with what it is a form of."""
        words = self._store.vocabulary
        return words.forms(lang) + [(word, norm) for word, *_ in words.words(lang) for norm in words.norms(lang, word)]

    # -- the entry that a name means -----------------------------------------------------------------------------

    def look_up(self, name: str, *, lang: str | None = None, game: str | None = None) -> Found:
        """Return the entry that a name means: an id, title, alias, English term, any inflection, small typos."""
        parsed = self._parsed(name, game)
        wanted = parsed.wanted_lang or preferred_language(lang)
        home = detection.from_locale(self._store)
        matches = resolving.resolve(parsed.text, self._store, wanted or parsed.lang, parsed.game, home)
        if not matches:
            raise NotFoundError(f"no entry is called {name.strip()[:80]!r}", self._suggestions(parsed, wanted))
        best = matches[0]
        titles = self.titles(best.entry)
        preferred = wanted or parsed.lang or self._language_of(parsed, matches)
        chosen = preferred if preferred in titles else next(iter(titles))
        named = self._existing(best.entry, chosen)
        entry = self._followed(named)
        statement = self._statement(parsed, best.entry, entry)
        return Found(
            entry=entry,
            how=best.how,
            statement=statement,
            unmatched=parsed.statement if statement is None else None,
            asked_for=named.title,
            missing_lang=preferred if preferred != chosen else None,
            others=tuple(match.entry for match in matches[1:]),
        )

    def look_up_each(self, name: str, *, lang: str | None = None, game: str | None = None) -> list[Found]:
        """Return the entry that a name means with each of the statements that it gives: ``ally#3-5,7`` are four."""
        found = []
        for alone, is_between in split_numbers(name):
            # A range is what there is from one number to another: some are of no statement, or not any more.
            try:
                one = self.look_up(alone, lang=lang, game=game)
            except NotFoundError:
                if not is_between:
                    raise
                continue
            if not (is_between and one.statement in one.entry.retired):
                found.append(one)
        return found

    def referred_to(self, text: str, *, lang: str | None = None, game: str | None = None) -> list[Found]:
        """Return what a text refers to that is the name of statements and no question; nothing of any other text."""
        if not is_reference(text, self.games(), LANGUAGES):
            return []
        try:
            return self.look_up_each(text, lang=lang, game=game)
        except NotFoundError:
            if len(text.split()) == 1:
                raise
            return []  # a question that only looks like it

    def _statement(self, parsed: ParsedName, name: str, entry: Entry) -> int | None:
        """Return the statement that a name went on to give, or the one of an entry that says the same."""
        n = parsed.statement
        if n is None:
            return None
        game = self.games()[entry.game]
        if parsed.is_neutral:
            return next(iter(with_pivots(entry, (n,), game)), None)
        given = self.entry(name, parsed.lang) if parsed.lang and parsed.lang != entry.lang else None
        given = self._followed(given) if given else None
        _require_statement(given or entry, n)
        if given is None:
            return n
        if given.name != entry.name:
            return None
        return next(iter(counterparts(given, n, entry, game)), None)

    def language_of(self, text: str) -> str | None:
        """Return the language that was asked for by environment, else the one that a text is written in."""
        return preferred_language(None) or detection.detect(text, self._store)

    def _parsed(self, name: str, game: str | None) -> ParsedName:
        parsed = parse_name(name, set(self.games()), set(LANGUAGES))
        return parsed._replace(game=self.known_game(game) or parsed.game)

    def _suggestions(self, parsed: ParsedName, lang: str | None) -> list[str]:
        found = resolving.nearest(parsed.text, self._store, lang, parsed.game)
        return [f"{match.name} ({match.entry})" for match in found]

    def _language_of(self, parsed: ParsedName, matches: list[resolving.Match]) -> str:
        """Return the language that a name was typed in: the locale's, where the name is one in that, too."""
        home = detection.from_locale(self._store)
        best = matches[0]
        if best.lang in (home, "") or best.lang not in self.languages():
            return home
        typed = (resolving.EXACT, resolving.INFLECTED)
        at_home = resolving.resolve(parsed.text, self._store, home, parsed.game)
        is_known = any(match.entry == best.entry and match.how in typed for match in at_home)
        return home if best.how in typed and is_known else best.lang

    def _followed(self, entry: Entry) -> Entry:
        """Return the entry that a redirect stands for; any other as it is."""
        if not entry.redirects_to:
            return entry
        return self._store.entry(entry.lang, entry.game, entry.redirects_to) or entry

    def _existing(self, name: str, lang: str) -> Entry:
        entry = self.entry(name, lang)
        if entry is None:
            raise DamagedCacheError(f"{name} is named but not there")
        return entry

    # -- the graph -----------------------------------------------------------------------------------------------

    def graph(self, lang: str) -> Graph:
        """Return the see-also graph of a language."""
        return self._store.graph(lang)

    def neighbours(self, entry: Entry, *, depth: int = 1, cited_by: bool = False) -> list[Neighbour]:
        """Return the entries that see-also links lead to, or that cite this one, nearest first."""
        return list(self.graph(entry.lang).around(entry.name, depth, backwards=cited_by))

    def citations(self, entry: Entry) -> list[Edge]:
        """Return the links from other entries to this one."""
        return self.graph(entry.lang).citations(entry.name)

    def path(self, start: Entry, goal: Entry) -> list[Step]:
        """Return the shortest see-also chain between two entries of a language; empty where there is none."""
        return self.graph(start.lang).path(start.name, goal.name)

    def chains(self, entry: Entry) -> list[list[Step]]:
        """Return the chains of links that connect the entries a ruling rests on; none for any other entry."""
        if not entry.is_ruling:
            return []
        graph = self.graph(entry.lang)
        there = [edge.target for edge in graph.links(entry.name, SEE_ALSO)]
        return [steps for near, far in pairwise(there) if (steps := graph.path(near, far))]

    # -- choosing ------------------------------------------------------------------------------------------------

    def known_game(self, game: str | None) -> str | None:
        """Return a game, or say which ones there are."""
        return known_game(game, self.games()) if game is not None else None


def known_game(game: str | None, games: Iterable[str]) -> str | None:
    """Return a game, or say which ones there are."""
    if game is not None and game not in games:
        raise UnknownGameError(game, games)
    return game


def known_language(lang: str | None) -> str | None:
    """Return a language, or say which ones there are."""
    return language(lang).code if lang is not None else None


def preferred_language(lang: str | None) -> str | None:
    """Return the language that was asked for, by option or environment."""
    return known_language(lang or os.environ.get(settings.LANG_VARIABLE) or None)


def _require_statement(entry: Entry, n: int | None) -> None:
    """Raise where a name goes on to give a statement that the entry never had."""
    if n is not None and not (entry.statement(n) or n in entry.retired):
        known = ", ".join(str(statement.n) for statement in entry.statements)
        raise NotFoundError(f"{entry.name} has no statement {n}: it has {known}")
