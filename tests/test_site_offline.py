"""The site in a browser without a connection: kept after one visit, brought up to date, never mixed; and shared."""

import functools
import http.server
import re
import shutil
import threading
from contextlib import contextmanager

import pytest

from browsing import chromium
from compendium_cli.languages import LANGUAGES
from conftest import HARBOUR

pytestmark = pytest.mark.slow
#: The line of the foot, when all of a language is kept.
KEPT = ".cp-kept[data-whole]:not([data-whole=''])"


@pytest.fixture(scope="module")
def browser():
    path = chromium()
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture(scope="module")
def glossary(browser, tmp_path_factory):
    """The harbour's glossary outside of the repository: pages of both builds have the same dates, none."""
    del browser  # without one there is no need to build anything
    return shutil.copytree(HARBOUR, tmp_path_factory.mktemp("edited") / "glossary")


@pytest.fixture(scope="module")
def first(glossary, build_site):
    """Its site."""
    return build_site("--strict", "--glossary", glossary)


@pytest.fixture(scope="module")
def second(first, glossary, build_site):
    """The site after a rule was edited."""
    del first
    storm = glossary / "harbour/it/storm.md"
    storm.write_text(storm.read_text("utf-8").replace("2 danni", "7 danni"), encoding="utf-8")
    return build_site("--strict", "--glossary", glossary)


class Host(http.server.SimpleHTTPRequestHandler):
    """Serves whatever folder its site is at the moment, and remembers what it was asked."""

    def translate_path(self, path):
        below = path.split("?")[0].removeprefix(self.site.prefix).lstrip("/")
        if not path.startswith(self.site.prefix):
            return str(self.site.folder / "nothing")
        return str(self.site.folder / below)

    def send_head(self):
        self.site.asked.append(self.path)
        if self.site.is_lost(self.path):
            self.send_error(404)
            return None
        return super().send_head()

    def log_message(self, *_arguments):
        """Say nothing."""


class Site:
    """A site on a server of its own that can change under its readers."""

    def __init__(self, folder, prefix="/"):
        self.folder, self.prefix, self.asked = folder, prefix, []
        self.is_lost = lambda _: False


@contextmanager
def served(folder, prefix="/"):
    site = Site(folder, prefix)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), type("Served", (Host,), {"site": site}))
    thread = threading.Thread(target=functools.partial(server.serve_forever, poll_interval=0.05), daemon=True)
    thread.start()
    site.url = f"http://127.0.0.1:{server.server_port}{prefix}"
    try:
        yield site
    finally:
        server.shutdown()
        server.server_close()


@pytest.fixture
def context(browser):
    opened = browser.new_context(locale="it-IT", viewport={"width": 390, "height": 844})
    opened.set_default_timeout(15_000)
    yield opened
    opened.close()


def kept(context, address):
    """Open a page, wait until its language is kept, and return it."""
    page = context.new_page()
    page.goto(address)
    page.locator(KEPT).wait_for()
    return page


def texts(page):
    return page.locator(".cp-text").all_inner_texts()


def newer(page):
    """Look for a newer build and wait until it is there."""
    page.locator(".cp-kept button").click()
    page.locator(".cp-kept[data-newer]").wait_for(state="attached")


# -- without a connection ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("prefix", ["/", "/rules/"])
def test_after_one_visit_everything_works_without_a_connection(context, first, prefix):
    with served(first, prefix) as site:
        page = kept(context, f"{site.url}it/")
    # The server is gone, and the browser knows.
    context.set_offline(True)
    faults = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    for path in ("it/harbour/storm/", "it/a-z/", "it/map/", "it/harbour/cards/vecchia-ancora/", "manual/", "it/about/"):
        page.goto(site.url + path)
        assert page.locator("h1").first.inner_text()
        assert page.evaluate("getComputedStyle(document.querySelector('.cp-header')).display") != "inline"
        assert page.evaluate("[...document.styleSheets].every(sheet => sheet.cssRules.length)")
    page.goto(f"{site.url}it/search/?q=tempesta")
    page.locator(".cp-results a").first.wait_for()
    page.goto(f"{site.url}it/harbour/storm/index.html")
    assert page.locator("h1").inner_text() == "Tempesta"
    assert faults == []


def test_a_statement_that_was_shared_opens_without_a_connection(context, first):
    with served(first) as site:
        page = kept(context, f"{site.url}it/")
    context.set_offline(True)
    page.goto(f"{site.url}it/harbour/storm/2/")
    assert page.url == f"{site.url}it/harbour/storm/#2"
    assert page.locator("h1").inner_text() == "Tempesta"


def test_what_is_not_kept_is_said_so(context, first):
    with served(first) as site:
        page = kept(context, f"{site.url}it/")
    context.set_offline(True)
    page.goto(f"{site.url}es/harbour/storm/")
    assert page.locator("h1").inner_text() == LANGUAGES["it"].site.offline


def test_other_languages_are_kept_when_they_are_visited(context, first):
    with served(first) as site:
        page = kept(context, f"{site.url}it/")
        assert not [path for path in site.asked if path.startswith("/es/")]
        page.goto(f"{site.url}es/")
        page.locator(".cp-kept[data-whole='it es']").wait_for()
        assert "Italiano, Español (it-2, es-1)" in page.locator(".cp-kept").inner_text()
    context.set_offline(True)
    for lang in ("it", "es"):
        page.goto(f"{site.url}{lang}/harbour/storm/")
        assert texts(page)


def test_nothing_is_fetched_ahead_before_the_page_is_there(context, first):
    with served(first) as site:
        page = context.new_page()
        page.goto(f"{site.url}it/")
        loaded = page.evaluate("performance.getEntriesByType('navigation')[0].loadEventEnd")
        page.locator(KEPT).wait_for()
        begun = site.asked.index("/service-worker.js")
        assert loaded > 0
        assert not [path for path in site.asked[:begun] if path.startswith(("/assets/kept/", "/it/harbour/"))]


def test_who_saves_data_keeps_only_what_was_visited(context, first):
    context.add_init_script("Object.defineProperty(navigator, 'connection', {value: {saveData: true}})")
    with served(first) as site:
        page = context.new_page()
        page.goto(f"{site.url}it/harbour/storm/")
        page.locator(".cp-kept").wait_for()
        assert "/it/harbour/anchor/" not in site.asked
        page.goto(f"{site.url}it/harbour/crew/")
        page.locator(".cp-kept").wait_for()
    context.set_offline(True)
    for path, title in (("storm", "Tempesta"), ("crew", "Equipaggio")):
        page.goto(f"{site.url}it/harbour/{path}/")
        assert title in page.locator("h1").inner_text()


# -- a newer build -------------------------------------------------------------------------------------------------


def test_after_a_build_only_what_changed_is_fetched(context, first, second):
    with served(first) as site:
        page = kept(context, f"{site.url}it/harbour/storm/")
        page.reload()
        assert "2 danni" in " ".join(texts(page))
        build = page.locator(".cp-kept").get_attribute("data-build")
        site.folder = second
        site.asked.clear()
        newer(page)
        pages = [path for path in site.asked if path.endswith("/") and "assets" not in path]
        assert "/it/harbour/storm/" in pages
        assert len(pages) < 6
        assert "/assets/compendium.css" not in site.asked
        page.locator(".cp-kept button").click()
        page.locator(KEPT).wait_for()
        assert "7 danni" in " ".join(texts(page))
        assert page.locator(".cp-kept").get_attribute("data-build") != build
    context.set_offline(True)
    page.reload()
    assert "7 danni" in " ".join(texts(page))


def test_an_open_page_stays_with_its_build(context, first, second):
    """Two windows: in one the newer build is taken over; what the other one loads afterwards is of its own build."""
    with served(first) as site:
        page = kept(context, f"{site.url}it/harbour/storm/")
        other = kept(context, f"{site.url}it/harbour/anchor/")
        for one in (page, other):
            one.reload()
        site.folder = second
        newer(page)
        data = "compendium.entry('it', 'harbour/storm').then(entry => JSON.stringify(entry))"
        assert "2 danni" in other.evaluate(data)
        assert "7 danni" not in other.evaluate(data)
        other.reload()
        assert "7 danni" in other.evaluate(data)


def test_a_build_that_is_half_there_is_not_taken_over(context, first, second, tmp_path):
    """While files are copied to the host, readers stay with the build before."""
    half = tmp_path / "half"
    shutil.copytree(first, half)
    shutil.copytree(second / "assets/kept", half / "assets/kept", dirs_exist_ok=True)
    with served(first) as site:
        page = kept(context, f"{site.url}it/")
        page.reload()
        site.folder, before = half, len(site.asked)
        page.evaluate("navigator.serviceWorker.controller.postMessage({look: true})")
        page.wait_for_timeout(1500)
        assert "/it/harbour/storm/" in site.asked[before:]
        assert page.locator(".cp-kept[data-newer]").count() == 0
        site.folder = tmp_path / "nothing"
        page.goto(f"{site.url}it/harbour/storm/")
        assert "2 danni" in " ".join(texts(page))
        site.folder = second
        newer(page)
        page.reload()
        assert "7 danni" in " ".join(texts(page))


def test_a_file_that_is_missing_keeps_no_other(context, first):
    with served(first) as site:
        site.is_lost = lambda path: "/map/" in path
        page = context.new_page()
        page.goto(f"{site.url}it/")
        page.locator(".cp-kept").wait_for()
        assert "/it/map/" in site.asked
    context.set_offline(True)
    page.goto(f"{site.url}it/harbour/storm/")
    assert page.locator("h1").inner_text() == "Tempesta"
    page.goto(f"{site.url}it/map/")
    assert page.locator("h1").inner_text() == LANGUAGES["it"].site.offline


def test_a_full_disk_stops_nobody(context, first):
    with served(first) as site:
        page = context.new_page()
        context.new_cdp_session(page).send(
            "Storage.overrideQuotaForOrigin", {"origin": site.url[:-1], "quotaSize": 60_000}
        )
        page.goto(f"{site.url}it/")
        page.locator(".cp-kept").wait_for()
        assert page.locator(".cp-kept").get_attribute("data-whole") == ""
        page.goto(f"{site.url}it/harbour/storm/")
        assert page.locator("h1").inner_text() == "Tempesta"


def test_no_other_site_of_the_host_is_kept(context, first, tmp_path):
    """Two sites on a host, one of them at its root: each keeps its own."""
    both = tmp_path / "both"
    shutil.copytree(first, both)
    shutil.copytree(first, both / "rules")
    (both / "notes").mkdir()
    (both / "notes/index.html").write_text("<title>Notes</title><h1>Notes</h1>", encoding="utf-8")
    with served(both) as site:
        page = kept(context, f"{site.url}rules/it/")
        other = kept(context, f"{site.url}it/")
        other.goto(f"{site.url}notes/")
        assert other.locator("h1").inner_text() == "Notes"
        page.reload()
        names = page.evaluate("caches.keys()")
        assert sorted(names) == [f"compendium 1 {site.url}", f"compendium 1 {site.url}rules/"]
        assert (
            page.evaluate(
                """async (names) => {
                for (const name of names) {
                    const files = await caches.open(name);
                    for (const one of await files.matchAll()) if (/<h1>Notes/.test(await one.text())) return true;
                }
                return false;
            }""",
                names,
            )
            is False
        )


def test_a_browser_finds_nothing_that_keeps_it_from_installing(context, first):
    with served(first) as site:
        page = kept(context, f"{site.url}it/")
        session = context.new_cdp_session(page)
        told = session.send("Page.getAppManifest")
        assert told["errors"] == []
        assert told["url"] == f"{site.url}it/app.webmanifest"
        faults = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
        # Tests run in a window without a profile, where nothing can be installed.
        assert [fault["errorId"] for fault in faults if fault["errorId"] != "in-incognito"] == []


# -- sharing -------------------------------------------------------------------------------------------------------


def test_a_shared_page_leads_to_its_statement_at_once(context, first):
    with served(first, "/rules/") as site:
        page = context.new_page()
        page.goto(f"{site.url}it/harbour/storm/2/")
        page.wait_for_url(f"{site.url}it/harbour/storm/#2")
        assert page.locator(":target .cp-text").inner_text().startswith("Ogni nave")


def test_it_does_from_a_folder_too(context, first):
    page = context.new_page()
    page.goto(f"file://{first}/it/harbour/storm/2/index.html")
    page.wait_for_url(re.compile(r".*/it/harbour/storm/index\.html#2$"))
    assert page.locator(":target").count() == 1


def test_without_scripts_it_leads_there_as_well(browser, first):
    context = browser.new_context(java_script_enabled=False)
    with served(first) as site:
        page = context.new_page()
        page.goto(f"{site.url}it/harbour/storm/2/")
        page.wait_for_url(f"{site.url}it/harbour/storm/#2")
    context.close()


def test_the_link_of_a_statement_is_that_of_its_page(context, first):
    with served(first) as site:
        page = context.new_page()
        page.goto(f"{site.url}it/harbour/storm/")
        links = page.evaluate("compendium.quotations('link')")
        assert links == {n: f"https://compendium.example/it/harbour/storm/{n}/" for n in ("1", "2")}


def test_the_sheet_of_the_system_is_given_the_statement(context, first):
    context.add_init_script("navigator.share = async (given) => { window.given = given; }")
    with served(first) as site:
        page = context.new_page()
        page.goto(f"{site.url}it/harbour/storm/")
        page.locator(".cp-statement[data-n='2'] .cp-copy").click()
        page.locator("[role=menuitem]").first.click()
        assert page.evaluate("window.given") == {
            "title": "Tempesta",
            "text": "Ogni nave non ancorata subisce 2 danni.",
            "url": "https://compendium.example/it/harbour/storm/2/",
        }
