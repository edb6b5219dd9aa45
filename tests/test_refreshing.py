"""What of a site is out of date after an edit: nothing else is written anew by a server."""

import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import contextmanager

import pytest

from compendium_cli.compendium import open_compendium
from compendium_cli.site.gathering import gather
from compendium_cli.site.publishing import publish
from compendium_cli.site.refreshing import stale_since
from conftest import HARBOUR


@pytest.fixture
def glossary(tmp_path):
    shutil.copytree(HARBOUR, tmp_path / "glossary")
    return tmp_path / "glossary"


def stale_after(glossary, edit):
    with open_compendium(glossary) as before:
        site = gather(before)
        edit(glossary / "harbour")
        with open_compendium(glossary) as now:
            return stale_since(site, gather(now))


def replaced(name, old, new):
    def edit(game):
        path = game / name
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new), encoding="utf-8")

    return edit


def test_a_sentence_shows_on_its_own_page_in_all_languages(glossary):
    stale = stale_after(glossary, replaced("it/storm.md", "2 danni", "7 danni"))
    assert (stale.names, stale.languages) == ({"harbour/storm"}, {"it"})


def test_a_title_shows_wherever_it_is_linked(glossary):
    stale = stale_after(glossary, replaced("it/storm.md", "# Tempesta", "# Uragano"))
    assert {"harbour/storm", "harbour/anchor"} <= stale.names
    assert stale.languages == {"it"}


def test_an_entry_that_goes_is_no_longer_linked(glossary):
    stale = stale_after(glossary, lambda game: (game / "it" / "lighthouse.md").unlink())
    assert "harbour/lighthouse" in stale.names
    assert len(stale.names) > 1


def test_phrasings_are_found_and_not_shown(glossary):
    def edit(game):
        (game / "asked" / "it" / "crew.txt").write_text("^1\nchi guida la barca\n", encoding="utf-8")

    stale = stale_after(glossary, edit)
    assert (stale.names, stale.languages) == ({"harbour/crew"}, {"it"})


@pytest.mark.parametrize(
    "edit", [replaced("game.yml", "Storm Harbour", "Bay"), lambda _: None], ids=["metadata", "none"]
)
def test_where_it_cannot_be_told_everything_is_out_of_date(glossary, edit):
    assert stale_after(glossary, edit) is None


def test_of_what_is_stale_the_same_is_written_as_of_everything(glossary):
    stale = stale_after(glossary, replaced("it/storm.md", "2 danni", "7 danni"))
    with open_compendium(glossary) as compendium:
        publication = publish(compendium, "", [])
        everything, some = dict(publication.files()), dict(publication.files(stale))
        assert {path: everything[path] for path in some} == some
        assert "api/it/harbour/storm.json" in some
        assert "api/it/harbour/crew.json" not in some
        assert "assets/answers/it/shelf.js" in some
        pages = {page.path for page in publication.stale_pages(stale)}
        assert {"it/harbour/storm/", "uk/harbour/storm/", "it/a-z/"} <= pages < set(publication.pages)
        assert "it/harbour/crew/" not in pages


@contextmanager
def serving(glossary):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    command = [sys.executable, "-m", "compendium_cli", "serve", "--glossary", glossary, "--address", address]
    server = subprocess.Popen(list(map(str, command)), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        yield f"http://{address}"
    finally:
        server.terminate()
        server.communicate(timeout=60)


def shown(address, text):
    """Wait until a page shows a text, or for long enough."""
    for _ in range(300):
        try:
            with urllib.request.urlopen(address, timeout=60) as page:  # noqa: S310 - our own server
                if text in page.read().decode():
                    return True
        except OSError:
            pass
        time.sleep(0.1)
    return False


@pytest.mark.slow
def test_a_server_shows_an_edit_and_keeps_the_rest(glossary):
    with serving(glossary) as site:
        assert shown(f"{site}/it/harbour/storm/", "2 danni")
        replaced("it/storm.md", "2 danni", "7 danni")(glossary / "harbour")
        assert shown(f"{site}/it/harbour/storm/", "7 danni")
        assert shown(f"{site}/it/harbour/anchor/", "Tempesta")
        replaced("it/storm.md", "# Tempesta", "# Uragano")(glossary / "harbour")
        assert shown(f"{site}/it/harbour/anchor/", "Uragano")
        assert shown(f"{site}/it/a-z/", "Uragano")
