"""What importing takes as documents grow: each kind at a size, and at twice that size.

usage: python benchmarks/imports.py [KIND…] [--size 1.0] [--written]

A kind is a document with very much of one thing, of which some step of an import might look at all others. At size 1
the documents are as large as those which once took minutes. Printed are the seconds at half the size and at the size,
by how much they grow (2 is in step with the document, 4 is its square), and what was told to be cut. ``--written``
writes the library, too. Exit status 1 where an import takes longer than ``LONGEST`` seconds.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from compendium_cli.compendium import open_compendium
from compendium_cli.errors import CompendiumError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from compendium_cli.compendium import Compendium

LONGEST = 5.0
LETTERS = "abcdefghilmnopqrstuvz"


def word(number: int) -> str:
    """Return a word that no other number has."""
    letters = []
    number += len(LETTERS) ** 3
    while number:
        number, place = divmod(number, len(LETTERS))
        letters.append(LETTERS[place])
    return "".join(letters)


def unknown_references(size: float) -> str:
    """Write some entries, and a great many references to none of them, 164 kB at size 1."""
    return "\n".join(_entry(n, _listed(range(n * 40, n * 40 + 40))) for n in range(int(size * 600)))


def one_line_of_references(size: float) -> str:
    """Write the same, in few entries."""
    lines = (_listed(range(n * 250, n * 250 + 250)) for n in range(int(size * 80)))
    return "\n".join(_entry(n, line) for n, line in enumerate(lines))


def references_in_sentences(size: float) -> str:
    """Write sentences that refer to nothing there is."""
    return "\n".join(
        _entry(n, "\n\n".join(f"Conta (vedi: {word(n * 40 + m).title()})." for m in range(20)))
        for n in range(int(size * 500))
    )


def index(size: float) -> str:
    """Write an alphabetical index of 156 kB, behind headings that it does not list."""
    number = int(size * 6000)
    entries = (_entry(n, "Vale sempre.") for n in range(number // 4))
    listed = (f"{word(n + 50_000).title()} {word(n + 80_000)} ..... {n % 90 + 1}" for n in range(number))
    return "\n".join([*entries, "# INDICE\n", *listed])


def headings(size: float) -> str:
    """Write 64,000 headings, each with a word below it."""
    return "".join(f"# {word(n)}\n\nVale.\n\n" for n in range(int(size * 64_000)))


def headings_in_capitals(size: float) -> str:
    """Write the same in capitals, without marks."""
    return "".join(f"{word(n).upper()} {word(n * 7).upper()}\n\nVale.\n\n" for n in range(int(size * 64_000)))


def headings_without_text(size: float) -> str:
    """Write captions, which are no entries."""
    return "# Alleato\n\nVale.\n\n" + "".join(f"# {word(n)}:\n\n- x\n\n" for n in range(int(size * 64_000)))


def one_heading_again(size: float) -> str:
    """Write one heading, again and again, each time with some text."""
    marks = str.maketrans("01", "♣♦")
    return "".join(f"# Alleato {f'{n:b}'.translate(marks)}\n\nVale {word(n)}.\n\n" for n in range(int(size * 40_000)))


def paragraph(size: float) -> str:
    """Write one paragraph of 500,000 lines."""
    return "# Alleato\n\n" + "vale\n" * int(size * 500_000)


def broken_paragraphs(size: float) -> str:
    """Write paragraphs that end in the middle of a sentence, each."""
    return "# Alleato\n\n" + "vale ancora,\n\n" * int(size * 200_000)


def table(size: float) -> str:
    """Write one table of 100,000 rows."""
    return "# Alleato\n\n" + "| vale | sempre |\n" * int(size * 100_000)


def items(size: float) -> str:
    """Write one list of 60,000 items."""
    return "# Alleato\n\n" + "".join(f"{'  ' * (n % 5)}- {word(n)} vale.\n" for n in range(int(size * 60_000)))


def cards(size: float) -> str:
    """Write cards in the part for questions, each with its own."""
    asked = (f"# {word(n).upper()} (SCATOLA, {n})\n\n**D:** Vale?\n\nR: Vale.\n\n" for n in range(int(size * 20_000)))
    return "# Alleato\n\nVale.\n\n# APPENDICE IV: DOMANDE RICORRENTI\n\n" + "".join(asked)


def pages(size: float) -> bytes:
    """Write a PDF that shows one full page again and again, 80 times at size 1."""
    shown = "\n".join(
        f"BT /F 7 Tf {20 + run * 28} {790 - line * 11} Td (abcd ) Tj ET" for line in range(70) for run in range(20)
    )
    return pdf_of(shown.encode(), int(size * 80))


def pdf_of(shown: bytes, times: int) -> bytes:
    """Return a PDF that shows the same page several times."""
    return pdf_with(
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[%s]/Count %d>>" % (b" 3 0 R" * times, times),
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 5 0 R/Resources<</Font<</F 4 0 R>>>>>>",
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
        stream(shown),
    )


def stream(content: bytes, about: bytes = b"") -> bytes:
    """Return what is drawn, as an object of a PDF."""
    return b"<<%s/Length %d>>stream\n%s\nendstream" % (about, len(content), content)


def pdf_with(*objects: bytes) -> bytes:
    """Return a PDF of objects, numbered from 1; the first is its catalogue."""
    raw, places = b"%PDF-1.7\n", []
    for number, content in enumerate(objects, 1):
        places.append(len(raw))
        raw += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table_of_places = b"".join(b"%010d 00000 n \n" % place for place in places)
    end = b"trailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, len(raw))
    return raw + b"xref\n0 %d\n0000000000 65535 f \n%s" % (len(objects) + 1, table_of_places) + end


def _entry(number: int, text: str) -> str:
    return f"# Termine {word(number)}\n\n{text}\n"


def _listed(numbers: range) -> str:
    return f"Vedi anche: {', '.join(word(number * 11).title() for number in numbers)}\n"


KINDS: dict[str, Callable[[float], str | bytes]] = {
    kind.__name__: kind
    for kind in (
        unknown_references,
        one_line_of_references,
        references_in_sentences,
        index,
        headings,
        headings_in_capitals,
        headings_without_text,
        one_heading_again,
        paragraph,
        broken_paragraphs,
        table,
        items,
        cards,
        pages,
    )
}


def seconds_of(compendium: Compendium, content: str | bytes, *, written: bool) -> tuple[float, list[str]]:
    """Import a document; returns how long that took, and what was told about it."""
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch) / "document"
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        to = str(Path(scratch) / "library") if written else None
        begun = time.perf_counter()
        try:
            done = compendium.import_document(str(path), game="marvel-champions", lang="it", edition="it-9", to=to)
            told = [problem for problem in done.found.problems if "left out" in problem or "cut" in problem]
        except CompendiumError as error:
            told = [error.message.replace(str(path), "document")]
        return time.perf_counter() - begun, told


def measured(kinds: list[str], size: float, *, written: bool) -> Iterator[float]:
    """Print what each kind takes; yields the seconds."""
    with open_compendium() as compendium:
        seconds_of(compendium, "# Alleato\n\nVale.\n", written=False)  # what is loaded once
        for name in kinds:
            half, _ = seconds_of(compendium, KINDS[name](size / 2), written=written)
            whole_document = KINDS[name](size)
            whole, told = seconds_of(compendium, whole_document, written=written)
            cut = f"  {told[0]}" if told else ""
            kilobytes = len(whole_document) // 1000
            print(f"{name:26s} {kilobytes:6d} kB {half:7.2f} s {whole:7.2f} s  x {whole / half:4.1f}{cut}", flush=True)
            yield whole


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=", ".join(KINDS))
    parser.add_argument("--size", type=float, default=1.0)
    parser.add_argument("--written", action="store_true")
    given = parser.parse_args()
    taken = list(measured(given.kinds or list(KINDS), given.size, written=given.written))
    return 1 if max(taken) > LONGEST else 0


if __name__ == "__main__":
    sys.exit(main())
