"""The compiled corpus: entries, names and links in one SQLite file, so that a command reads only what it shows.

Parsing a thousand Markdown files takes seconds; looking one up here takes less than a millisecond, whatever the size
of the glossary.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from compendium_cli.database import Database, unpacked, unsealed
from compendium_cli.errors import DamagedCacheError
from compendium_cli.graph import Edge, Graph
from compendium_cli.languages import LANGUAGES
from compendium_cli.model import (
    Card,
    Concept,
    Edition,
    Entry,
    Game,
    Ground,
    Reference,
    Statement,
    StatementKind,
    StoredRuling,
    Verdict,
)
from compendium_cli.names import Name

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable, Iterator

    from compendium_cli.passages import Key
    from compendium_cli.vocabulary import Vocabulary

#: How many entries are kept in memory while questions are answered.
_MOST_ENTRIES = 1000


class Store(Database):
    """Read access to a compiled corpus; its vocabulary is opened when a word is looked up in it."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        super().__init__(connection)
        self.open_vocabulary: Callable[[], Vocabulary] | None = None
        self._vocabulary: Vocabulary | None = None
        self._games: _Games | None = None
        self._facts: dict[str, Any] = {}
        self._all_names: list[Name] | None = None
        self._main_game: str | None = None
        self._name_words: frozenset[str] | None = None
        self._redirects: dict[tuple[str, str], dict[str, str]] = {}
        self._entries: dict[tuple[str, str, str], Entry | None] = {}
        self._graphs: dict[str, Graph] = {}
        self._analyzers: set[str] = set()
        """The languages whose words are known to be reduced as when the corpus was compiled."""

    @property
    def vocabulary(self) -> Vocabulary:
        """The words of all texts."""
        if self._vocabulary is None:
            assert self.open_vocabulary is not None  # noqa: S101
            self._vocabulary = self.open_vocabulary()
        return self._vocabulary

    def close(self) -> None:
        """Close the files."""
        super().close()
        if self._vocabulary is not None:
            self._vocabulary.close()

    def fact(self, key: str) -> Any:
        """Return something that is true of the whole glossary."""
        if key not in self._facts:
            for row in self._rows("SELECT json, crc FROM facts WHERE key = ?", key):
                self._facts[key] = unsealed(*row)
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
            return _game(unsealed(*row))
        raise DamagedCacheError(f"no game {game}")

    def cards(self, game: str) -> tuple[Card, ...]:
        """Return all cards that a game lists."""
        for row in self._rows("SELECT packed, crc FROM cards WHERE game = ?", game):
            return tuple(Card(tuple(codes), *facts) for codes, *facts in unpacked(*row))
        raise DamagedCacheError(f"no cards of {game}")

    def main_game(self) -> str | None:
        """Return the game with the most entries."""
        if self._main_game is None:
            counted = "SELECT game FROM entries GROUP BY game ORDER BY COUNT(*) DESC, game LIMIT 1"
            self._main_game = next((game for (game,) in self._rows(counted)), None)
        return self._main_game

    def unreadable_entries(self) -> list[str]:
        """Return the files of entries that have problems and gave no entry."""
        from compendium_cli.reading.listing import concept_file

        paths = [path for (path,) in self._rows("SELECT path FROM problems ORDER BY path")]
        found = ((path, concept_file(path)) for path in paths if path.endswith(".md"))
        return [path for path, place in found if place and not self.has(place.lang, place.game, place.concept)]

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
            self._entries[key] = _entry(unpacked(*rows[0])) if rows else None
        return self._entries[key]

    def name_sources(self, game: str, concept: str) -> dict[str, set[str]]:
        """Return the names of an entry, each with where it comes from: title, alias, English term."""
        sql = "SELECT text, source FROM names WHERE game = ? AND concept = ? AND NOT is_hidden"
        found: dict[str, set[str]] = {}
        for text, source in self._known(sql, game, concept):
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
            yield _entry(unpacked(*row))

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

    def titles_starting_with(self, key: str, lang: str, game: str | None = None) -> list[str]:
        """Return the titles and aliases of a language whose folded words begin with a key, the shortest first."""
        sql = (
            "SELECT DISTINCT text FROM names WHERE substr(key, 1, ?1) = ?2 AND lang = ?3 AND (?4 IS NULL OR game = ?4)"
            " AND source IN ('title', 'alias') AND NOT is_hidden"
        )
        found = (text for (text,) in self._rows(sql, len(key), key, lang, game))
        return sorted(found, key=lambda text: (len(text), text))

    def _names(self, where: str, *values: object) -> list[Name]:
        columns = "text, key, norm, lang, game, concept, source"
        order = "given_by, game, home, concept, rowid"
        sql = f"SELECT {columns} FROM names WHERE {where} AND NOT is_hidden ORDER BY {order}"
        found = (Name(text, key, (norm,), *rest) for text, key, norm, *rest in self._known(sql, *values))
        return list(dict.fromkeys(found))

    def links_from(self, lang: str, entry: str) -> list[Edge]:
        """Return the links of an entry to entries that there are, in printed order."""
        return self._links("source", lang, entry)

    def links_to(self, lang: str, entry: str) -> list[Edge]:
        """Return the links to an entry."""
        return self._links("target", lang, entry)

    def times_linked(self, lang: str, entry: str) -> int:
        """Return how many links lead to an entry, as its index alone tells: the links stand far apart."""
        game, _, concept = entry.partition("/")
        sql = "SELECT COUNT(*) FROM links WHERE game = ? AND target = ? AND lang = ?"
        return int(self._known(sql, game, concept, lang)[0][0])

    def _links(self, end: str, lang: str, entry: str) -> list[Edge]:
        game, _, concept = entry.partition("/")
        there = "EXISTS (SELECT 1 FROM entries AS e WHERE (e.lang, e.game, e.concept) = (l.lang, l.game, l.target))"
        where = f"l.game = ? AND l.{end} = ? AND l.lang = ? AND {there}"
        sql = f"SELECT source, target, kind, statement FROM links AS l WHERE {where} ORDER BY source, rowid"
        rows = self._rows(sql, game, concept, lang)
        return [Edge(f"{game}/{source}", f"{game}/{target}", *rest) for source, target, *rest in rows]

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

    def norms(self, lang: str, word: str) -> tuple[str, ...]:
        """Return what a folded word may be a form of, without loading a dictionary."""
        analyzer = LANGUAGES[lang].analyzer
        if lang not in self._analyzers:
            if self.fact("analyzers").get(lang) != analyzer.version():
                raise DamagedCacheError(f"compiled with another analyzer of {lang}")
            self._analyzers.add(lang)
        return self.vocabulary.norms(lang, word) if analyzer.is_tabled(word) else analyzer.norms(word)

    # -- what compiling needs to know ----------------------------------------------------------------------------

    def edited(self) -> set[Key]:
        """Return the concepts that were edited since everything was compiled."""
        return {(game, concept) for game, concept in self.fact("edited")}

    def number_of_concepts(self) -> int:
        """Return how many concepts and cards have entries."""
        return int(self._rows("SELECT count(*) FROM (SELECT DISTINCT game, concept FROM entries)")[0][0])

    def asked(self, game: str, lang: str) -> list[str]:
        """Return the concepts of a game that have phrasings in a language."""
        sql = "SELECT concept FROM asked WHERE lang = ? AND game = ? ORDER BY concept"
        return [concept for (concept,) in self._rows(sql, lang, game)]

    def redirecting_to(self, game: str, concept: str) -> Iterator[Entry]:
        """Yield the entries of all languages that redirect to another one."""
        sql = "SELECT packed, crc FROM entries WHERE game = ? AND redirect = ? ORDER BY lang, concept"
        for row in self._rows(sql, game, concept):
            yield _entry(unpacked(*row))


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


def _entry(fields: dict[str, Any]) -> Entry:
    for key in ("aliases", "retired"):
        fields[key] = tuple(fields[key])
    fields["same"] = {int(own): tuple(others) for own, others in fields["same"].items()}
    fields["references"] = tuple(Reference(**reference) for reference in fields["references"])
    fields["statements"] = tuple(_statement(statement) for statement in fields["statements"])
    return Entry(**fields)


def _statement(fields: dict[str, Any]) -> Statement:
    fields["kind"] = StatementKind(fields["kind"])
    return Statement(**fields)


def _game(fields: dict[str, Any]) -> Game:
    fields["editions"] = {key: Edition(**edition) for key, edition in fields["editions"].items()}
    fields["concepts"] = {key: Concept(**concept) for key, concept in fields["concepts"].items()}
    fields["rulings"] = {key: _ruling(ruling) for key, ruling in fields["rulings"].items()}
    return Game(**fields)


def _ruling(fields: dict[str, Any]) -> StoredRuling:
    because = tuple(Ground(*ground) for ground in fields["because"])
    fields |= {"verdict": Verdict(fields["verdict"]), "because": because, "editions": tuple(fields["editions"])}
    return StoredRuling(**fields)
