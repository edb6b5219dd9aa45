"""The site while it is edited: who is answered, under which policy, and at which addresses."""

from __future__ import annotations

import http.client
import os
import re
import shutil
import socket
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest

from browsing import chromium
from compendium_cli.errors import UsageError
from compendium_cli.listening import address_of
from compendium_cli.site.publishing import CONTENT_SECURITY_POLICY
from compendium_cli.site.serving import is_answered
from conftest import HARBOUR

PAGE = "/it/harbour/crew/"


@pytest.mark.parametrize(
    ("text", "host", "port"),
    [
        ("127.0.0.1:8000", "127.0.0.1", 8000),
        ("LocalHost:65535", "localhost", 65535),
        ("0.0.0.0:1", "0.0.0.0", 1),  # noqa: S104 - only read
        ("[::1]:8000", "::1", 8000),
        ("[0:0::1]:8000", "::1", 8000),
    ],
)
def test_an_address_is_read(text, host, port):
    assert address_of(text) == (host, port)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("127.0.0.1:0", "0 is no port"),
        ("127.0.0.1:65536", "65536 is no port"),
        ("127.0.0.1:١٢", "is no address"),
        ("::1:8000", "is no address"),
        ("[nonsense]:8000", "is no address"),
        ("[127.0.0.1]:8000:1", "is no address"),
        ("evil.example:8000", "'evil.example' is no address of this machine"),
        ("999.0.0.1:8000", "'999.0.0.1' is no address of this machine"),
    ],
)
def test_what_is_no_address_is_told_with_one_that_is(text, said):
    with pytest.raises(UsageError, match=re.escape(said)) as told:
        address_of(text)
    assert "127.0.0.1:8080" in told.value.message


@pytest.mark.parametrize("host", ["localhost", "localhost:8000", "LOCALHOST:8000", "127.0.0.1:8000", "[::1]:8000"])
@pytest.mark.parametrize("served_at", ["127.0.0.1", "::1", "localhost", "192.168.1.5", "0.0.0.0"])  # noqa: S104
def test_this_machine_is_answered(host, served_at):
    assert is_answered(host, served_at)


@pytest.mark.parametrize(
    "host",
    ["", "evil.example", "evil.example:8000", "localhost.evil.example", "localhost.", "127.0.0.1.evil.example", "[::1"],
)
@pytest.mark.parametrize("served_at", ["127.0.0.1", "localhost", "0.0.0.0", "::"])  # noqa: S104
def test_no_other_name_is_answered(host, served_at):
    assert not is_answered(host, served_at)


def test_other_addresses_are_answered_only_where_all_are_served():
    assert is_answered("192.168.1.5:8000", "192.168.1.5")
    assert is_answered("192.168.1.5:8000", "0.0.0.0")  # noqa: S104
    assert is_answered("[fe80:0::5]:8000", "::")
    assert not is_answered("192.168.1.5:8000", "127.0.0.1")


def test_a_port_that_is_taken_is_told_before_anything_is_built(start):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        address, next_one = f"127.0.0.1:{port}", f"127.0.0.1:{port % 65535 + 1}"
        result = start("serve", "--glossary", HARBOUR, "--address", address)
    assert result.status == 2
    assert result.err == (
        f"compendium: can't serve at {address}: address already in use; give another --address, such as {next_one}\n"
    )
    assert result.out == ""


def test_an_address_of_another_machine_is_told_in_one_line(start):
    result = start("serve", "--glossary", HARBOUR, "--address", "192.0.2.1:8000")
    assert result.status == 2
    assert result.err.startswith("compendium: can't serve at 192.0.2.1:8000: ")
    assert result.err.count("\n") == 1


@pytest.mark.skipif(not hasattr(os, "fork") or os.getuid() != 0, reason="gives up root's rights, so it needs them")
def test_a_port_without_the_right_to_it_is_told_in_one_line(tmp_path):
    first = Path("/proc/sys/net/ipv4/ip_unprivileged_port_start")
    if first.is_file() and int(first.read_text(encoding="ascii")) <= 1:
        pytest.skip("every port is anybody's here")
    probe = (
        "from compendium_cli.listening import address_of, refuse_unusable; import os; os.setuid(65534)\n"
        "try: refuse_unusable(address_of('127.0.0.1:1'))\n"
        "except Exception as error: print(error.message)"
    )
    done = subprocess.run([sys.executable, "-c", probe], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("can't serve at 127.0.0.1:1: permission denied; give another --address")


@contextmanager
def serving(glossary, host="127.0.0.1"):
    """Serve a glossary as a user does; gives the port when it answers."""
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as free:
        free.bind((host, 0))
        port = free.getsockname()[1]
    address = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    command = [sys.executable, "-m", "compendium_cli", "serve", "--glossary", str(glossary), "--address", address]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        for line in server.stdout:
            if "Serving on" in line:
                assert line.endswith(f"Serving on http://{address}/\n")
                break
        else:
            pytest.fail("the server ended")
        yield port
    finally:
        server.terminate()
        server.communicate(timeout=60)


def asked(port, host, path=PAGE, at="127.0.0.1"):
    """Ask a server by the name of some host; returns the answer and its text."""
    connection = http.client.HTTPConnection(at, port, timeout=60)
    connection.request("GET", path, headers={} if host is None else {"Host": host})
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return answer, text


@pytest.fixture(scope="module")
def port():
    with serving(HARBOUR) as port:
        yield port


@pytest.mark.slow
@pytest.mark.parametrize("path", [PAGE, "/", "/api/it/harbour/crew.json", "/livereload/0/0", "/livereload/0.js", "/no"])
@pytest.mark.parametrize("host", ["evil.example", "evil.example:8000", "192.168.1.5:8000", "", "a b"])
def test_a_request_by_another_name_is_refused_in_one_line(port, host, path):
    answer, text = asked(port, host, path)
    assert answer.status == 403
    assert text == "compendium serve answers to localhost and to the address it is served at, to no other name\n"


@pytest.mark.slow
@pytest.mark.parametrize("host", ["127.0.0.1:{}", "localhost:{}", "localhost:9000", "[::1]:{}", "localhost"])
def test_a_page_is_served_as_it_is_published(port, host):
    answer, text = asked(port, host.format(port))
    assert answer.status == 200
    assert answer.headers["Content-Security-Policy"] == CONTENT_SECURITY_POLICY
    policy = CONTENT_SECURITY_POLICY.replace("'", "&#39;")
    assert f'<meta http-equiv="Content-Security-Policy" content="{policy}">' in text
    assert not re.search(r"<script(?![^>]*(\bsrc=|type=\"application/ld\+json\"))[^>]*>", text)


@pytest.mark.slow
def test_a_page_that_is_missing_is_under_the_policy_too(port):
    answer, text = asked(port, "localhost", "/nowhere/")
    assert answer.status == 404
    assert answer.headers["Content-Security-Policy"] == CONTENT_SECURITY_POLICY
    assert "<title>" in text


@pytest.mark.slow
@pytest.mark.skipif(not socket.has_ipv6, reason="there is no IPv6 here")
def test_an_address_of_six_words_is_served():
    with serving(HARBOUR, "::1") as port:
        answer, text = asked(port, f"[::1]:{port}", at="::1")
        assert answer.status == 200
        assert f'<link rel="canonical" href="http://[::1]:{port}{PAGE}">' in text


@pytest.mark.slow
def test_where_all_addresses_are_served_none_needs_a_name():
    with serving(HARBOUR, "0.0.0.0") as port:  # noqa: S104 - as somebody does who looks at it on a phone
        assert asked(port, "192.168.1.5:8000")[0].status == 200
        assert asked(port, "evil.example")[0].status == 403


@pytest.mark.slow
def test_in_a_browser_pages_reload_and_scripts_in_a_page_do_not_run(tmp_path):
    path = chromium()
    from playwright.sync_api import sync_playwright

    shutil.copytree(HARBOUR, tmp_path / "glossary")
    entry = tmp_path / "glossary" / "harbour" / "it" / "storm.md"
    with serving(tmp_path / "glossary") as port, sync_playwright() as playwright:
        # Chromium's sandbox does not start for root, as which containers run.
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        page = browser.new_page()
        said = []
        page.on("console", lambda message: said.append((message.type, message.text)))
        page.on("pageerror", lambda error: said.append(("error", str(error))))
        page.goto(f"http://127.0.0.1:{port}/it/harbour/storm/")
        assert "2 danni" in page.inner_text("main")
        for _ in range(100):
            if ("log", "Enabled live reload") in said:
                break
            page.wait_for_timeout(50)
        assert said == [("log", "Enabled live reload")]  # the policy has nothing to object to
        entry.write_text(entry.read_text(encoding="utf-8").replace("2 danni", "7 danni"), encoding="utf-8")
        page.get_by_text("7 danni").first.wait_for(timeout=60_000)
        assert [text for kind, text in said if kind == "error"] == []
        page.evaluate(
            "() => { const script = document.createElement('script'); script.textContent = 'window.ran = true';"
            " document.body.append(script); }"
        )
        assert page.evaluate("window.ran") is None
        assert any("Content Security Policy" in text for kind, text in said if kind == "error")
        browser.close()


@pytest.mark.slow
def test_nothing_is_kept_of_pages_that_are_edited(port):
    """Whoever edits wants to see what was written last, not what a browser kept of another site at this address."""
    assert "app.js" not in asked(port, "localhost")[1]
    answer, text = asked(port, "localhost", "/service-worker.js")
    assert answer.status == 200
    assert "unregister()" in text
    assert "fetch" not in text
