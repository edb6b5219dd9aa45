"""Learn what questions are after from how players ask, and write it to ``compendium_cli/learnt.vectors``.

usage: python benchmarks/learn.py [--rounds N]     (needs the extra ``fit``; three minutes on two cores)

A question is a bag of words, pairs of words and character n-grams, a statement a class, the same in all languages: what
``same:`` aligns is one. Vectors of both are fitted by multinomial logistic regression to every phrasing, to every text
as one more, and to the lessons, while terms are left out by chance (dropout), so that no single one decides. None of
``benchmarks/questions`` is looked at. Numbers are kept in a byte each.

The lessons (``benchmarks/lessons/<game>/<language>.txt``) tell of each ruling how it is asked at the table (``+``), and
what only sounds like it (``-``), with the ruling that settles that after ``=>`` where there is one. What none settles
is a class of its own beside each ruling. Of ``{one|another}`` one is said.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from scipy.sparse import csr_matrix

from compendium_cli.alignment import pivot_numbers
from compendium_cli.compendium import Compendium, open_compendium
from compendium_cli.encoder import LEARNT, buckets_of, likeness, write_vectors
from compendium_cli.languages import folded_words, ngrams_of
from compendium_cli.model import RULINGS

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterator, Sequence

LESSONS = Path(__file__).with_name("lessons")
ROUNDS = 10
_SEED = 19
_BUCKETS, _DIMENSIONS = 1 << 14, 64
_BATCH = 512
_DROPOUT = 0.5
#: The step of Adam (Kingma and Ba 2015) at first; at last there is none. How much of the mean of slopes is kept, and of
#: their squares.
_STEP, _KEPT, _KEPT_SQUARES = 0.01, 0.9, 0.99
#: What keeps vectors of statements small.
_RIDGE = 2e-6
#: Of all numbers so many fit into a byte; the others become its largest.
_FITTING = 99.9
_LARGEST = 127
#: So many ways of saying a lesson are taken at most.
_WAYS = 3
#: What tells a ruling from what sounds like it, its own phrasings and the lessons, counts as much as so many others.
_COUNTED = 4.0
_ALTERNATIVES = re.compile(r"\{([^{}]*)\}")


class Example(NamedTuple):
    """A way of asking for a statement."""

    statement: int
    buckets: np.ndarray
    counted: float = 1.0


class Lesson(NamedTuple):
    """All that there is to learn."""

    languages: list[str]
    examples: list[Example]
    addresses: dict[str, int]
    """The statements by the addresses of their texts, in all languages."""


class Lines(NamedTuple):
    """What the lessons of a game and language say of a ruling, and of another one that settles what sounds like it."""

    ruling: str
    texts: list[str]
    settled_by: str | None
    """The ruling that settles it, where one does."""


def read_lessons(path: Path, halves: Container[int] = (0, 1)) -> Iterator[Lines]:
    """Yield the lessons of a file, every second one, the others or all, each said in a few ways."""
    chance = random.Random(_SEED)  # noqa: S311 - a sample, not a secret
    ruling, number = "", 0
    for line in path.read_text(encoding="utf-8").splitlines():
        mark, _, said = line.partition(" ")
        text, _, other = (part.strip() for part in said.partition("=>"))
        if mark == "##":
            ruling = text
        elif mark in {"+", "-"}:
            number += 1
            if number % 2 not in halves:
                continue
            ways = {_ALTERNATIVES.sub(lambda found: chance.choice(found[1].split("|")), text) for _ in range(_WAYS)}
            yield Lines(ruling, sorted(ways), ruling if mark == "+" else other or None)


class Language(NamedTuple):
    """A language whose questions are learnt."""

    position: int
    norm: Callable[[str], str]

    def example(self, said: str, statement: int, counted: float = 1.0) -> Example | None:
        """Return what is said as an example; nothing where there is no word in it."""
        folded = list(folded_words(said))
        buckets = buckets_of(list(map(self.norm, folded)), ngrams_of(folded), _BUCKETS)
        return Example(statement, np.array(buckets) + self.position * _BUCKETS, counted) if folded else None


def gather(compendium: Compendium, halves: Container[int] = (0, 1)) -> Lesson:
    """Return every phrasing, every text and the lessons, or half of them, with the statement that each leads to."""
    store = compendium._compiled.store  # noqa: SLF001 - the vectors are about what is inside
    languages = store.spoken()
    classes: dict[tuple[object, ...], int] = {}
    addresses: dict[str, int] = {}
    examples: list[Example | None] = []
    for position, lang in enumerate(languages):
        language = Language(position, lru_cache(maxsize=None)(lambda word, lang=lang: store.norms(lang, word)[0]))
        # A language without texts asks for those of another one: there the answers to its questions are.
        answers: dict[tuple[str, str], tuple[str, int]] = {}
        for source in compendium.sources(lang):
            entry = store.entry(source.lang, source.game, source.concept)
            pivots = pivot_numbers(entry, compendium.games()[source.game]) if entry else {}
            for passage in source.passages:
                own = (source.lang, passage.n) if passage.n not in pivots else pivots[passage.n][:1]
                place = classes.setdefault((source.game, source.concept, *own), len(classes))
                address = f"{source.lang}/{source.game}/{source.concept}#{passage.n}"
                addresses[address] = place
                counted = 1.0
                if source.concept.startswith(RULINGS):
                    answers[source.game, source.concept.removeprefix(RULINGS)] = address, place
                    counted = _COUNTED
                examples += [language.example(said, place, counted) for said in passage.ways]
        for path in LESSONS.glob(f"*/{lang}.txt"):
            game = path.parent.name
            for lines in read_lessons(path, halves):
                if lines.settled_by:
                    place = answers[game, lines.settled_by][1]
                else:
                    place = classes.setdefault((game, lines.ruling, "likeness"), len(classes))
                    addresses[likeness(answers[game, lines.ruling][0])] = place
                examples += [language.example(said, place, _COUNTED) for said in lines.texts]
    return Lesson(languages, [example for example in examples if example], addresses)


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
    everything = bags(lesson.examples, len(words.values))
    statement = np.array([example.statement for example in lesson.examples])
    counted = np.array([example.counted for example in lesson.examples], np.float32)
    order = np.arange(len(lesson.examples))
    for number in range(rounds):
        chance.shuffle(order)
        step = _STEP * (1 - number / rounds)
        loss = 0.0
        for begin in range(0, len(order), _BATCH):
            batch = order[begin : begin + _BATCH]
            asked = left_out(everything[batch], chance)
            sums = asked @ words.values
            scores = sums @ statements.values.T
            chances = np.exp(scores - scores.max(axis=1, keepdims=True))
            chances /= chances.sum(axis=1, keepdims=True)
            meant = np.arange(len(batch)), statement[batch]
            loss -= float(np.log(chances[meant] + 1e-9).sum())
            chances[meant] -= 1
            chances *= counted[batch][:, None] / len(batch)
            seen = np.unique(asked.indices)
            of_words = asked[:, seen].T @ (chances @ statements.values)
            statements.follow(chances.T @ sums + _RIDGE * statements.values, step)
            words.follow(of_words, step, seen)
        print(f"  round {number + 1} of {rounds}: loss {loss / len(order):.3f}", file=sys.stderr)
    return words.values, statements.values


def bags(examples: Sequence[Example], width: int) -> csr_matrix:
    """Return the terms of examples as rows of a matrix."""
    places = [example.buckets for example in examples]
    begins = np.cumsum([0, *map(len, places)])
    return csr_matrix((np.ones(begins[-1], np.float32), np.concatenate(places), begins), shape=(len(places), width))


def left_out(asked: csr_matrix, chance: np.random.Generator) -> csr_matrix:
    """Leave some terms out; a long example counts no more than a short one."""
    kept = (chance.random(asked.nnz) >= _DROPOUT).astype(np.float32)
    terms = np.maximum(np.add.reduceat(kept, asked.indptr[:-1]), 1)
    kept *= np.repeat(terms**-0.5, np.diff(asked.indptr)).astype(np.float32)
    return csr_matrix((kept, asked.indices, asked.indptr), shape=asked.shape)


def in_bytes(values: np.ndarray) -> tuple[np.ndarray, float]:
    """Return numbers as whole ones that fit into a byte, and what one of them is worth."""
    unit = float(np.percentile(np.abs(values), _FITTING)) / _LARGEST
    return np.clip(np.round(values / unit), -_LARGEST, _LARGEST).astype(np.int8), unit


def tables(lesson: Lesson, words: np.ndarray) -> Iterator[tuple[str, list[int]]]:
    """Yield the vectors of words of each language."""
    for position, lang in enumerate(lesson.languages):
        yield lang, words[position * _BUCKETS : (position + 1) * _BUCKETS].ravel().tolist()


def write(lesson: Lesson, rounds: int, path: Path) -> None:
    """Learn, and write what was learnt."""
    words, statements = learn(lesson, rounds)
    (whole_words, unit_of_words), (whole_statements, unit_of_statements) = in_bytes(words), in_bytes(statements)
    # A bucket that no phrasing has says nothing.
    used = np.unique(np.concatenate([example.buckets for example in lesson.examples]))
    whole_words[np.setdiff1d(np.arange(len(whole_words)), used)] = 0
    write_vectors(
        path,
        dict(tables(lesson, whole_words)),
        whole_statements.ravel().tolist(),
        lesson.addresses,
        dimensions=_DIMENSIONS,
        unit=unit_of_words,
        scale=unit_of_words * unit_of_statements,
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="how often every phrasing is looked at")
    args = parser.parse_args()
    lesson = gather(open_compendium())
    print(f"{len(lesson.examples)} ways of asking for {1 + max(lesson.addresses.values())} statements", file=sys.stderr)
    write(lesson, args.rounds, LEARNT)
    return 0


if __name__ == "__main__":
    sys.exit(main())
