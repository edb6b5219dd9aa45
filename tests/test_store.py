"""What was compiled is what was read."""

import pytest

from compendium_cli.compiling import Reading, build_part, build_store
from compendium_cli.languages import LANGUAGES
from compendium_cli.model import Card
from compendium_cli.reading.folder import read_glossary
from conftest import CONCEPTS_YML, GAME_YML, HARBOUR, write_glossary


def test_entries_and_games_come_back_as_they_went_in(tmp_path):
    corpus, problems = read_glossary(HARBOUR)
    assert problems == []
    store = build_store([Reading(corpus, problems)], tmp_path / "corpus.sqlite")
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
    store = build_store([Reading(corpus, problems)], tmp_path / "corpus.sqlite")
    assert store.cards("game") == corpus.games["game"].cards
    assert store.games()["game"].cards == ()
    store.close()


def test_games_that_were_compiled_apart_are_as_if_they_had_been_compiled_together(tmp_path):
    entry = "---\nedition: it-1\n---\n# Lettera {}\n\nUna [lettera](b.md). ^1\n\n**Vedi anche:** [Altra](b.md)\n"
    files = {f"{game}/it/{name}.md": entry.format(name) for game in ("game", "other") for name in "ab"}
    files |= {
        "other/game.yml": GAME_YML,
        "other/concepts.yml": CONCEPTS_YML,
        "stray.txt": "",
        "game/es/a.md": "nothing",
    }
    folder = write_glossary(tmp_path / "glossary", files)
    corpus, problems = read_glossary(folder)
    assert problems
    parts = []
    for game in ("game", "other", ""):
        some = [problem for problem in problems if problem.path.startswith(f"{game}/" if game else "stray")]
        own = type(corpus)(
            {game: corpus.games[game]} if game else {},
            tuple(one for one in corpus.entries if one.game == game),
            tuple(one for one in corpus.expansions if one.game == game),
        )
        parts.append(tmp_path / f"part-{game}")
        build_part(Reading(own, some), parts[-1])
    apart = build_store(parts, tmp_path / "apart.sqlite")
    together = build_store([Reading(corpus, problems)], tmp_path / "together.sqlite")
    assert list(apart.entries()) == list(together.entries())
    assert apart.all_names() == together.all_names()
    assert apart.links_from("it", "other/a") == together.links_from("it", "other/a") != []
    for key in ("games", "languages", "name_words", "spoken", "problems", "entries", "edited"):
        assert apart.fact(key) == together.fact(key), key


def test_forms_of_a_tabled_language_need_no_dictionary(harbour_store, monkeypatch):
    assert harbour_store.vocabulary.knows("uk", "шторм")
    monkeypatch.setattr("compendium_cli.languages.morphology._dictionary", lambda: 1 / 0)
    assert harbour_store.norms("uk", "штормами") == harbour_store.norms("uk", "шторм")
    assert harbour_store.norms("uk", "невідоме") == ("невідоме",)


def test_a_language_is_spoken_where_it_has_texts_phrasings_or_english_terms(harbour_store, tmp_path, open_glossary):
    assert (harbour_store.languages(), harbour_store.spoken()) == (["it", "es", "uk"], ["it", "es", "uk", "en"])
    entry = "---\nedition: it-1\n---\n# Lettera\n\nUna lettera. ^1\n"
    files = {"game/it/a.md": entry, "game/asked/en/a.txt": "^1\nwhat is a letter\n"}
    compiled = open_glossary(write_glossary(tmp_path, files))._compiled  # noqa: SLF001
    assert (compiled.store.languages(), compiled.store.spoken()) == (["it"], ["it", "en"])
    # Of the others nothing is known: not even what no rule decides.
    found = {lang: len(compiled.index(lang).shards(None)) for lang in LANGUAGES}
    assert found == {"it": 1, "es": 0, "uk": 0, "en": 1}
    assert compiled.index("uk").out_of_domain() is None


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
