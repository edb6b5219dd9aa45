"""A name is understood as it is written, in any form, and with a few wrong letters; everywhere by the same rule."""

import pytest

from compendium_cli.resolving import allowed_errors, misspelt, plainly_misspelt, resolve, resolve_words

NAMES = [("tempesta", "storm"), ("faro", "lighthouse"), ("fase della tempesta", "phase")]


@pytest.mark.parametrize(
    ("key", "errors"), [("faro", 0), ("porto", 1), ("in mare", 1), ("ancoree", 1), ("marinaio", 2), ("a" * 40, 2)]
)
def test_short_names_may_have_no_wrong_letter_and_long_ones_two(key, errors):
    assert allowed_errors(key) == errors


@pytest.mark.parametrize(
    ("key", "meant"),
    [
        ("tempesta", ["storm"]),
        ("tenpetsa", ["storm"]),
        ("tenbetsa", []),
        ("tem pesta", ["storm"]),
        ("faso", []),
        ("fa ro", ["lighthouse"]),
        ("fasedella tempesta", ["phase"]),
    ],
)
def test_a_space_is_no_letter(key, meant):
    assert misspelt(key, NAMES) == meant


def test_where_two_come_near_neither_is_meant():
    assert plainly_misspelt("carto", [("carta", 1), ("carte", 2)]) is None
    assert plainly_misspelt("carto", [("carta", 1), ("carte", 1)]) == 1
    assert plainly_misspelt("cartta", [("carta", 1), ("carte", 2)]) is None
    assert plainly_misspelt("alleatq", [("alleato", 1), ("carte", 2)]) == 1


@pytest.mark.parametrize(
    ("words", "lang", "concept", "how"),
    [
        ("tempesta", "it", "storm", "exact"),
        ("tempeste", "it", "storm", "inflected"),
        ("drop anchor", "it", "anchor", "english"),
        ("tempesta", "uk", "storm", "translation"),
        ("штормами", "it", "storm", "translation"),
        ("tenpesta", "it", "storm", "typo"),
    ],
)
def test_words_of_a_text_name_an_entry(harbour_store, words, lang, concept, how):
    (match,) = resolve_words(words.split(), harbour_store, lang, with_errors=True)
    assert (match.entry, match.how) == (f"harbour/{concept}", how)


def test_words_of_a_text_are_looked_for_as_freely_as_wanted(harbour_store):
    assert resolve_words(["tenpesta"], harbour_store, "it") == []
    assert resolve_words(["tempeste"], harbour_store, "it", in_any_form=False) == []
    assert resolve_words(["tempesta"], harbour_store, "uk", languages=["uk", "en"]) == []
    assert resolve_words(["tempesta"], harbour_store, "it", "chess") == []


def test_a_short_name_is_not_taken_for_another(harbour_store):
    assert resolve("fato", harbour_store, "it", None) == []
    assert [match.entry for match in resolve("faro", harbour_store, "it", None)] == ["harbour/lighthouse"]
