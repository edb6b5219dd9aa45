"""On a real terminal, nothing that a stranger wrote is obeyed: every command is run on a pseudo-terminal."""

import os
import re
import sys
import threading

import pytest

from compendium_cli.__main__ import main
from compendium_cli.text import unwanted_in
from conftest import GAME_YML, write_glossary
from fuzz.promises import _acts

pty = pytest.importorskip("pty", reason="pseudo-terminals are POSIX")

# None of these is a sequence of our own, so that one of them that gets through is told from ours.
ACTS = ["\x1b[31m", "\x1b[8m", "\x1b]0;x\x07", "\x1b[2J", "\x9b31m", "\x08", "\r", "\u202e", "\u200f", "\U000e0041"]
ALL = "".join(ACTS)
ENTITIES = "".join(f"&#{ord(char)};" for char in ALL)
PERCENT = "%1b%5b31m%E2%80%AE%9b"
OURS = re.compile(r"\x1b\[[012]m|\r[A-Z][\w :]+\[[# ]{25}\] +\d+%|\r +\r")  # styles, and the progress bar
ENTRY = f"""---
edition: it-1
aliases: [alias{{n}}]
---
# Titolo {{n}} {ENTITIES}

Detto {{n}} {ENTITIES} [qui](b.md) e [là]({PERCENT}.md) o [altrove](https://x.example/{PERCENT}). ^1

- Punto {ENTITIES}. ^2

> [!NEWER it-1]
> Nuovo {ENTITIES}. ^3

**Vedi anche:** [B {ENTITIES}](b.md), [C](c.md), [A](a.md)
"""


@pytest.fixture
def hostile(tmp_path):
    """A glossary that says nothing but what acts, in a folder that is called so, too."""
    folder = tmp_path / f"glossary{ALL}"
    spelt = "".join(f"\\U{ord(char):08x}" for char in ALL)
    files = {
        "game/game.yml": GAME_YML,
        "game/concepts.yml": f'a: {{kind: "rule{PERCENT}"}}\nb: {{kind: rule}}\nc: {{kind: "ru{spelt}le"}}\n',
        "game/it/a.md": ENTRY.format(n=1),
        "game/it/b.md": ENTRY.format(n=2),
        "game/es/a.md": ENTRY.format(n=3),
        "game/it/c.md": f"---\nedition: {ALL}\n---\n# {ALL}\n\n{ALL} ^1\n",
        f"game/it/x{ALL.replace('/', '')}.md": "x",
        "game/asked/it/a.txt": f"^1\nche cosa {ENTITIES}\n^9\nx\n",
        "other/game.yml": GAME_YML.replace("Gioco", f'"Gio{spelt}co"').replace("Regole", f'"Re{spelt}gole"'),
        "other/it/a.md": ENTRY.format(n=4),
    }
    return write_glossary(folder, files)


@pytest.fixture
def on_terminal(monkeypatch, tmp_path):
    """Run a command on a terminal; gives all that the terminal is sent."""

    def on_terminal(*arguments, typed="", env=None):
        monkeypatch.setenv("TERM", "xterm-256color")
        monkeypatch.delenv("NO_COLOR", raising=False)
        for name, value in (env or {}).items():
            monkeypatch.setenv(name, value)
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


def obeyed(text):
    """Return what a terminal would obey and what is not ours."""
    rest = OURS.sub("", text)
    return next((rest[max(0, place - 30) : place + 30] for place, char in enumerate(rest) if _acts(char)), None)


def commands(glossary, folder):
    here = ["--glossary", glossary]
    document = folder / f"rules{ALL}.txt"
    document.write_text(f"# TEMPESTA {ALL}\n\nDanni {ALL} qui.\nVedi: {ALL}\n", encoding="utf-8")
    imported = ["import", document, "--game", "game", "--lang", "it", "--edition", "it-9", *here]
    told = [
        *(["show", name, *here] for name in ("a", "b", "game/a", "other/a", f"a{ALL}", ALL)),
        *(["search", words, *here] for words in ("detto", "titolo", ALL, f"detto {ALL}")),
        *(["ask", words, *here] for words in ("che cosa è detto?", f"detto {ALL}?", ALL)),
        ["ask", "che cosa è detto?", "--more", "--explain", *here],
        *(["quote", "a#1,2", "--as", form, *here] for form in ("markdown", "bbcode", "html", "discord", "plain")),
        *(["quote", name, *here] for name in (ALL, f"a{ALL}", "a#99")),
        *([command, "a", *here] for command in ("compare", "see-also", "link")),
        *([command, f"a{ALL}", *here] for command in ("compare", "see-also", "link")),
        *(["path", "a", other, *here] for other in ("b", ALL)),
        *([command, *here] for command in ("lint", "parity", "index")),
        ["fmt", "--check", *here],
        ["lint", f"game/it/x{ALL}.md", *here],
        *(["export", "--format", form, *here] for form in ("json", "jsonl", "skos", "tbx")),
        ["export", "--format", "anki", "--kind", "rule", *here],
        ["export", "--format", "anki", "--kind", ALL, *here],
        ["export", "--format", "json", "-o", document / f"missing{ALL}", *here],
        [*imported, "--dry-run"],
        [*imported[:1], folder / f"none{ALL}.txt", *imported[2:], "--dry-run"],
    ]
    wrong = [
        *(["show", "a", option, ALL, *here] for option in ("--lang", "--game", "--base-url")),
        *(["show", "a", f"--{ALL}"], [ALL], ["show"], ["show", "a", "--glossary", folder / f"none{ALL}"]),
        *(
            ["quote", "a", "--as", ALL],
            ["export", "--format", ALL],
            ["build", "--site-dir", document / f"x{ALL}", *here],
        ),
    ]
    return told, wrong


@pytest.mark.parametrize("env", [{}, {"NO_COLOR": "1"}], ids=["colours", "no colours"])
def test_nothing_a_stranger_wrote_is_obeyed(on_terminal, run, hostile, tmp_path, env):
    run("index", glossary=hostile)
    told, wrong = commands(hostile, tmp_path)
    for command in (*told, *wrong, *([*command, "--json"] for command in told)):
        status, shown = on_terminal(*command, env=env)
        assert status in {0, 1, 2}, command
        assert shown, command
        assert obeyed(shown) is None, (command, obeyed(shown))
        assert not env or "\x1b" not in shown, command


def test_a_post_is_not_obeyed_either(on_terminal, hostile):
    for form in ("plain", "markdown", "discord"):
        for more in ([], ["--json"]):
            command = ["quote", "--stdin", "--as", form, *more, "--glossary", hostile]
            _, shown = on_terminal(*command, typed=f"Vale ((a)) {ALL} ((x{ALL}))\n((a#1))\n")
            assert "Detto" in shown
            assert obeyed(shown) is None, obeyed(shown)


def test_the_tests_know_the_rule_of_the_text_and_found_it_themselves():
    """Two rules, written apart: what a text may hold, and what would act."""
    assert [code for code in range(0x110000) if bool(unwanted_in(chr(code))) != _acts(chr(code))] == []


def test_a_terminal_is_sent_what_is_ours(on_terminal, hostile):
    _, shown = on_terminal("show", "a", "--glossary", hostile)
    assert OURS.search(shown)
    assert obeyed("\x1b[1mx\x1b[0m") is None
    assert obeyed("a\x1b[31mb") == "a\x1b[31mb"
