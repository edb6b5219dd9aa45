"""How often the rule is found in a game that nobody has prepared: rulebooks as they are imported, and nothing else.

usage: python benchmarks/unknown_games.py DOCUMENTS [QUESTIONS ...] [--part unseen|test|tune|all] [--misses]
           [--table FILE]

DOCUMENTS is a folder with the texts of the publishers' rulebooks, which are theirs and not part of the repository. Each
is imported under an invented id, so that the glossary lends it neither names nor phrasings, and asked alone. QUESTIONS
are folders of questions, ``benchmarks/questions`` by default; those that want an answer in another language are left
out, and --part chooses among those that have one. They name the entries of the shipped glossary that decide them: an
imported entry stands for the one of the same heading.

Figures are hit@1 / hit@3 / hit@5 in percent. For ``ask`` a declined question is a missed one; ``ask, or nearest``
counts what was named as nearest instead. ``there`` is the share of questions whose entry the import found at all: more
can't be reached.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from rivals import RIVALS, Search

from compendium_cli.compendium import Compendium, open_compendium
from compendium_cli.languages import words_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from compendium_cli.model import Entry

QUESTIONS = Path(__file__).with_name("questions")
UNANSWERED = 99
#: Statements that `ask` is asked for, and entries that the others are: enough for five entries.
_READ = 20
_COMPLETE = 5
#: How like a heading must be to one of the glossary: scanned documents have misread letters.
_ALIKE = 0.85
SYSTEMS = ("whoosh BM25", "SQLite FTS5", "compendium search", "ask", "ask, or nearest")


class Document(NamedTuple):
    """A rulebook, and the game of the shipped glossary whose questions it is asked."""

    file: str
    """What the name of its file begins with."""
    lang: str
    game: str


#: The documents that the shipped glossary follows.
DOCUMENTS: tuple[Document, ...] = (
    Document("000", "it", "marvel-champions"),
    Document("001", "es", "marvel-champions"),
    Document("002", "uk", "marvel-champions"),
    Document("003", "it", "marvel-tcg"),
    Document("004", "it", "marvel-dagger"),
)


class Question(NamedTuple):
    """A question, and the entries that decide it: any of ``gold``, or all of ``needs``."""

    question: str
    lang: str
    game: str
    gold: tuple[str, ...]
    needs: tuple[str, ...]


class Result(NamedTuple):
    """What became of a question."""

    document: Document
    question: Question
    ranks: dict[str, int]
    declined: bool
    is_there: bool
    """Whether the import found an entry that decides it."""


def read_questions(folders: Iterable[Path], part: str) -> Iterator[Question]:
    """Yield the questions of some folders that rules decide, in the language they are asked in."""
    for path in (path for folder in folders for path in sorted(folder.glob("*.jsonl"))):
        for q in map(json.loads, path.read_text(encoding="utf-8").splitlines()):
            is_decided_here = q.get("gold") and not q.get("answer_lang")
            if is_decided_here and part in ("all", q.get("part", part)):
                yield Question(q["question"], q["lang"], q["game"], tuple(q["gold"]), tuple(q["needs"]))


# -- which entry is which -------------------------------------------------------------------------------------------


def counterparts(imported: Compendium, shipped: Compendium, document: Document) -> dict[str, str]:
    """Return the concept of the shipped glossary that each imported one stands for, by its heading."""
    known: dict[bool, dict[str, str]] = {False: {}, True: {}}
    for concept in shipped.games()[document.game].concepts.values():
        if title := concept.titles.get(document.lang):
            known[False][_key(title)] = concept.id
    for entry in shipped.entries(document.lang, document.game):
        for name in _names(entry):
            known[entry.is_card].setdefault(name, entry.concept)
    entries = list(imported.entries(document.lang))
    found = {
        entry.concept: known[entry.is_card][name]
        for entry in entries
        for name in _names(entry)
        if name in known[entry.is_card]
    }
    for entry in (entry for entry in entries if entry.concept not in found):
        taken = set(found.values())
        free = [name for name, concept in known[entry.is_card].items() if concept not in taken]
        if alike := get_close_matches(_key(entry.title), free, 1, _ALIKE):
            found[entry.concept] = known[entry.is_card][alike[0]]
    return found


def _names(entry: Entry) -> Iterator[str]:
    yield _key(entry.title)
    if entry.heading and not entry.is_card:  # that of a card goes on with its product
        yield _key(entry.heading)


def _key(text: str) -> str:
    return " ".join(word.folded for word in words_of(text))


def rank_of(question: Question, order: Iterable[str]) -> int:
    """Return where the answer stands: 1 is best."""
    places = {concept: place for place, concept in reversed(list(enumerate(dict.fromkeys(order), 1)))}
    if question.needs:
        return 1 if all(places.get(concept, UNANSWERED) <= _COMPLETE for concept in question.needs) else UNANSWERED
    return min((places.get(concept, UNANSWERED) for concept in question.gold), default=UNANSWERED)


# -- asking ---------------------------------------------------------------------------------------------------------


class Unknown(NamedTuple):
    """A document as a game that the glossary does not know."""

    document: Document
    imported: Compendium
    plain: dict[str, Search]
    counterparts: dict[str, str]

    def meant(self, names: Iterable[str]) -> list[str]:
        """Return what imported entries stand for; those that stand for nothing keep their place in the order."""
        return [self.counterparts.get(name.partition("/")[2], name) for name in names]

    def has(self, question: Question) -> bool:
        """Tell whether the import found what decides a question."""
        there = set(self.counterparts.values())
        return there.issuperset(question.needs) if question.needs else not there.isdisjoint(question.gold)


def measure(document: Document, file: Path, questions: Iterable[Question], shipped: Compendium) -> Iterator[Result]:
    """Import a document as a game of its own and ask it the questions of its game and language."""
    lang = document.lang
    with tempfile.TemporaryDirectory() as scratch:
        to = str(Path(scratch, "library"))
        shipped.import_document(str(file), game=f"unknown-{document.file}", lang=lang, edition=f"{lang}-1", to=to)
        with open_compendium(to) as imported:
            plain = {name: build({lang: _texts(imported, lang)}, Path(scratch)) for name, build in RIVALS.items()}
            unknown = Unknown(document, imported, plain, counterparts(imported, shipped, document))
            for question in questions:
                if (question.lang, question.game) == (lang, document.game):
                    yield ask(question, unknown)


def _texts(imported: Compendium, lang: str) -> list[tuple[str, str]]:
    """Return the entries as plain texts."""
    return [
        (entry.name, "\n".join((entry.title, *entry.aliases, *(statement.text for statement in entry.statements))))
        for entry in imported.entries(lang)
    ]


def ask(question: Question, unknown: Unknown) -> Result:
    """Ask every system."""
    text, lang = question.question, unknown.document.lang
    answer = unknown.imported.ask(text, lang=lang, limit=_READ)
    declined = not answer.decided
    rulings = [ruling.entry.name for ruling in answer.rulings]
    _, hits = unknown.imported.search(text, lang=lang, limit=_READ)
    orders: dict[str, Sequence[str]] = {
        "whoosh BM25": unknown.plain["whoosh"](lang, text, _READ),
        "SQLite FTS5": unknown.plain["fts5"](lang, text, _READ),
        "compendium search": [hit.entry.name for hit in hits],
        "ask": [] if declined else rulings,
        "ask, or nearest": rulings or answer.nearest,
    }
    ranks = {system: rank_of(question, unknown.meant(order)) for system, order in orders.items()}
    return Result(unknown.document, question, ranks, declined, unknown.has(question))


# -- telling --------------------------------------------------------------------------------------------------------


def table(results: Sequence[Result]) -> list[str]:
    """Return a Markdown table: a row per document, a column per system."""
    lines = [f"| document | n | there | {' | '.join(SYSTEMS)} | declined |", "|---|--:|--:|" + "--:|" * 6]
    documents = list(dict.fromkeys(result.document for result in results))
    for document in documents:
        own = [result for result in results if result.document == document]
        lines.append(_row(f"{document.game} ({document.lang})", own))
    return [*lines, _row("all", results)]


def _row(label: str, results: Sequence[Result]) -> str:
    def share(number: int) -> str:
        return f"{100 * number / len(results):.0f}"

    figures = [
        " / ".join(share(sum(result.ranks[system] <= k for result in results)) for k in (1, 3, 5)) for system in SYSTEMS
    ]
    there = share(sum(result.is_there for result in results))
    declined = share(sum(result.declined for result in results))
    return f"| {label} | {len(results)} | {there} | {' | '.join(figures)} | {declined} |"


def _file_of(document: Document, folder: Path) -> Path:
    """Return the file of a document, or say what is wanted."""
    found = sorted(folder.glob(f"{document.file}*.txt")) if folder.is_dir() else []
    if not found:
        sys.exit(
            f"no {document.file}*.txt in {str(folder)!r}: this needs the texts of the publishers' rulebooks, which are "
            "not part of the repository. Name a folder that has them; --table FILE lists other ones, one a line: what "
            "the name of its file begins with, language, game, with a tab between them"
        )
    return found[0]


def _listed(table: Path) -> tuple[Document, ...]:
    """Return the documents that a table lists."""
    rows = [line.split("\t") for line in table.read_text(encoding="utf-8").splitlines()]
    if any(len(row) != len(Document._fields) for row in rows):
        sys.exit(
            f"{str(table)!r}: a line is what the name of a file begins with, language, game, with tabs between them"
        )
    return tuple(Document(*row) for row in rows)


def main(arguments: argparse.Namespace) -> None:
    documents = _listed(arguments.table) if arguments.table else DOCUMENTS
    files = [_file_of(document, arguments.documents) for document in documents]
    questions = list(read_questions(arguments.questions or [QUESTIONS], arguments.part))
    with open_compendium() as shipped:
        results = [
            result
            for document, file in zip(documents, files, strict=True)
            for result in measure(document, file, questions, shipped)
        ]
    if not results:
        sys.exit("no question is about any of these documents: QUESTIONS are folders of .jsonl files")
    print("\n".join(table(results)))
    if arguments.misses:
        for result in (result for result in results if result.ranks["ask"] > _COMPLETE):
            why = "declined" if result.declined else "missed"
            print(f"{why:<9} {' '.join(result.question.gold):<30} {result.question.question}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="How often the rule is found in a game that nobody has prepared.")
    parser.add_argument("documents", type=Path, metavar="DOCUMENTS")
    parser.add_argument("questions", type=Path, nargs="*", metavar="QUESTIONS")
    parser.add_argument("--part", choices=["unseen", "test", "tune", "all"], default="unseen")
    parser.add_argument("--table", type=Path, metavar="FILE")
    parser.add_argument("--misses", action="store_true")
    main(parser.parse_args())
