"""No input costs more than its size: every length has a limit, and what goes beyond it is told in one line."""

import errno
import json
import os
import threading
import tracemalloc

import pytest

from compendium_cli import settings
from compendium_cli.answering.tokens import MOST_CHARACTERS
from compendium_cli.checks import lint
from compendium_cli.errors import UsageError
from compendium_cli.index import _MOST_KEPT, _Kept
from compendium_cli.languages import LONGEST_WORD
from compendium_cli.reading.listing import MOST_BYTES
from compendium_cli.text import breaking_in, unwanted_in
from compendium_cli.writing import locks
from conftest import HARBOUR, write_glossary
from patience import patience

pytestmark = pytest.mark.posix

ENTRY = "---\nedition: it-1\n---\n# A\n\n{text} ^1\n\n**Vedi anche:** [B](b.md)\n"
OTHER = "---\nedition: it-1\n---\n# B\n\nAltra regola. ^1\n\n**Vedi anche:** [A](a.md)\n"
ANSWERED = "quanti danni prendo col maltempo?"


# -- questions ---------------------------------------------------------------------------------------------------------


def test_what_is_longer_than_a_word_is_none(harbour):
    words = [token.typed for token in harbour.ranked(f"tempesta {'x' * (LONGEST_WORD + 1)} {'y' * 9}").question.tokens]
    assert words == ["tempesta", "y" * 9]


def test_a_question_is_read_up_to_a_length(harbour):
    beyond = harbour.ranked(f"tempesta {'. ' * MOST_CHARACTERS} ancora").question
    assert [token.typed for token in beyond.tokens] == ["tempesta"]


def test_questions_with_endless_words_leave_nothing_in_memory(harbour):
    def ask_strange(number):
        harbour.ask("che cos'è " + "".join(chr(97 + (number * place) % 26) for place in range(200_000)))

    for number in (3, 5, 7):
        ask_strange(number)
    tracemalloc.start()
    try:
        for number in (9, 11, 15, 17, 19):
            ask_strange(number)
        left, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert left < 1_000_000


def test_words_that_the_index_lacks_do_not_fill_the_memory():
    kept = _Kept()
    for number in range(_MOST_KEPT // 50):
        kept.get(("segment", "words", str(number)), lambda *_: ((), ()))
    assert len(kept._found) < _MOST_KEPT // 50  # noqa: SLF001 - what it holds is what is measured


# -- streams -----------------------------------------------------------------------------------------------------------


def test_a_line_in_is_a_line_out(start):
    questions = ["che cos'è una tempesta?", "", "   ", "\x00\x1b[31m", "x" * 3000, ANSWERED]
    result = start("ask", "--json", "-", "--glossary", HARBOUR, text="\n".join(questions))
    answers = [json.loads(line) for line in result.out.splitlines()]
    assert len(answers) == len(questions)
    assert ["error" in answer for answer in answers] == [False, True, True, False, False, False]
    assert answers[1]["error"]["code"] == "usage"
    assert answers[-1]["rulings"][0]["concept"] == "storm"
    assert result.status == 0


def test_a_line_that_is_far_too_long_gets_an_error_and_the_next_its_answer(start):
    endless = b"x" * 3_000_000 + b"\n"
    result = start("ask", "--json", "-", "--glossary", HARBOUR, text=endless + ANSWERED.encode())
    first, second = map(json.loads, result.out.splitlines())
    assert "too long" in first["error"]["message"]
    assert second["rulings"][0]["concept"] == "storm"


def test_without_json_an_empty_line_is_told_beside_the_answers(start):
    result = start("ask", "-", "--glossary", HARBOUR, text=f"\n{ANSWERED}\n")
    assert result.err.startswith("compendium: the question is empty")
    assert "Tempesta" in result.out


# -- glossaries --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["game/it/a.md", "game/asked/it/a.txt", "game/concepts.yml"])
def test_a_file_that_is_too_large_is_not_read(tmp_path, path):
    glossary = write_glossary(tmp_path, {"game/it/a.md": ENTRY.format(text="Una."), "game/it/b.md": OTHER})
    (glossary / path).parent.mkdir(parents=True, exist_ok=True)
    with (glossary / path).open("ab") as file:
        file.truncate(MOST_BYTES * 6)  # zeros, which take no room on the disk
    (problem,) = (problem for problem in lint(glossary) if problem.path == path)
    assert problem.code == "unreadable"
    assert "bytes are too many" in problem.message


def test_what_lint_says_is_short_however_long_the_names_are(tmp_path):
    aliases = ", ".join(f"{'x' * 5000}{number}" for number in range(3))
    text = f"---\nedition: it-1\naliases: [{aliases}, {aliases}]\n---\n# {'y' * 90_000}\n\nUna. ^1\n"
    glossary = write_glossary(tmp_path, {"game/it/a.md": text, "game/it/b.md": text})
    problems = lint(glossary)
    assert len(problems) == 5
    assert all(len(problem.message) < 500 and len(problem.fix) < 500 for problem in problems)


def test_lint_shows_the_first_thousand_problems_and_counts_the_others(run, tmp_path):
    text = "---\nedition: it-1\n---\n# A\n\n" + "[x](b.md#9) ^1\n\n" * 2000
    glossary = write_glossary(tmp_path, {"game/it/a.md": text, "game/it/b.md": OTHER})
    shown = run("lint", glossary=glossary)
    assert shown.out.count("[unknown-statement]") + shown.out.count("[doubled-number]") == 1000
    assert "more: mend these first" in shown.out
    everything = run("lint", "--json", glossary=glossary)
    assert len(everything.json["problems"]) > 3000


def test_a_see_also_line_of_thousands_is_read_link_by_link(tmp_path):
    links = ", ".join(f"[Voce {number}](b{number}.md)" for number in range(60_000))
    text = f"---\nedition: it-1\n---\n# A\n\nUna. ^1\n\n**Vedi anche:** {links}, [Ancora](b7.md) parole\n"
    glossary = write_glossary(tmp_path, {"game/it/a.md": text})
    with patience():  # link by link with all others it took two minutes
        messages = [problem.message for problem in lint(glossary) if problem.code == "bad-see-also"]
    assert messages == [
        "the see-also line has words without a link: 'parole'",
        "the see-also line names 'b7.md' twice",
    ]


# -- settings ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def config(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    settings.user_config.cache_clear()
    path = tmp_path / "compendium" / "config.toml"
    path.parent.mkdir()
    yield path
    settings.user_config.cache_clear()


def test_a_pipe_is_no_configuration(config):
    os.mkfifo(config)
    found = []
    reading = threading.Thread(target=lambda: found.append(settings.user_config()), daemon=True)
    reading.start()
    reading.join(timeout=20)
    assert found == [{}]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (f"base_url = {'[' * 20_000}", "not valid TOML"),
        (f"# {'x' * 200_000}", "too large"),
        ('base_url = "https://a\\u001b[31m.example/"', "no address"),
        ('base_url = "https://a\\u202e.example/"', "no address"),
    ],
)
def test_a_configuration_that_is_none_is_told_in_one_line(config, text, why):
    config.write_text(text, encoding="utf-8")
    with pytest.raises(UsageError, match=why):
        settings.base_url()


# -- locks -------------------------------------------------------------------------------------------------------------


def test_where_nobody_can_lock_nobody_waits(tmp_path, monkeypatch):
    import fcntl

    def refuse(*_):
        raise OSError(errno.ENOLCK, "no locks available")

    (tmp_path / "lock").touch()
    monkeypatch.setattr(fcntl, "flock", refuse)
    with locks.turn(tmp_path / "lock", seconds=600) as is_ours:
        assert not is_ours


def test_who_waits_too_long_is_told(tmp_path):
    (tmp_path / "lock").touch()
    with locks.turn(tmp_path / "lock", seconds=1) as is_ours:
        if not is_ours:
            pytest.skip("a file system without locks")
        with pytest.raises(TimeoutError), locks.turn(tmp_path / "lock", seconds=0):
            pass


# -- text --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "char", ["\x00", "\x1b", "\x7f", "\u061c", "\u200e", "\u200f", "\u202e", "\u2028", "\ufeff", "\uffff", "\U000e0041"]
)
def test_characters_that_act_or_hide_are_no_text(char):
    assert unwanted_in(f"a{char}b") == char
    assert breaking_in(f"a{char}b") == char


def test_a_line_has_no_line_end_and_no_tab():
    assert [breaking_in(text) for text in ("a\nb", "a\tb", "a b", "d’oro «x» – ї")] == ["\n", "\t", None, None]
