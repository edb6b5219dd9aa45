"""What the signs of doubt are worth: fitted to questions that the rules decide and to questions that they don't.

usage: python benchmarks/doubt.py

The weights that `deciding` uses are those of a logistic regression on the questions of the `tune` and `test` parts, so
that the signs tell the two kinds apart as well as they can together; whether somebody chose the game is left out, as
nobody chooses one for a question about prices. Printed are the fitted weights beside the shipped ones, and for several
limits how many questions of each part are declined, rightly and wrongly, with the shipped weights: the limit is chosen
from that table.
"""

from __future__ import annotations

import sys
from math import exp
from typing import TYPE_CHECKING, NamedTuple

from answers import read_questions, read_undecidable

from compendium_cli.answering.deciding import AGAINST, Doubt, doubts_of
from compendium_cli.answering.weights import WEIGHTS
from compendium_cli.compendium import Compendium, open_compendium

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

FITTED = ("elsewhere", "strange", "spoken_about", "asked_for", "likely", "length")
_ROUNDS, _STEP, _SMALL_WEIGHTS = 3000, 0.3, 1e-3
_LIMITS = 9


class Case(NamedTuple):
    """A question whose words were looked at."""

    is_decidable: bool
    doubt: Doubt

    @property
    def total(self) -> float:
        """The doubt, with the shipped weights."""
        return sum(self.doubt.contributions(WEIGHTS).values())


def cases_of(parts: Sequence[str], compendium: Compendium) -> Iterator[Case]:
    """Yield the questions of some parts; a bare term is answered without doubt, and left out."""
    for part in parts:
        asked = [(True, q.question, q.named_game, q.answer_lang) for q in read_questions(part)]
        asked += [(False, question, None, None) for question in read_undecidable(part)]
        for is_decidable, question, game, lang in asked:
            found = compendium.ranked(question, game=game, lang=lang)
            if found.candidates and found.question.only is None:
                yield Case(is_decidable, doubts_of(found))


def fitted(cases: Sequence[Case]) -> dict[str, float]:
    """Return the weights that tell decidable questions from others best: logistic regression, both kinds as heavy."""
    rows = [[getattr(case.doubt, name) for name in FITTED] for case in cases]
    means = [sum(column) / len(rows) for column in zip(*rows, strict=True)]
    spans = [
        (sum((value - mean) ** 2 for value in column) / len(rows)) ** 0.5 or 1.0
        for column, mean in zip(zip(*rows, strict=True), means, strict=True)
    ]
    scaled = [[(v - m) / s for v, m, s in zip(row, means, spans, strict=True)] for row in rows]
    decidable = sum(case.is_decidable for case in cases)
    heavy = {True: 0.5 / decidable, False: 0.5 / (len(cases) - decidable)}
    weights, base = [0.0] * len(FITTED), 0.0
    for _ in range(_ROUNDS):
        slopes, slope = [_SMALL_WEIGHTS * weight for weight in weights], 0.0
        for row, case in zip(scaled, cases, strict=True):
            score = base + sum(map(float.__mul__, weights, row))
            wrong = heavy[case.is_decidable] * (1 / (1 + exp(-score)) - case.is_decidable)
            slope += wrong
            slopes = [before + wrong * value for before, value in zip(slopes, row, strict=True)]
        weights = [weight - _STEP * 10 * by for weight, by in zip(weights, slopes, strict=True)]
        base -= _STEP * 10 * slope
    return {
        name: weight / span * (-1 if name in AGAINST else 1)
        for name, weight, span in zip(FITTED, weights, spans, strict=True)
    }


def main() -> int:
    compendium = open_compendium()
    in_view = list(cases_of(("tune", "test"), compendium))
    unseen = list(cases_of(("unseen",), compendium))
    print("| sign | shipped | fitted |\n|---|--:|--:|")
    for name, weight in fitted(in_view).items():
        print(f"| {name} | {getattr(WEIGHTS, name):.2f} | {weight:.2f} |")
    print("\n| limit | in view: declined | wrongly | unseen: declined | wrongly |\n|---|--:|--:|--:|--:|")
    for step in range(_LIMITS):
        limit = WEIGHTS.doubt + 0.2 * (step - _LIMITS // 2)
        cells = [
            f"{100 * sum(case.total >= limit for case in kind) / len(kind):.1f} %"
            for cases in (in_view, unseen)
            for kind in ([c for c in cases if not c.is_decidable], [c for c in cases if c.is_decidable])
        ]
        print(f"| {limit:.1f} | {' | '.join(cells)} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
