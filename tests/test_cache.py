"""The compiled glossary: made once, trusted only where it is ours, made anew when damaged, never in the way."""

import errno
import json
import os
import pickle
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from compendium_cli.cache import _libraries
from compendium_cli.compendium import open_compendium
from compendium_cli.reading import folder
from conftest import HARBOUR
from patience import patience

pytestmark = pytest.mark.posix

POSIX = pytest.mark.skipif(not hasattr(os, "getuid"), reason="permissions of POSIX")
ROOT = pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="only root may give folders away")
SOMEBODY = 12345


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    """A cold cache of its own for every test."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "compendium"


@pytest.fixture(autouse=True)
def temporary(tmp_path, monkeypatch):
    """A folder for temporary files of its own, too."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    monkeypatch.setenv("TMPDIR", str(folder))
    return folder


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


def test_an_edit_of_the_list_of_cards_is_seen(glossary, open_glossary):
    assert open_glossary(glossary).cards("harbour") == ()
    table = "codes\ttype\tit\tnumber\tcard\n1\ttool\tVecchia Ancora\t1\tvecchia-ancora\n"
    (glossary / "harbour" / "cards.tsv").write_text(table, encoding="utf-8")
    assert [card.entry for card in open_glossary(glossary).cards("harbour")] == ["cards/vecchia-ancora"]


def test_an_edit_of_phrasings_is_seen_at_once(glossary):
    _, first = asked(glossary)
    phrasings = glossary / "harbour" / "asked" / "it" / "lighthouse.txt"
    phrasings.write_text("^1\nche ci fa la lanterna gigante\n", encoding="utf-8")
    question = "a che serve la lanterna gigante?"
    with open_compendium(glossary) as compendium:
        assert compendium.ask(question).rulings[0].entry.concept == "lighthouse"
        assert compendium.cache.path != first
    phrasings.write_text("^1\nche ci fa la torre luminosa\n", encoding="utf-8")
    with open_compendium(glossary) as compendium:
        assert "lighthouse" not in [ruling.entry.concept for ruling in compendium.ask(question).rulings]
    phrasings.unlink()
    assert asked(glossary)[0] == "Tempesta"


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


@pytest.mark.slow
@pytest.mark.parametrize("damage", DAMAGES)
def test_every_damaged_file_is_made_anew_without_a_word(glossary, damage, capfd):
    _, path = asked(glossary)
    files = sorted(file for file in path.rglob("*") if file.is_file())
    assert len(files) >= 12
    for file in files:
        damaged = DAMAGES[damage](file.read_bytes())
        if damaged is None:
            file.unlink()
        else:
            file.write_bytes(damaged)
        assert asked(glossary)[0] == "Tempesta", file
    assert capfd.readouterr() == ("", "")


@POSIX
def test_where_the_cache_folder_cannot_be_written_there_is_one_among_the_temporary_ones(
    tmp_path, monkeypatch, glossary, temporary
):
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    title, used = asked(glossary)
    assert title == "Tempesta"
    assert used.is_relative_to(temporary)
    before = used.stat().st_mtime_ns
    assert asked(glossary) == (title, used)
    assert used.stat().st_mtime_ns == before


def test_where_nothing_can_be_written_all_is_kept_in_memory(tmp_path, monkeypatch, glossary):
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "file"))
    assert asked(glossary) == ("Tempesta", None)


@POSIX
@pytest.mark.parametrize("level", ["root", "glossary", "compiled"])
@pytest.mark.parametrize("mode", [0o777, 0o770, 0o702], ids=oct)
def test_a_folder_that_others_may_write_is_not_trusted(cache, glossary, level, mode):
    _, path = asked(glossary)
    folder = {"root": cache, "glossary": path.parent, "compiled": path}[level]
    folder.chmod(mode)
    title, used = asked(glossary)
    assert title == "Tempesta"
    assert used.stat().st_mode & 0o022 == 0
    assert all(above.stat().st_mode & 0o022 == 0 for above in (used.parent, used.parent.parent))


@ROOT
@pytest.mark.parametrize("level", ["root", "glossary", "compiled"])
def test_a_folder_of_another_user_is_not_trusted(cache, glossary, level):
    _, path = asked(glossary)
    os.chown({"root": cache, "glossary": path.parent, "compiled": path}[level], SOMEBODY, SOMEBODY)
    title, used = asked(glossary)
    assert title == "Tempesta"
    assert {folder.stat().st_uid for folder in (used, used.parent, used.parent.parent)} == {0}


@POSIX
@pytest.mark.parametrize("mode", [0o777, 0o775, 0o2775, 0o770], ids=oct)
def test_a_folder_that_others_could_put_another_one_in_place_of_is_not_trusted(cache, glossary, temporary, mode):
    assert asked(glossary)[1].is_relative_to(cache)
    cache.parent.chmod(mode)
    assert asked(glossary)[1].is_relative_to(temporary)
    cache.parent.chmod(mode | 0o1000)  # sticky, as the system's temporary folder: everybody moves only what is theirs
    assert asked(glossary)[1].is_relative_to(cache)


@POSIX
def test_a_link_among_the_temporary_folders_is_not_followed(tmp_path, monkeypatch, glossary, temporary):
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir(mode=0o700)
    (temporary / f"compendium-{os.getuid()}").symlink_to(elsewhere)
    assert asked(glossary) == ("Tempesta", None)
    assert list(elsewhere.iterdir()) == []


@ROOT
def test_a_folder_below_that_of_another_user_is_not_trusted(cache, glossary, temporary):
    asked(glossary)
    os.chown(cache.parent, SOMEBODY, SOMEBODY)
    assert asked(glossary)[1].is_relative_to(temporary)


@POSIX
def test_a_link_is_looked_through_once(tmp_path, cache, glossary):
    (tmp_path / "mine").mkdir(mode=0o700)
    cache.parent.mkdir()
    cache.symlink_to(tmp_path / "mine")
    _, used = asked(glossary)
    assert used.is_relative_to(tmp_path / "mine")


@POSIX
@pytest.mark.parametrize("mask", [0o000, 0o002, 0o077], ids=oct)
def test_whatever_the_umask_it_is_private_and_used(cache, glossary, mask):
    before = os.umask(mask)
    try:
        _, used = asked(glossary)
    finally:
        os.umask(before)
    assert used.is_relative_to(cache)
    assert {folder.stat().st_mode & 0o777 for folder in (cache, used.parent, used)} == {0o700}


def test_what_another_compiler_made_is_not_looked_at(glossary, monkeypatch):
    _, path = asked(glossary)
    monkeypatch.setattr("compendium_cli.cache.COMPILER", 99)
    for file in path.rglob("*"):
        if file.is_file():
            file.write_bytes(b"made by another compiler")
    title, used = asked(glossary)
    assert title == "Tempesta"
    assert used != path


def test_what_was_compiled_with_another_analyzer_is_compiled_anew(glossary, monkeypatch):
    _, path = asked(glossary)
    (before,) = {file.stat().st_ino for file in path.glob("*.sqlite")}
    monkeypatch.setattr("compendium_cli.languages.snowball.SnowballAnalyzer.version", lambda _: "99.0")
    assert asked(glossary) == ("Tempesta", path)
    (after,) = {file.stat().st_ino for file in path.glob("*.sqlite")}
    assert after != before
    assert asked(glossary) == ("Tempesta", path)
    assert {file.stat().st_ino for file in path.glob("*.sqlite")} == {after}


def test_what_was_compiled_with_another_library_is_compiled_anew(glossary, tmp_path, monkeypatch):
    _, before = asked(glossary)
    (tmp_path / "site-packages" / "pymorphy3-99.0.dist-info").mkdir(parents=True)
    (tmp_path / "site-packages" / "unrelated-99.0.dist-info").mkdir()
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path / "site-packages")])
    _, after = asked(glossary)
    assert after != before
    (tmp_path / "site-packages" / "unrelated-99.0.dist-info").rename(
        tmp_path / "site-packages" / "unrelated-2.dist-info"
    )
    assert asked(glossary) == ("Tempesta", after)


def test_the_versions_of_all_that_compiles_are_known():
    libraries = [name.partition("-")[0] for name in _libraries()]
    assert {"markdown_it_py", "pymorphy3", "pymorphy3_dicts_uk", "pystemmer", "pyyaml"} <= set(libraries)
    assert any(name.startswith("whoosh") for name in libraries)


def test_one_form_serves_all_folders_with_the_same_contents(glossary, tmp_path):
    _, first = asked(glossary)
    shutil.copytree(glossary, tmp_path / "elsewhere" / "copy")
    _, second = asked(tmp_path / "elsewhere" / "copy")
    assert second != first
    names = ("*.sqlite", "words/*.sqlite", "it/*.impacts")
    same = [(file, second / file.relative_to(first)) for name in names for file in first.glob(name)]
    assert len(same) == 4  # an index has what no rule decides in a file of its own
    assert all(file.samefile(other) for file, other in same)
    (tmp_path / "elsewhere" / "copy" / "harbour" / "it" / "storm.md").unlink()
    with open_compendium(tmp_path / "elsewhere" / "copy") as changed:
        assert not changed.cache.path.joinpath("corpus.sqlite").samefile(first / "corpus.sqlite")


def test_an_index_is_made_when_its_language_is_asked(glossary):
    with open_compendium(glossary) as compendium:
        compendium.look_up("storm", lang="it")
        path = compendium.cache.path
        assert not [child for child in path.iterdir() if child.is_dir()]
        compendium.ask("quanti danni prendo col maltempo?")
        assert {child.name for child in path.iterdir() if child.is_dir()} == {"words", "it"}
        compendium.rebuild()
        assert {child.name for child in path.iterdir() if child.is_dir()} == {"words", "it", "es", "uk", "en"}


def test_what_is_missing_is_completed_and_what_is_there_stays(glossary):
    _, path = asked(glossary)
    before = {file: file.stat().st_mtime_ns for file in path.rglob("*") if file.is_file()}
    with open_compendium(glossary) as compendium:
        compendium.complete()
        assert compendium.cache.path == path
        assert compendium.ask("рухаються кораблі на якорі?").rulings[0].entry.concept == "anchor"
    assert {child.name for child in path.iterdir() if child.is_dir()} == {"words", "it", "es", "uk", "en"}
    assert {file: file.stat().st_mtime_ns for file in before} == before


def test_what_a_killed_process_left_is_cleared_away(glossary):
    _, path = asked(glossary)
    left = path.parent / "unfinished-left-behind"
    left.mkdir()
    (left / "corpus.sqlite").write_bytes(b"half")
    shutil.rmtree(path)
    asked(glossary)
    assert not left.exists()


@pytest.mark.slow
def test_fifty_processes_on_a_cold_cache_all_answer(cache, glossary):
    command = [
        sys.executable,
        "-m",
        "compendium_cli",
        "ask",
        "quanti danni prendo col maltempo?",
        "--glossary",
        str(glossary),
    ]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(50)]
    results = [process.communicate(timeout=120) for process in running]
    assert [process.returncode for process in running] == [0] * 50
    assert len({out for out, _ in results}) == 1
    assert {err for _, err in results} == {b""}
    compiled = {path.parent for path in cache.rglob("manifest.json")}
    store = min(compiled)
    assert compiled == {store, store / "words", store / "it"}  # below it what the question needs, and nothing else


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


def test_a_glossary_edited_before_the_first_question_is_asked_as_it_is_then(glossary):
    with open_compendium(glossary) as compendium:
        assert compendium.look_up("storm", lang="it").entry.title == "Tempesta"
    with open_compendium(glossary) as compendium:  # finds the entries compiled, and no index
        assert compendium.look_up("storm", lang="it").entry.title == "Tempesta"
        entry = glossary / "harbour" / "it" / "storm.md"
        entry.write_text(entry.read_text(encoding="utf-8").replace("# Tempesta", "# Ciclone"), encoding="utf-8")
        ruling = compendium.ask("quanti danni prendo col maltempo?").rulings[0]
        assert (ruling.entry.concept, ruling.entry.title) == ("storm", "Ciclone")


@POSIX
@pytest.mark.parametrize("error", [errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOSYS], ids=errno.errorcode.get)
def test_a_file_system_without_locks_keeps_nobody_waiting(glossary, monkeypatch, error):
    def fail(*_):
        raise OSError(error, os.strerror(error))

    monkeypatch.setattr("fcntl.flock", fail)
    with patience():
        assert asked(glossary)[0] == "Tempesta"


@POSIX
def test_a_pipe_among_the_files_keeps_nobody_waiting(glossary):
    os.mkfifo(glossary / "harbour" / "it" / "pipe.md")
    assert asked(glossary)[0] == "Tempesta"


def test_a_change_of_what_is_compiled_with_every_glossary_is_noticed(tmp_path, glossary):
    # The questions that must be declined are texts of the package, not of a glossary, and no code either.
    package = tmp_path / "installed" / "compendium_cli"
    source = Path(folder.__file__).parents[1]
    shutil.copytree(source, package, ignore=shutil.ignore_patterns("glossary", "__pycache__"))
    call = [sys.executable, "-m", "compendium_cli", "index", "--json", "--glossary", str(glossary)]

    def compiled():
        done = subprocess.run(call, cwd=package.parent, capture_output=True, text=True, check=True)
        return json.loads(done.stdout)["cache"]

    before = compiled()
    assert compiled() == before
    with (package / "languages" / "out_of_domain" / "it.txt").open("a", encoding="utf-8") as questions:
        questions.write("quanto pesa la luna\n")
    assert compiled() != before


def test_nothing_that_was_compiled_is_unpickled(glossary, monkeypatch):
    for question in ("quanti danni prendo col maltempo?", "¿qué es un ancla?", "що таке якір?"):
        with open_compendium(glossary) as compendium:
            compendium.ask(question)

    def refuse(*_, **__):
        raise AssertionError("a pickle is read")

    for name in ("load", "loads", "Unpickler"):
        monkeypatch.setattr(pickle, name, refuse)
    with open_compendium(glossary) as compendium:
        assert compendium.ask("quanti danni prendo col maltempo?").rulings[0].entry.title == "Tempesta"
        assert [compendium.ask(question).lang for question in ("¿qué es un ancla?", "що таке якір?")] == ["es", "uk"]
