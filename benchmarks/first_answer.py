"""How long the first answer takes after installing: the README's first line, step by step, in an empty home.

usage: python benchmarks/first_answer.py [--runs 9]

An empty virtual environment, `pip install` of this checkout (which compiles the glossary into the wheel), and then the
README's question: asked for the first time, and some times more. The first answer may take 1.5 times as long as the
median of the later ones; exit status 1 where it takes longer.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
MOST = 1.5


def seconds(command: list[str], env: dict[str, str] | None = None) -> float:
    begun = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True, env=env, cwd=ROOT)  # in the clone, as the README says
    return time.perf_counter() - begun


def question() -> list[str]:
    """Return what the README's first line asks."""
    line = re.search(
        r"^python3 -m venv .*\bcompendium (ask .*)$", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert line, "the README has no first line"  # noqa: S101
    return shlex.split(line[1])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--runs", type=int, default=9)
    runs = parser.parse_args().runs
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "home").mkdir()
        empty = {"HOME": str(folder / "home"), "PATH": os.environ["PATH"], "LANG": "C.UTF-8"}
        made = seconds([sys.executable, "-m", "venv", str(folder / "venv")])
        installed = seconds([str(folder / "venv/bin/pip"), "install", "-q", str(ROOT)])
        ask = [str(folder / "venv/bin/compendium"), *question()]
        first = seconds(ask, empty)
        warm = statistics.median(seconds(ask, empty) for _ in range(runs))
        left = list((folder / "home").iterdir())
    print(f"environment {made:5.1f} s, pip install {installed:5.1f} s")
    print(f"first answer {first * 1000:4.0f} ms, later ones {warm * 1000:4.0f} ms (median of {runs})")
    print(f"ratio {first / warm:.2f} (at most {MOST}); files left in the home folder: {len(left)}")
    return 1 if first > MOST * warm or left else 0


if __name__ == "__main__":
    sys.exit(main())
