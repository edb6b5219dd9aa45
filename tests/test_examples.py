"""The examples run as their readers would run them."""

import ast
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import HARBOUR, TESTS

BOT = TESTS.parent / "examples" / "bot.py"


@pytest.fixture
def chat():
    """Send messages to the bot; return its replies and what it complained about."""

    def chat(*messages, options=("--lang", "it")):
        lines = "".join((m if isinstance(m, str) else json.dumps(m, ensure_ascii=False)) + "\n" for m in messages)
        beside = Path(sys.executable).parent
        done = subprocess.run(
            [sys.executable, str(BOT), *options, "--glossary", str(HARBOUR)],
            input=lines,
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=True,
            env={**os.environ, "PATH": f"{beside}{os.pathsep}{os.environ['PATH']}", "PYTHONIOENCODING": "utf-8"},
            timeout=120,
        )
        return [json.loads(line) for line in done.stdout.splitlines()], done.stderr

    return chat


def test_the_bot_answers_terms(chat, run):
    messages = [
        {"id": 1, "text": "ciao a tutti (davvero)"},
        {"id": 2, "text": "che fa ((ancora))? e ((tempesta#2)), e di nuovo ((ancora))"},
    ]
    found, complaints = chat(*messages)
    asked = ("ancora", "tempesta#2")
    quotes = [run("quote", term, "--as", "discord", "--lang", "it", "--json").json["quote"] for term in asked]
    assert found == [{"reply_to": 2, "text": "\n\n".join(quotes)}]
    assert complaints == ""


def test_the_bot_tells_what_comes_near(chat):
    found, _ = chat({"id": 3, "text": "((equipaggio della nave ancora))"})
    (reply,) = found
    assert reply["text"].startswith("equipaggio della nave ancora: ?")


def test_what_is_typed_in_a_chat_is_never_an_option(chat, tmp_path):
    target = tmp_path / "stolen"
    found, _ = chat(
        {"id": 1, "text": "((--help)) ((--stdin)) ((-h))"},
        {"id": 2, "text": f"((; touch {target})) (($HOME))"},
        {"id": 3, "text": "((" + "a" * 5000 + "))"},
        {"id": 4, "text": "((@everyone))"},
    )
    assert not target.exists()
    assert [reply["reply_to"] for reply in found] == [1, 2, 4]
    assert "@everyone" not in found[-1]["text"]
    assert "Usage" not in json.dumps(found)


def test_the_bot_survives_nonsense(chat):
    found, complaints = chat("nonsense", "[]", '{"id": 1}', "null", {"id": 9, "text": "((faro))"})
    assert [reply["reply_to"] for reply in found] == [9]
    assert complaints.count("no message") == 4


def test_the_bot_needs_only_the_standard_library():
    imported = {
        (node.module if isinstance(node, ast.ImportFrom) else node.names[0].name).partition(".")[0]
        for node in ast.walk(ast.parse(BOT.read_text(encoding="utf-8")))
        if isinstance(node, (ast.Import, ast.ImportFrom))
    }
    assert imported <= sys.stdlib_module_names
