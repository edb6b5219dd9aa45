"""After an edit only what was edited is compiled again, and nobody can tell the difference."""

import doctest
import shutil
from contextlib import contextmanager

import pytest

from compendium_cli import updating
from compendium_cli.compendium import open_compendium
from compendium_cli.languages import LANGUAGES
from compendium_cli.reading import folder as reading
from compendium_cli.reading import listing
from conftest import HARBOUR

PARTS = {"words", *LANGUAGES}
QUESTIONS = {
    "it": ["quanti danni prendo col maltempo?", "la nave all'ancora nella tempesta", "che cos'è un faro?", "ormeggio"],
    "es": ["¿cuánto daño hace la tormenta?", "fondear"],
    "uk": ["рухаються кораблі на якорі?", "шторм"],
    "en": ["what does the storm do?", "drop anchor"],
}


def test_examples_in_the_documentation():
    assert doctest.testmod(listing).failed == 0


@pytest.fixture
def glossary(tmp_path, monkeypatch):
    """A copy of the test glossary that may be changed, compiled in a cache of its own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    shutil.copytree(HARBOUR, tmp_path / "glossary")
    with open_compendium(tmp_path / "glossary") as compendium:
        compendium.complete()
    return tmp_path / "glossary"


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def replace_in(path, old, new):
    text = path.read_text(encoding="utf-8")
    assert old in text
    write(path, text.replace(old, new))


ENTRY = "---\nedition: {lang}-1\n---\n# {title}\n\n{text} ^1\n"
CARDS = "codes\ttype\ten\tit\tes\tnumber\tcard\n1\ttool\tOld Anchor\tVecchia Ancora\tAncla vieja\t1\tvecchia-ancora\n"


def swap_titles(game):
    """Two entries change their names with each other."""
    replace_in(game / "it/storm.md", "# Tempesta", "# Faro")
    replace_in(game / "it/lighthouse.md", "# Faro", "# Tempesta")


EDITS = {
    "a sentence": lambda game: replace_in(game / "it/storm.md", "2 danni", "7 danni"),
    "a title": lambda game: replace_in(game / "it/storm.md", "# Tempesta", "# Uragano"),
    "titles": swap_titles,
    "an alias": lambda game: replace_in(game / "it/storm.md", "burrasca", "fortunale"),
    "a phrasing": lambda game: write(game / "asked/it/lighthouse.txt", "^1\nche ci fa la lanterna gigante\n"),
    "a name that players use": lambda game: write(game / "asked/en/storm.txt", "= big blow\n^1\nwind all over\n"),
    "phrasings that lead nowhere": lambda game: write(game / "asked/it/storm.txt", "^99\nche cosa\n"),
    "an entry that goes": lambda game: (game / "es/anchor.md").unlink(),
    "an entry that is broken": lambda game: write(
        game / "it/storm.md", "---\nedition: it-1\n---\n\nSenza titolo. ^1\n"
    ),
    "another entry": lambda game: write(
        game / "uk/crew.md", ENTRY.format(lang="uk", title="Екіпаж", text="Екіпаж керує кораблем.")
    ),
    "an entry that begins to redirect": lambda game: write(
        game / "it/lighthouse.md", "---\nedition: it-1\n---\n# Lanterna\n\n**Vedi anche:** [Tempesta](storm.md)\n"
    ),
    "metadata of a concept": lambda game: replace_in(game / "concepts.yml", "en: Storm", "en: Gale"),
    "a comment before all metadata": lambda game: write(
        game / "concepts.yml", "# Concepts.\n" + (game / "concepts.yml").read_text(encoding="utf-8")
    ),
    "a list of cards": lambda game: write(game / "cards.tsv", CARDS),
    "the name of the game": lambda game: replace_in(game / "game.yml", "Storm Harbour", "Harbour of Storms"),
    "a stray file": lambda game: write(game / "it/notes.doc", "?"),
    "nothing but the time": lambda game: (game / "it/storm.md").touch(),
}


def state(compendium):
    """Everything that a compiled glossary says of its entries, names and links."""
    store = compendium._compiled.store  # noqa: SLF001 - what is compiled is what is compared
    facts = ("games", "languages", "spoken", "problems", "entries", "analyzers")
    return {
        "games": dict(store.games()),
        "cards": {game: store.cards(game) for game in store.games()},
        "called": [store.card_called(name, None) for name in ("vecchia ancora", "old anchor", "remo")],
        "entries": list(store.entries()),
        "names": store.all_names(),
        "links": {
            (lang, entry.name): (store.links_from(lang, entry.name), store.links_to(lang, entry.name))
            for lang in LANGUAGES
            for entry in store.entries(lang)
        },
        "asked": {lang: store.asked("harbour", lang) for lang in LANGUAGES},
        "facts": {fact: store.fact(fact) for fact in facts},
    }


def answers(compendium):
    """The entries that every question leads to, the best first, and whether it is decided."""
    found = {}
    for lang, questions in QUESTIONS.items():
        for question in questions:
            answer = compendium.ask(question)
            found[lang, question] = answer.judgement.decided, [ruling.entry.name for ruling in answer.rulings[:1]]
    return found


def edited(compendium):
    return compendium._compiled.store.edited()  # noqa: SLF001


@contextmanager
def compiled_afresh(glossary, monkeypatch, tmp_path):
    with monkeypatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path / "fresh"))
        with open_compendium(glossary) as compendium:
            compendium.complete()
            assert edited(compendium) == set()
            yield compendium


@pytest.mark.slow
@pytest.mark.parametrize("edit", EDITS)
def test_what_is_updated_says_what_is_said_by_what_is_compiled_anew(glossary, edit, tmp_path, monkeypatch):
    EDITS[edit](glossary / "harbour")
    with open_compendium(glossary) as updated, compiled_afresh(glossary, monkeypatch, tmp_path) as fresh:
        assert state(updated) == state(fresh)
        assert answers(updated) == answers(fresh)
        assert {part.name for part in updated.cache.path.iterdir() if part.is_dir()} == PARTS
        words, others = (one._compiled.store.name_words() for one in (updated, fresh))  # noqa: SLF001
        assert words == others


def test_one_edit_after_another(glossary, tmp_path, monkeypatch):
    for edit in ("a sentence", "an alias", "an entry that begins to redirect", "another entry", "a list of cards"):
        EDITS[edit](glossary / "harbour")
        with open_compendium(glossary) as updated:
            answers(updated)
            assert edited(updated)
    with open_compendium(glossary) as updated, compiled_afresh(glossary, monkeypatch, tmp_path) as fresh:
        assert state(updated) == state(fresh)
        assert answers(updated) == answers(fresh)


def test_only_what_was_edited_is_read(glossary, monkeypatch):
    read, read_text = [], reading.read_text

    def noted(path):
        read.append(path.relative_to(glossary).as_posix())
        return read_text(path)

    monkeypatch.setattr(reading, "read_text", noted)
    EDITS["a sentence"](glossary / "harbour")
    with open_compendium(glossary) as compendium:
        assert "7 danni" in compendium.ask("quanti danni prendo col maltempo?").rulings[0].statement.text
        assert edited(compendium) == {("harbour", "storm")}
    assert {path.rpartition("/")[2].partition(".")[0] for path in read} == {"storm"}


def test_a_word_that_is_new_is_known_at_once_in_any_form(glossary):
    replace_in(glossary / "harbour/uk/storm.md", "# Шторм", "# Буревій")
    with open_compendium(glossary) as compendium:
        assert compendium.look_up("буревіями", lang="uk").entry.concept == "storm"
        assert compendium.ask("що робить буревiй?").rulings[0].entry.concept == "storm"


def test_the_name_of_a_redirect_that_was_not_edited_still_leads_to_what_was(glossary):
    replace_in(glossary / "harbour/it/anchor.md", "ferma", "immobile")
    with open_compendium(glossary) as compendium:
        assert edited(compendium) == {("harbour", "anchor")}
        assert compendium.ask("ormeggio").rulings[0].entry.concept == "anchor"


def test_where_much_was_edited_everything_is_compiled_anew(glossary, monkeypatch):
    monkeypatch.setattr(updating, "_MOST_CONCEPTS", 1)
    EDITS["titles"](glossary / "harbour")
    with open_compendium(glossary) as compendium:
        assert compendium.look_up("faro", lang="it").entry.concept == "storm"
        assert edited(compendium) == set()


def test_another_game_or_language_is_compiled_anew(glossary):
    write(glossary / "harbour/en/storm.md", ENTRY.format(lang="it", title="Storm", text="A storm."))
    with open_compendium(glossary) as compendium:
        assert compendium.languages() == ["it", "es", "uk", "en"]
        assert edited(compendium) == set()
    shutil.copytree(HARBOUR / "harbour", glossary / "bay")
    with open_compendium(glossary) as compendium:
        assert list(compendium.games()) == ["bay", "harbour"]
        assert edited(compendium) == set()


def test_lists_of_a_game_that_nobody_touched_are_no_stray_files(glossary):
    shutil.copytree(glossary / "harbour", glossary / "marina")
    write(glossary / "marina/cards.tsv", CARDS.replace("vecchia-ancora", ""))
    write(glossary / "marina/rulings.yml", "# None so far.\n")
    with open_compendium(glossary) as compendium:
        compendium.complete()
        before = compendium.facts().problems
    replace_in(glossary / "harbour/it/storm.md", "2 danni", "7 danni")
    with open_compendium(glossary) as compendium:
        assert compendium.look_up("storm", lang="it", game="harbour").entry.statements
        assert compendium.facts().edited
        assert compendium.facts().problems == before


def test_to_rebuild_weighs_everything_anew(glossary):
    EDITS["a sentence"](glossary / "harbour")
    with open_compendium(glossary) as compendium:
        assert edited(compendium) == {("harbour", "storm")}
        compendium.rebuild()
        assert edited(compendium) == set()


@pytest.mark.slow
@pytest.mark.parametrize("file", ["corpus.sqlite", "words/words.sqlite", "it/statistics", "it/listing", "it/0.entries"])
@pytest.mark.parametrize("damage", [None, b"", b"not what it was" * 500], ids=["gone", "empty", "something else"])
def test_what_is_damaged_is_no_ground_to_build_on(glossary, file, damage):
    with open_compendium(glossary) as compendium:
        damaged = compendium.cache.path / file
    if damage is None:
        damaged.unlink()
    else:
        damaged.write_bytes(damage)
    EDITS["a sentence"](glossary / "harbour")
    with open_compendium(glossary) as compendium:
        assert "7 danni" in compendium.ask("quanti danni prendo col maltempo?").rulings[0].statement.text


def test_what_another_compiler_made_is_no_ground_to_build_on(glossary, monkeypatch):
    monkeypatch.setattr("compendium_cli.cache.COMPILER", 99)
    EDITS["a sentence"](glossary / "harbour")
    with open_compendium(glossary) as compendium:
        assert "7 danni" in compendium.ask("quanti danni prendo col maltempo?").rulings[0].statement.text
        assert edited(compendium) == set()


def test_what_was_taken_over_from_another_folder_is_updated_by_its_own_files(glossary, tmp_path):
    shutil.copytree(glossary, tmp_path / "copy")
    for folder in (tmp_path / "copy", glossary):
        with open_compendium(folder) as compendium:
            assert compendium.look_up("storm", lang="it").entry.title == "Tempesta"
        EDITS["a sentence"](folder / "harbour")
        with open_compendium(folder) as compendium:
            assert edited(compendium) == {("harbour", "storm")}


def test_what_was_updated_serves_no_other_folder(glossary, tmp_path):
    EDITS["a sentence"](glossary / "harbour")
    with open_compendium(glossary) as compendium:
        assert edited(compendium)
    shutil.copytree(glossary, tmp_path / "copy")
    with open_compendium(tmp_path / "copy") as compendium:
        assert compendium.look_up("storm", lang="it").entry.statement(2)
        assert edited(compendium) == set()


def test_a_glossary_edited_while_it_is_updated_is_read_again(glossary, monkeypatch):
    read_text, again = reading.read_text, []

    def edit_meanwhile(path):
        text = read_text(path)
        if path.name == "storm.md" and path.parent.name == "it" and not again:
            again.append(path)
            write(path, text.replace("# Tempesta", "# Ciclone"))
        return text

    EDITS["a sentence"](glossary / "harbour")
    monkeypatch.setattr(reading, "read_text", edit_meanwhile)
    with open_compendium(glossary) as compendium:
        assert compendium.look_up("storm", lang="it").entry.title == "Ciclone"
