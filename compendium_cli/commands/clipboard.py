"""The system's clipboard, by the program that each system has for it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from typing import NamedTuple

from compendium_cli.errors import UsageError

#: Seconds after which a program that does not take the text is given up.
_PATIENCE = 5


class _Program(NamedTuple):
    command: tuple[str, ...]
    needs: str = ""
    """An environment variable without which it can't work: there is no such display."""
    encoding: str = "utf-8"


_PROGRAMS = (
    _Program(("pbcopy",)),
    _Program(("wl-copy",), "WAYLAND_DISPLAY"),
    _Program(("xclip", "-selection", "clipboard", "-in"), "DISPLAY"),
    _Program(("xsel", "--clipboard", "--input"), "DISPLAY"),
    _Program(("termux-clipboard-set",)),
    _Program(("clip.exe",), encoding="utf-16"),  # Windows, and Linux inside it
)


def copy(text: str) -> None:
    """Put a text on the clipboard, by the first program that takes it, or say what is missing."""
    there = [program for program in _PROGRAMS if not program.needs or os.environ.get(program.needs)]
    found = [(program, path) for program in there if (path := shutil.which(program.command[0]))]
    failed = []
    for program, path in found:
        if why := _refused(path, program, text):
            failed.append(f"{program.command[0]} {why}")
        else:
            return
    if failed:
        raise UsageError(f"the clipboard did not take the text: {', '.join(failed)}; copy what is printed")
    advice = (
        "install wl-clipboard, xclip or xsel" if sys.platform.startswith("linux") else "none of its programs is there"
    )
    raise UsageError(f"this system has no clipboard that can be reached: {advice}, or copy what is printed")


def _refused(path: str, program: _Program, text: str) -> str:
    """Hand a text to a program; return why it did not take it, nothing where it did.

    Some stay behind to serve the clipboard: what they might print is not waited for.
    """
    try:
        done = subprocess.run(  # noqa: S603 - a program of the table above, found on the user's own path
            [path, *program.command[1:]],
            input=text.encode(program.encoding, "replace"),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=_PATIENCE,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return f"did not end within {_PATIENCE} seconds"
    except OSError as error:
        return f"could not be started ({(error.strerror or str(error)).lower()})"
    return f"ended with status {done.returncode}" if done.returncode else ""
