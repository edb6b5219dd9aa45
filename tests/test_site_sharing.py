"""What a link shows where it is shared: a page for each statement, title, text and picture of every page."""

import html
import re

import pytest
from test_site_rulings import write_rulings

from compendium_cli.languages import LANGUAGES
from compendium_cli.links import parse_name
from compendium_cli.model import StatementKind
from compendium_cli.site.gathering import gather
from compendium_cli.site.sharing import PICTURE_SIZE, PICTURES, picture_of, preview_path, previews
from conftest import HARBOUR

BASE = "https://compendium.example/"
ROOT = HARBOUR.parents[2]
SHIPPED_PICTURES = {path.name for path in (ROOT / "site" / PICTURES).glob("*.png")}


@pytest.fixture(scope="module")
def built(build_site):
    return build_site("--strict", "--glossary", HARBOUR)


@pytest.fixture(scope="module")
def told(shipped):
    """The small pages of the shipped glossary by path."""
    return {preview.path: preview for preview in previews(gather(shipped), SHIPPED_PICTURES)}


def told_by(text: str) -> dict[str, str]:
    """What a page tells those who unfold links."""
    found = {}
    for tag in re.findall(r"<meta [^>]+>", text):
        content = re.search(r'content="([^"]*)"', tag)
        for name in re.findall(r'(?:name|property)="([^"]*)"', tag):
            found.setdefault(name, html.unescape(content[1]))
    return found


def test_every_statement_has_a_page_that_leads_to_it(built, harbour):
    for lang in harbour.languages():
        for entry in harbour.entries(lang):
            for n in [*(statement.n for statement in entry.statements if statement.n), *entry.retired]:
                text = (built / preview_path(entry, n) / "index.html").read_text(encoding="utf-8")
                assert f'<link rel="canonical" href="{harbour.url(entry)}">' in text
                assert f'<noscript><meta http-equiv="refresh" content="0; url=../#{n}"></noscript>' in text
                assert f'<a class="cp-onward" href="../#{n}">' in text
                assert told_by(text)["og:url"] == f"{BASE}{preview_path(entry, n)}"


def test_its_title_and_text_are_those_of_the_statement(built):
    text = (built / "it/harbour/storm/2/index.html").read_text(encoding="utf-8")
    shown = told_by(text)
    assert shown["og:title"] == "Tempesta #2 · Porto Tempesta"
    assert shown["og:description"] == shown["description"] == "Ogni nave non ancorata subisce 2 danni."
    assert (shown["og:locale"], shown["og:site_name"]) == ("it_IT", "Compendium")
    assert "<p>Ogni nave non ancorata subisce 2 danni.</p>" in text


def test_a_case_is_shown_with_its_rule_and_whole(shipped, told):
    """What it is read with comes first and is cut where there is no room; the statement itself never is."""
    for lang in shipped.languages():
        for entry in shipped.entries(lang):
            for statement in entry.statements:
                if statement.n:
                    shown = told[preview_path(entry, statement.n)]
                    own = " ".join(statement.text.split())
                    assert own in " ".join(shown.description.split())
                    assert shown.said[-1 if statement.kind is StatementKind.ANSWER else 0]
    case = told["it/marvel-champions/ability/11/"]
    assert len(case.said) == 2
    assert case.description.startswith("• Obbligatorie.")


def test_a_note_says_that_it_is_one(shipped, told):
    notes = [
        (entry, statement)
        for entry in shipped.entries("es")
        for statement in entry.statements
        if statement.n and statement.kind is StatementKind.NEWER
    ]
    assert notes
    for entry, statement in notes:
        label = LANGUAGES["es"].labels.callout(statement.kind, statement.edition)
        assert f"{label}: " in told[preview_path(entry, statement.n)].description


def test_the_answer_of_a_ruling_is_shown_with_its_question(build_site, tmp_path):
    built = build_site("--strict", "--glossary", write_rulings(tmp_path / "glossary"))
    page = next(path for path in sorted(built.glob("it/harbour/rulings/*/2/index.html")))
    shown = told_by(page.read_text(encoding="utf-8"))["og:description"]
    assert re.search(r"\? .+", shown)


def test_former_and_retired_addresses_last(shipped, told):
    site = gather(shipped)
    renamed = [
        (lang, game, old, new)
        for game in site.games.values()
        for old, new in game.renamed.items()
        for lang in site.titles(f"{game.id}/{new}")
    ]
    for lang, game, old, new in renamed:
        for statement in site.shelves[lang][f"{game.id}/{new}"].statements:
            if statement.n:
                assert told[f"{lang}/{game.id}/{old}/{statement.n}/"].onward == f"../../{new}/#{statement.n}"
    retired = [(entry, n) for entry in site.entries for n in entry.retired]
    for entry, n in retired:
        assert told[preview_path(entry, n)].onward == f"../#{n}"


def test_no_page_gives_way_to_a_preview(harbour):
    site = gather(harbour)
    taken = {"it/harbour/storm/2/"}
    assert taken == {one.path for one in previews(site, ())} - {one.path for one in previews(site, (), taken)}


def test_every_page_says_what_a_link_to_it_shows(built):
    for path in ("it", "it/harbour/storm", "es/harbour", "uk/a-z", "it/about", "harbour/storm", "manual"):
        shown = told_by((built / path / "index.html").read_text(encoding="utf-8"))
        for name in ("og:title", "og:description", "og:url", "og:locale", "og:site_name", "og:type", "og:image"):
            assert shown[name], (path, name)
        assert shown["twitter:card"] == "summary_large_image"
        picture = shown["og:image"].removeprefix(BASE)
        assert (built / picture).is_file()
    assert told_by((built / "it/index.html").read_text(encoding="utf-8"))["og:title"].startswith("Compendium · ")


def test_engines_are_not_told_of_previews(built):
    listed = (built / "sitemap.xml").read_text(encoding="utf-8") + (built / "llms.txt").read_text(encoding="utf-8")
    assert not re.search(r"compendium\.example/\S*/\d+/", listed)


def test_every_shipped_game_has_a_picture_in_each_of_its_languages(shipped):
    site = gather(shipped)
    for lang in LANGUAGES:
        assert f"{lang}.png" in SHIPPED_PICTURES
    for lang in site.languages:
        for game in site.games_of(lang):
            picture = picture_of(site, SHIPPED_PICTURES, lang, game.id)
            assert picture.address == f"{BASE}{PICTURES}{lang}-{game.id}.png"
            assert game.name(lang) in picture.alt


def test_pictures_have_their_size_and_little_weight():
    files = sorted((ROOT / "site" / PICTURES).glob("*.png"))
    assert sum(path.stat().st_size for path in files) < 2_000_000
    for path in files:
        head = path.read_bytes()[:24]
        assert head[:8] == b"\x89PNG\r\n\x1a\n"
        assert (int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big")) == PICTURE_SIZE


@pytest.mark.parametrize(
    ("address", "named"),
    [
        ("it/harbour/storm/2/", ("storm", "it", 2)),
        ("it/harbour/cards/vecchia-ancora/3", ("cards/vecchia-ancora", "it", 3)),
        ("es/harbour/rulings/storm-hits/1/", ("rulings/storm-hits", "es", 1)),
        ("it/harbour/cards/3/", ("cards/3", "it", None)),
        ("it/harbour/2/", ("2", "it", None)),
    ],
)
def test_commands_understand_the_address_of_a_statement(address, named):
    parsed = parse_name(BASE + address, {"harbour"}, {"it", "es"})
    assert (parsed.text, parsed.lang, parsed.statement) == named
