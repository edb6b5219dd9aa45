"""The site's layout and its ways, in a browser: nothing moves, menus stay on the screen, no address is a dead end."""

from __future__ import annotations

import re
import time

import pytest
from test_site_browser import DESKTOP, PHONE, Tab, base, browser, folder, small, small_site, tab

from compendium_cli.quotation_forms import FORMATS

# Fixtures are known by their names.
__all__ = ["Tab", "base", "browser", "folder", "small", "small_site", "tab"]

pytestmark = pytest.mark.slow

LANDSCAPE = {"width": 844, "height": 390}
TOUCH = {"has_touch": True, "is_mobile": True}
CLIPBOARD = ["clipboard-read", "clipboard-write"]
SHIFTS = """
    window.shifts = 0;
    new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifts += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
"""
LIKE = [
    "it/",
    "it/marvel-champions/ability/",
    "it/marvel-champions/ally/#999",
    "es/marvel-champions/ally/?unmatched=4&from=it",
    "it/search/?q=alleato",
    "it/map/",
    "it/parity/",
    "es/marvel-champions/piercing/",
    "manual/",
]


def late(context):
    """Let every script but the first come late: what is there before them is painted."""

    def wait(route):
        time.sleep(0.2)
        route.continue_()

    context.route(re.compile(r"/assets/(?!theme).*\.js"), wait)


@pytest.mark.parametrize("size", [PHONE, LANDSCAPE, DESKTOP], ids=["phone", "landscape", "desktop"])
def test_nothing_moves_when_the_scripts_arrive(browser, base, size):
    moved = {}
    for path in LIKE:
        context = browser.new_context(viewport=size, locale="it-IT")
        late(context)
        page = context.new_page()
        page.add_init_script(SHIFTS)
        page.goto(f"{base}{path}")
        page.wait_for_timeout(500)
        shifts = page.evaluate("window.shifts")
        if shifts >= 0.02:
            moved[path] = shifts
        context.close()
    assert moved == {}


@pytest.mark.parametrize("size", [PHONE, LANDSCAPE], ids=["phone", "landscape"])
def test_the_copy_menu_stays_on_the_screen_and_beside_its_button(tab, base, size):
    page = tab(f"{base}it/marvel-champions/ability/", viewport=size, **TOUCH)
    page.locator(".cp-copy[aria-label]").first.wait_for()
    strays = page.evaluate(
        """() => {
            const strays = [];
            document.documentElement.style.scrollBehavior = "auto";
            const head = document.querySelector(".cp-header").offsetHeight;
            for (const button of document.querySelectorAll(".cp-copy")) {
                for (const at of [head + 2, innerHeight / 2, innerHeight - 40]) {
                    scrollBy(0, button.getBoundingClientRect().top - at);
                    button.click();
                    const menu = document.querySelector(".cp-copy-menu").getBoundingClientRect();
                    const own = button.getBoundingClientRect();
                    const isIn = menu.right <= innerWidth && menu.bottom <= innerHeight;
                    const isSeen = menu.top >= 0 && menu.left >= 0 && isIn;
                    const gap = Math.max(menu.top - own.bottom, own.top - menu.bottom, own.left - menu.right);
                    if (own.top >= 0 && own.bottom <= innerHeight && (!isSeen || gap < 0 || gap > 10))
                        strays.push([button.dataset.n, at, menu.top, gap]);
                    button.click();
                }
            }
            return strays;
        }"""
    )
    assert strays == []


def test_a_statement_that_never_was_is_said_not_to_be(tab, base):
    page = tab(f"{base}it/marvel-champions/ally/#999")
    told = page.get_by_text("In questa voce non c'è una regola 999.")
    assert told.is_visible()
    page.evaluate("location.hash = '#3'")
    told.wait_for(state="hidden")
    page.evaluate("location.hash = '#998'")
    page.get_by_text("In questa voce non c'è una regola 998.").wait_for()


def test_an_address_that_a_language_lacks_offers_the_same_entry_in_others(tab, base, shipped):
    page = tab(f"{base}es/marvel-champions/piercing/", locale="es-ES", viewport=PHONE, **TOUCH)
    assert page.locator("html").get_attribute("lang") == "es"
    link = page.locator(".cp-elsewhere a").first
    assert link.get_attribute("hreflang") == "it"
    assert shipped.entry("marvel-champions/piercing", "it").title in link.inner_text()
    assert link.bounding_box()["y"] < PHONE["height"] / 2
    assert page.locator("form.cp-search").is_visible()
    link.click()
    page.wait_for_url("**/it/marvel-champions/piercing/")
    # To look at it in another language was no choice of that language.
    page.goto(f"{base}marvel-champions/ally/")
    page.wait_for_url("**/es/marvel-champions/ally/")


def test_the_switch_of_an_entry_leads_to_no_start_page(tab, base):
    page = tab(f"{base}it/marvel-champions/piercing/")
    page.locator('.cp-switch a[hreflang="es"]').click()
    page.wait_for_url("**/es/marvel-champions/piercing/")
    assert page.locator('.cp-elsewhere a[hreflang="it"]').is_visible()


def test_a_game_that_a_language_lacks_is_offered_in_others(tab, base):
    page = tab(f"{base}es/marvel-tcg/")
    page.locator('.cp-elsewhere a[hreflang="it"]').click()
    page.wait_for_url("**/it/marvel-tcg/")


def test_the_lost_page_speaks_the_language_of_the_address(tab, base):
    page = tab(f"{base}es/marvel-champions/piercin/", viewport=PHONE, **TOUCH)
    page.locator(".cp-told").wait_for()
    shown = page.locator(".cp-lost h1:visible")
    assert shown.all_inner_texts() == ["Esta página no existe"]
    section = page.locator('.cp-missing[lang="es"]')
    section.locator(".cp-missing-results a").first.wait_for()
    tops = [
        section.locator(part).first.bounding_box()["y"]
        for part in ("h1", "input", ".cp-missing-results a", ".cp-tiles")
    ]
    assert tops == sorted(tops)
    assert section.locator(".cp-missing-results a").first.bounding_box()["x"] >= 10
    section.locator("input").fill("aliado")
    page.keyboard.press("Enter")
    page.wait_for_url("**/es/search/?q=aliado")


def test_to_look_at_another_language_changes_no_preference(tab, base):
    page = tab(f"{base}it/marvel-champions/ally/")
    page.locator('.cp-beside .cp-languages a[hreflang="uk"]').click()
    page.wait_for_url("**/uk/marvel-champions/ally/")
    assert page.evaluate("localStorage.length") == 0
    page.goto(f"{base}marvel-champions/overkill/")
    page.wait_for_url("**/it/marvel-champions/overkill/")


def test_the_switch_takes_the_question_along(tab, base):
    page = tab(f"{base}it/search/?q=alleato")
    page.locator("form.cp-search input").first.fill("stordito")
    page.wait_for_url("**/it/search/?q=stordito")
    page.locator('.cp-switch a[hreflang="uk"]').click()
    page.wait_for_url("**/uk/search/?q=stordito")


def test_a_statement_without_a_counterpart_is_linked_where_it_stands(tab, small):
    page = tab(f"{small}harbour/anchor/#2", locale="uk-UA")
    page.wait_for_url("**/uk/harbour/anchor/?unmatched=2&from=it")
    page.locator(".cp-unmatched a").click()
    page.wait_for_url("**/it/harbour/anchor/#2")


def test_the_root_offers_languages_and_guides(tab, base):
    page = tab(base, locale="de-DE")
    page.wait_for_load_state()
    assert page.url == base
    assert page.locator(".cp-choose a").count() == 3
    guides = page.locator("main .cp-tiles a")
    assert [one.split("/")[-2] for one in guides.evaluate_all("all => all.map(one => one.href)")] == [
        "for-players",
        "for-forums",
        "for-maintainers",
        "for-developers",
    ]
    # Whoever is sent on finds the way back: to choose.
    page = tab(base)
    page.wait_for_url("**/it/")
    page.get_by_role("link", name="Lingue e guide").first.click()
    page.wait_for_url(f"{base}?languages")
    page.locator('.cp-choose a[hreflang="uk"]').click()
    page.wait_for_url("**/uk/")
    page.goto(base)
    page.wait_for_url("**/uk/")


def test_a_game_has_an_address_of_no_language(tab, base):
    tab(f"{base}marvel-champions/", locale="es-ES").wait_for_url(f"{base}es/marvel-champions/")
    page = tab(f"{base}marvel-champions/", locale="de-DE")
    assert page.locator(".cp-choose a").count() == 3
    assert page.url == f"{base}marvel-champions/"
    # Spanish has no such game, and there is nothing to choose from but Italian.
    page = tab(f"{base}marvel-tcg/", locale="es-ES")
    assert page.locator(".cp-choose a").count() == 1


def test_html_is_copied_as_what_it_looks_like(tab, base):
    page = tab(f"{base}it/marvel-champions/ally/", permissions=CLIPBOARD)
    page.locator('.cp-copy[data-n="3"]').click()
    page.locator('.cp-copy-menu [data-form="html"]').click()
    page.locator(".cp-toast-shown").wait_for()
    rich = page.evaluate("async () => (await (await navigator.clipboard.read())[0].getType('text/html')).text()")
    assert "<blockquote" in rich
    assert "Marvel Champions" in rich


def test_one_tap_on_a_number_copies_its_link(tab, base, shipped):
    page = tab(f"{base}it/marvel-champions/ally/", permissions=CLIPBOARD)
    page.locator('[id="3"] .cp-number[title]').click()
    page.locator(".cp-toast-shown").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == shipped.url(
        shipped.entry("marvel-champions/ally", "it"), 3
    )
    assert page.url.endswith("#3")


def test_a_whole_entry_is_copied_as_the_command_quotes_it(tab, base, shipped):
    entry = shipped.entry("marvel-champions/ally", "it")
    page = tab(f"{base}it/marvel-champions/ally/", permissions=CLIPBOARD)
    numbers = [statement.n for statement in entry.statements]
    for form in FORMATS:
        assert page.evaluate("form => compendium.quotationOfAll(form)", form) == shipped.quote(entry, form, numbers)
    page.locator(".cp-copy-all").click()
    page.locator('.cp-copy-menu [data-form="link"]').click()
    page.locator(".cp-toast-shown").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == shipped.url(entry)


def test_a_preview_loads_one_entry_and_no_index(tab, base):
    page = tab(f"{base}it/marvel-champions/ally/")
    loaded = []
    page.on("response", lambda answer: loaded.append((answer.url, len(answer.body()))))
    page.locator(".cp-text a.cp-link").first.hover()
    page.locator(".cp-preview-kind:not(:empty)").wait_for()
    assert [url for url, _ in loaded if "/assets/answers/" in url or "/assets/engine" in url] == []
    assert sum(size for _, size in loaded) < 60_000


def test_a_finger_that_stays_on_a_link_is_shown_what_it_says(tab, base):
    page = tab(f"{base}it/marvel-champions/ally/", viewport=PHONE, **TOUCH)
    # The link may be broken over two lines.
    box = page.locator(".cp-text a.cp-link").first.evaluate("link => link.getClientRects()[0].toJSON()")
    finger = page.context.new_cdp_session(page)
    place = {"x": box["x"] + 5, "y": box["y"] + 8}
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [place]})
    page.locator(".cp-preview").wait_for()
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_timeout(300)
    assert page.locator(".cp-preview").is_visible()
    assert page.url.endswith("/it/marvel-champions/ally/")
    # A tap is a tap.
    page.locator("h1").tap()
    page.locator(".cp-preview").wait_for(state="hidden")
    page.locator(".cp-text a.cp-link").first.tap()
    page.wait_for_url(lambda url: not url.endswith("/it/marvel-champions/ally/"))


def test_the_map_opens_on_something_and_grows(tab, base):
    page = tab(f"{base}it/map/", viewport=PHONE, **TOUCH)
    view = page.locator(".cp-atlas-view").first
    page.wait_for_function("document.querySelector('.cp-atlas-view').scrollLeft > 0")
    middle = page.evaluate(
        """() => {
            const view = document.querySelector(".cp-atlas-view").getBoundingClientRect();
            const dots = [...document.querySelector(".cp-atlas-view").querySelectorAll("circle")];
            return dots.filter((dot) => {
                const { x, y } = dot.getBoundingClientRect();
                return x > view.left && x < view.right && y > view.top && y < view.bottom;
            }).length;
        }"""
    )
    assert middle > 20
    width = view.locator("svg").bounding_box()["width"]
    page.locator('[data-zoom="in"]').first.tap()
    assert view.locator("svg").bounding_box()["width"] > 1.4 * width
    page.locator('[data-zoom="all"]').first.tap()
    assert view.locator("svg").bounding_box()["width"] <= PHONE["width"]
    assert "parola chiave" in page.locator(".cp-legend").first.inner_text()


def test_figures_of_the_languages_fit_a_phone(tab, base):
    page = tab(f"{base}it/parity/", viewport=PHONE, **TOUCH)
    boxes = page.locator(".cp-parity td[data-label]").evaluate_all(
        "cells => cells.map(cell => cell.getBoundingClientRect()).map(box => [box.left, box.right])"
    )
    assert boxes
    assert all(left >= 0 and right <= PHONE["width"] for left, right in boxes)


def test_a_long_entry_has_an_outline_that_leads_to_its_parts(tab, base):
    page = tab(f"{base}it/marvel-champions/ability/", viewport=PHONE, **TOUCH)
    page.locator(".cp-outline summary").tap()
    links = page.locator(".cp-outline a")
    assert links.count() > 8
    links.get_by_text("Capacità innescata").tap()
    page.wait_for_url("**/#19")
    assert not tab(f"{base}it/marvel-champions/overkill/").locator(".cp-outline").count()


def test_the_head_is_low(tab, base):
    for size, most in (
        (LANDSCAPE, 56),
        ({"width": 667, "height": 375}, 56),
        (PHONE, 115),
        ({"width": 360, "height": 640}, 115),
    ):
        page = tab(f"{base}it/marvel-champions/ally/", viewport=size, **TOUCH)
        page.locator(".cp-theme[aria-label]").wait_for()
        assert page.locator(".cp-header").bounding_box()["height"] <= most, size
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]


def test_paper_ends_where_the_text_ends(tab, base):
    page = tab(f"{base}it/marvel-champions/piercing/")
    paper = page.pdf(format="A4")
    assert len(re.findall(rb"/Type\s*/Page\b", paper)) == 1


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_pages_for_those_who_lost_their_way(tab, base, scheme):
    from axe_playwright_python.sync_playwright import Axe

    page = tab(f"{base}it/", color_scheme=scheme, reduced_motion="reduce", viewport=PHONE)
    paths = ("?languages", "es/marvel-champions/piercing/", "es/marvel-tcg/", "marvel-champions/?languages", "es/none/")
    for path in (*paths, "it/map/", "it/parity/", "it/changes/", "manual/", "it/marvel-champions/ability/"):
        page.goto(f"{base}{path}")
        found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
        assert [(one["id"], one["nodes"][0]["html"][:120]) for one in found] == [], path
