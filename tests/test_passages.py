"""What leads to each statement: its text, the names of its entry, and the phrasings that players ask for it with."""

import doctest
import shutil

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compendium_cli import passages
from compendium_cli.languages import LANGUAGES, ngrams_of
from compendium_cli.languages.base import NGRAM
from compendium_cli.model import StatementKind
from compendium_cli.passages import OUT_OF_DOMAIN, out_of_domain, sources_of
from compendium_cli.reading.folder import read_glossary
from conftest import HARBOUR, write_glossary


def read(folder):
    corpus, _ = read_glossary(folder)
    return corpus


def by_concept(corpus, lang):
    return {source.concept: source for source in sources_of(corpus, lang)}


@pytest.fixture(scope="module")
def harbour_corpus():
    return read(HARBOUR)


@pytest.fixture
def spoken_of(tmp_path):
    """The harbour with phrasings and names for a concept that the language has no entry of."""
    folder = tmp_path / "glossary"
    shutil.copytree(HARBOUR, folder)
    game = folder / "harbour"
    (game / "es" / "anchor.md").unlink()
    for lang, text in {"es": "= fondear\n^2\nsubir el hierro\n^6\nponer el hierro\n", "en": "^1\nis it tied\n"}.items():
        (game / "asked" / lang).mkdir()
        (game / "asked" / lang / "anchor.txt").write_text(text, encoding="utf-8")
    return read(folder)


def test_examples_in_the_documentation():
    assert doctest.testmod(passages).failed == 0


def test_every_statement_is_a_passage_with_its_text_and_phrasings(harbour_corpus):
    anchor, storm = (by_concept(harbour_corpus, "it")[concept] for concept in ("anchor", "storm"))
    assert [passage.n for passage in anchor.passages] == [1, 2, 4, 5, 6, 7]
    assert storm.passages[1].text == "Ogni nave non ancorata subisce 2 danni."
    assert storm.passages[1].phrasings == ("quanti danni fa il maltempo", "che succede alla barca quando piove forte")
    assert list(storm.passages[1].ways) == [storm.passages[1].text, *storm.passages[1].phrasings]


def test_an_entry_is_called_by_its_title_its_other_names_and_its_english_term(harbour_corpus):
    assert by_concept(harbour_corpus, "it")["storm"].names == ("Tempesta", "burrasca", "Storm")


def test_a_redirect_lends_its_names_and_has_no_passages_of_its_own(harbour_corpus):
    sources = by_concept(harbour_corpus, "it")
    assert "mooring" not in sources
    assert "Ormeggio" in sources["anchor"].names


def test_the_question_about_a_card_leads_to_its_answer(harbour_corpus):
    card = by_concept(harbour_corpus, "it")["cards/vecchia-ancora"]
    assert [(passage.n, passage.kind) for passage in card.passages] == [
        (2, StatementKind.ANSWER),
        (3, StatementKind.ERRATUM),
    ]
    assert card.passages[0].phrasings == ("La nave può girarsi mentre Vecchia Ancora è in gioco?",)
    assert card.passages[1].phrasings == ()


def test_phrasings_of_a_cards_question_lead_to_its_answer_too(tmp_path):
    card = "---\nedition: it-1\n---\n# Remo\n\n## Domande\n\n**Galleggia?** ^1\n\nSì. ^2\n\n**Brucia?** ^3\n\nNo. ^4\n"
    files = {"game/it/cards/remo.md": card, "game/asked/it/cards/remo.txt": "^1\nsta a galla\n^4\nva a fuoco\n"}
    (remo,) = sources_of(read(write_glossary(tmp_path, files)), "it")
    assert [(passage.n, passage.phrasings) for passage in remo.passages] == [
        (2, ("Galleggia?", "sta a galla")),
        (4, ("Brucia?", "va a fuoco")),
    ]


def test_a_concept_without_an_entry_has_the_numbers_of_the_entry_that_answers(spoken_of):
    anchor = by_concept(spoken_of, "es")["anchor"]
    assert anchor.lang == "it"  # whose entry is shown
    assert [passage.n for passage in anchor.passages] == [1, 2, 4, 5, 6, 7]
    assert {passage.n: passage.phrasings for passage in anchor.passages if passage.phrasings} == {
        2: ("subir el hierro",),
        6: ("poner el hierro",),
    }
    assert {passage.text for passage in anchor.passages} == {""}  # no Spanish index has Italian words
    assert {"fondear", "Drop Anchor"} <= set(anchor.names)


def test_what_a_language_has_no_word_of_is_found_by_its_names(harbour_corpus):
    crew = by_concept(harbour_corpus, "uk")["crew"]
    assert (crew.lang, crew.names) == ("it", ("Crew",))
    assert all(not list(passage.ways) for passage in crew.passages)


def test_a_language_without_texts_has_what_its_players_say(spoken_of):
    sources = by_concept(spoken_of, "en")
    assert {passage.n: passage.phrasings for passage in sources["anchor"].passages if passage.phrasings} == {
        1: ("is it tied",)
    }


def test_english_terms_are_names_in_english_where_nothing_else_is(harbour_corpus):
    sources = by_concept(harbour_corpus, "en")
    assert sources["storm"].names == ("Storm",)
    assert not any(list(passage.ways) for concept, source in sources.items() if concept for passage in source.passages)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_rules_are_sorted_and_questions_that_none_decides_stand_apart(spoken_of, lang):
    rules = [(source.game, source.concept) for source in sources_of(spoken_of, lang)]
    assert rules == sorted(rules)
    outside = out_of_domain(lang)
    assert (outside.game, outside.concept) == ("", OUT_OF_DOMAIN) not in rules
    (passage,) = outside.passages
    assert len(passage.phrasings) > 50
    assert all(question.strip() and not question.startswith("#") for question in passage.phrasings)


def test_a_statement_that_has_no_number_yet_is_left_out(tmp_path):
    entry = "---\nedition: it-1\n---\n# Lettera\n\nUna lettera. ^1\n\nE un'altra.\n"
    (letter,) = sources_of(read(write_glossary(tmp_path, {"game/it/a.md": entry})), "it")
    assert [passage.n for passage in letter.passages] == [1]


def test_a_card_is_called_by_the_names_of_the_list_of_cards(tmp_path):
    table = "codes\ttype\ten\tit\tes\tnumber\tcard\n1\ttool\tOar\tRemo\tRemo largo\t7\tremo\n"
    card = "---\nedition: it-1\n---\n# Remo\n\n## Errata\n\n- Costa 1. ^1\n"
    entry = "---\nedition: es-1\n---\n# Letra\n\nUna letra. ^1\n"
    files = {"game/cards.tsv": table, "game/it/cards/remo.md": card, "game/es/a.md": entry}
    corpus = read(write_glossary(tmp_path, files))
    assert set(by_concept(corpus, "it")["cards/remo"].names) == {"Remo", "Oar"}
    assert {"Remo largo", "Oar"} <= set(by_concept(corpus, "es")["cards/remo"].names)


@given(st.lists(st.text(alphabet="abcèй'", min_size=1, max_size=6), max_size=6))
def test_n_grams_are_pieces_of_the_words_in_a_row(words):
    text = f"_{'_'.join(words)}_"
    found = ngrams_of(words)
    assert all(len(ngram) == NGRAM for ngram in found) or len(text) < NGRAM
    assert all(ngram in text for ngram in found)
    assert all(text[start : start + NGRAM] in found for start in range(len(text) - NGRAM + 1))
