"""Every export is read back by a reader of its format."""

import csv
import html
import json
import re
from collections import defaultdict
from datetime import UTC, datetime
from itertools import combinations

import lxml.html
import pytest
from lxml import etree
from rdflib import Graph, Literal, URIRef
from rdflib.namespace import DC, RDF, SKOS

from compendium_cli.commands.export import FORMATS
from compendium_cli.exports.as_anki import KINDS, export_anki
from compendium_cli.exports.as_jsonl import export_jsonl
from compendium_cli.exports.as_skos import export_skos
from compendium_cli.exports.as_tbx import NAMESPACE, export_tbx
from compendium_cli.site.data_files import feed, llms_txt
from compendium_cli.site.gathering import Gathered
from compendium_cli.text import one_line, printable
from conftest import GAME_YML, TESTS, write_glossary
from readers import seen

TBX = {"t": NAMESPACE}
LANG = "{http://www.w3.org/XML/1998/namespace}lang"
HOSTILE = 'a: {kind: keyword, en: "A <b>\\"&amp; \\\\ n"}\nb: {kind: keyword}\nc: {kind: rule}\n'
HOSTILE_ENTRY = """---
edition: it-1
aliases: ["al\\"ias \\\\ <i>", "due::punti"]
---
# Titolo "con" \\<b\\> & \\\\ barra

Regola con 'apici', "virgolette" \\<script\\>, & e \\\\n. ^1

**Vedi anche:** [B](b.md)
"""


@pytest.fixture
def hostile(tmp_path, open_glossary):
    """A glossary full of what has a meaning in some format."""
    files = {
        "game/concepts.yml": HOSTILE,
        "game/it/a.md": HOSTILE_ENTRY,
        "game/it/b.md": "---\nedition: it-1\n---\n# #B\tb\n\n#hash prima. ^1\n\n**Vedi anche:** [A](a.md)\n",
    }
    return open_glossary(write_glossary(tmp_path / "glossary", files))


ACTING = [
    *("a\nb", "a\x00b", "a\x1b[31mb", "a\uffffb", "a\ufffeb", "a\ud800b", "a\u2028b", "\x0c", "\ufdd0", "\U0001fffe"),
    *('" . <urn:x> <urn:y> "', "\\", '\\"', "<injected/>", "]]>", "<!--", "&amp;", "&#0;", "%", "#", "a\tb"),
    *("[sound:https://evil.example/x.mp3]", "[latex]x[/latex]", "[$]x[/$]", "[$$]x[/$$]", "[anki:play:q:0]"),
    *("[anki:tts lang=en_US]x[/anki:tts]", "{{c1::x}}", "{{Front}}", r"\(x\)", r"\[x\]", "[[type:Front]]", "{{{x}}}"),
    *(
        "<anki-mathjax>x</anki-mathjax>",
        "<img src=x onerror=y>",
        "a::b:::c",
        "[[sound:x.mp3]]",
        "[sound:[sound:x.mp3]]",
    ),
]


class Retold:
    """A compendium whose entries and games say something else, which no file could: exports trust no reader."""

    def __init__(self, compendium, said):
        self._compendium = compendium
        (game,) = compendium.games().values()
        self._games = {
            game.id: game._replace(names={"it": said, "en": said, f"{said}": said}, rights=said, publisher=said)
        }
        entry = compendium.entry("harbour/anchor", "it")
        first = entry.statements[0]._replace(text=said)
        self._entry = entry._replace(title=said, aliases=(f"alias {said}",), statements=(first,), edition=said)

    def __getattr__(self, name):
        return getattr(self._compendium, name)

    def games(self):
        return self._games

    def entries(self, *_):
        return [self._entry]

    def edition_name(self, entry):
        return entry.edition


@pytest.fixture(params=ACTING)
def acting(request, harbour):
    """Something that acts in some format, and a glossary that says nothing else."""
    return request.param, Retold(harbour, request.param)


# -- JSON Lines --------------------------------------------------------------------------------------------------


def test_jsonl_has_an_entry_per_line(run):
    lines = run("export", "--format", "jsonl").out.splitlines()
    assert [json.loads(line) for line in lines] == run("export", "--format", "json").json["entries"]


def test_jsonl_lines_are_never_broken(hostile):
    # U+2028 and its like are line ends to some readers; reading refuses them, so JSON never holds one.
    assert len(export_jsonl(hostile).splitlines()) == len(list(hostile.entries()))


# -- SKOS --------------------------------------------------------------------------------------------------------


def assert_integrity(graph):
    """Check the integrity conditions of the SKOS reference: S9, S13, S14, S27, S37, S46, and that nothing is loose."""
    schemes = set(graph.subjects(RDF.type, SKOS.ConceptScheme))
    concepts = set(graph.subjects(RDF.type, SKOS.Concept))
    collections = set(graph.subjects(RDF.type, SKOS.Collection))
    assert not schemes & concepts
    assert not collections & (schemes | concepts)
    labels = (SKOS.prefLabel, SKOS.altLabel, SKOS.hiddenLabel)
    for thing in schemes | concepts | collections:
        for one, other in combinations(labels, 2):
            assert not set(graph.objects(thing, one)) & set(graph.objects(thing, other)), thing
        languages = [label.language for label in graph.objects(thing, SKOS.prefLabel)]
        assert languages, thing
        assert all(languages)
        assert len(languages) == len(set(languages)), thing
    for one, other in graph.subject_objects(SKOS.related):
        assert (other, SKOS.related, one) in graph
        assert one != other
        assert {one, other} <= concepts
        assert (one, SKOS.broader, other) not in graph
    notations = defaultdict(list)
    for concept in concepts:
        (scheme,) = graph.objects(concept, SKOS.inScheme)
        assert scheme in schemes
        assert (scheme, SKOS.hasTopConcept, concept) in graph
        assert (concept, SKOS.topConceptOf, scheme) in graph
        (notation,) = graph.objects(concept, SKOS.notation)
        notations[scheme].append(notation)
    assert all(len(ids) == len(set(ids)) for ids in notations.values())
    assert all(member in concepts for member in graph.objects(None, SKOS.member))
    assert set(graph.objects(None, SKOS.member)) == concepts
    return concepts


def skos(compendium, *arguments):
    return Graph().parse(data=export_skos(compendium, *arguments), format="turtle")


def test_skos_says_what_the_glossary_says(harbour):
    graph = skos(harbour)
    base = harbour.base_url
    concepts = assert_integrity(graph)
    anchor, storm = URIRef(f"{base}harbour/anchor/"), URIRef(f"{base}harbour/storm/")
    assert concepts >= {anchor, storm, URIRef(f"{base}harbour/cards/vecchia-ancora/")}
    assert set(graph.objects(anchor, SKOS.prefLabel)) >= {
        Literal("Ancorare/ancora", lang="it"),
        Literal("Drop Anchor", lang="en"),
    }
    assert Literal("gettare l'ancora", lang="it") in graph.objects(anchor, SKOS.altLabel)
    assert Literal("Una nave ancorata resta ferma dove si trova.", lang="it") in graph.objects(anchor, SKOS.definition)
    assert (storm, SKOS.related, anchor) in graph
    assert (anchor, SKOS.notation, Literal("anchor")) in graph
    assert (anchor, DC.source, Literal("it-2 (Regolamento, 2)", lang="it")) in graph
    assert list(graph.subjects(RDF.type, SKOS.ConceptScheme)) == [URIRef(f"{base}harbour/")]


def test_skos_of_one_language_holds_no_other(harbour):
    graph = skos(harbour, "es")
    assert_integrity(graph)
    assert {value.language for value in graph.objects() if isinstance(value, Literal)} == {None, "es"}


def test_skos_keeps_hostile_text(hostile):
    graph = skos(hostile)
    assert_integrity(graph)
    concept = URIRef(f"{hostile.base_url}game/a/")
    entry = hostile.entry("game/a", "it")
    assert Literal(entry.title, lang="it") in graph.objects(concept, SKOS.prefLabel)
    assert {*graph.objects(concept, SKOS.altLabel)} == {Literal(alias, lang="it") for alias in entry.aliases}
    assert list(graph.objects(concept, SKOS.definition)) == [Literal(entry.statements[0].text, lang="it")]


def test_skos_says_what_acts_and_nothing_more(harbour, acting):
    said, retold = acting
    graph, ordinary = skos(retold), skos(Retold(harbour, "detto"))
    assert_integrity(graph)
    assert len(graph) == len(ordinary)
    concept = URIRef(f"{harbour.base_url}harbour/anchor/")
    assert Literal(printable(said), lang="it") in graph.objects(concept, SKOS.prefLabel)
    assert Literal(printable(said), lang="it") in graph.objects(concept, SKOS.definition)


@pytest.mark.parametrize("key", ["it . <urn:x> <urn:y> <urn:z>", 'it , "x"@en', "IT", "xx"])
def test_a_language_that_is_none_is_no_tag(tmp_path, open_glossary, key):
    game = GAME_YML.replace("{it: Gioco", f"{{{json.dumps(key)}: Altro, it: Gioco")
    glossary = {"game/game.yml": game, "game/it/a.md": HOSTILE_ENTRY, "game/concepts.yml": HOSTILE}
    graph = skos(open_glossary(write_glossary(tmp_path, glossary)))
    assert_integrity(graph)
    assert not list(graph.triples((URIRef("urn:x"), None, None)))
    (scheme,) = graph.subjects(RDF.type, SKOS.ConceptScheme)
    assert {label.language for label in graph.objects(scheme, SKOS.prefLabel)} == {"it", "es"}


def test_skos_of_the_shipped_glossary(shipped):
    graph = skos(shipped)
    assert len(assert_integrity(graph)) >= len({entry.name for entry in shipped.entries() if not entry.is_ruling})
    assert len(set(graph.subjects(RDF.type, SKOS.ConceptScheme))) == len(shipped.games())


# -- TBX ---------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def tbx_schema():
    return etree.RelaxNG(etree.parse(TESTS / "data" / "tbx-basic.rng"))


def tbx(compendium, schema, *arguments):
    root = etree.fromstring(export_tbx(compendium, *arguments).encode())
    schema.assertValid(root.getroottree())
    return root


def test_tbx_says_what_the_glossary_says(harbour, tbx_schema):
    root = tbx(harbour, tbx_schema)
    (anchor,) = root.xpath("//t:conceptEntry[@id='c_harbour_anchor']", namespaces=TBX)
    terms = {
        section.get(LANG): section.xpath("t:termSec/t:term/text()", namespaces=TBX)
        for section in anchor.iterfind("t:langSec", TBX)
    }
    assert list(terms) == ["it", "es", "uk", "en"]
    assert terms["it"] == ["Ancorare/ancora", "gettare l'ancora"]
    assert terms["en"] == ["Drop Anchor"]
    (definition,) = anchor.xpath("t:langSec[@xml:lang='it']/t:descripGrp", namespaces=TBX)
    assert [part.text for part in definition] == [
        "Una nave ancorata resta ferma dove si trova.",
        "it-2 (Regolamento, 2)",
    ]
    assert "c_harbour_storm" in anchor.xpath("t:ref/@target", namespaces=TBX)


def test_tbx_schema_refuses_what_is_wrong(harbour, tbx_schema):
    good = export_tbx(harbour)
    for right, wrong in (
        ("preferredTerm-admn-sts", "the best one"),
        ('type="subjectField"', 'type="context"'),
        ('target="c_harbour_storm"', 'target="https://elsewhere.example"'),
        ("<termSec><term>", "<termSec><term></term><term>"),
        ('style="dca"', 'style="dct"'),
    ):
        assert right in good
        assert not tbx_schema.validate(etree.fromstring(good.replace(right, wrong).encode()).getroottree()), wrong


def test_tbx_keeps_hostile_text(hostile, tbx_schema):
    root = tbx(hostile, tbx_schema)
    entry = hostile.entry("game/a", "it")
    (section,) = root.xpath("//t:conceptEntry[@id='c_game_a']/t:langSec[@xml:lang='it']", namespaces=TBX)
    assert section.xpath("t:termSec/t:term/text()", namespaces=TBX) == [entry.title, *entry.aliases]
    (definition,) = section.xpath("t:descripGrp/t:descrip/text()", namespaces=TBX)
    assert definition == entry.statements[0].text


def test_tbx_says_what_acts_and_nothing_more(acting, tbx_schema):
    said, retold = acting
    root = tbx(retold, tbx_schema)
    (section,) = root.xpath("//t:conceptEntry[@id='c_harbour_anchor']/t:langSec[@xml:lang='it']", namespaces=TBX)
    terms = [term.text for term in section.iterfind("t:termSec/t:term", TBX)]
    assert terms == [printable(said), f"alias {printable(said)}"]
    assert section.xpath("t:descripGrp/t:descrip/text()", namespaces=TBX) == [printable(said)]


@pytest.mark.parametrize("game", ['x"><injected', "a_b", "été", "a b"])
def test_a_game_folder_is_no_markup(tmp_path, open_glossary, tbx_schema, game):
    files = {f"{game}/game.yml": GAME_YML, f"{game}/concepts.yml": HOSTILE, f"{game}/it/a.md": HOSTILE_ENTRY}
    written = write_glossary(tmp_path / "glossary", files | {"game/it/a.md": HOSTILE_ENTRY})
    compendium = open_glossary(written)
    ids = tbx(compendium, tbx_schema).xpath("//t:conceptEntry/@id", namespaces=TBX)
    assert len(ids) == len(set(ids)) >= len(compendium.games())
    assert_integrity(skos(compendium))


def test_tbx_of_the_shipped_glossary(shipped, tbx_schema):
    root = tbx(shipped, tbx_schema)
    names = {entry.name for entry in shipped.entries() if not entry.is_ruling}
    found = set(root.xpath("//t:conceptEntry/@id", namespaces=TBX))
    assert {f"c_{name.replace('/', '_')}" for name in names} <= found
    assert set(root.xpath("//t:ref/@target", namespaces=TBX)) <= found


# -- Anki --------------------------------------------------------------------------------------------------------


def notes(text):
    """Read the text as Anki's manual says: headers first, then tab-separated fields."""
    lines = text.splitlines(keepends=True)
    headers = dict(line[1:].rstrip("\n").split(":", 1) for line in lines if line.startswith("#"))
    names = ["front", "back", "?", "?", "?"]
    for name, column in headers.items():
        if name.endswith(" column"):
            names[int(column) - 1] = name.removesuffix(" column")
    body = (line for line in lines if not line.startswith("#"))
    return headers, [dict(zip(names, row, strict=True)) for row in csv.reader(body, delimiter="\t")]


def test_anki_has_a_note_per_entry_of_the_kinds(harbour):
    headers, found = notes(export_anki(harbour, kinds=["action", "phase"]))
    assert (headers["separator"], headers["html"]) == ("tab", "true")
    guids = [note["guid"] for note in found]
    assert sorted(guids) == sorted(
        f"compendium:{lang}:harbour/{i}" for lang in ("it", "es", "uk") for i in ("anchor", "storm")
    )
    note = found[guids.index("compendium:it:harbour/anchor")]
    assert note["front"] == "<b>Ancorare/ancora</b><br><small>azione</small>"
    assert note["back"].startswith("Una nave ancorata resta ferma dove si trova.<br>")
    assert f'<a href="{harbour.base_url}it/harbour/anchor/">' in note["back"]
    assert note["deck"] == "Compendium::Italiano::Porto Tempesta"


def test_anki_keeps_hostile_text_from_being_markup(hostile):
    _, found = notes(export_anki(hostile))
    assert [note["guid"] for note in found] == ["compendium:it:game/a", "compendium:it:game/b"]
    assert "<script" not in found[0]["back"]
    assert "&lt;script&gt;" in found[0]["back"]
    assert found[1]["front"].startswith("<b>#B b</b>")


def test_anki_has_one_note_of_five_fields_whatever_it_says(acting):
    said, retold = acting
    _, (note,) = notes(export_anki(retold, kinds=["action"]))
    assert note["deck"].count("::") == 2
    assert note["tags"] == "harbour action"
    shown = lxml.html.fragment_fromstring(note["back"], create_parent=True)
    assert {element.tag for element in shown.iter()} <= {"div", "br", "small", "a"}
    assert seen(shown.text or "") == seen(one_line(said))


def test_anki_default_kinds_exist_in_the_shipped_glossary(shipped):
    kinds = {concept.kind for game in shipped.games().values() for concept in game.concepts.values()}
    assert set(KINDS) <= {*kinds, "ruling"}
    for lang in shipped.languages():
        assert len(notes(export_anki(shipped, lang))[1]) > 40


@pytest.fixture
def collection(tmp_path):
    """An empty collection of Anki itself, where it is installed: pip install ".[readers]"."""
    anki = pytest.importorskip("anki.collection", exc_type=ImportError)
    collection = anki.Collection(str(tmp_path / "collection.anki2"))
    yield collection
    collection.close()


def import_into(collection, path):
    from anki.collection import ImportCsvRequest

    metadata = collection.get_csv_metadata(path=str(path), delimiter=None)
    return collection.import_csv(ImportCsvRequest(path=str(path), metadata=metadata)).log


def test_anki_itself_imports_the_deck_and_updates_it(run, tmp_path, collection):
    path = tmp_path / "deck.txt"
    assert run("export", "--format", "anki", "--kind", "action", "-o", path).status == 0
    assert len(import_into(collection, path).new) == 3
    assert {deck.name for deck in collection.decks.all_names_and_ids()} >= {
        "Compendium::Italiano::Porto Tempesta",
        "Compendium::Español::Puerto Tormenta",
        "Compendium::Українська::Штормова гавань",
    }
    (note_id,) = collection.find_notes("deck:Compendium::Italiano::*")
    note = collection.get_note(note_id)
    assert note.guid == "compendium:it:harbour/anchor"
    assert note.fields[0] == "<b>Ancorare/ancora</b><br><small>azione</small>"
    assert note.tags == ["action", "harbour"]
    path.write_text(path.read_text(encoding="utf-8").replace("resta ferma", "non si muove"), encoding="utf-8")
    log = import_into(collection, path)
    assert (len(log.new), len(log.updated)) == (0, 1)
    assert collection.note_count() == 3
    assert "non si muove" in collection.get_note(note_id).fields[1]


def test_no_field_acts_in_anki_itself(tmp_path, collection, acting):
    said, retold = acting
    path = tmp_path / "deck.txt"
    path.write_text(export_anki(retold, kinds=["action"]), encoding="utf-8")
    assert len(import_into(collection, path).new) == 1
    (note_id,) = collection.find_notes("")
    note = collection.get_note(note_id)
    (card,) = note.cards()
    made = card.render_output(browser=False)
    assert (made.question_av_tags, made.answer_av_tags) == ([], [])
    assert seen(one_line(said)) in seen(lxml.html.fromstring(f"<div>{made.answer_text}</div>").text_content())
    for text in (*note.fields, made.question_text, made.answer_text):
        assert not collection._backend.extract_latex(text=text, svg=False, expand_clozes=False).latex  # noqa: SLF001
        assert not collection.media.files_in_str(note.note_type()["id"], text)
        assert "<anki-mathjax" not in text
        # What Anki's pages look for when the card is shown: formulas and fields to type in.
        assert not re.search(r"\\[(\[]|\[\[type:|\{\{", html.unescape(text))


def test_anki_of_another_language_has_other_names_for_the_note_type_and_its_fields(run, tmp_path, collection):
    basic = collection.models.by_name("Basic")
    basic["name"] = "Base"
    for field, name in zip(basic["flds"], ("Fronte", "Retro"), strict=True):
        field["name"] = name
    for template in basic["tmpls"]:
        template["qfmt"], template["afmt"] = "{{Fronte}}", "{{Fronte}}{{Retro}}"
    collection.models.update_dict(basic)
    path = tmp_path / "deck.txt"
    run("export", "--format", "anki", "--kind", "action", "-o", path)
    assert len(import_into(collection, path).new) == 3
    (note_id,) = collection.find_notes("deck:Compendium::Italiano::*")
    assert collection.get_note(note_id).fields[1].startswith("Una nave ancorata")


# -- feeds -------------------------------------------------------------------------------------------------------


def test_a_feed_is_read_whatever_it_says(acting):
    said, retold = acting
    (entry,) = retold.entries()
    moment = datetime(2026, 1, 1, tzinfo=UTC)
    site = Gathered(retold, retold.games(), ["it"], {"it": {entry.name: entry}}, {}, {entry.path: moment})
    root = etree.fromstring(feed(site, "it").encode())
    atom = {"a": "http://www.w3.org/2005/Atom"}
    assert [title.text for title in root.iterfind("a:entry/a:title", atom)] == [printable(said)]
    assert [len(found) for found in root.iterfind("a:entry", atom)] == [5]
    assert all(line.count("](") == 1 for line in llms_txt(site).splitlines() if line.startswith("- ["))


# -- the command -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", FORMATS)
def test_exports_are_written_whole_and_the_same_each_time(run, tmp_path, form):
    kind = ["--kind", "action"] if form == "anki" else []
    printed = run("export", "--format", form, *kind)
    assert (printed.status, printed.err) == (0, "")
    path = tmp_path / "new" / "out"
    assert run("export", "--format", form, *kind, "-o", path).status == 0
    assert path.read_text(encoding="utf-8") == printed.out
    assert [file.name for file in path.parent.iterdir()] == ["out"]


@pytest.mark.parametrize("export", FORMATS.values(), ids=FORMATS)
def test_progress_is_told(harbour, export):
    told = []
    more = {"kinds": ["action"]} if export is export_anki else {}
    export(harbour, progress=lambda done, total: told.append((done, total)), **more)
    assert told == [(done, len(told)) for done in range(1, len(told) + 1)]
    assert len(told) == len(list(harbour.entries()))


@pytest.mark.parametrize("form", ["skos", "tbx", "anki"])
def test_a_failed_export_leaves_the_old_file(run, tmp_path, form):
    path = tmp_path / "out"
    path.write_text("old", encoding="utf-8")
    failed = run("export", "--format", form, "--lang", "en", "-o", path)
    assert failed.status == 1
    assert failed.err.startswith("compendium: nothing to ")
    assert path.read_text(encoding="utf-8") == "old"
    assert [file.name for file in tmp_path.iterdir()] == ["out"]


def test_kinds_are_checked(run):
    wrong = run("export", "--format", "anki", "--kind", "nonsense")
    assert wrong.status == 2
    assert "unknown kind 'nonsense': choose among action, card-type" in wrong.err
    assert run("export", "--format", "tbx", "--kind", "action").status == 2
    assert run("export", "--format", "tbx", "--game", "chess").status == 2
