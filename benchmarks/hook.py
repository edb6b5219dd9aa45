"""How long a contributor waits at a commit: the hooks on changed entries, as pre-commit starts them.

usage: python benchmarks/hook.py [--runs 5]

The commands are read from .pre-commit-config.yaml and run on one entry and on twenty, of the language with most of
them, in a copy of the glossary where these entries were changed. Exit status 1 where they take two seconds or more.
"""

from __future__ import annotations

import argparse
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parent.parent
AT_MOST = 2.0


def hooks() -> list[list[str]]:
    config = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))
    entries = [
        hook["entry"] for repo in config["repos"] for hook in repo["hooks"] if hook["id"].startswith("compendium")
    ]
    beside = Path(sys.executable).parent
    return [[str(beside / words[0]), *words[1:]] for words in map(shlex.split, entries)]


def seconds(glossary: Path, changed: list[str]) -> float:
    spent = 0.0
    for path in changed:
        with (glossary / path).open("a", encoding="utf-8") as entry:
            entry.write("\n\n")  # something for fmt to tidy
    for command in hooks():
        begun = time.perf_counter()
        subprocess.run([*command, "--glossary", str(glossary), *changed], check=True, capture_output=True)
        spent += time.perf_counter() - begun
    return spent


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--runs", type=int, default=5)
    runs = parser.parse_args().runs
    slow = 0
    with tempfile.TemporaryDirectory() as scratch:
        glossary = Path(shutil.copytree(ROOT / "glossary", Path(scratch) / "glossary"))
        largest = max(glossary.glob("*/*/"), key=lambda folder: len(list(folder.rglob("*.md"))))
        entries = sorted(path.relative_to(glossary).as_posix() for path in largest.rglob("*.md"))
        for many in (1, 20):
            median = statistics.median(seconds(glossary, entries[:many]) for _ in range(runs))
            slow += median >= AT_MOST
            told = f"fmt and lint, {many:2d} of {len(entries)} entries changed"
            print(f"{told}: {median:.2f} s (less than {AT_MOST:.0f})")
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
