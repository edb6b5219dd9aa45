"""The example bots run as their readers would run them, against stand-ins of the services they speak to."""

import ast
import itertools
import json
import os
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from compendium_cli.languages import language
from conftest import HARBOUR, TESTS, write_glossary
from readers import read

EXAMPLES = TESTS.parent / "examples"
PATIENCE = 60


class StandIn(ThreadingHTTPServer):
    """A service on this machine: it remembers what it was asked, and answers what a test says."""

    daemon_threads = True

    def __init__(self, answer):
        super().__init__(("127.0.0.1", 0), _Handler)
        self.answer = answer
        self.asked = []
        self.news = threading.Condition()
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def address(self):
        return f"http://127.0.0.1:{self.server_port}"

    def wait_for(self, many, what):
        """Return the first calls of some kind, once there are so many."""
        with self.news:
            found = lambda: [call for call in self.asked if call["path"].endswith(what)]  # noqa: E731
            assert self.news.wait_for(lambda: len(found()) >= many, PATIENCE), self.asked
            return found()


class _Handler(BaseHTTPRequestHandler):
    def _answer(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        call = {"path": self.path, "headers": dict(self.headers), "body": json.loads(body)}
        with self.server.news:
            self.server.asked.append(call)
            self.server.news.notify_all()
        status, answer = self.server.answer(call)
        self.send_response(status)
        self.end_headers()
        self.wfile.write(answer if isinstance(answer, bytes) else json.dumps(answer).encode())

    do_POST = do_PUT = _answer  # noqa: N815

    def log_message(self, *_):
        pass


@contextmanager
def started(name, *arguments, **environment):
    """Start an example as a process of its own, and end it."""
    command = [sys.executable, str(EXAMPLES / name), *map(str, arguments)]
    process = subprocess.Popen(command, env={**os.environ, **environment}, stderr=subprocess.PIPE, text=True)
    try:
        yield process
        assert process.poll() is None, process.stderr.read()
    finally:
        process.kill()
        process.communicate()


HOSTILE = """\
---
edition: it-1
aliases: ["<@&123> @here"]
---
# @everyone \\<@1\\> \\# x

\\@here &NewLine;@everyone \\<@&123\\> \\[x\\](https://evil.example) \\![y](https://evil.example). ^1

- {} ^2

**Vedi anche:** [B](b.md)
"""


@pytest.fixture
def hostile(tmp_path):
    """A glossary that would call everybody, with a statement that no message has room for."""
    return write_glossary(tmp_path / "glossary", {"game/it/a.md": HOSTILE.format("Il mare è blu. " * 400)})


# -- Telegram --------------------------------------------------------------------------------------------------------


@contextmanager
def telegram(messages, glossary=HARBOUR, *, failing=()):
    """Telegram with some messages for the bot; the first calls of it may fail."""
    updates = [{"update_id": 100 + place, "message": message} for place, message in enumerate(messages)]
    updates.append({"update_id": 999})  # something that is no message
    failures = iter(failing)

    def answer(call):
        if failure := next(failures, None):
            return failure
        if call["path"].endswith("/getUpdates"):
            waiting = [update for update in updates if update["update_id"] >= call["body"]["offset"]]
            if not waiting:
                time.sleep(0.2)
            return 200, {"ok": True, "result": waiting[:2]}
        return 200, {"ok": True, "result": {}}

    service = StandIn(answer)
    given = {"TELEGRAM_API": service.address, "TELEGRAM_TOKEN": "12:secret"}
    try:
        with started("telegram_bot.py", glossary, **given):
            yield service
    finally:
        service.shutdown()
        service.server_close()


def message(number, text, kind="private"):
    return {"message_id": number, "chat": {"id": 7, "type": kind}, "text": text}


def test_the_telegram_bot_answers_questions_and_terms(run):
    messages = [
        message(1, "quanti danni prendo con la tempesta?"),
        message(2, "che fa ((ancora))? e ((tempesta#2)), di nuovo ((ancora))"),
        message(3, "ciao a tutti (davvero)", "group"),
        message(4, "vale ((faro))?", "supergroup"),
        message(5, "chi ha vinto il campionato?"),
        message(6, "((equipaggio della nave ancora))"),
        {"message_id": 8, "chat": {"id": 7, "type": "private"}, "sticker": {}},
        message(9, "faro"),
        message(10, "/start") | {"from": {"language_code": "es-419"}},
        message(11, "grazie!"),
        message(12, "anchor#2"),
    ]
    with telegram(messages) as service:
        calls = service.wait_for(9, "/sendMessage")
        said = {call["body"]["reply_parameters"]["message_id"]: call["body"] for call in calls}
        assert {call["path"] for call in calls} == {"/bot12:secret/sendMessage"}
        assert [call["body"]["offset"] for call in service.wait_for(4, "/getUpdates")][:4] == [1, 102, 104, 106]
    assert list(said) == [1, 2, 4, 5, 6, 9, 10, 11, 12]
    assert [said[10]["text"], said[11]["text"]] == [language(code).labels.welcome for code in ("es", "it")]
    assert "Durante la tempesta una nave ancorata non può spostarsi." in said[12]["text"]
    assert "Ogni nave non ancorata subisce 2 danni." in said[1]["text"]
    assert "https://compendium.example/it/harbour/storm/#2" in said[1]["text"]
    quotes = [run("quote", term, "--as", "plain", "--json").json["quote"] for term in ("ancora", "tempesta#2")]
    assert said[2]["text"] == "\n\n".join(quotes)
    assert said[5]["text"].startswith("Nessuna regola del compendio decide questa domanda.")
    assert said[6]["text"].startswith("equipaggio della nave ancora: ?")
    for body in said.values():
        assert body["chat_id"] == 7
        assert len(body["text"]) <= 4096
        assert "parse_mode" not in body


def test_the_telegram_bot_calls_nobody_and_keeps_to_the_longest_message(hostile):
    with telegram([message(1, "((a#1))"), message(2, "((a#2))"), message(3, "((@everyone))")], hostile) as service:
        said = [call["body"]["text"] for call in service.wait_for(3, "/sendMessage")]
    for text in said:
        assert "@e" not in text
        assert "@h" not in text
        assert len(text) <= 4096
    assert said[1] == "https://compendium.example/it/game/a/#2"


@pytest.mark.slow
@pytest.mark.parametrize("failure", [(500, b"away"), (429, b"{}"), (200, b"nonsense"), (200, b'{"ok": true}')])
def test_the_telegram_bot_survives_a_service_that_fails(failure):
    with telegram([message(1, "faro")], failing=[failure]) as service:
        (call,) = service.wait_for(1, "/sendMessage")
    assert call["body"]["text"].startswith("Faro")


# -- Discord ---------------------------------------------------------------------------------------------------------


class Discord:
    """Discord: it takes the bot's commands, and calls its endpoint with a signature."""

    def __init__(self, port):
        self.key = Ed25519PrivateKey.generate()
        self.service = StandIn(lambda _: (200, []))
        self.endpoint = f"http://127.0.0.1:{port}/"

    @property
    def public_key(self):
        raw = serialization.Encoding.Raw, serialization.PublicFormat.Raw
        return self.key.public_key().public_bytes(*raw).hex()

    def call(self, interaction, **headers):
        body = json.dumps(interaction).encode()
        stamp = "1700000000"
        signature = self.key.sign(stamp.encode() + body).hex()
        signed = {"X-Signature-Ed25519": signature, "X-Signature-Timestamp": stamp, **headers}
        request = urllib.request.Request(self.endpoint, body, signed)  # noqa: S310 - our own
        with urllib.request.urlopen(request, timeout=PATIENCE) as response:  # noqa: S310
            assert response.headers["Content-Type"] == "application/json"
            return json.load(response)

    def asks(self, question, **headers):
        data = {"type": 1, "name": "rules", "options": [{"name": "question", "type": 3, "value": question}]}
        return self.call({"type": 2, "data": data}, **headers)

    def opens_the_menu_of(self, content):
        messages = {"5": {"id": "5", "content": content}}
        return self.call({"type": 2, "data": {"type": 3, "target_id": "5", "resolved": {"messages": messages}}})


def wait_for_somebody_at(port):
    for attempt in itertools.count():
        try:
            socket.create_connection(("127.0.0.1", port), PATIENCE).close()
        except OSError:
            assert attempt < PATIENCE * 10
            time.sleep(0.1)
        else:
            return


@contextmanager
def discord(glossary=HARBOUR):
    with ThreadingHTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler) as free:
        port = free.server_port
    service = Discord(port)
    given = {
        "DISCORD_API": service.service.address,
        "DISCORD_APPLICATION": "42",
        "DISCORD_KEY": service.public_key,
        "DISCORD_TOKEN": "secret",
    }
    try:
        with started("discord_bot.py", port, glossary, **given):
            service.service.wait_for(1, "/commands")
            wait_for_somebody_at(port)
            yield service
    finally:
        service.service.shutdown()
        service.service.server_close()


def test_the_discord_bot_answers_commands_and_nobody_but_discord(run):
    with discord() as service:
        (told,) = service.service.asked
        pong = service.call({"type": 1})
        answered = service.asks("quanti danni prendo con la tempesta?")
        quoted = service.opens_the_menu_of("che fa ((ancora))? e ((tempesta#2))")
        nothing = [*(service.opens_the_menu_of(text) for text in ("ciao", "")), service.asks(" ")]
        refused = []
        forged = Ed25519PrivateKey.generate().sign(b"1").hex()
        for wrong in (
            {"X-Signature-Ed25519": forged},
            {"X-Signature-Ed25519": "nonsense"},
            {"X-Signature-Timestamp": "1"},
        ):
            with pytest.raises(urllib.error.HTTPError) as error:
                service.asks("faro", **wrong)
            refused.append(error.value.code)
            error.value.close()
        after = service.asks("faro")
    assert told["path"] == "/applications/42/commands"
    assert told["headers"]["Authorization"] == "Bot secret"
    assert [(command["type"], command["name"]) for command in told["body"]] == [(1, "rules"), (3, "Quote ((terms))")]
    assert pong == {"type": 1}
    assert "Ogni nave non ancorata subisce 2 danni." in answered["data"]["content"]
    quotes = [run("quote", term, "--as", "discord", "--json").json["quote"] for term in ("ancora", "tempesta#2")]
    none = {"parse": []}
    assert quoted == {"type": 4, "data": {"content": "\n\n".join(quotes), "allowed_mentions": none}}
    assert [answer["data"]["content"] for answer in nothing] == [language("it").labels.welcome] * 3
    assert {answer["data"]["flags"] for answer in nothing} == {64}  # for the eyes of who asked alone
    assert refused == [401, 401, 401]
    assert "Faro" in after["data"]["content"]


@pytest.mark.parametrize(
    "body", [[], "x", 7, None, {}, {"type": 2}, {"type": 2, "data": {"type": 2}}, {"type": 2, "data": {"type": 1}}]
)
def test_a_signed_call_of_another_shape_is_refused_and_the_next_is_answered(body):
    with discord() as service:
        with pytest.raises(urllib.error.HTTPError) as error:
            service.call(body)
        assert error.value.code == 400
        error.value.close()
        assert "Faro" in service.asks("faro")["data"]["content"]


def test_the_discord_bot_calls_nobody_and_keeps_to_the_longest_message(hostile):
    with discord(hostile) as service:
        texts = [
            "((a)) ((a#1))",
            "((a#2))",
            "((a#1,2))",
            "((@everyone))",
            "((@here <@&1> [x](https://evil.example) **x**))",
        ]
        said = [service.opens_the_menu_of(text)["data"] for text in texts]
    for data in said:
        assert data["allowed_mentions"] == {"parse": []}
        assert len(data["content"]) <= 2000
        assert "@everyone" not in data["content"]
        assert "@here" not in data["content"]
        assert "<@" not in data["content"].replace("<@\u200b", "")
    for quoted in said[0]["content"].split("\n\n"):
        read("discord", quoted)
    assert said[1]["content"] == "<https://compendium.example/it/game/a/#2>"
    read("discord", said[2]["content"])  # only the first has room
    for data in said[3:]:
        read("discord", data["content"], block=data["content"].startswith("> "))


# -- both ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["discord_bot.py", "telegram_bot.py"])
def test_an_example_is_short_and_needs_what_it_says(name):
    source = (EXAMPLES / name).read_text(encoding="utf-8")
    tree = ast.parse(source)
    left_out = set()
    imported = set()
    for node in ast.walk(tree):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            left_out.update(range(node.lineno, node.end_lineno + 1))
            imported.add((node.module if isinstance(node, ast.ImportFrom) else node.names[0].name).partition(".")[0])
        elif isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node):
            left_out.update(range(node.body[0].lineno, node.body[0].end_lineno + 1))
    lines = [line for n, line in enumerate(source.splitlines(), 1) if line.strip() and n not in left_out]
    assert 20 <= len(lines) <= 40
    for library in imported - sys.stdlib_module_names - {"compendium_cli"}:
        assert library in ast.get_docstring(tree)


def test_there_are_no_others():
    assert {path.name for path in EXAMPLES.glob("*.py")} == {"discord_bot.py", "telegram_bot.py"}
