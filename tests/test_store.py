"""What was compiled is what was read."""

import pytest

from compendium_cli.compiling import build_store
from compendium_cli.languages import LANGUAGES
from compendium_cli.model import Card
from compendium_cli.passages import sources_of
from compendium_cli.reading.folder import read_glossary
from conftest import CONCEPTS_YML, GAME_YML, HARBOUR, write_glossary


def all_sources(corpus):
    return {lang: sources_of(corpus, lang) for lang in LANGUAGES}


def test_entries_and_games_come_back_as_they_went_in(tmp_path):
    corpus, problems = read_glossary(HARBOUR)
    assert problems == []
    store = build_store(corpus, all_sources(corpus), tmp_path / "corpus.sqlite", {})
    assert {entry.path: entry for entry in store.entries()} == {entry.path: entry for entry in corpus.entries}
    assert store.games() == corpus.games
    store.close()


def test_cards_come_back_as_they_went_in_but_apart_from_their_game(tmp_path):
    table = "codes\ttype\ten\tit\tproduct_it\tnumber\tcard\n1a 1b\ttool\tOar\tRemo\tBarca\t7\t\n\t\tSail\t\t\t\t\n"
    corpus, problems = read_glossary(write_glossary(tmp_path / "glossary", {"game/cards.tsv": table}))
    assert problems == []
    assert corpus.games["game"].cards == (
        Card(("1a", "1b"), "tool", {"en": "Oar", "it": "Remo"}, {"it": "Barca"}, "7", None, 2),
        Card((), "", {"en": "Sail"}, {}, "", None, 3),
    )
    store = build_store(corpus, all_sources(corpus), tmp_path / "corpus.sqlite", {})
    assert store.cards("game") == corpus.games["game"].cards
    assert store.games()["game"].cards == ()
    store.close()


def test_forms_of_a_tabled_language_need_no_dictionary(harbour_store, monkeypatch):
    monkeypatch.setattr("compendium_cli.languages.morphology._dictionary", lambda: 1 / 0)
    assert harbour_store.norms("uk", "штормами") == harbour_store.norms("uk", "шторм")
    assert harbour_store.norms("uk", "невідоме") == ("невідоме",)


def test_the_documents_of_an_index_are_counted_through_the_entries(harbour_store):
    for lang in harbour_store.spoken():
        document = 0
        for entry in harbour_store.indexed(lang):
            assert entry.document == document
            assert len(entry.numbers) == len(entry.kinds)
            document += 1 + len(entry.numbers)
        assert (entry.game, entry.concept) == ("", "")  # what no rule decides comes last
    assert harbour_store.indexed("xx") == []


def test_a_language_is_spoken_where_it_has_texts_phrasings_or_english_terms(harbour_store, tmp_path, open_glossary):
    assert (harbour_store.languages(), harbour_store.spoken()) == (["it", "es", "uk"], ["it", "es", "uk", "en"])
    entry = "---\nedition: it-1\n---\n# Lettera\n\nUna lettera. ^1\n"
    files = {"game/it/a.md": entry, "game/asked/en/a.txt": "^1\nwhat is a letter\n"}
    store = open_glossary(write_glossary(tmp_path, files))._compiled.store  # noqa: SLF001
    assert (store.languages(), store.spoken()) == (["it"], ["it", "en"])


def test_whether_players_phrasings_are_known_is_told_by_game(tmp_path, open_glossary):
    entry = "---\nedition: it-1\n---\n# Lettera {}\n\nUna lettera {}. ^1\n"
    files = {f"game/it/{name}.md": entry.format(name, name) for name in "abc"}
    files |= {f"game/asked/it/{name}.txt": "^1\n" + "".join(f"che lettera è {n}\n" for n in range(8)) for name in "ab"}
    files |= {f"other/{path.partition('/')[2]}": text for path, text in files.items() if "asked" not in path}
    files |= {"other/game.yml": GAME_YML, "other/concepts.yml": CONCEPTS_YML}
    store = open_glossary(write_glossary(tmp_path, files))._compiled.store  # noqa: SLF001
    told = {game: store.is_expanded("it", game) for game in ("game", "other", None, "nowhere")}
    assert told == {"game": True, "other": False, None: False, "nowhere": False}


def test_every_word_of_a_name_is_known_as_written_and_normalised(harbour_store):
    assert {"vecchia", "ancora", "tempesta", "tempest", "burrasca", "lighthouse", "якір"} <= harbour_store.name_words()
    assert "goletta" not in harbour_store.name_words()


def test_names_say_where_they_come_from(harbour_store):
    sources = harbour_store.name_sources("harbour", "storm")
    assert {name: sources[name] for name in ("Tempesta", "burrasca", "Storm")} == {
        "Tempesta": {"title"},
        "burrasca": {"alias"},
        "Storm": {"english"},
    }


@pytest.mark.parametrize(
    ("name", "game", "number"),
    [
        ("remo", None, "7"),
        ("oar", "game", "7"),
        ("oar", "other", None),
        ("vela", None, None),  # it has an entry, so there is more to say than its name
        ("timone", None, None),
    ],
)
def test_a_card_without_an_entry_is_known_by_any_of_its_names(tmp_path, open_glossary, name, game, number):
    table = "codes\ttype\ten\tit\tnumber\tcard\n1\ttool\tOar\tRemo\t7\t\n2\ttool\tSail\tVela\t8\tvela\n"
    card = "---\nedition: it-1\n---\n# Vela\n\n## Errata\n\n- Il costo è 1. ^1\n"
    files = {"game/cards.tsv": table, "game/it/cards/vela.md": card}
    files |= {"other/game.yml": GAME_YML, "other/concepts.yml": CONCEPTS_YML}
    store = open_glossary(write_glossary(tmp_path, files))._compiled.store  # noqa: SLF001
    found = store.card_called(name, game)
    assert (found.number if found else None) == number
