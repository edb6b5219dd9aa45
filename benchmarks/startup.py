"""How long a player waits: warm commands beside the start of the interpreter and its libraries, in one run.

usage: python benchmarks/startup.py [--runs 15]

The command is the one that is installed beside this Python. A wheel carries its glossary compiled; a checkout looks at
every file of the glossary first, which takes some 15 ms more. Every command is started anew each time, the runs are
interleaved so that a noisy moment hits all alike, and medians are compared as ratios. The package's own bytecode is
written first, as installing a wheel does: from a working copy, under PYTHONDONTWRITEBYTECODE, every start would compile
our sources and not those of the libraries. Exit status 1 where a ratio is over its limit.
"""

from __future__ import annotations

import argparse
import compileall
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import compendium_cli

CLICK = [sys.executable, "-c", "import click"]
WHOOSH = [sys.executable, "-c", "import click, whoosh.index, whoosh.qparser"]
# The command as it was installed beside this Python, started from a folder that holds no sources.
COMPENDIUM = [str(Path(sys.executable).with_name("compendium"))]

BASELINES = {"import click": CLICK, "import click, whoosh": WHOOSH}
# name: (command, baseline, at most this many times the baseline)
COMMANDS = {
    "show overkill": ([*COMPENDIUM, "show", "overkill"], "import click", 1.7),
    "show sopraffazione (inflected)": ([*COMPENDIUM, "show", "sopraffazioni"], "import click", 1.7),
    "search danni indiretti": ([*COMPENDIUM, "search", "danni", "indiretti"], "import click, whoosh", 1.9),
    "ask (it)": (
        [*COMPENDIUM, "ask", "un alleato stordito può attaccare?"],
        "import click, whoosh",
        1.9,
    ),
    "ask (uk)": ([*COMPENDIUM, "ask", "чи може оглушений союзник атакувати?"], "import click, whoosh", 1.9),
    "ask (misspelt)": ([*COMPENDIUM, "ask", "aleato storditto che atacca"], "import click, whoosh", 1.9),
}


def seconds(command: list[str]) -> float:
    begun = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True, cwd=tempfile.gettempdir())
    return time.perf_counter() - begun


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--runs", type=int, default=15)
    runs = parser.parse_args().runs
    compileall.compile_dir(Path(compendium_cli.__file__).parent, quiet=1)
    everything = BASELINES | {name: command for name, (command, _, _) in COMMANDS.items()}
    for command in everything.values():
        seconds(command)  # the first run compiles and fills caches
    times: dict[str, list[float]] = {name: [] for name in everything}
    for _ in range(runs):
        for name, command in everything.items():
            times[name].append(seconds(command))
    median = {name: statistics.median(values) for name, values in times.items()}
    print(f"median of {runs} runs, warm, Python {sys.version.split()[0]}")
    for name in BASELINES:
        print(f"{name:32s} {median[name] * 1000:6.0f} ms")
    slow = 0
    for name, (_, baseline, most) in COMMANDS.items():
        ratio = median[name] / median[baseline]
        slow += ratio > most
        verdict = "" if ratio <= most else "   TOO SLOW"
        print(f"{name:32s} {median[name] * 1000:6.0f} ms   {ratio:4.2f} x {baseline} (at most {most}){verdict}")
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
