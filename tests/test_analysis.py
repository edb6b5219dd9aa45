"""What is read out of a question: its words, language and game, what it names, and what it only asks the meaning of."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from compendium_cli.answering.analysis import analyse
from compendium_cli.answering.terms import named_game
from compendium_cli.answering.tokens import MOST_WORDS, corrected
from compendium_cli.compendium import open_compendium
from compendium_cli.detection import detect, from_locale
from compendium_cli.languages import LANGUAGES
from conftest import CONCEPTS_YML, GAME_YML, write_glossary


@pytest.fixture
def read(harbour_store):
    return lambda text, lang="it", game=None: analyse(text, harbour_store, lang, game)


# -- words -----------------------------------------------------------------------------------------------------------


def test_words_are_folded_normalised_and_counted_once(read):
    question = read("Le navi, la nave: E LE NAVI?")
    assert [token.folded for token in question.tokens] == ["le", "navi", "la", "nave", "e", "le", "navi"]
    assert question.words == ("le", "nav", "la", "e")
    assert len(set(question.ngrams)) == len(question.ngrams)


def test_a_question_is_read_up_to_its_last_word_that_anybody_would_read(read):
    assert len(read("nave " * 10_000).tokens) == MOST_WORDS


@pytest.mark.parametrize("text", ["", " \n", "?!", "🌊⚓", "…"])
def test_what_has_no_words_names_nothing(read, text):
    question = read(text)
    assert (question.tokens, question.terms, question.words, question.ngrams, question.named) == ((),) * 5
    assert question.bare is None


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(max_size=80), st.sampled_from(list(LANGUAGES)))
def test_whatever_is_asked_is_read(harbour_store, text, lang):
    question = analyse(text, harbour_store, lang, None)
    for token in question.tokens:
        assert text[token.start : token.end] == token.typed
    for term in question.terms:
        assert term.text in text
        assert term.matches
    positions = [position for term in question.terms for position in term.positions]
    assert len(positions) == len(set(positions))  # each word is used once


# -- spelling --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("equipagio", "equipaggio"),  # it sounds the same
        ("tenpesta", "tempesta"),
        ("tempsta", "tempesta"),
        ("temepsta", "tempesta"),  # two letters changed places
        ("tenpessta", "tempesta"),  # two errors in a long word
        ("lighthuose", "lighthouse"),  # English terms are words, too
        ("navi", "navi"),
        ("nabe", "nabe"),  # too short
        ("casa", "casa"),
        ("wtempesta1", "wtempesta1"),  # no word
        ("automobile", "automobile"),
        ("il", "il"),
    ],
)
def test_misspellings_are_corrected_by_the_vocabulary_and_other_words_are_left(harbour_store, typed, meant):
    assert corrected([typed], harbour_store, "it") == [meant]


def test_corrections_are_told_as_typed(read):
    assert read("EQUIPAGIO e marinaio").corrections == (("EQUIPAGIO", "equipaggio"),)


def test_a_stem_that_is_hardly_left_of_a_word_does_not_make_it_known(shipped):
    # Its stem is "perm", and some word or other has that.
    assert dict(shipped.ask("le carte permamenti contano nel mazzo?").corrections) == {"permamenti": "permanenti"}


# -- terms -----------------------------------------------------------------------------------------------------------


def named(question):
    return {term.text: (term.matches[0].concept, term.matches[0].how) for term in question.terms}


def test_terms_say_how_they_were_found(read):
    assert named(read("le tempeste e il lighthouse e l'equipagio")) == {
        "tempeste": ("storm", "inflected"),
        "lighthouse": ("lighthouse", "english"),
        "equipagio": ("crew", "typo"),
    }


def test_the_longest_name_wins(read):
    assert named(read("che fa la vecchia ancora?")) == {"vecchia ancora": ("cards/vecchia-ancora", "exact")}


def test_the_surer_of_two_names_that_overlap_wins(read):
    assert named(read("gettare l'ancora vecchia"))["gettare l'ancora"] == ("anchor", "exact")


def test_a_redirect_names_what_it_leads_to(read):
    assert read("l'ormeggio").named == (("harbour", "anchor"),)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("i fari dei luoghi", ["fari dei luoghi"]),
        ("accendo i fari, i luoghi si vedono?", ["fari"]),
        ("i fari che non ha il luogo", ["fari"]),
    ],
)
def test_words_far_apart_are_no_name(read, text, found):
    assert [term.text for term in read(text).terms] == found


def test_a_name_of_another_language_is_no_misspelling(shipped):
    answer = shipped.ask("Images of Ikonn: what happens when I cast it?", lang="it")  # no icon
    assert (answer.terms[0].text, answer.terms[0].matches[0].concept) == ("Images of Ikonn", "cards/immagini-di-ikonn")


@pytest.mark.parametrize(
    ("text", "lang", "how"),
    [("tormenta", "it", "translation"), ("storm", "es", "english"), ("шторми", "uk", "inflected")],
)
def test_names_of_other_languages_are_understood(read, text, lang, how):
    assert named(read(text, lang)) == {text: ("storm", how)}


@pytest.mark.parametrize(
    ("text", "is_bare"),
    [
        ("tempesta", True),
        ("che cos'è una tempesta?", True),
        ("cosa fa la tempesta?", True),
        ("come funziona la tempesta", True),
        ("tempeste", True),
        ("harbour: che cos'è una burrasca?", True),  # the game's name asks nothing
        ("una tempesta forte", False),
        ("tempesta e faro", False),
        ("che cos'è", False),
    ],
)
def test_a_bare_term_is_one_with_words_that_only_ask_what_it_is(read, text, is_bare):
    assert bool(read(text).bare) == is_bare


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("es", "¿qué hace la tormenta?"),
        ("es", "¿cómo funciona la tormenta?"),
        ("uk", "що таке шторм?"),
        ("uk", "як діє шторм?"),
    ],
)
def test_every_language_has_its_words_that_ask(read, lang, text):
    assert read(text, lang).bare


@pytest.mark.parametrize("lang", LANGUAGES)
def test_words_that_ask_are_folded(lang):
    from compendium_cli.languages.base import fold

    assert {word for word in LANGUAGES[lang].definition_words if fold(word) != word} == set()


# -- games -----------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def two_games(_own_world, tmp_path_factory):
    entry = "---\nedition: it-1\n---\n# {}\n\nUna lettera che si chiama {}. ^1\n"
    games = {"game": "Mare Calmo", "mare-drago": "Mare: D.R.A.G.O."}
    files = {}
    for game, name in games.items():
        files[f"{game}/game.yml"] = GAME_YML.replace("it: Gioco", f'it: "{name}"')
        files[f"{game}/concepts.yml"] = CONCEPTS_YML
        files[f"{game}/it/a.md"] = entry.format("Vela", name)
    with open_compendium(write_glossary(tmp_path_factory.mktemp("games"), files)) as compendium:
        yield compendium


@pytest.mark.parametrize(
    ("text", "game", "left"),
    [
        ("nel drago la vela", "mare-drago", ["nel", "la", "vela"]),
        ("in D.R.A.G.O. la vela", "mare-drago", ["in", "la", "vela"]),
        ("a mare drago la vela", "mare-drago", ["a", "la", "vela"]),
        ("la vela a mare calmo", "game", ["la", "vela", "a"]),
        ("il mare e la vela", None, ["il", "mare", "e", "la", "vela"]),  # a word of both
        ("calmo o drago?", None, ["calmo", "o", "drago"]),  # of each one
    ],
)
def test_a_game_is_named_by_what_only_its_name_has(two_games, text, game, left):
    question = two_games.ranked(text, lang="it").question
    assert question.game == game
    assert [token.folded for token in question.tokens] == left


def test_the_game_that_was_chosen_is_asked_whatever_is_named(two_games):
    question = two_games.ranked("nel drago la vela", lang="it", game="game").question
    assert (question.game, len(question.tokens)) == ("game", 4)
    assert {ruling.entry.game for ruling in two_games.ask("la vela", lang="it", game="game").rulings} == {"game"}


def test_no_words_name_no_game(harbour_store):
    assert named_game([], harbour_store).id is None


@pytest.mark.parametrize(
    ("question", "game"),
    [
        ("D.A.G.G.E.R.: quanti eroi si scelgono?", "marvel-dagger"),
        ("a marvel dagger quanti eroi si scelgono?", "marvel-dagger"),
    ],
)
def test_the_name_of_a_game_chooses_it_and_asks_nothing_more(shipped, question, game):
    plain = shipped.ranked("quanti eroi si scelgono?", game=game)
    answer = shipped.ranked(question)
    assert answer.question.game == game
    assert {ruling.entry.game for ruling in answer.rulings} == {game}
    assert answer.rulings[0].statement == plain.rulings[0].statement


# -- language --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("una nave ancorata si sposta?", "it"),
        ("¿se mueve un barco anclado?", "es"),
        ("чи рухається корабель?", "uk"),
        ("does a ship at anchor move?", "en"),
        ("нічого", "uk"),  # its script tells it
        ("tempesta", "it"),
        ("xyzzy", None),
        ("", None),
        ("⚓", None),
    ],
)
def test_the_language_is_told_by_small_words_vocabulary_and_script(harbour_store, text, lang):
    assert detect(text, harbour_store) == lang


@pytest.mark.parametrize(
    ("question", "lang"), [("némesis", "es"), ("ne\u0301mesis", "es"), ("nemesi", "it"), ("немезис", "uk")]
)
def test_an_accent_betrays_the_language_of_a_word_that_several_have(shipped, question, lang):
    answer = shipped.ask(question)
    assert answer.lang == lang
    assert answer.rulings[0].entry.game == "marvel-champions" or lang == "it"


@pytest.mark.parametrize(
    ("variables", "lang"),
    [
        ({"LC_ALL": "uk_UA.UTF-8", "LANG": "es_ES"}, "uk"),
        ({"LC_MESSAGES": "es"}, "es"),
        ({"LANG": "de_DE.UTF-8"}, "it"),  # it has no text
        ({"LANG": "C.UTF-8"}, "it"),
    ],
)
def test_the_locale_chooses_where_nothing_else_does(harbour_store, monkeypatch, variables, lang):
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert from_locale(harbour_store) == lang


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(max_size=60))
def test_any_text_has_a_language_of_ours_or_none(harbour_store, text):
    assert detect(text, harbour_store) in {None, *LANGUAGES}
