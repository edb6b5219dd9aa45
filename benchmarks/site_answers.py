"""The page held against the command, in a real browser: the same ruling, the same decision to decline; kB and seconds.

usage: python benchmarks/site_answers.py [--site FOLDER] [--part all] [--every N] [--timed N] [--check]

Every question of ``benchmarks/questions`` is asked of ``compendium.answer`` in a page and of the command. Then titles
and questions are asked in browsers that know nothing of the site, over a slow line (1.6 Mbit/s, 150 ms: slow 4G) and
with the page's processor four times slower: how many kB and files it takes, the engine among them, and how long from
the call to the answer. Node serves the site over HTTP/2 with gzip, as web hosts do. ``--check`` exits with status 1
below 99 % or above the limits.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from answers import open_rebuilt

from compendium_cli.exports.as_json import answer_json

if TYPE_CHECKING:
    from collections.abc import Iterator

    from compendium_cli.compendium import Compendium

HERE = Path(__file__).parent
LEAST_SAME = 0.99
#: kB of a title and of a question, and seconds of both.
MOST_KB, MOST_SECONDS = (60, 350), (1.5, 2.5)
TITLES = {
    "it": ["alleato", "sopraffaz", "stordito"],
    "es": ["aliado", "aturd", "brutalidad"],
    "uk": ["союзник", "надмі"],
}
#: Milliseconds there and back, bytes in a second.
LATENCY, RATE = 150, 200_000
#: Serves a folder over HTTP/2, as fast as it can or over a slow line; what it prints first is its port. It counts.
SERVER = """
const fs = require("fs"), path = require("path"), zlib = require("zlib"), http2 = require("http2");
const [folder, key, cert, latency, rate] = process.argv.slice(1);
const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".json": "application/json",
  ".svg": "image/svg+xml", ".png": "image/png" };
const server = http2.createSecureServer({ key: fs.readFileSync(key), cert: fs.readFileSync(cert) });
let [bytes, files, free] = [0, 0, 0];
server.on("stream", (stream, headers) => {
  if (headers[":path"] === "/counted") {
    stream.respond({ ":status": 200, "content-type": "application/json" });
    stream.end(JSON.stringify([bytes, files]));
    [bytes, files] = [0, 0];
    return;
  }
  let file = path.join(folder, decodeURIComponent(headers[":path"].split("?")[0]));
  if (file.endsWith("/")) file += "index.html";
  fs.readFile(file, (error, read) => {
    const body = zlib.gzipSync(error ? "" : read);
    const now = Date.now();
    bytes += body.length;
    files += 1;
    free = Math.max(free, now) + (Number(rate) ? 1000 * body.length / Number(rate) : 0);
    setTimeout(() => {
      if (stream.destroyed) return;
      const type = types[path.extname(file)] ?? "application/octet-stream";
      stream.respond({ ":status": error ? 404 : 200, "content-type": type, "content-encoding": "gzip" });
      stream.end(body);
    }, Math.max(Number(latency), free - now));
  });
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
"""


def read_questions(part: str, every: int) -> list[dict[str, Any]]:
    found = []
    for path in sorted((HERE / "questions").glob("*.jsonl")):
        lines = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines())
        found += [{**line, "set": path.stem} for line in lines if part in ("all", line["part"])]
    return found[::every]


def options_of(line: dict[str, Any], languages: list[str]) -> dict[str, str]:
    """Return what the reader's page says: its language, and the game where the question's set is one game's."""
    lang = line.get("answer_lang") or line["lang"]
    chosen = {"lang": lang if lang in languages else languages[0]}
    return chosen | ({"game": line["game"]} if line["set"] in ("tcg", "dagger") else {})


@contextmanager
def served(site: Path, latency: int = 0, rate: int = 0) -> Iterator[str]:
    with tempfile.TemporaryDirectory() as scratch:
        key, certificate = Path(scratch, "key.pem"), Path(scratch, "cert.pem")
        made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]
        subprocess.run([*made, "-keyout", str(key), "-out", str(certificate)], check=True, capture_output=True)
        command = ["node", "-e", SERVER, str(site), str(key), str(certificate), str(latency), str(rate)]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None  # noqa: S101
            yield f"https://127.0.0.1:{server.stdout.readline().strip()}/"
        finally:
            server.terminate()
            server.wait()


def first_of(answer: dict[str, Any]) -> tuple[Any, ...] | None:
    rulings = answer["rulings"]
    return (rulings[0]["entry"], rulings[0]["lang"], rulings[0]["statement"]) if rulings else None


def compared(browser: Any, base: str, compendium: Compendium, lines: list[dict[str, Any]]) -> bool:
    """Print for each set how often page and command agree; tell whether that is often enough."""
    context = browser.new_context(ignore_https_errors=True, service_workers="block")
    page = context.new_page()
    page.goto(f"{base}{compendium.languages()[0]}/search/")
    agreed: dict[str, list[tuple[bool, bool, bool]]] = defaultdict(list)
    spent = {"page": 0.0, "command": 0.0}
    for line in lines:
        given = options_of(line, compendium.languages())
        begun = time.perf_counter()
        theirs = page.evaluate("([question, given]) => compendium.answer(question, given)", [line["question"], given])
        between = time.perf_counter()
        ours = json.loads(json.dumps(answer_json(compendium, compendium.ask(line["question"], **given))))
        spent["page"] += between - begun
        spent["command"] += time.perf_counter() - between
        same = (first_of(ours) == first_of(theirs), ours["decided"] == theirs["decided"], alike(ours, theirs))
        agreed[line["set"]].append(same)
    context.close()
    every = [same for sames in agreed.values() for same in sames]
    print(f"{'questions':12}{'n':>6}{'first ruling':>14}{'declined':>10}{'everything':>12}")
    for name, sames in [*agreed.items(), ("all", every)]:
        shares = [100 * sum(column) / len(sames) for column in zip(*sames, strict=True)]
        print(f"{name:12}{len(sames):>6}{shares[0]:>13.1f}%{shares[1]:>9.1f}%{shares[2]:>11.1f}%")
    page_ms, own_ms = (1000 * spent[where] / len(lines) for where in ("page", "command"))
    print(f"{page_ms:.0f} ms a question in the page, {own_ms:.0f} in the command")
    return all(sum(column) >= LEAST_SAME * len(every) for column in list(zip(*every, strict=True))[:2])


def alike(ours: Any, theirs: Any) -> bool:
    """Tell whether all of two answers is the same, but for the last digit of rounded numbers."""
    if isinstance(ours, float) or isinstance(theirs, float):
        return abs(ours - theirs) < 0.0015  # noqa: PLR2004
    if isinstance(ours, dict) and isinstance(theirs, dict):
        return ours.keys() == theirs.keys() and all(alike(ours[key], theirs[key]) for key in ours)
    if isinstance(ours, list) and isinstance(theirs, list):
        return len(ours) == len(theirs) and all(map(alike, ours, theirs))
    return bool(ours == theirs)


def timed(browser: Any, base: str, lang: str, script: str, text: str) -> tuple[float, float, int]:
    """Return kB, seconds and number of files until something is answered by a browser that knows nothing yet."""
    context = browser.new_context(ignore_https_errors=True, service_workers="block")
    page = context.new_page()
    page.goto(f"{base}{lang}/search/")
    page.wait_for_load_state("networkidle")
    counted = "fetch('/counted').then((answer) => answer.json())"
    page.evaluate(counted)
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 4})
    begun = time.perf_counter()
    page.evaluate(script, [text, lang])
    seconds = time.perf_counter() - begun
    size, files = page.evaluate(counted)
    context.close()
    return size / 1000, seconds, files


def timings(browser: Any, base: str, lines: list[dict[str, Any]], languages: list[str], number: int) -> bool:
    titles = [(lang, text) for lang in languages for text in TITLES.get(lang, ())]
    asked = [line for line in lines if line["set"] in languages]
    questions = [(line["lang"], line["question"]) for line in asked[:: max(len(asked) // number, 1)]][:number]
    kinds = {
        "title": ("([text, lang]) => compendium.titles(text, { lang })", titles),
        "question": ("([text, lang]) => compendium.answer(text, { lang })", questions),
    }
    print(f"\n{'slow 4G, cold':16}{'n':>4}{'kB: median':>12}{'90 %':>8}{'files':>8}{'s: median':>12}{'90 %':>8}")
    is_good = True
    for (kind, (script, cases)), most_kb, most_seconds in zip(kinds.items(), MOST_KB, MOST_SECONDS, strict=True):
        found = [timed(browser, base, lang, script, text) for lang, text in cases]
        kb, seconds, files = (sorted(column) for column in zip(*found, strict=True))
        last = int(0.9 * (len(found) - 1))
        row = [statistics.median(kb), kb[last], statistics.median(files), statistics.median(seconds), seconds[last]]
        print(f"{kind:16}{len(found):>4}{row[0]:>12.0f}{row[1]:>8.0f}{row[2]:>8.0f}{row[3]:>12.2f}{row[4]:>8.2f}")
        is_good = is_good and row[0] <= most_kb and row[3] <= most_seconds
    return is_good


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--site", type=Path, help="a built site; else one is built")
    parser.add_argument("--part", choices=["unseen", "fresh", "test", "tune", "all"], default="all")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="ask only every Nth question")
    parser.add_argument("--timed", type=int, default=20, metavar="N", help="how many questions are timed")
    parser.add_argument("--check", action="store_true", help="exit with status 1 below the limits")
    args = parser.parse_args()
    from playwright.sync_api import sync_playwright

    compendium = open_rebuilt()
    lines = read_questions(args.part, args.every)
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as playwright:
        site = args.site or Path(scratch, "site")
        if args.site is None:
            command = [sys.executable, "-m", "compendium_cli", "build", "--site-dir", str(site)]
            subprocess.run(command, check=True, capture_output=True, cwd=HERE.parent)
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        with served(site) as base:
            is_same = compared(browser, base, compendium, lines)
        with served(site, LATENCY, RATE) as base:
            is_light = timings(browser, base, lines, compendium.languages(), args.timed)
        browser.close()
    return 1 if args.check and not (is_same and is_light) else 0


if __name__ == "__main__":
    sys.exit(main())
