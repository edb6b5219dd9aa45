"""How much each word and each character n-gram speaks for a statement: query likelihood, worked out once.

Retrieval asks of every statement how likely somebody who has it in mind would write the question (Ponte and Croft
1998). A term of the question adds the logarithm of how much likelier it is in the statement, its entry and the
collection together than in the collection alone: a mixture of three language models (Jelinek and Mercer 1980; for
passages in their document, Jiang and Zhai 2004). Neither depends on the question, so the sum's parts are kept in the
index as impacts (Anh and Moffat 2001) in whole steps, and a question is answered by adding them up: what the entry
has goes to the entry, what the statement has beyond that to the statement.
"""

from __future__ import annotations

from array import array
from collections import Counter
from itertools import chain
from math import fsum, log1p
from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.languages import folded_words, ngrams_of
from compendium_cli.passages import OUT_OF_DOMAIN

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from compendium_cli.fitted import Smoothing
    from compendium_cli.passages import Norms, Source

WORDS, NGRAMS = "words", "ngrams"
#: Impacts are kept as whole numbers of such steps: as exact as it takes, as small as it gets.
STEP = 0.25
#: Of a glossary with so few statements every term is kept.
_FEW = 300


class Field(NamedTuple):
    """A kind of terms: how the folded words of a text are cut into them, and which are left out."""

    name: str
    terms: Callable[[Sequence[str]], set[str]]
    common: float
    fewest: int
    """A term counts for a statement if its text has it, or so many of its phrasings."""
    faint: float
    """Impacts below this are left out."""


class EntryCounts(NamedTuple):
    """How often an entry's terms stand in its names and in the ways of saying each of its statements."""

    names: dict[str, int]
    passages: list[dict[str, int]]
    is_rule: bool
    """Not so for the questions that no rule decides, which are counted like an entry."""

    def said(self) -> dict[str, int]:
        """Return the counts of all statements together."""
        counts: dict[str, int] = {}
        for passage in self.passages:
            for term, count in passage.items():
                counts[term] = counts.get(term, 0) + count
        return counts

    def joined(self, weight: float) -> dict[str, float]:
        """Return the counts of the whole entry; a name counts ``weight`` times."""
        counts: dict[str, float] = dict(self.said())
        for term in self.names:
            counts[term] = counts.get(term, 0) + weight
        return counts


class Collection(NamedTuple):
    """What is true of all entries of a language together."""

    share: dict[str, float]
    """The share that each term has of all terms; those that are left out have none."""
    statement: float
    """How many terms a statement usually has."""
    entry: float
    """How many terms an entry usually has."""
    faint: float
    """Impacts below this are left out."""
    unseen: float
    """The share of a term that was said once."""
    common: frozenset[str]
    """The terms that are left out because too many statements have them."""

    def with_terms_of(self, entries: Iterable[EntryCounts]) -> Collection:
        """Return it with the terms of entries that were written later: what nobody had said is as rare as can be."""
        terms = chain.from_iterable(chain(entry.names, *entry.passages) for entry in entries)
        unseen = {term: self.unseen for term in terms if term not in self.share and term not in self.common}
        return self._replace(share=self.share | unseen)


def fields_of(norms: Norms, smoothing: Smoothing) -> tuple[Field, Field]:
    """Return the two kinds of terms. Words are kept however rare; of n-grams there are too many.

    ``norms`` is what normalises the words of questions, too: a word counts for nothing where the two differ.
    """
    return (
        Field(WORDS, lambda words: set(chain.from_iterable(map(norms, words))), 2 * smoothing.common, 1, 0.0),
        Field(NGRAMS, ngrams_of, smoothing.common, 2, smoothing.faint),
    )


def counts_of(source: Source, fields: Sequence[Field]) -> list[EntryCounts]:
    """Count the terms of an entry, field by field. A text that says a word twice is not twice as much about it."""
    names = [folded_words(name) for name in source.names]
    passages = [
        ([folded_words(phrasing) for phrasing in passage.phrasings], folded_words(passage.text))
        for passage in source.passages
    ]
    return [
        EntryCounts(
            dict(Counter(chain.from_iterable(field.terms(words) for words in names))),
            [_passage_counts(phrasings, text, field) for phrasings, text in passages],
            source.concept != OUT_OF_DOMAIN,
        )
        for field in fields
    ]


def _passage_counts(phrasings: Sequence[Sequence[str]], text: Sequence[str], field: Field) -> dict[str, int]:
    counts = dict(Counter(chain.from_iterable(map(field.terms, phrasings))))
    if field.fewest > 1:
        counts = {term: count for term, count in counts.items() if count >= field.fewest}
    for term in field.terms(text) if text else ():
        counts[term] = counts.get(term, 0) + 1
    return counts


class Tally:
    """Adds up the counts of all entries of a language, one after another: there may be more than memory holds."""

    def __init__(self, field: Field, smoothing: Smoothing) -> None:
        self._field = field
        self._weight = smoothing.names
        self._frequency: Counter[str] = Counter()
        """How many statements have a term."""
        self._said: Counter[str] = Counter()
        """How often statements have a term."""
        self._named: Counter[str] = Counter()
        """How many entries have a term in their names."""
        self._outside: Counter[str] = Counter()
        """How often questions have a term that no rule decides."""
        self._statements = self._entries = 0

    def add(self, entry: EntryCounts) -> None:
        """Add an entry."""
        if not entry.is_rule:
            self._outside.update(entry.said())
            return
        said, known = self._said, self._said.get
        for passage in entry.passages:
            self._frequency.update(passage.keys())
            for term, count in passage.items():
                said[term] = known(term, 0) + count
        self._named.update(entry.names.keys())
        self._statements += len(entry.passages)
        self._entries += 1

    def collection(self) -> Collection:
        """Return what is true of all of them."""
        # To leave out what is common, or faint, saves room and time, and is nothing to small glossaries.
        is_large = self._statements > _FEW
        most = (self._field.common if is_large else 1.0) * max(self._statements, 1)
        common = frozenset(term for term, number in self._frequency.items() if number > most)
        terms = dict.fromkeys(chain(self._said, self._named, self._outside))
        kept = sorted(term for term in terms if term not in common)
        total = {term: self._said[term] + self._weight * self._named[term] + self._outside[term] for term in kept}
        everything = fsum(total.values()) or 1.0  # the same in whatever order
        said = sum(count for term, count in self._said.items() if term not in common)
        named = self._weight * sum(count for term, count in self._named.items() if term not in common)
        if self._field.fewest > 1:  # n-grams of other matters only tell nothing that their words do not
            total = {term: count for term, count in total.items() if term in self._said or term in self._named}
        return Collection(
            {term: count / everything for term, count in total.items()},
            said / max(self._statements, 1),
            (said + named) / max(self._entries, 1),
            self._field.faint if is_large else 0.0,
            1 / everything,
            common,
        )


def impacts_of(entry: EntryCounts, collection: Collection, smoothing: Smoothing) -> list[dict[str, int]]:
    """Return what each term speaks for an entry, and after that for each of its statements beyond the entry."""
    share, least = collection.share, max(collection.faint / STEP, 1)
    whole = {term: count for term, count in entry.joined(smoothing.names).items() if term in share}
    scale = 1 / (fsum(whole.values()) + smoothing.entry * collection.entry or 1.0)
    by_entry = {term: count * scale / share[term] for term, count in whole.items()}
    base = {term: log1p(odds) for term, odds in by_entry.items()}
    found = [{term: steps for term, impact in base.items() if (steps := round(impact / STEP)) >= least}]
    for passage in entry.passages:
        left_out = set(passage).difference(share)
        scale = 1 / (sum(passage.values()) - sum(passage[term] for term in left_out) + collection.statement or 1.0)
        found.append(
            {
                term: steps
                for term, count in passage.items()
                if term in base
                and (steps := round((log1p(count * scale / share[term] + by_entry[term]) - base[term]) / STEP)) >= least
            }
        )
    return found


def postings_of(impacts: Iterable[Sequence[Mapping[str, int]]]) -> list[tuple[str, array[int]]]:
    """Return the terms of some entries, sorted, each with documents and impacts by turns.

    Documents are counted through the entries: first an entry itself, then each of its statements.
    """
    # Numbers in a row take a tenth of the room of pairs, and there are millions of them.
    postings: dict[str, array[int]] = {}
    document = 0
    for entry in impacts:
        for spoken in entry:
            for term, impact in spoken.items():
                if term in postings:
                    postings[term].extend((document, impact))
                else:
                    postings[term] = array("L", (document, impact))
            document += 1
    return sorted(postings.items())
