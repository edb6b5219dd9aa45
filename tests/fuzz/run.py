"""Fuzz a target: bytes that grow out of its corpus, guided by the code they reach.

usage: python tests/fuzz/run.py TARGET [--seconds 600] [--shipped]

Needs atheris (pip install "rules-compendium[fuzz]"); where it has no build, bytes are changed blindly. An input fails
where a promise is broken, where anything but our own errors is raised, and where it takes longer than a second per kB.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from contextlib import nullcontext
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

try:
    import atheris
except ImportError:
    atheris = None

_LONGEST = 4096
_SECONDS_PER_KB = 1.0
_TOLD_EVERY = 60


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("target")
    parser.add_argument("--seconds", type=int, default=600)
    parser.add_argument("--shipped", action="store_true", help="ask the shipped glossary, not that of the tests")
    parser.add_argument("--found", type=Path, help="folder that keeps inputs which reached new code")
    given = parser.parse_args()
    seeds = HERE / "corpus" / given.target
    with atheris.instrument_imports(include=["compendium_cli", "markdown_it"]) if atheris else nullcontext():
        from fuzz import targets

        if given.target not in targets.TARGETS:
            raise SystemExit(f"no target {given.target!r}: choose one of {', '.join(targets.TARGETS)}")
        if given.shipped:
            targets.GLOSSARY = None
        for seed in sorted(seeds.iterdir()):  # loads and compiles whatever is needed, before the clock runs
            targets.TARGETS[given.target](seed.read_bytes())
    check = _Timed(targets.TARGETS[given.target])
    found = given.found or Path(tempfile.mkdtemp(prefix=f"fuzz-{given.target}-"))
    found.mkdir(parents=True, exist_ok=True)
    if atheris:
        _guided(check, [seeds, found], given.seconds)
    else:
        _blind(check, seeds, found, given.seconds)


class _Timed:
    """Checks an input and that it took no longer than its length allows. CPU time: a busy machine is no fault."""

    def __init__(self, check):
        self.check = check
        self.tried = 0
        self.slowest = 0.0

    def __call__(self, raw: bytes) -> None:
        self.tried += 1
        begun = time.process_time()
        self.check(raw)
        spent = time.process_time() - begun
        self.slowest = max(self.slowest, spent)
        allowed = _SECONDS_PER_KB * max(len(raw) / 1000, 1)
        assert spent <= allowed, f"{spent:.1f} s for {len(raw)} bytes"


def _guided(check: _Timed, folders: list[Path], seconds: int) -> None:
    options = [
        *(f"-max_total_time={seconds}", f"-max_len={_LONGEST}", "-timeout=60", "-len_control=40", "-rss_limit_mb=4000"),
        *(f"-dict={HERE / 'dictionary.txt'}", f"-artifact_prefix={folders[1]}/", "-print_final_stats=1"),
    ]
    atheris.Setup([sys.argv[0], *options, *(str(folder) for folder in reversed(folders))], check)
    atheris.Fuzz()


def _blind(check: _Timed, seeds: Path, found: Path, seconds: int) -> None:
    """Change bytes of the corpus without guidance: cut, double, swap, and put in words that mean something."""
    chance = random.Random(0)  # noqa: S311 - the same run again shows the same fault
    pool = [path.read_bytes() for path in sorted(seeds.iterdir())]
    lines = (HERE / "dictionary.txt").read_text(encoding="utf-8").splitlines()
    words = [eval(f"b{line}") for line in lines if line.startswith('"')]  # noqa: S307 - our own file
    begun = told = time.monotonic()
    while time.monotonic() - begun < seconds:
        raw = bytearray(chance.choice(pool))
        for _ in range(chance.randint(1, 8)):
            _change(raw, pool, words, chance)
        try:
            check(bytes(raw[:_LONGEST]))
        except BaseException:
            (found / f"crash-{check.tried}").write_bytes(raw[:_LONGEST])
            raise
        if time.monotonic() - told > _TOLD_EVERY:
            told = time.monotonic()
            print(f"{check.tried} inputs, slowest {check.slowest:.2f} s", flush=True)  # noqa: T201
    print(f"{check.tried} inputs, slowest {check.slowest:.2f} s")  # noqa: T201


def _change(raw: bytearray, pool: list[bytes], words: list[bytes], chance: random.Random) -> None:
    place = chance.randint(0, len(raw))
    end = min(len(raw), place + chance.randint(1, 40))
    way = chance.randint(0, 4)
    if way == 0:
        del raw[place:end]
    elif way == 1:
        raw[place:place] = raw[place:end] * chance.randint(1, 50)
    elif way == 2:
        raw[place:place] = chance.choice(words) * chance.choice((1, 1, 1, 2, 100))
    elif way == 3:
        raw[place:end] = chance.randbytes(end - place)
    else:
        other = chance.choice(pool)
        start = chance.randint(0, len(other))
        raw[place:end] = other[start : start + 80]


if __name__ == "__main__":
    main()
