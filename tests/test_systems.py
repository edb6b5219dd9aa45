"""Other systems: what commands do where POSIX has no say, as far as that can be told from here."""

import io
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from compendium_cli import __main__, settings
from compendium_cli.commands import cli
from compendium_cli.errors import UsageError
from compendium_cli.reading.listing import select_paths
from conftest import HARBOUR, TESTS

#: Takes away what Windows lacks, and runs commands.
WITHOUT_POSIX = """
import ctypes, json, os, sys
for name in ("fcntl", "resource", "pwd", "grp", "termios"):
    sys.modules[name] = None
for name in ("getuid", "geteuid", "getgid", "chown", "mkfifo"):
    delattr(os, name)
library = ctypes.CDLL
def no_library(*given, **more):
    if sys._getframe(1).f_code.co_filename.endswith("exchanging.py"):
        raise TypeError("no library without a name")
    return library(*given, **more)
ctypes.CDLL = no_library
from compendium_cli.__main__ import _run
if __name__ == "__main__":
    for command in json.loads(sys.argv[1]):
        status = _run(command)
        if status:
            sys.exit(f"{command}: {status}")
"""


def test_commands_do_without_what_only_posix_has(tmp_path):
    glossary = str(shutil.copytree(HARBOUR, tmp_path / "glossary"))
    (tmp_path / "rules.txt").write_text("TEMPESTA\n\nIl mare colpisce le navi.\n", encoding="utf-8")
    program = tmp_path / "program.py"
    program.write_text(WITHOUT_POSIX, encoding="utf-8")
    imported = ["--game", "harbour", "--lang", "it", "--edition", "it-3", "--to", str(tmp_path / "library")]
    commands = [
        ["index"],
        ["ask", "quanti danni prendo col maltempo?"],
        ["index", "--rebuild", "--prune"],
        ["show", "storm", "--json"],
        ["lint"],
        ["fmt"],
        ["export", "--format", "jsonl", "-o", str(tmp_path / "out.jsonl")],
        ["import", str(tmp_path / "rules.txt"), *imported],
        ["import", str(tmp_path / "rules.txt"), *imported, "--update"],
        ["build", "--site-dir", str(tmp_path / "site")],
        ["build", "--site-dir", str(tmp_path / "site")],
        ["doctor"],
    ]
    commands = [[*command, "--glossary", glossary] for command in commands]
    environment = {**os.environ, "PYTHONPATH": str(TESTS.parent), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    done = subprocess.run(
        [sys.executable, str(program), json.dumps(commands)],
        capture_output=True,
        text=True,
        check=False,
        env=environment,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    assert (tmp_path / "site" / "it" / "harbour" / "storm" / "index.html").is_file()


@pytest.fixture
def windows(monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "Local"))
    return tmp_path


def test_windows_keeps_all_that_is_ours_in_one_place(windows):
    folders = (settings.cache_folder(), settings.config_file().parent, settings.library_folder(None).parent)
    assert set(folders) == {windows / "Local" / "compendium"}


def test_macos_keeps_it_where_it_keeps_such_things(monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "platform", "darwin")
    for name in ("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(tmp_path))
    library = tmp_path / "Library"
    assert settings.cache_folder() == library / "Caches" / "compendium"
    assert settings.config_file() == library / "Application Support" / "compendium" / "config.toml"


@pytest.mark.usefixtures("windows")
@pytest.mark.parametrize(("variable", "written"), [(None, "è ї".encode()), ("cp1252", "è ?".encode("cp1252"))])
def test_files_and_pipes_of_windows_are_utf8_unless_somebody_says_else(monkeypatch, variable, written):
    monkeypatch.delenv("PYTHONIOENCODING", raising=False)
    if variable:
        monkeypatch.setenv("PYTHONIOENCODING", variable)
    stream = io.TextIOWrapper(io.BytesIO(), encoding="cp1252")
    __main__._reconfigure(stream, "replace")  # noqa: SLF001 - how a stream is set is the rule
    stream.write("è ї")
    stream.flush()
    assert stream.buffer.getvalue() == written


@pytest.mark.usefixtures("windows")
def test_a_closed_pipe_of_windows_is_no_fault(monkeypatch):
    def closed(*_, **__):
        raise OSError(22, "Invalid argument")

    monkeypatch.setattr(cli, "invoke", closed)
    assert __main__._run(["index"]) == 0  # noqa: SLF001 - how a command ends


def test_a_file_on_another_disk_is_none_of_the_glossary(monkeypatch):
    def other_disk(*_):
        raise ValueError("path is on mount 'C:', start on mount 'D:'")

    monkeypatch.setattr(os.path, "relpath", other_disk)
    with pytest.raises(UsageError, match="is no file or folder of the glossary"):
        list(select_paths(HARBOUR, ["C:/elsewhere"]))


def test_the_glossary_has_the_same_bytes_on_every_system():
    rules = (Path(TESTS.parent) / ".gitattributes").read_text(encoding="utf-8")
    assert "* text=auto eol=lf" in rules
    assert "*.vectors binary" in rules
