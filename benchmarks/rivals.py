"""What a user would pick instead, over the same statements: SQLite FTS5 and whoosh as they are out of the box.

usage: python benchmarks/rivals.py fts5|whoosh GLOSSARY QUESTIONS; scale.py starts it and reads the JSON it prints.

Each has one index per language, as ours has. scale.py gives them one document per statement, with its title, aliases
and phrasings; answers.py, which calls them too, one per entry. A query is any of the question's words.
"""

from __future__ import annotations

import json
import sqlite3
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

from whoosh import index as whoosh_index
from whoosh import qparser
from whoosh.fields import STORED, TEXT, Schema

from compendium_cli.languages import words_of
from compendium_cli.reading.folder import read_glossary

_BEST = 10
#: Words without their accents, in any alphabet.
_WORDS = "unicode61 remove_diacritics 2"

#: Language -> (address, words) of every document.
Rows = dict[str, list[tuple[str, str]]]
#: Language, question, how many -> the addresses of the best documents.
Search = Callable[[str, str, int], list[str]]


def fts5(rows: Rows, folder: Path) -> Search:
    """Index and search with SQLite's own full-text search."""
    connection = sqlite3.connect(folder / "fts5.sqlite")
    for lang, documents in rows.items():
        connection.execute(f"CREATE VIRTUAL TABLE {lang} USING fts5(address UNINDEXED, words, tokenize='{_WORDS}')")
        connection.executemany(f"INSERT INTO {lang} VALUES (?, ?)", documents)
    connection.commit()

    def search(lang: str, question: str, limit: int) -> list[str]:
        wanted = " OR ".join(f'"{word.folded}"' for word in words_of(question))
        sql = f"SELECT address FROM {lang} WHERE {lang} MATCH ? ORDER BY rank LIMIT ?"
        return [address for (address,) in connection.execute(sql, (wanted, limit))]

    return search


def whoosh(rows: Rows, folder: Path) -> Search:
    """Index and search with whoosh's standard analyzer and BM25F."""
    schema = Schema(address=STORED, words=TEXT)
    searchers = {}
    for lang, documents in rows.items():
        (folder / lang).mkdir()
        index = whoosh_index.create_in(str(folder / lang), schema)
        writer = index.writer()
        for address, words in documents:
            writer.add_document(address=address, words=words)
        writer.commit()
        searchers[lang] = index.searcher()
    parser = qparser.QueryParser("words", schema, group=qparser.OrGroup)

    def search(lang: str, question: str, limit: int) -> list[str]:
        wanted = parser.parse(" ".join(word.folded for word in words_of(question)))
        return [hit["address"] for hit in searchers[lang].search(wanted, limit=limit)]

    return search


RIVALS = {"fts5": fts5, "whoosh": whoosh}


def statements_of(glossary: str) -> Rows:
    """Return the statements of a glossary, with all words that lead to each."""
    rows: Rows = defaultdict(list)
    corpus, _ = read_glossary(Path(glossary))
    asked = {(one.lang, one.game, one.concept): one.phrasings for one in corpus.expansions}
    for entry in corpus.entries:
        names = [entry.title, *entry.aliases]
        phrasings = asked.get((entry.lang, entry.game, entry.concept), {})
        rows[entry.lang] += (
            (f"{entry.name}#{statement.n}", " ".join([*names, statement.text, *phrasings.get(statement.n, ())]))
            for statement in entry.statements
        )
    return rows


def main(rival: str, glossary: str, questions: str) -> None:
    rows = statements_of(glossary)
    asked = [json.loads(line) for line in Path(questions).read_text(encoding="utf-8").splitlines()]
    with tempfile.TemporaryDirectory() as scratch:
        begun = time.process_time()
        search = RIVALS[rival](rows, Path(scratch))
        index_seconds = time.process_time() - begun
        size = sum(path.stat().st_size for path in Path(scratch).rglob("*") if path.is_file())
        times = []
        for question in asked:
            begun = time.process_time()
            search(question["lang"], question["question"], _BEST)
            times.append(time.process_time() - begun)
    found = {
        "index": index_seconds,
        "size": size,
        "query": statistics.mean(times),
        "statements": sum(map(len, rows.values())),
    }
    print(json.dumps(found))


if __name__ == "__main__":
    main(*sys.argv[1:])
