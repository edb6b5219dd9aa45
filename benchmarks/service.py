"""How many requests a copy of ``compendium api`` answers, on this machine, asked over loopback.

usage: python benchmarks/service.py [--number 2000] [--clients 8]

Clients of our own, each on a connection that stays open, ask questions of ``benchmarks/questions`` in turn, then show
entries, then ask again for an answer that they have: it is still the same, and costs nothing.
"""

from __future__ import annotations

import argparse
import http.client
import json
import socket
import statistics
import subprocess
import sys
import threading
import time
from itertools import cycle, islice
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode

QUESTIONS = Path(__file__).with_name("questions")
ENTRIES = ("overkill", "ally", "guard", "stunned", "villain", "brutalidad", "союзник", "attack-player-ability")


class Run(NamedTuple):
    """One kind of request."""

    name: str
    paths: list[str]
    status: int
    headers: dict[str, str]


def questions() -> list[str]:
    files = sorted(QUESTIONS.glob("*.jsonl"))
    return [json.loads(line)["question"] for file in files for line in file.read_text(encoding="utf-8").splitlines()]


def started(port: int) -> subprocess.Popen[bytes]:
    """Start the service; return when it answers."""
    command = [sys.executable, "-m", "compendium_cli", "api", "--address", f"127.0.0.1:{port}"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    while process.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except OSError:
            time.sleep(0.1)
        else:
            break
    return process


def asked(port: int, run: Run, clients: int) -> list[float]:
    """Ask every path once, by so many clients at the same time; return the seconds that each answer took."""
    took: list[float] = []

    def client(paths: list[str]) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", port)
        for path in paths:
            begun = time.perf_counter()
            connection.request("GET", path, headers=run.headers)
            answer = connection.getresponse()
            answer.read()
            took.append(time.perf_counter() - begun)
            if answer.status != run.status:
                raise SystemExit(f"{path}: {answer.status}")
        connection.close()

    threads = [threading.Thread(target=client, args=(run.paths[place::clients],)) for place in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return took


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--number", type=int, default=2000)
    parser.add_argument("--clients", type=int, default=8)
    wanted = parser.parse_args()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = started(port)
    try:
        connection = http.client.HTTPConnection("127.0.0.1", port)
        connection.request("GET", "/show?entry=ally")
        tag = connection.getresponse().headers["ETag"]
        ask = [f"/ask?{urlencode({'question': question})}" for question in questions()]
        show = [f"/show?{urlencode({'entry': entry})}" for entry in ENTRIES]
        print(f"{wanted.clients} clients, one copy        requests/s   median   99 %")
        for run in (
            Run("ask", ask, 200, {}),
            Run("show", show, 200, {}),
            Run("ask, still the same", ask, 304, {"If-None-Match": tag}),
        ):
            run = run._replace(paths=list(islice(cycle(run.paths), wanted.number)))  # noqa: PLW2901
            begun = time.perf_counter()
            took = asked(port, run, wanted.clients)
            rate = len(took) / (time.perf_counter() - begun)
            last = statistics.quantiles(took, n=100)[-1]
            print(f"{run.name:24}  {rate:10.0f}  {1000 * statistics.median(took):4.0f} ms  {1000 * last:3.0f} ms")
    finally:
        process.terminate()
        process.wait()


if __name__ == "__main__":
    main()
