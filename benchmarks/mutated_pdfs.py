"""Damaged PDFs: what importing makes of files that no program would write.

usage: python benchmarks/mutated_pdfs.py [--count 3000] [--seed 1] [--workers 2] [--keep DIR]

PDFs of the test glossary, packed and not, are changed at random, the same way for the same seed: bytes flipped, pieces
taken out, doubled, exchanged or cut off, numbers and references made others, names exchanged. Each is imported as a
user would, its reader in a process of its own. Printed are how many were imported, how many of those with pages that
could not be read, how many were refused in one line, by what it says, and which took longest. Exit status 1 where one
ended in anything else; ``--keep`` keeps these.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import tempfile
import time
import traceback
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.errors import CompendiumError
from compendium_cli.importing.library import Source, Target, import_library
from compendium_cli.languages import LANGUAGES
from compendium_cli.reading.folder import read_glossary
from imports import pdf_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

ROOT = Path(__file__).resolve().parent.parent
HARBOUR = ROOT / "tests" / "data" / "harbour"
_NUMBER = re.compile(rb"(?<![\w.])-?\d{1,6}(?![\w.])")
_REFERENCE = re.compile(rb"\d+ 0 R")
_NAME = re.compile(rb"/[A-Z][A-Za-z0-9]+")
_STRANGE = (b"0", b"-1", b"1", b"65536", b"2147483647", b"-2147483648", b"99999999999999999999", b"1e308", b"nan")


class Outcome(NamedTuple):
    """What came of a file."""

    number: int
    kind: str
    """``imported``, ``in part``, ``refused`` or ``broken``."""
    told: str
    seconds: float


def originals(scratch: Path) -> list[bytes]:
    """Return PDFs as programs write them."""
    sys.path.insert(0, str(ROOT / "tests"))
    from pdf_of_glossary import write_pdf

    corpus, _ = read_glossary(HARBOUR)
    made = []
    for lang in ("it", "es"):
        entries = [entry for entry in corpus.entries if entry.lang == lang and not entry.is_card]
        for times, compressed in ((1, True), (1, False), (6, False)):
            path = scratch / f"{lang}-{times}-{compressed}.pdf"
            write_pdf(entries * times, path, "Vedi anche", compressed=compressed)
            made.append(path.read_bytes())
    shown = b"\n".join(b"BT /F 14 Tf 50 %d Td (TERMINE) Tj 0 -20 Td (Vale sempre.) Tj ET" % y for y in (700, 600, 500))
    return [*made, pdf_of(shown, 3)]


def flipped(raw: bytes, rng: random.Random) -> bytes:
    changed = bytearray(raw)
    for _ in range(rng.choice((1, 4, 30, 200))):
        changed[rng.randrange(len(changed))] = rng.randrange(256)
    return bytes(changed)


def cut_off(raw: bytes, rng: random.Random) -> bytes:
    return raw[: rng.randrange(9, len(raw))]


def taken_out(raw: bytes, rng: random.Random) -> bytes:
    start = rng.randrange(9, len(raw))
    return raw[:start] + raw[start + rng.choice((1, 10, 100, 1000)) :]


def doubled(raw: bytes, rng: random.Random) -> bytes:
    start = rng.randrange(9, len(raw))
    end = start + rng.choice((1, 10, 100, 1000))
    return raw[:end] + raw[start:end] * rng.choice((1, 5, 50)) + raw[end:]


def exchanged(raw: bytes, rng: random.Random) -> bytes:
    one, two, three = sorted(rng.randrange(9, len(raw)) for _ in range(3))
    return raw[:one] + raw[two:three] + raw[one:two] + raw[three:]


def other_numbers(raw: bytes, rng: random.Random) -> bytes:
    return _some(raw, _NUMBER, lambda _: rng.choice(_STRANGE), rng)


def other_references(raw: bytes, rng: random.Random) -> bytes:
    return _some(raw, _REFERENCE, lambda _: b"%d 0 R" % rng.randrange(30), rng)


def other_names(raw: bytes, rng: random.Random) -> bytes:
    names = sorted(set(_NAME.findall(raw)))
    return _some(raw, _NAME, lambda _: rng.choice(names), rng)


def _some(raw: bytes, pattern: re.Pattern[bytes], other: Callable[[bytes], bytes], rng: random.Random) -> bytes:
    share = rng.choice((0.002, 0.02, 0.2))
    return pattern.sub(lambda found: other(found.group()) if rng.random() < share else found.group(), raw)


MUTATIONS = (flipped, cut_off, taken_out, doubled, exchanged, other_numbers, other_references, other_names)


def mutated(made: Sequence[bytes], seed: int, number: int) -> bytes:
    """Return the n-th damaged PDF."""
    rng = random.Random(f"{seed} {number}")  # noqa: S311 - the same ones again are what is wanted
    raw = rng.choice(made)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        raw = rng.choice(MUTATIONS)(raw, rng)
    return raw if raw.startswith(b"%PDF-") else b"%PDF-1.4\n" + raw


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--count", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--keep", type=Path)
    given = parser.parse_args()
    corpus, _ = read_glossary(HARBOUR)
    with tempfile.TemporaryDirectory() as scratch:
        made = originals(Path(scratch))

        def imported(number: int) -> Outcome:
            path = Path(scratch) / f"{number}.pdf"
            path.write_bytes(mutated(made, given.seed, number))
            source = Source([str(path)], "harbour", "it-9", LANGUAGES["it"])
            begun = time.perf_counter()
            try:
                problems = import_library(source, corpus, Target(None)).found.problems
                partly = [problem for problem in problems if "cannot be read" in problem or "left out" in problem]
                kind, told = ("in part", partly[0]) if partly else ("imported", "")
            except CompendiumError as error:
                kind = "broken" if "\n" in error.message else "refused"
                told = error.message.replace(f"{path}", "").strip()
            except Exception:  # noqa: BLE001 - that there is none is what is looked for
                kind, told = "broken", traceback.format_exc()
            if kind == "broken" and given.keep:
                given.keep.mkdir(parents=True, exist_ok=True)
                (given.keep / path.name).write_bytes(path.read_bytes())
            path.unlink()
            return Outcome(number, kind, told, time.perf_counter() - begun)

        begun = time.perf_counter()
        with ThreadPoolExecutor(given.workers) as pool:
            outcomes = list(pool.map(imported, range(given.count)))
    report(outcomes, time.perf_counter() - begun)
    return 1 if any(outcome.kind == "broken" for outcome in outcomes) else 0


def report(outcomes: Sequence[Outcome], seconds: float) -> None:
    kinds = Counter(outcome.kind for outcome in outcomes)
    print(f"{len(outcomes)} PDFs in {seconds:.0f} s")
    for kind in ("imported", "in part", "refused", "broken"):
        print(f"{kind:10s} {kinds[kind]:6d}")
    why = Counter(re.sub(r"\d+", "n", outcome.told)[:110] for outcome in outcomes if outcome.kind == "refused")
    for told, count in why.most_common(12):
        print(f"  {count:6d}  {told}")
    for outcome in [outcome for outcome in outcomes if outcome.kind == "broken"][:5]:
        print(f"number {outcome.number}:\n{outcome.told}")
    slowest = sorted(outcomes, key=lambda outcome: -outcome.seconds)[:3]
    print("slowest   ", ", ".join(f"{outcome.seconds:.1f} s (number {outcome.number})" for outcome in slowest))


if __name__ == "__main__":
    sys.exit(main())
