"""Fit the numbers that answers are ranked and declined with, and write them to ``compendium_cli/fitted.json``.

usage: python benchmarks/fit.py [--phrasings N] [--dry-run]     (needs the extra ``fit``: scikit-learn)

Ranking is a conditional logit: of all statements that a question leads to, those that decide it shall be the likely
ones. Its training questions are the ``tune`` and ``test`` parts of ``benchmarks/questions``, asked of the glossary with
players' phrasings and of its texts alone, and a sample of the phrasings: each is asked as a question while its own
statement does without it (leave one out), since it would find itself otherwise. What kind of statement decides is not
to be learnt from phrasings, of which every statement has about as many, so these count less.

What was learnt from the phrasings (``benchmarks/learn.py``, which comes first) is weighed by the questions alone.
Rulings take no part in this: a logistic regression says whether the best one settles the question, fitted to the
``tune`` questions about rulings and to lessons, as many of each kind as the benchmark has.

A logistic regression then says whether a question is about the rules at all, by the ``tune`` and ``test`` questions and
those that no rule decides, and another how likely an answer is right. Their biases are set twice, for glossaries with
phrasings and for texts alone: the limit below which a question is declined is the one that declines a given small share
of the decidable ones.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import sys
import tempfile
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from answers import Question as Asked
from answers import is_right, read_questions, read_undecidable
from learn import LESSONS, ROUNDS, gather, read_lessons, write
from rulings import MIXTURE, TWIST, Case, read_cases
from scipy.optimize import minimize
from scipy.special import logsumexp, softmax
from sklearn.linear_model import LogisticRegression

from compendium_cli.answering import abstention, pipeline, retrieval
from compendium_cli.answering.analysis import analyse
from compendium_cli.answering.pipeline import Library, Request, meaning_of
from compendium_cli.answering.ranking import features_of
from compendium_cli.compendium import Compendium, open_compendium
from compendium_cli.encoder import Encoder, shipped_encoder
from compendium_cli.fitted import FITTED, Confidence, Domain, Fitted, Model, Settling, Weights, fitted
from compendium_cli.impacts import Collection, Tally, counts_of, fields_of, impacts_of
from compendium_cli.model import RULINGS
from compendium_cli.passages import out_of_domain
from compendium_cli.settings import shipped_glossary

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from compendium_cli.answering.retrieval import Spoken
    from compendium_cli.answering.settling import Evidence
    from compendium_cli.passages import Source

_SEED = 19
#: So large a share of the training questions may be declined, with phrasings and without.
_MOST_DECLINED = {True: 0.011, False: 0.03}
#: The questions that tell when to decline, and how likely an answer is right; few of them are near the limit.
_JUDGED = ("tune", "test")
#: What all phrasings count, beside all questions.
_PHRASINGS = 0.1
_TEXTS = 0.1
#: So many lessons of each half are asked.
_LESSONS = 1500
_KEPT = 4  # digits

#: With these every ruling comes first.
_ALWAYS = Settling(bias=30.0, slope=0.0)

Key = tuple[str, str]


class Example(NamedTuple):
    """A question with the features of all that was found for it, and which of that decides it."""

    features: np.ndarray
    decides: np.ndarray
    weight: float


class Right(NamedTuple):
    """What decides a question: statements, or where nobody has said which, any statement of some entries."""

    game: str
    statements: set[str]
    entries: set[str]

    def __call__(self, key: Key, n: int) -> bool:
        """Tell whether a statement does."""
        game, concept = key
        return game == self.game and (
            f"{concept}#{n}" in self.statements if self.statements else concept in self.entries
        )


class Shelf:
    """A language of a compendium, with what is needed to leave a phrasing out."""

    def __init__(self, compendium: Compendium, lang: str, numbers: Fitted, encoder: Encoder | None) -> None:
        self.lang, self.numbers, self.encoder = lang, numbers, encoder
        self.store = compendium._compiled.store  # noqa: SLF001 - the numbers are about what is inside
        self.index = compendium._compiled.index(lang)  # noqa: SLF001
        self.sources = compendium.sources(lang)
        self.by_key = {(source.game, source.concept): source for source in self.sources}
        self.fields = fields_of(partial(self.store.norms, lang), numbers.smoothing)
        tallies = [Tally(field, numbers.smoothing) for field in self.fields]
        for source in (*self.sources, out_of_domain(lang)):
            for tally, counts in zip(tallies, counts_of(source, self.fields), strict=True):
                tally.add(counts)
        self.collections: list[Collection] = [tally.collection() for tally in tallies]

    def example(
        self, text: str, game: str | None, reader: str, decides: Any, left_out: tuple[Key, int, str] | None = None
    ) -> Example | None:
        """Return a question with its features; nothing where nothing that decides it was found."""
        question = analyse(text, self.store, self.lang, game)
        weights = self.numbers.weights
        spoken = [retrieval.spoken_by(question, shard) for shard in self.index.shards(question.game)]
        if left_out:
            self._leave_out(*left_out, spoken, (question.words, question.ngrams))
        found = retrieval.best_of(spoken, question, weights)
        pairs = features_of(question, found, self.store, meaning_of(question, self.encoder), reader)
        pairs = [(one, features) for one, features in pairs if not one.key[1].startswith(RULINGS)]
        right = np.array([decides(one.key, one.n) for one, _ in pairs], dtype=float)
        if not right.any() or right.all():
            return None
        return Example(np.array([features for _, features in pairs]), right, 1.0)

    def _leave_out(
        self, key: Key, n: int, phrasing: str, spoken: Sequence[Spoken], terms: Sequence[Sequence[str]]
    ) -> None:
        """Take a phrasing away from its statement and weigh its entry anew."""
        source = self.by_key[key]
        passages = tuple(
            passage._replace(phrasings=tuple(p for p in passage.phrasings if p != phrasing))
            if passage.n == n
            else passage
            for passage in source.passages
        )
        counted = counts_of(source._replace(passages=passages), self.fields)
        for shard, *scores in spoken:
            for entry in shard.entries:
                if (entry.game, entry.concept) == key:
                    for own, counts, collection, asked in zip(scores, counted, self.collections, terms, strict=True):
                        for offset, impacts in enumerate(impacts_of(counts, collection, self.numbers.smoothing)):
                            own[entry.document + offset] = sum(impacts.get(term, 0) for term in asked)


def phrasings_of(source: Source) -> Iterator[tuple[Key, int, str]]:
    """Yield the phrasings of an entry with the statement that each leads to."""
    if source.game:
        for passage in source.passages:
            for phrasing in passage.phrasings:
                yield (source.game, source.concept), passage.n, phrasing


def from_phrasings(shelf: Shelf, number: int, chance: random.Random) -> Iterator[Example]:
    """Yield a sample of the phrasings of statements as questions."""
    everything = [one for source in shelf.sources for one in phrasings_of(source)]
    everything = [one for one in everything if not one[0][1].startswith(RULINGS)]
    for key, n, phrasing in chance.sample(everything, min(number, len(everything))):
        game = key[0] if key[0] != "marvel-champions" else None
        found = shelf.example(phrasing, game, shelf.lang, lambda k, m, s=(key, n): (k, m) == s, (key, n, phrasing))
        if found:
            yield found


def from_questions(shelves: dict[str, Shelf], questions: Sequence[Asked]) -> Iterator[Example]:
    """Yield questions; where nobody has said which statement decides one, any of the entries that do may."""
    for asked in questions:
        shelf = shelves.get(asked.lang)
        if shelf is None:
            continue
        right = Right(asked.game, set(), set().union(*asked.enough))
        if asked.answer_lang is None:  # the numbers are those of the language of the answer
            single = {next(iter(one)) for one in asked.decides if len(one) == 1}
            right = right._replace(statements=single or {one for several in asked.decides for one in several})
        found = shelf.example(asked.question, asked.named_game, asked.answer_lang or asked.lang, right)
        if found:
            yield found


def conditional_logit(examples: Sequence[Example], known: Sequence[float] = (), ridge: float = 1e-3) -> np.ndarray:
    """Return the weights under which what decides is likeliest, beside those of the first features that are known."""
    total = sum(example.weight for example in examples)
    given = np.array(known)
    cases = [(e.features[:, : len(given)] @ given, e.features[:, len(given) :], e.decides, e.weight) for e in examples]

    def loss(weights: np.ndarray) -> tuple[float, np.ndarray]:
        value, slope = 0.0, np.zeros_like(weights)
        for settled, features, right, weight in cases:
            scores = settled + features @ weights
            deciding = right > 0
            value -= weight * (logsumexp(scores[deciding]) - logsumexp(scores))
            slope += weight * (features.T @ softmax(scores) - features[deciding].T @ softmax(scores[deciding]))
        return value / total + ridge * weights @ weights, slope / total + 2 * ridge * weights

    start = np.zeros(cases[0][1].shape[1])
    return minimize(loss, start, jac=True, method="L-BFGS-B").x


def unlearnt(examples: Sequence[Example]) -> list[Example]:
    """Return examples without what was learnt from phrasings."""
    width = Weights._fields.index("meant")
    return [example._replace(features=example.features[:, :width]) for example in examples]


def weighted(parts: Sequence[tuple[Sequence[Example], float]]) -> list[Example]:
    """Return the examples of several sources, each source with what all of it counts."""
    return [example._replace(weight=share / len(part)) for part, share in parts for example in part]


class Judged(NamedTuple):
    """What speaks for the answer to a question, and whether it is right."""

    doubt: abstention.Doubt
    is_right: bool
    is_decidable: bool


def judged(
    compendium: Compendium, questions: Sequence[Asked], undecidable: Sequence[str], numbers: Fitted
) -> list[Judged]:
    """Ask everything and say what is right: the first two rulings decide, or the first entry is one that does."""
    found = []
    for asked in questions:
        ranked = compendium.ranked(
            asked.question, lang=asked.answer_lang, game=asked.named_game, limit=5, numbers=numbers
        )
        right = is_right(compendium, asked, ranked.rulings)
        if not ranked.question.bare:
            found.append(Judged(ranked.doubt, right, True))
    for text in undecidable:
        ranked = compendium.ranked(text, numbers=numbers)
        if ranked.rulings:
            found.append(Judged(ranked.doubt, False, False))
    return found


def domain(cases: Sequence[Judged], most_declined: float, slopes: Sequence[float] | None) -> Domain:
    """Return the regression that tells questions about the rules from others; its limit is put into the bias."""
    features = np.array([case.doubt[: len(Domain._fields) - 1] for case in cases])
    if slopes is None:
        regression = LogisticRegression(C=10.0, max_iter=3000).fit(features, [case.is_decidable for case in cases])
        slopes = tuple(map(float, regression.coef_[0]))
    odds = features @ np.array(slopes)
    decidable = sorted(score for score, case in zip(odds, cases, strict=True) if case.is_decidable)
    limit = decidable[int(most_declined * len(decidable))]
    declined = [score < limit for score, case in zip(odds, cases, strict=True) if not case.is_decidable]
    print(f"  declined of the undecidable: {100 * np.mean(declined):.0f} %", file=sys.stderr)
    return Domain(float(-limit), *slopes)


def confidence(cases: Sequence[Judged], model: Model, slopes: Sequence[float] | None) -> Confidence:
    """Return the regression that says how likely an answer that is given is right."""
    given = [(case, odds) for case in cases if (odds := abstention.domain_of(case.doubt, model)) >= 0]
    features = np.array([(case.doubt.certainty, odds) for case, odds in given])
    right = np.array([case.is_right for case, _ in given])
    if slopes is None:
        regression = LogisticRegression(C=10.0, max_iter=1000).fit(features, right)
        return Confidence(float(regression.intercept_[0]), *map(float, regression.coef_[0]))
    offset = features @ np.array(slopes)
    biases = np.linspace(-6, 6, 1201)
    chances = 1 / (1 + np.exp(-(offset[None, :] + biases[:, None])))
    return Confidence(float(biases[np.abs(chances.mean(1) - right.mean()).argmin()]), *slopes)


def without_phrasings(folder: Path) -> Path:
    """Copy the glossary without anything that players say."""
    copy = folder / "glossary"
    shutil.copytree(shipped_glossary(), copy, ignore=shutil.ignore_patterns("asked"))
    return copy


def shelves_of(
    compendium: Compendium, languages: Sequence[str], numbers: Fitted, encoder: Encoder | None
) -> dict[str, Shelf]:
    """Return the languages of a compendium."""
    return {lang: Shelf(compendium, lang, numbers, encoder) for lang in languages}


def fit_weights(full: Compendium, bare: Compendium, numbers: Fitted, phrasings: int) -> Weights:
    """Fit what each feature is worth.

    What words and names are worth, the phrasings tell too, and texts alone. What was learnt from phrasings says too
    much of these to be weighed by them: that only questions tell.
    """
    questions = [question for part in _JUDGED for question in read_questions(part)]
    spoken = [*full.languages(), "en"]
    shelves = shelves_of(full, spoken, numbers, shipped_encoder())
    chance = random.Random(_SEED)  # noqa: S311 - a sample, not a secret
    asked = list(from_questions(shelves, questions))
    said = [e for shelf in shelves.values() for e in from_phrasings(shelf, phrasings // len(shelves), chance)]
    own = [question for question in questions if not question.answer_lang]
    alone = list(from_questions(shelves_of(bare, bare.languages(), numbers, None), own))
    print("  examples:", len(asked), len(said), len(alone), file=sys.stderr)
    parts = [(asked, 1.0), (said, _PHRASINGS), (alone, _TEXTS)]
    known = conditional_logit(weighted([(unlearnt(part), share) for part, share in parts]))
    learnt = conditional_logit(asked, known)
    return Weights(*map(float, (*known, *learnt)))


def tried(
    compendium: Compendium, numbers: Fitted, encoder: Encoder, cases: Iterable[Case]
) -> Iterator[tuple[Evidence, bool, str]]:
    """Yield what speaks for the best ruling of each question, whether it settles it, and the kind of the question."""
    part = compendium._compiled  # noqa: SLF001 - asked with another encoder than the shipped one
    library = Library(part.store, part.index, numbers, encoder)
    for case in cases:
        asked = case.question
        reader = asked.answer_lang or asked.lang
        found = pipeline.ranked(Request(asked.question, asked.lang, reader, asked.game, 1), library)
        if found.evidence is not None:
            best = found.candidates[0].key[1].removeprefix(RULINGS)
            yield found.evidence, best in case.rulings, case.kind


def from_lessons(half: int, read: Sequence[str], chance: random.Random) -> list[Case]:
    """Return a sample of every second lesson as questions; who asks in a language without texts reads the first."""
    cases = []
    for path in sorted(LESSONS.glob("*/*.txt")):
        answer_lang = None if path.stem in read else read[0]
        for lines in read_lessons(path, (half,)):
            style = "table" if lines.settled_by else TWIST
            text, game = chance.choice(lines.texts), path.parent.name
            asked = Asked("", "", path.stem, game, style, text, (), (), answer_lang, ())
            cases.append(Case(asked, frozenset(filter(None, [lines.settled_by])), frozenset()))
    return chance.sample(cases, min(_LESSONS, len(cases)))


def fit_settling(compendium: Compendium, numbers: Fitted) -> Settling:
    """Fit whether the best ruling settles a question.

    Who has learnt the lessons knows them by heart, so they are asked of one who has learnt only the other half.
    """
    numbers = numbers._replace(settling=_ALWAYS)
    found = [list(tried(compendium, numbers, shipped_encoder(), read_cases("tune"))), []]
    chance = random.Random(_SEED)  # noqa: S311 - a sample, not a secret
    with tempfile.TemporaryDirectory() as folder:
        for half in (0, 1):
            path = Path(folder) / f"{half}.vectors"
            write(gather(compendium, (1 - half,)), ROUNDS, path)
            found[1] += tried(compendium, numbers, Encoder(path), from_lessons(half, compendium.languages(), chance))
    features = np.array([[sum(evidence)] for part in found for evidence, _, _ in part])
    right = np.array([is_right for part in found for _, is_right, _ in part])
    kinds = [[kind for _, _, kind in part] for part in found]
    # Each source counts as much, and in each of them each kind as much as in the benchmark.
    counted = np.array([MIXTURE[kind] / part.count(kind) for part in kinds for kind in part])
    regression = LogisticRegression(C=10.0).fit(features, right, sample_weight=counted * len(counted))
    return Settling(float(regression.intercept_[0]), float(regression.coef_[0, 0]))


def fit_models(full: Compendium, bare: Compendium, numbers: Fitted) -> Fitted:
    """Fit when to decline and how likely an answer is right, once ranking is settled."""
    questions = [question for part in _JUDGED for question in read_questions(part)]
    out = [text for part in _JUDGED for text in read_undecidable(part)]
    models: dict[bool, Model] = {}
    model: Model | None = None
    for expanded, compendium in ((True, full), (False, bare)):
        print("with expansions" if expanded else "without expansions", file=sys.stderr)
        cases = judged(compendium, [q for q in questions if expanded or not q.answer_lang], out, numbers)
        slopes, others = (model.domain[1:], model.confidence[1:]) if model else (None, None)
        model = Model(domain(cases, _MOST_DECLINED[expanded], slopes), Confidence(0.0, 0.0, 0.0))
        model = model._replace(confidence=confidence(cases, model, others))
        models[expanded] = model
    return numbers._replace(with_expansions=models[True], without_expansions=models[False])


def as_json(numbers: Fitted, told: str) -> dict[str, Any]:
    """Return the numbers as they are kept."""

    def rounded(values: Any) -> dict[str, float]:
        return {name: round(value, _KEPT) for name, value in values._asdict().items()}

    first = numbers.with_expansions
    slopes = {name: rounded(getattr(first, name)) for name in Model._fields}
    for part in slopes.values():
        del part["bias"]
    models = {
        name: {part: round(getattr(model, part).bias, _KEPT) for part in Model._fields}
        for name, model in zip(numbers._fields[-2:], numbers[-2:], strict=True)
    }
    return {
        "fitted_on": told,
        "smoothing": numbers.smoothing._asdict(),
        "weights": rounded(numbers.weights),
        "settling": rounded(numbers.settling),
        "choice": numbers.choice._asdict(),
        **slopes,
        **models,
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--phrasings", type=int, default=1600, help="how many phrasings are asked as questions")
    parser.add_argument("--dry-run", action="store_true", help="print the numbers and keep the old ones")
    args = parser.parse_args()
    full = open_compendium()
    with tempfile.TemporaryDirectory() as folder:
        bare = open_compendium(without_phrasings(Path(folder)))
        numbers = fitted()
        numbers = numbers._replace(weights=fit_weights(full, bare, numbers, args.phrasings))
        numbers = numbers._replace(settling=fit_settling(full, numbers))
        for part in (numbers.weights, numbers.settling):
            print(" ", {name: round(value, 3) for name, value in part._asdict().items()}, file=sys.stderr)
        numbers = fit_models(full, bare, numbers)
    told = f"benchmarks/questions, parts tune and test, and {args.phrasings} phrasings left out one by one"
    text = json.dumps(as_json(numbers, told), indent=2) + "\n"
    print(text)
    if not args.dry_run:
        FITTED.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
