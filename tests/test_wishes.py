"""What is wanted of a terminal: colours, links, pages; by option, by environment, else by what the terminal is."""

import os
import re

import pytest
from hostile import LINK, OURS, hostile_files, obeyed

from compendium_cli.commands import COMMANDS
from compendium_cli.commands.capabilities import color_option
from conftest import HARBOUR, program, write_glossary
from fuzz.promises import harmless

terminals = pytest.importorskip("terminals", reason="pseudo-terminals are POSIX")

HERE = ("--glossary", HARBOUR)
BOLD = "\x1b[1m"
SHOW = ("show", "storm", *HERE)


# -- colours ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("env", "before", "behind", "on_a_terminal", "in_a_pipe"),
    [
        ({}, [], [], True, False),
        ({}, [], ["--color", "auto"], True, False),
        ({}, [], ["--color", "always"], True, True),
        ({}, ["--color", "always"], [], True, True),
        ({}, [], ["--color", "never"], False, False),
        ({}, ["--color=never"], [], False, False),
        ({}, ["--color", "never"], ["--color", "auto"], False, False),
        ({"NO_COLOR": "1"}, [], [], False, False),
        ({"NO_COLOR": "0"}, [], [], False, False),
        ({"NO_COLOR": ""}, [], [], True, False),
        ({"NO_COLOR": "1"}, [], ["--color", "always"], True, True),
        ({"NO_COLOR": "1", "FORCE_COLOR": "1"}, [], [], False, False),
        ({"FORCE_COLOR": "1"}, [], [], True, True),
        ({"FORCE_COLOR": "3"}, [], [], True, True),
        ({"FORCE_COLOR": "0"}, [], [], True, False),
        ({"FORCE_COLOR": ""}, [], [], True, False),
        ({"FORCE_COLOR": "1"}, [], ["--color", "never"], False, False),
        ({"TERM": "dumb"}, [], [], False, False),
        ({"TERM": "dumb", "FORCE_COLOR": "1"}, [], [], True, True),
        ({"TERM": "dumb"}, [], ["--color", "always"], True, True),
    ],
)
def test_an_option_says_more_than_the_environment_and_that_more_than_the_terminal(
    on_terminal,
    run,
    monkeypatch,
    env,
    before,
    behind,
    on_a_terminal,
    in_a_pipe,
):
    words = [*before, *SHOW, *behind]
    plain = run(*SHOW, glossary=None).out
    status, shown = on_terminal(*words, env=env)
    assert status == 0
    assert (BOLD in shown) is on_a_terminal
    assert OURS.sub("", shown) == plain
    for name, value in env.items():
        monkeypatch.setenv(name, value)
    piped = run(*words, glossary=None).out
    assert (BOLD in piped) is in_a_pipe
    assert OURS.sub("", piped) == plain


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_takes_the_option_once(name):
    from click import Context

    from compendium_cli.commands import cli

    command = color_option(cli.get_command(Context(cli), name))
    assert [param.name for param in command.params].count("color") == 1


def test_a_colour_that_is_none_is_told(run):
    told = run("show", "storm", "--color", "sometimes")
    assert (told.status, told.out) == (2, "")
    assert "'auto', 'always', 'never'" in told.err


def test_what_is_no_text_has_no_colours(start):
    env = {"FORCE_COLOR": "1", "FORCE_HYPERLINK": "1"}
    lines = ("show storm --json", "ask tempesta --json", "ask tempesta --as bbcode", "quote storm", "link storm")
    for words in map(str.split, (*lines, "export --format json")):
        assert "\x1b" not in start(*words, *HERE, env=env).out, words


def test_errors_in_a_file_have_no_colours(start):
    told = start("ask", "che ore sono a Parigi?", *HERE, env={"FORCE_COLOR": "1"})
    assert told.status == 1
    assert "\x1b" not in told.err


# -- links -----------------------------------------------------------------------------------------------------------

QUESTION = ("ask", "una nave ancorata si sposta durante la tempesta?", *HERE)


@pytest.mark.parametrize(
    ("env", "linked"),
    [
        ({}, False),
        ({"FORCE_HYPERLINK": "1"}, True),
        ({"FORCE_HYPERLINK": "0", "VTE_VERSION": "7600"}, False),
        ({"FORCE_HYPERLINK": "1", "NO_COLOR": "1"}, False),
        ({"VTE_VERSION": "7600"}, True),
        ({"VTE_VERSION": "4999"}, False),
        ({"VTE_VERSION": "many"}, False),
        ({"VTE_VERSION": "9" * 5000}, False),
        ({"KONSOLE_VERSION": "230800"}, True),
        ({"KONSOLE_VERSION": "190000"}, False),
        ({"TERM_PROGRAM": "iTerm.app"}, True),
        ({"TERM_PROGRAM": "Apple_Terminal"}, False),
        ({"WT_SESSION": "x"}, True),
        ({"KITTY_WINDOW_ID": "1"}, True),
        ({"TERM": "xterm-kitty"}, True),
        ({"TERM": "foot"}, True),
        ({"TERM": "screen-256color", "VTE_VERSION": "7600"}, False),
        ({"TERM": "tmux-256color", "FORCE_HYPERLINK": "1"}, True),
        ({"TERM": "linux"}, False),
        ({"TERM": "dumb", "VTE_VERSION": "7600"}, False),
    ],
)
def test_links_are_sent_to_terminals_that_show_them_and_change_nothing_that_is_read(on_terminal, run, env, linked):
    plain = run(*QUESTION, glossary=None).out
    _, shown = on_terminal(*QUESTION, env=env)
    assert bool(re.search(LINK, shown)) is linked
    assert OURS.sub("", shown) == plain


def test_a_pipe_has_links_only_where_they_are_asked_for(start):
    assert "\x1b" not in start(*QUESTION, env={"VTE_VERSION": "7600", "FORCE_HYPERLINK": "1"}).out
    assert not re.search(LINK, start(*QUESTION, env={"VTE_VERSION": "7600", "FORCE_COLOR": "1"}).out)
    assert re.search(LINK, start(*QUESTION, env={"FORCE_HYPERLINK": "1", "FORCE_COLOR": "1"}).out)


def test_every_name_is_a_link_to_what_it_names_and_every_link_ends(on_terminal, harbour):
    for words in (QUESTION, ("show", "anchor", *HERE), ("ask", "tempesta", "--more", *HERE)):
        _, shown = on_terminal(*words, env={"FORCE_HYPERLINK": "1"})
        found = re.findall(r"\x1b\]8;;(https?:[^\x1b]+)\x1b\\(.*?)\x1b\]8;;\x1b\\", shown)
        assert found
        assert shown.count("\x1b]8;;\x1b\\") == shown.count("\x1b]8;;http") == len(found)
        for address, text in found:
            title = harbour.look_up(address).asked_for
            name = OURS.sub("", text).partition(" (")[0]
            assert name == title.partition(" (")[0], (address, text)


@pytest.mark.parametrize("base", ["https://x.example/\x1b\\\x1b[31m", "https://x.example/\x07", "javascript:alert(1)"])
def test_an_address_that_would_act_is_refused(on_terminal, base):
    for env in ({}, {"FORCE_HYPERLINK": "1"}):
        status, shown = on_terminal(*SHOW, "--base-url", base, env=env)
        assert status == 2
        assert obeyed(shown) is None


# -- pages -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def pager(tmp_path):
    """A pager that only keeps what it is given; gives its folder, its name and what it was given."""

    class Pager:
        given = tmp_path / "given"
        asked = tmp_path / "asked"
        folder = tmp_path / "programs"

        def named(self, name, then="exit 0"):
            body = f'cat > "{self.given}"; echo "$LESS|$*" > "{self.asked}"; {then}'
            return program(self.folder / name, body)

    return Pager()


def on_small_terminal(*words, rows=8, **env):
    """Run a command on a terminal of few rows; return its status and what is seen."""
    with terminals.Terminal(*words, rows=rows, env=env) as terminal:
        status = terminal.left()
        return status, terminal.seen()


def test_what_is_too_long_for_the_terminal_is_given_to_the_pager(pager, run):
    status, seen = on_small_terminal("show", "anchor", *HERE, PAGER=str(pager.named("pager")))
    assert (status, seen) == (0, "")
    assert pager.given.read_text(encoding="utf-8").rstrip("\n") == run("show", "anchor", "--lang", "it").out.rstrip(
        "\n"
    )


def test_what_fits_the_terminal_is_not(pager):
    status, seen = on_small_terminal("show", "anchor", *HERE, rows=40, PAGER=str(pager.named("pager")))
    assert status == 0
    assert seen.startswith("Ancorare/ancora")
    assert not pager.given.exists()


def test_less_is_told_to_show_colours_and_others_are_given_none(pager):
    on_small_terminal("show", "anchor", *HERE, PAGER=str(pager.named("less")), FORCE_HYPERLINK="1")
    assert BOLD in pager.given.read_text(encoding="utf-8")
    assert not re.search(LINK, pager.given.read_text(encoding="utf-8"))
    assert pager.asked.read_text(encoding="utf-8") == "-R|\n"
    on_small_terminal("show", "anchor", *HERE, PAGER=str(pager.named("less")), LESS="-FX")
    assert "\x1b" not in pager.given.read_text(encoding="utf-8")
    on_small_terminal("show", "anchor", *HERE, PAGER=f"{pager.named('less')} -R")
    assert BOLD in pager.given.read_text(encoding="utf-8")
    on_small_terminal("show", "anchor", *HERE, PAGER=str(pager.named("less")), NO_COLOR="1")
    assert "\x1b" not in pager.given.read_text(encoding="utf-8")
    on_small_terminal("show", "anchor", *HERE, PAGER=str(pager.named("more")))
    assert "\x1b" not in pager.given.read_text(encoding="utf-8")


def test_a_pipe_and_json_have_no_pager(pager, start):
    env = {"PAGER": str(pager.named("pager")), "LINES": "3"}
    assert start("show", "anchor", *HERE, env=env).out.startswith("Ancorare/ancora")
    status, seen = on_small_terminal("show", "anchor", "--json", *HERE, **env)
    assert status == 0
    assert '"entry": "harbour/anchor"' in seen
    assert not pager.given.exists()


@pytest.mark.parametrize("named", ["no-such-pager", "less 'unbalanced", "/", "{folder}/text", "", " "])
def test_where_there_is_no_pager_all_is_printed(pager, named):
    pager.named("text").write_text("no program", encoding="utf-8")
    status, seen = on_small_terminal(
        "show", "anchor", *HERE, PAGER=named.format(folder=pager.folder), PATH="/nonexistent", TERM="xterm"
    )
    assert status == 0
    assert seen.startswith("Ancorare/ancora")
    assert "Traceback" not in seen


@pytest.mark.parametrize("then", ["exit 1", "kill -9 $$"])
def test_a_pager_that_fails_is_no_traceback(pager, then):
    for body in (f"{then}", f'head -c 20 > "{pager.given}"; {then}'):
        status, seen = on_small_terminal("show", "anchor", *HERE, PAGER=str(program(pager.named("bad"), body)))
        assert status == 0
        assert "Traceback" not in seen


def test_a_pager_is_given_nothing_that_it_or_the_terminal_would_obey(pager, tmp_path):
    glossary = write_glossary(tmp_path / "hostile", hostile_files())
    for name in ("less", "pager"):
        for entry in ("a", "b", "other/a"):
            words = ("show", entry, "--glossary", glossary)
            status, seen = on_small_terminal(*words, PAGER=str(pager.named(name)), FORCE_HYPERLINK="1")
            assert status == 0
            harmless(OURS.sub("", pager.given.read_text(encoding="utf-8")))
            harmless(seen)


# -- the rest --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("columns", [20, 40, 80, 100])
def test_the_progress_bar_stays_in_its_row(columns):
    with terminals.Terminal("-c", SLOWLY, columns=columns, program=terminals.COMPENDIUM[:1]) as terminal:
        assert terminal.left() == 0
        assert terminal.rows()[0] == "done"
        assert terminal.seen() == "done"


SLOWLY = """
import time
from compendium_cli.commands.options import Progress
bar = Progress("Compiling the glossary")
bar.begun -= 5
for done in range(101):
    bar(done, 100, "indexing the texts in Italiano" if done < 60 else "")
print("done")
"""


def test_help_of_a_command_is_what_help_shows(run):
    for name in ("ask", "show", "prompt", "help"):
        told = run("help", name, glossary=None)
        assert told.status == 0
        assert told.out == run(name, "--help", glossary=None).out
    assert run("help", glossary=None).out == run("--help", glossary=None).out
    wrong = run("help", "aks", glossary=None)
    assert wrong.status == 2
    assert "Did you mean 'ask'?" in wrong.err


def test_a_terminal_of_any_size_is_borne(run, monkeypatch):
    for columns in ("1", "19", "x", "-5", "0", "9" * 5000, "100000"):
        monkeypatch.setenv("COLUMNS", columns)
        monkeypatch.setenv("LINES", columns)
        assert run(*SHOW, glossary=None).status == 0, columns
    assert os.environ["COLUMNS"]
