"""The examples run as their readers would run them."""

import ast
import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import HARBOUR, TESTS, write_glossary
from readers import read

BOT = TESTS.parent / "examples" / "bot.py"


@pytest.fixture
def chat():
    """Send messages to the bot; return its replies and what it complained about."""

    def chat(*messages, options=("--lang", "it"), glossary=HARBOUR):
        lines = b"".join(line_of(message) + b"\n" for message in messages)
        beside = Path(sys.executable).parent
        done = subprocess.run(
            [sys.executable, str(BOT), *options, "--glossary", str(glossary)],
            input=lines,
            capture_output=True,
            check=True,
            env={**os.environ, "PATH": f"{beside}{os.pathsep}{os.environ['PATH']}", "PYTHONIOENCODING": "utf-8"},
            timeout=120,
        )
        return [json.loads(line) for line in done.stdout.splitlines()], done.stderr.decode()

    return chat


def line_of(message):
    if isinstance(message, bytes):
        return message
    return (message if isinstance(message, str) else json.dumps(message, ensure_ascii=False)).encode()


def test_the_bot_answers_terms(chat, run):
    messages = [
        {"id": 1, "text": "ciao a tutti (davvero)"},
        {"id": 2, "text": "che fa ((ancora))? e ((tempesta#2)), e di nuovo ((ancora))"},
    ]
    found, complaints = chat(*messages)
    asked = ("ancora", "tempesta#2")
    quotes = [run("quote", term, "--as", "discord", "--lang", "it", "--json").json["quote"] for term in asked]
    assert found == [{"reply_to": 2, "text": "\n\n".join(quotes), "allowed_mentions": {"parse": []}}]
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
    assert "@" not in found[-1]["text"]
    assert "Usage" not in json.dumps(found)


def test_the_bot_survives_nonsense(chat):
    found, complaints = chat("nonsense", "[]", '{"id": 1}', "null", {"id": 9, "text": "((faro))"})
    assert [reply["reply_to"] for reply in found] == [9]
    assert complaints.count("no message") == 4


LETHAL = {
    "a NUL": '{"id": 1, "text": "((a\\u0000b))"}',
    "half a character": '{"id": 1, "text": "((a\\ud800b)) \\udfff"}',
    "an id of half a character": '{"id": "\\ud800", "text": "((faro))"}',
    "an escape": '{"id": 1, "text": "((\\u001b[31m)) ((\\u202e))"}',
    "only a mention of nothing": '{"id": 1, "text": "((\\u0000)) (( )) (())"}',
    "a huge message": json.dumps({"id": 1, "text": "((faro)) " * 100_000}),
    "a huge line that is none": "x" * 1_000_000,
    "a deep message": "[" * 200_000,
    "a deep message of objects": '{"text":' * 200_000,
    "a number beyond all": '{"id": ' + "9" * 10_000 + ', "text": "((faro))"}',
    "no number": '{"id": NaN, "text": "((faro))"}',
    "an infinite number": '{"id": 1e999, "text": "((faro))"}',
    "an id that is a list": '{"id": [[]], "text": "((faro))"}',
    "a text that is an object": '{"id": 1, "text": {"a": "((faro))"}}',
    "a name of nothing but markup": '{"id": 1, "text": "((@here <@&1> [x](https://evil.example) **x**))"}',
    "no text at all": "",
    "bytes that are no text": b'{"id": 1, "text": "((\\xff\xff\xfe))"}',
}


@pytest.mark.parametrize("message", LETHAL.values(), ids=LETHAL)
def test_no_message_ends_the_bot_or_calls_anybody(chat, message):
    found, complaints = chat(message, {"id": 9, "text": "((faro))"})
    assert found[-1]["reply_to"] == 9
    assert "Traceback" not in complaints
    assert complaints.isascii()
    assert len(complaints.splitlines()) <= 3
    for reply in found:
        assert reply["allowed_mentions"] == {"parse": []}
        read("discord", reply["text"].split("\n", 1)[0].removeprefix("> "), block=False)


HOSTILE = """\
---
edition: it-1
aliases: ["<@&123> @here"]
---
# @everyone \\<@1\\> \\# x

\\@here &NewLine;@everyone \\<@&123\\> \\[x\\](https://evil.example) \\![y](https://evil.example). ^1

**Vedi anche:** [B](b.md)
"""


def test_what_a_glossary_says_calls_nobody(chat, tmp_path):
    glossary = write_glossary(tmp_path / "glossary", {"game/it/a.md": HOSTILE})
    found, _ = chat({"id": 1, "text": "((a)) ((a#1))"}, {"id": 2, "text": "((everyon here 123))"}, glossary=glossary)
    for quoted in found[0]["text"].split("\n\n"):
        read("discord", quoted)
    for reply in found:
        assert "@everyone" not in reply["text"]
        assert "@here" not in reply["text"]
        assert "<@" not in reply["text"].replace("<@\u200b", "")


@pytest.fixture
def bot():
    """The bot as a module, to give it another compendium."""
    spec = importlib.util.spec_from_file_location("bot", BOT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    "program",
    [
        *("import time; time.sleep(60)", "print('nonsense')", "print('[]')", "print('{}')", "print('[' * 200_000)"),
        *("import os; os.write(1, b'\\xff')", 'print(\'{"error": {"code": "usage"}}\')', "raise SystemExit(9)"),
    ],
)
def test_a_compendium_that_fails_is_told_and_survived(bot, monkeypatch, capsys, program):
    run = subprocess.run
    monkeypatch.setattr(bot, "SECONDS", 0.5)
    monkeypatch.setattr(bot.subprocess, "run", lambda _, **more: run([sys.executable, "-c", program], **more))
    assert list(bot.replies("((faro))", [])) == []
    assert capsys.readouterr().err.startswith("bot: ")


def test_the_bot_needs_only_the_standard_library():
    imported = {
        (node.module if isinstance(node, ast.ImportFrom) else node.names[0].name).partition(".")[0]
        for node in ast.walk(ast.parse(BOT.read_text(encoding="utf-8")))
        if isinstance(node, (ast.Import, ast.ImportFrom))
    }
    assert imported <= sys.stdlib_module_names
