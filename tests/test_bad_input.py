"""Whatever a user can cause ends in a clear line and the right exit status, never in a traceback."""

import json
import os
import shutil

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from compendium_cli.checks import lint
from compendium_cli.problems import ProblemCode
from compendium_cli.reading.folder import read_glossary
from conftest import HARBOUR, write_glossary

pytestmark = pytest.mark.posix

QUERIES = ["show", "search", "ask", "see-also", "link", "quote"]


def clear(result, status):
    """One clear line on standard error, no traceback, the right status."""
    assert result.status == status
    assert "Traceback" not in result.err
    assert result.err.startswith("compendium: ")
    return result.err


@pytest.mark.parametrize("command", ["show", "see-also", "link", "quote"])
def test_unknown_entry_comes_with_the_nearest(run, command):
    err = clear(run(command, "tempestoso faro"), 1)
    assert "no entry is called 'tempestoso faro'" in err
    assert "Did you mean:\n  Faro" in err
    error = run(command, "tempestoso faro", "--json").json["error"]
    assert error["code"] == "not-found"
    assert error["suggestions"][0].startswith("Faro")


@pytest.mark.parametrize("command", QUERIES)
def test_unknown_language_and_game(run, command):
    assert "unknown language 'xx'" in clear(run(command, "storm", "--lang", "xx"), 2)
    assert "unknown game 'chess'" in clear(run(command, "storm", "--game", "chess"), 2)
    error = run(command, "storm", "--lang", "xx", "--json")
    assert error.status == 2
    assert error.json["error"]["suggestions"] == ["it", "es", "uk", "en"]


@pytest.mark.parametrize("command", QUERIES)
@pytest.mark.parametrize("text", ["", " ", "\t\n"])
def test_empty_questions(run, command, text):
    result = run(command, text)
    assert result.status in {1, 2}
    clear(result, result.status)


@pytest.mark.parametrize("command", QUERIES)
@pytest.mark.parametrize(
    "text",
    [
        "nave " * 2000,
        "tempestaa" * 1112,
        "x" * 10_000,
        "🌊⚓🌪️" * 50,
        "\x1b[31mstorm\x07\x00"[:-1],
        "'\"\\%_*?[](){}<>|&;$`",
    ],
)
def test_long_and_strange_questions(run, command, text):
    result = run(command, text, "--json")
    assert result.status in {0, 1}
    assert isinstance(result.json, dict)
    plain = run(command, text)
    assert plain.status == result.status
    assert "\x1b" not in plain.out + plain.err
    assert len(plain.err) < 2000


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(max_size=60))
def test_any_question_has_an_answer_or_none(harbour, text):
    answer = harbour.ask(text)
    assert all(ruling.statement in ruling.entry.statements for ruling in answer.rulings)
    harbour.search(text)


def test_bytes_that_are_no_text(start):
    result = start("ask", "--json", "-", "--glossary", HARBOUR, text=b"tempesta \xff\xfe\n\x80\x81\n")
    assert result.status == 0
    assert len([json.loads(line) for line in result.out.splitlines()]) == 2
    assert start("show", b"\xff\xfe".decode(errors="surrogateescape"), "--glossary", HARBOUR).status == 1


def test_wrong_use_is_one_line(run):
    assert "No such command 'shwo'. Did you mean 'show'?" in clear(run("shwo", glossary=None), 2)
    assert "No such option" in clear(run("show", "storm", "--colour"), 2)
    assert "Missing argument" in clear(run("show"), 2)
    clear(run("show", "storm", "--base-url", "javascript:alert(1)"), 2)
    clear(run("ask", "storm", "--limit", "0"), 2)
    clear(run("export", "--format", "pdf"), 2)
    assert run("show", "--json").json["error"]["code"] == "usage"


@pytest.mark.parametrize("command", [["show", "storm"], ["lint"], ["fmt", "--check"], ["index"]])
def test_no_glossary(run, tmp_path, command):
    assert "there is no such folder" in clear(run(*command, glossary=tmp_path / "nowhere"), 2)
    (tmp_path / "file").write_text("x")
    assert "not a directory" in clear(run(*command, glossary=tmp_path / "file"), 2)


def test_a_folder_without_a_game(run, tmp_path):
    assert "no game in" in clear(run("show", "storm", glossary=tmp_path), 2)


def test_a_broken_file_is_told_and_the_rest_answers(run, tmp_path):
    glossary = tmp_path / "glossary"
    shutil.copytree(HARBOUR, glossary)
    (glossary / "harbour" / "it" / "crew.md").write_bytes(b"---\nedition: [\n\xff\xfe")
    (glossary / "harbour" / "uk" / "storm.md").write_text("no front matter, no title\n")
    result = run("show", "storm", "--lang", "it", glossary=glossary)
    assert result.status == 0
    assert result.out.startswith("Tempesta\n")
    assert f"problems in {glossary}, as --glossary says; see: compendium lint --glossary" in result.err
    codes = [problem["code"] for problem in run("lint", "--json", glossary=glossary).json["problems"]]
    assert {"not-utf8", "bad-yaml", "no-title"} <= set(codes)


def test_broken_game_files_are_told_and_the_rest_answers(run, tmp_path):
    glossary = tmp_path / "glossary"
    shutil.copytree(HARBOUR, glossary)
    (glossary / "harbour" / "concepts.yml").write_text("anchor: [\n")
    (glossary / "harbour" / "game.yml").write_text("- a list\n")
    assert run("show", "tempesta", glossary=glossary).out.startswith("Tempesta\n")


def test_a_file_that_cannot_be_read(tmp_path):
    glossary = write_glossary(tmp_path, {"game/it/a.md": "---\nedition: it-1\n---\n# A\n\n**Vedi anche:** [A](a.md)\n"})
    (glossary / "game" / "it" / "b.md").symlink_to(glossary / "gone.md")
    codes = {(problem.path, problem.code) for problem in lint(glossary)}
    assert ("game/it/b.md", ProblemCode.UNREADABLE) in codes


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="permissions of POSIX")
def test_a_folder_that_cannot_be_read(powerless, tmp_path):
    glossary = tmp_path / "glossary"
    shutil.copytree(HARBOUR, glossary)
    (glossary / "harbour" / "it").chmod(0)
    result = powerless("lint", "--json", "--glossary", glossary)
    assert {"path": "harbour/it", "code": "unreadable"}.items() <= result.json["problems"][0].items()
    shown = powerless("show", "storm", "--lang", "es", "--glossary", glossary)
    assert (shown.status, shown.out.splitlines()[0]) == (0, "Tormenta, fase de")
    glossary.chmod(0)
    assert "permission denied" in clear(powerless("show", "storm", "--glossary", glossary), 2)
    glossary.chmod(0o755)
    (glossary / "harbour" / "it").chmod(0o755)


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.one_of(st.binary(max_size=200), st.text(max_size=200).map(str.encode)))
def test_any_bytes_are_read_or_told(tmp_path_factory, raw):
    glossary = write_glossary(
        tmp_path_factory.mktemp("g"),
        {
            "game/it/a.md": raw,
            "game/it/b.md": b"---\nedition: it-1\n" + raw,
            "game/concepts.yml": raw,
            "game/cards.tsv": b"codes\ttype\tit\tnumber\tcard\n" + raw,
        },
    )
    _, problems = read_glossary(glossary)
    assert problems


def test_yaml_that_would_grow_is_refused(tmp_path):
    bomb = "---\na: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\nedition: it-1\n---\n# A\n"
    deep = "---\nedition: it-1\naliases: " + "[" * 500 + "]" * 500 + "\n---\n# B\n"
    glossary = write_glossary(tmp_path, {"game/it/a.md": bomb, "game/it/b.md": deep})
    assert [problem.path for problem in lint(glossary) if problem.code is ProblemCode.BAD_YAML] == [
        "game/it/a.md",
        "game/it/b.md",
    ]


def test_a_target_that_cannot_be_written(run, tmp_path):
    (tmp_path / "file").write_text("x")
    clear(run("export", "--format", "json", "-o", tmp_path / "file" / "out.json"), 2)
    clear(run("export", "--format", "json", "-o", tmp_path), 2)
    assert (tmp_path / "file").read_text() == "x"
