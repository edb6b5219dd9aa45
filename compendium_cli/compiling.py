"""Corpus -> the SQLite file that the store reads: written whole, or brought up to date with what was edited.

Every row belongs to a game, or to a concept or card of one in all languages together. So what was edited is taken out
and put in again, and what is true of everything is worked out from the rows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from compendium_cli.database import packed, sealed, unsealed, written
from compendium_cli.languages import LANGUAGES
from compendium_cli.names import ENGLISH, key_of
from compendium_cli.naming import OF_ENTRY, OF_PLAYERS, names_of
from compendium_cli.store import Store

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from compendium_cli.model import Corpus, Entry, Game
    from compendium_cli.problems import Problem
    from compendium_cli.updating import Edited

_TABLES = {
    "facts": "key TEXT PRIMARY KEY, json TEXT, crc INTEGER",
    "problems": "path TEXT PRIMARY KEY, count INTEGER",
    "games": "id TEXT PRIMARY KEY, json TEXT, crc INTEGER",
    "cards": "game TEXT PRIMARY KEY, packed BLOB, crc INTEGER",
    "entries": "lang TEXT, game TEXT, concept TEXT, title TEXT, redirect TEXT, is_told INTEGER, packed BLOB, "
    "crc INTEGER, PRIMARY KEY (lang, game, concept)",
    "asked": "lang TEXT, game TEXT, concept TEXT, PRIMARY KEY (lang, game, concept)",
}
_LISTS = {
    "card_names": "key TEXT, game TEXT, place INTEGER",
    "names": "key TEXT, norm TEXT, lang TEXT, game TEXT, concept TEXT, source TEXT, text TEXT, given_by INTEGER, "
    "home TEXT, is_hidden INTEGER",
    "links": "lang TEXT, game TEXT, source TEXT, target TEXT, kind TEXT, statement INTEGER",
}
_SCHEMA = "".join(f"CREATE TABLE {name} ({columns}) WITHOUT ROWID;" for name, columns in _TABLES.items()) + "".join(
    f"CREATE TABLE {name} ({columns});" for name, columns in _LISTS.items()
)
_INDEXES = """
CREATE INDEX entries_by_concept ON entries (game, concept, lang, title);
CREATE INDEX entries_that_redirect ON entries (lang, game, concept, redirect) WHERE redirect IS NOT NULL;
CREATE INDEX names_by_key ON names (key, game);
CREATE INDEX names_by_norm ON names (norm, game);
CREATE INDEX names_by_entry ON names (game, concept);
CREATE INDEX names_of_players ON names (given_by) WHERE given_by = 1;
CREATE INDEX links_by_source ON links (game, source, lang);
CREATE INDEX links_by_target ON links (game, target, lang);
CREATE INDEX card_names_by_key ON card_names (key);
"""
#: Bytes of a page: an entry takes about as much.
_PAGE = 1024
#: Names of players that an entry of their language has, too, in whatever form.
_TAKEN = f"""
SELECT said.rowid FROM names AS said JOIN names AS other
    ON other.{{column}} IN (said.key, said.norm) AND other.game = said.game AND other.lang = said.lang
WHERE said.given_by = {OF_PLAYERS} AND other.{{column}} != '' AND other.given_by = {OF_ENTRY}
    AND other.source IN ('title', 'alias', 'part')
"""


class Reading(NamedTuple):
    """What was read of a glossary: all of it, some games, or some concepts in all languages."""

    corpus: Corpus
    problems: list[Problem]


def build_store(parts: Iterable[Reading | Path], path: Path | None) -> Store:
    """Compile what was read into a file, or into memory; some of it may have been compiled into files before."""
    with written(path, _PAGE) as connection:
        connection.executescript(_SCHEMA)
        for part in parts:
            if isinstance(part, Reading):
                _insert(connection, part)
            else:
                _merge(connection, part)
        connection.executescript(_INDEXES)
        _conclude(connection)
        _set_fact(connection, "edited", [])
    for language in LANGUAGES.values():
        language.analyzer.release()
    return Store(connection)


def build_part(reading: Reading, path: Path) -> None:
    """Compile some games into a file that is merged with others afterwards."""
    with written(path) as connection:
        connection.executescript(_SCHEMA)
        _insert(connection, reading)
    connection.close()


def update_store(path: Path, edited: Edited) -> None:
    """Replace what a compiled file says of some concepts, and of the metadata of some games, by what was read."""
    with written(path) as connection:
        reported = {path for (path,) in connection.execute("SELECT path FROM problems")}
        _delete(connection, "problems", ["path"], [(path,) for path in (reported - edited.unread) | edited.paths])
        for table, column in (("entries", "concept"), ("asked", "concept"), ("names", "concept"), ("links", "source")):
            _delete(connection, table, ["game", column], edited.concepts)
        for table, column in (("games", "id"), ("cards", "game"), ("card_names", "game")):
            _delete(connection, table, [column], [(game,) for game in edited.games])
        _insert(connection, Reading(edited.corpus, edited.problems), edited.games)
        _conclude(connection)
        _set_fact(connection, "edited", sorted(map(list, edited.concepts)))
    connection.close()


def _delete(
    connection: sqlite3.Connection, table: str, columns: Sequence[str], rows: Iterable[tuple[str, ...]]
) -> None:
    where = " AND ".join(f"{column} = ?" for column in columns)
    connection.executemany(f"DELETE FROM {table} WHERE {where}", rows)


def _insert(connection: sqlite3.Connection, reading: Reading, games: Iterable[str] | None = None) -> None:
    corpus = reading.corpus
    for game in corpus.games if games is None else games:
        if game in corpus.games:
            _insert_game(connection, corpus.games[game])
    counts: dict[str, int] = {}
    for problem in reading.problems:
        counts[problem.path] = counts.get(problem.path, 0) + 1
    rows = {
        "problems": counts.items(),
        "entries": _entry_rows(corpus),
        "asked": ((asked.lang, asked.game, asked.concept) for asked in corpus.expansions),
        "names": _name_rows(corpus),
        "links": _link_rows(corpus),
    }
    for table, found in rows.items():
        _insert_rows(connection, table, found)


def _insert_game(connection: sqlite3.Connection, game: Game) -> None:
    _insert_rows(connection, "games", [(game.id, *sealed(_without_cards(game)))])
    _insert_rows(connection, "cards", [(game.id, *packed(_card_rows(game)))])
    _insert_rows(connection, "card_names", _card_name_rows(game))


def _insert_rows(connection: sqlite3.Connection, table: str, rows: Iterable[tuple[Any, ...]]) -> None:
    columns = (_TABLES | _LISTS)[table].partition(", PRIMARY KEY")[0].count(",") + 1
    connection.executemany(f"INSERT OR REPLACE INTO {table} VALUES ({', '.join('?' * columns)})", rows)


def _merge(connection: sqlite3.Connection, path: Path) -> None:
    """Take over the rows of a file that was compiled of some games."""
    connection.commit()
    connection.execute("ATTACH ? AS part", (str(path),))
    for table in (*_TABLES, *_LISTS):
        connection.execute(f"INSERT OR REPLACE INTO main.{table} SELECT * FROM part.{table}")
    connection.commit()
    connection.execute("DETACH part")


def _conclude(connection: sqlite3.Connection) -> None:
    """Work out what is true of all rows together."""
    connection.execute(f"UPDATE names SET is_hidden = 0 WHERE given_by = {OF_PLAYERS} AND is_hidden")
    for column in ("key", "norm"):
        taken = _TAKEN.format(column=column)
        # All readings of a name go together.
        same = f"SELECT game, concept, lang, text FROM names WHERE rowid IN ({taken})"
        connection.execute(
            f"UPDATE names SET is_hidden = 1 WHERE given_by = {OF_PLAYERS} AND (game, concept, lang, text) IN ({same})"
        )
    for key, value in _facts(connection).items():
        _set_fact(connection, key, value)


def _set_fact(connection: sqlite3.Connection, key: str, value: Any) -> None:
    connection.execute("INSERT OR REPLACE INTO facts VALUES (?, ?, ?)", (key, *sealed(value)))


def _facts(connection: sqlite3.Connection) -> dict[str, Any]:
    """Return what would take longer to find out the more entries there are."""

    def column(sql: str) -> list[Any]:
        return [value for (value,) in connection.execute(sql)]

    games = {game: unsealed(text, crc) for game, text, crc in connection.execute("SELECT * FROM games ORDER BY id")}
    languages = column("SELECT DISTINCT lang FROM entries")
    spoken = {*column("SELECT DISTINCT lang FROM entries WHERE is_told"), *column("SELECT DISTINCT lang FROM asked")}
    if any(concept["en"] for game in games.values() for concept in game["concepts"].values()):
        spoken.add(ENGLISH)
    keys = column("SELECT DISTINCT key FROM names UNION SELECT DISTINCT norm FROM names")
    return {
        "games": {game: list(fields["names"].values()) for game, fields in games.items()},
        "languages": languages,
        "name_words": sorted({word for key in keys for word in key.split()}),
        "spoken": [lang for lang in LANGUAGES if lang in spoken],
        "analyzers": {lang: LANGUAGES[lang].analyzer.version() for lang in LANGUAGES},
        "problems": column("SELECT coalesce(sum(count), 0) FROM problems")[0],
        "entries": column("SELECT count(*) FROM entries")[0],
    }


def _without_cards(game: Game) -> dict[str, Any]:
    """Return what every command reads of a game; thousands of cards would take longer than all the rest."""
    fields = game._asdict()
    del fields["cards"]
    return {
        **fields,
        "names": dict(game.names),
        "editions": {key: edition._asdict() for key, edition in game.editions.items()},
        "concepts": {
            key: {**concept._asdict(), "titles": dict(concept.titles)} for key, concept in game.concepts.items()
        },
        "renamed": dict(game.renamed),
        "rulings": {
            key: {**ruling._asdict(), "because": [tuple(ground) for ground in ruling.because]}
            for key, ruling in game.rulings.items()
        },
    }


def _card_rows(game: Game) -> list[list[Any]]:
    return [
        [card.codes, card.kind, card.names, card.products, card.number, card.entry, card.line] for card in game.cards
    ]


def _card_name_rows(game: Game) -> Iterator[tuple[str, str, int]]:
    for place, card in enumerate(game.cards):
        for key in dict.fromkeys(key_of(name) for name in card.names.values()):
            yield key, game.id, place


def _entry_rows(corpus: Corpus) -> Iterator[tuple[Any, ...]]:
    for entry in corpus.entries:
        yield (
            entry.lang,
            entry.game,
            entry.concept,
            entry.title,
            entry.redirects_to,
            bool(entry.statements),
            *packed(_entry_fields(entry)),
        )


def _entry_fields(entry: Entry) -> dict[str, Any]:
    fields = entry._asdict()
    for key in ("statements", "references"):
        fields[key] = [value._asdict() for value in fields[key]]
    return fields


def _name_rows(corpus: Corpus) -> Iterator[tuple[Any, ...]]:
    for name, given_by, home in names_of(corpus):
        for norm in name.norms or ("",):
            yield name.key, norm, name.lang, name.game, name.concept, name.source, name.text, given_by, home, False


def _link_rows(corpus: Corpus) -> Iterator[tuple[Any, ...]]:
    for entry in corpus.entries:
        for reference in entry.references:
            if reference.target is not None:
                yield entry.lang, entry.game, entry.concept, reference.target, reference.kind, reference.statement
