"""Rulings on the site: a page each, lists of them, and their place beside what they rest on."""

import csv
import json
import re
import shutil
import xml.etree.ElementTree as ET
from datetime import UTC, datetime

import pytest

from compendium_cli.compendium import open_compendium
from compendium_cli.confirming import confirm
from compendium_cli.exports.as_anki import export_anki
from compendium_cli.exports.as_json import entry_json
from compendium_cli.exports.as_jsonl import export_jsonl
from compendium_cli.exports.as_skos import export_skos
from compendium_cli.exports.as_tbx import export_tbx
from compendium_cli.languages import LANGUAGES
from compendium_cli.parity import parity
from compendium_cli.reading.folder import read_glossary
from compendium_cli.site import listings
from compendium_cli.site.checking import check_site
from compendium_cli.site.concept_map import layouts, map_svg
from compendium_cli.site.data_files import data_files, feed
from compendium_cli.site.entry_pages import entry_page
from compendium_cli.site.gathering import gather
from compendium_cli.site.overview import parity_page
from compendium_cli.site.pages import made_pages, menu
from compendium_cli.site.refreshing import stale_since
from compendium_cli.site.statements import description_of
from conftest import HARBOUR, RULING_TEXTS, RULINGS_YML, write_glossary

BASE = "https://compendium.example/"
#: One that needs a new look and names what it does not rest on, and two that editions decide in different ways.
RULINGS = RULINGS_YML.replace(
    "[anchor#1, storm#2], editions: [it-2]", "[anchor#1], editions: [it-2], otherwise: moored"
)
RULINGS += """\
lamp: {verdict: depends, because: [lighthouse#1, cards/vecchia-ancora#3], editions: [it-2]}
moored: {verdict: "yes", because: [anchor@es-1#2], editions: [es-1], otherwise: anchored-in-storm}
"""
MORE_TEXTS = {
    "it/rulings/lamp": "# Luce\n\n**Il faro \\<b\\>protegge?** ^1\n\n"
    "Dipende. Chiedi all'[equipaggio](../crew.md). ^2\n",
    "es/rulings/lamp": "# Luz\n\n**¿El faro protege?** ^1\n\nDepende. Es un lugar. ^2\n",
    "es/rulings/moored": "# Amarrado\n\n**¿Me protege el ancla?** ^1\n\nSí. Recibe 1 daño menos. ^2\n",
}


def write_rulings(folder):
    """Copy the made-up glossary and give it rulings, confirmed but for one."""
    shutil.copytree(HARBOUR, folder)
    listed = folder / "harbour" / "rulings.yml"
    listed.write_text(RULINGS, encoding="utf-8")
    for name, text in {**RULING_TEXTS, **MORE_TEXTS}.items():
        path = folder / "harbour" / f"{name}.md"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    confirm(folder, (), None)
    lines = listed.read_text(encoding="utf-8").splitlines()
    listed.write_text(
        "".join(re.sub(r'^(lamp: .*confirmed: ")\w+', r"\g<1>000000000000", line) + "\n" for line in lines),
        encoding="utf-8",
    )
    return folder


@pytest.fixture(scope="module")
def ruled(tmp_path_factory):
    return write_rulings(tmp_path_factory.mktemp("ruled") / "glossary")


@pytest.fixture(scope="module")
def compendium(ruled):
    with open_compendium(ruled) as opened:
        yield opened


@pytest.fixture(scope="module")
def site(compendium):
    return gather(compendium)


@pytest.fixture(scope="module")
def unruled(harbour):
    """The same glossary without rulings."""
    return gather(harbour)


@pytest.fixture(scope="module")
def built(ruled, build_site):
    return build_site("--strict", "--glossary", ruled)


def page(built, path):
    return (built / path / "index.html").read_text(encoding="utf-8")


def words(text):
    return " ".join(re.sub(r"<[^>]+>", " ", text).split())


def texts(site):
    return [entry for entry in site.entries if entry.is_ruling]


# -- a ruling ----------------------------------------------------------------------------------------------------------


def test_every_address_of_a_ruling_is_there_and_every_link_leads_somewhere(built, site, compendium):
    sitemap = [url[0].text for url in ET.parse(built / "sitemap.xml").getroot()]  # noqa: S314 - our own
    for entry in texts(site):
        text = page(built, f"{entry.lang}/{entry.name}")
        assert f'<link rel="canonical" href="{compendium.url(entry)}">' in text
        assert f'<link rel="alternate" hreflang="x-default" href="{BASE}{entry.name}/">' in text
        assert compendium.url(entry) in sitemap
        for n in (1, 2):
            assert f'id="{n}" data-n="{n}"' in text
            assert f'<button class="cp-copy" type="button" data-n="{n}">' in text
        assert (built / entry.name / "index.html").is_file()
    assert f"{BASE}it/harbour/rulings/" in sitemap
    assert check_site(built).broken == ()


def test_a_ruling_shows_verdict_question_answer_and_what_proves_it_in_this_order(built):
    text = page(built, "it/harbour/rulings/tired-sailor").partition("<main")[2]
    shown = [
        "<h1>Marinaio stanco</h1>",
        '<p class="cp-verdict cp-verdict-no">No</p>',
        "<strong>Un marinaio esaurito lavora?</strong>",
        "No. È esaurito.",
        '<h2 id="cp-because">Perché</h2>',
        '<a class="cp-link" href="../../crew/#2">Equipaggio #2</a> <small>edizione it-2</small>',
        "<blockquote>Un marinaio esaurito non può lavorare; guarda anche la ",
        '<a class="cp-link" href="../../storm/">Tempesta</a>.</blockquote>',
    ]
    places = [text.index(part) for part in shown]
    assert places == sorted(places)
    assert '<a href="../../">Porto Tempesta</a> <span aria-hidden="true">›</span> <a href="../">Decisioni</a>' in text


def test_what_is_no_yes_or_no_has_no_verdict(built):
    assert "cp-verdict" not in page(built, "it/harbour/rulings/storm-hits")
    assert '<p class="cp-verdict cp-verdict-depends">Depende</p>' in page(built, "es/harbour/rulings/lamp")


def test_a_ground_that_the_language_lacks_is_quoted_in_another_and_says_so(built):
    text = page(built, "es/harbour/rulings/lamp")
    assert (
        '<a class="cp-link" href="../../../../it/harbour/lighthouse/#1" lang="it" hreflang="it">Faro (luogo) #1</a>'
        " <small>edición it-2 · Italiano</small>" in text
    )
    assert re.search(r'<blockquote lang="it">Il luogo .*href="../../../../it/harbour/storm/">Tempesta</a>', text)
    assert (
        "lang="
        not in page(built, "es/harbour/rulings/storm-hits").partition('id="cp-because"')[2].partition("</sec")[0]
    )


@pytest.mark.parametrize(
    ("path", "said"),
    [
        (
            "it/harbour/rulings/tired-sailor",
            'Superata: ora vale «<a class="cp-link" href="../anchored-in-storm/">Ancorati nella tempesta</a>».',
        ),
        ("it/harbour/rulings/lamp", "Da riconfermare: dopo l&#39;ultima conferma"),
        (
            "es/harbour/rulings/moored",
            'Otra edición lo decide de otro modo: «<a class="cp-link" href="../../../../it/harbour/rulings/anchored-',
        ),
    ],
    ids=["superseded", "needs-look", "otherwise"],
)
def test_a_ruling_that_is_not_simply_in_force_says_so_and_names_the_other(built, path, said):
    assert f'<p class="cp-older" role="note">{said}' in page(built, path)


def test_a_ruling_says_for_which_editions_it_holds_and_is_never_called_older(built, site):
    text = page(built, "es/harbour/rulings/storm-hits")
    assert "Vale para: it-2 (Regolamento, 2) es-1 (Reglamento, 1) uk-1 (Правила, 1)" in words(text)
    assert "cp-older" not in text
    assert "cp-older" in page(built, "es/harbour/storm")
    assert entry_page(site.shelves["es"]["harbour/rulings/storm-hits"], site).notices == ()


@pytest.mark.parametrize(
    ("same", "quoted"),
    [("{1: 1}", ("Ancorare/ancora", 2, "it-2", "Italiano")), ("{1: 1, 3: 2}", ("Anclar, ancla", 3, "it-2", ""))],
    ids=["not told", "told as newer"],
)
def test_what_an_older_edition_tells_of_the_current_one_is_quoted_as_that_ones(tmp_path, open_glossary, same, quoted):
    glossary = write_rulings(tmp_path / "glossary")
    with (glossary / "harbour/rulings.yml").open("a", encoding="utf-8") as file:
        file.write('drift: {verdict: "no", because: [anchor#2], editions: [it-2]}\n')
    text = "# Deriva\n\n**¿Se mueve?** ^1\n\nNo. Está anclado. ^2\n"
    (glossary / "harbour/es/rulings/drift.md").write_text(text, encoding="utf-8")
    (glossary / "harbour/es/rulings/moored.md").unlink()
    anchor = glossary / "harbour/es/anchor.md"
    anchor.write_text(anchor.read_text(encoding="utf-8").replace("{1: 1}", same), encoding="utf-8")
    site = gather(open_glossary(glossary))
    (ground,) = entry_page(site.shelves["es"]["harbour/rulings/drift"], site).proof.grounds
    assert (ground.title, ground.n, ground.edition, ground.language) == quoted
    # The list has the title of its own language, whichever is quoted.
    first = listings.rulings_of(site, "es", "harbour", "es/harbour/rulings/").sections[0]
    assert (first.title, [link.title for link in first.links]) == ("Anclar, ancla", ["Deriva"])


def test_previews_of_a_ruling_show_its_answer(built, site):
    ruling = site.shelves["it"]["harbour/rulings/anchored-in-storm"]
    answer = "Sì. La tempesta danneggia solo le navi non ancorate."
    assert description_of(ruling) == answer
    for path in ("it/harbour/rulings/anchored-in-storm", "harbour/rulings/anchored-in-storm"):
        assert f'<meta name="description" content="{answer}">' in page(built, path)
    long = ruling.statements[1]._replace(text="parola " * 99)
    assert len(description_of(ruling._replace(statements=(ruling.statements[0], long)))) <= 201


def test_a_link_to_question_or_answer_leads_to_the_same_in_another_language(built, run, ruled):
    text = page(built, "it/harbour/rulings/storm-hits")
    assert 'data-counterparts="{&#34;es&#34;:{&#34;1&#34;:1,&#34;2&#34;:2}}"' in text
    assert text.count("non ha questa voce") == 2  # beside the text, and in the switch
    assert 'data-same="{&#34;1&#34;:1,&#34;2&#34;:2}">Español' in page(built, "harbour/rulings/storm-hits")
    address = f"{BASE}it/harbour/rulings/storm-hits/#2"
    assert run("link", address, "--lang", "es", glossary=ruled).out == f"{BASE}es/harbour/rulings/storm-hits/#2\n"


def test_programs_find_the_json_of_every_page(built, site, compendium):
    for entry in (*texts(site), site.shelves["it"]["harbour/storm"]):
        text = page(built, f"{entry.lang}/{entry.name}")
        link = re.search(r'<link rel="alternate" type="application/json" href="([./]+)([^"]+)">', text)
        assert link[2] == f"api/{entry.lang}/{entry.name}.json"
        given = json.loads((built / link[2]).read_text(encoding="utf-8"))
        assert given == json.loads(json.dumps(entry_json(compendium, entry)))


def test_a_text_that_no_line_of_rulings_yml_knows_is_shown_without_a_verdict(tmp_path, open_glossary):
    files = {
        "game/it/a.md": "---\nedition: it-1\n---\n# A\n\nUna regola. ^1\n\n**Vedi anche:** [B](b.md)\n",
        "game/it/rulings/flee.md": "# Fuga\n\n**Posso fuggire?** ^1\n\nNo. Mai. ^2\n",
        "game/rulings.yml": 'stay: {verdict: "no", because: [a#9], editions: [it-1]}\n',
        "game/it/rulings/stay.md": "# Resto\n\n**Posso restare?** ^1\n\nNo. Mai. ^2\n",
    }
    site = gather(open_glossary(write_glossary(tmp_path, files)))
    shelf = site.shelves["it"]
    assert entry_page(shelf["game/rulings/flee"], site).proof is None
    assert entry_page(shelf["game/rulings/stay"], site).proof.grounds == ()
    listed = listings.rulings_of(site, "it", "game", "it/game/rulings/")
    assert [(section.title, [link.title for link in section.links]) for section in listed.sections] == [
        ("#", ["Fuga", "Resto"])
    ]


def test_what_a_ruling_says_is_only_text(built):
    text = page(built, "it/harbour/rulings/lamp")
    assert "<b>" not in text
    assert "Il faro &lt;b&gt;protegge?" in text
    assert "<b>" not in page(built, "it/harbour/rulings")


# -- lists of rulings --------------------------------------------------------------------------------------------------


def test_rulings_are_listed_by_the_entry_that_each_rests_on_first(site):
    listed = listings.rulings_of(site, "it", "harbour", "it/harbour/rulings/")
    assert [(section.title, section.href) for section in listed.sections] == [
        ("Ancorare/ancora", "../anchor/"),
        ("Equipaggio", "../crew/"),
        ("Faro (luogo)", "../lighthouse/"),
        ("Tempesta", "../storm/"),
    ]
    links = [link for section in listed.sections for link in section.links]
    assert [(link.title, link.href, link.note) for link in links] == [
        ("Ancorati nella tempesta", "anchored-in-storm/", "Sì"),
        ("Marinaio stanco", "tired-sailor/", "No · superata"),
        ("Luce", "lamp/", "Dipende · da riconfermare"),
        ("Danni della tempesta", "storm-hits/", ""),
    ]
    assert links[0].question == "Una nave ancorata è al sicuro?"
    assert [letter for letter, _ in listed.letters] == ["A", "E", "F", "T"]


def test_a_list_uses_the_titles_of_its_own_language_where_there_are_any(site):
    listed = listings.rulings_of(site, "es", "harbour", "es/harbour/rulings/")
    assert [section.title for section in listed.sections] == ["Anclar, ancla", "Faro (luogo)", "Tormenta, fase de"]


def test_the_page_of_a_list_shows_questions_and_letters(built):
    text = page(built, "it/harbour/rulings")
    assert "<h1>Decisioni: Porto Tempesta</h1>" in text
    assert '<li><a href="#entry-2">E</a></li>' in text
    assert '<h2 id="entry-2"><a class="cp-link" href="../crew/">Equipaggio</a></h2>' in text
    assert "Un marinaio esaurito lavora?" in text
    assert f'hreflang="es" href="{BASE}es/harbour/rulings/">' in text
    assert not (built / "uk/harbour/rulings/index.html").exists()


def test_menu_start_and_game_page_lead_to_rulings_where_there_are_any(built, site):
    assert ("Decisioni", "it/harbour/rulings/") in [item[:2] for item in menu(site, "it", set())]
    assert not [item for item in menu(site, "uk", set()) if "rulings" in item.path]
    start, game = page(built, "it"), page(built, "it/harbour")
    assert "6 voci · Decisioni: 4" in start
    assert start.count('href="harbour/rulings/"') == 2  # menu and tiles
    assert '6 voci · <a href="rulings/">Decisioni: 4</a>' in game
    assert "rulings/" not in page(built, "uk/harbour")


def test_where_several_games_have_rulings_the_menu_leads_to_a_page_of_games(tmp_path, open_glossary):
    glossary = write_rulings(tmp_path / "glossary")
    shutil.copytree(glossary / "harbour", glossary / "port")
    for path in glossary.glob("port/es/rulings/*"):
        path.unlink()
    site = gather(open_glossary(glossary))
    assert ("Decisioni", "it/rulings/") in [item[:2] for item in menu(site, "it", set())]
    assert ("Resoluciones", "es/harbour/rulings/") in [item[:2] for item in menu(site, "es", set())]
    pages = {page.path: page for page in made_pages(site)}
    (section,) = pages["it/rulings/"].says["listing"].sections
    assert [(link.href, link.note) for link in section.links] == [
        ("../harbour/rulings/", "4"),
        ("../port/rulings/", "4"),
    ]
    assert "es/rulings/" not in pages
    assert {"it/port/rulings/", "it/harbour/rulings/"} < set(pages)
    assert list(pages["it/harbour/rulings/"].alternates) == ["it", "es"]


# -- beside what they rest on ------------------------------------------------------------------------------------------


def test_an_entry_lists_the_rulings_that_rest_on_it_above_what_cites_it(built):
    text = page(built, "it/harbour/storm")
    listed = text[text.index('<details class="cp-ruled"') :].partition("</details>")[0]
    assert words(listed) == "Decisioni 1 Danni della tempesta"
    cited = text[text.index('<section class="cp-cited-by">') :]
    assert text.index(listed) < text.index(cited)
    assert "rulings/" not in cited.partition("</section>")[0]
    assert "Luce Dipende · da riconfermare" in words(page(built, "it/harbour/cards/vecchia-ancora"))


def test_an_entry_that_a_ruling_only_names_lists_nothing(site):
    crew = entry_page(site.shelves["it"]["harbour/crew"], site)
    assert [link.title for link in crew.rulings] == ["Marinaio stanco"]
    assert [link.title for link in crew.cited_by_entries] == ["Ancorare/ancora", "Faro (luogo)"]


def test_lists_of_terms_maps_and_drawings_are_the_same_with_rulings_as_without(site, unruled):
    for lang in site.languages:
        for listing in (listings.a_to_z, listings.by_kind, listings.by_product):
            assert listing(site, lang, f"{lang}/x/") == listing(unruled, lang, f"{lang}/x/")
        assert listings.of_game(site, lang, "harbour", "x/") == listings.of_game(unruled, lang, "harbour", "x/")
        maps = [map_svg(one, lang, "harbour", layouts(one)["harbour"], "x/") for one in (site, unruled)]
        assert maps[0] == maps[1]
    assert layouts(site) == layouts(unruled)
    for entry in unruled.entries:
        assert entry_page(entry, site).drawing == entry_page(entry, unruled).drawing
    assert not entry_page(site.shelves["it"]["harbour/rulings/lamp"], site).drawing


# -- languages in step -------------------------------------------------------------------------------------------------


def test_parity_counts_rulings_apart(ruled, site):
    reports = {report.lang: report for report in parity(read_glossary(ruled)[0])}
    before = {report.lang: report for report in parity(read_glossary(HARBOUR)[0])}
    for lang, report in reports.items():
        assert report._replace(rulings=0, missing_rulings=()) == before[lang]
    assert [(lang, report.rulings, report.missing_rulings) for lang, report in reports.items()] == [
        ("it", 4, ()),
        ("es", 3, ()),
        ("uk", 0, ("storm-hits",)),
    ]
    (table,) = parity_page(site, "it")
    assert [(row.there, row.rulings, row.all_rulings) for row in table.rows] == [(5, 4, 4), (2, 3, 3), (2, 0, 1)]
    assert table.concepts == 5


def test_a_superseded_ruling_and_one_of_other_editions_are_missing_in_no_language(tmp_path):
    glossary = write_rulings(tmp_path / "glossary")
    (glossary / "harbour/it/rulings/tired-sailor.md").unlink()
    (report,) = parity(read_glossary(glossary)[0], lang="it")
    assert (report.rulings, report.missing_rulings) == (3, ())
    (glossary / "harbour/it/rulings/lamp.md").unlink()
    (report,) = parity(read_glossary(glossary)[0], lang="it")
    assert report.missing_rulings == ("lamp",)


def test_a_dead_link_of_a_ruling_dangles_and_its_grounds_do_not(tmp_path):
    glossary = write_rulings(tmp_path / "glossary")
    (report,) = parity(read_glossary(glossary)[0], lang="es")
    assert report.dangling == ()  # lighthouse and the card are not there in Spanish
    text = glossary / "harbour/es/rulings/lamp.md"
    text.write_text(text.read_text(encoding="utf-8").replace("lugar", "[lugar](../lighthouse.md)"), encoding="utf-8")
    (report,) = parity(read_glossary(glossary)[0], lang="es")
    assert report.dangling == (("rulings/lamp", "lighthouse"),)


def test_the_command_and_the_page_tell_it(run, ruled, built):
    (line,) = [line.split() for line in run("parity", glossary=ruled).out.splitlines() if line.startswith("rulings")]
    assert line[1:] == ["4/4", "3/3", "0/1"]
    (found,) = run("parity", "--lang", "uk", "--json", glossary=ruled).json["parity"]
    assert (found["rulings"], found["missing_rulings"]) == (0, ["storm-hits"])
    text = page(built, "it/parity")
    assert '<th scope="col">Decisioni</th>' in text
    assert ">0/1<" in text


def test_a_game_without_rulings_has_no_column_for_them(unruled):
    assert [table.has_rulings for table in parity_page(unruled, "it")] == [False]


# -- data --------------------------------------------------------------------------------------------------------------


def test_a_ruling_is_no_term(compendium, harbour):
    assert export_skos(compendium) == export_skos(harbour)
    assert export_tbx(compendium) == export_tbx(harbour)


def test_a_flash_card_of_a_ruling_has_the_question_in_front_and_the_answer_behind(compendium):
    lines = [line for line in export_anki(compendium).splitlines() if not line.startswith("#")]
    notes = {line[-1]: line for line in csv.reader(lines, delimiter="\t")}
    front, back, tags, *_ = notes["compendium:it:harbour/rulings/anchored-in-storm"]
    assert front == "<b>Una nave ancorata è al sicuro?</b><br><small>decisione</small>"
    assert back.startswith("Sì. La tempesta danneggia solo le navi non ancorate.<br><small><a href=")
    assert tags == "harbour ruling"
    assert "compendium:it:harbour/rulings/tired-sailor" not in notes  # superseded
    only = export_anki(compendium, kinds=["ruling"])
    assert [line for line in only.splitlines() if "harbour ruling" in line] == only.splitlines()[6:]


def test_a_line_of_json_per_ruling(compendium, site):
    lines = [json.loads(line) for line in export_jsonl(compendium).splitlines()]
    assert {(line["lang"], line["entry"]) for line in lines if line["kind"] == "ruling"} == {
        (entry.lang, entry.name) for entry in texts(site)
    }


def test_programs_get_a_list_of_rulings_per_game_and_language(built):
    listed = json.loads((built / "api/it/harbour/rulings.json").read_text(encoding="utf-8"))
    assert (listed["game"], listed["lang"]) == ("harbour", "it")
    assert [ruling["id"] for ruling in listed["rulings"]] == ["anchored-in-storm", "lamp", "storm-hits", "tired-sailor"]
    assert listed["rulings"][1] == {
        "id": "lamp",
        "title": "Luce",
        "question": "Il faro <b>protegge?",
        "verdict": "depends",
        "state": "needs-look",
        "url": f"{BASE}it/harbour/rulings/lamp/",
        "json": f"{BASE}api/it/harbour/rulings/lamp.json",
    }
    index = json.loads((built / "api/index.json").read_text(encoding="utf-8"))
    assert index["rulings"].format(lang="it", game="harbour") == f"{BASE}api/it/harbour/rulings.json"
    assert not (built / "api/uk/harbour/rulings.json").exists()


def test_feed_and_changes_tell_of_rulings(compendium):
    moment = datetime(2026, 1, 1, tzinfo=UTC)
    site = gather(compendium)
    site.changes["harbour/it/rulings/storm-hits.md"] = moment
    assert "<summary>Due danni a nave.</summary>" in feed(site, "it")
    (section,) = listings.recent_changes(site, "it", "it/changes/").sections
    assert [(link.title, link.note) for link in section.links] == [("Danni della tempesta", "decisione")]


def test_llms_txt_lists_rulings_below_the_entries(site):
    text = dict(data_files(site))["llms.txt"]
    italian = text.partition("## Porto Tempesta (Italiano)")[2].partition("\n## ")[0]
    entries, heading, rulings = italian.partition("### Decisioni\n")
    assert heading
    assert ("/rulings/" in entries, rulings.count("/harbour/rulings/")) == (False, 4)


def test_every_language_says_what_a_ruling_needs():
    for language in LANGUAGES.values():
        assert set(language.site.ruling_states) == set(language.labels.states) == {"needs-look", "superseded"}
        assert language.labels.kind("ruling") == language.labels.ruling
        assert language.labels.kind("card") == language.labels.kinds["card"]
        assert "{n}" in language.site.ruling_count


# -- what an edit puts out of date -------------------------------------------------------------------------------------


def stale_after(glossary, path, old, new):
    with open_compendium(glossary) as before:
        was = gather(before)
        file = glossary / "harbour" / path
        text = file.read_text(encoding="utf-8")
        assert old in text
        file.write_text(text.replace(old, new), encoding="utf-8")
        with open_compendium(glossary) as now:
            return stale_since(was, gather(now))


def test_an_edited_ground_shows_on_every_ruling_that_quotes_it(tmp_path):
    glossary = write_rulings(tmp_path / "glossary")
    stale = stale_after(glossary, "es/storm.md", "2 de daño", "3 de daño")
    assert stale.names == {"harbour/storm", "harbour/rulings/storm-hits"}


def test_a_ruling_that_needs_a_new_look_shows_wherever_it_is_listed(tmp_path):
    glossary = write_rulings(tmp_path / "glossary")
    stale = stale_after(glossary, "it/crew.md", "non può lavorare", "lavora")
    assert stale.names == {"harbour/crew", "harbour/rulings/tired-sailor"}  # superseded, and stays so
    stale = stale_after(glossary, "it/anchor.md", "resta ferma", "sta ferma")
    rulings = {"harbour/rulings/anchored-in-storm", "harbour/rulings/moored"}
    assert stale.names == {"harbour/anchor", "harbour/storm", *rulings}


def test_the_title_of_a_ruling_shows_where_another_names_it(tmp_path):
    glossary = write_rulings(tmp_path / "glossary")
    stale = stale_after(glossary, "it/rulings/anchored-in-storm.md", "# Ancorati nella tempesta", "# Ancorati")
    assert {"harbour/anchor", "harbour/rulings/tired-sailor", "harbour/rulings/moored"} <= stale.names
