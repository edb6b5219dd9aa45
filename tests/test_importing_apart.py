"""PDFs that were made to harm: their reader is a process of its own, and whatever it does costs one line."""

import contextlib
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from compendium_cli.errors import UsageError
from compendium_cli.importing import pdf
from compendium_cli.importing.apart import Limits, read_apart
from compendium_cli.importing.document import read_document
from compendium_cli.importing.library import Source, Target, import_library
from compendium_cli.languages import LANGUAGES
from compendium_cli.reading.folder import read_glossary
from conftest import HARBOUR
from imports import pages, pdf_of, pdf_with, stream
from mutated_pdfs import mutated, originals

posix = pytest.mark.skipif(os.name != "posix", reason="limits and signals of POSIX")
FONT = b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"
SHOWN = (
    b"BT /F 20 Tf 50 700 Td (TEMPESTA) Tj /F 9 Tf 0 -30 Td (Il mare colpisce.) Tj 0 -11 Td (Sempre e ovunque.) Tj ET"
)


def one_line(result, *words):
    assert result.status == 2, result.err
    assert result.err.startswith("compendium: ")
    assert result.err.count("\n") == 1
    assert all(word in result.err for word in words), result.err


def imported(run, tmp_path, raw, *more):
    (tmp_path / "rules.pdf").write_bytes(raw)
    given = ["--game", "harbour", "--lang", "it", "--edition", "it-9", "--dry-run", *more]
    return run("import", tmp_path / "rules.pdf", *given)


def growing_without_end():
    """Two drawings that draw each other twice: a kilobyte that takes all the memory there is."""
    form = b"/Type/XObject/Subtype/Form/BBox[0 0 600 800]/Resources<</XObject<</A 4 0 R/B 5 0 R>>/Font<</F 6 0 R>>>>"
    return pdf_with(
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 7 0 R/Resources<</XObject<</A 4 0 R>>>>>>",
        stream(b"BT /F 12 Tf 10 700 Td (HELLO) Tj ET /B Do /B Do", form),
        stream(b"BT /F 12 Tf 10 600 Td (WORLD) Tj ET /A Do /A Do", form),
        FONT,
        stream(b"/A Do"),
    )


@posix
def test_a_pdf_that_takes_all_memory_is_refused(run, tmp_path):
    raw = growing_without_end()
    assert len(raw) < 1200
    one_line(imported(run, tmp_path, raw), "rules.pdf cannot be read as a PDF", "1000 MB of memory", "give its text")


def with_pages(*kids):
    """A PDF of three pages, of which some are no pages."""
    return pdf_with(
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[%s]/Count %d>>" % (b" ".join(kids), len(kids)),
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 5 0 R/Resources<</Font<</F 4 0 R>>>>>>",
        FONT,
        stream(SHOWN),
    )


def test_pages_that_cannot_be_read_are_told_and_the_rest_is_imported(run, tmp_path):
    found = imported(run, tmp_path, with_pages(b"3 0 R", b"9 0 R", b"3 0 R"), "--json").json
    assert [entry["concept"] for entry in found["entries"]] == ["storm"]
    assert found["problems"][0].startswith("page 2 cannot be read: ")
    one_line(imported(run, tmp_path, with_pages(b"9 0 R", b"4 0 R")), "cannot be read as a PDF: page 1 cannot be read")


def test_many_pages_that_cannot_be_read_are_counted():
    found = pdf.read(with_pages(b"3 0 R", *[b"9 0 R"] * 20))
    assert len(found.problems) == 6
    assert found.problems[-1] == "15 more pages cannot be read"


def test_a_page_that_is_shown_often_is_looked_at_once(monkeypatch):
    looked_at = []
    monkeypatch.setattr(pdf, "_runs", lambda *given, own=pdf._runs: looked_at.append(1) or own(*given))  # noqa: SLF001
    assert pdf.read(pages(0.1)).text.count("abcd") > 8 * 60 * 20
    assert len(looked_at) == 1


def test_too_much_text_is_cut_and_told(monkeypatch):
    monkeypatch.setattr(pdf, "_MOST_CHARACTERS", 100)
    found = pdf.read(pdf_of(SHOWN, 10))
    assert found.problems == ("pages from 4 on are left out: the PDF holds too much text",)


def test_places_that_are_no_numbers_are_no_text():
    strange = SHOWN + b" BT /F 1e38 Tf 1e38 1e38 1e38 1e38 1e38 1e38 Tm (UN ALTRO) Tj ET"
    assert "TEMPESTA" in pdf.read(pdf_of(strange, 1)).text


def test_damaged_pdfs_are_imported_or_refused(tmp_path):
    corpus, _ = read_glossary(HARBOUR)
    made = originals(tmp_path)
    for number in range(16):
        (tmp_path / "d.pdf").write_bytes(mutated(made, 7, number))
        with contextlib.suppress(UsageError):
            import_library(Source([str(tmp_path / "d.pdf")], "harbour", "it-9", LANGUAGES["it"]), corpus, Target(None))


def test_without_the_library_it_is_told_what_to_install(monkeypatch, tmp_path):
    monkeypatch.setattr(pdf.importlib.util, "find_spec", lambda _: None)
    (tmp_path / "d.pdf").write_bytes(pdf_of(SHOWN, 1))
    with pytest.raises(UsageError, match=r"is a PDF, which takes one more library: pip install \".*\[pdf\]\""):
        read_document([str(tmp_path / "d.pdf")])


# -- whatever a reader does --------------------------------------------------------------------------------------------

READERS = {
    "aborts": ("os.abort()", r"what reads it broke \(SIGABRT\)"),
    "never_ends": ("while True: pass", "takes more than 1 seconds"),
    "sleeps": ("time.sleep(60)", "takes more than 1 seconds"),
    "grows": ("len(bytearray(10**10))", "wants more than 500 MB of memory"),
    "fails": ("raise KeyError('x')", r"broke \(status 1\)"),
    "leaves": ("os._exit(0)", "gave no answer that can be used"),
    "babbles": ("os.write(1, b'[1, 2'); os._exit(0)", "gave no answer that can be used"),
    "answers_otherwise": ("""os.write(1, b'{"text": 1, "problems": []}'); os._exit(0)""", "gave no answer"),
    "says_too_much": ("return Reading('x' * 10**6)", "holds more than 10000 bytes of text"),
    "refuses": ("raise UnreadableError('is none')", "^rules.xyz is none$"),
}
READER = """\
import os, time
from compendium_cli.importing.apart import Reading, UnreadableError
def read(raw):
    assert raw == b"document" * 100_000
    {does}
    return Reading("read", ("but",))
"""


@pytest.fixture
def reader(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)

    def reader(does):
        (tmp_path / "a_reader.py").write_text(READER.format(does=does), encoding="utf-8")
        limits = Limits(memory=500_000_000, seconds=1, patience=2, output=10_000)
        return read_apart("a_reader", b"document" * 100_000, "rules.xyz", "XYZ", limits)

    return reader


@posix
@pytest.mark.parametrize("what", READERS)
def test_whatever_a_reader_does_is_told_in_one_line(reader, what):
    does, why = READERS[what]
    with pytest.raises(UsageError, match=why) as told:
        reader(does)
    assert "\n" not in told.value.message


def test_a_reader_answers(reader):
    assert reader("pass") == ("read", ("but",))


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="processes are looked up as Linux tells them")
def test_a_reader_ends_with_whoever_started_it(tmp_path):
    (tmp_path / "a_reader.py").write_text(READER.format(does="time.sleep(50)"), encoding="utf-8")
    code = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from compendium_cli.importing.apart import read_apart\n"
        "read_apart('a_reader', b'document' * 100_000, 'rules.xyz', 'XYZ')"
    )
    with subprocess.Popen([sys.executable, "-c", code, str(tmp_path)]) as process:
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        assert within_seconds(20, children.read_text)
        (child,) = map(int, children.read_text().split())
        process.kill()
    assert within_seconds(20, lambda: not is_running(child))


def within_seconds(seconds, is_so):
    ends = time.monotonic() + seconds
    while not is_so() and time.monotonic() < ends:
        time.sleep(0.05)
    return is_so()


def is_running(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().split()[2] != "Z"
    except FileNotFoundError:
        return False
