"""What is asked of us by many, for long: a stream of questions, and the built site behind a plain static server.

usage: python benchmarks/load.py [questions|site] [--number 100000] [--different 0] [--seed 1]
                                 [--seconds 20] [--connections 16] [--site DIR] [--glossary DIR]

``questions`` feeds one ``compendium ask --json -`` the questions of ``benchmarks/questions``, over and over in random
order (``--different`` takes only so many of them), and samples the memory it holds. Every repetition must get the very
answer of the first time, and each different one the answer of a process that is asked nothing else. Every tenth line is
hostile (endless words, hundreds of strange ones, control characters, nothing at all), and never the same again: it must
get one object, an answer or an error. Memory is flat
where the most it held in the second half is no more than a few megabytes above the most in the first. It takes hours;
Ctrl-C ends the stream early, and tells what holds of it so far.

``site`` builds the site (or takes ``--site``), serves it by ``python -m http.server`` and has ``wrk`` ask for its pages
and for everything under ``/api/``; every body is compared with its file. Without ``wrk``, threads of our own ask.

Exit status 1 where an answer or a body differs, or where memory grew.
"""

from __future__ import annotations

import argparse
import contextlib
import http.client
import json
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote

if TYPE_CHECKING:
    from collections.abc import Iterator

QUESTIONS = Path(__file__).with_name("questions")
SCRIPT = Path(__file__).with_name("compare_bodies.lua")
COMMAND = [sys.executable, "-m", "compendium_cli"]
NOTHING_ANSWERED = 1
SAMPLES = 400
#: One line in so many is hostile.
HOSTILE_EVERY = 10
SHOWN_EVERY = 20
#: What the second half may hold more than the first, in kB: allocators round, and the last question may be the longest.
MAY_GROW = 4096


class Wanted(NamedTuple):
    """How much of it."""

    number: int
    different: int
    seed: int
    seconds: int
    connections: int
    site: str | None
    glossary: list[str]
    """The option that names the glossary, as the commands take it."""


# -- questions -------------------------------------------------------------------------------------------------------


def questions() -> list[str]:
    files = sorted(QUESTIONS.glob("*.jsonl"))
    asked = [json.loads(line)["question"] for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    return [" ".join(question.split()) for question in asked]


def memory_of(process: int) -> int:
    """Return how many kB a process holds; 0 where the system does not tell."""
    with contextlib.suppress(OSError):
        held = re.search(r"VmRSS:\s*(\d+)", Path(f"/proc/{process}/status").read_text(encoding="ascii"))
        return int(held[1]) if held else 0
    return 0


def ask_many(wanted: Wanted) -> bool:
    """Tell whether a long stream is answered like single questions, in constant memory."""
    chance = random.Random(wanted.seed)  # noqa: S311 - an order, not a secret
    asked = questions()
    if wanted.different:
        asked = chance.sample(asked, wanted.different)
    # What compiling needed would hide what answering keeps.
    subprocess.run([*COMMAND, "index", *wanted.glossary], check=True, capture_output=True)
    command = [*COMMAND, "ask", "--json", "-", *wanted.glossary]
    is_ended = threading.Event()
    signal.signal(signal.SIGINT, lambda *_: is_ended.set())
    first: dict[str, str] = {}
    done, different, hostile, unanswered, memory, begun = 0, 0, 0, 0, [], time.monotonic()
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8", start_new_session=True
    ) as process:
        assert process.stdin  # noqa: S101
        assert process.stdout  # noqa: S101
        while done < wanted.number and not is_ended.is_set():
            is_hostile = done % HOSTILE_EVERY == HOSTILE_EVERY - 1
            question = hostile_line(chance) if is_hostile else chance.choice(asked)
            process.stdin.write(question + "\n")
            process.stdin.flush()
            answer = process.stdout.readline()
            if is_hostile:
                hostile += 1
                unanswered += not is_object(answer)
            else:
                different += first.setdefault(question, answer) != answer
            done += 1
            if done % max(wanted.number // SAMPLES, 1) == 0:
                memory.append(memory_of(process.pid))
                if len(memory) % SHOWN_EVERY == 1:
                    tell_progress(done, begun, memory[-1])
        memory.append(memory_of(process.pid))
        tell_progress(done, begun, memory[-1])
    signal.signal(signal.SIGINT, signal.default_int_handler)
    half = len(memory) // 2
    grown = max(memory[half:]) - max(memory[:half])
    unlike = sum(answered_alone(question, wanted) != json.loads(answer) for question, answer in first.items())
    is_well = not (
        different or unlike or unanswered or grown > MAY_GROW or process.returncode not in (0, NOTHING_ANSWERED)
    )
    print(f"{done - hostile} questions, {len(first)} different ones: {different} repetitions got another answer")
    print(f"{hostile} hostile lines among them: {unanswered} got no object")
    print(f"{len(first)} asked one by one: {unlike} got another answer")
    print(
        f"memory: {memory[0] / 1024:.1f} MB at first, {memory[-1] / 1024:.1f} MB at last; "
        f"second half {grown / 1024:+.1f} MB over the first (at most {MAY_GROW / 1024:.0f})"
    )
    print("memory is flat and answers are identical" if is_well else "FAILED: see above")
    return is_well


def hostile_line(chance: random.Random) -> str:
    """Return a line that nobody asks, and no other line is like."""
    letters = chance.choice(
        ("abcdefghijklmnopqrstuvwxyz", "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя", "أبتثجحخ", "的一是不了人")
    )

    def word(longest: int) -> str:
        return "".join(chance.choices(letters, k=chance.randint(1, longest)))

    kind = chance.randrange(100)
    if kind == 0:
        return "".join(chance.choices(letters, k=1_200_000))  # longer than any line that is read
    if kind < 5:  # noqa: PLR2004 - shares, in percent
        return f"che cos'è {''.join(chance.choices(letters, k=300_000))}?"
    if kind < 20:  # noqa: PLR2004
        return " ".join(word(90) for _ in range(400))
    if kind < 30:  # noqa: PLR2004
        return chance.choice(("", " ", "\t", "\u3000 "))
    acting = ("\x1b[31m", "\x00", "\u202e", "\u200f", "\U000e0041", "\x08", "--json", "((", "%s", "';--", "\\", "&#10;")
    return f"{word(12)} {chance.choice(acting)}{word(20)} {chance.choice(('alleato', 'aliado', 'союзник'))} {word(9)}?"


def is_object(answer: str) -> bool:
    """Tell whether a line is one JSON object: an answer, or an error."""
    try:
        found = json.loads(answer)
    except ValueError:
        return False
    return isinstance(found, dict) and ("rulings" in found or "error" in found)


def tell_progress(done: int, begun: float, memory: int) -> None:
    print(f"  {done:7d} questions  {time.monotonic() - begun:6.0f} s  {memory / 1024:7.1f} MB", flush=True)


def answered_alone(question: str, wanted: Wanted) -> object:
    command = [*COMMAND, "ask", "--json", *wanted.glossary, "--", question]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    return json.loads(done.stdout)


# -- the site --------------------------------------------------------------------------------------------------------


def addresses(site: Path) -> list[tuple[str, Path]]:
    """Return every address of the site and the file that it gives."""
    found = []
    for file in sorted(path for path in site.rglob("*") if path.is_file()):
        name = file.relative_to(site).as_posix()
        found.append((quote(f"/{name.removesuffix('index.html')}"), file))
    return found


@contextlib.contextmanager
def served(site: Path) -> Iterator[int]:
    """Serve a folder as plainly as can be; gives the port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    words = f"-m http.server {port} --bind 127.0.0.1 --protocol HTTP/1.1 --directory".split()
    quiet = subprocess.DEVNULL
    with subprocess.Popen([sys.executable, *words, str(site)], stdout=quiet, stderr=quiet) as server:
        try:
            for _ in range(100):
                with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
                    break
                time.sleep(0.1)
            yield port
        finally:
            server.terminate()


class Held(NamedTuple):
    """What a server was asked, and how often it was wrong."""

    requests: int
    wrong: int
    told: str


def asked_by_wrk(port: int, listing: Path, wanted: Wanted) -> Held:
    """Let wrk ask. A thread of its own for each connection, so that an answer belongs to the last request."""
    many = str(wanted.connections)
    command = ["wrk", "-t", many, "-c", many, "-d", f"{wanted.seconds}s", "--timeout", "10s", "-s", str(SCRIPT)]
    done = subprocess.run(
        [*command, f"http://127.0.0.1:{port}/", "--", str(listing)], capture_output=True, encoding="utf-8", check=True
    )
    compared = re.search(r"compared (\d+) wrong (\d+)", done.stdout)
    assert compared, done.stdout + done.stderr  # noqa: S101
    rate = re.search(r"Requests/sec:\s*([\d.]+)", done.stdout)
    return Held(int(compared[1]), int(compared[2]), f"wrk, {rate[1] if rate else '?'} requests a second")


def asked_by_threads(port: int, listed: list[tuple[str, Path]], wanted: Wanted) -> Held:
    """Ask with threads of our own, a connection each."""
    ends, counts, lock = time.monotonic() + wanted.seconds, [0, 0], threading.Lock()

    def ask(seed: int) -> None:
        chance = random.Random(seed)  # noqa: S311 - an order, not a secret
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        while time.monotonic() < ends:
            address, file = chance.choice(listed)
            connection.request("GET", address)
            answer = connection.getresponse()
            body = answer.read()
            with lock:
                counts[0] += 1
                counts[1] += answer.status != http.HTTPStatus.OK or body != file.read_bytes()
        connection.close()

    threads = [threading.Thread(target=ask, args=(wanted.seed + number,)) for number in range(wanted.connections)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return Held(*counts, "no wrk on this machine (apt-get install wrk): threads of our own")


def serve_many(wanted: Wanted) -> bool:
    """Tell whether every body that the site gives under load is its file."""
    with tempfile.TemporaryDirectory() as scratch:
        site = Path(wanted.site) if wanted.site else Path(scratch) / "site"
        if not wanted.site:
            build = [*COMMAND, "build", "--site-dir", str(site), *wanted.glossary]
            subprocess.run(build, check=True, capture_output=True)
        listed = addresses(site)
        parts = {"/api/": [item for item in listed if "/api/" in item[0]], "the whole site": listed}
        wrong = 0
        for name, part in parts.items():
            listing = Path(scratch) / "addresses.txt"
            listing.write_text("".join(f"{address}\t{file}\n" for address, file in part), encoding="utf-8")
            with served(site) as port:
                has_wrk = shutil.which("wrk") is not None
                held = asked_by_wrk(port, listing, wanted) if has_wrk else asked_by_threads(port, part, wanted)
            asked = f"{held.requests} requests over {wanted.connections} connections"
            print(f"{name}: {len(part)} files, {asked}, {held.wrong} wrong bodies ({held.told})", flush=True)
            wrong += held.wrong + (not held.requests)
    return not wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("part", nargs="?", choices=("questions", "site"))
    parser.add_argument("--number", type=int, default=100_000)
    parser.add_argument("--different", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=int, default=20)
    parser.add_argument("--connections", type=int, default=16)
    parser.add_argument("--site")
    parser.add_argument("--glossary")
    given = vars(parser.parse_args())
    part = given.pop("part")
    glossary = given.pop("glossary")
    wanted = Wanted(**given, glossary=["--glossary", glossary] if glossary else [])
    if hasattr(os, "nice"):
        os.nice(5)  # whoever works on this machine goes first
    runs = {"questions": ask_many, "site": serve_many}
    held = [run(wanted) for name, run in runs.items() if part in (None, name)]
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main())
