"""The full-text index, by itself. Also run with whoosh-reloaded, so that the way out is proven."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from compendium_cli import index as module
from compendium_cli.errors import DamagedCacheError
from compendium_cli.fitted import fitted
from compendium_cli.impacts import NGRAMS, WORDS, fields_of, postings_of
from compendium_cli.index import LanguageIndex, build_index
from compendium_cli.languages import LANGUAGES, folded_words, ngrams_of
from compendium_cli.passages import sources_of, words_of_text
from compendium_cli.reading.folder import read_glossary
from conftest import HARBOUR

SMOOTHING = fitted().smoothing
LANGS = ("it", "es", "uk")


@pytest.fixture(scope="module")
def sources():
    corpus, _ = read_glossary(HARBOUR)
    return {lang: sources_of(corpus, lang) for lang in LANGS}


@pytest.fixture(scope="module")
def postings(sources):
    """The documents and impacts of every term, by language and field."""
    return {
        (lang, field.name): {
            term: dict(zip(numbers[0::2], numbers[1::2], strict=True))
            for term, numbers in postings_of(sources[lang], field, SMOOTHING)
        }
        for lang in LANGS
        for field in fields_of(LANGUAGES[lang].analyzer.norms, SMOOTHING)
    }


@pytest.fixture(scope="module", params=["in memory", "in a folder"])
def indexes(request, sources, tmp_path_factory):
    folder = tmp_path_factory.mktemp("index") if request.param == "in a folder" else None
    built = {
        lang: build_index(found, LANGUAGES[lang].analyzer.norms, SMOOTHING, folder / lang if folder else None)
        for lang, found in sources.items()
    }
    if folder:
        for index in built.values():
            index.close()
        built = {lang: LanguageIndex.open(folder / lang) for lang in built}
    yield built
    for index in built.values():
        index.close()


def documents(sources):
    """The entry and the number of the statement of each document; 0 for the entry itself."""
    return [(source.concept, n) for source in sources for n in (0, *(passage.n for passage in source.passages))]


def best(index, sources, lang, query):
    """The statement that the words and the n-grams of a query speak for most."""
    weights = fitted().weights
    words = index.add_up(WORDS, set(words_of_text(query, LANGUAGES[lang].analyzer.norms)))
    ngrams = index.add_up(NGRAMS, set(ngrams_of(folded_words(query))))
    spoken = [weights.words * word + weights.ngrams * ngram for word, ngram in zip(words, ngrams, strict=True)]
    found, at = {}, 0
    for source in sources:
        for place, passage in enumerate(source.passages, 1):
            found[source.concept, passage.n] = spoken[at] + spoken[at + place]
        at += 1 + len(source.passages)
    return max(found, key=found.get)


@pytest.mark.parametrize("lang", LANGS)
def test_there_is_a_document_for_each_entry_and_each_of_its_statements(indexes, sources, lang):
    assert indexes[lang].size == len(documents(sources[lang]))


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("field", [WORDS, NGRAMS])
def test_what_was_put_in_comes_back(indexes, postings, lang, field):
    assert postings[lang, field]
    for term, put_in in postings[lang, field].items():
        found = indexes[lang].add_up(field, [term])
        assert {document: impact for document, impact in enumerate(found) if impact} == put_in


@pytest.mark.parametrize(
    ("lang", "query", "found"),
    [
        ("it", "nave ancorata spostarsi", ("anchor", 2)),
        ("it", "navi non ancorate subiscono", ("storm", 2)),
        ("it", "maltempo", ("storm", 2)),
        ("it", "lighthouse", ("lighthouse", 1)),
        ("es", "ataques", ("storm", 1)),
        ("uk", "рухаються кораблі на якорі", ("anchor", 1)),
    ],
)
def test_statements_are_found_by_any_form_by_players_words_and_by_english_terms(indexes, sources, lang, query, found):
    assert best(indexes[lang], sources[lang], lang, query) == found


def test_terms_add_up(indexes):
    index = indexes["it"]
    one, other = index.add_up(WORDS, ["ancor"]), index.add_up(WORDS, ["tempest"])
    assert any(one)
    assert any(other)
    both = [a + b for a, b in zip(one, other, strict=True)]
    assert index.add_up(WORDS, ["ancor", "tempest"]) == index.add_up(WORDS, ["tempest", "ancor"]) == both


def test_a_rare_word_speaks_more_than_a_common_one(indexes):
    common, rare = (max(indexes["it"].add_up(WORDS, [word])) for word in ("ancor", "golett"))
    assert common < rare


def test_the_name_of_a_redirect_speaks_for_the_entry_that_it_leads_to(indexes, sources):
    spoken = dict(zip(documents(sources["it"]), indexes["it"].add_up(WORDS, ["ormegg"]), strict=True))
    assert [document for document, impact in spoken.items() if impact] == [("anchor", 0)]


@pytest.mark.parametrize(("field", "term", "other"), [(WORDS, "golett", NGRAMS), (NGRAMS, "gole", WORDS)])
def test_words_and_n_grams_are_kept_apart(indexes, field, term, other):
    assert any(indexes["it"].add_up(field, [term]))
    assert not any(indexes["it"].add_up(other, [term]))


@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.text(max_size=8), max_size=4))
def test_whatever_is_looked_up_is_there_or_adds_nothing(indexes, postings, terms):
    for field in (WORDS, NGRAMS):
        found = indexes["uk"].add_up(field, terms)
        assert len(found) == indexes["uk"].size
        assert any(found) == any(term in postings["uk", field] for term in terms)


def test_what_is_forgotten_is_read_again(indexes, monkeypatch):
    index = indexes["it"]
    before = index.add_up(WORDS, ["ancor", "tempest"])
    monkeypatch.setattr(module, "_MOST_KEPT", 0)
    for _ in range(3):
        assert index.add_up(WORDS, ["ancor", "tempest"]) == before


def test_without_texts_nothing_is_found(tmp_path):
    index = build_index([], LANGUAGES["it"].analyzer.norms, SMOOTHING, tmp_path / "it")
    assert (index.size, index.add_up(WORDS, ["nav"])) == (0, [])
    index.close()


def test_an_index_that_is_not_there_is_a_damaged_one(tmp_path):
    with pytest.raises(DamagedCacheError):
        LanguageIndex.open(tmp_path / "nowhere")
