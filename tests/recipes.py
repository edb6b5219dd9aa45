"""The recipes of CONTRIBUTING.md: files to write and commands to run, in the order of the page.

usage: python tests/recipes.py    follows them in an empty folder and writes what the commands print into the page.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "CONTRIBUTING.md"
_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_FILE = re.compile(r"`(my-glossary/[\w./-]+)`")


class Step(NamedTuple):
    """A block of a recipe."""

    recipe: str
    file: str | None
    """The file to write: the last one that the text before the block names; ``None`` for commands to run."""
    content: str


def steps(page: str) -> Iterator[Step]:
    """Yield what the page tells to do, in its order."""
    for section in page.partition("## Recipes")[2].partition("\n## ")[0].split("\n### ")[1:]:
        recipe = section.splitlines()[0]
        end = 0
        for block in _BLOCK.finditer(section):
            before, end = section[end : block.start()], block.end()
            is_session = block.group(1) == "console"
            yield Step(recipe, None if is_session else _FILE.findall(before)[-1], block.group(2))


def printed(command: str, folder: Path) -> str:
    """Return what a command prints in a folder, on a terminal that knows no colours."""
    environment = {**os.environ, "COLUMNS": "100", "LANG": "C.UTF-8", "PYTHONPATH": str(ROOT)}
    words = [sys.executable, "-m", "compendium_cli", *shlex.split(command)[1:]]
    done = subprocess.run(words, capture_output=True, text=True, check=False, env=environment, cwd=folder)
    return done.stdout + done.stderr


def followed(page: str, folder: Path) -> str:
    """Follow the recipes in a folder; return the page with what the commands print now."""
    for step in steps(page):
        if step.file:
            path = folder / step.file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(step.content, encoding="utf-8")
        else:
            commands = [line.removeprefix("$ ") for line in step.content.splitlines() if line.startswith("$ ")]
            shown = "".join(f"$ {command}\n{printed(command, folder)}" for command in commands)
            page = page.replace(f"```console\n{step.content}```", f"```console\n{shown}```", 1)
    return page


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as scratch:
        PAGE.write_text(followed(PAGE.read_text(encoding="utf-8"), Path(scratch)), encoding="utf-8")
