"""Completion: what is offered, and that a shell makes of it what was meant."""

import os
import shlex
import shutil
import sys

import pytest

import shipped_files
from conftest import HARBOUR, harbour_with_rulings, program

terminals = pytest.importorskip("terminals", reason="pseudo-terminals are POSIX")


@pytest.fixture
def offered(start):
    """Return what is offered for the last word of a line, in the form that bash is given it."""

    def offered(line, lang="it", **more):
        words = shlex.split(line + ("'" if line.replace(r"\'", "").count("'") % 2 else ""))
        env = {
            "_COMPENDIUM_COMPLETE": "bash_complete",
            "COMP_WORDS": line,
            "COMP_CWORD": str(len(words) - (not line.endswith(" "))),
            "COMPENDIUM_LANG": lang,
            **more,
        }
        told = start(env=env)
        assert (told.status, told.err) == (0, "")
        return [entry.partition(",")[2] for entry in told.out.splitlines() if entry]

    return offered


HERE = f"--glossary {HARBOUR}"


def test_titles_come_first_then_ids(offered):
    assert offered("compendium show consequ") == ["consequential", "consequential-damage"]
    assert offered("compendium show sopraff")[0] == "sopraffazione"


@pytest.mark.parametrize(
    ("typed", "lang", "expected"),
    [
        ("tem", "it", ["tempesta"]),
        ("TEM", "it", ["TEMpesta"]),
        ("tor", "es", ["tormenta, fase de"]),
        ("tormenta fa", "es", ["fase de"]),
        ("шт", "uk", ["шторм"]),
        ("faro", "it", ["faro (luogo)"]),
        ("faro lu", "it", ["luogo"]),
        ("'faro (", "it", ["faro (luogo)"]),
        ("'faro (lu", "it", ["faro (luogo)"]),
        ("gettare", "it", ["gettare l'ancora"]),
        (r"gettare l\'an", "it", ["l'ancora"]),
        ("anc", "it", ["ancorare/ancora", "anchor"]),
        ("ancorare/an", "it", ["ancorare/ancora"]),
        ("cards/v", "it", ["cards/vecchia-ancora"]),
        ("lighth", "it", ["lighthouse"]),
        ("anchor#", "it", []),
        ("anchor#2", "it", []),
        ("zzz", "it", []),
        ("???", "it", []),
        ("((", "it", []),
        ("tempest", "es", []),
        ("tempest", "it", ["tempesta"]),
    ],
)
def test_what_is_offered_goes_on_as_it_was_typed(offered, typed, lang, expected):
    assert sorted(offered(f"compendium show {HERE} {typed}", lang)) == sorted(expected)


def test_every_title_is_found_by_what_its_beginning_is_completed_to(harbour, offered, run):
    for lang in harbour.languages():
        for entry in harbour.entries(lang):
            for name in (entry.title, *entry.aliases):
                for letters in (3, len(name) // 2):
                    typed = name[:letters].rstrip()
                    found = offered(f"compendium show {HERE} {shlex.quote(typed)}", lang)
                    assert name[len(typed) :] in {one[len(typed) :] for one in found}, (name, typed, found)
        # The whole of a title is a name.
        for entry in harbour.entries(lang):
            assert run("show", entry.title, "--lang", lang).status == 0


def test_values_of_options_are_offered(offered):
    assert offered("compendium ask --lang ") == ["it", "es", "uk", "en"]
    assert offered("compendium ask --game marvel-") == ["marvel-champions", "marvel-dagger", "marvel-tcg"]
    assert offered("compendium quote --as b") == ["bbcode"]
    assert offered("compendium --color ") == ["auto", "always", "never"]
    assert offered("compendium help se") == ["search", "see-also", "serve"]
    assert offered("compendium show --lang es --game marvel-champions brutali")[0] == "brutalidad"
    assert offered("compendium show --game marvel-tcg sopraff") == []


def test_a_glossary_that_is_none_offers_nothing_and_ends_in_no_traceback(start, tmp_path):
    (tmp_path / "x").write_text("x")
    for folder in (tmp_path / "none", tmp_path / "x"):
        line = f"compendium show --glossary {folder} an"
        env = {"_COMPENDIUM_COMPLETE": "bash_complete", "COMP_WORDS": line, "COMP_CWORD": "4"}
        told = start(env=env)
        assert told.out == ""
        assert "Traceback" not in told.err


# -- in shells -------------------------------------------------------------------------------------------------------

SHELLS = {
    "bash": ("bash", "--norc", "--noprofile", "-i"),
    "zsh": ("zsh", "-f", "-i"),
    "fish": ("fish", "--no-config", "-i"),
}
READY = {
    "bash": "PS1='ready$ '; bind 'set enable-bracketed-paste off'; source {script}",
    "zsh": "PS1='ready$ '; unsetopt zle_bracketed_paste; autoload -U compinit; compinit -u -D; source {script}",
    "fish": "set -g fish_autosuggestion_enabled 0; function fish_prompt; echo -n 'ready$ '; end; source {script}",
}


@pytest.mark.slow
@pytest.mark.parametrize("shell", SHELLS)
def test_a_shell_is_given_titles_that_name_their_entry(shell, tmp_path, monkeypatch, open_glossary):
    if shutil.which(shell) is None:
        pytest.skip(f"no {shell} here")
    folder = harbour_with_rulings(tmp_path)
    compendium = open_glossary(folder)
    compendium.format()
    compendium.confirm()
    programs = tmp_path / "programs"
    program(programs / "compendium", f'exec "{sys.executable}" -m compendium_cli "$@"')
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("HOME", str(tmp_path))
    completion = shipped_files.SHARE / shipped_files.COMPLETIONS[shell]
    typed = {
        "tem": "Tempesta",
        "gett": "Ancorare/ancora",
        "far": "Faro (luogo)",
        "--lang es tor": "Tormenta, fase de",
        "--lang uk кину": "Якір",
        "ancorati": "Ancorati nella tempesta",
        "'danni della": "Danni della tempesta",
    }
    with terminals.Terminal(program=SHELLS[shell], columns=250, rows=50) as terminal:
        terminal.type(READY[shell].format(script=completion) + "\r")
        terminal.until(lambda: terminal.rows()[terminal.place()].startswith("ready$"))
        for words, title in typed.items():
            assert after_tab(terminal, f"compendium show --glossary {folder} {words}")[:1] == [title]


def after_tab(terminal, line):
    """Type a line, Tab and Enter; return the rows that are shown."""
    begun = terminal.place()
    terminal.type(f"{line}\t")
    terminal.until(lambda: f"ready$ {line}" in terminal.seen() and not terminal.seen().endswith(line))
    terminal.wait()
    terminal.type("\r")
    terminal.until(lambda: terminal.place() > begun and terminal.rows()[terminal.place()].startswith("ready$"))
    return terminal.rows()[begun + 1 : terminal.place()]
