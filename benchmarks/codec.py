"""What our whoosh codec is worth beside whoosh's own: the same postings written, kept and read by both, in one run.

usage: python benchmarks/codec.py [--lang it] [--runs 3]

The postings are those of the shipped glossary. Read are the words and n-grams of the questions in
``benchmarks/questions`` that were asked in the language, each once. Medians of some runs, and ratios.
"""

from __future__ import annotations

import argparse
import functools
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from answers import read_questions
from whoosh.fields import STORED, Schema
from whoosh.filedb.filestore import FileStorage

from compendium_cli.codec import ImpactSegment, write_impacts
from compendium_cli.compendium import open_compendium
from compendium_cli.fitted import fitted
from compendium_cli.impacts import NGRAMS, WORDS, Tally, counts_of, fields_of, impacts_of, postings_of
from compendium_cli.index import Impacts, _Impacts
from compendium_cli.languages import folded_words, ngrams_of
from compendium_cli.passages import out_of_domain, sources_of
from compendium_cli.reading.folder import read_glossary
from compendium_cli.settings import shipped_glossary

if TYPE_CHECKING:
    from array import array
    from collections.abc import Callable, Iterator

SEGMENT = "all"

Fields = list[tuple[str, list[tuple[str, "array[int]"]]]]


class Figures(NamedTuple):
    """Seconds to write, bytes kept, seconds to open and read."""

    write: float
    size: int
    read: float


class _Sorted:
    """Postings in whoosh's own order, in place of the pool that would sort them: they are sorted already."""

    def __init__(self, fields: Fields) -> None:
        self._fields = fields

    def iter_postings(self) -> Iterator[tuple[str, bytes, int, float, bytes]]:
        for name, terms in self._fields:
            for term, numbers in terms:
                for document, impact in zip(numbers[0::2], numbers[1::2], strict=True):
                    yield name, term.encode(), document, float(impact), b""

    def cleanup(self) -> None:
        """Do nothing."""


def written_by_whoosh(folder: Path, fields: Fields, documents: int) -> None:
    index = FileStorage(str(folder)).create_index(Schema(entry=STORED(), words=_Impacts(), ngrams=_Impacts()))
    writer = index.writer()
    for _ in range(documents):
        writer.add_document(entry="")
    writer.pool = _Sorted(fields)
    writer.commit()


def read_by_whoosh(folder: Path, terms: list[tuple[str, str]]) -> int:
    reader = FileStorage(str(folder)).open_index().reader()
    total = 0
    for field, term in terms:
        if (field, term) in reader:
            matcher: Any = reader.postings(field, term)
            while matcher.is_active():
                total += int(matcher.weight())
                matcher.next()
    reader.close()
    return total


def written_by_us(folder: Path, fields: Fields, documents: int) -> None:
    write_impacts(FileStorage(str(folder)), ImpactSegment(SEGMENT), documents, fields)


def read_by_us(folder: Path, terms: list[tuple[str, str]]) -> int:
    index = Impacts(FileStorage(str(folder)), SEGMENT)
    total = sum(sum(index._postings(field, term)[1]) for field, term in terms)  # noqa: SLF001 - what is measured
    index.close()
    return total


def measured(
    write: Callable[[Path, Fields, int], None],
    read: Callable[[Path, list[tuple[str, str]]], int],
    fields: Fields,
    documents: int,
    terms: list[tuple[str, str]],
) -> tuple[Figures, int]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        begun = time.process_time()
        write(folder, fields, documents)
        wrote = time.process_time()
        found = read(folder, terms)
        done = time.process_time()
        size = sum(path.stat().st_size for path in folder.iterdir())
    return Figures(wrote - begun, size, done - wrote), found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--lang", default="it")
    parser.add_argument("--runs", type=int, default=3)
    args = parser.parse_args()
    store = open_compendium()._compiled.store  # noqa: SLF001 - what is inside is what is measured
    norms = functools.partial(store.norms, args.lang)
    corpus, _ = read_glossary(shipped_glossary())
    sources = [*sources_of(corpus, args.lang), out_of_domain(args.lang)]
    smoothing = fitted().smoothing
    fields = []
    for field in sorted(fields_of(norms, smoothing), key=lambda field: field.name):
        counted = [counts_of(source, [field])[0] for source in sources]
        tally = Tally(field, smoothing)
        for counts in counted:
            tally.add(counts)
        collection = tally.collection()
        fields.append((field.name, postings_of(impacts_of(counts, collection, smoothing) for counts in counted)))
    documents = sum(1 + len(source.passages) for source in sources)
    asked = [question.question for question in read_questions("all") if question.lang == args.lang]
    words = {(WORDS, norm) for text in asked for word in folded_words(text) for norm in norms(word)}
    terms = sorted(words | {(NGRAMS, ngram) for text in asked for ngram in ngrams_of(folded_words(text))})
    found: dict[str, list[Figures]] = {"whoosh": [], "ours": []}
    for _ in range(args.runs):
        theirs, their_sum = measured(written_by_whoosh, read_by_whoosh, fields, documents, terms)
        ours, our_sum = measured(written_by_us, read_by_us, fields, documents, terms)
        assert our_sum == their_sum, "both must read the same"  # noqa: S101
        found["whoosh"].append(theirs)
        found["ours"].append(ours)
    median = {name: Figures(*map(statistics.median, zip(*runs, strict=True))) for name, runs in found.items()}
    number = sum(len(numbers) // 2 for _, kept in fields for _, numbers in kept)
    print(f"{number:,} postings of {args.lang}; {len(terms):,} terms read")
    print(f"{'':10s} {'write':>8s} {'size':>9s} {'read':>9s}")
    for name, figures in median.items():
        print(f"{name:10s} {figures.write:6.2f} s {figures.size / 1e6:6.1f} MB {figures.read * 1000:6.0f} ms")
    ratios = [ours / theirs for ours, theirs in zip(median["ours"], median["whoosh"], strict=True)]
    print(f"{'ratio':10s} {ratios[0]:8.2f} {ratios[1]:9.2f} {ratios[2]:9.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
