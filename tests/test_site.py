"""The built site: addresses, what pages say, what is safe, light and the same twice. The browser has its own tests."""

import gzip
import html
import json
import os
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET
from datetime import UTC, datetime
from html.parser import HTMLParser
from pathlib import Path
from typing import ClassVar
from urllib.parse import urljoin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compendium_cli.compendium import open_compendium
from compendium_cli.exports.as_json import entry_json
from compendium_cli.languages import LANGUAGES
from compendium_cli.quotation_forms import FORMATS
from compendium_cli.site import history, listings
from compendium_cli.site.addresses import relative, root_from
from compendium_cli.site.alphabet import by_letter, letter_of, sort_key
from compendium_cli.site.checking import check_site
from compendium_cli.site.concept_map import lay_out
from compendium_cli.site.edits import Edits, edits_of
from compendium_cli.site.entry_pages import entry_page, report_link
from compendium_cli.site.gathering import gather, written_date
from compendium_cli.site.statements import first_sentence, statements_html
from compendium_cli.site.theme_style import needed
from conftest import HARBOUR, write_glossary

ROOT = HARBOUR.parents[2]
BASE = "https://compendium.example/"


@pytest.fixture(scope="module")
def built(build_site):
    return build_site("--strict", "--glossary", HARBOUR)


@pytest.fixture(scope="module")
def gathered(harbour):
    return gather(harbour, "mailto:x@example.org?subject={title}&body={url}")


def page(site: Path, path: str) -> str:
    return (site / path / "index.html").read_text(encoding="utf-8")


def body(title: str, text: str, lang_line: str = "edition: it-1") -> str:
    return f"---\n{lang_line}\n---\n# {title}\n\n{text}\n"


# -- order -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lang", "ordered"),
    [
        ("uk", ["Агент", "Гора", "Ґава", "Дім", "Ельф", "Єнот", "Зима", "Ирій", "Ірис", "Їжак", "Йод", "Яма"]),
        ("es", ["Nube", "Ñandú", "Oso"]),
        ("es", ["ánimo", "Ataque", "Ataque enemigo", "Ataques"]),
        ("it", ["À la carte", "Abile", "Zeta"]),
        ("it", ["10 carte", "A"]),
        ("uk", ["Обеліск", "Об'єкт", "Обжинки"]),
    ],
)
def test_each_language_has_its_own_alphabetical_order(lang, ordered):
    mixed = ordered[::-1]
    assert sorted(mixed, key=lambda text: sort_key(text, lang)) == ordered


def test_titles_stand_under_their_letter():
    assert [letter_of(title, "uk") for title in ("Їжак", "«Є»", "10", "X")] == ["Ї", "Є", "#", "#"]
    assert [letter_of(title, "es") for title in ("Ñandú", "Élite")] == ["Ñ", "E"]
    assert by_letter(["b", "1", "A", "я"], str, "it") == [("#", ["1", "я"]), ("A", ["A"]), ("B", ["b"])]


def test_every_letter_of_an_alphabet_is_its_own():
    for language in LANGUAGES.values():
        assert [letter_of(letter, language.code) for letter in language.alphabet] == list(language.alphabet)


# -- addresses -------------------------------------------------------------------------------------------------------


PATHS = st.builds(
    lambda parts, end: "".join(f"{part}/" for part in parts) + end,
    st.lists(st.sampled_from(["it", "es", "ally", "cards"]), max_size=4),
    st.sampled_from(["", "a.json"]),
)


@given(page=PATHS, target=PATHS, fragment=st.sampled_from(["", "#2"]))
def test_a_relative_link_leads_where_it_should(page, target, fragment):
    assert urljoin(BASE + page, relative(page, target + fragment)) == BASE + target + fragment


def test_links_are_relative():
    assert relative("it/harbour/anchor/", "es/harbour/anchor/#2") == "../../../es/harbour/anchor/#2"
    assert relative("", "it/") == "it/"
    assert relative("it/", "") == "../"
    assert root_from("it/harbour/cards/vecchia-ancora/") == "../../../../"


def test_every_address_of_the_contract_is_there(built, harbour):
    for entry in harbour.entries():
        assert (built / entry.lang / entry.game / entry.concept / "index.html").is_file()
        assert (built / entry.game / entry.concept / "index.html").is_file()
        text = page(built, f"{entry.lang}/{entry.game}/{entry.concept}")
        assert f'<link rel="canonical" href="{harbour.url(entry)}">' in text
        for statement in entry.statements:
            assert f'id="{statement.n}" data-n="{statement.n}"' in text


def test_address_without_language_offers_all_languages_in_order(built):
    text = page(built, "harbour/anchor")
    assert re.findall(r'<a href="([^"]+)" hreflang="(\w+)"', text) == [
        ("../../it/harbour/anchor/", "it"),
        ("../../es/harbour/anchor/", "es"),
        ("../../uk/harbour/anchor/", "uk"),
    ]


def test_renamed_ids_lead_on(built):
    for path, target in (("harbour/tempest", "../storm/"), ("uk/harbour/tempest", "../storm/")):
        text = page(built, path)
        assert f'<a class="cp-moved" href="{target}">' in text
        assert f'url={target}"' in text
    # What a language lacks has a page that leads to the languages that have it.
    assert "cp-moved" not in page(built, "es/harbour/crew")


def test_what_a_language_lacks_has_a_page_that_leads_to_the_others(built):
    text = page(built, "es/harbour/crew")
    assert '<html lang="es">' in text
    assert '<meta name="robots" content="noindex">' in text
    assert f'<link rel="canonical" href="{BASE}it/harbour/crew/">' in text
    main = text[text.index("<main") :]
    assert re.search(r'<a href="../../../it/harbour/crew/" hreflang="it" lang="it"[^>]*><small>Italiano</small>', main)
    # It comes before anything else that is offered.
    assert main.index("Esta entrada aún no existe") < main.index("cp-elsewhere") < main.index("cp-tiles")
    assert "es/harbour/crew/" not in (built / "sitemap.xml").read_text(encoding="utf-8")


def test_every_game_has_an_address_of_no_language(built):
    text = page(built, "harbour")
    assert re.findall(r'<a href="([^"]*)" hreflang="(\w+)"', text) == [
        ("../it/harbour/", "it"),
        ("../es/harbour/", "es"),
        ("../uk/harbour/", "uk"),
    ]


def test_guides_games_and_languages_are_found_from_every_start_page(built):
    start = page(built, "it")
    for path in ("../for-players/", "../for-forums/", "../for-maintainers/", "../for-developers/", "../?languages"):
        assert f'href="{path}"' in start, path
    assert '<li><a href="../">Porto Tempesta</a></li>' in page(built, "it/harbour/anchor")
    assert "<title>Compendium · Le regole" in start
    assert '<meta property="og:title" content="Compendium · Le regole' in start


def test_pages_of_no_entry_say_nothing_of_entries_that_languages_lack(built):
    for path, told in (("it", "non ha questa voce"), ("manual", "has no such entry")):
        assert told not in page(built, path).partition("<main")[0]


def test_an_entry_links_its_data(built):
    assert '<a href="../../../api/it/harbour/anchor.json">Dati (JSON)</a>' in page(built, "it/harbour/anchor")


class Outline(HTMLParser):
    """Whether elements end where they should, and no id comes twice."""

    VOID: ClassVar = {"br", "circle", "hr", "img", "input", "line", "link", "meta", "path", "rect"}

    def __init__(self):
        super().__init__()
        self.opened, self.ids, self.faults = [], set(), []

    def handle_starttag(self, tag, attributes):
        names = [name for name, _ in attributes]
        self.faults += [f"{tag} has {name} twice" for name in set(names) if names.count(name) > 1]
        own = dict(attributes).get("id")
        if own in self.ids:
            self.faults.append(f"two of {own}")
        self.ids |= {own} - {None}
        if "p" in self.opened and tag in {"div", "ul", "ol", "p", "h2", "table", "pre", "section", "nav"}:
            self.faults.append(f"{tag} in p")
        if tag not in self.VOID:
            self.opened.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in self.VOID:
            self.opened.pop()

    def handle_endtag(self, tag):
        if tag not in self.VOID and (not self.opened or self.opened.pop() != tag):
            self.faults.append(f"stray end of {tag}")


def test_every_page_is_well_formed(built):
    for path in sorted(built.rglob("*.html")):
        outline = Outline()
        outline.feed(path.read_text(encoding="utf-8"))
        assert (outline.faults, outline.opened) == ([], []), path


def test_the_theme_s_style_is_left_out_where_no_page_has_it(built):
    (path,) = (built / "assets/stylesheets").glob("main.*.css")
    style = path.read_text(encoding="utf-8")
    assert len(gzip.compress(style.encode())) < 9_000
    assert ".md-nav" not in style
    assert ".md-typeset table" in style
    assert ".md-typeset .admonition" in style
    assert ".keys" not in style
    assert ".keys" in needed(".md-typeset .keys{top:0}", ["pymdownx.keys"])


# -- an entry --------------------------------------------------------------------------------------------------------


def test_an_entry_follows_the_agreed_shape(built):
    text = page(built, "it/harbour/anchor")
    assert '<html lang="it">' in text
    for wanted in (
        'data-entry="harbour/anchor" data-game="harbour" data-concept="anchor" data-lang="it" data-edition="it-2"',
        'data-source="Porto Tempesta · edizione it-2 (Regolamento, 2)" data-url="https://compendium.example/it/harbour/anchor/"',
        "<h1>Ancorare/ancora</h1>",
        'In inglese: <span lang="en">Drop Anchor</span>',
        "in vigore dal 1 gennaio 2026",
        '<div class="cp-statement cp-item" id="2" data-n="2" data-marker="•">',
        '<li value="2"><div class="cp-statement cp-step" id="6" data-n="6" data-marker="2.">',
        '<a class="cp-link" href="../storm/">tempesta</a>',
        '<div class="cp-callout cp-callout-example" role="note"><p class="cp-callout-name">Esempio</p>',
        '<button class="cp-copy" type="button" data-n="7">',
    ):
        assert wanted in text, wanted


def test_lists_are_nested_as_they_are_written(harbour):
    shelf = {entry.name: entry for entry in harbour.entries("it")}
    text = statements_html(shelf["harbour/anchor"], shelf)
    outline = re.sub(r"<(?!/?(?:ul|ol|li|h2)\b)[^>]*>|[^<>]+(?=<|$)", "", text)
    assert re.sub(r" [^>]*(?=>)", "", outline) == ("<ul><li><ul><li></li></ul></li></ul><ol><li></li><li></li></ol>")


def test_see_also_citations_and_languages(built):
    text = page(built, "it/harbour/anchor")
    see_also = text[text.index('class="cp-see-also"') : text.index("</article>")]
    assert re.findall(r">([^<]+)</a>", see_also) == ["Tempesta", "Ormeggio"]
    cited = text[text.index('class="cp-cited-by"') : text.index("</section>")]
    assert "Vecchia Ancora" in cited[cited.index("Citata dalle carte") :]
    assert "Vecchia Ancora" not in cited[: cited.index("Citata dalle carte")]
    assert '<a class="cp-link" href="../../../uk/harbour/anchor/" hreflang="uk" lang="uk">Якір</a>' in text
    crew = page(built, "it/harbour/crew")
    assert crew.count("non ha questa voce") == 4  # twice beside the text, twice in the switch


def test_an_older_edition_says_so_and_whether_the_newer_differs(built):
    anchor, storm = page(built, "es/harbour/anchor"), page(built, "uk/harbour/storm")
    assert "Esta entrada sigue la edición es-1; la actual es la it-2." in anchor
    assert "Lo que cambia la it-2 está señalado en la entrada." in anchor
    assert "Edición más reciente (it-2)" in anchor
    assert "Відмінностей від it-2 ми не позначили." in storm
    assert "cp-older" not in page(built, "it/harbour/storm")


def test_a_retired_number_still_lands_on_the_entry(built):
    text = page(built, "it/harbour/anchor")
    assert '<p class="cp-retired" id="3">La regola 3 non esiste più' in text


def test_the_neighbourhood_is_drawn_with_links(gathered):
    anchor = gathered.shelves["it"]["harbour/anchor"]
    drawing = str(entry_page(anchor, gathered).drawing)
    ET.fromstring(drawing)  # noqa: S314 - our own
    assert 'href="../storm/"' in drawing
    assert 'href="../cards/vecchia-ancora/"' in drawing
    assert "style=" not in drawing


def test_previews_of_links_show_title_and_first_sentence(built):
    text = page(built, "it/harbour/storm")
    assert '<meta property="og:title" content="Tempesta · Porto Tempesta">' in text
    assert '<meta name="description" content="La fase in cui il mare colpisce le navi.">' in text
    assert '<link rel="alternate" hreflang="uk" href="https://compendium.example/uk/harbour/storm/">' in text
    assert '<link rel="alternate" hreflang="x-default" href="https://compendium.example/harbour/storm/">' in text


def test_first_sentence_is_short(shipped):
    sentences = [first_sentence(entry) for entry in shipped.entries()]
    assert all(0 < len(sentence) <= 201 for sentence in sentences)


def test_a_report_carries_entry_and_address(gathered):
    entry = gathered.shelves["it"]["harbour/cards/vecchia-ancora"]
    link = report_link(gathered.report_url, entry, "https://x.example/?a&b")
    assert link == (
        "mailto:x@example.org?subject=Problema%20con%20harbour%2Fcards%2Fvecchia-ancora%20%28it%29"
        "&body=https%3A%2F%2Fx.example%2F%3Fa%26b"
    )
    assert report_link("", entry, "https://x.example/") == ""


def test_dates_are_written_as_each_language_does():
    day = datetime(2026, 3, 1, tzinfo=UTC)
    assert [written_date(day, LANGUAGES[code]) for code in ("it", "es", "uk", "en")] == [
        "1 marzo 2026",
        "1 de marzo de 2026",
        "1 березня 2026 р.",
        "1 March 2026",
    ]


# -- finding ---------------------------------------------------------------------------------------------------------


def test_lists_hold_every_entry(built, harbour):
    for lang in harbour.languages():
        text = page(built, f"{lang}/a-z")
        for entry in harbour.entries(lang):
            assert f'href="../harbour/{entry.concept}/"' in text
    assert '<h2 id="zone">Area</h2>' in page(built, "it/kinds")
    cards = page(built, "it/cards")
    assert cards.index("Set Base") < cards.index("Vecchia Ancora")
    assert not (built / "es/cards").exists()


def test_the_map_is_the_same_each_time_and_nothing_lies_upon_another():
    names = tuple(f"n{number}" for number in range(60))
    links = frozenset((f"n{a}", f"n{(a * 7 + 3) % 60}") for a in range(60))
    places = lay_out(names, links)
    assert places == lay_out.__wrapped__(names, frozenset(sorted(links)))
    points = list(places.values())
    nearest = min(((a.x - b.x) ** 2 + (a.y - b.y) ** 2) ** 0.5 for i, a in enumerate(points) for b in points[:i])
    assert nearest > 20
    assert all(0 < value < 1000 for point in points for value in point)
    assert lay_out((), frozenset()) == {}
    assert len(lay_out(("one",), frozenset())) == 1


def test_parity_says_what_is_missing(built):
    text = page(built, "uk/parity")
    assert "Бракує" in text
    assert ">5/5<" in text  # Italian has every concept
    assert 'lang="it" hreflang="it">Equipaggio</a>' in text


def test_changes_come_from_git(tmp_path):
    glossary = tmp_path / "glossary"
    shutil.copytree(HARBOUR, glossary)
    assert history.changes_of(tmp_path / "nowhere") == {}
    environment = {
        **os.environ,
        "GIT_AUTHOR_DATE": "2026-02-03T10:00:00+02:00",
        "GIT_COMMITTER_DATE": "2026-02-03T10:00:00+02:00",
        "GIT_CONFIG_GLOBAL": os.devnull,
    }
    who = ["-c", "user.name=x", "-c", "user.email=x@example.org"]
    for words in (["init", "-q"], ["add", "-A"], [*who, "commit", "-q", "-m", "all"]):
        subprocess.run(["git", *words], cwd=tmp_path, check=True, env=environment)
    changes = history.changes_of(glossary)
    assert changes["harbour/uk/storm.md"] == datetime(2026, 2, 3, 8, tzinfo=UTC)
    assert history.newest(changes) == datetime(2026, 2, 3, 8, tzinfo=UTC)


def commit(folder, day, message):
    environment = {
        **os.environ,
        "GIT_AUTHOR_DATE": f"{day}T10:00:00+00:00",
        "GIT_COMMITTER_DATE": f"{day}T10:00:00+00:00",
        "GIT_CONFIG_GLOBAL": os.devnull,
    }
    who = ["-c", "user.name=x", "-c", "user.email=x@example.org"]
    for words in (["init", "-q"], ["add", "-A"], [*who, "commit", "-q", "-m", message]):
        subprocess.run(["git", *words], cwd=folder, check=True, env=environment)


def test_the_page_of_changes_says_which_statements_changed(tmp_path):
    glossary = tmp_path / "glossary"
    shutil.copytree(HARBOUR, glossary)
    commit(tmp_path, "2026-02-03", "all")
    storm = glossary / "harbour/it/storm.md"
    text = storm.read_text(encoding="utf-8")
    storm.write_text(re.sub(r"[^\n]*\^1\n", "Tutt'altra cosa. ^1\n", text, count=1), encoding="utf-8")
    commit(tmp_path, "2026-02-04", "one rule")
    # What happens on one day is told together: it began with the last day's text.
    text = storm.read_text(encoding="utf-8").replace("\n**Vedi anche", "\nUna regola nuova. ^9\n\n**Vedi anche", 1)
    storm.write_text(re.sub(r"[^\n]*\^2\n", "", text, count=1), encoding="utf-8")
    commit(tmp_path, "2026-02-04", "another, and one gone")
    compendium = open_compendium(glossary)
    site = gather(compendium)
    entries = list(site.shelves["it"].values())
    edits = edits_of(site, entries)
    assert edits["harbour/it/storm.md"] == Edits(added=(9,), changed=(1,), gone=(2,))
    assert edits["harbour/it/anchor.md"].is_new
    newest = listings.recent_changes(site, "it", "it/changes/").sections[0]
    assert [link.title for link in newest.links] == ["Tempesta"]
    said = [(part.what, [one.href for one in part.where]) for part in newest.links[0].told]
    assert said == [
        ("nuove: ", ["../harbour/storm/#9"]),
        ("cambiate: ", ["../harbour/storm/#1"]),
        ("tolte: ", ["../harbour/storm/#2"]),
    ]
    compendium.close()


def test_without_a_whole_history_nobody_says_what_changed(tmp_path):
    assert history.versions_of(tmp_path, {"a.md": history.Change(datetime.now(UTC), "0" * 40, "0" * 40)}) == {}


def test_the_date_of_a_build_can_be_given(monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    assert history.newest({}) == datetime(1970, 1, 1, tzinfo=UTC)


# -- data ------------------------------------------------------------------------------------------------------------


def test_the_api_gives_what_show_gives(built, harbour):
    entry = harbour.entry("harbour/anchor", "it")
    given = json.loads((built / "api/it/harbour/anchor.json").read_text(encoding="utf-8"))
    assert given == json.loads(json.dumps(entry_json(harbour, entry)))
    index = json.loads((built / "api/index.json").read_text(encoding="utf-8"))
    assert index["counts"] == {"it": 6, "es": 2, "uk": 2}
    entries = json.loads((built / "api/entries.json").read_text(encoding="utf-8"))["entries"]
    for brief in entries:
        assert (built / brief["json"].removeprefix(BASE)).is_file()
    games = json.loads((built / "api/games.json").read_text(encoding="utf-8"))["games"]
    assert games["harbour"]["renamed"] == {"tempest": "storm"}


def test_feed_and_sitemap_are_well_formed(shipped_site):
    for lang in ("it", "es", "uk"):
        feed = shipped_site / lang / "feed.xml"
        if feed.exists():  # there is none where git knows nothing of the glossary
            entries = ET.parse(feed).getroot().findall("{http://www.w3.org/2005/Atom}entry")  # noqa: S314
            assert 0 < len(entries) <= 50
    sitemap = ET.parse(shipped_site / "sitemap.xml").getroot()  # noqa: S314
    addresses = [url[0].text for url in sitemap]
    assert f"{BASE}uk/marvel-champions/ally/" in addresses
    assert all((shipped_site / address.removeprefix(BASE) / "index.html").is_file() for address in addresses)


def test_llms_txt_lists_every_entry(built, harbour):
    text = (built / "llms.txt").read_text(encoding="utf-8")
    assert all(f"({harbour.url(entry)})" in text for entry in harbour.entries())


# -- safe ------------------------------------------------------------------------------------------------------------

HOSTILE = """\
Testo <script>alert(1)</script> e <img src=x onerror=alert(2)> e `<b>`. ^1

- [clic](javascript:alert(3)) e [dati](data:text/html,x) e [fuori](https://example.org/?a="b"&c) ^2
- **<svg onload=alert(4)>** &lt;script&gt; "virgolette" 'apici' {{ 7*7 }} {% raw %} ^3

| a | b |
| - | - |
| <script>alert(5)</script> | [x](b.md) |

^4

**Vedi anche:** [<i>B</i>](b.md)
"""


@pytest.fixture(scope="module")
def hostile(tmp_path_factory, build_site):
    title = '"><script>alert(0)</script>'
    glossary = write_glossary(
        tmp_path_factory.mktemp("hostile"),
        {
            "game/game.yml": "names: {it: 'Gioco <script>', es: Juego}\npublisher: '<b>x</b>'\ncurrent: it-1\n"
            "editions:\n  it-1: {language: it, document: '\"><script>', version: '1'}\nrights: '</p><script>'\n",
            "game/it/a.md": body(title.replace("<", "\\<"), HOSTILE),
            "game/it/b.md": body("B", "Una regola. ^1\n\n**Vedi anche:** [A](a.md)"),
        },
    )
    return build_site("--glossary", glossary)


def test_hostile_text_is_only_text(hostile):
    allowed = re.compile(r'<script (?:defer )?src="[./]*assets/[\w/-]+\.js"></script>')
    for path in hostile.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        assert "<script" not in allowed.sub("", text), path
        for tag in re.findall(r"<[a-zA-Z][^<>]*>", text):
            assert not re.search(r"""\s(?:on\w+|style)\s*=""", re.sub(r'"[^"]*"', '""', tag)), tag
            assert not re.search(r'(?:href|src|action)="\s*(?:javascript|data|vbscript):', tag, re.IGNORECASE), tag
    text = page(hostile, "it/game/a")
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text
    assert "{{ 7*7 }}" in html.unescape(text)
    assert 'href="https://example.org/?a=%22b%22&amp;c" rel="noopener nofollow"' in text
    assert "<td>&lt;script&gt;alert(5)&lt;/script&gt;</td>" in text


def test_pages_load_nothing_from_elsewhere(shipped_site):
    for path in ("it/marvel-champions/ally", "manual", "uk/map", "es", "marvel-champions/ally"):
        text = page(shipped_site, path)
        assert 'http-equiv="Content-Security-Policy"' in text
        loaded = re.findall(
            r'<(?:script|img|iframe)[^>]+src="([^"]+)"|<link rel="(?:stylesheet|icon)" href="([^"]+)"', text
        )
        assert loaded
        assert not [address for pair in loaded for address in pair if "//" in address]
    for style in (shipped_site / "assets").rglob("*.css"):
        assert not re.search(r"url\(\s*['\"]?(?:https?:)?//", style.read_text(encoding="utf-8")), style.name


# -- the whole -------------------------------------------------------------------------------------------------------


def test_every_link_and_anchor_leads_somewhere(shipped_site):
    report = check_site(shipped_site)
    assert report.broken == ()
    assert report.pages > 1400
    assert report.links > 50_000
    assert report.anchors > 6_000


def test_entry_pages_are_light(shipped_site, shipped):
    for entry in shipped.entries():
        raw = (shipped_site / entry.lang / entry.game / entry.concept / "index.html").read_bytes()
        assert len(raw) <= 40_000, entry.name
        assert len(gzip.compress(raw)) <= 15_000, entry.name


def test_the_same_glossary_gives_the_same_bytes(built, build_site):
    again = build_site("--strict", "--glossary", HARBOUR)
    files = {path.relative_to(built): path.read_bytes() for path in sorted(built.rglob("*")) if path.is_file()}
    assert files == {path.relative_to(again): path.read_bytes() for path in sorted(again.rglob("*")) if path.is_file()}


def test_the_shipped_site_speaks_one_language_a_page(shipped_site):
    for lang in ("it", "es", "uk"):
        for path in (shipped_site / lang).rglob("index.html"):
            assert f'<html lang="{lang}">' in path.read_text(encoding="utf-8")[:400]


def test_broken_links_are_found(tmp_path):
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "index.html").write_text(
        '<p id="1"><a href="#1">x</a><a href="#2">x</a><a href="../b/">x</a><a href="../">x</a>'
        '<a href="https://example.org/">x</a><img src="x.png"></p>&lt;a href="no"&gt;',
        encoding="utf-8",
    )
    (tmp_path / "index.html").write_text('<a href="a/#1">x</a>', encoding="utf-8")
    report = check_site(tmp_path)
    assert [(broken.link, broken.why) for broken in report.broken] == [
        ("#2", "no such place in that page"),
        ("../b/", "no such page"),
        ("x.png", "no such page"),
    ]
    assert (report.pages, report.links, report.anchors, report.outside) == (2, 6, 3, 1)


def test_build_refuses_a_folder_that_holds_something_else(run, tmp_path):
    (tmp_path / "precious.txt").write_text("mine", encoding="utf-8")
    result = run("build", "--site-dir", tmp_path)
    assert result.status == 2
    assert "is not empty and was not made by this program" in result.err
    assert (tmp_path / "precious.txt").is_file()


def test_build_says_in_one_line_what_is_wrong(run, tmp_path):
    result = run("build", "--site-dir", tmp_path / "out", glossary=tmp_path / "nowhere")
    assert result.status == 2
    assert result.err.startswith("compendium: cannot read the glossary")
    assert result.err.count("\n") == 1


def test_strict_counts_problems_of_the_glossary(run, tmp_path):
    glossary = write_glossary(tmp_path / "glossary", {"game/it/a.md": body("A", "Una regola senza numero.")})
    lax = run("build", "--site-dir", tmp_path / "out", glossary=glossary)
    strict = run("build", "--site-dir", tmp_path / "out", "--strict", glossary=glossary)
    assert (lax.status, strict.status) == (0, 2)
    assert "problems in the glossary; see: compendium lint" in strict.err


@pytest.mark.parametrize("game", ["map", "it", "api"])
def test_no_game_takes_the_address_of_a_page(run, tmp_path, game):
    glossary = write_glossary(tmp_path / "glossary", {"game/it/a.md": body("A", "Una regola. ^1")})
    (glossary / "game").rename(glossary / game)
    result = run("build", "--site-dir", tmp_path / "out", glossary=glossary)
    assert result.status == 2
    assert result.err.count("\n") == 1


def test_another_base_address_is_carried_everywhere(run, tmp_path):
    result = run("build", "--site-dir", tmp_path / "out", "--base-url", "https://rules.example.org/x", "--json")
    assert result.json["broken"] == []
    text = page(tmp_path / "out", "it/harbour/anchor")
    assert 'data-url="https://rules.example.org/x/it/harbour/anchor/"' in text
    assert "compendium.example" not in text
    assert "mailto:" not in text


@pytest.mark.parametrize(
    ("environment", "address"), [({}, BASE), ({"COMPENDIUM_BASE_URL": "https://x.example"}, "https://x.example/")]
)
def test_mkdocs_alone_takes_the_users_address_before_that_of_mkdocs_yml(tmp_path, environment, address):
    command = [sys.executable, "-m", "mkdocs", "build", "-q", "--strict", "-d", str(tmp_path / "out")]
    (tmp_path / "mkdocs.yml").write_text(
        f"INHERIT: {ROOT / 'mkdocs.yml'}\ndocs_dir: {ROOT / 'site/pages'}\n"
        f"theme: {{name: material, custom_dir: {ROOT / 'site/overrides'}}}\n"
        f"plugins: [{{compendium: {{glossary: {HARBOUR}}}}}]\n",
        encoding="utf-8",
    )
    done = subprocess.run(command, cwd=tmp_path, env={**os.environ, **environment}, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    assert f'<link rel="canonical" href="{address}it/harbour/crew/">' in page(tmp_path / "out", "it/harbour/crew")


@pytest.mark.parametrize("address", ["nonsense", "127.0.0.1:99999", "127.0.0.1:65536", "127.0.0.1"])
def test_serve_wants_an_address(run, address):
    result = run("serve", "--address", address)
    assert result.status == 2
    assert "127.0.0.1:8080" in result.err


@pytest.mark.parametrize("epoch", ["99999999999999999999", "tomorrow", "1e9"])
def test_a_date_that_is_none_is_told_in_one_line(start, tmp_path, epoch):
    words = ["build", "--site-dir", tmp_path / "site", "--glossary", HARBOUR]
    result = start(*words, env={"SOURCE_DATE_EPOCH": epoch})
    assert result.status == 2
    assert result.err.startswith("compendium: SOURCE_DATE_EPOCH is ")
    assert result.err.count("\n") == 1


def test_every_form_of_a_quotation_has_a_name_for_the_copy_menu():
    for language in LANGUAGES.values():
        assert set(language.scripts.forms) == {"link", *FORMATS}
