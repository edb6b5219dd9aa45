"""The words of a glossary's texts and phrasings, language by language, and what their forms are forms of.

It tells misspellings from words, and one language from another. The forms of a language whose dictionary is too slow to
load for one question are worked out here once, and looked up afterwards.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.database import Database, packed, unpacked, written
from compendium_cli.languages import LANGUAGES, WordCounts
from compendium_cli.names import ENGLISH
from compendium_cli.passages import undecidable_questions

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable, Iterator
    from collections.abc import Set as AbstractSet
    from pathlib import Path

    from compendium_cli.model import Corpus

_SCHEMA = """
CREATE TABLE words (lang TEXT, word TEXT, norm TEXT, sound TEXT, count INTEGER, is_name INTEGER,
    PRIMARY KEY (lang, word)) WITHOUT ROWID;
CREATE TABLE forms (lang TEXT, beginning TEXT, packed BLOB, crc INTEGER, PRIMARY KEY (lang, beginning)) WITHOUT ROWID;
"""
_INDEXES = """
CREATE INDEX words_by_norm ON words (lang, norm) WHERE norm IS NOT NULL;
CREATE INDEX words_of_names ON words (lang, length(word)) WHERE is_name;
CREATE INDEX words_by_sound ON words (lang, sound) WHERE sound IS NOT NULL;
"""
#: Forms are kept together by so many letters at their beginning.
_BEGINNING = 5
_LONGEST_ENDING = 6
_SHORTEST_ROOT = 5
#: How many beginnings are kept in memory while questions are answered.
_MOST_BEGINNINGS = 1000
#: The share of counting words in all that there is to do; what a word whose forms are looked up takes, compared with
#: others; and how many words are told of at a time.
_COUNTING, _TABLED, _TOLD_AT_ONCE = 0.4, 10.0, 500


class _Forms(NamedTuple):
    """The forms of a language that begin alike."""

    forms: dict[str, list[str]]
    """Each with what it may be a form of."""
    norms: set[str]
    """What forms are reduced to, those that begin so themselves."""


class Vocabulary(Database):
    """Read access to the words of a compiled glossary."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        super().__init__(connection)
        self._forms: dict[tuple[str, str], _Forms] = {}

    def words(self, lang: str) -> list[tuple[str, int, bool]]:
        """Return the words of a language: each word, how often it stands there, whether it is part of a name."""
        return self._rows("SELECT word, count, is_name FROM words WHERE lang = ?", lang)

    def words_that_sound_like(self, lang: str, word: str) -> list[tuple[str, int, bool]]:
        """Return the words of a language that sound like this one: word, count, whether it is part of a name."""
        found = "SELECT word, count, is_name FROM words"
        alike = f"{found} INDEXED BY words_by_sound WHERE lang = ?1 AND sound = ?2"
        sql = f"{alike} UNION ALL {found} WHERE lang = ?1 AND word = ?2 AND sound IS NULL"
        return self._rows(sql, lang, LANGUAGES[lang].sound_of(word))

    def words_beginning_like(self, lang: str, word: str, lengths: tuple[int, int]) -> list[str]:
        """Return the words of a language with the first letter of this one, and those of names with any other.

        Only those are looked at whose lengths are from the one to the other. There may be thousands: they are joined
        by SQLite, which takes a fraction of what so many rows would.
        """
        found = "SELECT group_concat(word, ' ') FROM words"
        length = "lang = ?1 AND length(word) BETWEEN ?2 AND ?3"
        alike = "word >= ?4 AND word < ?5"
        names = f"{found} INDEXED BY words_of_names WHERE {length} AND is_name AND NOT ({alike})"
        sql = f"{found} WHERE {length} AND {alike} UNION ALL {names}"
        rows = self._rows(sql, lang, *lengths, word[0], chr(ord(word[0]) + 1))
        return [word for (joined,) in rows if joined for word in joined.split(" ")]

    def standing(self, lang: str, word: str) -> tuple[bool, int]:
        """Return whether a word of a language is part of a name, and how often it stands in texts."""
        ((is_name, count),) = self._known("SELECT is_name, count FROM words WHERE lang = ? AND word = ?", lang, word)
        return bool(is_name), count

    def norms(self, lang: str, word: str) -> tuple[str, ...]:
        """Return what a folded word may be a form of, without loading a dictionary."""
        analyzer = LANGUAGES[lang].analyzer
        if not analyzer.is_tabled(word):
            return analyzer.norms(word)
        return tuple(self._beginning_like(lang, word).forms.get(word, ())) or self._root(lang, word)

    def norms_of_words(self, lang: str) -> dict[str, tuple[str, ...]]:
        """Return what each word of a language that looks its forms up may be a form of."""
        rows = self._rows("SELECT word FROM words WHERE lang = ? ORDER BY word", lang)
        return {word: self.norms(lang, word) for (word,) in rows if LANGUAGES[lang].analyzer.is_tabled(word)}

    def forms(self, lang: str) -> list[tuple[str, str]]:
        """Return every (written form, norm) of a language that looks its forms up; nothing of the others."""
        rows = self._rows("SELECT packed, crc FROM forms WHERE lang = ?", lang)
        return [(form, norm) for row in rows for form, norms in unpacked(*row)[0].items() for norm in norms]

    def beginnings(self, lang: str) -> Iterator[tuple[str, dict[str, list[str]], list[str]]]:
        """Yield the forms of a language that begin alike, each with what it may be a form of, and the norms that do."""
        for beginning, *row in self._rows("SELECT beginning, packed, crc FROM forms WHERE lang = ?", lang):
            forms, norms = unpacked(*row)
            yield beginning, forms, norms

    def knows(self, lang: str, word: str) -> bool:
        """Tell whether the texts of a language have this word: as it is written, or where forms are known in any."""
        if LANGUAGES[lang].analyzer.is_tabled(word):
            return word in self._beginning_like(lang, word).forms
        return bool(self._known("SELECT 1 FROM words WHERE lang = ? AND word = ? AND count > 0", lang, word))

    def knows_form(self, lang: str, word: str) -> bool:
        """Tell whether the texts of a language have this word in any form."""
        if self.knows(lang, word):
            return True
        sql = "SELECT 1 FROM words INDEXED BY words_by_norm WHERE lang = ? AND norm = ? AND count > 0 LIMIT 1"
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
        """Return the forms that begin like a word."""
        key = lang, word[:_BEGINNING]
        if key not in self._forms:
            if len(self._forms) >= _MOST_BEGINNINGS:
                self._forms.clear()
            rows = self._rows("SELECT packed, crc FROM forms WHERE lang = ? AND beginning = ?", *key)
            forms, norms = unpacked(*rows[0]) if rows else ({}, [])
            self._forms[key] = _Forms(forms, set(norms))
        return self._forms[key]


# -- writing -------------------------------------------------------------------------------------------------------


class _Said:
    """The words of a language: those of all texts, and of names among them."""

    def __init__(self) -> None:
        self.texts = WordCounts()
        self.names = WordCounts()


def build_vocabulary(
    corpora: Iterable[Corpus],
    path: Path | None,
    told: Callable[[float], None] = lambda _: None,
    entries: int = 1,
) -> Vocabulary:
    """Write the words of a glossary, game by game, into a file or into memory.

    ``told`` is called after each step with its share of the whole; ``entries`` is how many there are.
    """
    with written(path) as connection:
        connection.executescript(_SCHEMA)
        said = {lang: _Said() for lang in LANGUAGES}
        for corpus in corpora:
            _count(corpus, said)
            told(_COUNTING * len(corpus.entries) / max(entries, 1))
        texts = {lang: found.texts.folded() for lang, found in said.items()}
        work = {lang: len(words) * _work(lang) for lang, words in texts.items()}
        for lang, found in said.items():
            others = WordCounts()
            others.add(undecidable_questions(lang))
            words, names = texts[lang], found.names.folded().keys()
            share = (1 - _COUNTING) / max(sum(work.values()), 1)
            _add_forms(connection, lang, _counted(words, told, share * _work(lang)))
            # Words of other matters are words, and no misspellings of ours.
            words.update(dict.fromkeys(filter(str.isalpha, others.folded()), 0))
            _add_words(connection, lang, words, names)
            LANGUAGES[lang].analyzer.release()
            if not LANGUAGES[lang].analyzer.tabled:  # else it was told as its forms were looked up
                told(work[lang] * share)
        connection.executescript(_INDEXES)
    return Vocabulary(connection)


def _work(lang: str) -> float:
    """Return how much it is to add a word of a language, compared with others."""
    return _TABLED if LANGUAGES[lang].analyzer.tabled else 1.0


def _counted(words: Iterable[str], told: Callable[[float], None], share: float) -> Iterator[str]:
    """Yield words, and tell now and then which share of the whole they were."""
    for place, word in enumerate(words, 1):
        yield word
        if not place % _TOLD_AT_ONCE:
            told(_TOLD_AT_ONCE * share)


def extend_vocabulary(corpus: Corpus, path: Path) -> None:
    """Add the words of some entries to a file; what they no longer say stays until all is written anew."""
    said = {lang: _Said() for lang in LANGUAGES}
    _count(corpus, said)
    with written(path) as connection:
        for lang, found in said.items():
            words, names = found.texts.folded(), found.names.folded().keys()
            sql = "SELECT word FROM words WHERE lang = ? AND word = ? AND count > 0 AND is_name >= ?"
            new = Counter(
                {
                    word: count
                    for word, count in words.items()
                    if not connection.execute(sql, (lang, word, word in names)).fetchone()
                }
            )
            _add_forms(connection, lang, new)
            _add_words(connection, lang, new, names)
    connection.close()


def _count(corpus: Corpus, said: dict[str, _Said]) -> None:
    """Count the words of all texts, names and phrasings."""

    def name(lang: str, names: Iterable[str]) -> None:
        called = list(names)
        said[lang].names.add(called)
        said[lang].texts.add(called)

    for entry in corpus.entries:
        if entry.is_ruling:  # what is asked is no name
            said[entry.lang].texts.add([entry.title])
        else:
            name(entry.lang, (entry.title, *entry.aliases))
        said[entry.lang].texts.add(statement.text for statement in entry.statements)
    for game in corpus.games.values():
        name(ENGLISH, (concept.en for concept in game.concepts.values() if concept.en))
    for asked in corpus.expansions:
        name(asked.lang, asked.aliases)
        said[asked.lang].texts.add(asked.questions)


def _add_words(connection: sqlite3.Connection, lang: str, words: Counter[str], names: AbstractSet[str]) -> None:
    language = LANGUAGES[lang]
    rows = (
        (
            lang,
            word,
            # The norms of what is looked up are in the table of forms.
            None if language.analyzer.is_tabled(word) else language.analyzer.norms(word)[0],
            sound if (sound := language.sound_of(word)) != word else None,
            count,
            word in names,
        )
        for word, count in sorted(words.items())  # in the order of the table, whose pages are full then
    )
    sql = "INSERT INTO words VALUES (?, ?, ?, ?, ?, ?)"
    again = "ON CONFLICT DO UPDATE SET count = count + excluded.count, is_name = is_name OR excluded.is_name"
    connection.executemany(f"{sql} {again}", rows)


def _add_forms(connection: sqlite3.Connection, lang: str, words: Iterable[str]) -> None:
    """Write the forms of the words that are looked up, those together that begin alike."""
    analyzer = LANGUAGES[lang].analyzer
    forms: dict[str, dict[str, set[str]]] = {}
    norms: dict[str, set[str]] = {}
    for form, norm in analyzer.forms(word for word in words if analyzer.is_tabled(word)):
        forms.setdefault(form[:_BEGINNING], {}).setdefault(form, set()).add(norm)
        norms.setdefault(norm[:_BEGINNING], set()).add(norm)
    for beginning in sorted({*forms, *norms}):
        alike, reduced = forms.get(beginning, {}), norms.get(beginning, set())
        for row in connection.execute(
            "SELECT packed, crc FROM forms WHERE lang = ? AND beginning = ?", (lang, beginning)
        ):
            known, known_norms = unpacked(*row)
            reduced.update(known_norms)
            for form, found in known.items():
                alike.setdefault(form, set()).update(found)
        value = [{form: sorted(found) for form, found in sorted(alike.items())}, sorted(reduced)]
        row = (lang, beginning, *packed(value))
        connection.execute("INSERT OR REPLACE INTO forms VALUES (?, ?, ?, ?)", row)
