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
from math import log1p
from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.languages import folded_words, ngrams_of
from compendium_cli.passages import OUT_OF_DOMAIN, words_of_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from compendium_cli.fitted import Smoothing
    from compendium_cli.passages import Norms, Passage, Source

WORDS, NGRAMS = "words", "ngrams"
#: Impacts are kept as whole numbers of such steps: as exact as it takes, as small as it gets.
STEP = 0.25
#: Of a glossary with so few statements every term is kept.
_FEW = 300


class Field(NamedTuple):
    """A kind of terms: how a text is cut into them, and which are left out."""

    name: str
    terms: Callable[[str], Iterable[str]]
    common: float
    fewest: int
    """A term counts for a statement if its text has it, or so many of its phrasings."""
    faint: float
    """Impacts below this are left out."""


class EntryCounts(NamedTuple):
    """How often an entry's terms stand in its names and in the ways of saying each of its statements."""

    names: Counter[str]
    passages: list[Counter[str]]
    is_rule: bool
    """Not so for the questions that no rule decides, which are counted like an entry."""

    def joined(self, weight: float) -> dict[str, float]:
        """Return the counts of the whole entry; a name counts ``weight`` times."""
        counts: dict[str, float] = dict.fromkeys(self.names, weight)
        for passage in self.passages:
            for term, count in passage.items():
                counts[term] = counts.get(term, 0.0) + count
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


def fields_of(norms: Norms, smoothing: Smoothing) -> tuple[Field, Field]:
    """Return the two kinds of terms. Words are kept however rare; of n-grams there are too many.

    ``norms`` is what normalises the words of questions, too: a word counts for nothing where the two differ.
    """
    return (
        Field(WORDS, lambda text: words_of_text(text, norms), 2 * smoothing.common, 1, 0.0),
        Field(NGRAMS, lambda text: ngrams_of(folded_words(text)), smoothing.common, 2, smoothing.faint),
    )


def counts_of(source: Source, field: Field) -> EntryCounts:
    """Count the terms of an entry. A text that says a word twice is not twice as much about it."""
    names = Counter(term for name in source.names for term in field.terms(name))
    passages = [_passage_counts(passage, field) for passage in source.passages]
    return EntryCounts(names, passages, source.concept != OUT_OF_DOMAIN)


def _passage_counts(passage: Passage, field: Field) -> Counter[str]:
    counts: Counter[str] = Counter()
    for phrasing in passage.phrasings:
        counts.update(set(field.terms(phrasing)))
    if field.fewest > 1:
        counts = Counter({term: count for term, count in counts.items() if count >= field.fewest})
    counts.update(set(field.terms(passage.text)) if passage.text else ())
    return counts


def collection_of(counted: Sequence[EntryCounts], field: Field, smoothing: Smoothing) -> Collection:
    """Add up the counts of all entries."""
    rules = [entry for entry in counted if entry.is_rule]
    frequency = Counter(term for entry in rules for passage in entry.passages for term in passage)
    total: dict[str, float] = {}
    for entry in counted:
        for term, count in entry.joined(smoothing.names).items():
            total[term] = total.get(term, 0.0) + count
    statements = sum(len(entry.passages) for entry in rules) or 1
    # To leave out what is common, or faint, saves room and time, and is nothing to small glossaries.
    common, faint = (field.common, field.faint) if statements > _FEW else (1.0, 0.0)
    most = common * statements
    kept = {term: count for term, count in total.items() if frequency[term] <= most}
    everything = sum(kept.values()) or 1.0
    said = sum(
        count for entry in rules for passage in entry.passages for term, count in passage.items() if term in kept
    )
    named = smoothing.names * sum(term in kept for entry in rules for term in entry.names)
    share = {term: count / everything for term, count in kept.items()}
    if field.fewest > 1:  # n-grams of other matters only tell nothing that their words do not, and are very many
        ruled = {term for entry in rules for counts in (entry.names, *entry.passages) for term in counts}
        share = {term: part for term, part in share.items() if term in ruled}
    return Collection(share, said / statements, (said + named) / max(len(rules), 1), faint)


def impacts_of(entry: EntryCounts, collection: Collection, smoothing: Smoothing) -> list[dict[str, int]]:
    """Return what each term speaks for an entry, and after that for each of its statements beyond the entry."""
    share = collection.share
    whole = {term: count for term, count in entry.joined(smoothing.names).items() if term in share}
    scale = 1 / (sum(whole.values()) + smoothing.entry * collection.entry or 1.0)
    by_entry = {term: count * scale / share[term] for term, count in whole.items()}
    base = {term: log1p(odds) for term, odds in by_entry.items()}
    found = [_stepped(base, collection.faint)]
    for passage in entry.passages:
        known = {term: count for term, count in passage.items() if term in share}
        scale = 1 / (sum(known.values()) + collection.statement or 1.0)
        beyond = {
            term: log1p(count * scale / share[term] + by_entry[term]) - base[term] for term, count in known.items()
        }
        found.append(_stepped(beyond, collection.faint))
    return found


def _stepped(impacts: Mapping[str, float], faint: float) -> dict[str, int]:
    least = max(faint / STEP, 1)
    return {term: steps for term, impact in impacts.items() if (steps := round(impact / STEP)) >= least}


def postings_of(sources: Sequence[Source], field: Field, smoothing: Smoothing) -> Iterator[tuple[str, array[int]]]:
    """Yield the terms of a language, sorted, each with documents and impacts by turns.

    Documents are counted through the entries: first an entry itself, then each of its statements.
    """
    counted = [counts_of(source, field) for source in sources]
    collection = collection_of(counted, field, smoothing)
    # Numbers in a row take a tenth of the room of pairs, and there are millions of them.
    postings: dict[str, array[int]] = {}
    document = 0
    for entry in counted:
        for impacts in impacts_of(entry, collection, smoothing):
            for term, impact in impacts.items():
                if term in postings:
                    postings[term].extend((document, impact))
                else:
                    postings[term] = array("L", (document, impact))
            document += 1
    yield from sorted(postings.items())
