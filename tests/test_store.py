"""What was compiled is what was read."""

from compendium_cli.compiling import build_store
from compendium_cli.model import Card
from compendium_cli.reading.folder import read_glossary
from compendium_cli.wording import wordings_of
from conftest import HARBOUR, write_glossary


def test_entries_and_games_come_back_as_they_went_in(tmp_path):
    corpus, problems = read_glossary(HARBOUR)
    assert problems == []
    store = build_store(corpus, wordings_of(corpus), tmp_path / "corpus.sqlite", {})
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
    store = build_store(corpus, wordings_of(corpus), tmp_path / "corpus.sqlite", {})
    assert store.cards("game") == corpus.games["game"].cards
    assert store.games()["game"].cards == ()
    store.close()


def test_forms_of_a_tabled_language_need_no_dictionary(harbour_store, monkeypatch):
    monkeypatch.setattr("compendium_cli.languages.morphology._dictionary", lambda: 1 / 0)
    assert harbour_store.norms("uk", "штормами") == harbour_store.norms("uk", "шторм")
    assert harbour_store.norms("uk", "невідоме") == ("невідоме",)
