"""How everything grows with the glossary: the shipped one, and grown to 10 and 100 times its size.

usage: python benchmarks/scale.py [--times 1 10 100] [--site-up-to 10] [--rivals-up-to 10] [--scratch DIR] [--draw]
       python benchmarks/scale.py --times 100 --grown DIR

Each figure is kept in scale.json as soon as it is known, so that sizes may be measured in several runs; from all that
is kept, scale.md (a table, the growth per step and its exponent) and scale.svg (a plot) are written. --draw only writes
these anew. --grown measures all but indexing on what another run has grown and compiled there. A hundred times the
glossary takes half an hour; above --site-up-to the site is not built, above --rivals-up-to nobody else is asked.

Times are processor time, user and system, of whole processes and those they start, so that other programs on the
machine matter little; what compiling takes by the clock is told beside it, since it uses two processors. Memory is that
of the largest process. "Cold" is the first process after indexing, its start included; "warm" is one more question to a
process that has answered some. The questions are those of benchmarks/questions, the same at every size. SQLite FTS5 and
whoosh search the same statements with the same questions (rivals.py). Exit status 1 where anything grows faster than
the glossary, or is over its limit.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from plotting import growth_plot

if TYPE_CHECKING:
    from collections.abc import Iterator

HERE = Path(__file__).parent
KEPT, TABLE, PLOT = (HERE / f"scale.{kind}" for kind in ("json", "md", "svg"))
GAME = "marvel-champions"
ENTRY = f"{GAME}/overkill"
#: A process answers so many questions before time is taken, and then so many more.
_WARMING, _ASKED = 15, 60
_SHOWN = 7
#: What counts as growing faster than the glossary: an exponent above this.
MOST = 1.05
_SCAN = """
import sys, time
from pathlib import Path
from compendium_cli.cache import fingerprint_of
from compendium_cli.reading.listing import glossary_files
begun = time.process_time()
fingerprint_of(Path(sys.argv[1]), glossary_files(Path(sys.argv[1])))
print(time.process_time() - begun)
"""


class Measure(NamedTuple):
    """Something that grows."""

    name: str
    unit: str
    is_bounded: bool = True
    """Whether it is ours and must not grow faster than the glossary."""


MEASURES = {
    "entries": Measure("entries", "", is_bounded=False),
    "statements": Measure("statements", "", is_bounded=False),
    "words": Measure("different words", "", is_bounded=False),
    "index": Measure("`index --rebuild`", "s"),
    "index_wall": Measure("`index --rebuild`, by the clock", "s"),
    "index_size": Measure("`index --rebuild`, size on disk", "MB"),
    "index_memory": Measure("`index --rebuild`, peak memory", "MB"),
    "edit_wall": Measure("`ask` after an edited line, by the clock", "s"),
    "ask_cold": Measure("`ask`, cold", "s"),
    "ask_warm": Measure("`ask`, warm, all games", "ms"),
    "ask_game": Measure("`ask --game`, warm", "ms"),
    "show": Measure("`show`", "ms"),
    "scan": Measure("`show`, the directory scan", "ms"),
    "show_rest": Measure("`show`, all but the scan", "ms"),
    "lint": Measure("`lint`", "s"),
    "lint_memory": Measure("`lint`, peak memory", "MB"),
    "build": Measure("`build`", "s"),
    "build_memory": Measure("`build`, peak memory", "MB"),
    "fts5_index": Measure("SQLite FTS5, indexing", "s", is_bounded=False),
    "fts5_size": Measure("SQLite FTS5, size on disk", "MB", is_bounded=False),
    "fts5_query": Measure("SQLite FTS5, a query", "ms", is_bounded=False),
    "whoosh_index": Measure("whoosh, indexing", "s", is_bounded=False),
    "whoosh_size": Measure("whoosh, size on disk", "MB", is_bounded=False),
    "whoosh_query": Measure("whoosh, a query", "ms", is_bounded=False),
}
DRAWN = (
    "index",
    "edit_wall",
    "index_size",
    "index_memory",
    "ask_cold",
    "ask_warm",
    "ask_game",
    "show",
    "show_rest",
    "lint",
    "build",
)
DRAWN_BESIDE = ("fts5_query", "whoosh_query")


class Limit(NamedTuple):
    """What a measure may be at most at a size."""

    key: str
    times: int
    most: float
    of: int | None = None
    """As a multiple of what it is at this size; else in its own unit."""

    def is_exceeded(self, found: dict[int, dict[str, float]]) -> bool | None:
        """Tell whether it is more; ``None`` where it was not measured."""
        value = found.get(self.times, {}).get(self.key)
        base = found.get(self.of, {}).get(self.key) if self.of else 1.0
        return None if value is None or base is None else value > self.most * base

    def __str__(self) -> str:
        measure = MEASURES[self.key]
        most = f"{self.most:g} times that at {self.of}×" if self.of else f"{self.most:g} {measure.unit}"
        return f"{measure.name} at {self.times}×: at most {most}"


LIMITS = (
    Limit("index_wall", 1, 10),
    Limit("index_wall", 10, 60),
    Limit("index_memory", 1, 200),
    Limit("index_memory", 100, 4000),
    Limit("index_size", 1, 25),
    Limit("edit_wall", 1, 2),
    Limit("ask_game", 100, 2, of=1),
)


class Spent(NamedTuple):
    """What a process took."""

    seconds: float
    memory: float
    """Megabytes at most."""
    wall: float
    """Seconds by the clock."""
    out: str


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--times", type=int, nargs="+", default=[1, 10, 100], help="sizes to measure (default: 1 10 100)"
    )
    parser.add_argument("--site-up-to", type=int, default=10, help="build the site up to this size (default: 10)")
    parser.add_argument("--rivals-up-to", type=int, default=10, help="ask others up to this size (default: 10)")
    parser.add_argument("--scratch", help="folder for what is grown, with room for 10 GB (default: a temporary one)")
    parser.add_argument("--grown", metavar="DIR", help="a folder that another run has grown and compiled")
    parser.add_argument("--draw", action="store_true", help="measure nothing; write table and plot from what is kept")
    options = parser.parse_args()
    kept: dict[str, dict[str, float]] = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    for times in () if options.draw else options.times:
        with tempfile.TemporaryDirectory(dir=options.scratch) as scratch:
            if not options.grown:
                grow(Path(scratch, "glossary"), times)
                kept[str(times)] = {}
            also = {"site"} if times <= options.site_up_to else set()
            also |= {"fts5", "whoosh"} if times <= options.rivals_up_to else set()
            for values in measured(Path(options.grown or scratch), also, is_compiled=bool(options.grown)):
                print(
                    ", ".join(
                        f"{MEASURES[key].name} {shown(value, MEASURES[key].unit)}" for key, value in values.items()
                    )
                )
                sys.stdout.flush()
                kept[str(times)].update(values)
                KEPT.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
    found = {int(times): values for times, values in sorted(kept.items(), key=lambda item: int(item[0]))}
    TABLE.write_text(table(found), encoding="utf-8")
    series = {
        MEASURES[key].name.replace("`", ""): {times: values[key] for times, values in found.items() if key in values}
        for key in (*DRAWN, *DRAWN_BESIDE)
    }
    if 1 in found:  # else there is nothing to be a multiple of
        PLOT.write_text(
            growth_plot("Growth with the glossary, in multiples of 1×", list(found), series), encoding="utf-8"
        )
    print(table(found))
    return 1 if faster_than_linear(found) or any(limit.is_exceeded(found) for limit in LIMITS) else 0


# -- measuring -----------------------------------------------------------------------------------------------------


def grow(folder: Path, times: int) -> None:
    """Grow the glossary in a process of its own: what it takes would count as the memory of those started after it."""
    code = f"from growing import Shipped; from pathlib import Path; Shipped().grow(Path({str(folder)!r}), {times})"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=HERE)


def measured(scratch: Path, also: set[str], *, is_compiled: bool = False) -> Iterator[dict[str, float]]:
    """Measure everything on a grown glossary, one after another; ``also`` what takes longest."""
    glossary = ["--glossary", str(scratch / "glossary")]
    os.environ["XDG_CACHE_HOME"] = str(scratch / "cache")
    questions = scratch / "questions.jsonl"
    asked = sampled_questions(_WARMING + _ASKED)
    questions.write_text("".join(json.dumps(question) + "\n" for question in asked), encoding="utf-8")
    if not is_compiled:
        index = command("index", "--rebuild", "--json", *glossary)
        facts = json.loads(index.out)
        yield {"index": index.seconds, "index_wall": index.wall, "entries": facts["entries"]}
        yield {"index_size": facts["bytes"] / 1e6, "index_memory": index.memory}
        yield {"words": different_words(Path(facts["cache"]))}
    yield {"ask_cold": command("ask", asked[0]["question"], *glossary).seconds}
    yield {"ask_warm": 1000 * per_question(asked, glossary)}
    yield {"ask_game": 1000 * per_question(asked, [*glossary, "--game", GAME])}
    show = 1000 * statistics.median(command("show", ENTRY, "--lang", "it", *glossary).seconds for _ in range(_SHOWN))
    scan = 1000 * statistics.median(float(python("-c", _SCAN, glossary[1]).out) for _ in range(_SHOWN))
    yield {"show": show, "scan": scan, "show_rest": show - scan}
    edit(scratch / "glossary")
    yield {"edit_wall": command("ask", asked[0]["question"], *glossary).wall}
    lint = command("lint", *glossary)
    yield {"lint": lint.seconds, "lint_memory": lint.memory}
    for rival in sorted(also - {"site"}):
        took = json.loads(python(str(HERE / "rivals.py"), rival, glossary[1], str(questions)).out)
        values = {"index": took["index"], "size": took["size"] / 1e6, "query": 1000 * took["query"]}
        yield {"statements": took["statements"], **{f"{rival}_{key}": value for key, value in values.items()}}
    if "site" in also:
        build = command("build", "--site-dir", str(scratch / "site"), *glossary)
        yield {"build": build.seconds, "build_memory": build.memory}


def edit(glossary: Path) -> None:
    """Change one line of an entry."""
    entry = glossary / GAME / "it" / "ally.md"
    entry.write_text(entry.read_text(encoding="utf-8").replace(". ^", "! ^", 1), encoding="utf-8")


def command(*arguments: str, given: str = "") -> Spent:
    """Run the command as a user would."""
    return python("-m", "compendium_cli", *arguments, given=given)


def python(*arguments: str, given: str = "") -> Spent:
    """Run a process of Python and say what it took."""
    with tempfile.TemporaryFile("w+", encoding="utf-8") as out, tempfile.TemporaryFile("w+", encoding="utf-8") as into:
        into.write(given)
        into.seek(0)
        begun = time.perf_counter()
        process = subprocess.Popen([sys.executable, *arguments], stdin=into, stdout=out)
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - begun
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode not in (0, 1):
            raise SystemExit(f"{' '.join(arguments)} ended with {process.returncode}")
        out.seek(0)
        return Spent(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1000, wall, out.read())


def per_question(asked: list[dict[str, Any]], options: list[str]) -> float:
    """Return what one more question costs a process that has answered some."""
    lines = [f"{question['question']}\n" for question in asked]
    few, all_of_them = (
        command("ask", "--json", "-", *options, given="".join(lines[:count])).seconds
        for count in (_WARMING, len(lines))
    )
    return (all_of_them - few) / (len(lines) - _WARMING)


def sampled_questions(count: int) -> list[dict[str, Any]]:
    """Return questions about the largest game, as many of each language."""
    sets = []
    for lang in ("it", "es", "uk"):
        lines = (HERE / "questions" / f"{lang}.jsonl").read_text(encoding="utf-8").splitlines()
        sets.append([json.loads(line) for line in lines])
    each = math.ceil(count / len(sets))
    spread = [[questions[len(questions) * n // each] for n in range(each)] for questions in sets]
    return [question for row in zip(*spread, strict=True) for question in row][:count]


def different_words(cache: Path) -> int:
    import sqlite3

    with sqlite3.connect(cache / "words" / "words.sqlite") as connection:
        count: int = connection.execute("SELECT count(*) FROM words").fetchone()[0]
    return count


# -- telling -------------------------------------------------------------------------------------------------------


def exponent(found: dict[int, dict[str, float]], key: str) -> float | None:
    """Return the power of the size that a value grew with over the last step, or ``None`` where there is none."""
    sizes = [times for times, values in found.items() if key in values]
    if len(sizes) < 2:  # noqa: PLR2004
        return None
    last, before = sizes[-1], sizes[-2]
    return math.log(max(found[last][key], 1e-9) / max(found[before][key], 1e-9)) / math.log(last / before)


def faster_than_linear(found: dict[int, dict[str, float]]) -> list[str]:
    """Return what grew faster than the glossary over the last step."""
    powers = {key: exponent(found, key) for key, measure in MEASURES.items() if measure.is_bounded}
    return [key for key, power in powers.items() if power is not None and power > MOST]


def table(found: dict[int, dict[str, float]]) -> str:
    """Return everything as Markdown."""
    sizes = list(found)
    steps = list(pairwise(sizes))
    heads = ["", *(f"{times}×" for times in sizes), *(f"{a}→{b}" for a, b in steps), "exponent"]
    lines = [f"| {' | '.join(heads)} |", "|---|" + "--:|" * (len(heads) - 1)]
    for key, (name, unit, _) in MEASURES.items():
        values = [found[times].get(key) for times in sizes]
        growth = [f"× {b / a:.3g}" if a and b else "" for a, b in pairwise(values)]
        power = exponent(found, key)
        cells = [*(shown(value, unit) for value in values), *growth, f"{power:.2f}" if power is not None else ""]
        lines.append(f"| {name} | {' | '.join(cells)} |")
    told = {None: " (not measured)", False: "", True: ", and it is MORE"}
    fast = ", ".join(MEASURES[key].name for key in faster_than_linear(found)) or "nothing"
    return f"""# Growth with the glossary

Written by `python benchmarks/scale.py`, which says what is measured and how; [scale.svg](scale.svg) is the plot.
Processor time of whole processes, one run of each but `show` (median of {_SHOWN}), Python {platform.python_version()}.
The exponent is that of the last step: 1 grows as the glossary does, 0 not at all. An empty field was not measured.

{chr(10).join(lines)}

Faster than the glossary (exponent over {MOST}): {fast}.

{chr(10).join(f"- {limit}{told[limit.is_exceeded(found)]}" for limit in LIMITS)}
"""


def shown(value: float | None, unit: str) -> str:
    """Return a value with three digits that count."""
    if value is None:
        return ""
    text = f"{value:.0f}" if abs(value) >= 100 else f"{value:.3g}"  # noqa: PLR2004
    return f"{text} {unit}".strip()


if __name__ == "__main__":
    sys.exit(main())
