"""What a host is told works to the letter: the workflow for GitHub Pages, a plain web server, the Dockerfile.

The steps of the workflow are run as they stand, in a fresh clone. What the host provides has a stand-in: the checkout,
a Python of its own, the address of the site, and somebody who takes the built folder.
"""

from __future__ import annotations

import html
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import NamedTuple

import pytest
import yaml

ROOT = Path(__file__).parent.parent
WORKFLOW = yaml.safe_load((ROOT / ".github" / "workflows" / "site.yml").read_text(encoding="utf-8"))
PAGE = (ROOT / "site" / "pages" / "for-maintainers.md").read_text(encoding="utf-8").partition("## For a host")[2]
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
ADDRESS = "https://somebody.github.io/rules"
pytestmark = [
    pytest.mark.skipif(not (ROOT / ".git").exists(), reason="no clone of a repository"),
    pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash"),
]


class Host(NamedTuple):
    """A machine of the host's, and what it was given to publish."""

    clone: Path
    environment: dict[str, str]
    published: Path

    def run(self, script: str, **more: str) -> None:
        """Run the lines of a step, as the host does."""
        done = subprocess.run(
            ["bash", "-e", "-o", "pipefail", "-c", script],
            cwd=self.clone,
            env={**self.environment, **more},
            capture_output=True,
            text=True,
            check=False,
            timeout=1200,
        )
        assert done.returncode == 0, f"{script}\n{done.stdout}{done.stderr}"


def fresh_clone(folder: Path, depth: int) -> None:
    """Clone what is here, with what is not committed yet, as deep as the workflow wants it."""
    changes = subprocess.run(["git", "-C", ROOT, "diff", "HEAD", "--binary"], capture_output=True, check=True).stdout
    since = [f"--depth={depth}"] if depth else []
    subprocess.run(["git", "clone", "-q", *since, ROOT.as_uri(), folder], check=True)
    if changes:
        subprocess.run(["git", "-C", folder, "apply", "--index"], input=changes, check=True)


@pytest.fixture(scope="module")
def pages(_own_world, tmp_path_factory):
    """Follow the workflow, step by step."""
    home = tmp_path_factory.mktemp("runner")
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith(("COMPENDIUM_", "PYTEST", "VIRTUAL_"))
    }
    environment |= {"RUNNER_TEMP": str(home / "temp"), "HOME": str(home), "CI": "true", "LANG": "C.UTF-8"}
    (home / "temp").mkdir()
    clone = home / "work"
    outputs = {"steps.pages.outputs.base_url": ADDRESS}
    published = None
    for step in WORKFLOW["jobs"]["build"]["steps"]:
        action = step.get("uses", "").partition("@")[0]
        given = step.get("with", {})
        if action == "actions/checkout":
            fresh_clone(clone, given.get("fetch-depth", 1))
        elif action == "actions/setup-python":
            subprocess.run([sys.executable, "-m", "venv", home / "python"], check=True)
            environment["PATH"] = f"{home / 'python' / 'bin'}{os.pathsep}{environment['PATH']}"
        elif action == "actions/upload-pages-artifact":
            published = clone / given["path"]
        elif "run" in step:
            more = {
                name: re.sub(r"\$\{\{ ([\w.]+) \}\}", lambda found: outputs[found[1]], value)
                for name, value in step.get("env", {}).items()
            }
            Host(clone, environment, clone).run(step["run"], **more)
        else:
            assert action == "actions/configure-pages", f"nobody stands in for {action}"
    assert published is not None
    return Host(clone, environment, published)


def links_of(folder: Path):
    for path in folder.rglob("*.html"):
        for link in re.findall(r'(?:href|content|data-url)="([^"]+)"', path.read_text(encoding="utf-8")):
            yield html.unescape(link)


@pytest.mark.slow
def test_every_absolute_link_of_the_pages_leads_to_the_site(pages):
    links = set(links_of(pages.published))
    assert not [link for link in links if "compendium.example" in link or link.startswith("mailto:")]
    own = {link for link in links if link.startswith(ADDRESS)}
    assert len(own) > 1000
    for link in own:
        path = link.removeprefix(f"{ADDRESS}/").partition("#")[0]
        assert (pages.published / path / "index.html").is_file() or (pages.published / path).is_file(), link


@pytest.mark.slow
def test_sitemap_robots_feeds_and_data_say_where_the_site_is(pages):
    sitemap = (pages.published / "sitemap.xml").read_text(encoding="utf-8")
    places = re.findall("<loc>(.*?)</loc>", sitemap)
    assert len(places) > 1000
    assert all(place.startswith(f"{ADDRESS}/") for place in places)
    assert f"Sitemap: {ADDRESS}/sitemap.xml" in (pages.published / "robots.txt").read_text(encoding="utf-8")
    for path in ("llms.txt", "it/feed.xml", "api/entries.json"):
        text = (pages.published / path).read_text(encoding="utf-8")
        assert f"{ADDRESS}/" in text
        assert "compendium.example" not in text


@pytest.mark.slow
def test_the_changes_page_tells_what_git_knows(pages):
    command = ["git", "-C", pages.clone, "log", "-1", "--format=%cs", "--", "glossary"]
    newest = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    text = (pages.published / "it" / "changes" / "index.html").read_text(encoding="utf-8")
    assert newest in text
    assert text.count("<li") > 20


def lines_of(beginning: str) -> list[str]:
    """Return the shell lines that the page has below some words."""
    return re.search(r"```sh\n(.*?)```", PAGE.partition(beginning)[2], re.DOTALL)[1].splitlines()


@pytest.mark.slow
def test_three_lines_make_a_site_and_serve_it(pages):
    install, build, serve = lines_of("**A plain web server.**")
    pages.run(install)
    pages.run(build)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    serve = f"exec {serve.replace(' 8080', f' {port}')}"
    with subprocess.Popen(["bash", "-c", serve], cwd=pages.clone, stderr=subprocess.DEVNULL) as server:
        try:
            text = _fetched(f"http://127.0.0.1:{port}/it/marvel-champions/ally/")
        finally:
            server.send_signal(signal.SIGTERM)
    assert 'data-url="https://rules.example.org/it/marvel-champions/ally/"' in text


def _fetched(address: str) -> str:
    for _ in range(100):
        try:
            with urllib.request.urlopen(address, timeout=10) as answer:  # noqa: S310 - our own server
                return answer.read().decode()
        except OSError:
            time.sleep(0.1)
    raise AssertionError(address)


def test_the_dockerfile_does_what_the_lines_do():
    """There is no Docker where the tests run: its lines are held against those that are run."""
    install, build, _ = lines_of("**A plain web server.**")
    steps = re.findall(r"^(FROM|RUN|COPY|ARG|WORKDIR) (.*)$", DOCKERFILE, re.MULTILINE)
    ran = [text for word, text in steps if word == "RUN"]
    assert ran[0] == install.partition(" && .venv/bin/")[2]
    assert ran[1] == build.removeprefix(".venv/bin/").replace("https://rules.example.org/", '"$BASE_URL"')
    assert ("COPY", "--from=build /src/build/site /usr/share/nginx/html") in steps
    commands = [line.removeprefix("#   ") for line in DOCKERFILE.splitlines() if line.startswith("#   docker")]
    assert commands == lines_of("**Docker.**")
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
    assert ".git" not in ignored, "the pages tell when their entries changed"
    shipped = yaml.safe_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))["site_url"]
    assert ("ARG", f"BASE_URL={shipped}") in steps


def test_no_report_goes_to_nobody():
    (plugin,) = yaml.safe_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))["plugins"]
    assert plugin["compendium"]["report_url"] == ""
