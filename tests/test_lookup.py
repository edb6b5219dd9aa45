"""An entry is found by any of its names; ambiguity is told, not guessed away."""

import pytest

from compendium_cli.errors import NotFoundError, UsageError


@pytest.mark.parametrize(
    ("name", "lang", "concept", "found_lang", "how"),
    [
        ("anchor", None, "anchor", "it", "exact"),
        ("harbour/anchor", "uk", "anchor", "uk", "exact"),
        ("Ancorare/ancora", None, "anchor", "it", "exact"),
        ("ancora", None, "anchor", "it", "exact"),
        ("gettare l’ancora", None, "anchor", "it", "exact"),
        ("BURRASCA", None, "storm", "it", "exact"),
        ("tempeste", None, "storm", "it", "inflected"),
        ("tenpesta", None, "storm", "it", "typo"),
        ("temporal", None, "storm", "es", "exact"),
        ("fase de tormenta", None, "storm", "es", "exact"),
        ("штормом", None, "storm", "uk", "inflected"),
        ("drop anchor", "es", "anchor", "es", "english"),
        ("tempesta", "uk", "storm", "uk", "translation"),
        ("vecchia ancora", None, "cards/vecchia-ancora", "it", "exact"),
        ("cards/vecchia-ancora", None, "cards/vecchia-ancora", "it", "exact"),
        ("faro", None, "lighthouse", "it", "exact"),
    ],
)
def test_names(harbour, name, lang, concept, found_lang, how):
    found = harbour.look_up(name, lang=lang)
    assert (found.entry.concept, found.entry.lang, found.how) == (concept, found_lang, how)


@pytest.mark.parametrize(
    ("name", "lang", "statement"),
    [
        ("anchor#2", "it", 2),
        ("anchor#^2", "it", 2),
        ("https://compendium.example/uk/harbour/anchor/#2", "uk", 2),
        ("https://elsewhere.example/rules/es/harbour/anchor/", "es", None),
        ("https://compendium.example/harbour/anchor/", "it", None),
    ],
)
def test_pasted_addresses_and_statements(harbour, name, lang, statement):
    found = harbour.look_up(name)
    assert (found.entry.concept, found.entry.lang, found.statement) == ("anchor", lang, statement)


def test_a_redirect_shows_the_entry_it_stands_for(harbour):
    found = harbour.look_up("ormeggio")
    assert (found.asked_for, found.entry.concept) == ("Ormeggio", "anchor")


def test_a_language_without_the_entry_is_told(harbour):
    found = harbour.look_up("crew", lang="uk")
    assert (found.entry.lang, found.missing_lang) == ("it", "uk")


def test_a_retired_statement_lands_on_the_entry(harbour):
    assert harbour.look_up("anchor#3", lang="it").statement == 3


def test_a_statement_that_never_was_is_an_error(harbour):
    with pytest.raises(NotFoundError, match="it has 1, 2, 4, 5, 6, 7"):
        harbour.look_up("anchor#99", lang="it")


def test_unknown_names_come_with_the_nearest(harbour):
    with pytest.raises(NotFoundError) as raised:
        harbour.look_up("faraone", lang="it")
    assert raised.value.suggestions == ("Faro (harbour/lighthouse)",)


def test_names_shared_by_games_are_told(shipped):
    found = shipped.look_up("overview")
    assert {found.entry.name, *found.others} >= {"marvel-tcg/overview", "marvel-dagger/overview"}
    assert shipped.look_up("overview", game="marvel-tcg").others == ()


def test_unknown_language_and_game_are_wrong_use(harbour):
    with pytest.raises(UsageError, match="unknown language 'xx': choose one of it, es, uk, en"):
        harbour.look_up("anchor", lang="xx")
    with pytest.raises(UsageError, match="unknown game 'chess': choose one of harbour"):
        harbour.look_up("anchor", game="chess")


@pytest.mark.parametrize(
    ("variables", "lang"),
    [
        ({"COMPENDIUM_LANG": "uk", "LANG": "es_ES.UTF-8"}, "uk"),
        ({"LANG": "es_ES.UTF-8"}, "es"),
        ({"LC_ALL": "uk_UA", "LANG": "es_ES.UTF-8"}, "uk"),
        ({"LANG": "en_US.UTF-8"}, "it"),
        ({"LANG": "C"}, "it"),
    ],
)
def test_the_language_of_an_id_is_the_environments_then_italian(harbour, monkeypatch, variables, lang):
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert harbour.look_up("anchor").entry.lang == lang
