"""The site in a real browser: finding, copying, following links, from a server and from a folder."""

from __future__ import annotations

import gzip
import html
import json
import re
import shutil

import pytest
from test_site_rulings import write_rulings

from browsing import chromium, served
from compendium_cli.languages import LANGUAGES
from compendium_cli.quotation_forms import FORMATS
from conftest import HARBOUR, write_glossary

pytestmark = pytest.mark.slow

SHIPPED_LANGUAGES = ("it", "es", "uk")
PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1280, "height": 900}


# Closed at the end of this file: Playwright's event loop stays in the way of every other one in this process.
@pytest.fixture(scope="module")
def browser():
    path = chromium()
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        # Chromium's sandbox does not start for root, as which containers run.
        opened = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture(scope="module")
def folder(browser, shipped_site):
    """The site of the shipped glossary, as files."""
    del browser  # without one there is no need to build anything
    return shipped_site


@pytest.fixture(scope="module")
def base(folder):
    """The address of the same site on a server."""
    with served(folder) as address:
        yield address


class Tab:
    """A page and everything that went wrong in it."""

    def __init__(self, context):
        self.page = context.new_page()
        self.faults: list[str] = []
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", self._said)
        self.page.on("dialog", self._alerted)
        self.page.on("request", self._requested)
        self.page.on("response", self._answered)

    def _said(self, message):
        # A violation of the Content-Security-Policy is an error; missing files are seen by their answers.
        if message.type == "error" and "the server responded with a status of 404" not in message.text:
            self.faults.append(message.text)

    def _alerted(self, dialog):
        self.faults.append(f"a script said {dialog.message}")
        dialog.dismiss()

    def _requested(self, request):
        if not re.match(r"http://127\.0\.0\.1|file:|data:", request.url):
            self.faults.append(f"{request.url} is another server's")

    def _answered(self, response):
        if response.status >= 400 and response.request.resource_type != "document":
            self.faults.append(f"{response.url} is missing")


@pytest.fixture
def tab(browser):
    """Open pages, in a browser with the options that a test gives; at the end none of them had a fault."""
    contexts, tabs = [], []

    def opened(address: str, **options) -> object:
        # What a device keeps has its own tests; here it would fetch a language for each of them.
        options = {"viewport": DESKTOP, "locale": "it-IT", "service_workers": "block", **options}
        context = browser.new_context(**options)
        context.set_default_timeout(8000)
        contexts.append(context)
        tabs.append(Tab(context))
        tabs[-1].page.goto(address)
        return tabs[-1].page

    yield opened
    for context in contexts:
        context.close()
    assert [fault for one in tabs for fault in one.faults] == []


def search(page, query):
    """Type a query into the search box and return what the list offers, when it is complete."""
    box = page.locator("form.cp-search input").first
    box.fill("")
    box.press_sequentially(query)
    page.wait_for_function("query => document.querySelector('.cp-search-panel').dataset.asked === query", arg=query)
    return page.locator("form.cp-search").first.locator("[role=option]").all_inner_texts()


# -- searching -----------------------------------------------------------------------------------------------------

# What is typed, and the title that must come first: as it is, inflected, misspelt, in English, by alias.
QUERIES = {
    "it": [
        ("alleato", "Alleato"),
        ("degli alleati", "Alleato"),
        ("aleato", "Alleato"),
        ("sopraffazioni", "Sopraffazione"),
        ("sopraffazzione", "Sopraffazione"),
        ("danni conseguenti", "Danno conseguente"),
        ("overkill", "Sopraffazione"),
    ],
    "es": [
        ("aliado", "Cartas de aliado"),
        ("los aliados", "Cartas de aliado"),
        ("alaido", "Cartas de aliado"),
        ("brutalidades", "Brutalidad"),
        ("brutalidda", "Brutalidad"),
        ("esbirros", "Cartas de esbirro"),
        ("overkill", "Brutalidad"),
    ],
    "uk": [
        ("союзник", "Союзник"),
        ("союзникам", "Союзник"),
        ("союзниками", "Союзник"),
        ("союзнык", "Союзник"),
        ("посіпаками", "Посіпака"),
        ("посипака", "Посіпака"),
        ("ally", "Союзник"),
    ],
}


@pytest.mark.parametrize("lang", SHIPPED_LANGUAGES)
def test_search_finds_inflected_and_misspelt_words(tab, base, lang):
    page = tab(f"{base}{lang}/")
    for query, title in QUERIES[lang]:
        assert search(page, query)[0].split("\n")[0].lower().startswith(title.lower()), query


def test_entries_of_another_language_come_only_where_the_readers_has_none(tab, base):
    for lang in SHIPPED_LANGUAGES:
        page = tab(f"{base}{lang}/")
        search(page, "ally")
        codes = page.locator("[role=option][lang]").evaluate_all("options => options.map(option => option.lang)")
        assert lang not in codes
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        page.wait_for_url(f"**/{lang}/marvel-champions/ally/")


def test_search_by_keyboard(tab, base):
    page = tab(f"{base}it/")
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.name") == "q"
    page.keyboard.type("stordit")
    page.locator("[role=option]").first.wait_for()
    box = page.locator("form.cp-search input").first
    assert box.get_attribute("aria-expanded") == "true"
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    active = page.locator(f"#{box.get_attribute('aria-activedescendant')}")
    assert active.get_attribute("aria-selected") == "true"
    page.keyboard.press("Escape")
    assert box.get_attribute("aria-expanded") == "false"
    page.keyboard.type("o")
    page.locator("[role=option]", has_text="Stordito").first.wait_for()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url("**/it/marvel-champions/stunned/**")


def test_a_query_that_is_sent_opens_the_page_of_results(tab, base):
    page = tab(f"{base}it/marvel-champions/ally/")
    page.locator("form.cp-search input").first.fill("chi subisce il danno indiretto")
    page.keyboard.press("Enter")
    page.wait_for_url("**/it/search/?q=**")
    page.locator(".cp-title a").first.wait_for()
    page.locator(".cp-title a, .cp-hit-title").first.click()
    page.wait_for_url("**/it/marvel-champions/**")


def test_a_ruling_answers_with_its_verdict_and_what_proves_it(tab, base):
    page = tab(f"{base}it/search/?q=un+alleato+stordito+pu%C3%B2+attaccare%3F")
    told = page.locator(".cp-told").first
    told.wait_for()
    assert told.locator(".cp-verdict").inner_text() == "No"
    assert told.locator(".cp-statement").count() == 2
    assert told.locator(".cp-ground blockquote").first.inner_text()
    assert told.locator(".cp-title a").get_attribute("href").endswith("/rulings/stunned-ally-attack/")
    assert page.locator(".cp-results-status").inner_text().startswith("Risposta: ")


def test_a_statement_of_an_answer_is_copied_and_shared_like_any_other(tab, base):
    page = tab(f"{base}it/search/?q=overkill", permissions=["clipboard-read", "clipboard-write"])
    told = page.locator(".cp-told").first
    told.wait_for()
    address = told.locator(".cp-number").first.evaluate("number => new URL(number.href).pathname + number.hash")
    told.locator(".cp-copy").first.click()
    page.locator('.cp-copy-menu [data-form="plain"]').click()
    page.locator(".cp-toast-shown").wait_for()
    lines = page.evaluate("navigator.clipboard.readText()").splitlines()
    assert lines[0] == "Sopraffazione"
    assert lines[-1].endswith(address)


def test_what_no_rule_decides_is_said_with_the_nearest_entries(tab, base):
    page = tab(f"{base}it/search/?q=qual+è+la+capitale+della+Francia%3F")
    page.get_by_text("Nessuna regola del compendio decide questa domanda.").wait_for()
    assert page.locator(".cp-told").count() == 0
    assert page.locator(".cp-found h2").inner_text() == "Le voci più vicine"


def test_a_rule_that_a_language_lacks_is_answered_in_another_and_said_so(tab, base):
    page = tab(f"{base}es/search/?q=stalwart")
    page.locator(".cp-told").first.wait_for()
    assert page.locator(".cp-told").first.get_attribute("lang") == "it"
    assert page.locator(".cp-told .cp-older").first.inner_text().endswith("(Italiano).")


def test_nothing_found_is_said(tab, base):
    page = tab(f"{base}it/search/?q=qwxzqwxz")
    page.get_by_text("Nessuna regola del compendio decide questa domanda.").wait_for()
    assert page.locator(".cp-hit").count() == 0


def test_it_is_said_that_an_answer_is_looked_for_and_when_it_cannot_be_loaded(tab, base):
    page = tab(f"{base}it/")
    page.route("**/assets/answers/**", lambda route: route.abort())
    page.evaluate("window.addEventListener('unhandledrejection', () => {})")
    page.locator("form.cp-search input").first.fill("alleato stordito")
    page.get_by_text("La risposta non si è potuta caricare").first.wait_for()
    page.unroute("**/assets/answers/**")
    page.locator("form.cp-search input").first.fill("alleato")
    page.locator("[role=option]", has_text="Alleato").first.wait_for()


def test_names_come_first_and_are_light(folder):
    """What a reader of a language needs to find an entry by its name: 60 kB."""
    for lang in SHIPPED_LANGUAGES:
        needed = [*(folder / "assets" / "answers").glob(f"names/*-{lang}.js"), folder / "assets/answers/shared.js"]
        assert sum(len(gzip.compress(path.read_bytes())) for path in needed) < 60_000


# -- copying -------------------------------------------------------------------------------------------------------


def copied(page, number, form):
    page.locator(f'.cp-copy[data-n="{number}"]').click()
    page.locator(f'.cp-copy-menu [data-form="{form}"]').click()
    page.locator(".cp-toast-shown").wait_for()
    return page.evaluate("navigator.clipboard.readText()")


@pytest.mark.parametrize(
    ("lang", "name", "number"),
    [
        ("it", "marvel-champions/ally", 4),
        ("it", "marvel-champions/ally", 8),
        ("es", "marvel-champions/overkill", 1),
        ("uk", "marvel-champions/ally", 2),
    ],
)
def test_copied_quotations_are_those_of_the_command(tab, base, shipped, lang, name, number):
    entry = shipped.entry(name, lang)
    page = tab(f"{base}{lang}/{name}/", permissions=["clipboard-read", "clipboard-write"])
    assert copied(page, number, "link") == f"{shipped.url(entry)}{number}/"
    for form in FORMATS:
        assert copied(page, number, form) == shipped.quote(entry, form, [number]), form


def test_every_statement_is_quoted_as_the_command_does(tab, base, shipped):
    """Cards, steps, call-outs, emphasis, links into statements: one page after the other, in one browser."""
    page = tab(f"{base}it/marvel-champions/ally/")
    for lang, name in [
        ("it", "marvel-champions/attack-enemy-activation"),
        ("it", next(entry.name for entry in shipped.entries("it") if entry.is_card)),
        ("uk", "marvel-champions/attack-enemy-activation"),
        ("es", "marvel-champions/attack-enemy-activation"),
    ]:
        entry = shipped.entry(name, lang)
        page.goto(f"{base}{lang}/{name}/")
        for form in FORMATS:
            wanted = {str(s.n): shipped.quote(entry, form, [s.n]) for s in entry.statements}
            assert page.evaluate("form => compendium.quotations(form)", form) == wanted, (name, form)


def test_copy_menu_by_keyboard(tab, base):
    page = tab(f"{base}it/marvel-champions/ally/", permissions=["clipboard-read", "clipboard-write"])
    button = page.locator(".cp-copy").first
    button.focus()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.dataset.form") == "link"
    page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.dataset.form") == "plain"
    page.keyboard.press("Escape")
    assert button.evaluate("button => button === document.activeElement")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.locator(".cp-toast-shown").wait_for()
    assert page.evaluate("navigator.clipboard.readText()").startswith("> **[Alleato](https://compendium.example/")


# -- following links -----------------------------------------------------------------------------------------------


def test_hovering_a_link_previews_the_entry(tab, base, shipped):
    page = tab(f"{base}it/marvel-champions/ally/")
    link = page.locator('.cp-statement a.cp-link[href*="consequential-damage"]').first
    link.hover()
    card = page.locator(".cp-preview")
    card.wait_for()
    target = shipped.entry("marvel-champions/consequential-damage", "it")
    assert card.locator(".cp-preview-title").inner_text() == target.title
    assert target.statements[0].text.startswith(card.locator(".cp-preview-text").inner_text())
    assert link.get_attribute("aria-describedby") == card.get_attribute("id")
    page.keyboard.press("Escape")
    card.wait_for(state="hidden")


def test_links_in_the_drawing_have_previews_too(tab, base):
    page = tab(f"{base}it/marvel-champions/ally/")
    page.locator("figure.cp-map svg a.cp-link").first.hover()
    page.locator(".cp-preview").wait_for()


def test_the_language_switch_stays_on_the_concept(tab, base):
    page = tab(f"{base}it/marvel-champions/ally/")
    page.locator('.cp-languages a[hreflang="uk"]').first.click()
    page.wait_for_url("**/uk/marvel-champions/ally/")
    assert page.evaluate("document.documentElement.lang") == "uk"
    # The choice is remembered where an address names no language.
    page.goto(f"{base}marvel-champions/overkill/")
    page.wait_for_url("**/uk/marvel-champions/overkill/")


@pytest.mark.parametrize("locale", ["it-IT", "es-AR", "uk-UA"])
def test_neutral_link_opens_the_readers_language_at_the_counterpart(tab, base, locale, shipped):
    lang = locale.partition("-")[0]
    found = shipped.look_up(f"{shipped.base_url}marvel-champions/ally/#3", lang=lang)
    assert found.statement is not None
    page = tab(f"{base}marvel-champions/ally/#3", locale=locale)
    page.wait_for_url(f"{base}{lang}/marvel-champions/ally/#{found.statement}")


def test_neutral_link_for_other_readers_and_for_entries_that_a_language_lacks(tab, base, shipped):
    page = tab(f"{base}marvel-champions/ally/", locale="de-DE")
    page.wait_for_url("**/it/marvel-champions/ally/")
    lacking = next(entry for entry in shipped.entries("it") if list(shipped.titles(entry.name)) == ["it"])
    page = tab(f"{base}{lacking.name}/", locale="es-ES")
    page.wait_for_url(f"**/it/{lacking.name}/")


@pytest.mark.parametrize(("locale", "lang"), [("it-IT", "it"), ("es-ES", "es"), ("uk-UA", "uk")])
def test_the_root_opens_the_readers_language(tab, base, locale, lang):
    page = tab(base, locale=locale)
    page.wait_for_url(f"{base}{lang}/")
    assert page.evaluate("document.documentElement.lang") == lang


def test_neutral_pages_have_links_without_script(tab, base):
    page = tab(f"{base}marvel-champions/ally/", java_script_enabled=False)
    links = page.locator(".cp-choose a[hreflang]")
    assert links.evaluate_all("all => all.map(link => link.hreflang)") == list(SHIPPED_LANGUAGES)
    links.nth(1).click()
    page.wait_for_url("**/es/marvel-champions/ally/")


def test_statement_anchors_can_be_linked(tab, base):
    page = tab(f"{base}it/marvel-champions/attack-enemy-activation/#20")
    target = page.locator('[id="20"]')
    assert target.evaluate("one => one.matches(':target')")
    page.wait_for_function("() => Math.abs(document.getElementById('20').getBoundingClientRect().top - 200) < 200")


def test_an_address_that_leads_nowhere_gets_suggestions(tab, base):
    page = tab(f"{base}it/marvel-champions/stuned/")
    first = page.locator(".cp-missing-results a").first
    first.wait_for()
    assert first.inner_text().startswith("Stordito")


# -- a small glossary: retired numbers, renamed ids, hostile texts ------------------------------------------------


HOSTILE = """\
---
edition: it-1
aliases: ['"><img src=x onerror=alert(1)>', "</script><script>alert(2)</script>"]
---
# A <script>alert(4)</script> "quoted" 'title'

Text <script>alert(5)</script> <img src=x onerror="alert(6)"> \\<b onclick=alert(7)> and `</script>`. ^1

A [click](javascript:alert(8)), a [data link](data:text/html,<script>alert(9)</script>), a
[vb](vbscript:alert(10)), <javascript:alert(11)>, ![x](javascript:alert(12)). ^2

- "><svg/onload=alert(13)> {{ config }} {% raw %} ${alert(14)} ^3

> [!NOTE]
> <iframe src="javascript:alert(15)"></iframe> ^4

**Vedi anche:** [B "><script>alert(16)</script>](b.md)
"""


@pytest.fixture(scope="module")
def small_site(browser, build_site, tmp_path_factory):
    """A glossary with a renamed id, a retired number and an entry of somebody who means harm."""
    del browser
    glossary = tmp_path_factory.mktemp("small")
    shutil.copytree(HARBOUR, glossary, dirs_exist_ok=True)
    write_glossary(
        glossary,
        {
            "game/it/a.md": HOSTILE,
            "game/asked/it/a.txt": "^1\n<svg onload=alert(3)>\n",
            "game/it/b.md": "---\nedition: it-1\n---\n# B\n\nBene. ^1\n\n**Vedi anche:** [A](a.md)\n",
        },
    )
    return build_site("--glossary", glossary)


@pytest.fixture(scope="module")
def small(small_site):
    with served(small_site) as address:
        yield address


def test_a_retired_number_lands_on_the_entry_and_says_so(tab, small):
    for options in ({}, {"java_script_enabled": False}):
        page = tab(f"{small}it/harbour/anchor/#3", **options)
        assert page.get_by_text("La regola 3 non esiste più").is_visible()
        assert not tab(f"{small}it/harbour/anchor/#2", **options).get_by_text("La regola 3 non esiste più").is_visible()


def test_the_language_switch_takes_the_statement_along(tab, small):
    page = tab(f"{small}it/harbour/storm/#2")
    page.locator('.cp-switch a[hreflang="es"]').click()
    page.wait_for_url("**/es/harbour/storm/#1")
    page.locator('.cp-beside .cp-languages a[hreflang="uk"]').click()
    page.wait_for_url("**/uk/harbour/storm/#1")
    # It follows the statement that one looks at.
    page = tab(f"{small}it/harbour/anchor/")
    link = page.locator('.cp-switch a[hreflang="es"]')
    assert link.get_attribute("href").endswith("/es/harbour/anchor/")
    page.evaluate("location.hash = '#1'")
    page.wait_for_function("() => document.querySelector('.cp-switch a[hreflang=es]').hash === '#1'")


def test_a_statement_without_a_counterpart_leads_to_a_page_that_says_so(tab, small):
    page = tab(f"{small}it/harbour/anchor/#2")
    page.locator('.cp-switch a[hreflang="es"]').click()
    page.wait_for_url("**/es/harbour/anchor/?unmatched=2&from=it")
    assert page.get_by_text("La regla 2 de la otra edición no tiene equivalente en esta.").is_visible()
    assert not tab(f"{small}es/harbour/anchor/").locator(".cp-unmatched").is_visible()


@pytest.mark.parametrize(
    ("address", "locale", "opened"),
    [
        ("harbour/storm/#2", "it-IT", "it/harbour/storm/#2"),
        ("harbour/storm/#2", "es-ES", "es/harbour/storm/#1"),
        ("harbour/anchor/#2", "uk-UA", "uk/harbour/anchor/?unmatched=2&from=it"),
    ],
)
def test_a_neutral_address_takes_the_statement_of_the_current_edition_along(tab, small, address, locale, opened):
    tab(f"{small}{address}", locale=locale).wait_for_url(f"{small}{opened}")


def test_a_renamed_id_leads_to_the_new_one(tab, small):
    page = tab(f"{small}it/harbour/tempest/#2")
    page.wait_for_url("**/it/harbour/storm/#2")
    page = tab(f"{small}it/harbour/tempest/", java_script_enabled=False)
    page.wait_for_url("**/it/harbour/storm/")


def test_hostile_text_is_harmless(tab, small, small_site):
    page = tab(f"{small}it/game/a/", permissions=["clipboard-read", "clipboard-write"])
    assert page.locator("h1").first.inner_text().startswith('A <script>alert(4)</script> "quoted"')
    assert (
        page.locator(
            ".cp-entry script, .cp-entry img, .cp-entry iframe, .cp-entry [onclick], .cp-entry [onload]"
        ).count()
        == 0
    )
    schemes = page.locator("a[href]").evaluate_all(
        "links => links.map(link => new URL(link.href, location.href).protocol)"
    )
    assert set(schemes) <= {"http:", "https:", "mailto:"}
    for link in page.locator(".cp-text a").all():
        link.click(trial=True)
    copied(page, 1, "html")
    search(page, "alert")
    page.goto(f"{small}it/search/?q=%3Cimg%20src=x%20onerror=alert(20)%3E")
    page.locator(".cp-results-status").wait_for()
    page.goto(f"{small}it/game/b/")
    page.locator("a.cp-link").first.hover()
    page.locator(".cp-preview").wait_for()
    assert page.locator(".cp-preview script").count() == 0
    for listing in sorted({path.parent for path in small_site.glob("it/*/index.html")}):
        page.goto(f"{small}{listing.relative_to(small_site)}/")
    # Had anything run, the tab would have seen an alert.


# -- rulings ------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def ruled(browser, build_site, tmp_path_factory):
    """The address of the site of a made-up glossary with rulings, and that glossary."""
    del browser
    glossary = write_rulings(tmp_path_factory.mktemp("ruled") / "glossary")
    with served(build_site("--strict", "--glossary", glossary)) as address:
        yield address, glossary


def test_a_ruling_is_previewed_found_by_its_title_and_told_from_an_entry(tab, ruled):
    page = tab(f"{ruled[0]}it/harbour/storm/")
    page.locator('.cp-ruled a[href="../rulings/storm-hits/"]').hover()
    card = page.locator(".cp-preview")
    card.wait_for()
    assert card.locator(".cp-preview-title").inner_text() == "Danni della tempesta"
    assert search(page, "marinaio stanco")[0].startswith("Marinaio stanco decisione")


def test_question_and_answer_are_copied_as_the_command_quotes_them(tab, ruled, open_glossary):
    address, glossary = ruled
    compendium = open_glossary(glossary)
    entry = compendium.entry("harbour/rulings/anchored-in-storm", "it")
    page = tab(f"{address}it/{entry.name}/")
    for form in FORMATS:
        wanted = {str(n): compendium.quote(entry, form, [n]) for n in (1, 2)}
        assert page.evaluate("form => compendium.quotations(form)", form) == wanted


def test_the_language_switch_takes_question_and_answer_along(tab, ruled):
    page = tab(f"{ruled[0]}it/harbour/rulings/storm-hits/#2")
    page.locator('.cp-switch a[hreflang="es"]').click()
    page.wait_for_url("**/es/harbour/rulings/storm-hits/#2")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_has_no_serious_finding_on_pages_of_rulings(tab, ruled, scheme):
    from axe_playwright_python.sync_playwright import Axe

    page = tab(f"{ruled[0]}it/", color_scheme=scheme, reduced_motion="reduce")
    paths = ("tired-sailor/", "anchored-in-storm/", "lamp/", "")
    for path in (*(f"it/harbour/rulings/{path}" for path in paths), "es/harbour/rulings/lamp/", "it/harbour/storm/"):
        page.goto(f"{ruled[0]}{path}")
        found = Axe().run(page).response["violations"]
        assert [one["id"] for one in found if one["impact"] in ("serious", "critical")] == [], path


def test_no_page_of_rulings_scrolls_sideways_on_a_phone(tab, ruled):
    page = tab(f"{ruled[0]}it/", viewport=PHONE, has_touch=True, is_mobile=True)
    for path in ("it/harbour/rulings/", "es/harbour/rulings/lamp/", "it/harbour/storm/"):
        page.goto(f"{ruled[0]}{path}")
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), path


# -- every kind of page, every kind of reader ---------------------------------------------------------------------


def kinds_of_pages(folder):
    """One page of each kind: every page of the top levels, a few entries, a card."""
    pages = ["404.html", "it/marvel-champions/ally/", "it/marvel-champions/attack-enemy-activation/"]
    pages += ["es/marvel-champions/overkill/", "uk/marvel-champions/ally/", "it/search/?q=alleato"]
    card = next(iter(sorted(folder.glob("it/marvel-champions/cards/*/index.html"))))
    pages.append(f"{card.parent.relative_to(folder)}/")
    rulings = sorted(folder.glob("it/marvel-champions/rulings/**/index.html"))[:3]
    pages += [f"{path.parent.relative_to(folder)}/" for path in rulings]
    pages += [f"{path.parent.relative_to(folder)}/" for path in sorted(folder.glob("it/index.html"))]
    pages += [f"{path.parent.relative_to(folder)}/" for path in sorted(folder.glob("it/*/index.html"))]
    pages += [f"{path.parent.relative_to(folder)}/" for path in sorted(folder.glob("uk/index.html"))]
    return list(dict.fromkeys(pages))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_has_no_serious_finding(tab, base, folder, scheme):
    from axe_playwright_python.sync_playwright import Axe

    # The palette changes softly: what is half way is no colour of ours.
    page = tab(base, color_scheme=scheme, reduced_motion="reduce")
    page.wait_for_url("**/it/")
    findings = []
    for path in kinds_of_pages(folder):
        page.goto(f"{base}{path}")
        if "?q=" in path:
            page.locator(".cp-told, .cp-hit").first.wait_for()
        found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
        findings += [
            f"{path}: {one['id']}: {node['html'][:160]} {node['failureSummary'][:200]}"
            for one in found
            if one["impact"] in ("serious", "critical")
            for node in one["nodes"][:3]
        ]
    assert findings == []


def test_axe_finds_nothing_in_what_the_scripts_open(tab, base):
    from axe_playwright_python.sync_playwright import Axe

    page = tab(f"{base}it/marvel-champions/ally/")
    search(page, "attacc")
    opened = [Axe().run(page).response["violations"]]
    page.keyboard.press("Escape")
    page.locator(".cp-copy").first.click()
    opened.append(Axe().run(page).response["violations"])
    page.keyboard.press("Escape")
    page.locator(".cp-text a.cp-link").first.hover()
    page.locator(".cp-preview").wait_for()
    opened.append(Axe().run(page).response["violations"])
    assert [one["id"] for found in opened for one in found if one["impact"] in ("serious", "critical")] == []


def test_no_page_scrolls_sideways_on_a_phone(tab, base, folder):
    page = tab(base, viewport=PHONE, has_touch=True, is_mobile=True)
    page.wait_for_url("**/it/")
    wide = []
    for path in kinds_of_pages(folder):
        page.goto(f"{base}{path}")
        width = page.evaluate("document.documentElement.scrollWidth")
        if width > PHONE["width"]:
            wide.append((path, width))
    assert wide == []


def test_dark_and_light(tab, base):
    def darkness(page):
        colour = page.evaluate("getComputedStyle(document.body).backgroundColor")
        return sum(int(part) for part in re.findall(r"\d+", colour)[:3])

    page = tab(f"{base}it/marvel-champions/ally/", color_scheme="dark")
    assert darkness(page) < 200
    page.locator(".cp-theme").first.click()
    assert darkness(page) > 600
    page.goto(f"{base}it/")
    assert darkness(page) > 600  # the choice is remembered
    assert darkness(tab(f"{base}it/marvel-champions/ally/", color_scheme="light")) > 600


def test_every_page_has_the_strict_policy(folder):
    for path in sorted(folder.rglob("*.html")):
        text = path.read_text(encoding="utf-8")
        policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', text)
        assert policy, path
        assert "default-src 'none'; script-src 'self'; style-src 'self';" in html.unescape(policy.group(1))
        assert "unsafe" not in policy.group(1)
        assert not re.search(r"<script(?![^>]*\b(?:src=|type=\"application/(?:ld\+)?json\"))", text), path
        assert not re.search(r"<[^>]+\s(?:on\w+|style)=", re.sub(r'"[^"]*"', '""', text)), path


def test_from_a_folder_without_a_server(tab, folder):
    start = folder.absolute().as_uri()
    page = tab(f"{start}/index.html", locale="uk-UA", permissions=["clipboard-read", "clipboard-write"])
    page.wait_for_url("**/uk/index.html")
    assert search(page, "союзниками")[0].startswith("Союзник")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url("**/uk/marvel-champions/ally/index.html*")
    assert page.locator("h1").first.inner_text() == "Союзник"
    assert copied(page, 1, "link") == "https://compendium.example/uk/marvel-champions/ally/1/"
    assert "index.html" not in copied(page, 2, "markdown")
    link = page.locator(".cp-text a.cp-link").first
    link.hover()
    page.locator(".cp-preview").wait_for()
    link.click()
    page.wait_for_url("**/index.html*")
    assert page.locator("article.cp-entry").count() == 1
    page.locator("form.cp-search input").first.fill("посіпакою")
    page.keyboard.press("Enter")
    page.wait_for_url("**/uk/search/index.html?q=*")
    page.locator(".cp-title a, .cp-hit-title").first.click()
    page.wait_for_url("**/uk/marvel-champions/minion/index.html*")
    neutral = tab(f"{start}/marvel-champions/ally/index.html", locale="es-ES")
    neutral.wait_for_url("**/es/marvel-champions/ally/index.html")


def test_reading_works_without_script(tab, base):
    page = tab(f"{base}it/marvel-champions/ally/#3", java_script_enabled=False)
    assert page.locator('[id="3"]').is_visible()
    assert page.locator(".cp-copy").first.is_hidden()
    page.locator(".cp-text a.cp-link").first.click()
    assert page.locator("article.cp-entry h1").is_visible()


def test_without_a_browser_the_run_says_so(monkeypatch):
    monkeypatch.delenv("COMPENDIUM_CHROMIUM", raising=False)
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.setenv("CI", "")
    with pytest.raises(pytest.skip.Exception, match="NO BROWSER"):
        chromium()
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="NO BROWSER"):
        chromium()


def test_labels_of_the_scripts_are_complete():
    for language in LANGUAGES.values():
        assert list(language.scripts.forms) == ["link", *FORMATS]
        assert all(language.scripts._asdict().values())
        assert json.dumps(language.scripts)
