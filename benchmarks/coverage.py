"""How much of rulebooks becomes entries when they are imported: text, headings, references, time.

usage: python benchmarks/coverage.py FOLDER [--lang en] [--limit N] [--worst 10] [--rows]

FOLDER holds rulebooks (.md, .txt, .pdf; folders below it are read, too); they are not part of the repository. Each is
imported as a game that the glossary does not know. ``text`` is the share of the words that stand in an entry, page
numbers, running heads, contents and index apart; ``all`` the same with them. ``headings`` is the share of the Markdown
headings that have an entry of their own; documents without any are left out of it. Printed are the median, the mean and
the least of each, and the documents with the least text.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from pathlib import Path
from statistics import mean, median
from typing import NamedTuple

from compendium_cli.errors import CompendiumError
from compendium_cli.importing.document import read_document
from compendium_cli.importing.pipeline import import_document
from compendium_cli.languages import LANGUAGES
from compendium_cli.model import Corpus

#: What every document should reach.
LEAST = 0.97
_SUFFIXES = {".md", ".txt", ".pdf"}
_HEADING = re.compile(r"\s{0,3}#{1,6}\s+\S*\w")
_FENCE = re.compile(r"\s*(```|~~~)")


class Row(NamedTuple):
    """What became of a document."""

    name: str
    words: int
    text: float
    all: float
    headings: float | None
    entries: int
    references: int
    resolved: int
    longest: int
    """Characters of the longest statement."""
    seconds: float


def measure(path: Path, lang: str) -> Row:
    """Import a document as a game that nobody has prepared."""
    begun = time.perf_counter()
    document = read_document([str(path)])
    found = import_document(document, Corpus({}, ()), "unknown-game", LANGUAGES[lang])
    seconds = time.perf_counter() - begun
    if not found.entries:
        raise CompendiumError(found.problems[-1])
    coverage = found.coverage
    printed = set()
    is_code = False
    for line in document.lines:
        is_code ^= bool(_FENCE.match(line.text))
        if not is_code and _HEADING.match(line.text):
            printed.add(line.number)
    own = {entry.line for entry in found.entries} | {card.line for card in found.cards}
    return Row(
        name=path.name,
        words=coverage.words + coverage.beside,
        text=coverage.share,
        all=coverage.kept / max(coverage.words + coverage.beside, 1),
        headings=len(printed & own) / len(printed) if printed else None,
        entries=len(found.entries),
        references=len(found.references),
        resolved=sum(reference.target is not None for reference in found.references),
        longest=max((len(block.text) for entry in found.entries for block in entry.blocks), default=0),
        seconds=seconds,
    )


def told(row: Row) -> str:
    """Return a document and what became of it, on one line."""
    headings = "    -" if row.headings is None else f"{row.headings:5.1%}"
    return f"{row.text:6.1%} {row.all:6.1%} {headings:>6} {row.entries:5d} {row.seconds:6.2f} s  {row.name}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    parser.add_argument("--lang", default="en")
    parser.add_argument("--limit", type=int, default=0, help="Only so many documents, evenly taken.")
    parser.add_argument("--worst", type=int, default=10)
    parser.add_argument("--rows", action="store_true", help="Print every document.")
    given = parser.parse_args()
    paths = sorted(path for path in given.folder.rglob("*") if path.suffix in _SUFFIXES)
    if given.limit:
        paths = paths[:: max(len(paths) // given.limit, 1)]
    rows, refused = [], []
    for path in paths:
        try:
            rows.append(measure(path, given.lang))
        except CompendiumError as error:
            refused.append(f"refused  {path.name}: {error.message}")
        if given.rows and rows:
            print(told(rows[-1]), flush=True)
    if not rows:
        sys.exit(
            f"no document of {str(given.folder)!r} was imported: a rulebook is a file that ends in .md, .txt, .pdf"
        )
    headed = [row.headings for row in rows if row.headings is not None] or [1.0]
    print(f"{len(rows)} documents, {sum(row.words for row in rows)} words, {len(refused)} refused")
    for name, shares in (
        ("text", [row.text for row in rows]),
        ("all", [row.all for row in rows]),
        ("headings", headed),
    ):
        print(f"{name:9} median {median(shares):6.2%}  mean {mean(shares):6.2%}  least {min(shares):6.2%}")
    print(f"below 97 % of text: {sum(row.text < LEAST for row in rows)} documents")
    references, resolved = sum(row.references for row in rows), sum(row.resolved for row in rows)
    print(f"references {references}, with a target {resolved}; longest statement {max(row.longest for row in rows)}")
    print(f"seconds   median {median(row.seconds for row in rows):.2f}  most {max(row.seconds for row in rows):.2f}")
    print(
        "\n".join(
            ["  text    all  heads entries   time", *map(told, sorted(rows, key=lambda r: r.text)[: given.worst])]
        )
    )
    print("\n".join(refused))
    return 0


if __name__ == "__main__":
    sys.exit(main())
