"""Imported texts stand on a shelf of their own, beside ours: all that reads finds them, nothing gives them away."""

import shlex

import pytest

from conftest import HARBOUR

RULES = """\
# Root of the Sea

A game of boats and otters.

## Otter Phase

Every otter eats 3 fish before it sleeps (see Night).

## Night

All otters sleep.
"""


@pytest.fixture
def library(run, tmp_path):
    document = tmp_path / "rules.md"
    document.write_text(RULES, encoding="utf-8")
    library = tmp_path / "library"
    words = ["import", document, "--game", "otters", "--lang", "en", "--edition", "en-1", "--to", library]
    assert run(*words).status == 0
    return library


def test_a_game_that_only_the_library_has_is_shown_searched_asked_and_quoted(run, library):
    where = ("--game", "otters", "--library", library)
    assert "Every otter eats 3 fish" in run("show", "otter phase", *where).out
    assert "Otter Phase" in run("search", "fish", "--lang", "en", *where).out
    asked = run("ask", "how many fish does every otter eat?", *where, "--json")
    assert "error" not in asked.json
    assert {ruling["game"] for ruling in asked.json["rulings"]} <= {"otters"}
    assert "Every otter eats 3 fish" in run("quote", "otter-phase#1", *where).out
    shown = run("show", "otter phase", "--library", library)
    assert "Every otter eats 3 fish" in shown.out
    assert run("show", "otter phase").status == 1
    assert "unknown game" in run("show", "otter phase", "--game", "otters").err


def test_a_language_that_only_the_library_has_counts(run, tmp_path):
    document = tmp_path / "rules.md"
    document.write_text("# Storm\n\nIt rains on the boats.\n\n# Crew\n\nSailors.\n", encoding="utf-8")
    library = tmp_path / "library"
    run("import", document, "--game", "harbour", "--lang", "en", "--edition", "en-1", "--to", library)
    assert "It rains on the boats." in run("show", "storm", "--lang", "en", "--library", library).out


def test_an_import_into_the_users_own_library_needs_no_option_and_ends_with_commands_to_try(start, tmp_path):
    document = tmp_path / "rules.md"
    document.write_text(RULES, encoding="utf-8")
    env = {"XDG_DATA_HOME": str(tmp_path / "data")}
    words = ["import", document, "--game", "otters", "--lang", "en", "--edition", "en-1", "--glossary", HARBOUR]
    done = start(*words, env=env)
    assert done.status == 0
    tried = [line[14:] for line in done.out.splitlines() if line[14:].startswith("compendium ")]
    assert [shlex.split(line)[1] for line in tried] == ["show", "search", "ask"]
    for line in tried[:2]:
        result = start(*shlex.split(line)[1:], "--glossary", HARBOUR, env=env)
        assert result.status == 0, result.err


def test_commands_to_try_name_a_library_that_is_elsewhere(run, tmp_path):
    document = tmp_path / "rules.md"
    document.write_text(RULES, encoding="utf-8")
    library = tmp_path / "my library"
    words = ["import", document, "--game", "otters", "--lang", "en", "--edition", "en-1", "--to", library]
    line = next(line for line in run(*words).out.splitlines() if line.startswith("try"))
    assert run(*shlex.split(line[14:])[1:]).status == 0


def test_imported_texts_are_never_exported_or_published_by_accident(run, library, tmp_path):
    for words in (["export", "--format", "json"], ["build", "--site-dir", tmp_path / "site"]):
        refused = run(*words, glossary=library)
        assert refused.status == 2
        assert "the publisher's words and must not be published" in refused.err
    assert not (tmp_path / "site").exists()
    done = run("export", "--format", "json", "--private-site", glossary=library)
    assert "Every otter eats 3 fish" in done.out


def test_an_imported_answer_is_quoted_with_ours_and_named_by_its_game(run, library):
    where = ("--library", library)
    question = "how many fish does every otter eat?"
    assert "Every otter eats 3 fish" in run("ask", question, "--as", "bbcode", *where).out
    asked = run("ask", question, *where)
    assert asked.status == 0
    assert "Otter Phase #1 · " in asked.out
    assert "manca in questa lingua" not in asked.out
    assert "Every otter eats 3 fish" in run("ask", "otter-phase#1", *where).out
    shown = run("show", "otter phase", *where)
    assert shown.err == ""
    for command in ("link", "compare"):
        assert run(command, "otter phase", *where).status == 0
