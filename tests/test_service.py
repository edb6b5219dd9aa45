"""The service over HTTP: the JSON of the commands, errors that tell what to mend, and nothing else."""

import json
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from urllib.parse import urlencode

import pytest
from jsonschema import Draft202012Validator
from starlette.testclient import TestClient

from compendium_cli import service
from compendium_cli.compendium import open_compendium
from compendium_cli.exports.schemas import schema_of
from conftest import HARBOUR

APP = service.app(str(HARBOUR))


@pytest.fixture(scope="module")
def client(_own_world):
    with TestClient(APP, raise_server_exceptions=False) as client:
        yield client


def get(client, path, **parameters):
    return client.get(path, params=parameters)


def test_answers_are_those_of_the_commands(client, run):
    for path, parameters, command in (
        ("/ask", {"question": "una nave ancorata si sposta?"}, ["ask", "una nave ancorata si sposta?"]),
        ("/ask", {"question": "chi ha vinto?", "lang": "es", "limit": 2}, ["ask", "chi ha vinto?", "--lang", "es"]),
        ("/search", {"query": "tempesta", "limit": "2"}, ["search", "tempesta", "--limit", "2"]),
        ("/show", {"entry": "anchor#2", "lang": "it"}, ["show", "anchor#2", "--lang", "it"]),
        ("/compare", {"entry": "storm", "game": "harbour"}, ["compare", "storm"]),
        ("/quote", {"entry": "anchor#1,2", "form": "bbcode"}, ["quote", "anchor#1,2", "--as", "bbcode"]),
        ("/quote", {"entry": "anchor", "whole": "true"}, ["quote", "anchor", "--all"]),
        ("/link", {"entry": "anchor#2"}, ["link", "anchor#2"]),
    ):
        answer = get(client, path, **parameters)
        assert answer.status_code == 200
        assert answer.headers["Content-Type"] == "application/json"
        expected = run(*command, "--json").json
        expected.pop("imported", None)
        assert answer.json() == expected
        Draft202012Validator(schema_of(path.strip("/"))).validate(answer.json())


def test_games_and_health(client, run):
    games = get(client, "/games").json()
    exported = run("export", "--format", "json").json
    assert games == {key: exported[key] for key in ("version", "games", "languages")}
    health = get(client, "/health")
    known = open_compendium(HARBOUR).version()
    assert (health.json()["status"], health.json()["fingerprint"]) == ("ok", known.fingerprint)
    assert health.headers["Cache-Control"] == "no-store"
    for name, value in (("games", games), ("health", health.json())):
        Draft202012Validator(schema_of(name)).validate(value)


@pytest.mark.parametrize(
    ("path", "parameters", "status", "code", "said"),
    [
        ("/show", {"entry": "ancorra del porto xyz"}, 404, "not-found", "no entry is called"),
        ("/quote", {"entry": "anchor#99"}, 404, "not-found", "has no statement 99"),
        ("/ask", {}, 400, "usage", "/ask needs question"),
        ("/ask", {"question": " \t\n"}, 400, "usage", "question is empty"),
        ("/ask", {"question": "a" * 1001}, 400, "usage", "at most 1,000 characters"),
        ("/ask", {"question": "a", "langue": "it"}, 400, "usage", "no parameter 'langue': it takes question, lang"),
        ("/ask", {"question": ["a", "b"]}, 400, "usage", "question is given twice"),
        ("/ask", {"question": "a", "lang": "xx"}, 400, "usage", "lang is one of it, es, uk, en"),
        ("/ask", {"question": "a", "game": "chess"}, 400, "usage", "game is one of harbour"),
        ("/ask", {"question": "a", "limit": "0"}, 400, "usage", "limit is a number from 1 to 50"),
        ("/ask", {"question": "a", "limit": "١"}, 400, "usage", "limit is a number from 1 to 50"),
        ("/ask", {"question": "a", "limit": "9" * 5000}, 400, "usage", "limit is a number from 1 to 50"),
        ("/quote", {"entry": "anchor", "form": "troff"}, 400, "usage", "form is one of markdown"),
        ("/quote", {"entry": "anchor", "whole": "1"}, 400, "usage", "whole is true or false"),
        ("/games", {"x": ""}, 400, "usage", "it takes none"),
        ("/health", {"x": ""}, 400, "usage", "it takes none"),
        ("/", {}, 404, "not-found", "/openapi.json lists what there is"),
        ("/ask/", {}, 404, "not-found", "/openapi.json lists what there is"),
    ],
)
def test_errors_tell_what_to_mend(client, path, parameters, status, code, said):
    answer = get(client, path, **parameters)
    assert answer.status_code == status
    assert answer.headers["Cache-Control"] == "no-store"
    Draft202012Validator(schema_of("error")).validate(answer.json())
    error = answer.json()["error"]
    assert error["code"] == code
    assert said in error["message"]
    assert len(error["message"]) < 400


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "TRACE"])
def test_only_reading_is_answered(client, method):
    answer = client.request(method, "/ask", params={"question": "faro"})
    assert answer.status_code == 405
    assert set(answer.headers["Allow"].split(", ")) == {"GET", "HEAD"}
    Draft202012Validator(schema_of("error")).validate(answer.json())


def test_whoever_has_the_answer_is_told_that_it_is_the_same(client, monkeypatch):
    first = get(client, "/ask", question="faro")
    tag = first.headers["ETag"]
    assert "max-age" in first.headers["Cache-Control"]
    # Nothing is looked at for it.
    monkeypatch.setattr("compendium_cli.compendium.Compendium.ask", None)
    for tags in (tag, f'"other", {tag}', f"W/{tag}", "*"):
        again = client.get("/ask", params={"question": "faro"}, headers={"If-None-Match": tags})
        assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", tag)
    wrong = client.get("/ask", params={"lang": "xx"}, headers={"If-None-Match": tag})
    assert wrong.status_code == 400


def test_another_glossary_has_another_tag(client):
    with TestClient(service.app(str(HARBOUR), "https://other.example/")) as other:
        answers = [get(one, "/link", entry="anchor") for one in (client, other)]
    assert answers[0].headers["ETag"] != answers[1].headers["ETag"]
    assert answers[1].json()["url"].startswith("https://other.example/")


def test_pages_of_any_site_may_ask(client):
    asked = client.get("/ask", params={"question": "faro"}, headers={"Origin": "https://forum.example"})
    assert asked.headers["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in asked.headers
    first = {"Origin": "https://forum.example", "Access-Control-Request-Method": "GET"}
    assert client.options("/ask", headers=first).status_code == 200


def test_many_at_once_are_answered_each_with_its_own(client):
    names = ["anchor", "storm", "crew", "lighthouse"] * 10
    found = {}

    def ask(place, name):
        found[place] = get(client, "/show", entry=name, lang="it").json()["concept"]

    threads = [threading.Thread(target=ask, args=each) for each in enumerate(names)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [found[place] for place in range(len(names))] == names


def test_too_many_are_sent_away_and_the_service_goes_on(client, monkeypatch):
    monkeypatch.setattr(service, "_MOST_WAITING", 0)
    refused = get(client, "/show", entry="anchor")
    assert (refused.status_code, refused.json()["error"]["code"]) == (503, "busy")
    assert refused.headers["Retry-After"] == "1"
    assert get(client, "/health").status_code == 200
    monkeypatch.undo()
    assert get(client, "/show", entry="anchor").status_code == 200


def test_a_fault_of_ours_is_told_without_a_word_of_it(client, monkeypatch):
    def fails(*_, **__):
        raise RuntimeError("a secret")

    monkeypatch.setattr("compendium_cli.compendium.Compendium.ask", fails)
    answer = get(client, "/ask", question="faro")
    assert answer.status_code == 500
    Draft202012Validator(schema_of("error")).validate(answer.json())
    assert "secret" not in answer.text


def test_the_document_is_made_of_the_schemas_of_the_commands(client):
    document = get(client, "/openapi.json").json()
    assert document["openapi"].startswith("3.1")
    assert set(document["paths"]) == {"/ask", "/search", "/show", "/compare", "/quote", "/link", "/games", "/health"}
    shapes = document["components"]["schemas"]
    told = json.dumps(shapes)
    for path, methods in document["paths"].items():
        given = methods["get"]["responses"]["200"]["content"]["application/json"]["schema"]
        name = path.strip("/")
        assert given == {"$ref": f"#/components/schemas/{name}"}
        whole = schema_of(name)
        assert (
            json.loads(json.dumps(shapes[name]).replace("#/components/schemas/", "#/$defs/")).items() <= whole.items()
        )
        assert set(whole.get("$defs", ())) <= set(shapes)
    assert "#/$defs/" not in told
    schema = {"$ref": "#/components/schemas/ask", **document}
    Draft202012Validator(schema).validate(get(client, "/ask", question="faro").json())


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def test_the_command_serves_and_ends(run):
    address = f"127.0.0.1:{free_port()}"
    command = [sys.executable, "-m", "compendium_cli", "api", "--address", address, "--glossary", str(HARBOUR)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        gives_up = threading.Timer(60, process.kill)
        gives_up.start()
        url = process.stdout.readline().strip()
        assert url == f"http://{address}/openapi.json"
        question = "una nave ancorata si sposta durante la tempesta? " * 20
        asked = [url, f"http://{address}/ask?{urlencode({'question': question})}"]
        document, answer = (json.loads(got(url)) for url in asked)
        process.send_signal(signal.SIGINT)
        _, told = process.communicate()
        gives_up.cancel()
    assert "/ask" in document["paths"]
    assert answer == run("ask", question, "--json").json
    assert (process.returncode in (0, 130), told) == (True, "")


def got(url):
    for _ in range(300):
        try:
            with urllib.request.urlopen(url, timeout=60) as answer:  # noqa: S310 - our own
                return answer.read()
        except urllib.error.URLError:  # it is about to listen
            time.sleep(0.1)
    raise AssertionError(url)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--address", "nonsense"], "is no address to serve at"),
        (["--glossary", "no-such-folder"], "no-such-folder"),
        (["--base-url", "nonsense"], "is no address for links"),
    ],
)
def test_what_cannot_be_served_is_told_in_one_line(start, arguments, said):
    done = start("api", "--address", f"127.0.0.1:{free_port()}", *arguments)
    assert done.status == 2
    assert said in done.err
    assert done.err.count("\n") == 1


def test_an_address_that_is_taken_is_told_in_one_line(start):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        done = start("api", "--address", f"127.0.0.1:{taken.getsockname()[1]}", "--glossary", HARBOUR)
    assert (done.status, done.out) == (2, "")
    assert "address already in use" in done.err


def test_without_the_extra_the_command_says_what_to_install():
    program = """
import sys
sys.modules["starlette"] = None
from compendium_cli.__main__ import main
main(["api"])
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == 'compendium: the service needs two more libraries: pip install ".[http]"\n'
