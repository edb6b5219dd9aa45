"""The full-text index, by itself. Also run with whoosh-reloaded, so that the way out is proven."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from compendium_cli import index as module
from compendium_cli.errors import DamagedCacheError
from compendium_cli.fitted import fitted
from compendium_cli.impacts import NGRAMS, WORDS, Tally, counts_of, fields_of, impacts_of, postings_of
from compendium_cli.index import LanguageIndex
from compendium_cli.indexing import build_index, update_index
from compendium_cli.languages import LANGUAGES, folded_words, ngrams_of
from compendium_cli.passages import out_of_domain, sources_of
from compendium_cli.reading.folder import read_glossary
from conftest import HARBOUR

SMOOTHING = fitted().smoothing
LANGS = ("it", "es", "uk")


@pytest.fixture(scope="module")
def sources():
    corpus, _ = read_glossary(HARBOUR)
    return {lang: sources_of(corpus, lang) for lang in LANGS}


def postings_in(sources, lang, field):
    """The documents and impacts of every term."""
    counted = [counts_of(source, [field])[0] for source in (*sources, out_of_domain(lang))]
    tally = Tally(field, SMOOTHING)
    for counts in counted:
        tally.add(counts)
    collection = tally.collection()
    found = postings_of(impacts_of(counts, collection, SMOOTHING) for counts in counted[:-1])
    return {term: dict(zip(numbers[0::2], numbers[1::2], strict=True)) for term, numbers in found}


@pytest.fixture(scope="module")
def postings(sources):
    """The same, by language and field."""
    return {
        (lang, field.name): postings_in(sources[lang], lang, field)
        for lang in LANGS
        for field in fields_of(LANGUAGES[lang].analyzer.norms, SMOOTHING)
    }


def built(lang, games, folder):
    norms = LANGUAGES[lang].analyzer.norms
    return build_index(lang, games, norms=norms, smoothing=SMOOTHING, folder=folder)


@pytest.fixture(scope="module", params=["in memory", "in a folder"])
def opened(request, sources, tmp_path_factory):
    folder = tmp_path_factory.mktemp("index") if request.param == "in a folder" else None
    opened = {
        lang: built(lang, [("harbour", found)], folder / lang if folder else None) for lang, found in sources.items()
    }
    if folder:
        for index in opened.values():
            index.close()
        opened = {lang: LanguageIndex.open(folder / lang) for lang in opened}
    yield opened
    for index in opened.values():
        index.close()


@pytest.fixture(scope="module")
def indexes(opened):
    """The impacts of the one game, by language."""
    return {lang: index.shards("harbour")[0].impacts for lang, index in opened.items()}


def documents(sources):
    """The entry and the number of the statement of each document; 0 for the entry itself."""
    return [(source.concept, n) for source in sources for n in (0, *(passage.n for passage in source.passages))]


def best(index, sources, lang, query):
    """The statement that the words and the n-grams of a query speak for most."""
    weights = fitted().weights
    norms = LANGUAGES[lang].analyzer.norms
    words = index.add_up(WORDS, {norm for word in folded_words(query) for norm in norms(word)})
    ngrams = index.add_up(NGRAMS, ngrams_of(folded_words(query)))
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
    index = built("it", [], tmp_path / "it")
    assert (index.shards(None), index.out_of_domain()) == ([], None)
    index.close()


def test_an_index_that_is_not_there_is_a_damaged_one(tmp_path):
    with pytest.raises(DamagedCacheError):
        LanguageIndex.open(tmp_path / "nowhere")


# -- shards ----------------------------------------------------------------------------------------------------------


def test_each_game_has_a_shard_and_what_no_rule_decides_another(opened, sources):
    index = opened["it"]
    (shard,) = index.shards(None)
    assert index.shards("harbour") == [shard]
    assert index.shards("nowhere") == []
    assert [(entry.game, entry.concept) for entry in shard.entries] == [(s.game, s.concept) for s in sources["it"]]
    document = 0
    for entry in shard.entries:
        assert (entry.document, len(entry.kinds)) == (document, len(entry.numbers))
        document += 1 + len(entry.numbers)
    (outside,) = index.out_of_domain().entries
    assert (outside.game, outside.concept, outside.numbers) == ("", "", [1])


def test_games_are_weighed_together(sources, postings, tmp_path):
    half = len(sources["it"]) // 2
    parts = [("a", sources["it"][:half]), ("b", sources["it"][half:])]
    index = built("it", parts, tmp_path / "it")
    for field in (WORDS, NGRAMS):
        for term, put_in in postings["it", field].items():
            found = [impact for shard in index.shards(None) for impact in shard.impacts.add_up(field, [term])]
            assert {document: impact for document, impact in enumerate(found) if impact} == put_in
    index.close()


def spoken_for(index, terms):
    """What some words speak for each entry of all shards."""
    return {
        (entry.concept, entry.phrasings): shard.impacts.add_up(WORDS, terms)[entry.document]
        for shard in index.shards(None)
        for entry in shard.entries
    }


@pytest.fixture
def before(sources, tmp_path):
    built("it", [("harbour", sources["it"])], tmp_path / "before").close()
    return tmp_path / "before"


def updated(before, folder, sources, edited):
    norms = LANGUAGES["it"].analyzer.norms
    update_index(before, folder, sources, [("harbour", one) for one in edited], norms=norms, smoothing=SMOOTHING)
    return LanguageIndex.open(folder)


def test_what_is_only_put_in_again_speaks_as_before(before, sources, tmp_path):
    again = [source for source in sources["it"] if source.concept in {"anchor", "storm"}]
    index, old = updated(before, tmp_path / "after", again, {"anchor", "storm"}), LanguageIndex.open(before)
    assert len(index.shards("harbour")) == 2
    for terms in (["ancor"], ["tempest"], ["nav", "golett"]):
        assert spoken_for(index, terms) == spoken_for(old, terms)


def test_what_was_edited_is_found_as_it_is_and_no_longer_as_it_was(before, sources, tmp_path):
    (storm,) = (source for source in sources["it"] if source.concept == "storm")
    first = storm.passages[0]._replace(text="Un maremoto travolge il molo.")
    edited = storm._replace(passages=(first, *storm.passages[1:]))
    index, old = updated(before, tmp_path / "after", [edited], {"storm"}), LanguageIndex.open(before)
    # A word that nobody had said before is found, and speaks for this entry alone.
    assert {concept for (concept, _), impact in spoken_for(index, ["maremot"]).items() if impact} == {"storm"}
    assert not any(spoken_for(old, ["maremot"]).values())
    gone = updated(before, tmp_path / "gone", [], {"storm"})
    assert {concept for concept, _ in spoken_for(old, [])} - {concept for concept, _ in spoken_for(gone, [])} == {
        "storm"
    }


def test_an_index_is_updated_again_and_again(before, sources, tmp_path):
    by_concept = {source.concept: source for source in sources["it"]}
    updated(before, tmp_path / "first", [by_concept["storm"]], {"storm"}).close()
    both = [by_concept["anchor"], by_concept["storm"]]
    index, old = updated(tmp_path / "first", tmp_path / "second", both, {"anchor", "storm"}), LanguageIndex.open(before)
    assert len(index.shards(None)) == 2
    assert spoken_for(index, ["tempest", "ancor"]) == spoken_for(old, ["tempest", "ancor"])


def test_whether_players_phrasings_are_known_is_told_by_game(sources, tmp_path):
    silent = [
        source._replace(game="silent", passages=tuple(passage._replace(phrasings=()) for passage in source.passages))
        for source in sources["it"]
    ]
    asked = [
        source._replace(passages=tuple(passage._replace(phrasings=("che cosa",) * 5) for passage in source.passages))
        for source in sources["it"]
    ]
    index = built("it", [("harbour", asked), ("silent", silent)], tmp_path / "it")
    told = {game: index.is_expanded(game) for game in ("harbour", "silent", None, "nowhere")}
    assert told == {"harbour": True, "silent": False, None: False, "nowhere": False}
    index.close()
