"""The full-text index, by itself. Also run with whoosh-reloaded, so that the way out is proven."""

import pytest

from compendium_cli.index import Address, LanguageIndex, QueryWord, build_indexes
from compendium_cli.languages import LANGUAGES
from compendium_cli.reading.folder import read_glossary
from compendium_cli.wording import wordings_of
from conftest import HARBOUR


@pytest.fixture(params=["in memory", "in a folder"])
def indexes(request, tmp_path):
    corpus, _ = read_glossary(HARBOUR)
    folder = tmp_path if request.param == "in a folder" else None
    built = build_indexes(corpus, wordings_of(corpus), folder)
    if folder:
        for index in built.values():
            index.close()
        built = {lang: LanguageIndex.open(folder / lang) for lang in built}
    yield built
    for index in built.values():
        index.close()


def words(lang, text):
    language = LANGUAGES[lang]
    return [QueryWord(word, language.analyzer.norms(word)) for word in language.content_words(text)]


def test_one_index_per_language(indexes):
    assert set(indexes) == {"it", "es", "uk"}


@pytest.mark.parametrize(
    ("lang", "query", "address"),
    [
        ("it", "nave ancorata spostarsi", Address("harbour", "anchor", 2)),
        ("it", "navi non ancorate subiscono", Address("harbour", "storm", 2)),
        ("it", "maltempo", Address("harbour", "storm", 2)),
        ("it", "lighthouse", Address("harbour", "lighthouse", 1)),
        ("es", "ataques", Address("harbour", "storm", 1)),
        ("uk", "рухаються кораблі на якорі", Address("harbour", "anchor", 1)),
    ],
)
def test_statements_are_found_by_any_form_by_asked_words_and_by_english_terms(indexes, lang, query, address):
    found = indexes[lang].search(words("en" if query == "lighthouse" else lang, query))
    assert address in [hit.address for hit in found[:2]]


def test_hits_are_ordered_and_limited(indexes):
    hits = indexes["it"].search(words("it", "nave tempesta danni"), limit=3)
    assert len(hits) == 3
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)


@pytest.mark.parametrize("game", [None, "marvel-champions"])
@pytest.mark.parametrize(
    ("lang", "question"),
    [
        ("it", "un alleato stordito che attacca un gregario subisce danno conseguente dal criminale?"),
        ("es", "¿puede el villano atacar a un héroe con una carta de aturdido durante la fase de jugador?"),
        ("uk", "скільки карт може скинути гравець з руки, щоб сплатити вартість карти союзника?"),
    ],
)
def test_the_best_are_the_same_however_few_are_wanted(shipped, lang, question, game):
    index = shipped._compiled.index(lang)  # noqa: SLF001
    everything = index.search(words(lang, question), game, limit=100_000)
    assert len(everything) > 500
    for limit in (1, 10, 60):
        few = index.search(words(lang, question), game, limit=limit)
        assert [hit.address for hit in few] == [hit.address for hit in everything[:limit]]
        assert [hit.score for hit in few] == pytest.approx([hit.score for hit in everything[:limit]])


def test_a_game_that_is_not_there_has_no_hits(indexes):
    assert indexes["it"].search(words("it", "nave"), game="chess") == []


def test_rare_words_weigh_more(indexes):
    index = indexes["it"]
    common, rare, unknown = (index.rarity(LANGUAGES["it"].analyzer.norms(word)) for word in ("nave", "goletta", "xyz"))
    assert common < rare < unknown == 1.0
