"""Documents as publishers make them: every quirk is a file in cases/import whose name states it."""

import doctest
import encodings
import json
import os
import pkgutil
import re
import sys
import warnings
from itertools import pairwise
from pathlib import Path

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rapidfuzz.distance import DamerauLevenshtein

from compendium_cli.checks import lint
from compendium_cli.errors import UsageError
from compendium_cli.importing import cards, lookup, pipeline, statements, titles
from compendium_cli.importing.document import Document, Line, read_document
from compendium_cli.importing.pipeline import import_document
from compendium_cli.importing.writing import files_of
from compendium_cli.languages import LANGUAGES
from compendium_cli.model import Concept, Corpus, Game
from compendium_cli.names import key_of
from compendium_cli.reading.folder import read_glossary
from compendium_cli.resolving import plainly_misspelt
from compendium_cli.settings import shipped_glossary
from conftest import HARBOUR
from imports import KINDS, word
from pdf_of_glossary import write_pdf

CASES = sorted((Path(__file__).parent / "cases" / "import").glob("*.yml"))


@pytest.mark.parametrize("module", [titles, cards, lookup])
def test_examples_in_the_documentation(module):
    assert doctest.testmod(module).failed == 0


def corpus_of(names, lang):
    concepts = {concept: Concept(concept, "rule", None, 1, {lang: title}) for concept, title in names.items()}
    return Corpus({"game": Game("game", {lang: "Game"}, "nobody", "", "", {}, concepts)}, ())


def imported(text, lang, names=None):
    lines = tuple(Line(number, line) for number, line in enumerate(text.split("\n"), 1))
    return import_document(Document(lines, ("utf-8",)), corpus_of(names or {}, lang), "game", LANGUAGES[lang])


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_import(path, tmp_path):
    case = yaml.safe_load(path.read_text(encoding="utf-8"))
    lang = case["lang"]
    found = imported(case["document"], lang, case.get("titles"))
    seen = {
        "entries": [f"{entry.concept}: {entry.title}" for entry in found.entries],
        "references": [
            f"{r.source}: {r.raw} -> {f'{r.target} ({r.how})' if r.target else 'none'}" for r in found.references
        ],
        "skipped": [f"{skipped.line}: {skipped.why}" for skipped in found.skipped],
        "problems": list(found.problems),
        "cards": [
            f"{c.card}: {c.title} ({c.product}, {c.number}), {len(c.questions)} questions, {len(c.errata)} errata"
            for c in found.cards
        ],
    }
    for key, value in seen.items():
        if key in case:
            assert value == case[key], key
    if "markdown" in case:
        files = files_of(found, tmp_path, "game", "x-1", LANGUAGES[lang])
        first = files[f"game/{lang}/{found.entries[0].concept}.md"]
        body = first.partition("\n# ")[2].partition("\n\n")[2].partition(f"\n**{LANGUAGES[lang].see_also}")[0]
        assert body == case["markdown"]


def test_encodings_are_detected_stated_or_asked_for(tmp_path):
    text = "ALLEATO\n\nÈ una regola.\n"
    for encoding, stated in {"utf-8": "utf-8", "utf-8-sig": "utf-8-sig", "utf-16": "utf-16"}.items():
        (tmp_path / "d.txt").write_bytes(text.encode(encoding))
        document = read_document([str(tmp_path / "d.txt")])
        assert document.encodings == (stated,)
        assert document.lines[2].text == "È una regola."
    (tmp_path / "d.txt").write_bytes(text.encode("cp1252"))
    with pytest.raises(UsageError, match="line 3: not utf-8; say which it is, such as --encoding cp1252"):
        read_document([str(tmp_path / "d.txt")])
    assert read_document([str(tmp_path / "d.txt")], "cp1252").lines[2].text == "È una regola."


DOCUMENT = """\
TEMPESTA

Il mare colpisce le navi. Ogni nave subisce 2 danni.

- Una nave ancorata ne subisce 1.

Vedi anche: Ancorare, Equipaggio

ANCORARE

La nave resta ferma.

EQUIPAGGIO

I marinai.

Vedi anche: Tempesta
"""


@pytest.fixture
def document(tmp_path):
    path = tmp_path / "rules.txt"
    path.write_text(DOCUMENT, encoding="utf-8")
    return path


def arguments(document, target, *more):
    return ["import", document, "--game", "harbour", "--lang", "it", "--edition", "it-3", "--to", target, *more]


def test_the_library_is_a_glossary_of_its_own(run, document, tmp_path):
    library = tmp_path / "library"
    result = run(*arguments(document, library))
    assert result.status == 0
    assert "entries       3" in result.out
    assert "keep it private" in result.out
    corpus, problems = read_glossary(library)
    assert problems == []
    assert {entry.concept for entry in corpus.entries} == {"storm", "anchor", "crew"}
    shown = run("show", "tempesta", glossary=library)
    assert "Una nave ancorata ne subisce 1." in shown.out
    assert "Vedi anche: Ancorare/ancora, Equipaggio" in shown.out


def test_imported_wording_stands_beside_ours_marked_as_such(run, document, tmp_path):
    library = tmp_path / "library"
    run(*arguments(document, library))
    shown = run("show", "tempesta", "--library", library)
    assert shown.out.startswith("Tempesta\n")
    assert "Testo importato · edizione it-3\n  1  Il mare colpisce le navi." in shown.out
    assert run("show", "tempesta", "--library", library, "--json").json["imported"]["edition"] == "it-3"
    assert "importato" not in run("show", "tempesta").out
    asked = run("ask", "quanti danni subisce una nave ancorata?", "--library", library)
    assert "Testo importato" in asked.out
    found = run("ask", "danni alle navi", "--library", library, "--json").json
    assert {ruling["edition"] for ruling in found["imported"]} == {"it-3"}
    hits = run("search", "nave", "--library", library, "--json").json
    assert {hit["edition"] for hit in hits["imported"]} == {"it-3"}
    assert run("show", "tempesta", "--library", tmp_path / "nowhere").status == 2


def test_the_users_own_library_is_found(start, document, tmp_path):
    env = {"XDG_DATA_HOME": str(tmp_path / "data")}
    library = tmp_path / "data" / "compendium" / "library"
    assert start(*arguments(document, library), "--glossary", HARBOUR, env=env).status == 0
    assert "Testo importato" in start("show", "tempesta", "--glossary", HARBOUR, env=env).out


def test_report_in_json(run, document, tmp_path):
    report = run(*arguments(document, tmp_path / "library", "--json")).json
    assert {"entries", "references", "skipped", "problems", "cards"} <= set(report)
    assert {"concept", "title", "heading", "line", "statements"} <= set(report["entries"][0])
    assert report["references"][0] == {
        "source": "storm",
        "raw": "Ancorare",
        "target": "anchor",
        "how": "exact",
        "line": 7,
    }


def test_dry_run_writes_nothing(run, document, tmp_path):
    before = sorted(tmp_path.iterdir())
    assert run(*arguments(document, tmp_path / "library", "--dry-run")).status == 0
    assert sorted(tmp_path.iterdir()) == before


def test_existing_entries_are_replaced_only_with_update_and_numbers_stay(run, document, tmp_path):
    library = tmp_path / "library"
    run(*arguments(document, library))
    again = run(*arguments(document, library))
    assert again.status == 2
    assert "give --update to replace them" in again.err
    text = DOCUMENT.replace("Il mare colpisce le navi.", "Il mare infuria.").replace(
        "- Una nave", "- Nuova regola.\n- Una nave"
    )
    document.write_text(text, encoding="utf-8")
    assert run(*arguments(document, library, "--update")).status == 0
    storm = (library / "harbour" / "it" / "storm.md").read_text(encoding="utf-8")
    assert "retired: [1]" in storm
    assert "- Una nave ancorata ne subisce 1. ^2\n" in storm
    assert "- Nuova regola. ^4\n" in storm
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def test_an_update_keeps_phrasings(run, document, tmp_path):
    library = tmp_path / "library"
    run(*arguments(document, library))
    phrasings = library / "harbour" / "asked" / "it" / "storm.txt"
    assert not phrasings.exists()
    phrasings.parent.mkdir(parents=True)
    phrasings.write_text("^1\nche fa il mare\n", encoding="utf-8")
    assert run(*arguments(document, library, "--update")).status == 0
    assert phrasings.read_text(encoding="utf-8") == "^1\nche fa il mare\n"
    assert read_glossary(library)[1] == []


def test_several_files_are_one_document(run, tmp_path):
    lines = DOCUMENT.splitlines(keepends=True)
    (tmp_path / "1.txt").write_text("".join(lines[:8]), encoding="utf-8")
    (tmp_path / "2.txt").write_text("".join(lines[8:]), encoding="utf-8")
    parts = [tmp_path / "1.txt", tmp_path / "2.txt"]
    found = run("import", *parts, "--game", "harbour", "--lang", "it", "--edition", "it-3", "--dry-run", "--json").json
    assert [entry["concept"] for entry in found["entries"]] == ["storm", "anchor", "crew"]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"--game": "../up"}, "is part of an address and of file names"),
        ({"--edition": "it/1"}, "is part of an address and of file names"),
        ({"--lang": "xx"}, "unknown language"),
        ({"--encoding": "klingon"}, "unknown encoding"),
    ],
)
def test_wrong_use(run, document, tmp_path, change, why):
    options = {"--game": "harbour", "--lang": "it", "--edition": "it-3", "--to": tmp_path / "library"} | change
    result = run("import", document, *(part for pair in options.items() for part in pair))
    assert result.status == 2
    assert why in result.err


def test_documents_that_are_none(run, tmp_path):
    for content, why in {
        b"\x00\x01\x02": "zero bytes",
        b"%PDF-1.7\n": "cannot be read as a PDF",
        b"": "no headings were found",
        b"just a sentence\n": "no headings were found",
        b"ALLEATO\n" + b"x " * 5_000_000: "a line of 10000000 characters",
    }.items():
        (tmp_path / "d").write_bytes(content)
        result = run(*arguments(tmp_path / "d", tmp_path / "library"))
        assert result.status == 2
        assert why in result.err
    assert run(*arguments(tmp_path / "nowhere", tmp_path / "library")).status == 2
    assert not (tmp_path / "library").exists()


LINK = re.compile(r"\[([^\[\]]+)\]\([a-z0-9-]+\.md\)")
LATIN = str.maketrans(dict(zip("’“”«»–—•−→", '\'""""----=', strict=True)) | {"…": "..."})


@pytest.mark.parametrize("glossary", [HARBOUR, shipped_glossary()], ids=["made up", "shipped"])
def test_a_pdf_of_our_own_glossary_comes_back_the_same(glossary, tmp_path):
    corpus, _ = read_glossary(glossary)
    game = next(iter(corpus.games))
    corpus = corpus._replace(entries=tuple(e for e in corpus.entries if not e.is_ruling))
    own = [e for e in corpus.entries if (e.game, e.lang) == (game, "it") and e.is_concept]
    # The fonts that every PDF reader has know Latin letters only.
    entries = [
        entry._replace(
            title=entry.title.translate(LATIN),
            statements=tuple(s._replace(text=s.text.translate(LATIN)) for s in entry.statements),
        )
        for entry in own
    ]
    write_pdf(entries, tmp_path / "rules.pdf", "Vedi anche")
    document = read_document([str(tmp_path / "rules.pdf")])
    assert document.encodings == ("PDF",)
    found = {entry.concept: entry for entry in import_document(document, corpus, game, LANGUAGES["it"]).entries}
    assert set(found) == {entry.concept for entry in entries}
    joined = []
    for entry in entries:
        got = found[entry.concept]
        assert got.see_also == entry.see_also, entry.concept
        got = got._replace(blocks=tuple(b._replace(text=LINK.sub(r"\1", b.text)) for b in got.blocks))
        assert " ".join(b.text for b in got.blocks) == " ".join(s.text for s in entry.statements), entry.concept
        if [(b.text, b.depth) for b in got.blocks] != [(s.text, s.depth) for s in entry.statements]:
            joined.append(entry.concept)
            told_apart = pairwise(entry.statements)
            pairs = {f"{one.text} {other.text}" for one, other in told_apart if not other.marker}
            assert {b.text for b in got.blocks} - {s.text for s in entry.statements} <= pairs, entry.concept
            assert len(got.blocks) == len(entry.statements) - 1, entry.concept
    # Where a paragraph ends with a full line at the foot of a column, nothing on the page tells that it ends.
    assert len(joined) <= len(entries) / 100, joined


LINES = """
ALLEATO|# B ../../etc||- x|        - y|1. z|Vedi anche: ALLEATO, B|**D:** q|R: a|| a ||<b>|testo che continua|^1|((((
APPENDICE V: ERRATA|INDICE|[x](../y.md)|TERM: d|APPENDICE IV: DOMANDE RICORRENTI|\x1b[0m|GLOSSARIO|- ✦ deeper|12
"""
WILD = st.lists(st.sampled_from(LINES.replace("\n", "|").split("|")), max_size=40).map("\n".join)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.one_of(WILD, st.text(max_size=200)))
def test_any_document_is_imported_into_its_folder_or_refused(tmp_path_factory, text):
    folder = tmp_path_factory.mktemp("any")
    (folder / "d.txt").write_bytes(text.encode("utf-8", "replace"))
    try:
        document = read_document([str(folder / "d.txt")])
    except UsageError:
        return
    found = import_document(document, read_glossary(HARBOUR)[0], "harbour", LANGUAGES["it"])
    for path, content in files_of(found, folder, "harbour", "it-9", LANGUAGES["it"]).items():
        assert path.startswith("harbour/it/")
        assert ".." not in path
        assert "\x1b" not in content
    json.dumps([reference._asdict() for reference in found.references])


@pytest.mark.parametrize(
    "text",
    [
        "A" * 20_000,
        "ALLEATO\n\n" + "[" * 20_000,
        "ALLEATO\n\n" + "[x](" * 5_000,
        "ALLEATO\n\n" + "vedi: (" * 2_800,
        "ALLEATO\n\n" + "".join("  " * depth + "- x\n" for depth in range(500)),
        "## H\n" * 20_000,
        "Vedi anche: " + "(" * 5000,
        "ALLEATO\n\nVedi anche: " + "Alleato, " * 3000,
        "x: " * 6_500,
        ("a " * 40 + "\n") * 5000,
    ],
    ids=range(10),
)
def test_hostile_documents_end(text):
    imported(text, "it", {"ally": "Alleato"})


# -- documents of very much of one thing -------------------------------------------------------------------------------


def steps_of(work):
    """How many lines of Python run: the same on every machine."""
    count = 0

    def counting(frame, event, _):
        nonlocal count
        if "compendium_cli" not in frame.f_code.co_filename:
            return None
        count += event == "line"
        return counting

    before = sys.gettrace()
    sys.settrace(counting)
    try:
        work()
    finally:
        sys.settrace(before)
    return count


@pytest.mark.parametrize("kind", sorted(set(KINDS) - {"pages"}))
def test_an_import_takes_as_long_as_its_document_is(kind, monkeypatch):
    monkeypatch.setattr(lookup, "_MOST_LOOKS", -1)  # comparing names with names has a limit instead
    known = {f"known-{number}": f"Noto {word(number)}" for number in range(50)} | {"ally": "Alleato"}
    size = 0.015
    imported(KINDS[kind](size), "it", known)  # what is worked out once
    small, large = (steps_of(lambda n=n: imported(KINDS[kind](size * n), "it", known)) for n in (1, 4))
    assert large < 4.5 * small


def test_what_is_too_much_is_left_out_and_told(monkeypatch):
    monkeypatch.setattr(pipeline, "_MOST_SECTIONS", 2)
    found = imported("# Uno\n\nVa.\n\n# Due\n\nVa.\n\n# Tre\n\nVa.\n", "it")
    assert [entry.title for entry in found.entries] == ["Uno", "Due"]
    assert found.problems[0].startswith("line 9: from here on the document is left out: a rules document has at most 2")
    monkeypatch.setattr(pipeline, "_MOST_STATEMENTS", 2)
    found = imported("# Uno\n\nVa.\n\n- Va.\n- Va.\n\n# Due\n\nVa.\n", "it")
    assert [len(entry.blocks) for entry in found.entries] == [2, 0]
    assert found.problems == ("line 6: from here on statements are left out: a document has at most 2",)
    asked = "# APPENDICE IV: DOMANDE RICORRENTI\n\n# UNA CARTA\n\nD: Va?\n\nR: Va.\n\n# UN'ALTRA\n\nD: Va?\n\nR: Va.\n"
    found = imported(asked, "it")
    assert [card.title for card in found.cards] == ["Una Carta"]
    assert found.problems == ("line 9: cards from here on are left out: a document has at most 2 statements",)
    monkeypatch.setattr(statements, "_LONGEST", 10)
    found = imported("# Uno\n\nabc\ndef\nghi\njkl\n", "it")
    assert found.entries[0].blocks[0].text == "abc def gh"
    assert found.problems == ("line 3: the last 5 characters of a paragraph are left out: it is too long",)


def test_a_document_of_too_many_lines_is_cut_and_told(tmp_path, monkeypatch):
    (tmp_path / "d.txt").write_text("# Uno\n\na\n\n# Due\n\nb\n", encoding="utf-8")
    monkeypatch.setattr("compendium_cli.importing.document._MOST_LINES", 4)
    document = read_document([str(tmp_path / "d.txt")])
    assert len(document.lines) == 4
    assert document.problems[0].startswith("line 5: from here on the document is left out")
    assert imported("", "it").problems  # nothing was found
    monkeypatch.setattr("compendium_cli.importing.document._MOST_CHARACTERS", 6)
    assert len(read_document([str(tmp_path / "d.txt")]).lines) == 1


def test_that_misspelt_names_are_no_longer_looked_for_is_told(monkeypatch):
    text = "# Tempesta\n\nVale.\n\nVedi anche: Equipagio\n\n# Equipaggio\n\nVale.\n\nVedi anche: Tenpesta\n"
    assert [reference.target for reference in imported(text, "it").references] == ["equipaggio", "tempesta"]
    monkeypatch.setattr(lookup, "_MOST_LOOKS", 0)
    found = imported(text, "it")
    assert [reference.target for reference in found.references] == ["equipaggio", None]
    assert found.problems == ("the search for misspelt names was cut short: too many names are unknown",)


@settings(max_examples=200, deadline=None)
@given(st.lists(st.text("abcd ", min_size=1, max_size=14), max_size=12), st.text("abcd ", min_size=1, max_size=14))
def test_what_is_misspelt_is_found_as_if_all_names_were_compared(names, name):
    named = [(key_of(text), place) for place, text in enumerate(names)]
    assert lookup.Near(named).meant(key_of(name)) == plainly_misspelt(key_of(name), named)
    near = [key for key, _ in named if DamerauLevenshtein.distance(key, key_of(name)) <= 1]
    assert lookup.Near(named).has(key_of(name)) is bool(near)


# -- inputs that are no documents --------------------------------------------------------------------------------------

ENCODINGS = sorted({module.name for module in pkgutil.iter_modules(encodings.__path__)} | {"rot13", "hex", "base64"})
NO_NAMES = ["", "x" * 5000, "../x", "\x00", "è", "\udcff"]


@pytest.mark.parametrize(
    "raw", ["È \\x \\N{X} xn--a".encode() + bytes(range(1, 256)), b"ABC\n\nxn--a..b +AA \\ud8 ~{\n"]
)
def test_whatever_encoding_is_named_the_document_is_read_or_refused(tmp_path, raw):
    (tmp_path / "d.txt").write_bytes(raw)
    for name in [*ENCODINGS, *NO_NAMES]:
        try:
            with warnings.catch_warnings(action="ignore"):
                read_document([str(tmp_path / "d.txt")], name)
        except UsageError as error:
            told = error.message
            assert "\n" not in told


@pytest.mark.parametrize("name", ["undefined", "idna", "punycode", "base64", "hex", "rot13", "zlib", "mbcs"])
def test_an_encoding_that_is_none_is_told_in_one_line(run, document, tmp_path, name):
    document.write_bytes(b"TEMPESTA\n\n\xe8..\n")
    result = run(*arguments(document, tmp_path / "library", "--encoding", name))
    assert result.status == 2
    assert result.err.count("\n") == 1


@pytest.mark.parametrize(
    "text",
    [
        "# TEMPESTA\n\n" + ">" * 10_000 + " x\n",
        "# TEMPESTA\n\n" + "> " * 9_000 + "x\n",
        "# TEMPESTA\n\n" + "- " * 9_000 + "x\n",
        "# TEMPESTA\n\n" + "*" * 19_000 + "x\n",
        "# TEMPESTA\n\n" + "[" * 9_000 + "](" * 5_000 + "\n",
        "# TEMPESTA\n\n" + "".join(f"{'  ' * depth}> - {depth}\n" for depth in range(200)),
        "# " + "((" * 5_000 + "\n\nx\n",
        "#" * 10_000 + "\n",
    ],
    ids=range(8),
)
def test_what_nests_deeply_is_written_or_refused(run, document, tmp_path, text):
    document.write_text(text, encoding="utf-8")
    result = run(*arguments(document, tmp_path / "library"))
    assert result.status in {0, 2}
    assert result.err.count("\n") == (result.status == 2)


@pytest.mark.skipif(os.name != "posix", reason="pipes and devices of POSIX")
def test_a_pipe_is_read_and_what_has_no_end_is_refused(run, start, tmp_path):
    given = ["--game", "harbour", "--lang", "it", "--edition", "it-3", "--dry-run", "--json"]
    read = start("import", "/dev/stdin", *given, "--glossary", HARBOUR, text=DOCUMENT)
    assert len(read.json["entries"]) == 3
    assert "too large" in run("import", "/dev/zero", *given).out
    assert "is a directory" in run("import", tmp_path, *given).out
    with pytest.raises(UsageError, match="null"):
        read_document(["a\x00b"])


def test_an_import_makes_nothing_that_reading_refuses(run, tmp_path, monkeypatch):
    monkeypatch.setattr("compendium_cli.importing.pipeline._LONGEST_ENTRY", 2000)
    document = tmp_path / "rules.md"
    body = "\n\n".join(f"Regola numero {number}, che dice poco." for number in range(200))
    document.write_text(f"# CON\n\nUna regola.\n\n# !!!\n\nAltra.\n\n# Lunga\n\n{body}\n", encoding="utf-8")
    words = ["import", document, "--game", "chess", "--lang", "it", "--edition", "it-1", "--to", tmp_path / "library"]
    done = run(*words)
    assert done.status == 0
    assert "'Lunga' is left out: an entry has at most 2000 characters" in done.out
    assert (tmp_path / "library" / "chess" / "it" / "con-entry.md").is_file()
    assert {str(problem.code) for problem in lint(tmp_path / "library")} <= {"no-see-also"}
