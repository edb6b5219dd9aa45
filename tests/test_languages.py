"""Words of three alphabets: folded, parted, and reduced to what their forms share."""

import doctest

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compendium_cli.languages import LANGUAGES, base, fold, folded_words, morphology, words_of


@pytest.mark.parametrize("module", [base, morphology])
def test_examples_in_the_documentation(module):
    assert doctest.testmod(module).failed == 0


def folded(text):
    return [word.folded for word in words_of(text)]


@given(st.text(st.characters(codec="utf-8") | st.sampled_from("'’ʼ àéñїґ І’єA1_"), max_size=60))
def test_words_are_the_same_whether_anybody_asks_where_they_stand(text):
    words = list(words_of(text))
    assert folded_words(text) == [word.folded for word in words]
    assert all(0 <= word.start <= word.end <= len(text) for word in words)


def test_apostrophes_part_latin_words_and_are_silent_in_cyrillic_ones():
    assert folded("l'alleato dell’eroe") == ["l", "alleato", "dell", "eroe"]
    assert folded("об'єкт об’єкт обʼєкт") == ["обєкт"] * 3


def test_accents_and_case_do_not_matter_but_letters_do():
    assert fold("CAPACITÀ") == fold("capacita")
    assert fold("Daño") == "dano"
    assert fold("за\u0301мок") == "замок"
    assert fold("Їжак") == "їжак"
    assert fold("Й") != fold("И")


def test_an_accent_behind_its_letter_parts_no_word():
    assert folded("ne\u0301mesis capacita\u0300") == ["nemesis", "capacita"]
    assert folded("за\u0301мок") == ["замок"]


def test_words_know_where_they_stand():
    text = "L'eroe è l’alleato"
    assert [text[word.start : word.end] for word in words_of(text)] == ["L", "eroe", "è", "l", "alleato"]


@pytest.mark.parametrize(
    ("lang", "one", "other"),
    [("it", "migliori", "migliorie"), ("it", "mana", "mano"), ("es", "mejores", "mejoras"), ("es", "maná", "mano")],
)
def test_words_that_only_look_like_forms_of_each_other_stay_apart(lang, one, other):
    norms = LANGUAGES[lang].analyzer.norms
    assert set(norms(fold(one))).isdisjoint(norms(fold(other)))


FORMS = {
    "it": ["attacco attacchi attaccare attacca", "alleato alleati alleata", "esaurire esaurisce", "danno danni"],
    "es": ["ataque ataques atacar ataca", "aliado aliados", "carta cartas", "agotar agotado"],
    "uk": [
        "атака атаки атакою атакувати атакує",
        "виснажити виснажувати виснажується виснаження виснажений",
        "знешкоджування знешкодити знешкоджує",
        "лиходій лиходієві лиходія",
        "захист захищати захистити",
    ],
    "en": ["attack attacks attacking", "ally allies"],
}


@pytest.mark.parametrize(("lang", "forms"), [(lang, group) for lang, groups in FORMS.items() for group in groups])
def test_forms_of_a_word_share_a_norm(lang, forms):
    norms = [set(LANGUAGES[lang].analyzer.norms(word)) for word in folded(forms)]
    assert set.intersection(*norms)


def test_every_language_says_everything():
    kinds = set(LANGUAGES["it"].labels.kinds)
    for language in LANGUAGES.values():
        assert set(language.labels.kinds) == kinds
        assert set(language.labels.callouts) == {"example", "note", "newer"}
        assert "{title}" in language.labels.redirect
        assert "{n}" in language.labels.retired
        assert all(language.labels)
        assert {fold(word) for word in language.stop_words} == language.stop_words
