"""An import into a library that others write, too: nobody's work is lost, and readers find every game whole."""

import os

import pytest

from compendium_cli.importing import merging
from compendium_cli.importing.record import RECORD
from compendium_cli.reading.folder import read_glossary
from compendium_cli.writing import together

STORM = "TEMPESTA\n\nIl mare colpisce le navi.\n\nEQUIPAGGIO\n\nI marinai.\n"
LIGHT = "FARO (LUOGO)\n\nIllumina il porto.\n\nBUSSOLA\n\nIndica il nord.\n"
SPANISH = "TORMENTA, FASE DE\n\nEl mar ataca.\n"
BY_HAND = """\
# Written by hand.
names: {it: Il mio porto}
publisher: me # and nobody else
current: it-1
editions:
  it-1: {language: it, document: Regole, version: "1"}

# The end.
rights: Mine.
"""


@pytest.fixture
def library(tmp_path):
    return tmp_path / "library"


@pytest.fixture
def imports(run, tmp_path, library):
    """Import a text."""

    def imports(text, *more, lang="it", edition="it-3", game="harbour"):
        (tmp_path / "rules.txt").write_text(text, encoding="utf-8")
        given = ["--game", game, "--lang", lang, "--edition", edition, "--to", library, *more]
        return run("import", tmp_path / "rules.txt", *given)

    return imports


def tree_of(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def refused(result, *words):
    assert result.status == 2, result.err
    assert result.err.count("\n") == 1
    assert all(word in result.err for word in words), result.err


def write(library, files):
    for path, text in files.items():
        (library / path).parent.mkdir(parents=True, exist_ok=True)
        (library / path).write_bytes(text.encode())


def test_what_somebody_wrote_by_hand_stays(imports, library):
    write(library, {"README.md": "Mine.\n", "harbour/game.yml": BY_HAND, "harbour/concepts.yml": "pier: {kind: zone}"})
    assert imports(STORM).status == 0
    assert (library / "README.md").read_text(encoding="utf-8") == "Mine.\n"
    line = '  it-3: {language: it, document: "Testo importato", version: "it-3"}\n'
    expected = BY_HAND.replace('version: "1"}\n', f'version: "1"}}\n{line}')
    assert (library / "harbour" / "game.yml").read_text(encoding="utf-8") == expected
    concepts = (library / "harbour" / "concepts.yml").read_text(encoding="utf-8")
    assert concepts == "pier: {kind: zone}\nstorm: {kind: phase}\ncrew: {kind: card-type}\n"
    corpus, problems = read_glossary(library)
    assert problems == []
    assert (corpus.games["harbour"].current, corpus.games["harbour"].rights) == ("it-1", "Mine.")


GAMES = {
    "in brackets": "editions: {it-1: {language: it, document: R, version: '1'}}\n",
    "in brackets over lines": "editions: {\n  it-1: {language: it, document: R, version: '1'}\n  }\n",
    "over lines": "editions:\n    it-1:\n        language: it\n        document: R\n        version: '1'\n",
    "without a line end": "editions:\n  it-1: {language: it, document: R, version: '1'}",
    "lines of another system": "editions:\r\n  it-1: {language: it, document: R, version: '1'}\r\n",
    "with a mark": "\ufeffeditions:\n  it-1: {language: it, document: R, version: '1'}\n  # more to come\n",
}


@pytest.mark.parametrize("form", GAMES)
@pytest.mark.parametrize("is_last", [True, False])
def test_an_edition_is_added_however_the_others_are_written(imports, library, form, is_last):
    rest = "names: {it: Porto}\npublisher: me\ncurrent: it-1\nrights: Mine.\n"
    text = rest + GAMES[form].removeprefix("\ufeff") if is_last else f"{GAMES[form].rstrip()}\n{rest}"
    write(library, {"harbour/game.yml": text})
    assert imports(STORM).status == 0
    now = (library / "harbour" / "game.yml").read_bytes().decode()
    assert any(now.startswith(text[:place]) and now.endswith(text[place:]) for place in range(len(text) + 1))
    corpus, problems = read_glossary(library)
    assert problems == []
    assert list(corpus.games["harbour"].editions) == ["it-1", "it-3"]


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("game.yml", b"names: {it: [}\n", "harbour/game.yml, line 1: "),
        ("game.yml", BY_HAND.encode() + b"\xff", "harbour/game.yml, line 10: byte 0xff is not UTF-8"),
        (
            "game.yml",
            BY_HAND.replace("it-1", "it-3").replace("e: it,", "e: es,").encode(),
            "line 6: the ed",
        ),
        (
            "concepts.yml",
            b"a: {kind: rule}\na: {kind: rule}\n",
            "concepts.yml, line 2: the key 'a' stands twice",
        ),
        ("concepts.yml", b"{a: {kind: rule}}\n", "harbour/concepts.yml, line 2: "),
        ("concepts.yml", b"a: {kind: rule}\nrenamed: {storm: a}\n", "'storm' is renamed and in use"),
    ],
)
def test_metadata_that_cannot_be_added_to_is_refused_by_its_line(imports, library, name, content, why):
    write(library, {"harbour/game.yml": BY_HAND, "harbour/concepts.yml": ""})
    (library / "harbour" / name).write_bytes(content)
    before = tree_of(library)
    refused(imports(STORM), why)
    assert tree_of(library) == before


def test_documents_languages_and_editions_stand_side_by_side(imports, library):
    assert imports(STORM).status == 0
    assert imports(LIGHT).status == 0
    assert imports(SPANISH, lang="es", edition="es-1").status == 0
    assert imports("MOLO\n\nDi legno.\n", edition="it-4").status == 0
    assert imports(STORM, game="island").status == 0
    corpus, problems = read_glossary(library)
    assert problems == []
    assert list(corpus.games["harbour"].concepts) == ["storm", "crew", "lighthouse", "bussola", "molo"]
    assert list(corpus.games["harbour"].editions) == ["it-3", "es-1", "it-4"]
    assert corpus.games["harbour"].current == "it-3"
    assert set(corpus.games) == {"harbour", "island"}


def test_entries_that_are_there_are_named_and_nothing_is_written(imports, library):
    imports(STORM)
    before = tree_of(library)
    refused(imports(STORM + LIGHT), "has 2 of these entries (harbour/it/storm.md, harbour/it/crew.md) already")
    assert tree_of(library) == before
    assert imports(STORM + LIGHT, "--update").status == 0


@pytest.mark.parametrize("update", [(), ("--update",)])
def test_entries_that_were_edited_or_written_by_hand_are_never_replaced(imports, library, update):
    imports(STORM)
    entry = library / "harbour" / "it" / "storm.md"
    entry.write_text(entry.read_text(encoding="utf-8").replace("colpisce", "colpisce sempre"), encoding="utf-8")
    write(library, {"harbour/it/lighthouse.md": "---\nedition: it-3\n---\n# Faro (luogo)\n\nMio. ^1\n"})
    before = tree_of(library)
    refused(imports(STORM, *update), "1 of these entries (harbour/it/storm.md) written or edited by hand")
    refused(imports(LIGHT, *update), "(harbour/it/lighthouse.md) written or edited by hand: move them away")
    assert tree_of(library) == before


def test_entries_of_another_edition_are_not_replaced(imports, library):
    imports(STORM)
    before = tree_of(library)
    refused(imports(STORM, "--update", edition="it-4"), "2 of these entries", "of another edition than it-4")
    assert tree_of(library) == before


def test_a_library_of_before_there_were_records_is_updated(imports, library):
    imports(STORM)
    (library / "harbour" / RECORD).unlink()
    refused(imports(STORM), "give --update to replace them")
    assert imports(STORM.replace("navi", "barche"), "--update").status == 0
    assert "barche" in (library / "harbour" / "it" / "storm.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("record", ["", "[]", '{"entries": 1}', '{"entries": {"it/storm.md": 1}, "unfinished": []}'])
def test_a_record_that_nobody_can_read_is_none(imports, library, record):
    imports(STORM)
    (library / "harbour" / RECORD).write_text(record, encoding="utf-8")
    assert imports(STORM, "--update").status == 0


def test_nothing_else_is_touched(imports, library, tmp_path, monkeypatch):
    imports(STORM)
    write(library, {"notes.txt": "mine\n", "harbour/asked/it/storm.txt": "^1\nche fa il mare\n"})
    os.link(library / "notes.txt", tmp_path / "linked")

    def meanwhile(*given, own=together.write_together):
        with (library / "notes.txt").open("a") as notes:
            notes.write("more\n")
        own(*given)

    monkeypatch.setattr(merging, "write_together", meanwhile)
    others = [library / "notes.txt", library / "README.md", library / "harbour" / "asked" / "it" / "storm.txt"]
    kept = [(path.stat().st_ino, path.parent.stat().st_ino) for path in others]
    assert imports(STORM.replace("navi", "barche"), "--update").status == 0
    assert [(path.stat().st_ino, path.parent.stat().st_ino) for path in others] == kept
    assert (tmp_path / "linked").read_text(encoding="utf-8") == "mine\nmore\nmore\n"
    assert not [path for path in library.rglob(".*") if path.name != RECORD]


@pytest.mark.parametrize("name", ["harbour/it/storm.md", "harbour/concepts.yml", "harbour/it/lighthouse.md"])
def test_an_edit_while_an_import_is_worked_out_is_not_lost(imports, library, monkeypatch, name):
    imports(STORM)
    before = tree_of(library)

    def meanwhile(*given, own=together.write_together):
        (library / name).write_text("mine\n", encoding="utf-8")
        own(*given)

    monkeypatch.setattr(merging, "write_together", meanwhile)
    refused(imports(STORM.replace("navi", "barche") + LIGHT, "--update"), f"{name}' was edited meanwhile: try again")
    assert tree_of(library) == before | {name: b"mine\n"}


@pytest.mark.parametrize("steps", range(1, 9))
@pytest.mark.parametrize("is_first", [True, False])
def test_an_import_that_stopped_half_way_is_completed_by_the_same_command(
    imports, library, monkeypatch, steps, is_first
):
    text, more = STORM + LIGHT, () if is_first else ("--update",)
    if not is_first:
        imports(STORM.replace("navi", "barche"))
    left = iter(range(steps))

    def stops(*given, own=together._move):  # noqa: SLF001 - each file takes its place there
        if next(left, None) is None:
            raise OSError(5, "input/output error")
        own(*given)

    with monkeypatch.context() as patch:
        patch.setattr(together, "_move", stops)
        stopped = imports(text, *more)
    if is_first and not (library / "harbour" / "game.yml").exists():
        assert stopped.status == 2
    else:
        codes = {problem.code for problem in read_glossary(library)[1]}
        assert codes == set(), "a reader finds the game whole"
    if stopped.status:
        assert imports(text, *more).status == 0
    corpus, problems = read_glossary(library)
    assert problems == []
    assert {entry.concept for entry in corpus.entries} == {"storm", "crew", "lighthouse"}
    assert not [path for path in library.rglob(".*") if path.name != RECORD]


def test_statements_that_stand_twice_keep_their_numbers(imports, library):
    text = "TEMPESTA\n\n- Vale.\n- Vale.\n- Conta.\n"
    imports(text)
    storm = library / "harbour" / "it" / "storm.md"
    first = storm.read_bytes()
    assert imports(text, "--update").status == 0
    assert storm.read_bytes() == first
    assert imports(text.replace("- Vale.\n", "", 1), "--update").status == 0
    assert "retired: [2]" in storm.read_text(encoding="utf-8")


def test_what_stands_in_the_way_is_told(imports, library, tmp_path):
    write(library, {"harbour": "a file\n"})
    refused(imports(STORM), "harbour' is a file: move it away")
    (library / "harbour").unlink()
    (library / "harbour" / "it" / "storm.md").mkdir(parents=True)
    refused(imports(STORM), "is a directory")
    (library / "harbour" / "it" / "storm.md").rmdir()
    (tmp_path / "elsewhere").mkdir()
    (library / "harbour" / "game.yml").symlink_to(tmp_path / "elsewhere" / "game.yml")
    refused(imports(STORM), "leads out of the library")
    assert not list((tmp_path / "elsewhere").iterdir())


# -- what an import would change ---------------------------------------------------------------------------------------

NEXT = "TEMPESTA\n\nIl mare colpisce tutte le navi.\n\nFARO (LUOGO)\n\nIllumina il porto.\n"


def test_a_dry_run_tells_what_is_new_changed_unchanged_and_gone(imports, library):
    imports(STORM + "\nANCORA\n\nFerma la nave.\n")
    before = tree_of(library)
    dry = imports(NEXT + "\nANCORA\n\nFerma la nave.\n", "--dry-run", "--json", edition="it-4")
    assert tree_of(library) == before
    assert dry.json["written"] is None
    assert dry.json["changes"] == {
        "against": str(library),
        "texts": True,
        "new": dry.json["changes"]["new"],
        "changed": [
            {
                "concept": "storm",
                "added": ["Il mare colpisce tutte le navi."],
                "gone": ["Il mare colpisce le navi."],
                "see_also": False,
            }
        ],
        "unchanged": ["anchor"],
        "gone": ["crew"],
    }
    assert len(dry.json["changes"]["new"]) == 1
    shown = imports(NEXT, "--dry-run", edition="it-4").out
    assert "compared      1 new, 1 changed, 0 unchanged, 2 gone: with" in shown
    assert "            - Il mare colpisce le navi.\n            + Il mare colpisce tutte le navi.\n" in shown
    assert "gone          crew" in shown


def test_another_edition_of_the_same_text_is_no_change(imports):
    imports(STORM)
    changes = imports(STORM, "--dry-run", "--json", edition="it-4").json["changes"]
    assert (changes["new"], changes["changed"], changes["gone"]) == ([], [], [])
    assert sorted(changes["unchanged"]) == ["crew", "storm"]


def test_an_update_tells_what_it_has_changed(imports):
    imports(STORM)
    changes = imports(STORM.replace("I marinai", "Tutti i marinai"), "--update", "--json").json["changes"]
    assert [changed["concept"] for changed in changes["changed"]] == ["crew"]


def test_without_a_library_the_entries_are_compared_with_the_glossary(run, tmp_path):
    (tmp_path / "rules.txt").write_text(STORM + "\nPONTILE\n\nQui si attracca.\n", encoding="utf-8")
    given = ["--game", "harbour", "--lang", "it", "--edition", "it-3", "--dry-run"]
    changes = run("import", tmp_path / "rules.txt", *given, "--json").json["changes"]
    assert (changes["texts"], len(changes["new"]), sorted(changes["unchanged"])) == (False, 1, ["crew", "storm"])
    assert "anchor" in changes["gone"]
    assert "Give --to LIBRARY" in run("import", tmp_path / "rules.txt", *given).out


@pytest.mark.posix
def test_a_pipe_in_the_library_is_no_text_to_compare(imports, library):
    imports(STORM)
    (library / "harbour" / "it" / "pier.md").unlink(missing_ok=True)
    os.mkfifo(library / "harbour" / "it" / "pier.md")
    assert imports(STORM, "--dry-run", "--json").json["changes"]["gone"] == ["pier"]
