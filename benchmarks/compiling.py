"""What compiling the shipped glossary takes: all of it, the part that `show` needs, and what one edited line costs.

usage: python benchmarks/compiling.py

Every command runs in a process of its own, on a copy of the glossary and with a cache of its own. Memory is that of the
largest process. What `serve` takes is what it says itself: it looks every half second whether something was edited, and
builds then. A limit that is exceeded is marked, and makes the exit status 1.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
QUESTION = "un alleato stordito può attaccare?"


class Limit(NamedTuple):
    """What a figure may be at most."""

    name: str
    value: float
    most: float | None
    unit: str

    def __str__(self) -> str:
        most = f"   (at most {self.most:g})" if self.most is not None else ""
        return f"{self.name:44s} {self.value:7.1f} {self.unit}{most}{'   TOO MUCH' if self.is_exceeded else ''}"

    @property
    def is_exceeded(self) -> bool:
        """Tell whether it is more."""
        return self.most is not None and self.value > self.most


class Yard:
    """A copy of the glossary, and a cache."""

    def __init__(self, folder: Path) -> None:
        self.glossary, self.cache = folder / "glossary", folder / "cache"
        shutil.copytree(ROOT / "glossary", self.glossary)

    def seconds(self, *arguments: str, cold: bool = False) -> tuple[float, float]:
        """Run a command; return its seconds, and the megabytes of its largest process."""
        if cold:
            shutil.rmtree(self.cache, ignore_errors=True)
        command = [sys.executable, "-m", "compendium_cli", *arguments, "--glossary", str(self.glossary)]
        begun = time.perf_counter()
        process = subprocess.Popen(
            command,
            env={**os.environ, "XDG_CACHE_HOME": str(self.cache), "PYTHONPATH": str(ROOT)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            raise SystemExit(f"{command} failed")
        return time.perf_counter() - begun, usage.ru_maxrss / 1024

    def served(self) -> float:
        """Return how many seconds a server says that it builds after an edited line."""
        command = [sys.executable, "-m", "compendium_cli", "serve", "--glossary", str(self.glossary)]
        server = subprocess.Popen(
            [*command, "--address", "127.0.0.1:8642"],
            env={**os.environ, "XDG_CACHE_HOME": str(self.cache), "PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        try:
            lines = iter(server.stdout or ())
            next(line for line in lines if "Serving on" in line)
            self.edit()
            return next(float(took[1]) for line in lines if (took := re.search(r"built in ([\d.]+) seconds", line)))
        finally:
            server.terminate()
            server.communicate()

    def edit(self) -> None:
        """Change one line of an entry."""
        entry = self.glossary / "marvel-champions" / "it" / "ally.md"
        text = entry.read_text(encoding="utf-8")
        entry.write_text(text.replace(". ^", "! ^", 1) if ". ^" in text else text.replace("! ^", ". ^", 1), "utf-8")

    def megabytes(self) -> float:
        """Return what the cache takes on the disk."""
        return sum(path.stat().st_size for path in self.cache.rglob("*") if path.is_file()) / 1e6


def figures(yard: Yard) -> list[Limit]:
    found = []
    seconds, memory = yard.seconds("index", "--rebuild", cold=True)
    found.append(Limit("everything, two processes", seconds, 10, "s"))
    found.append(Limit("  memory", memory, 200, "MB"))
    found.append(Limit("  on the disk", yard.megabytes(), 25, "MB"))
    found.append(Limit("show, nothing compiled", yard.seconds("show", "ally", cold=True)[0], None, "s"))
    seconds, memory = yard.seconds("ask", QUESTION, cold=True)
    found.append(Limit("ask, nothing compiled", seconds, None, "s"))
    found.append(Limit("  memory", memory, None, "MB"))
    for arguments in (("lint",), ("ask", QUESTION)):
        yard.edit()
        found.append(Limit(f"{arguments[0]}, after one edited line", yard.seconds(*arguments)[0], 2, "s"))
    found.append(Limit("serve, after one edited line", yard.served(), 2, "s"))
    return found


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        found = figures(Yard(Path(folder)))
    print("\n".join(map(str, found)))
    return 1 if any(limit.is_exceeded for limit in found) else 0


if __name__ == "__main__":
    sys.exit(main())
