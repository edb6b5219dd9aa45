"""The compiled corpus: entries, names and links in one SQLite file, so that a command reads only what it shows.

Parsing a thousand Markdown files takes seconds; looking one up here takes less than a millisecond, whatever the size
of the glossary. Rows are JSON with a checksum: nothing in the file can run code, and a damaged row is noticed.
"""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from compendium_cli.errors import DamagedCacheError
from compendium_cli.graph import Edge, Graph
from compendium_cli.languages import LANGUAGES
from compendium_cli.model import Card, Concept, Edition, Entry, Game, Reference, Statement, StatementKind
from compendium_cli.names import Name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path


#: Forms of a tabled language are kept together by so many letters at their beginning.
FORMS_BEGIN = 3
_LONGEST_ENDING = 6
#: With so many phrasings for a statement its text is the smaller part of what leads to it.
_MOST_TEXT = 4
_SHORTEST_ROOT = 5
#: How many entries are kept in memory while questions are answered.
_MOST_ENTRIES = 1000
#: How many looked-up names and words are.
_MOST_ASKED_FOR = 30_000


class IndexedEntry(NamedTuple):
    """An entry in the index of a language."""

    game: str
    concept: str
    lang: str
    """The language whose entry is shown."""
    phrasings: int
    """How many of players' phrasings are known."""
    document: int
    """The number of its document; those of its statements follow."""
    numbers: list[int]
    kinds: list[str]
    """Number and kind of each of its statements."""


class _Forms(NamedTuple):
    """The forms of a tabled language that begin alike."""

    forms: dict[str, tuple[str, ...]]
    """Each with what it may be a form of."""
    norms: frozenset[str]
    """What forms are reduced to, those that begin so themselves."""


class Store:
    """Read access to a compiled corpus."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._games: _Games | None = None
        self._facts: dict[str, Any] = {}
        self._all_names: list[Name] | None = None
        self._name_words: frozenset[str] | None = None
        self._redirects: dict[tuple[str, str], dict[str, str]] = {}
        self._entries: dict[tuple[str, str, str], Entry | None] = {}
        self._indexed: dict[str, list[IndexedEntry]] = {}
        self._expanded: dict[tuple[str, str | None], bool] = {}
        self._asked_for: dict[tuple[object, ...], list[tuple[Any, ...]]] = {}
        self._graphs: dict[str, Graph] = {}
        self._forms: dict[tuple[str, str], _Forms] = {}
        self._analyzers: set[str] = set()
        """The languages whose words are known to be reduced as when the corpus was compiled."""

    @classmethod
    def open(cls, path: Path) -> Store:
        """Open a compiled corpus that nobody will change."""
        uri = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
        try:
            return cls(sqlite3.connect(uri, uri=True, check_same_thread=False))
        except sqlite3.Error as error:
            raise DamagedCacheError(str(error)) from error

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def fact(self, key: str) -> Any:
        """Return something that is true of the whole glossary."""
        if key not in self._facts:
            for row in self._rows("SELECT json, crc FROM facts WHERE key = ?", key):
                self._facts[key] = _unsealed(*row)
        if key not in self._facts:
            raise DamagedCacheError(f"no {key}")
        return self._facts[key]

    def games(self) -> Mapping[str, Game]:
        """Return the games by id; each is read when it is looked at."""
        if self._games is None:
            self._games = _Games(self.fact("games"), self._game)
        return self._games

    def _game(self, game: str) -> Game:
        for row in self._rows("SELECT json, crc FROM games WHERE id = ?", game):
            return _game(_unsealed(*row))
        raise DamagedCacheError(f"no game {game}")

    def cards(self, game: str) -> tuple[Card, ...]:
        """Return all cards that a game lists."""
        for row in self._rows("SELECT packed, crc FROM cards WHERE game = ?", game):
            return tuple(Card(tuple(codes), *facts) for codes, *facts in _unpacked(*row))
        raise DamagedCacheError(f"no cards of {game}")

    def game_names(self) -> dict[str, list[str]]:
        """Return what each game is called in all languages, without reading the games."""
        names: dict[str, list[str]] = self.fact("games")
        return names

    def entry(self, lang: str, game: str, concept: str) -> Entry | None:
        """Return an entry."""
        key = lang, game, concept
        if key not in self._entries:
            if len(self._entries) >= _MOST_ENTRIES:
                self._entries.clear()
            rows = self._rows("SELECT packed, crc FROM entries WHERE lang = ? AND game = ? AND concept = ?", *key)
            self._entries[key] = _entry(_unpacked(*rows[0])) if rows else None
        return self._entries[key]

    def indexed(self, lang: str) -> list[IndexedEntry]:
        """Return what the index of a language has, in the order of its documents."""
        if lang not in self._indexed:
            rows = self._rows("SELECT packed, crc FROM indexed WHERE lang = ?", lang)
            listed = _unpacked(*rows[0]) if rows else []
            found, document = [], 0
            for game, concept, home, phrasings, numbers, kinds in listed:
                found.append(IndexedEntry(game, concept, home, phrasings, document, numbers, kinds))
                document += 1 + len(numbers)
            self._indexed[lang] = found
        return self._indexed[lang]

    def is_expanded(self, lang: str, game: str | None) -> bool:
        """Tell whether most of what leads to the statements of a game, or of all, is what players say."""
        if (lang, game) not in self._expanded:
            told = [entry for entry in self.indexed(lang) if game in (None, entry.game) and entry.game]
            phrasings, statements = (sum(entry.phrasings for entry in told), sum(len(entry.numbers) for entry in told))
            self._expanded[lang, game] = phrasings > _MOST_TEXT * statements
        return self._expanded[lang, game]

    def has_text(self, lang: str, game: str | None) -> bool:
        """Tell whether a language has texts or phrasings of a game, or of any, and not only names."""
        told = (entry for entry in self.indexed(lang) if game in (None, entry.game) and entry.game)
        return any(entry.lang == lang or entry.phrasings for entry in told)

    def name_sources(self, game: str, concept: str) -> dict[str, set[str]]:
        """Return the names of an entry, each with where it comes from: title, alias, English term."""
        found: dict[str, set[str]] = {}
        for text, source in self._known("SELECT text, source FROM names WHERE game = ? AND concept = ?", game, concept):
            found.setdefault(text, set()).add(source)
        return found

    def card_called(self, key: str, game: str | None) -> Card | None:
        """Return the card without an entry that has a name, folded; ``None`` where one of this name has an entry."""
        rows = self._known("SELECT game, place FROM card_names WHERE key = ?", key)
        found = {(row[0], row[1]) for row in rows if game in (None, row[0])}
        cards = [self.cards(name)[place] for name, place in sorted(found)]
        return cards[0] if cards and all(card.entry is None for card in cards) else None

    def has(self, lang: str, game: str, concept: str) -> bool:
        """Tell whether a language has an entry."""
        sql = "SELECT 1 FROM entries WHERE lang = ? AND game = ? AND concept = ?"
        return bool(self._known(sql, lang, game, concept))

    def spoken(self) -> list[str]:
        """Return the languages that a question can be looked up in: with entries, phrasings or English terms."""
        return [lang for lang in LANGUAGES if lang in self.fact("spoken")]

    def entries(self, lang: str | None = None, game: str | None = None) -> Iterator[Entry]:
        """Yield all entries of a language and game, or of all."""
        wanted = {"lang": lang, "game": game}
        known = {column: value for column, value in wanted.items() if value is not None}
        where = "".join(f" AND {column} = ?" for column in known)
        sql = f"SELECT packed, crc FROM entries WHERE true{where} ORDER BY game, lang, concept"
        for row in self._rows(sql, *known.values()):
            yield _entry(_unpacked(*row))

    def titles(self, game: str, concept: str) -> dict[str, str]:
        """Return the titles of an entry by language, in the order of our languages."""
        sql = "SELECT lang, title FROM entries WHERE game = ? AND concept = ?"
        found = dict(self._rows(sql, game, concept))
        return {lang: found[lang] for lang in LANGUAGES if lang in found}

    def languages(self) -> list[str]:
        """Return the languages that have entries, in the order of our languages."""
        return [lang for lang in LANGUAGES if lang in self.fact("languages")]

    def names_by_key(self, key: str, game: str | None = None) -> list[Name]:
        """Return the names with exactly these words, of one game or of all."""
        return self._names("key = ? AND game = ?", key, game) if game else self._names("key = ?", key)

    def names_by_norm(self, norm: str, game: str | None = None) -> list[Name]:
        """Return the names with these words in any form, of one game or of all."""
        return self._names("norm = ? AND game = ?", norm, game) if game else self._names("norm = ?", norm)

    def name_words(self) -> frozenset[str]:
        """Return every word that some name has, as it is written and normalised: few words of a question are one."""
        if self._name_words is None:
            self._name_words = frozenset(self.fact("name_words"))
        return self._name_words

    def all_names(self) -> list[Name]:
        """Return every name."""
        if self._all_names is None:
            self._all_names = self._names("?", 1)
        return self._all_names

    def concepts_starting_with(self, beginning: str, game: str | None = None) -> list[str]:
        """Return the ids that begin with a text, sorted."""
        sql = "SELECT DISTINCT concept FROM names WHERE substr(concept, 1, ?1) = ?2 AND (?3 IS NULL OR game = ?3)"
        return sorted(concept for (concept,) in self._rows(sql, len(beginning), beginning, game))

    def _names(self, where: str, *values: object) -> list[Name]:
        sql = f"SELECT DISTINCT text, key, norm, lang, game, concept, source FROM names WHERE {where} ORDER BY rowid"
        return [Name(text, key, (norm,), *rest) for text, key, norm, *rest in self._known(sql, *values)]

    def links_from(self, lang: str, entry: str) -> list[Edge]:
        """Return the links of an entry, in printed order."""
        return self._links("lang = ? AND source = ?", lang, entry)

    def links_to(self, lang: str, entry: str) -> list[Edge]:
        """Return the links to an entry."""
        return self._links("lang = ? AND target = ?", lang, entry)

    def _links(self, where: str, *values: object) -> list[Edge]:
        sql = f"SELECT source, target, kind, statement FROM links WHERE {where} ORDER BY rowid"
        return [Edge(*row) for row in self._rows(sql, *values)]

    def graph(self, lang: str) -> Graph:
        """Return the see-also graph of a language."""
        if lang not in self._graphs:
            self._graphs[lang] = Graph(
                lambda entry: self.links_from(lang, entry),
                lambda entry: self.links_to(lang, entry),
                lambda game: self.redirects(lang, game),
            )
        return self._graphs[lang]

    def redirects(self, lang: str, game: str) -> dict[str, str]:
        """Return the entries of a game without statements and what they stand for, by name."""
        if (lang, game) not in self._redirects:
            names = "game || '/' || concept, game || '/' || redirect"
            sql = f"SELECT {names} FROM entries WHERE lang = ? AND game = ? AND redirect IS NOT NULL"
            self._redirects[lang, game] = dict(self._rows(sql, lang, game))
        return self._redirects[lang, game]

    def followed(self, lang: str, game: str, concept: str) -> tuple[str, str]:
        """Return game and concept that a redirect stands for in a language; any other as they are."""
        target = self.redirects(lang, game).get(f"{game}/{concept}")
        return (game, target.partition("/")[2]) if target else (game, concept)

    def words(self, lang: str) -> list[tuple[str, int, bool]]:
        """Return the vocabulary of a language: each word, how often it stands there, whether it is part of a name."""
        return self._rows("SELECT word, count, is_name FROM words WHERE lang = ?", lang)

    def words_that_sound_like(self, lang: str, word: str) -> list[tuple[str, int, bool]]:
        """Return the words of a language that sound like this one: word, count, whether it is part of a name."""
        sql = "SELECT word, count, is_name FROM words WHERE lang = ? AND sound = ?"
        return self._rows(sql, lang, LANGUAGES[lang].sound_of(word))

    def norms(self, lang: str, word: str) -> tuple[str, ...]:
        """Return what a folded word may be a form of, without loading a dictionary."""
        analyzer = LANGUAGES[lang].analyzer
        if not analyzer.tabled:
            if lang not in self._analyzers:
                if self.fact("analyzers").get(lang) != analyzer.version():
                    raise DamagedCacheError(f"compiled with another analyzer of {lang}")
                self._analyzers.add(lang)
            return analyzer.norms(word)
        return self._beginning_like(lang, word).forms.get(word) or self._root(lang, word)

    def forms(self, lang: str) -> list[tuple[str, str]]:
        """Return every (written form, norm) of a tabled language; nothing of the others."""
        rows = self._rows("SELECT packed, crc FROM forms WHERE lang = ?", lang)
        return [(form, norm) for row in rows for form, norms in _unpacked(*row)[0].items() for norm in norms]

    def knows(self, lang: str, word: str) -> bool:
        """Tell whether the texts of a language have this word: as it is written, or for a tabled language any form."""
        if LANGUAGES[lang].analyzer.tabled:
            return word in self._beginning_like(lang, word).forms
        return bool(self._known("SELECT 1 FROM words WHERE lang = ? AND word = ? AND count > 0", lang, word))

    def knows_form(self, lang: str, word: str) -> bool:
        """Tell whether the texts of a language have this word in any form."""
        if self.knows(lang, word):
            return True
        sql = "SELECT 1 FROM words WHERE lang = ? AND norm = ? AND count > 0 LIMIT 1"
        return any(self._known(sql, lang, norm) for norm in self.norms(lang, word))

    def is_word(self, lang: str, word: str) -> bool:
        """Tell whether anything in a language has this word as it is written: texts, or questions of other matters."""
        return bool(self._known("SELECT 1 FROM words WHERE lang = ? AND word = ?", lang, word))

    def _root(self, lang: str, word: str) -> tuple[str, ...]:
        """Return the longest root of the vocabulary that an unknown form begins with."""
        norms = self._beginning_like(lang, word).norms
        for length in range(len(word) - 1, max(_SHORTEST_ROOT, len(word) - _LONGEST_ENDING) - 1, -1):
            if word[:length] in norms:
                return (word[:length],)
        return (word,)

    def _beginning_like(self, lang: str, word: str) -> _Forms:
        """Return the forms of a tabled language that begin like a word."""
        key = lang, word[:FORMS_BEGIN]
        if key not in self._forms:
            if len(self._forms) >= _MOST_ENTRIES:
                self._forms.clear()
            rows = self._rows("SELECT packed, crc FROM forms WHERE lang = ? AND beginning = ?", *key)
            forms, norms = _unpacked(*rows[0]) if rows else ({}, [])
            self._forms[key] = _Forms({form: tuple(found) for form, found in forms.items()}, frozenset(norms))
        return self._forms[key]

    def _known(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        """Return rows that one question after another asks for: of names, of words."""
        key = sql, *values
        if key not in self._asked_for:
            if len(self._asked_for) >= _MOST_ASKED_FOR:
                self._asked_for.clear()
            self._asked_for[key] = self._rows(sql, *values)
        return self._asked_for[key]

    def _rows(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        try:
            return self._connection.execute(sql, values).fetchall()
        except sqlite3.DatabaseError as error:
            raise DamagedCacheError(str(error)) from error


class _Games(Mapping[str, Game]):
    """The games by id, each read when it is looked at: an entry needs the concepts of its own game only."""

    def __init__(self, ids: Iterable[str], read: Callable[[str], Game]) -> None:
        self._known: dict[str, Game | None] = dict.fromkeys(ids)
        self._read = read

    def __getitem__(self, game: str) -> Game:
        found = self._known[game]
        if found is None:
            found = self._known[game] = self._read(game)
        return found

    def __contains__(self, game: object) -> bool:
        return game in self._known

    def __iter__(self) -> Iterator[str]:
        return iter(self._known)

    def __len__(self) -> int:
        return len(self._known)


def _unsealed(text: Any, crc: Any) -> Any:
    if not isinstance(text, str) or zlib.crc32(text.encode("utf-8", "replace")) != crc:
        raise DamagedCacheError("a row does not match its checksum")
    return json.loads(text)


def _unpacked(packed: Any, crc: Any) -> Any:
    if not isinstance(packed, bytes) or zlib.crc32(packed) != crc:
        raise DamagedCacheError("a row does not match its checksum")
    return json.loads(zlib.decompress(packed))


def _entry(fields: dict[str, Any]) -> Entry:
    for key in ("aliases", "retired"):
        fields[key] = tuple(fields[key])
    fields["references"] = tuple(Reference(**reference) for reference in fields["references"])
    fields["statements"] = tuple(_statement(statement) for statement in fields["statements"])
    return Entry(**fields)


def _statement(fields: dict[str, Any]) -> Statement:
    fields["kind"] = StatementKind(fields["kind"])
    return Statement(**fields)


def _game(fields: dict[str, Any]) -> Game:
    fields["editions"] = {key: Edition(**edition) for key, edition in fields["editions"].items()}
    fields["concepts"] = {key: Concept(**concept) for key, concept in fields["concepts"].items()}
    return Game(**fields)
