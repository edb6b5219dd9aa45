"""The parts of a compiled form: made apart or together, they say the same; and who waits is told how far it is."""

import shutil
from itertools import pairwise

import pytest

from compendium_cli import making, vocabulary
from compendium_cli.cache import STORE, STORE_FILE, WORDS, WORDS_FILE
from compendium_cli.index import LanguageIndex
from compendium_cli.languages import LANGUAGES
from compendium_cli.reading.listing import glossary_files
from compendium_cli.store import Store
from compendium_cli.vocabulary import Vocabulary
from conftest import HARBOUR

PARTS = (STORE, WORDS, *LANGUAGES)


@pytest.fixture
def glossary(tmp_path):
    """Two games and a stray file."""
    for game in ("bay", "harbour"):
        shutil.copytree(HARBOUR / "harbour", tmp_path / "glossary" / game)
    (tmp_path / "glossary" / "stray.txt").write_text("?", encoding="utf-8")
    return tmp_path / "glossary"


def made(glossary, folder, parts=PARTS, progress=None):
    places = {part: folder / part for part in parts}
    for place in places.values():
        place.mkdir(parents=True, exist_ok=True)
    making.make(glossary, glossary_files(glossary), places, folder, progress)
    return folder


def files_of(folder):
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_parts_that_are_made_one_by_one_are_those_that_are_made_together(glossary, tmp_path):
    together = made(glossary, tmp_path / "together")
    for part in PARTS:
        made(glossary, tmp_path / "apart", [part])
    assert files_of(tmp_path / "apart") == files_of(together)


def test_games_that_are_read_by_several_processes_are_those_that_are_read_by_one(glossary, tmp_path, monkeypatch):
    (tmp_path / "one").mkdir()
    (tmp_path / "several").mkdir()
    files = glossary_files(glossary)
    stores = []
    for name, much in (("one", making._MUCH), ("several", 1)):  # noqa: SLF001 - how much is much
        monkeypatch.setattr(making, "_MUCH", much)
        work = making.Work(files, [STORE], None)
        stores.append(making.make_store(glossary, files, tmp_path / name / STORE_FILE, work))
    one, several = stores
    assert list(one.entries()) == list(several.entries())
    assert one.all_names() == several.all_names()
    assert dict(one.games()) == dict(several.games())
    for fact in ("problems", "entries", "spoken", "languages", "name_words"):
        assert one.fact(fact) == several.fact(fact)
    assert one.fact("problems") == 1
    assert [path.name for path in (tmp_path / "several").iterdir()] == [STORE_FILE]


def test_what_is_made_can_be_opened(glossary, tmp_path):
    folder = made(glossary, tmp_path / "form")
    store = Store.open(folder / STORE_FILE)
    assert list(store.games()) == ["bay", "harbour"]
    words = Vocabulary.open(folder / WORDS / WORDS_FILE)
    assert words.knows("uk", "шторм")
    index = LanguageIndex.open(folder / "it")
    assert [shard.entries[0].game for shard in index.shards(None)] == ["bay", "harbour"]
    for opened in (store, words, index):
        opened.close()


def test_progress_only_goes_on_and_says_what_is_done(glossary, tmp_path):
    told = []
    made(glossary, tmp_path / "form", progress=lambda done, total, what="": told.append((done, total, what)))
    assert all(before[0] <= after[0] for before, after in pairwise(told))
    assert len({total for _, total, _ in told}) == 1
    assert all(done <= total for done, total, _ in told)
    assert {what for *_, what in told} <= {"reading the glossary", "writing the entries", "indexing the texts"}
    assert told[0][2] == "reading the glossary"


def test_of_one_part_progress_goes_to_the_end(glossary, tmp_path):
    made(glossary, tmp_path / "form", [STORE, WORDS])
    told = []
    made(glossary, tmp_path / "form", ["it"], lambda done, total, what="": told.append((done / total, what)))
    assert {what for _, what in told} == {"indexing the texts in Italiano"}
    assert told[-1][0] > 0.9
    assert max(after[0] - before[0] for before, after in pairwise(told)) < 0.2  # evenly


def test_words_go_on_evenly_too(glossary, tmp_path, monkeypatch):
    monkeypatch.setattr(vocabulary, "_TOLD_AT_ONCE", 10)
    made(glossary, tmp_path / "form", [STORE])
    told = []
    made(glossary, tmp_path / "form", [WORDS], lambda done, total, _="": told.append(done / total))
    assert told[-1] > 0.9
    assert max(after - before for before, after in pairwise([0.0, *told])) < 0.3
