"""Learn what questions are after from how players ask, and write it to ``compendium_cli/learnt.vectors``.

usage: python benchmarks/learn.py [--rounds N]     (needs the extra ``fit``; two minutes on two cores)

A question is a bag of words and pairs of words, a statement a class, the same in all languages: what ``same:`` aligns
is one. Vectors of both are fitted by multinomial logistic regression to every phrasing, and to every text as one more,
while words are left out by chance (dropout), so that no single one decides. No question of ``benchmarks/questions`` is
looked at. Numbers are kept in a byte each.
"""

from __future__ import annotations

import argparse
import sys
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from scipy.sparse import csr_matrix

from compendium_cli.alignment import pivot_numbers
from compendium_cli.compendium import Compendium, open_compendium
from compendium_cli.encoder import LEARNT, buckets_of, write_vectors
from compendium_cli.languages import folded_words

if TYPE_CHECKING:
    from collections.abc import Iterator

_SEED = 19
_BUCKETS, _DIMENSIONS = 1 << 14, 48
_BATCH = 512
_DROPOUT = 0.3
#: The step of Adam (Kingma and Ba 2015) at first; at last there is none. How much of the mean of slopes is kept, and of
#: their squares.
_STEP, _KEPT, _KEPT_SQUARES = 0.01, 0.9, 0.99
#: What keeps vectors of statements small.
_RIDGE = 2e-6
#: Of all numbers so many fit into a byte; the others become its largest.
_FITTING = 99.9
_LARGEST = 127


class Example(NamedTuple):
    """A way of asking for a statement."""

    statement: int
    buckets: np.ndarray


class Lesson(NamedTuple):
    """All that there is to learn."""

    languages: list[str]
    examples: list[Example]
    addresses: dict[str, int]
    """The statements by the addresses of their texts, in all languages."""


def gather(compendium: Compendium) -> Lesson:
    """Return every phrasing and every text with the statement that it leads to."""
    store = compendium._compiled.store  # noqa: SLF001 - the vectors are about what is inside
    languages = store.spoken()
    classes: dict[tuple[object, ...], int] = {}
    addresses: dict[str, int] = {}
    examples: list[Example] = []
    for position, lang in enumerate(languages):
        norm = lru_cache(maxsize=None)(lambda word, lang=lang: store.norms(lang, word)[0])
        for source in compendium.sources(lang):
            entry = store.entry(source.lang, source.game, source.concept)
            pivots = pivot_numbers(entry, compendium.games()[source.game]) if entry else {}
            for passage in source.passages:
                own = (source.lang, passage.n) if passage.n not in pivots else pivots[passage.n][:1]
                place = classes.setdefault((source.game, source.concept, *own), len(classes))
                addresses[f"{source.lang}/{source.game}/{source.concept}#{passage.n}"] = place
                for said in passage.ways:
                    words = [norm(word) for word in folded_words(said)]
                    if words:
                        buckets = np.array(buckets_of(words, _BUCKETS)) + position * _BUCKETS
                        examples.append(Example(place, buckets))
    return Lesson(languages, examples, addresses)


class Vectors:
    """Numbers that are fitted, each with its own step (Adam)."""

    def __init__(self, number: int, chance: np.random.Generator) -> None:
        self.values = chance.normal(0, 0.1, (number, _DIMENSIONS)).astype(np.float32)
        self._mean = np.zeros_like(self.values)
        self._square = np.zeros_like(self.values)

    def follow(self, slopes: np.ndarray, step: float, rows: np.ndarray | slice = slice(None)) -> None:
        """Go a step down the slopes of some rows."""
        self._mean[rows] = _KEPT * self._mean[rows] + (1 - _KEPT) * slopes
        self._square[rows] = _KEPT_SQUARES * self._square[rows] + (1 - _KEPT_SQUARES) * slopes**2
        self.values[rows] -= step * self._mean[rows] / (np.sqrt(self._square[rows]) + 1e-6)


def learn(lesson: Lesson, rounds: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the vectors of words, language after language, and of statements."""
    chance = np.random.default_rng(_SEED)
    words = Vectors(len(lesson.languages) * _BUCKETS, chance)
    statements = Vectors(1 + max(lesson.addresses.values()), chance)
    order = np.arange(len(lesson.examples))
    for number in range(rounds):
        chance.shuffle(order)
        step = _STEP * (1 - number / rounds)
        loss = 0.0
        for begin in range(0, len(order), _BATCH):
            batch = [lesson.examples[place] for place in order[begin : begin + _BATCH]]
            meant = np.array([example.statement for example in batch])
            asked = bags([example.buckets for example in batch], len(words.values), chance)
            sums = asked @ words.values
            scores = sums @ statements.values.T
            chances = np.exp(scores - scores.max(axis=1, keepdims=True))
            chances /= chances.sum(axis=1, keepdims=True)
            each = np.arange(len(batch))
            loss -= float(np.log(chances[each, meant] + 1e-9).sum())
            chances[each, meant] -= 1
            chances /= len(batch)
            seen = np.unique(asked.indices)
            of_words = asked[:, seen].T @ (chances @ statements.values)
            statements.follow(chances.T @ sums + _RIDGE * statements.values, step)
            words.follow(of_words, step, seen)
        print(f"  round {number + 1} of {rounds}: loss {loss / len(order):.3f}", file=sys.stderr)
    return words.values, statements.values


def bags(examples: list[np.ndarray], width: int, chance: np.random.Generator) -> csr_matrix:
    """Return examples as rows of a matrix, some of their terms left out; a long one counts no more than a short one."""
    kept = [terms[mask] if (mask := chance.random(len(terms)) >= _DROPOUT).any() else terms for terms in examples]
    rows = np.repeat(np.arange(len(kept)), [len(terms) for terms in kept])
    values = np.concatenate([np.full(len(terms), len(terms) ** -0.5, np.float32) for terms in kept])
    return csr_matrix((values, (rows, np.concatenate(kept))), shape=(len(kept), width))


def in_bytes(values: np.ndarray) -> tuple[np.ndarray, float]:
    """Return numbers as whole ones that fit into a byte, and what one of them is worth."""
    unit = float(np.percentile(np.abs(values), _FITTING)) / _LARGEST
    return np.clip(np.round(values / unit), -_LARGEST, _LARGEST).astype(np.int8), unit


def tables(lesson: Lesson, words: np.ndarray) -> Iterator[tuple[str, list[int]]]:
    """Yield the vectors of words of each language."""
    for position, lang in enumerate(lesson.languages):
        yield lang, words[position * _BUCKETS : (position + 1) * _BUCKETS].ravel().tolist()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rounds", type=int, default=12, help="how often every phrasing is looked at")
    args = parser.parse_args()
    lesson = gather(open_compendium())
    print(f"{len(lesson.examples)} ways of asking for {1 + max(lesson.addresses.values())} statements", file=sys.stderr)
    words, statements = learn(lesson, args.rounds)
    (whole_words, unit_of_words), (whole_statements, unit_of_statements) = in_bytes(words), in_bytes(statements)
    # A bucket that no phrasing has says nothing.
    used = np.unique(np.concatenate([example.buckets for example in lesson.examples]))
    whole_words[np.setdiff1d(np.arange(len(whole_words)), used)] = 0
    write_vectors(
        LEARNT,
        dict(tables(lesson, whole_words)),
        whole_statements.ravel().tolist(),
        lesson.addresses,
        dimensions=_DIMENSIONS,
        scale=unit_of_words * unit_of_statements,
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
