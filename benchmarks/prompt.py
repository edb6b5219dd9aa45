"""How long a player waits at the prompt: until it is there, for the first answer, and for all others.

usage: python benchmarks/prompt.py [--runs 9]

The prompt is started on a pseudo-terminal, as ``compendium`` alone starts it, and given questions in three languages, a
number, a quotation and an address. The time of a line is from the key that ends it until the prompt waits for the next,
everything drawn. The command is the one that is installed beside this Python, and its own bytecode is written first, as
for startup.py. Exit status 1 where the median of later lines takes longer than is allowed.
"""

from __future__ import annotations

import argparse
import compileall
import os
import pty
import select
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import compendium_cli

COMPENDIUM = str(Path(sys.executable).with_name("compendium"))
MOST = 50
#: prompt_toolkit asks for this when a prompt is drawn: that pastes are marked.
_READY = b"\x1b[?2004h"
_WHERE, _HERE = b"\x1b[6n", b"\x1b[1;1R"
FIRST = "un alleato stordito può attaccare?"
QUESTIONS = (
    "posso attaccare il criminale se ho un gregario con guardia?",
    "sopraffazione contro un gregario robusto",
    "aleato storditto che atacca",
    "quanti alleati posso avere in gioco?",
    "che tempo fa domani a Roma?",
    "sopraffazione",
    "che cosa succede quando il mazzo dei giocatori è vuoto?",
    "un eroe esausto può difendere?",
)
OTHER_LANGUAGES = ("¿puede atacar un aliado aturdido?", "чи може оглушений союзник атакувати?")
ACTIONS = ("1", "q bbcode", "m", "u")


class Prompt:
    """A prompt on a terminal."""

    def __init__(self, scratch: str) -> None:
        self._master, slave = pty.openpty()
        env = {**os.environ, "TERM": "xterm-256color", "XDG_STATE_HOME": scratch, "COLUMNS": "100"}
        self._process = subprocess.Popen(
            [COMPENDIUM], stdin=slave, stdout=slave, stderr=slave, env=env, cwd=scratch, start_new_session=True
        )
        os.close(slave)

    def wait(self) -> None:
        """Read until the next line can be typed."""
        seen = b""
        while _READY not in seen:
            there, _, _ = select.select([self._master], [], [], 120)
            if not there:
                raise SystemExit(f"no prompt after:\n{seen.decode(errors='replace')}")
            part = os.read(self._master, 65536)
            for _ in range(part.count(_WHERE)):
                os.write(self._master, _HERE)
            seen += part

    def seconds(self, line: str) -> float:
        """Return how long a line takes that is typed and entered."""
        os.write(self._master, line.encode())
        time.sleep(0.05)  # what is typed is drawn letter by letter
        while select.select([self._master], [], [], 0)[0]:
            os.read(self._master, 65536)
        begun = time.perf_counter()
        os.write(self._master, b"\r")
        self.wait()
        return time.perf_counter() - begun

    def leave(self) -> None:
        """End it."""
        os.write(self._master, b"\x04")
        self._process.wait()
        os.close(self._master)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--runs", type=int, default=9)
    runs = parser.parse_args().runs
    compileall.compile_dir(Path(compendium_cli.__file__).parent, quiet=1)
    starts, firsts, languages = [], [], []
    later: dict[str, list[float]] = {line: [] for line in (*QUESTIONS, *ACTIONS)}
    with tempfile.TemporaryDirectory() as scratch:
        for run in range(runs + 1):
            begun = time.perf_counter()
            prompt = Prompt(scratch)
            prompt.wait()
            started, first = time.perf_counter() - begun, prompt.seconds(FIRST)
            took = {line: prompt.seconds(line) for line in later}
            others = [prompt.seconds(line) for line in OTHER_LANGUAGES]
            prompt.leave()
            if run:  # the first one compiles and fills caches
                starts.append(started)
                firsts.append(first)
                languages += others
                for line, seconds in took.items():
                    later[line].append(seconds)
    second = statistics.median(later[QUESTIONS[0]]) * 1000
    questions = sorted(seconds for line in QUESTIONS for seconds in later[line])
    median = statistics.median(questions) * 1000
    print(f"median of {runs} runs, warm, Python {sys.version.split()[0]}")
    verdict = lambda took: "" if took <= MOST else "   TOO SLOW"  # noqa: E731
    for name, took in (
        ("the prompt is there", statistics.median(starts) * 1000),
        ("first answer", statistics.median(firsts) * 1000),
        ("second answer", second),
        ("later answers", median),
        ("  of 95 in 100 at most", questions[int(len(questions) * 0.95)] * 1000),
        ("first in another language", statistics.median(languages) * 1000),
        ("a number, a quotation, a link", statistics.median(s for line in ACTIONS for s in later[line]) * 1000),
    ):
        limit = f" (at most {MOST}){verdict(took)}" if name in {"second answer", "later answers"} else ""
        print(f"{name:32s} {took:6.0f} ms{limit}")
    return 1 if max(second, median) > MOST else 0


if __name__ == "__main__":
    sys.exit(main())
