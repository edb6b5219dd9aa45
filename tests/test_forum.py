"""What a forum regular is promised: quotations that say what they are, and links that last."""

import io
import itertools
import re

import pytest

from compendium_cli.alignment import counterparts
from compendium_cli.compendium import open_compendium
from compendium_cli.context import answers_to, items_below, question_of, rule_above
from compendium_cli.languages import LANGUAGES, language
from compendium_cli.model import QUOTATION_FORMS, StatementKind
from conftest import HARBOUR, harbour_with_rulings, write_glossary
from documents import PAGES
from readers import read, seen

CALLED = {StatementKind.EXAMPLE, StatementKind.NEWER, StatementKind.NOTE, StatementKind.ERRATUM}


@pytest.fixture(scope="module")
def ruled_folder(tmp_path_factory):
    """The made-up glossary with rulings, in order."""
    folder = harbour_with_rulings(tmp_path_factory.mktemp("ruled"))
    compendium = open_compendium(folder)
    compendium.format()
    compendium.confirm()
    compendium.close()
    return folder


@pytest.fixture(scope="module")
def ruled(ruled_folder):
    """That glossary, opened."""
    compendium = open_compendium(ruled_folder)
    yield compendium
    compendium.close()


def statements(compendium):
    return [(entry, said) for entry in compendium.entries() for said in entry.statements]


def lines(compendium, entry, form, numbers):
    """Return what a reader of a markup sees of a quotation, line by line."""
    return read(form, compendium.quote(entry, form, numbers)).lines


# -- a quotation says what it is -------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", QUOTATION_FORMS)
def test_an_example_an_erratum_and_a_newer_rule_are_called_so_and_nothing_else_is(ruled, form):
    seen_kinds = set()
    for entry, said in statements(ruled):
        labels = language(entry.lang).labels
        (shown,) = [line for line in lines(ruled, entry, form, [said.n]) if line.endswith(seen(said.text))]
        before = shown.removesuffix(seen(said.text))
        seen_kinds.add(said.kind)
        if said.kind is StatementKind.NEWER:
            assert labels.callouts["newer"] in before
            assert said.edition in before
        elif said.kind is StatementKind.ERRATUM:
            assert said.section in before
        elif said.kind in CALLED:
            assert labels.callouts[str(said.kind)] in before
        else:
            assert not any(label in before for label in labels.callouts.values())
        short = ruled.quote(entry, form, [said.n], inline=True)
        assert before.strip() in "\n".join(read(form, short, block=False).lines)
    assert seen_kinds >= {StatementKind.NEWER, StatementKind.EXAMPLE, StatementKind.ERRATUM, StatementKind.ITEM}


def test_all_of_an_entry_says_the_same_of_each(run, ruled_folder):
    told = run("quote", "anchor", "--lang", "es", "--all", "--as", "plain", glossary=ruled_folder).out.splitlines()
    assert "Edición más reciente (it-2): La edición 2 quita esa protección." in told
    assert not any(line.startswith("Edición") for line in told[:3])


@pytest.mark.parametrize("form", QUOTATION_FORMS)
def test_every_quotation_names_game_and_edition(ruled, form):
    for entry, said in statements(ruled):
        game = ruled.games()[entry.game].name(entry.lang)
        for numbers in ([], [said.n]):
            whole = "\n".join(lines(ruled, entry, form, numbers))
            short = "\n".join(read(form, ruled.quote(entry, form, numbers, inline=True), block=False).lines)
            assert f"{game} · {language(entry.lang).labels.edition} {ruled.edition_name(entry)}" in whole
            assert f"{game} · {language(entry.lang).labels.edition} {entry.edition}" in short


@pytest.mark.parametrize("form", QUOTATION_FORMS)
def test_a_case_comes_with_its_rule_an_answer_with_its_question_a_list_with_its_items(ruled, form):
    joined = 0
    for entry, said in statements(ruled):
        around = [other for other in (rule_above(entry, said), question_of(entry, said)) if other]
        around += answers_to(entry, said)
        around += items_below(entry, said) if said.text.endswith(":") else []
        shown = lines(ruled, entry, form, [said.n])
        together = sorted((said, *around), key=entry.statements.index)
        places = [next(i for i, line in enumerate(shown) if line.endswith(seen(one.text))) for one in together]
        assert places == sorted(set(places))
        joined += bool(around)
    assert joined >= 4


def test_a_case_has_its_subject(run):
    told = run("quote", "anchor#4", "--as", "plain").out
    assert told.index("Durante la tempesta una nave ancorata") < told.index("Il faro non cambia nulla")


def test_the_ground_of_a_ruling_is_called_what_it_is(tmp_path, open_glossary):
    """A ruling of an older edition may rest on what is told of the newer one."""
    folder = harbour_with_rulings(tmp_path)
    rulings = folder / "harbour" / "rulings.yml"
    rulings.write_text(rulings.read_text("utf-8").replace("[storm#2], ed", "[anchor#1], ed"), "utf-8")
    anchor = folder / "harbour" / "es" / "anchor.md"
    anchor.write_text(anchor.read_text("utf-8").replace("same: {1: 1}", "same: {2: 2, 3: 1}"), "utf-8")
    compendium = open_glossary(folder)
    compendium.format()
    compendium.confirm()
    ruling = compendium.entry("harbour/rulings/storm-hits", "es")
    for form in QUOTATION_FORMS:
        shown = "\n".join(lines(compendium, ruling, form, []))
        assert "Edición más reciente (it-2): La edición 2 quita esa protección." in shown


# -- ranges ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "numbers"),
    [
        ("anchor#2", (2,)),
        ("anchor#2,5", (2, 5)),
        ("anchor#1-2,7", (1, 2, 7)),
        ("anchor#2-5", (2, 4, 5)),
        ("anchor#5-2", (2, 4, 5)),
        ("anchor#2-2", (2,)),
        ("anchor#2,2,1-2", (2, 1)),
        ("anchor#^1-^2", (1, 2)),
        ("ancora #1-2", (1, 2)),
        ("it:anchor#1-2", (1, 2)),
        ("harbour/anchor#1-2", (1, 2)),
        ("https://compendium.example/it/harbour/anchor/#1-2", (1, 2)),
        ("cards/vecchia-ancora#1-3", (1, 2, 3)),
    ],
)
def test_ranges_quote_what_there_is_between_their_ends(harbour, name, numbers):
    assert harbour.quotation(name, "plain", lang=None).statements == numbers


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("anchor#3", "has no statement 3 any more"),
        ("anchor#3-5", "has no statement 3 any more"),
        ("anchor#1-9", "has no statement 9"),
        ("anchor#0-2", "has no statement 0"),
        ("anchor#1-1000", "1-1000 are too many statements: a range has at most 500"),
        ("anchor#1-999999", "too many statements"),
        ("nothing#1-2", "no entry is called 'nothing#1'"),
    ],
)
def test_ends_that_are_not_there_are_told(run, name, why):
    told = run("quote", name)
    assert (told.status, told.out) == (1, "")
    assert why in told.err


@pytest.mark.parametrize(
    "name", ["anchor#", "anchor#1-", "anchor#-2", "anchor#1,", "anchor#1--2", "anchor#a-b", f"anchor#{10**8}"]
)
def test_what_is_no_range_is_no_traceback(run, name):
    assert run("quote", name).status in {0, 1}


def test_a_range_is_one_quotation_in_the_order_of_the_entry(run):
    told = run("quote", "anchor#5-6,1", "--as", "plain").out.splitlines()
    assert [line.split()[0] for line in told[1:4]] == ["Una", "1.", "2."]
    assert told[0] == "Ancorare/ancora"
    assert sum(line.startswith("— ") for line in told) == 1


# -- posts -----------------------------------------------------------------------------------------------------------

GUARD = "---\nedition: {edition}\n---\n# Guardia\n\n{text} ^1\n"
BOTH = {
    "game/it/a.md": GUARD.format(edition="it-1", text="Chi fa la guardia protegge il capo dagli attacchi di tutti."),
    "game/es/a.md": GUARD.format(edition="es-1", text="Quien hace guardia protege al jefe de los ataques de todos."),
    "game/it/b.md": "---\nedition: it-1\n---\n# Scudo\n\nLo scudo è una carta che para un colpo. ^1\n",
    "other/game.yml": "names: {it: Altro}\npublisher: x\ncurrent: it-1\neditions:\n"
    '  it-1: {language: it, document: Regole, version: "1"}\nrights: Made up.\n',
    "other/concepts.yml": "shield: {kind: rule}\n",
    "other/it/shield.md": "---\nedition: it-1\n---\n# Scudo\n\nUn altro scudo. ^1\n",
}


@pytest.fixture(scope="module")
def both_folder(tmp_path_factory):
    """A glossary in which a word is a title in two languages, and another one in two games."""
    return write_glossary(tmp_path_factory.mktemp("both"), BOTH)


@pytest.fixture(scope="module")
def both(both_folder):
    """That glossary, opened."""
    compendium = open_compendium(both_folder)
    yield compendium
    compendium.close()


POSTS = {
    "it": "Secondo me qui vale la regola della ((guardia)) e non si può attaccare il capo.",
    "es": "Creo que aquí vale la regla de la ((guardia)) y no se puede atacar al jefe.",
}


@pytest.mark.parametrize("locale", ["it_IT.UTF-8", "es_ES.UTF-8", "C.UTF-8"])
@pytest.mark.parametrize("lang", POSTS)
@pytest.mark.parametrize("form", QUOTATION_FORMS)
def test_terms_are_quoted_in_the_language_of_the_post_whatever_the_locale_says(both, monkeypatch, locale, lang, form):
    monkeypatch.setenv("LANG", locale)
    assert f"/{lang}/game/a/" in both.quote_mentions(POSTS[lang], form).text
    other = "es" if lang == "it" else "it"
    assert f"/{other}/game/a/" in both.quote_mentions(POSTS[lang].replace("((", f"(({other}:"), form).text
    assert f"/{other}/game/a/" in both.quote_mentions(POSTS[lang], form, lang=other).text


def test_what_a_post_quotes_or_shows_as_code_does_not_say_its_language(both):
    code = "`protege al jefe de los ataques de todos los jugadores y de las cartas del rival`"
    assert "/it/game/a/" in both.quote_mentions(f"{POSTS['it']} {code}", "markdown").text


@pytest.mark.parametrize(("locale", "lang"), [("it_IT.UTF-8", "it"), ("es_ES.UTF-8", "es"), ("C.UTF-8", "it")])
def test_a_name_of_several_languages_is_shown_in_the_readers(both_folder, run, monkeypatch, locale, lang):
    monkeypatch.setenv("LANG", locale)
    for name in ("guardia", "Guardia", "guardie" if lang == "it" else "guardias"):
        shown = run("show", name, "--json", glossary=both_folder)
        assert shown.json["lang"] == lang, name
    assert run("show", "scudo", "--json", glossary=both_folder).json["lang"] == "it"
    assert run("show", "es:guardia", "--json", glossary=both_folder).json["lang"] == "es"


def post(run, monkeypatch, text, *words, glossary):
    monkeypatch.setattr("sys.stdin", io.StringIO(text))
    return run("quote", "--stdin", "--as", "plain", *words, glossary=glossary)


def test_a_term_that_may_mean_several_entries_is_told_with_all_of_them(both_folder, run, monkeypatch):
    told = post(run, monkeypatch, "Ho uno ((scudo)) in mano.", glossary=both_folder)
    assert told.status == 0
    (line,) = told.err.splitlines()
    assert {"game/b", "other/shield"} <= set(re.findall(r"[\w/]+", line))
    assert "((scudo)) is " in line
    asked = post(run, monkeypatch, "((scudo))", "--json", glossary=both_folder).json["ambiguous"]
    assert set(asked["scudo"]) == {"game/b", "other/shield"}
    for one in ("((other:scudo))", "((other/scudo))"):
        told = post(run, monkeypatch, f"Ho uno {one} in mano.", glossary=both_folder)
        assert (told.err, "/it/other/shield/" in told.out) == ("", True)
    assert post(run, monkeypatch, "((scudo))", "--game", "other", glossary=both_folder).err == ""


def test_a_term_that_the_language_lacks_is_quoted_in_another_and_told(both_folder, run, monkeypatch):
    told = post(run, monkeypatch, "Creo que aquí vale la regla del ((scudo)) y nada más.", glossary=both_folder)
    assert "((scudo)) has no entry in 'es'; quoted in 'it'" in told.err
    asked = post(run, monkeypatch, "((es:scudo))", "--json", glossary=both_folder).json
    assert asked["lacking"] == {"es:scudo": "it"}
    told = run("quote", "game/scudo", "--lang", "es", "--as", "plain", glossary=both_folder)
    assert (told.status, told.err) == (0, "compendium: La voce manca in spagnolo: eccola in italiano.\n")


def test_what_is_unknown_costs_itself_alone(run, monkeypatch):
    text = "((ancora)) ((anchor#1-9999)) ((anchor#3)) ((anchor#99)) ((xx:ancora)) ((ruling:no)) (( )) ((tempesta))"
    told = post(run, monkeypatch, text, glossary=HARBOUR)
    assert told.status == 1
    assert "Ancorare/ancora («" in told.out
    assert "Tempesta («" in told.out
    for term in ("((anchor#1-9999))", "((anchor#3))", "((anchor#99))", "((ruling:no))", "(( ))"):
        assert term in told.out
    assert told.err.count("left as it is") >= 4


@pytest.mark.parametrize("form", QUOTATION_FORMS)
def test_ranges_rulings_and_languages_may_be_named_in_a_post(ruled, form):
    text = "Vale questo:\n\n((anchor#1-2))\n\ne in spagnolo\n\n((es:anchor))\n\ncome dice\n\n((ruling:storm-hits))\n"
    quoted = ruled.quote_mentions(text, form)
    assert quoted.unknown == ()
    for part in (("anchor#1-2", "it"), ("anchor", "es"), ("rulings/storm-hits", "it")):
        assert ruled.quotation(part[0], form, lang=part[1]).text in quoted.text


# -- the page --------------------------------------------------------------------------------------------------------


def addresses(compendium):
    """Return every address that a link may have, with what it leads to."""
    for entry in compendium.entries():
        yield entry, None, compendium.url(entry)
        for said in entry.statements:
            yield entry, said, compendium.url(entry, said.n)


def a_number_is_given_once(folder, run, **_):
    """A statement goes away, another one comes: it gets a number of its own, and the old link says what happened."""
    path = folder / "harbour" / "it" / "storm.md"
    text = path.read_text("utf-8").replace("Ogni nave non ancorata subisce 2 danni. ^2", "Una regola nuova.")
    path.write_text(text.replace("---\n#", "retired: [2]\n---\n#"), "utf-8")
    run("fmt", glossary=folder)
    assert "Una regola nuova. ^3" in path.read_text("utf-8")
    shown = run("show", "https://compendium.example/it/harbour/storm/#2", glossary=folder)
    assert shown.out.startswith("La regola 2 non esiste più")
    assert run("quote", "storm#2", glossary=folder).status == 1


def numbers_belong_to_a_language(compendium, **_):
    """No address leads to a rule that says something else."""
    game = compendium.games()["harbour"]
    for (entry, said, url), lang in itertools.product(addresses(compendium), LANGUAGES):
        if said is None:
            continue
        found = compendium.look_up(url, lang=lang)
        if found.entry.lang == entry.lang:
            assert (found.entry, found.statement) == (entry, said.n)
        elif found.statement is None:
            assert found.unmatched == said.n
            assert not counterparts(entry, said.n, found.entry, game)
        else:
            assert found.statement in counterparts(entry, said.n, found.entry, game)


def without_a_language_a_link_opens_in_each_readers(compendium, monkeypatch, **_):
    for entry in compendium.entries("it"):
        neutral = compendium.url_in_any_language(entry)
        for lang in compendium.titles(entry.name):
            monkeypatch.setenv("COMPENDIUM_LANG", lang)
            assert compendium.look_up(neutral).entry.lang == lang or entry.redirects_to
    monkeypatch.setenv("COMPENDIUM_LANG", "es")
    assert compendium.look_up("https://compendium.example/harbour/storm/#2").statement == 1


def a_renamed_entry_keeps_its_old_links(compendium, run, folder, **_):
    found = compendium.look_up("https://compendium.example/it/harbour/tempest/#2")
    assert (found.entry.concept, found.statement) == ("storm", 2)
    assert run("link", "tempest#2", "--lang", "it", glossary=folder).out.endswith("/it/harbour/storm/#2\n")


def a_ruling_has_a_link_of_its_own(compendium, run, folder, **_):
    url = "https://compendium.example/it/harbour/rulings/storm-hits/"
    assert run("link", "ruling:storm-hits", "--lang", "it", glossary=folder).out == f"{url}\n"
    ruling = compendium.look_up(url).entry
    assert [said.kind for said in ruling.statements] == [StatementKind.QUESTION, StatementKind.ANSWER]
    assert [said.n for said in ruling.statements] == [1, 2]
    path = folder / "harbour" / "it" / "storm.md"
    path.write_text(path.read_text("utf-8").replace("2 danni", "3 danni"), "utf-8")
    for words in (("show", url), ("quote", url, "--as", "plain")):
        shown = run(*words, glossary=folder)
        assert shown.status == 0
        assert language("it").labels.states["needs-look"] in " ".join(shown.out.split())


def what_is_quoted_is_what_the_link_leads_to(compendium, **_):
    for entry, said, url in addresses(compendium):
        numbers = [said.n] if said else []
        assert compendium.look_up(url).statement == (said.n if said else None)
        for form in QUOTATION_FORMS:
            assert url in compendium.quote(entry, form, numbers)
            assert url in compendium.quote(entry, form, numbers, inline=True)


PROMISES = {
    "A number is given once.": a_number_is_given_once,
    "Numbers belong to a language.": numbers_belong_to_a_language,
    "Without a language, a link opens in each reader's": without_a_language_a_link_opens_in_each_readers,
    "A renamed entry keeps its old links.": a_renamed_entry_keeps_its_old_links,
    "A ruling has a link of its own": a_ruling_has_a_link_of_its_own,
    "What is quoted is what the link leads to.": what_is_quoted_is_what_the_link_leads_to,
}


@pytest.mark.parametrize("promise", PROMISES)
def test_what_the_page_promises_of_links_is_so(promise, tmp_path, open_glossary, run, monkeypatch):
    folder = harbour_with_rulings(tmp_path)
    compendium = open_glossary(folder)
    compendium.format()
    compendium.confirm()
    PROMISES[promise](folder=folder, compendium=compendium, run=run, monkeypatch=monkeypatch)


def test_the_page_promises_nothing_else_of_links():
    page = (PAGES / "for-forums.md").read_text(encoding="utf-8")
    promised = page.partition("## What a link promises")[2].partition("\n**")[0]
    assert re.findall(r"(?m)^- \*\*(.*?)\*\*", promised) == list(PROMISES)


@pytest.mark.slow
def test_every_link_is_an_address_of_the_site(ruled, ruled_folder, build_site):
    site = build_site("--glossary", ruled_folder)
    for entry, said, url in addresses(ruled):
        path = url.removeprefix("https://compendium.example/").partition("#")[0]
        page = (site / path / "index.html").read_text(encoding="utf-8")
        assert said is None or f'id="{said.n}"' in page, url
        neutral = ruled.url_in_any_language(entry).removeprefix("https://compendium.example/")
        assert (site / neutral / "index.html").is_file()
