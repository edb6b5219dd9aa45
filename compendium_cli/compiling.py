"""Corpus -> the SQLite file that the store reads."""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

from compendium_cli.languages import LANGUAGES, folded_words
from compendium_cli.names import ENGLISH, key_of
from compendium_cli.naming import names_of
from compendium_cli.passages import undecidable_questions
from compendium_cli.store import FORMS_BEGIN, Store

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from compendium_cli.model import Corpus, Game
    from compendium_cli.names import Name
    from compendium_cli.passages import Source

#: What can be found in each language.
Sources = Mapping[str, "Sequence[Source]"]

# Nobody sees the file before it is whole, and nothing is to be written anywhere else.
_SETTINGS = "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY;"
_SCHEMA = """
CREATE TABLE facts (key TEXT PRIMARY KEY, json TEXT, crc INTEGER) WITHOUT ROWID;
CREATE TABLE games (id TEXT PRIMARY KEY, json TEXT, crc INTEGER) WITHOUT ROWID;
CREATE TABLE cards (game TEXT PRIMARY KEY, packed BLOB, crc INTEGER) WITHOUT ROWID;
CREATE TABLE entries (lang TEXT, game TEXT, concept TEXT, title TEXT, path TEXT, redirect TEXT, packed BLOB,
    crc INTEGER, PRIMARY KEY (lang, game, concept)) WITHOUT ROWID;
CREATE INDEX entries_by_concept ON entries (game, concept, lang, title);
CREATE TABLE indexed (lang TEXT PRIMARY KEY, packed BLOB, crc INTEGER) WITHOUT ROWID;
CREATE TABLE card_names (key TEXT, game TEXT, place INTEGER);
CREATE TABLE names (key TEXT, norm TEXT, lang TEXT, game TEXT, concept TEXT, source TEXT, text TEXT);
CREATE TABLE links (lang TEXT, source TEXT, target TEXT, kind TEXT, statement INTEGER);
CREATE TABLE words (lang TEXT, word TEXT, norm TEXT, sound TEXT, count INTEGER, is_name INTEGER,
    PRIMARY KEY (lang, word)) WITHOUT ROWID;
CREATE TABLE forms (lang TEXT, beginning TEXT, packed BLOB, crc INTEGER, PRIMARY KEY (lang, beginning)) WITHOUT ROWID;
"""
_INDEXES = """
CREATE INDEX names_by_key ON names (key, game);
CREATE INDEX names_by_norm ON names (norm, game);
CREATE INDEX links_by_source ON links (lang, source);
CREATE INDEX links_by_target ON links (lang, target);
CREATE INDEX words_by_norm ON words (lang, norm);
CREATE INDEX words_by_sound ON words (lang, sound);
CREATE INDEX names_by_entry ON names (game, concept);
CREATE INDEX card_names_by_key ON card_names (key);
CREATE INDEX entries_that_redirect ON entries (lang, game, concept, redirect) WHERE redirect IS NOT NULL;
"""


def build_store(corpus: Corpus, sources: Sources, path: Path | None, facts: dict[str, Any]) -> Store:
    """Compile a corpus into a file, or into memory without one. ``OSError`` where the file can't be written."""
    connection = sqlite3.connect(path or ":memory:", check_same_thread=False)
    try:
        _fill(connection, corpus, sources, facts)
        for language in LANGUAGES.values():
            language.analyzer.release()
    except sqlite3.OperationalError as error:  # a full disk, which SQLite tells in its own way
        connection.close()
        raise OSError(str(error)) from error
    return Store(connection)


def _fill(connection: sqlite3.Connection, corpus: Corpus, sources: Sources, facts: dict[str, Any]) -> None:
    connection.executescript(_SETTINGS + _SCHEMA)
    with connection:
        names = list(names_of(corpus))
        for key, value in {**facts, **_facts(corpus, sources, names)}.items():
            connection.execute("INSERT INTO facts VALUES (?, ?, ?)", (key, *_sealed(value)))
        for game in corpus.games.values():
            connection.execute("INSERT INTO games VALUES (?, ?, ?)", (game.id, *_sealed(_without_cards(game))))
            connection.execute("INSERT INTO cards VALUES (?, ?, ?)", (game.id, *_packed(_card_rows(game))))
        connection.executemany("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?)", _entry_rows(corpus))
        connection.executemany("INSERT INTO indexed VALUES (?, ?, ?)", _indexed_rows(sources))
        connection.executemany("INSERT INTO card_names VALUES (?, ?, ?)", _card_name_rows(corpus))
        connection.executemany("INSERT INTO names VALUES (?, ?, ?, ?, ?, ?, ?)", _name_rows(names))
        connection.executemany("INSERT INTO links VALUES (?, ?, ?, ?, ?)", _link_rows(corpus))
        connection.executemany("INSERT INTO words VALUES (?, ?, ?, ?, ?, ?)", _word_rows(corpus))
        connection.executemany("INSERT INTO forms VALUES (?, ?, ?, ?)", _form_rows(connection))
    connection.executescript(_INDEXES)


def _sealed(value: Any) -> tuple[str, int]:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text, zlib.crc32(text.encode())


def _packed(value: Any) -> tuple[bytes, int]:
    """Return what is read seldom, or a piece at a time, in a third of the room."""
    packed = zlib.compress(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode(), 6)
    return packed, zlib.crc32(packed)


def _without_cards(game: Game) -> dict[str, Any]:
    """Return what every command reads of a game; thousands of cards would take longer than all the rest."""
    fields = asdict(replace(game, cards=()))
    del fields["cards"]
    return fields


def _card_rows(game: Game) -> list[list[Any]]:
    return [
        [card.codes, card.kind, card.names, card.products, card.number, card.entry, card.line] for card in game.cards
    ]


def _facts(corpus: Corpus, sources: Sources, names: Iterable[Name]) -> dict[str, Any]:
    """Return what would take longer to find out the more entries there are."""
    return {
        "games": {game.id: list(game.names.values()) for game in corpus.games.values()},
        "languages": list(dict.fromkeys(entry.lang for entry in corpus.entries)),
        "name_words": sorted({word for name in names for key in (name.key, *name.norms) for word in key.split()}),
        "spoken": [lang for lang, found in sources.items() if len(found) > 1],
        "analyzers": {lang: LANGUAGES[lang].analyzer.version() for lang in LANGUAGES},
    }


def _entry_rows(corpus: Corpus) -> Iterator[tuple[Any, ...]]:
    for entry in corpus.entries:
        yield (
            entry.lang,
            entry.game,
            entry.concept,
            entry.title,
            entry.path,
            entry.redirects_to,
            *_packed(asdict(entry)),
        )


def _indexed_rows(sources: Sources) -> Iterator[tuple[Any, ...]]:
    """Yield what the index of each language has, in the order of its documents."""
    for lang, found in sources.items():
        listed = [
            [
                source.game,
                source.concept,
                source.lang,
                sum(len(passage.phrasings) for passage in source.passages),
                [passage.n for passage in source.passages],
                [str(passage.kind) for passage in source.passages],
            ]
            for source in found
        ]
        yield lang, *_packed(listed)


def _card_name_rows(corpus: Corpus) -> Iterator[tuple[str, str, int]]:
    for game in corpus.games.values():
        for place, card in enumerate(game.cards):
            for key in dict.fromkeys(key_of(name) for name in card.names.values()):
                yield key, game.id, place


def _name_rows(names: Iterable[Name]) -> Iterator[tuple[str, ...]]:
    for name in names:
        for norm in name.norms or ("",):
            yield name.key, norm, name.lang, name.game, name.concept, name.source, name.text


def _link_rows(corpus: Corpus) -> Iterator[tuple[Any, ...]]:
    there = {(entry.lang, entry.game, entry.concept) for entry in corpus.entries}
    for entry in corpus.entries:
        for reference in entry.references:
            if (entry.lang, entry.game, reference.target) in there:
                target = f"{entry.game}/{reference.target}"
                yield entry.lang, entry.name, target, reference.kind, reference.statement


def _word_rows(corpus: Corpus) -> Iterator[tuple[str, str, str, str, int, bool]]:
    counts: dict[str, Counter[str]] = {lang: Counter() for lang in LANGUAGES}
    names: dict[str, set[str]] = {lang: set() for lang in LANGUAGES}

    def count(lang: str, texts: Iterable[str], *, are_names: bool = False) -> None:
        for text in texts:
            words = folded_words(text)
            counts[lang].update(words)
            if are_names:
                names[lang].update(words)

    for entry in corpus.entries:
        count(entry.lang, (entry.title, *entry.aliases), are_names=True)
        count(entry.lang, (statement.text for statement in entry.statements))
    for game in corpus.games.values():
        count(ENGLISH, (concept.en for concept in game.concepts.values() if concept.en), are_names=True)
    for asked in corpus.expansions:
        count(asked.lang, asked.aliases, are_names=True)
        count(asked.lang, asked.questions)
    for lang in LANGUAGES:
        # Words of other matters are words, and no misspellings of ours.
        others = (word for text in undecidable_questions(lang) for word in folded_words(text) if word.isalpha())
        counts[lang].update(dict.fromkeys(others, 0))
    for lang, words in counts.items():
        analyzer = LANGUAGES[lang].analyzer
        for word, number in words.items():
            # The norms of a tabled language are in the table of forms.
            norm = "" if analyzer.tabled else analyzer.norms(word)[0]
            yield lang, word, norm, LANGUAGES[lang].sound_of(word), number, word in names[lang]


def _form_rows(connection: sqlite3.Connection) -> Iterator[tuple[str, str, bytes, int]]:
    """Yield the forms of tabled languages with their norms, those together that begin alike."""
    for lang in LANGUAGES:
        analyzer = LANGUAGES[lang].analyzer
        if not analyzer.tabled:
            continue
        words = connection.execute("SELECT word FROM words WHERE lang = ? AND count > 0", (lang,)).fetchall()
        forms: dict[str, dict[str, set[str]]] = {}
        norms: dict[str, set[str]] = {}
        for form, norm in analyzer.forms(word for (word,) in words):
            forms.setdefault(form[:FORMS_BEGIN], {}).setdefault(form, set()).add(norm)
            norms.setdefault(norm[:FORMS_BEGIN], set()).add(norm)
        for beginning in sorted({*forms, *norms}):
            alike = {form: sorted(found) for form, found in sorted(forms.get(beginning, {}).items())}
            yield lang, beginning, *_packed([alike, sorted(norms.get(beginning, ()))])
