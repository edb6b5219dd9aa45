"""What goes wrong around us: sudden death, a full disk, folders nobody may write, wrong clocks, edits in between.

Nothing is lost, no answer is wrong, and what has to be told is one line. ``benchmarks/faults.py`` kills for longer.
"""

import contextlib
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from compendium_cli import formatting
from compendium_cli.compendium import open_compendium
from compendium_cli.importing.record import RECORD
from compendium_cli.reading import listing
from compendium_cli.writing import files
from compendium_cli.writing.files import write_whole
from compendium_cli.writing.folders import MARK
from conftest import HARBOUR, TESTS

pytestmark = pytest.mark.posix

resource = pytest.importorskip("resource", reason="limits of POSIX")

FAULTS = TESTS.parent / "benchmarks" / "faults.py"
QUESTION = "quanti danni prendo col maltempo?"
YEARS = 10 * 365 * 24 * 3600


@pytest.fixture
def glossary(tmp_path):
    """A copy of the test glossary that may be changed."""
    shutil.copytree(HARBOUR, tmp_path / "glossary")
    return tmp_path / "glossary"


@pytest.fixture
def cold(tmp_path, monkeypatch):
    """A cache of its own, and a folder for temporary files."""
    (tmp_path / "temporary").mkdir()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("TMPDIR", str(tmp_path / "temporary"))
    # What stops in the midst of writing may stop at our own bytecode, which every later process would fail to read.
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    return tmp_path / "cache" / "compendium"


@pytest.fixture
def document(tmp_path):
    """A publisher's document."""
    path = tmp_path / "rules.txt"
    path.write_text("TEMPESTA\n\nIl mare colpisce le navi.\n\nEQUIPAGGIO\n\nI marinai.\n", encoding="utf-8")
    return path


def importing(document, target, *more, game="harbour"):
    return ["import", document, "--game", game, "--lang", "it", "--edition", "it-3", "--to", target, *more]


def tree_of(folder):
    return {path.relative_to(folder): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def one_line(result, *words):
    """The command failed, and said why in one line."""
    assert result.status == 2, result.err
    assert result.err.startswith("compendium: ")
    assert result.err.count("\n") == 1
    assert any(word in result.err for word in words), result.err


# -- sudden death ------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    ("commands", "delays", "steps"), [("index update import first fmt export", 1, 2), ("build", 0, 2)]
)
def test_a_killed_command_leaves_all_as_before_or_after(commands, delays, steps):
    words = [FAULTS, *commands.split(), "--size", 1, "--delays", delays, "--steps", steps]
    done = subprocess.run([sys.executable, *map(str, words)], capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.endswith(" kills, 0 failures\n")


def test_what_a_killed_writer_left_is_cleared_by_the_next(tmp_path):
    left = tmp_path / ".out.json.abcdefgh.compendium-unfinished"
    left.write_text("half", encoding="utf-8")
    (tmp_path / ".other.tmp").write_text("not ours", encoding="utf-8")
    files.clear_away.cache_clear()  # as in another process
    write_whole(tmp_path / "out.json", "whole")
    assert sorted(path.name for path in tmp_path.iterdir()) == [".other.tmp", "out.json"]


# -- a full disk -------------------------------------------------------------------------------------------------------


def at_most(size):
    """Let no file of a process grow beyond some bytes: it fails as on a full disk, in the midst of writing."""
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


@pytest.mark.slow
@pytest.mark.parametrize("size", [0, 1_000, 20_000])
def test_on_a_full_disk_questions_are_answered(start, glossary, cold, size):
    result = start("ask", QUESTION, "--json", "--glossary", glossary, preexec_fn=at_most(size))
    assert (result.status, result.err) == (0, "")
    assert result.json["rulings"][0]["concept"] == "storm"
    assert not list(cold.rglob("manifest.json"))
    again = start("ask", QUESTION, "--json", "--glossary", glossary)
    assert again.json == result.json
    assert len(list(cold.rglob("manifest.json"))) == 3  # the store, the words, and the index of one language
    assert not list(cold.rglob("unfinished-*"))


@pytest.mark.slow
@pytest.mark.parametrize("size", [0, 1_000, 20_000, 60_000])
def test_on_a_full_disk_an_edit_is_seen(start, glossary, cold, size):
    assert start("ask", QUESTION, "--glossary", glossary).status == 0
    entry = glossary / "harbour" / "it" / "storm.md"
    entry.write_text(entry.read_text(encoding="utf-8").replace("2 danni", "7 danni"), encoding="utf-8")
    kept = tree_of(cold)
    result = start("ask", QUESTION, "--json", "--glossary", glossary, preexec_fn=at_most(size))
    assert (result.status, result.err) == (0, "")
    assert "7 danni" in result.json["rulings"][0]["text"]
    assert {path: raw for path, raw in tree_of(cold).items() if path in kept} == kept
    assert not list(cold.rglob("unfinished-*"))


@pytest.mark.slow
def test_on_a_full_disk_nothing_is_lost(start, glossary, cold, document, tmp_path):
    library, out, site = tmp_path / "library", tmp_path / "out.json", tmp_path / "site"
    commands = [
        importing(document, library, "--update", "--glossary", glossary),
        ["export", "--format", "json", "-o", out, "--glossary", glossary],
        ["build", "--site-dir", site, "--glossary", glossary],
    ]
    for command in commands:
        assert start(*command).status == 0
    entry = glossary / "harbour" / "it" / "storm.md"
    entry.write_text(entry.read_text(encoding="utf-8") + "\n\n", encoding="utf-8")
    document.write_text(document.read_text(encoding="utf-8").replace("mare", "vento"), encoding="utf-8")
    before = tree_of(library), tree_of(site), tree_of(glossary), out.read_bytes()
    for command in [*commands, ["fmt", "--glossary", glossary]]:
        one_line(start(*command, preexec_fn=at_most(50)), "file too large")
    assert (tree_of(library), tree_of(site), tree_of(glossary), out.read_bytes()) == before
    assert {path.name for path in tmp_path.rglob(".*") if "cache" not in path.parts} == {MARK, RECORD}
    assert cold.is_dir()


@pytest.fixture
def small_disk(tmp_path):
    """A disk of one megabyte, where we may have one."""
    folder = tmp_path / "small"
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(folder)], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip("no disk may be mounted here")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


@pytest.mark.slow
def test_on_a_disk_that_is_really_full_nothing_is_lost(start, small_disk, document, monkeypatch, tmp_path):
    glossary = Path(shutil.copytree(HARBOUR, small_disk / "glossary"))
    assert start(*importing(document, small_disk / "library", "--glossary", glossary)).status == 0
    entry = glossary / "harbour" / "it" / "storm.md"
    entry.write_text(entry.read_text(encoding="utf-8") + "\n\n", encoding="utf-8")
    with contextlib.suppress(OSError), (small_disk / "ballast").open("wb", buffering=0) as ballast:
        while ballast.write(bytes(4096)):
            pass
    before = tree_of(small_disk)
    monkeypatch.setenv("XDG_CACHE_HOME", str(small_disk / "cache"))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    full = "no space left"
    one_line(start(*importing(document, small_disk / "library", "--update", "--glossary", glossary)), full)
    one_line(start("export", "--format", "json", "-o", small_disk / "out.json", "--glossary", glossary), full)
    one_line(start("build", "--site-dir", small_disk / "site", "--glossary", glossary), full)
    one_line(start("fmt", "--glossary", glossary), full)
    assert start("ask", QUESTION, "--glossary", glossary).status == 0
    shutil.rmtree(small_disk / "cache", ignore_errors=True)
    assert tree_of(small_disk) == before


@pytest.mark.parametrize(
    "options", [["show", "storm"], ["show", "storm", "--json"], ["index", "--json"], ["--version"]]
)
def test_output_that_goes_nowhere_is_told_in_one_line(options):
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full")
    more = [] if options == ["--version"] else ["--glossary", str(HARBOUR)]
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "compendium_cli", *options, *more], stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert (done.returncode, done.stderr) == (2, b"compendium: no space left on device\n")


@pytest.mark.parametrize(
    ("closed", "options", "status"),
    [
        (1, ["show", "storm"], 0),
        (1, ["show", "storm", "--json"], 0),
        (2, ["show", "nothing like that"], 1),
        (0, ["ask", "--json", "-"], 1),
        (0, ["quote", "--stdin"], 0),
    ],
)
def test_streams_may_be_closed(start, closed, options, status):
    result = start(*options, "--glossary", HARBOUR, preexec_fn=lambda: os.close(closed))
    assert result.status == status
    assert "Traceback" not in result.err


# -- folders that nobody may write -------------------------------------------------------------------------------------


def test_a_cache_that_may_only_be_read_is_used(powerless, glossary, cold):
    asked = powerless("ask", QUESTION, "--json", "--glossary", glossary)
    folders = [path for path in (cold, *cold.rglob("*")) if path.is_dir()]
    for folder in folders:
        folder.chmod(0o500)
    facts = powerless("index", "--json", "--glossary", glossary).json
    again = powerless("ask", QUESTION, "--json", "--glossary", glossary)
    for folder in folders:
        folder.chmod(0o700)
    assert Path(facts["cache"]).is_relative_to(cold)
    assert again == asked


def test_a_cache_that_may_only_be_read_and_is_of_yesterday_is_done_without(powerless, glossary, cold):
    powerless("index", "--glossary", glossary)
    entry = glossary / "harbour" / "it" / "storm.md"
    entry.write_text(entry.read_text(encoding="utf-8").replace("# Tempesta", "# Uragano"), encoding="utf-8")
    folders = [path for path in (cold, *cold.rglob("*")) if path.is_dir()]
    for folder in folders:
        folder.chmod(0o500)
    shown = powerless("show", "storm", "--lang", "it", "--glossary", glossary)
    for folder in folders:
        folder.chmod(0o700)
    assert (shown.status, shown.out.splitlines()[0], shown.err) == (0, "Uragano", "")


HOMES = {
    "no home": {"HOME": "/nonexistent"},
    "a home that is a file": {"HOME": "/etc/passwd"},
    "a home that cannot be written": {"HOME": "/proc"},
    "nowhere to write at all": {"HOME": "/proc", "TMPDIR": "/proc"},
}


@pytest.mark.parametrize("home", HOMES)
def test_a_home_is_not_needed(powerless, glossary, cold, monkeypatch, home):
    for name in ("CACHE", "CONFIG", "DATA"):
        monkeypatch.delenv(f"XDG_{name}_HOME")
    for command in (["ask", QUESTION], ["show", "tempesta"], ["index"], ["lint"], ["fmt", "--check"]):
        result = powerless(*command, "--glossary", glossary, env=HOMES[home])
        assert (result.status, result.err) == (0, ""), command
    assert not cold.exists()


# -- clocks ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shift", [YEARS, -YEARS], ids=["future", "past"])
def test_times_that_are_wrong_change_no_answer(start, glossary, cold, shift):
    now = time.time() + shift
    for path in glossary.rglob("*"):
        os.utime(path, (now, now))
    first = start("ask", QUESTION, "--json", "--glossary", glossary)
    assert first.json["rulings"][0]["concept"] == "storm"
    for path in (cold, *cold.rglob("*")):
        os.utime(path, (now - shift * 2, now - shift * 2))
    assert start("ask", QUESTION, "--json", "--glossary", glossary) == first
    entry = glossary / "harbour" / "it" / "storm.md"
    entry.write_text(entry.read_text(encoding="utf-8").replace("# Tempesta", "# Uragano"), encoding="utf-8")
    os.utime(entry, (now, now))
    assert start("show", "storm", "--lang", "it", "--glossary", glossary).out.startswith("Uragano\n")


def test_what_was_edited_this_very_moment_is_read_when_the_moment_is_over(glossary, monkeypatch):
    slept = []
    monkeypatch.setattr(listing.time, "sleep", slept.append)
    entry = glossary / "harbour" / "it" / "storm.md"
    found = listing.glossary_files(glossary)
    newest = max(file.changed[1] for file in found)
    for age, waits in ((0, True), (5_000_000, True), (1_000_000_000, False), (-1_000_000_000, False)):
        slept.clear()
        monkeypatch.setattr(listing.time, "time_ns", lambda age=age: newest + age)
        listing.settle(found)
        assert bool(slept) is waits, age
    assert entry.is_file()


# -- half-written files ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["it/storm.md", "it/cards/vecchia-ancora.md", "game.yml", "concepts.yml"])
@pytest.mark.parametrize("part", [0.0, 0.1, 0.35, 0.6, 0.9])
def test_a_file_that_is_half_written_is_told_and_the_rest_answers(run, glossary, name, part):
    file = glossary / "harbour" / name
    raw = file.read_bytes()
    file.write_bytes(raw[: int(len(raw) * part)])
    shown = run("show", "anchor", "--lang", "es", glossary=glossary)
    assert (shown.status, shown.out.splitlines()[0]) == (0, "Anclar, ancla")
    assert run("lint", glossary=glossary).status in {0, 1}
    assert run("fmt", glossary=glossary).status in {0, 1}
    file.write_bytes(raw)
    assert run("lint", glossary=glossary).status == 0


# -- edits while a command runs ----------------------------------------------------------------------------------------


@pytest.mark.slow
def test_an_edit_while_questions_are_answered_spoils_none(glossary, cold):
    command = [sys.executable, "-m", "compendium_cli", "ask", "--json", "-", "--glossary", str(glossary)]
    entry = glossary / "harbour" / "it" / "storm.md"
    answers = []
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        for number in range(6):
            process.stdin.write(f"{QUESTION}\n")
            process.stdin.flush()
            answers.append(json.loads(process.stdout.readline()))
            entry.write_text(
                entry.read_text(encoding="utf-8").replace("2 danni", f"2 danni ({number})"), encoding="utf-8"
            )
            shutil.rmtree(cold, ignore_errors=True)  # whoever compiles the edited glossary forgets old forms, too
    assert process.returncode == 0
    assert {answer["rulings"][0]["concept"] for answer in answers} == {"storm"}


def test_an_edit_while_the_glossary_is_formatted_is_not_undone(glossary, monkeypatch):
    entry = glossary / "harbour" / "it" / "storm.md"
    entry.write_text(entry.read_text(encoding="utf-8") + "\n\n", encoding="utf-8")
    form, edits = formatting.format_entry, []

    def edit_meanwhile(text, labels, asked_about, **more):
        if "# Tempesta" in text and not edits:
            edits.append(entry.write_text(text.replace("2 danni", "3 danni"), encoding="utf-8"))
        return form(text, labels, asked_about, **more)

    monkeypatch.setattr(formatting, "format_entry", edit_meanwhile)
    done = open_compendium(glossary).format()
    assert done.changed == ("harbour/it/storm.md",)
    text = entry.read_text(encoding="utf-8")
    assert "3 danni" in text
    assert not text.endswith("\n\n")


def test_an_entry_that_is_removed_while_the_glossary_is_formatted_does_not_come_back(glossary, monkeypatch):
    entry = glossary / "harbour" / "it" / "storm.md"
    entry.write_text(entry.read_text(encoding="utf-8") + "\n\n", encoding="utf-8")
    form = formatting.format_entry

    def remove_meanwhile(text, labels, asked_about, **more):
        if "# Tempesta" in text:
            entry.unlink()
        return form(text, labels, asked_about, **more)

    monkeypatch.setattr(formatting, "format_entry", remove_meanwhile)
    assert open_compendium(glossary).format().left_alone == ("harbour/it/storm.md",)
    assert not entry.exists()


def test_a_glossary_that_never_rests_is_answered_from_and_never_kept(glossary, cold, monkeypatch):
    real = listing.glossary_files
    count = iter(range(1000))

    def restless(folder):
        (glossary / "harbour" / "README.md").write_text(str(next(count)), encoding="utf-8")
        return real(folder)

    monkeypatch.setattr("compendium_cli.reading.listing.glossary_files", restless)
    with open_compendium(glossary) as compendium:
        assert compendium.ask(QUESTION).rulings[0].entry.concept == "storm"
        assert compendium.cache is None
    assert not list(cold.rglob("manifest.json"))


@pytest.mark.slow
def test_two_who_import_at_once_lose_nothing(glossary, document, tmp_path, cold):
    library = tmp_path / "library"
    library.mkdir()
    begun = [
        subprocess.Popen(
            [
                sys.executable,
                "-m",
                "compendium_cli",
                *map(str, importing(document, library, "--glossary", glossary, game=game)),
            ],
            stdout=subprocess.DEVNULL,
        )
        for game in ("harbour", "island", "reef")
    ]
    assert [process.wait(120) for process in begun] == [0, 0, 0]
    assert {path.name for path in library.iterdir()} == {"README.md", "harbour", "island", "reef"}
    assert not list(tmp_path.glob(".*"))
    assert cold.is_dir()


def test_links_that_go_in_circles_are_told(run, document, tmp_path, monkeypatch):
    (tmp_path / "circle").symlink_to(tmp_path / "circle")
    circle = tmp_path / "circle" / "deep"
    for command in (
        importing(document, circle),
        ["export", "--format", "json", "-o", circle],
        ["build", "--site-dir", circle],
        ["show", "storm", "--glossary", circle],
    ):
        one_line(run(*command, glossary=None), "symbolic links", "file exists")
    monkeypatch.setenv("XDG_CACHE_HOME", str(circle))
    assert run("show", "storm").status == 0


def test_an_import_goes_into_the_folder_one_stands_in(run, document, tmp_path, monkeypatch):
    (tmp_path / "library").mkdir()
    monkeypatch.chdir(tmp_path / "library")
    assert run(*importing(document, ".")).status == 0
    assert (tmp_path / "library" / "harbour" / "it" / "storm.md").is_file()


def test_an_edit_at_the_last_moment_is_not_undone(tmp_path, monkeypatch):
    path = tmp_path / "entry.md"
    path.write_text("old", encoding="utf-8")
    holds = files._holds  # noqa: SLF001

    def edited_after_the_look(place, content):
        found = holds(place, content)
        if place == path:
            path.write_text("edited", encoding="utf-8")
        return found

    monkeypatch.setattr(files, "_holds", edited_after_the_look)
    is_written = write_whole(path, "new", instead_of=b"old")
    if sys.platform == "linux":
        assert (is_written, path.read_text(encoding="utf-8")) == (False, "edited")
    assert [item.name for item in tmp_path.iterdir()] == ["entry.md"]
