"""The benchmark of games that the glossary does not know, on a made-up rulebook: it counts what it says."""

import json
from argparse import Namespace

import pytest

import unknown_games
from unknown_games import Document, Question, Result

RULES = """\
# MISSIONE

Ogni missione vale tre punti per chi la completa.

# NEMICI MARCHIATI

Un nemico con questo segnalino non può fuggire dal porto.

# NAUFRAGIO

Chi naufraga perde il turno.
"""


@pytest.fixture
def arguments(tmp_path):
    (tmp_path / "rules-1.txt").write_text(RULES, encoding="utf-8")
    (tmp_path / "table.tsv").write_text("rules\tit\tmarvel-dagger\n", encoding="utf-8")
    common = {"lang": "it", "game": "marvel-dagger", "needs": []}
    questions = [
        {**common, "question": "il nemico marchiato può fuggire dal porto?", "gold": ["marked-enemy"]},
        {**common, "question": "chi naufraga perde il turno?", "gold": ["no-such-concept"]},
        {**common, "question": "chi naufraga?", "gold": ["mission"], "answer_lang": "es"},
        {**common, "question": "chi naufraga?", "gold": ["mission"], "part": "tune"},
    ]
    lines = "".join(json.dumps(question) + "\n" for question in questions)
    (tmp_path / "asked.jsonl").write_text(lines, encoding="utf-8")
    return Namespace(documents=tmp_path, questions=[tmp_path], part="unseen", table=tmp_path / "table.tsv", misses=True)


def test_an_imported_rulebook_is_asked_beside_plain_search(arguments, capsys):
    unknown_games.main(arguments)
    header, _, *rows = capsys.readouterr().out.splitlines()
    assert header.startswith("| document | n | there | whoosh BM25 | SQLite FTS5 |")
    assert rows[0].startswith("| marvel-dagger (it) | 2 | 50 | 50 / 50 / 50 | 50 / 50 / 50 | 50 / 50 / 50 |")
    assert rows[1].startswith("| all | 2 | 50 |")
    assert any("no-such-concept" in row for row in rows[2:])


def test_without_the_rulebooks_it_says_what_it_needs(arguments, tmp_path):
    arguments.documents = tmp_path / "nowhere"
    with pytest.raises(SystemExit, match="not part of the repository"):
        unknown_games.main(arguments)


def test_a_declined_question_is_a_missed_one():
    document = Document("000", "it", "game")
    question = Question("?", "it", "game", ("a",), ())
    ranks = dict.fromkeys(unknown_games.SYSTEMS, 1) | {"ask": unknown_games.UNANSWERED}
    rows = unknown_games.table([Result(document, question, ranks, declined=True, is_there=True)])
    assert rows[-1] == "| all | 1 | 100 " + "| 100 / 100 / 100 " * 3 + "| 0 / 0 / 0 | 100 / 100 / 100 | 100 |"


def test_all_that_a_question_needs_must_be_among_the_first_five():
    question = Question("?", "it", "game", ("a",), ("a", "b"))
    assert unknown_games.rank_of(question, ["x", "b", "x", "y", "a"]) == 1
    assert unknown_games.rank_of(question, ["a", "c", "d", "e", "f", "b"]) == unknown_games.UNANSWERED
