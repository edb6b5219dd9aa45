"""What the tests share: a made-up glossary, a cache of their own, and the command as a user starts it."""

from __future__ import annotations

import ctypes
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
from dataclasses import dataclass
from pathlib import Path

import pytest

from compendium_cli import settings
from compendium_cli.__main__ import _run, main
from compendium_cli.compendium import open_compendium
from compendium_cli.compiled import CompiledGlossary
from compendium_cli.writing.locks import turn

TESTS = Path(__file__).parent
HARBOUR = TESTS / "data" / "harbour"
#: What whoever runs the tests wants of their own terminal.
WISHES = (
    "NO_COLOR",
    "FORCE_COLOR",
    "FORCE_HYPERLINK",
    "PAGER",
    "LESS",
    "COLUMNS",
    "LINES",
    "DISPLAY",
    "WAYLAND_DISPLAY",
)


@pytest.fixture(scope="session")
def shared(tmp_path_factory):
    """A folder of this run, the same for all its workers: what takes long is made there once."""
    own = tmp_path_factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


@pytest.fixture(scope="session", autouse=True)
def _own_world(tmp_path_factory, shared):
    """No test reads or writes the user's cache, configuration or language."""
    home = tmp_path_factory.mktemp("home")
    patch = pytest.MonkeyPatch()
    for name in ("COMPENDIUM_LANG", "COMPENDIUM_BASE_URL", "COMPENDIUM_GLOSSARY", "LC_ALL", "LC_MESSAGES", *WISHES):
        patch.delenv(name, raising=False)
    # Hundreds of commands are started: each would compile the same sources anew.
    patch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
    patch.setenv("LANG", "C.UTF-8")
    patch.setenv("XDG_CACHE_HOME", str(shared / "cache"))
    patch.setenv("LOCALAPPDATA", str(shared / "cache"))
    patch.setenv("XDG_CONFIG_HOME", str(home / "config"))
    patch.setenv("XDG_DATA_HOME", str(home / "data"))
    patch.setenv("XDG_STATE_HOME", str(home / "state"))
    (home / "temporary").mkdir()
    patch.setenv("TMPDIR", str(home / "temporary"))
    patch.setattr(tempfile, "tempdir", str(home / "temporary"))
    yield
    patch.undo()


@pytest.fixture(scope="session")
def harbour(_own_world):
    """The made-up glossary of the tests, opened."""
    compendium = open_compendium(HARBOUR)
    yield compendium
    compendium.close()


@pytest.fixture(scope="session")
def shipped(_own_world):
    """The glossary that we ship, opened."""
    compendium = open_compendium()
    yield compendium
    compendium.close()


@pytest.fixture(scope="session")
def harbour_store(_own_world):
    """The compiled form of the made-up glossary."""
    compiled = CompiledGlossary(HARBOUR)
    yield compiled.store
    compiled.close()


@pytest.fixture(scope="session")
def shipped_store(_own_world):
    """The compiled form of the glossary that we ship."""
    compiled = CompiledGlossary(settings.shipped_glossary())
    yield compiled.store
    compiled.close()


@pytest.fixture
def open_glossary():
    """Open glossaries of a test's own, closed at its end."""
    opened = []

    def open_glossary(folder: Path):
        opened.append(open_compendium(folder))
        return opened[-1]

    yield open_glossary
    for compendium in opened:
        compendium.close()


@dataclass
class Result:
    status: int
    out: str
    err: str

    @property
    def json(self):
        return json.loads(self.out)


@pytest.fixture
def run(capsys):
    """Run a command in this process, through the same error boundary as the real one."""

    def run(*arguments: object, glossary: Path | None = HARBOUR) -> Result:
        given = [str(argument) for argument in arguments]
        if glossary is not None:
            given += ["--glossary", str(glossary)]
        capsys.readouterr()
        status = _run(given)
        captured = capsys.readouterr()
        return Result(status, captured.out, captured.err)

    return run


@pytest.fixture
def start():
    """Start the command as a process of its own."""

    def start(*arguments: object, text: str | bytes = "", env: dict[str, str] | None = None, **more) -> Result:
        raw = text.encode() if isinstance(text, str) else text
        done = subprocess.run(
            [sys.executable, "-m", "compendium_cli", *map(str, arguments)],
            input=raw,
            capture_output=True,
            check=False,
            env={**os.environ, **(env or {})},
            timeout=120,
            **more,
        )
        return Result(done.returncode, done.stdout.decode(), done.stderr.decode())

    return start


@pytest.fixture
def on_terminal(monkeypatch, tmp_path):
    """Run a command on a terminal; gives all that the terminal is sent."""

    pty = pytest.importorskip("pty", reason="pseudo-terminals are POSIX")

    def on_terminal(*arguments, typed="", env=None):
        master, slave = pty.openpty()
        sent = bytearray()
        reader = threading.Thread(target=_drain, args=(master, sent))
        reader.start()
        typed_file = tmp_path / "typed"
        typed_file.write_text(typed, encoding="utf-8", errors="surrogateescape")
        with (
            os.fdopen(slave, "w", encoding="utf-8") as terminal,
            typed_file.open(encoding="utf-8", errors="replace") as standard_input,
            monkeypatch.context() as patch,
        ):
            patch.setattr(sys, "stdout", terminal)
            patch.setattr(sys, "stderr", terminal)
            patch.setattr(sys, "stdin", standard_input)
            for name, value in {"TERM": "xterm-256color", **(env or {})}.items():
                patch.setenv(name, value)
            assert sys.stdout.isatty()
            with pytest.raises(SystemExit) as left:
                main([str(argument) for argument in arguments])
            sys.stdout.flush()
        reader.join()
        os.close(master)
        # The line discipline of the terminal, not we, sends a carriage return before each line feed.
        return left.value.code, sent.decode("utf-8", "surrogateescape").replace("\r\n", "\n")

    return on_terminal


def _drain(master, sent):
    while True:
        try:
            part = os.read(master, 65536)
        except OSError:  # the other end is closed
            return
        if not part:
            return
        sent += part


def program(path: Path, body: str) -> Path:
    """Write a shell script that a command may start."""
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"#!/bin/sh\n{body}\n", encoding="utf-8")
    path.chmod(0o755)
    return path


def without_the_powers_of_root():
    """Let permissions count for root too, as they do for everybody else: drop what overrides them."""
    drop, override, read_search = 24, 1, 2  # PR_CAPBSET_DROP, CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH
    libc = ctypes.CDLL(None)
    libc.prctl(drop, override, 0, 0, 0)
    libc.prctl(drop, read_search, 0, 0, 0)


@pytest.fixture
def powerless(start):
    """Start the command as somebody for whom permissions count."""
    is_root = hasattr(os, "getuid") and os.getuid() == 0

    def powerless(*arguments: object, **more) -> Result:
        return start(*arguments, preexec_fn=without_the_powers_of_root if is_root else None, **more)

    return powerless


@pytest.fixture(scope="session")
def build_site(_own_world, tmp_path_factory):
    """Build the site of a glossary, with every warning an error; gives the folder."""

    def build_site(*arguments: object, folder: Path | None = None) -> Path:
        folder = folder or tmp_path_factory.mktemp("built") / "site"
        words = [sys.executable, "-m", "compendium_cli", "build", "--site-dir", folder, *arguments]
        done = subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False, timeout=300)
        assert done.returncode == 0, done.stdout + done.stderr
        return folder

    return build_site


@pytest.fixture(scope="session")
def shipped_site(build_site, shared):
    """The site of the glossary that we ship."""
    folder = shared / "shipped-site"
    lock = Path(f"{folder}.lock")
    lock.touch()
    with turn(lock, 600):
        return folder if folder.exists() else build_site("--strict", folder=folder)


LEFT_OUT = pytest.StashKey[int]()


def pytest_deselected(items):
    """Count what is left out: of its own processes pytest tells nothing."""
    if items:
        stash = items[0].config.stash
        stash[LEFT_OUT] = stash.get(LEFT_OUT, 0) + len(items)


def pytest_sessionfinish(session):
    """Tell the process that started this one."""
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["left out"] = session.config.stash.get(LEFT_OUT, 0)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node):
    """Hear of it: every process has collected the same tests."""
    node.config.stash[LEFT_OUT] = getattr(node, "workeroutput", {}).get("left out", 0)


def pytest_terminal_summary(terminalreporter, config):
    """Say what did not run: tests that were left out, and loudly those that want a browser."""
    if left_out := config.stash.get(LEFT_OUT, 0):
        terminalreporter.write_line(f"{left_out} tests left out by -m or -k; the slow ones run with -m slow")
    reasons = {str(report.longrepr[2]) for report in terminalreporter.stats.get("skipped", ()) if report.longrepr}
    for reason in sorted(reason for reason in reasons if "NO BROWSER" in reason):
        terminalreporter.write_line(reason.removeprefix("Skipped: "), red=True, bold=True)


GAME_YML = """\
names: {it: Gioco, es: Juego}
publisher: nobody
current: it-1
editions:
  it-1: {language: it, document: Regole, version: "1"}
  es-1: {language: es, document: Reglas, version: "1"}
rights: Made up.
"""
CONCEPTS_YML = "a: {kind: rule}\nb: {kind: rule}\nc: {kind: rule}\n"


def write_glossary(folder: Path, files: dict[str, str | bytes]) -> Path:
    """Write a glossary of one game, `game`, from its files; game.yml and concepts.yml where they are not given."""
    for path, content in {"game/game.yml": GAME_YML, "game/concepts.yml": CONCEPTS_YML, **files}.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
    return folder


RULINGS_YML = """\
# What players of the harbour ask.
anchored-in-storm: {verdict: "yes", because: [anchor#1, storm#2], editions: [it-2]}
tired-sailor: {verdict: "no", because: [crew#2], editions: [it-2], superseded: anchored-in-storm}
storm-hits: {verdict: "answer", because: [storm#2], editions: [it-2, es-1, uk-1]}
"""
RULING_TEXTS = {
    "it/rulings/anchored-in-storm": "# Ancorati nella tempesta\n\n**Una nave ancorata è al sicuro?** ^1\n\n"
    "Sì. La [tempesta](../storm.md) danneggia solo le navi non ancorate. ^2\n",
    "it/rulings/tired-sailor": "# Marinaio stanco\n\n**Un marinaio esaurito lavora?** ^1\n\nNo. È esaurito. ^2\n",
    "it/rulings/storm-hits": "# Danni della tempesta\n\n**Quanto danno fa la tempesta?** ^1\n\nDue danni a nave. ^2\n",
    "es/rulings/storm-hits": "# Daño de la tormenta\n\n**¿Cuánto daño hace?** ^1\n\nDos de daño por barco. ^2\n",
}


def harbour_with_rulings(parent: Path) -> Path:
    """Write the made-up glossary with three rulings; fmt and confirm are still to be run on it."""
    folder = parent / "glossary"
    shutil.copytree(HARBOUR, folder)
    (folder / "harbour" / "rulings.yml").write_text(RULINGS_YML, encoding="utf-8")
    for name, text in RULING_TEXTS.items():
        path = folder / "harbour" / f"{name}.md"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    asked = folder / "harbour" / "asked" / "it" / "rulings" / "anchored-in-storm.txt"
    asked.parent.mkdir(parents=True)
    asked.write_text("^2\ngettare l'ancora salva la nave dalla burrasca?\n", encoding="utf-8")
    return folder
