"""Shell sessions in README, manual and pages: each ``$`` block shows what its command prints.

usage: python tests/documents.py    writes the blocks anew; the test fails while one of them is out of date.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGES = ROOT / "site" / "pages"
#: A page per audience.
AUDIENCES = tuple(PAGES / f"for-{audience}.md" for audience in ("players", "forums", "maintainers", "developers"))
DOCUMENTS = (ROOT / "README.md", PAGES / "manual.md", *AUDIENCES)
SESSION = re.compile(r"^```console\n\$ ((?:compendium|echo) [^\n]*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
#: Where the documents say that the clone is.
CLONE = "/home/you/compendium"
_STARTS = {"compendium": ["-m", "compendium_cli"], "python": []}


def printed(command: str) -> str:
    """Return what a command prints, on a terminal 100 columns wide that knows no colours.

    ``echo … |`` before it is its standard input. A command that writes a file does so in a folder of its own.
    """
    environment = {**os.environ, "COLUMNS": "100", "LANG": "C.UTF-8", "PATH": os.environ["PATH"]}
    for name in ("COMPENDIUM_LANG", "COMPENDIUM_BASE_URL", "COMPENDIUM_GLOSSARY", "LC_ALL"):
        environment.pop(name, None)
    words = shlex.split(command)
    given = ""
    if words[0] == "echo":
        given, words = words[1] + "\n", words[words.index("|") + 1 :]
    started = [sys.executable, *_STARTS[words[0]], *words[1:]]
    with tempfile.TemporaryDirectory() as scratch:
        folder = scratch if "-o" in words else ROOT
        environment["PYTHONPATH"] = str(ROOT)
        done = subprocess.run(
            started, input=given, capture_output=True, text=True, check=False, env=environment, cwd=folder
        )
    return (done.stdout + done.stderr).replace(str(ROOT), CLONE)


def rewritten(text: str) -> str:
    """Return a document whose sessions are up to date."""
    return SESSION.sub(lambda found: f"```console\n$ {found.group(1)}\n{printed(found.group(1))}```", text)


if __name__ == "__main__":
    for document in DOCUMENTS:
        document.write_text(rewritten(document.read_text(encoding="utf-8")), encoding="utf-8")
