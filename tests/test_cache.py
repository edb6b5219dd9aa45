"""The compiled glossary: made once, trusted only where it is ours, made anew when damaged, never in the way."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from compendium_cli.compendium import open_compendium
from compendium_cli.reading import folder
from conftest import HARBOUR


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    """A cold cache of its own for every test."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "compendium"


@pytest.fixture
def glossary(tmp_path):
    """A copy of the test glossary that may be changed."""
    shutil.copytree(HARBOUR, tmp_path / "glossary")
    return tmp_path / "glossary"


def asked(glossary):
    """Look one entry up and ask one question; tell where the answers came from."""
    compendium = open_compendium(glossary)
    try:
        title = compendium.look_up("storm", lang="it").entry.title
        ruling = compendium.ask("quanti danni prendo col maltempo?").rulings[0]
        assert ruling.entry.concept == "storm"
        return title, compendium.cache.path if compendium.cache else None
    finally:
        compendium.close()


def test_it_is_made_once_and_used_again(glossary):
    _, first = asked(glossary)
    before = {path: path.stat().st_mtime_ns for path in first.rglob("*")}
    _, second = asked(glossary)
    assert first == second
    assert {path: path.stat().st_mtime_ns for path in second.rglob("*")} == before


def test_an_edit_is_seen_at_once(glossary):
    assert asked(glossary)[0] == "Tempesta"
    entry = glossary / "harbour" / "it" / "storm.md"
    entry.write_text(entry.read_text(encoding="utf-8").replace("# Tempesta", "# Uragano"), encoding="utf-8")
    assert asked(glossary)[0] == "Uragano"


def test_an_edit_that_keeps_size_and_time_is_seen(glossary):
    asked(glossary)
    entry = glossary / "harbour" / "it" / "storm.md"
    stat = entry.stat()
    entry.write_text(entry.read_text(encoding="utf-8").replace("# Tempesta", "# Burrasco"), encoding="utf-8")
    os.utime(entry, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    assert asked(glossary)[0] == "Burrasco"


def test_old_forms_are_forgotten(glossary):
    entry = glossary / "harbour" / "it" / "storm.md"
    for number in range(4):
        entry.write_text(entry.read_text(encoding="utf-8").replace("2 danni", f"{number + 3} danni"), encoding="utf-8")
        _, path = asked(glossary)
    assert len([child for child in path.parent.iterdir() if child.is_dir()]) <= 2


DAMAGES = {
    "bytes changed": lambda raw: raw[:200] + bytes(byte ^ 0x55 for byte in raw[200:400]) + raw[400:],
    "one bit in the middle": lambda raw: (
        raw[: len(raw) // 2] + bytes([raw[len(raw) // 2] ^ 1]) + raw[len(raw) // 2 + 1 :]
    ),
    "cut short": lambda raw: raw[: len(raw) // 3],
    "empty": lambda _: b"",
    "something else": lambda _: b"not what it was" * 500,
    "gone": lambda _: None,
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_every_damaged_file_is_made_anew_without_a_word(glossary, damage, capfd):
    _, path = asked(glossary)

    def files():
        """What an Italian question reads; an index made anew has files of other names."""
        found = (file for file in path.rglob("*") if file.is_file() and file.parent.name not in {"es", "uk"})
        return sorted(file for file in found if file.stat().st_size)

    assert len(files()) >= 4
    for position in range(len(files())):
        file = files()[position]
        damaged = DAMAGES[damage](file.read_bytes())
        if damaged is None:
            file.unlink()
        else:
            file.write_bytes(damaged)
        assert asked(glossary)[0] == "Tempesta", file
    assert capfd.readouterr() == ("", "")


def test_a_folder_that_cannot_be_written_is_done_without(tmp_path, monkeypatch, glossary):
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert asked(glossary) == ("Tempesta", None)


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="permissions of POSIX")
@pytest.mark.parametrize("level", ["root", "glossary", "compiled"])
def test_a_folder_that_others_may_write_is_not_trusted(cache, glossary, level):
    _, path = asked(glossary)
    folder = {"root": cache, "glossary": path.parent, "compiled": path}[level]
    folder.chmod(0o777)
    title, used = asked(glossary)
    assert title == "Tempesta"
    assert used is None or used.stat().st_mode & 0o022 == 0


def test_what_a_killed_process_left_is_cleared_away(glossary):
    _, path = asked(glossary)
    left = path.parent / "unfinished-left-behind"
    left.mkdir()
    (left / "corpus.sqlite").write_bytes(b"half")
    shutil.rmtree(path)
    asked(glossary)
    assert not left.exists()


def test_twenty_processes_on_a_cold_cache_all_answer(cache, glossary):
    command = [
        sys.executable,
        "-m",
        "compendium_cli",
        "ask",
        "quanti danni prendo col maltempo?",
        "--glossary",
        str(glossary),
    ]
    begun = time.monotonic()
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(20)]
    results = [process.communicate(timeout=120) for process in running]
    assert [process.returncode for process in running] == [0] * 20
    assert len({out for out, _ in results}) == 1
    assert {err for _, err in results} == {b""}
    compiled = [path for path in cache.rglob("manifest.json") if path.stat().st_mtime]
    assert len(compiled) == 1
    assert time.monotonic() - begun < 120


def test_a_glossary_edited_while_it_is_read_is_read_again(glossary, monkeypatch):
    read_text, edited = folder.read_text, []

    def edit_meanwhile(path: Path) -> str:
        text = read_text(path)
        if path.name == "storm.md" and path.parent.name == "it" and not edited:
            edited.append(path)
            path.write_text(text.replace("# Tempesta", "# Ciclone"), encoding="utf-8")
        return text

    monkeypatch.setattr(folder, "read_text", edit_meanwhile)
    assert asked(glossary)[0] == "Ciclone"
