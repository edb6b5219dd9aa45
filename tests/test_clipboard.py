"""Copying: what is put on the clipboard, and what is said where it cannot be."""

import os
import sys

import pytest

from compendium_cli.commands import clipboard
from compendium_cli.commands.clipboard import copy
from compendium_cli.errors import UsageError
from compendium_cli.model import QUOTATION_FORMS
from conftest import HARBOUR, program

pytestmark = pytest.mark.skipif(os.name != "posix", reason="programs are shell scripts here")
QUESTION = "quanti danni prendo col maltempo?"


@pytest.fixture
def programs(tmp_path, monkeypatch):
    """A folder in which all programs for the clipboard are: none at first. Its programs are given what they call."""
    folder = tmp_path / "programs"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("cat", "sleep", "touch"):
        (folder / name).symlink_to(f"/bin/{name}")
    return folder


@pytest.fixture
def kept(programs):
    """A clipboard that works; gives the file that it is."""
    program(programs / "termux-clipboard-set", f'exec cat > "{programs / "kept"}"')
    return programs / "kept"


@pytest.mark.parametrize("text", ["", "ancora", "Ïñ «їжак» 🂡\nriga\n", "a" * 1_000_000, "mezza \ud800", "\x00\x1b[31m"])
def test_what_is_copied_arrives_whole(kept, text):
    copy(text)
    assert kept.read_bytes() == text.encode("utf-8", "replace")


def test_windows_is_given_what_it_reads(programs):
    program(programs / "clip.exe", f'exec cat > "{programs / "kept"}"')
    copy("їжак «»")
    assert (programs / "kept").read_bytes().decode("utf-16") == "їжак «»"


@pytest.mark.parametrize(
    ("name", "needs", "words"),
    [
        ("pbcopy", None, ""),
        ("wl-copy", "WAYLAND_DISPLAY", ""),
        ("xclip", "DISPLAY", "-selection clipboard -in"),
        ("xsel", "DISPLAY", "--clipboard --input"),
        ("termux-clipboard-set", None, ""),
        ("clip.exe", None, ""),
    ],
)
def test_each_program_is_asked_as_it_wants_where_it_can_work(programs, monkeypatch, name, needs, words):
    program(programs / name, f'cat > "{programs / "kept"}"; echo "$*" > "{programs / "asked"}"')
    if needs:
        with pytest.raises(UsageError, match="no clipboard that can be reached: install wl-clipboard, xclip or xsel"):
            copy("ancora")
        monkeypatch.setenv(needs, ":0")
    copy("ancora")
    assert (programs / "asked").read_text(encoding="utf-8").strip() == words


def test_where_there_is_none_it_is_told_what_to_do(programs, monkeypatch):
    assert programs.is_dir()
    with pytest.raises(UsageError, match="install wl-clipboard, xclip or xsel, or copy what is printed"):
        copy("ancora")
    monkeypatch.setattr(sys, "platform", "darwin")
    with pytest.raises(UsageError, match="none of its programs is there, or copy what is printed"):
        copy("ancora")


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("exit 3", "pbcopy ended with status 3"),
        ("kill -9 $$", "pbcopy ended with status -9"),
        ("exec sleep 60", "pbcopy did not end within 0.3 seconds"),
        ("cat > /dev/null; exec sleep 60", "pbcopy did not end within 0.3 seconds"),
        (None, "pbcopy could not be started (exec format error)"),
    ],
)
def test_one_that_fails_is_told_in_a_line_and_the_next_is_tried(programs, monkeypatch, body, why):
    monkeypatch.setattr(clipboard, "_PATIENCE", 0.3)
    made = program(programs / "pbcopy", body or "")
    if body is None:
        made.write_bytes(b"\x00\x01 no program")
    with pytest.raises(UsageError) as told:
        copy("ancora " * 100_000)
    assert told.value.message == f"the clipboard did not take the text: {why}; copy what is printed"
    program(programs / "termux-clipboard-set", f'exec cat > "{programs / "kept"}"')
    copy("ancora")
    assert (programs / "kept").read_text(encoding="utf-8") == "ancora"


def test_one_that_stays_behind_is_not_waited_for(programs, monkeypatch):
    monkeypatch.setattr(clipboard, "_PATIENCE", 20)
    program(programs / "pbcopy", f'cat > "{programs / "kept"}"; (sleep 30; echo late) & exit 0')
    copy("ancora")
    assert (programs / "kept").read_text(encoding="utf-8") == "ancora"


def test_nothing_of_a_text_is_a_command(kept, programs):
    copy(f"$(touch {programs / 'harm'}); `touch {programs / 'harm'}`; '; touch {programs / 'harm'}")
    assert kept.exists()
    assert not (programs / "harm").exists()


# -- ask --copy and ask --as -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", QUOTATION_FORMS)
def test_an_answer_is_printed_and_copied_as_the_same_quotation(kept, run, harbour, form):
    quotation = harbour.quote_answer(harbour.ask(QUESTION), form)
    assert run("ask", QUESTION, "--as", form).out == quotation + "\n"
    assert not kept.exists()
    told = run("ask", QUESTION, "--as", form, "--copy")
    assert (told.status, told.out, told.err) == (0, quotation + "\n", "")
    assert kept.read_text(encoding="utf-8") == quotation


def test_without_a_markup_the_answer_is_shown_and_copied_in_markdown(kept, run, harbour):
    told = run("ask", QUESTION, "--copy")
    assert told.out == run("ask", QUESTION).out
    assert kept.read_text(encoding="utf-8") == harbour.quote_answer(harbour.ask(QUESTION), "markdown")


def test_a_clipboard_that_is_not_there_costs_the_copy_and_not_the_answer(programs, run):
    assert programs.is_dir()
    told = run("ask", QUESTION, "--copy")
    assert told.status == 0
    assert told.out == run("ask", QUESTION).out + "\n" + run("ask", QUESTION, "--as", "markdown").out
    assert run("ask", QUESTION, "--copy", "--as", "bbcode").out == run("ask", QUESTION, "--as", "bbcode").out
    assert told.err.startswith("compendium: this system has no clipboard")


def test_what_nothing_decides_is_not_copied(kept, run):
    for more in ([], ["--as", "bbcode"]):
        told = run("ask", "che ore sono a Parigi?", "--copy", *more)
        assert told.status == 1
        assert told.out == "Nessuna regola del compendio decide questa domanda.\n"
    assert not kept.exists()


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--json", "--copy"), "--json has all that a quotation is made of"),
        (("--json", "--as", "html"), "--json has all that a quotation is made of"),
        (("--as", "latex"), "'latex' is not one of"),
    ],
)
def test_what_does_not_go_together_is_told(run, words, why):
    told = run("ask", QUESTION, *words)
    assert told.status == 2
    assert why in told.out + told.err


def test_questions_of_a_pipe_are_answered_with_and_without_a_dash(start):
    here = ("--glossary", HARBOUR)
    plain = start("ask", "tempesta", *here).out
    for words in ((), ("-",)):
        assert start("ask", *words, *here, text="tempesta\n").out == plain
        quoted = start("ask", *words, "--as", "plain", *here, text="tempesta\nancora\n").out
        assert quoted.startswith("Tempesta\n")
        assert "\nAncorare/ancora\n" in quoted
        told = start("ask", *words, "--copy", *here, text="tempesta\n")
        assert (told.status, told.out) == (2, "")
        assert "--copy takes one answer" in told.err
        assert start("ask", *words, *here, text="").status == 1
    told = start("ask", *here, text="tempesta\n\nzzz qwrt?\n")
    assert told.status == 0
    assert "compendium: the question is empty" in told.err
