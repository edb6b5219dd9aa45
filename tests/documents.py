"""Shell sessions in README and manual: each block that begins with ``$ compendium`` shows what the command prints.

usage: python tests/documents.py    writes the blocks anew; the test fails while one of them is out of date.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
DOCUMENTS = (ROOT / "README.md", ROOT / "site" / "pages" / "manual.md")
SESSION = re.compile(r"^```console\n\$ (compendium [^\n]*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def printed(command: str) -> str:
    """Return what a command prints, on a terminal 100 columns wide that knows no colours."""
    environment = {**os.environ, "COLUMNS": "100", "LANG": "C.UTF-8", "PATH": os.environ["PATH"]}
    for name in ("COMPENDIUM_LANG", "COMPENDIUM_BASE_URL", "LC_ALL"):
        environment.pop(name, None)
    words = [sys.executable, "-m", "compendium_cli", *shlex.split(command)[1:]]
    done = subprocess.run(words, capture_output=True, text=True, check=False, env=environment, cwd=ROOT)
    return done.stdout + done.stderr


def rewritten(text: str) -> str:
    """Return a document whose sessions are up to date."""
    return SESSION.sub(lambda found: f"```console\n$ {found.group(1)}\n{printed(found.group(1))}```", text)


if __name__ == "__main__":
    for document in DOCUMENTS:
        document.write_text(rewritten(document.read_text(encoding="utf-8")), encoding="utf-8")
