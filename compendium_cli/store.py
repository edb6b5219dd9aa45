"""The compiled corpus: entries, names and links in one SQLite file, so that a command reads only what it shows.

Parsing a thousand Markdown files takes seconds; looking one up here takes less than a millisecond, whatever the size
of the glossary. Rows are JSON with a checksum: nothing in the file can run code, and a damaged row is noticed.
"""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from compendium_cli.errors import DamagedCacheError
from compendium_cli.graph import Edge, Graph
from compendium_cli.languages import LANGUAGES
from compendium_cli.model import Card, Concept, Edition, Entry, Game, Reference, Statement, StatementKind
from compendium_cli.names import Name
from compendium_cli.wording import unpacked

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    from compendium_cli.wording import Concordance


_LONGEST_ENDING = 6
_SHORTEST_ROOT = 5
#: How many entries' words are kept in memory while questions are answered.
_MOST_CONCORDANCES = 4000
#: How many looked-up names and words are.
_MOST_ASKED_FOR = 30_000
#: Stands in the table of letter groups for the entries themselves; no group is empty.
LETTERED = ""


class Store:
    """Read access to a compiled corpus."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._games: _Games | None = None
        self._facts: dict[str, Any] = {}
        self._all_names: list[Name] | None = None
        self._redirects: dict[tuple[str, str], dict[str, str]] = {}
        self._concordances: dict[tuple[str, str, str], Concordance] = {}
        self._asked_for: dict[tuple[object, ...], list[tuple[Any, ...]]] = {}
        self._graphs: dict[str, Graph] = {}
        self._lettered: dict[str, list[tuple[str, str, int]]] = {}

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
        for row in self._rows("SELECT json, crc FROM cards WHERE game = ?", game):
            return tuple(Card(tuple(codes), *facts) for codes, *facts in _unsealed(*row))
        raise DamagedCacheError(f"no cards of {game}")

    def game_names(self) -> dict[str, list[str]]:
        """Return what each game is called in all languages, without reading the games."""
        names: dict[str, list[str]] = self.fact("games")
        return names

    def entry(self, lang: str, game: str, concept: str) -> Entry | None:
        """Return an entry."""
        sql = "SELECT json, crc FROM entries WHERE lang = ? AND game = ? AND concept = ?"
        for row in self._rows(sql, lang, game, concept):
            return _entry(_unsealed(*row))
        return None

    def concordance(self, lang: str, game: str, concept: str) -> Concordance:
        """Return where the normalised words of an entry stand."""
        key = lang, game, concept
        if key not in self._concordances:
            if len(self._concordances) >= _MOST_CONCORDANCES:
                self._concordances.clear()
            sql = "SELECT json, crc FROM concordances WHERE lang = ? AND game = ? AND concept = ?"
            for row in self._rows(sql, *key):
                self._concordances[key] = unpacked(_unsealed(*row))
        if key not in self._concordances:
            raise DamagedCacheError(f"no words of {game}/{concept}")
        return self._concordances[key]

    def title_norms(self, lang: str, game: str, concept: str) -> list[str]:
        """Return the normalised words of a title, without reading the entry; none where the language lacks it."""
        sql = "SELECT title FROM concordances WHERE lang = ? AND game = ? AND concept = ?"
        return [norm for (title,) in self._known(sql, lang, game, concept) for norm in title.split()]

    def has(self, lang: str, game: str, concept: str) -> bool:
        """Tell whether a language has an entry."""
        sql = "SELECT 1 FROM entries WHERE lang = ? AND game = ? AND concept = ?"
        return bool(self._known(sql, lang, game, concept))

    def has_words(self, lang: str, game: str, concept: str) -> bool:
        """Tell whether players of a language have words for a concept: an entry, or phrasings."""
        sql = "SELECT 1 FROM concordances WHERE lang = ? AND game = ? AND concept = ?"
        return bool(self._known(sql, lang, game, concept))

    def spoken(self) -> list[str]:
        """Return the languages that have entries or phrasings, in the order of our languages."""
        return [lang for lang in LANGUAGES if lang in self.fact("sizes")]

    def entries(self, lang: str | None = None, game: str | None = None) -> Iterator[Entry]:
        """Yield all entries of a language and game, or of all."""
        wanted = {"lang": lang, "game": game}
        known = {column: value for column, value in wanted.items() if value is not None}
        where = "".join(f" AND {column} = ?" for column in known)
        sql = f"SELECT json, crc FROM entries WHERE true{where} ORDER BY game, lang, concept"
        for row in self._rows(sql, *known.values()):
            yield _entry(_unsealed(*row))

    def sizes(self, lang: str) -> dict[str, int]:
        """Return how many concepts of each game a language has words for."""
        sizes: dict[str, int] = self.fact("sizes").get(lang, {})
        return sizes

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

    def words(self, lang: str) -> list[tuple[str, int, bool]]:
        """Return the vocabulary of a language: each word, how often it stands there, whether it is part of a name."""
        return self._rows("SELECT word, count, is_name FROM words WHERE lang = ?", lang)

    def odds(self, lang: str, norms: Sequence[str]) -> float | None:
        """Return how far a word betrays a question that no rule decides; ``None`` for a word that nobody used."""
        found = [
            value
            for norm in norms
            for (value,) in self._known("SELECT odds FROM odds WHERE lang = ? AND norm = ?", lang, norm)
        ]
        return min(found, default=None)

    def words_that_sound_like(self, lang: str, word: str) -> list[tuple[str, int, bool]]:
        """Return the words of a language that sound like this one: word, count, whether it is part of a name."""
        sql = "SELECT word, count, is_name FROM words WHERE lang = ? AND sound = ?"
        return self._rows(sql, lang, LANGUAGES[lang].sound_of(word))

    def related(self, lang: str, norm: str) -> list[tuple[str, float]]:
        """Return the words that players use in place of a normalised one, and how readily."""
        return self._known("SELECT other, strength FROM related WHERE lang = ? AND norm = ? ORDER BY rowid", lang, norm)

    def lettered(self, lang: str) -> list[tuple[str, str, int]]:
        """Return the entries that letter groups speak for: game, concept, what each group of a question costs it."""
        if lang not in self._lettered:
            rows = self._rows("SELECT json, crc FROM letters WHERE lang = ? AND letters = ?", lang, LETTERED)
            self._lettered[lang] = [tuple(entry) for row in rows for entry in _unsealed(*row)]
        return self._lettered[lang]

    def letters(self, lang: str, groups: Iterable[str]) -> Iterator[list[int]]:
        """Yield for each known group of letters the places of the entries that have it and what it speaks for them."""
        sql = "SELECT json, crc FROM letters WHERE lang = ? AND letters IN (SELECT value FROM json_each(?))"
        for row in self._rows(sql, lang, json.dumps(list(groups))):
            yield _unsealed(*row)

    def norms(self, lang: str, word: str) -> tuple[str, ...]:
        """Return what a folded word may be a form of, without loading a dictionary."""
        analyzer = LANGUAGES[lang].analyzer
        if not analyzer.tabled:
            return analyzer.norms(word)
        found = self._known("SELECT norm FROM forms WHERE lang = ? AND form = ?", lang, word)
        return tuple(norm for (norm,) in found) or self._root(lang, word)

    def forms(self, lang: str) -> list[tuple[str, str]]:
        """Return every (written form, norm) of a tabled language; nothing of the others."""
        return self._rows("SELECT form, norm FROM forms WHERE lang = ? ORDER BY norm, form", lang)

    def knows(self, lang: str, word: str) -> bool:
        """Tell whether the texts of a language have this word: as it is written, or for a tabled language any form."""
        table, column = ("forms", "form") if LANGUAGES[lang].analyzer.tabled else ("words", "word")
        return bool(self._known(f"SELECT 1 FROM {table} WHERE lang = ? AND {column} = ? LIMIT 1", lang, word))

    def knows_form(self, lang: str, word: str) -> bool:
        """Tell whether the texts of a language have this word in any form."""
        if self.knows(lang, word):
            return True
        sql = "SELECT 1 FROM words WHERE lang = ? AND norm = ? LIMIT 1"
        return any(self._known(sql, lang, norm) for norm in self.norms(lang, word))

    def _root(self, lang: str, word: str) -> tuple[str, ...]:
        """Return the longest root of the vocabulary that an unknown form begins with."""
        for length in range(len(word) - 1, max(_SHORTEST_ROOT, len(word) - _LONGEST_ENDING) - 1, -1):
            if self._known("SELECT 1 FROM forms WHERE lang = ? AND norm = ? LIMIT 1", lang, word[:length]):
                return (word[:length],)
        return (word,)

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
