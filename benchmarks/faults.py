"""What a sudden death leaves behind: commands killed at growing delays and at every step that changes the disk.

usage: python benchmarks/faults.py [COMMAND…] [--delays 30] [--steps 30] [--size 6] [--verbose]

``index``, ``update`` (``ask`` after an edit), ``import`` (over an older one), ``first`` (an import of another game),
``fmt``, ``export`` and ``build`` run as processes on a copy of the test glossary, grown a little, and are killed:
``--delays`` times each by ``kill -9`` after growing delays, ``--steps`` times each just before one of their steps (see
``dying.py``), evenly spread over all of them. After each
death

- every file of the glossary, of the library and of the export is byte for byte that of before or after, the site is so
  as a whole;
- ``show`` and ``ask`` answer, from the library too, as before or after;
- the command, started again, ends well and leaves exactly what it leaves undisturbed: nothing hidden, nothing half.

Exit status 1 where one of this fails.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ROOT = Path(__file__).resolve().parent.parent
HARBOUR = ROOT / "tests" / "data" / "harbour" / "harbour"
DYING = Path(__file__).with_name("dying.py")
KILLED = -9
#: Which entries of a library were imported.
RECORD = ".compendium-imported.json"

Tree = dict[str, bytes]


class Case(NamedTuple):
    """A command, and what it changes."""

    name: str
    arguments: str
    changes: str | None
    """What it replaces, in the folder where it runs."""
    is_whole: bool
    """Whether that is replaced as a whole; else file by file."""
    prepared: str | None = None
    """What has to be run before, so that there is something to replace."""
    edited: str | None = None
    """An entry that somebody edits before each run, so that there is something to compile."""
    is_once: bool = False
    """Whether, when all is done, it has to be told that it may replace that."""


CASES = (
    Case("index", "index --rebuild --glossary glossary", None, is_whole=True),
    Case(
        "update",
        "ask --json --glossary glossary -- quanti danni prendo col maltempo?",
        None,
        is_whole=True,
        edited="glossary/harbour/it/storm.md",
    ),
    Case(
        "import",
        "import new.txt --game harbour --lang it --edition it-3 --to library --update --glossary glossary",
        "library",
        is_whole=False,
    ),
    Case(
        "first",
        "import new.txt --game island --lang it --edition it-3 --to library --glossary glossary",
        "library",
        is_whole=False,
        is_once=True,
    ),
    Case("fmt", "fmt --glossary glossary", "glossary", is_whole=False),
    Case(
        "export",
        "export --format json -o out.json --glossary glossary",
        "out.json",
        is_whole=True,
        prepared="export --format json -o out.json --base-url https://old.example/ --glossary glossary",
    ),
    Case(
        "build",
        "build --site-dir site --glossary glossary",
        "site",
        is_whole=True,
        prepared="build --site-dir site --base-url https://old.example/ --glossary glossary",
    ),
)
QUERIES = (
    "show tempesta --json --glossary glossary --library library",
    "ask --json --glossary glossary --library library -- quanti danni prendo col maltempo?",
)


class Result(NamedTuple):
    """How a process ended."""

    status: int
    out: str
    err: str


class Yard:
    """The folder where commands run: a glossary, a library, an export, a site, a cache of its own."""

    def __init__(self, folder: Path, size: int) -> None:
        self.folder = folder
        self.env = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1", "LANG": "C.UTF-8"}
        for name in ("CACHE", "CONFIG", "DATA"):
            self.env[f"XDG_{name}_HOME"] = str(folder / name.lower())
        for name in ("COMPENDIUM_LANG", "COMPENDIUM_BASE_URL"):
            self.env.pop(name, None)
        write_glossary(folder / "glossary", size)
        write_document(folder / "old.txt", size, damage=1)
        write_document(folder / "new.txt", size, damage=2)
        self.must("import old.txt --game harbour --lang it --edition it-3 --to library --glossary glossary")
        untidy(folder / "glossary")

    def start(self, command: Sequence[str]) -> subprocess.Popen[str]:
        """Start a process in this folder."""
        return subprocess.Popen(
            command, cwd=self.folder, env=self.env, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )

    def run(self, arguments: str, dying: int | None = None) -> Result:
        """Run a command to its end, or to its n-th step."""
        begun = ["-m", "compendium_cli"] if dying is None else [str(DYING), str(dying)]
        options, _, question = arguments.partition(" -- ")
        process = self.start([sys.executable, *begun, *options.split(), *(["--", question] if question else [])])
        out, err = process.communicate(timeout=300)
        return Result(process.returncode, out, err)

    def must(self, arguments: str) -> Result:
        """Run a command that has to end well."""
        result = self.run(arguments)
        if result.status or "Traceback" in result.err:
            raise FailedError(f"{arguments!r} ended with {result.status}: {result.err.strip()[-300:]}")
        return result

    def answers(self) -> list[str]:
        """Return what readers get."""
        return [self.must(query).out for query in QUERIES]


class FailedError(Exception):
    """Something is not as it has to be."""


def write_glossary(folder: Path, size: int) -> None:
    """Write the test glossary, and copies of its game under other names."""
    shutil.copytree(HARBOUR, folder / "harbour")
    for number in range(1, size):
        shutil.copytree(HARBOUR, folder / f"harbour-{number}")


def write_document(path: Path, size: int, damage: int) -> None:
    """Write a publisher's document: two terms of the glossary, and some of its own."""
    parts = [f"TEMPESTA\n\nIl mare colpisce le navi e infligge {damage} danni.\n\nVedi anche: Ancorare/ancora\n"]
    parts.append(f"ANCORARE/ANCORA\n\nUna nave ancorata subisce {damage} danni in meno.\n")
    rule = f"Una regola del termine, che vale {damage}."
    parts += [f"TERMINE {chr(65 + n % 26) * 3}{n}\n\n{rule}\n" for n in range(size * 4)]
    path.write_text("\n".join(parts), encoding="utf-8")


def untidy(glossary: Path) -> None:
    """Give fmt something to do in every file: lines to remove, and statements to number where nobody asks for them."""
    for path in glossary.rglob("*.md"):
        text = path.read_text(encoding="utf-8")
        if path.stem in {"crew", "mooring"}:
            text = re.sub(r" \^\d+$", "", text, flags=re.MULTILINE)
        path.write_text(f"{text}\n\n", encoding="utf-8")


def tree_of(path: Path) -> Tree:
    """Return every file that is not hidden, with what it holds."""
    if path.is_file():
        return {"": path.read_bytes()}
    files = {file.relative_to(path): file for file in path.rglob("*") if file.is_file()}
    return {str(name): file.read_bytes() for name, file in files.items() if not is_hidden(name)}


def is_hidden(path: Path) -> bool:
    return any(part.startswith(".") for part in path.parts)


def hidden_in(folder: Path) -> list[str]:
    """Return what killed processes left: everything hidden but in the cache, where the next to compile clears."""
    found = (path.relative_to(folder) for path in folder.rglob(".*"))
    mine = (path for path in found if path.parts[0] not in {"cache", "config", "data"})
    return [str(path) for path in mine if not path.name.startswith(".compendium-")]  # our marks stay


class Killing:
    """One command in its yard: killed again and again, and looked at."""

    def __init__(self, case: Case, yard: Yard) -> None:
        self.case = case
        self.yard = yard
        self.target = yard.folder / case.changes if case.changes else None
        self.kept = yard.folder.with_name(f"{yard.folder.name}-{case.name}")
        if case.prepared:
            yard.must(case.prepared)
        if self.target:
            self._copy(self.target, self.kept)
        self.before, self.answers_before = self._tree(), yard.answers()
        yard.must(case.arguments)  # so that the cache is warm when time is taken
        self.restore()
        begun = time.monotonic()
        yard.must(case.arguments)
        self.seconds = time.monotonic() - begun
        self.after, self.answers_after = self._tree(), yard.answers()
        self.restore()
        self.steps = int(yard.run(case.arguments, dying=0).err.split()[-1])
        self.restore()

    def _tree(self) -> Tree:
        whole = tree_of(self.yard.folder / "glossary")
        return whole | ({f"-/{name}": raw for name, raw in tree_of(self.target).items()} if self.target else {})

    @staticmethod
    def _copy(source: Path, target: Path) -> None:
        if source.is_dir():
            shutil.copytree(source, target)
        else:
            shutil.copy2(source, target)

    def restore(self) -> None:
        """Put back what the command changes; edit what it is to compile."""
        if self.case.edited:
            with (self.yard.folder / self.case.edited).open("a", encoding="utf-8") as entry:
                entry.write("\n")
            self.before = self.after = self._tree()
        if not self.target:
            return
        if self.target.is_dir():
            shutil.rmtree(self.target)
        else:
            self.target.unlink(missing_ok=True)
        self._copy(self.kept, self.target)

    def after_delay(self, seconds: float) -> bool:
        """Kill the command after some time; tell whether it was still running."""
        process = self.yard.start([sys.executable, "-m", "compendium_cli", *self.case.arguments.split()])
        try:
            process.wait(timeout=seconds)
        except subprocess.TimeoutExpired:
            process.kill()
        process.communicate()
        return process.returncode == KILLED

    def at_step(self, step: int) -> bool:
        """Let the command die before a step; tell whether it did."""
        return self.yard.run(self.case.arguments, dying=step).status == KILLED

    def check(self) -> bool:
        """Raise unless everything is as before or after; tell whether it is as after."""
        found = self._tree()
        if self.case.is_whole:
            if found not in (self.before, self.after):
                raise FailedError("neither before nor after")
        elif strange := set(self.before) - set(found) | set(found) - set(self.before) - set(self.after):
            raise FailedError(f"files came or went: {strange}")
        elif half := [name for name in found if found[name] not in (self.before.get(name), self.after.get(name))]:
            raise FailedError(f"neither before nor after: {half}")
        answers = self.yard.answers()
        if answers not in (self.answers_before, self.answers_after) and self.case.is_whole:
            raise FailedError("other answers than before or after")
        is_done = found == self.after != self.before
        self.yard.must(f"{self.case.arguments} --update" if is_done and self.case.is_once else self.case.arguments)
        if self._tree() != self.after:
            raise FailedError("started again, the command left something else")
        if left := hidden_in(self.yard.folder):
            raise FailedError(f"left behind: {left}")
        return is_done

    def deaths(self, delays: int, steps: int) -> Iterator[tuple[str, bool]]:
        """Kill the command again and again; yields when, and whether it was."""
        for number in range(delays):
            seconds = self.seconds * 1.05 * (number + 0.5) / delays
            yield f"after {seconds:.3f} s", self.after_delay(seconds)
        for number in range(min(steps, self.steps)):
            step = 1 + round(number * (self.steps - 1) / max(min(steps, self.steps) - 1, 1))
            yield f"at step {step} of {self.steps}", self.at_step(step)


def kill(case: Case, yard: Yard, given: argparse.Namespace) -> tuple[int, int]:
    """Kill a command as often as is wanted; returns how often, and how often something was wrong."""
    killing = Killing(case, yard)
    killed = finished = failed = done = 0
    for when, is_killed in killing.deaths(given.delays, given.steps):
        killed += is_killed
        finished += not is_killed
        try:
            is_after = killing.check()
            done += is_after and is_killed
            if given.verbose:
                print(f"  {case.name} {when}: {'all was done' if is_after else 'not all was done'}", flush=True)
        except FailedError as error:
            failed += 1
            print(f"  {case.name} {when}: {error}", flush=True)
        killing.restore()
    told = f"{killed} kills ({done} of them when all was done), {finished} too late"
    print(f"{case.name:7s} {killing.seconds:5.1f} s, {killing.steps:5d} steps: {told}; {failed} failures", flush=True)
    return killed, failed


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("commands", nargs="*", metavar="COMMAND", help=", ".join(case.name for case in CASES))
    parser.add_argument("--delays", type=int, default=30)
    parser.add_argument("--steps", type=int, default=30)
    parser.add_argument("--size", type=int, default=6)
    parser.add_argument("--verbose", action="store_true")
    given = parser.parse_args()
    killed = failed = 0
    with tempfile.TemporaryDirectory() as scratch:
        yard = Yard(Path(scratch) / "yard", given.size)
        for case in CASES:
            if case.name in given.commands or not given.commands:
                counts = kill(case, yard, given)
                killed, failed = killed + counts[0], failed + counts[1]
    print(f"{killed} kills, {failed} failures")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
