"""How often the rule that answers a question is found: our answers beside plain full-text search, in one run.

usage: python benchmarks/answers.py [--part unseen|fresh|test|tune|all] [--writers] [--misses] [--ablations] [--check]

The questions in ``benchmarks/questions`` were written from the rulebooks, without sight of the glossary; their writers
named the entries of the rulebook that decide each (``gold``, or ``needs`` where it takes several). Since a rule may be
told in more than one entry, readers who knew the right answer then judged what three searches and the writers had found
(pooling): every smallest set of statements that decides the question (``decides``). They did not know what we show
first. A question is answered at k when such a set, or what its writer named, is among the first k entries; one that
needs several is answered when all are among the first five. --writers counts only what the writers named. Questions in
``out.jsonl`` can't be decided by the rules and must be declined.

Each question has its part: numbers are fitted on ``tune`` and ``test`` (``benchmarks/fit.py``), which were in view
while features were chosen; ``unseen`` and ``fresh`` ones were kept back, so theirs are the figures to believe.

--check asks ``ask`` alone, and exits with status 1 where an answer rate is below its floor.
--ablations takes each feature away in turn, all other numbers as they are.
"""

from __future__ import annotations

import argparse
import itertools
import json
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from rivals import Rows, Search, fts5, whoosh

from compendium_cli.compendium import Compendium, open_compendium
from compendium_cli.fitted import Fitted, Weights, fitted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from compendium_cli.answering.answers import Answer
    from compendium_cli.answering.selection import Ruling
    from compendium_cli.model import Entry

QUESTIONS = Path(__file__).with_name("questions")
UNANSWERED = 99
_READ = 20
#: How many entries plain search is asked for, of all games.
_FETCHED = 200
_SHOWN = 2
_COMPLETE = 5
_BINS = (0.0, 0.5, 0.7, 0.8, 0.9, 1.01)
SETS = ("it", "es", "uk", "cards", "tcg", "dagger", "cross")
SYSTEMS = ("whoosh BM25", "SQLite FTS5", "compendium search", "ask")
STYLES = ("term", "inflected", "typo", "english", "colloquial", "situation", "multi-hop")

#: What `ask` must reach on all questions, in percent: hit@1, hit@3 over all sets; decided by the first two statements
#: shown; declined; wrongly declined.
FLOORS = {"hit@1": 90, "hit@3": 95, "decided at 2": 83, "declined": 92}
CEILINGS = {"wrongly declined": 1.5}

#: Where entries stand, from 1, by game and concept. Those that prove a ruling stand where it does: quoted with it.
Ranking = dict[tuple[str, str], int]


class Question(NamedTuple):
    """A question, and the entries that decide it."""

    id: str
    set: str
    lang: str
    game: str
    style: str
    question: str
    gold: tuple[str, ...]
    needs: tuple[str, ...]
    answer_lang: str | None
    decides: tuple[frozenset[str], ...]
    """The statements (``concept#n``) that decide it by themselves, or together."""

    @property
    def enough(self) -> set[frozenset[str]]:
        """The entries that decide it by themselves, or together."""
        named = {frozenset(self.needs)} if self.needs else {frozenset((concept,)) for concept in self.gold}
        judged = (frozenset(one.rpartition("#")[0] for one in statements) for statements in self.decides)
        return named.union(judged)

    @property
    def named_game(self) -> str | None:
        """The game as a player would name it: the small ones are named, the large one goes without saying."""
        return self.game if self.game != "marvel-champions" else None


def read_questions(part: str) -> list[Question]:
    """Return the questions of a part, or of ``all``."""
    return [question_of(name, q) for name in SETS for q in read_lines(name, part)]


def question_of(name: str, q: dict[str, Any]) -> Question:
    """Return a question of a set as it stands in its file."""
    decides = tuple(map(frozenset, q.get("decides", ())))
    gold, needs = tuple(q["gold"]), tuple(q["needs"])
    return Question(
        q["id"], name, q["lang"], q["game"], q["style"], q["question"], gold, needs, q.get("answer_lang"), decides
    )


def read_undecidable(part: str) -> list[str]:
    """Return the questions of a part that no rule decides."""
    return [q["question"] for q in read_lines("out", part)]


def read_lines(name: str, part: str) -> list[dict[str, Any]]:
    """Return the lines of a set that belong to a part, or to ``all``."""
    lines = (QUESTIONS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [q for q in map(json.loads, lines) if part in ("all", q["part"])]


def rank_of(question: Question, order: Ranking) -> int:
    """Return where the answer stands: 1 is best."""
    places = {concept: place for (game, concept), place in order.items() if game == question.game}
    ranks = [max(places.get(concept, UNANSWERED) for concept in entries) for entries in question.enough]
    if question.needs:
        return 1 if min(ranks) <= _COMPLETE else UNANSWERED
    return min(ranks)


# -- the systems ---------------------------------------------------------------------------------------------------


def plain(search: Search) -> Callable[[Question], Ranking]:
    """Ask plain full-text search over entries."""

    def found(question: Question) -> Ranking:
        names = search(question.answer_lang or question.lang, question.question, _FETCHED)
        keys = [(game, concept) for game, _, concept in (name.partition("/") for name in names)]
        return _places([key] for key in keys if question.named_game in (None, key[0]))

    return found


def _places(groups: Iterable[Iterable[tuple[str, str]]]) -> Ranking:
    """Return where each entry stands first, of entries that stand together in their order."""
    places: Ranking = {}
    place = 1
    for group in groups:
        if new := [key for key in group if key not in places]:
            places.update(dict.fromkeys(new, place))
            place += 1
    return places


def entries_of(compendium: Compendium) -> Rows:
    """Return the entries of every language as plain texts."""
    return {
        lang: [
            (entry.name, "\n".join((entry.title, *entry.aliases, *(statement.text for statement in entry.statements))))
            for entry in compendium.entries(lang)
            if not entry.is_ruling  # the rules themselves: plain search knows nothing of what proves a ruling
        ]
        for lang in compendium.languages()
    }


def our_search(compendium: Compendium) -> Callable[[Question], Ranking]:
    """Ask `compendium search`."""

    def found(question: Question) -> Ranking:
        _, hits = compendium.search(question.question, lang=question.answer_lang, game=question.named_game, limit=_READ)
        return _places(_quoted(compendium, hit.entry) for hit in hits)

    return found


def ask(compendium: Compendium, question: Question, numbers: Fitted | None = None) -> Answer:
    """Answer a question, with other numbers than the shipped ones if some are given."""
    return compendium.ask(
        question.question, lang=question.answer_lang, game=question.named_game, limit=_READ, numbers=numbers
    )


def _quoted(compendium: Compendium, entry: Entry) -> list[tuple[str, str]]:
    """Return an entry, with those that prove it where it is a ruling."""
    proven = compendium.ruling(entry)
    grounds = [(ground.game, ground.concept) for ground, _ in proven.grounds] if proven else []
    return [(entry.game, entry.concept), *grounds]


def _ranking(compendium: Compendium, rulings: Iterable[Ruling]) -> Ranking:
    return _places(_quoted(compendium, ruling.entry) for ruling in rulings)


# -- measuring -----------------------------------------------------------------------------------------------------


class Figures(NamedTuple):
    """How well some questions were answered, in percent; MRR is the mean of 1 / rank."""

    number: int
    hit1: float
    hit3: float
    hit5: float
    mrr: float

    @classmethod
    def of(cls, ranks: Sequence[int]) -> Figures:
        """Return the figures of some ranks."""
        at = [100 * sum(rank <= k for rank in ranks) / len(ranks) for k in (1, 3, 5)]
        return cls(len(ranks), *at, sum(1 / rank for rank in ranks if rank < UNANSWERED) / len(ranks))

    def __str__(self) -> str:
        return f"{self.hit1:.0f} / {self.hit3:.0f} / {self.hit5:.0f}"


def measure_others(questions: Sequence[Question], compendium: Compendium) -> dict[str, list[int]]:
    """Return the rank of every question's answer in every system but `ask`."""
    rows = entries_of(compendium)
    with tempfile.TemporaryDirectory() as folder:
        systems = {
            "whoosh BM25": plain(whoosh(rows, Path(folder))),
            "SQLite FTS5": plain(fts5(rows, Path(folder))),
            "compendium search": our_search(compendium),
        }
        return {name: [rank_of(question, found(question)) for question in questions] for name, found in systems.items()}


def table(questions: Sequence[Question], ranks: dict[str, list[int]], field: str, values: Iterable[str]) -> list[str]:
    """Return a Markdown table: a row per value of a field, a column per system."""
    systems = [system for system in SYSTEMS if system in ranks]
    lines = [f"| {field} | n | {' | '.join(systems)} | MRR |", "|---|--:|" + "--:|" * (len(systems) + 1)]
    for value in (*values, "all"):
        chosen = [n for n, question in enumerate(questions) if value in ("all", getattr(question, field))]
        if chosen:
            figures = {system: Figures.of([ranks[system][n] for n in chosen]) for system in systems}
            cells = " | ".join(str(figures[system]) for system in systems)
            lines.append(f"| {value} | {len(chosen)} | {cells} | {figures['ask'].mrr:.2f} |")
    return lines


class Asked(NamedTuple):
    """What `ask` made of some questions."""

    ranks: list[int]
    decided: list[int]
    """After how many statements each question was decided, where it is known which statements do."""
    wrongly_declined: float
    """In percent."""
    confidence: list[tuple[float, bool]]
    """How sure each answer that was given claims to be, and whether it is right."""
    median: float
    """Milliseconds of processor time that half of the questions need at most."""


def ask_all(questions: Sequence[Question], compendium: Compendium, numbers: Fitted | None = None) -> Asked:
    """Ask every question once."""
    answers, times = [], []
    for question in questions:
        begun = time.process_time()
        answers.append(ask(compendium, question, numbers))
        times.append(time.process_time() - begun)
    ranks = [
        rank_of(question, _ranking(compendium, answer.rulings))
        for question, answer in zip(questions, answers, strict=True)
    ]
    decided = [
        decided_after(compendium, q, answer.rulings) for q, answer in zip(questions, answers, strict=True) if q.decides
    ]
    declined = 100 * sum(not answer.rulings for answer in answers) / len(answers)
    confidence = [
        (answer.judgement.confidence, is_right(compendium, question, answer.rulings))
        for question, answer in zip(questions, answers, strict=True)
        if answer.rulings
    ]
    return Asked(ranks, decided, declined, confidence, 1000 * statistics.median(times))


def is_right(compendium: Compendium, question: Question, rulings: Sequence[Ruling]) -> bool:
    """Tell whether an answer is right: its first two rulings decide, or its first entry is one that does."""
    if question.decides and question.answer_lang is None:
        return decided_after(compendium, question, rulings) <= _SHOWN
    return rank_of(question, _ranking(compendium, rulings)) == 1


def calibration(confidence: Sequence[tuple[float, bool]]) -> Iterator[str]:
    """Yield a Markdown table: how often answers are right, by how sure they claim to be."""
    yield "| confidence | answers | claimed | right |"
    yield "|---|--:|--:|--:|"
    for low, high in itertools.pairwise(_BINS):
        those = [(claimed, right) for claimed, right in confidence if low <= claimed < high]
        if those:
            claimed = 100 * sum(claimed for claimed, _ in those) / len(those)
            right = 100 * sum(right for _, right in those) / len(those)
            yield f"| {low:.1f} to {min(high, 1.0):.1f} | {len(those)} | {claimed:.0f} | {right:.0f} |"


def decided_after(compendium: Compendium, question: Question, rulings: Iterable[Ruling]) -> int:
    """Return how many rulings must be read until the question is decided."""
    read: set[str] = set()
    for place, ruling in enumerate(rulings, 1):
        if ruling.entry.game == question.game:
            read.update(f"{ruling.entry.concept}#{statement.n}" for statement in ruling.shown)
            if proven := compendium.ruling(ruling.entry):
                read.update(f"{ground.concept}#{statement.n}" for ground, statement in proven.grounds)
        if any(statements <= read for statements in question.decides):
            return place
    return UNANSWERED


# -- ablations -----------------------------------------------------------------------------------------------------


def ablations(questions: Sequence[Question], compendium: Compendium) -> Iterator[str]:
    """Yield a Markdown table: what is answered and decided without each feature."""
    yield "| without | hit@1 / hit@3 / hit@5 | decided by the first | by the first two |"
    yield "|---|--:|--:|--:|"
    for name in ("", *Weights._fields):
        asked = ask_all(questions, compendium, without(name) if name else None)
        first, two = (
            100 * sum(place <= k for place in asked.decided) / max(len(asked.decided), 1) for k in (1, _SHOWN)
        )
        yield f"| {name or 'nothing'} | {Figures.of(asked.ranks)} | {first:.1f} | {two:.1f} |"


def without(name: str) -> Fitted:
    """Return the numbers with one feature switched off."""
    numbers = fitted()
    return numbers._replace(weights=numbers.weights._replace(**{name: 0.0}))


def open_rebuilt() -> Compendium:
    """Open the shipped glossary with all its entries weighed alike."""
    compendium = open_compendium()
    if compendium.facts().edited:
        compendium.rebuild()
    return compendium


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--part", choices=["unseen", "fresh", "test", "tune", "all"], default="unseen")
    parser.add_argument("--writers", action="store_true", help="count only what the questions' writers named")
    parser.add_argument("--misses", action="store_true", help="print the questions that ask does not answer at 3")
    parser.add_argument("--check", action="store_true", help="exit with status 1 where a figure is below its floor")
    parser.add_argument("--ablations", action="store_true", help="take each feature away in turn")
    args = parser.parse_args()
    compendium = open_rebuilt()
    part = "all" if args.check else args.part
    questions = read_questions(part)
    if args.writers:
        questions = [question._replace(decides=()) for question in questions]
    if args.ablations:
        print("\n".join(ablations(questions, compendium)))
        return 0
    asked = ask_all(questions, compendium)
    ranks = {"ask": asked.ranks} | ({} if args.check else measure_others(questions, compendium))
    print(f"hit@1 / hit@3 / hit@5 in percent, {len(questions)} questions ({part}); MRR of ask\n")
    print("\n".join(table(questions, ranks, "set", SETS)), end="\n\n")
    print("\n".join(table(questions, ranks, "style", STYLES)), end="\n\n")
    if args.misses:
        print("\n".join(misses(questions, asked.ranks, compendium)), end="\n\n")
    print("\n".join(calibration(asked.confidence)), end="\n\n")
    reached = told(asked, read_undecidable(part), compendium)
    return below_floors(reached) if args.check else 0


def misses(questions: Sequence[Question], ranks: Sequence[int], compendium: Compendium) -> Iterator[str]:
    """Yield the questions that are not answered at 3, with what was found instead."""
    for question, rank in zip(questions, ranks, strict=True):
        if rank > 3:  # noqa: PLR2004
            got = ", ".join(concept for _, concept in _ranking(ask(compendium, question).rulings)[:5])
            wanted = ", ".join(question.needs or question.gold)
            yield f"{question.id} [{question.style}] {question.question}\n    wanted {wanted}, got {got}"


def told(asked: Asked, undecidable: Sequence[str], compendium: Compendium) -> dict[str, float]:
    """Print how far statements decide and questions are declined, and return all that has a floor, in percent."""
    figures = Figures.of(asked.ranks)
    reached = {"hit@1": figures.hit1, "hit@3": figures.hit3, "wrongly declined": asked.wrongly_declined}
    if asked.decided:
        at = [100 * sum(place <= k for place in asked.decided) / len(asked.decided) for k in (1, _SHOWN)]
        reached["decided at 2"] = at[1]
        number = len(asked.decided)
        print(f"statements: the first decides {at[0]:.0f} %, the first two decide {at[1]:.0f} % of {number} questions")
    if undecidable:
        declined = sum(not compendium.ask(question).rulings for question in undecidable)
        reached["declined"] = 100 * declined / len(undecidable)
        print(f"undecidable questions declined: {reached['declined']:.0f} % of {len(undecidable)}")
    print(f"decidable questions declined: {reached['wrongly declined']:.1f} %")
    print(f"half of the questions take at most {asked.median:.1f} ms of processor time, in one process")
    return reached


def below_floors(reached: dict[str, float]) -> int:
    """Say which figures are below their floors or above their ceilings; return the exit status."""
    low = [f"{name} {reached[name]:.1f} < {floor}" for name, floor in FLOORS.items() if reached[name] < floor]
    low += [f"{name} {reached[name]:.1f} > {most}" for name, most in CEILINGS.items() if reached[name] > most]
    for line in low:
        print(f"below the floor: {line}", file=sys.stderr)
    return 1 if low else 0


if __name__ == "__main__":
    sys.exit(main())
