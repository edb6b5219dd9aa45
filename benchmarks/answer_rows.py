"""How many rows an answer takes on a terminal of 80 columns, and whether it says anything twice.

usage: python benchmarks/answer_rows.py [--part unseen] [--check] [--longest N]

Every question of ``benchmarks/questions`` is asked as on a terminal, without options. A statement that is shown twice,
in whatever form, counts as repeated. --check exits with status 1 where more than one in a hundred answers takes more
than 24 rows, where the median is above 12, or where anything is repeated.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
from collections import Counter

from answers import open_rebuilt, read_questions, read_undecidable
from click import unstyle
from rulings import read_cases

from compendium_cli.commands.answer_lines import AnswerLines, Detail

COLUMNS, ROWS, MEDIAN, SHARE = 80, 24, 12, 99
#: Text of fewer characters may stand twice by chance.
_SHORTEST = 40


def repeated(rows: list[str]) -> list[str]:
    """Return texts, put together from their rows, that stand more than once."""
    texts, current = [], ""
    for row in rows:
        said = row.strip().removeprefix("- ")
        is_new = not row.startswith("  ") or row.strip().startswith("- ")
        if is_new and current:
            texts.append(current)
            current = ""
        current = f"{current} {said}".strip()
    counted = Counter([*texts, current])
    return [text for text, number in counted.items() if number > 1 and len(text) >= _SHORTEST]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--part", choices=["unseen", "fresh", "test", "tune", "all"], default="all")
    parser.add_argument("--longest", type=int, default=0, metavar="N", help="print the N questions with most rows")
    parser.add_argument("--check", action="store_true", help="exit with status 1 where a limit is passed")
    args = parser.parse_args()
    os.environ |= {"COLUMNS": str(COLUMNS), "NO_COLOR": "1"}
    compendium = open_rebuilt()
    questions = [(q.question, q.answer_lang, q.named_game) for q in read_questions(args.part)]
    questions += [(text, None, None) for text in read_undecidable(args.part)]
    questions += [(case.question.question, None, None) for case in read_cases(args.part)]
    taken: list[tuple[int, str]] = []
    twice: list[str] = []
    for text, lang, game in questions:
        answer = compendium.ask(text, lang=lang, game=game)
        lines = AnswerLines(compendium, answer, Detail())
        rows = unstyle("\n".join([*lines.lines(), *([] if answer.rulings else lines.nearest())])).splitlines()
        taken.append((len(rows), text))
        twice += [f"{text}: {said}" for said in repeated(rows)]
    numbers = sorted(number for number, _ in taken)
    fitting = 100 * sum(number <= ROWS for number in numbers) / len(numbers)
    median = statistics.median(numbers)
    print(f"{len(numbers)} answers at {COLUMNS} columns")
    print(f"rows: median {median:g} (at most {MEDIAN}), longest {numbers[-1]}")
    print(f"at most {ROWS} rows: {fitting:.1f} % (at least {SHARE})")
    print(f"repeated texts: {len(twice)} (none)")
    for number, text in sorted(taken, reverse=True)[: args.longest]:
        print(f"  {number} {text}")
    for said in twice[:10]:
        print(f"  twice: {said[:160]}")
    passed = fitting >= SHARE and median <= MEDIAN and not twice
    return 1 if args.check and not passed else 0


if __name__ == "__main__":
    sys.exit(main())
