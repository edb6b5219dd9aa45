"""Foreign formats are read in a process of their own, which may take only so much memory, time and output.

What reads them is a library in C: a file that is made for it can crash it, fill the memory or never end. Apart from
us, that costs the file and one line. A reader is a module with a function ``read``, from bytes to a ``Reading``.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
from typing import IO, NamedTuple, NoReturn

from compendium_cli.errors import UsageError

_LENGTH = 8
"""Bytes that tell how long the document is."""
_INSTEAD = "print it to a new file, or give its text"
# The path is ours: without the environment, python would look for us in other places.
_START = "import sys, json; sys.path[:] = json.loads(sys.argv[1]); from {} import work; work(*sys.argv[2:])"


class Limits(NamedTuple):
    """What reading a document may take."""

    memory: int = 1_000_000_000
    """Bytes."""
    seconds: int = 60
    """Of a processor."""
    patience: int = 180
    """Seconds of the clock: a machine may be busy with something else."""
    output: int = 64_000_000
    """Bytes that a reader may answer."""


class Reading(NamedTuple):
    """What a reader made of a document."""

    text: str
    """As Markdown."""
    problems: tuple[str, ...] = ()
    """What could not be read, or was left out."""


class UnreadableError(Exception):
    """A reader cannot read a document; says why, after the name of its file."""


def read_apart(reader: str, raw: bytes, path: str, called: str, limits: Limits | None = None) -> Reading:
    """Have a reader, named by its module, read a document that is ``called`` "PDF" or the like."""
    limits = limits or Limits()
    command = [sys.executable, "-I", "-c", _START.format(__name__), json.dumps(sys.path), reader, json.dumps(limits)]
    with subprocess.Popen(  # noqa: S603 - nothing in it is somebody else's
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, bufsize=0
    ) as process:
        out_of_patience = threading.Timer(limits.patience, process.kill)
        out_of_patience.daemon = True
        out_of_patience.start()
        try:
            answer = _asked(process, raw, limits.output)
            # While we hold its input open, the reader knows that somebody waits for it.
            status = process.wait()
        finally:
            out_of_patience.cancel()
            process.kill()
    if status == 0:
        with contextlib.suppress(ValueError, KeyError, TypeError):
            return _reading(json.loads(answer), path)
    raise UsageError(f"{path} {_why_it_ended(status, called, limits)}; {_INSTEAD}")


def _asked(process: subprocess.Popen[bytes], raw: bytes, most: int) -> bytes:
    """Give a process the document, and return what it answers."""
    with contextlib.suppress(OSError):  # it died: how, its status tells
        _write_all(process.stdin, len(raw).to_bytes(_LENGTH, "big"))
        _write_all(process.stdin, raw)
    pieces: list[bytes] = []
    size = 0
    while process.stdout and size <= most and (piece := process.stdout.read(1 << 20)):
        pieces.append(piece)
        size += len(piece)
    if size > most:
        process.terminate()
    return b"".join(pieces)


def _write_all(stream: IO[bytes] | None, raw: bytes) -> None:
    rest = memoryview(raw)
    while rest and stream:
        rest = rest[stream.write(rest) :]


def _reading(answer: dict[str, object], path: str) -> Reading:
    if "unreadable" in answer:
        raise UsageError(f"{path} {answer['unreadable']}")
    text, problems = answer["text"], answer["problems"]
    if not isinstance(text, str) or not isinstance(problems, list):
        raise TypeError
    return Reading(text, tuple(map(str, problems)))


def _why_it_ended(status: int, called: str, limits: Limits) -> str:
    how = f"status {status}"
    if status < 0:
        with contextlib.suppress(ValueError):  # a signal without a name
            how = signal.Signals(-status).name
    if how in {"SIGXCPU", "SIGKILL"}:
        return f"is a {called} that takes more than {limits.seconds} seconds to read"
    if how == "SIGTERM":
        return f"is a {called} that holds more than {limits.output} bytes of text"
    if status == 0:
        return f"cannot be read as a {called}: what reads it gave no answer that can be used"
    return (
        f"cannot be read as a {called}: what reads it broke ({how}), as it does where a file is damaged or wants more "
        f"than {limits.memory // 1_000_000} MB of memory"
    )


# -- the other process -----------------------------------------------------------------------------------------------


def work(reader: str, given_limits: str) -> NoReturn:
    """Read the document that comes on standard input, and answer on standard output."""
    limits = Limits(*json.loads(given_limits))
    _limit(limits)
    raw = _read_exactly(int.from_bytes(_read_exactly(_LENGTH), "big"))
    threading.Thread(target=_end_with_parent, daemon=True).start()
    try:
        answer = _read(reader, raw)
    except MemoryError:
        answer = {"unreadable": f"wants more than {limits.memory // 1_000_000} MB of memory to be read; {_INSTEAD}"}
    with contextlib.suppress(OSError):  # nobody waits for it any more
        out = memoryview(json.dumps(answer).encode())
        while out:
            out = out[os.write(1, out) :]
    os._exit(0)  # what the library keeps needs no tidying, which might crash


def _read(reader: str, raw: bytes) -> dict[str, object]:
    import importlib

    try:
        reading: Reading = importlib.import_module(reader).read(raw)
    except UnreadableError as error:
        return {"unreadable": str(error)}
    return {"text": reading.text, "problems": reading.problems}


def _limit(limits: Limits) -> None:
    if sys.platform == "win32":  # whoever waits for us loses patience
        return
    import resource

    wanted = {"DATA": limits.memory, "CPU": limits.seconds, "FSIZE": 0, "CORE": 0}
    for name, most in wanted.items():
        kind = getattr(resource, f"RLIMIT_{name}")
        hard = resource.getrlimit(kind)[1]
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(kind, (most, hard) if hard == resource.RLIM_INFINITY else (min(most, hard), hard))


def _read_exactly(length: int) -> bytes:
    pieces: list[bytes] = []
    while length:
        piece = os.read(0, min(length, 1 << 20))
        if not piece:
            os._exit(1)
        pieces.append(piece)
        length -= len(piece)
    return b"".join(pieces)


def _end_with_parent() -> None:
    """End when nobody holds the other end of our input any more: whoever started us is dead."""
    with contextlib.suppress(OSError):
        os.read(0, 1)
    os._exit(1)
