"""Questions get statements, the chain that leads to them, or an honest no."""

import pytest


def first(answer):
    ruling = answer.rulings[0]
    return ruling.entry.concept, ruling.statement.n


@pytest.mark.parametrize(
    ("question", "lang", "expected"),
    [
        ("una nave ancorata si sposta durante la tempesta?", "it", ("anchor", 2)),
        ("la mia barca ferma si muove se c'è vento forte?", "it", ("anchor", 2)),
        ("quanti danni prendo col maltempo?", "it", ("storm", 2)),
        ("¿qué pasa con un barco anclado en la tormenta?", "es", ("anchor", 2)),
        ("чи рухається корабель на якорі?", "uk", ("anchor", 1)),
        ("tempesta", "it", ("storm", 1)),
        ("tenpesta", "it", ("storm", 1)),
        ("posso girare la nave con vecchia ancora in gioco?", "it", ("cards/vecchia-ancora", 2)),
    ],
)
def test_questions(harbour, question, lang, expected):
    answer = harbour.ask(question)
    assert answer.lang == lang
    assert first(answer) == expected


def test_the_language_of_the_answer_may_be_another(harbour):
    answer = harbour.ask("чи рухається корабель на якорі під час шторму?", lang="it")
    assert answer.lang == "it"
    assert answer.rulings[0].entry.lang == "it"
    assert answer.rulings[0].entry.concept == "anchor"


def test_an_english_question_is_answered_from_what_it_names(harbour):
    answer = harbour.ask("does the lighthouse help in a storm?")
    assert {match.how for term in answer.terms for match in term.matches} == {"english"}
    assert first(answer) == ("lighthouse", 1)


def test_terms_say_how_they_were_found(harbour):
    answer = harbour.ask("le tempeste e il lighthouse e l'equipagio")
    found = {term.text: (term.matches[0].concept, term.matches[0].how) for term in answer.terms}
    assert found == {
        "tempeste": ("storm", "inflected"),
        "lighthouse": ("lighthouse", "english"),
        "equipagio": ("crew", "typo"),
    }
    assert answer.mended == (("equipagio", "equipaggio"),)


def test_the_longest_name_wins(harbour):
    terms = harbour.ask("che fa la vecchia ancora?").terms
    assert [(term.text, term.matches[0].concept) for term in terms] == [("vecchia ancora", "cards/vecchia-ancora")]


def test_a_ruling_shows_the_chain_from_the_question_to_it(harbour):
    answer = harbour.ask("il marinaio esaurito e il maltempo: quanti danni?", limit=10)
    storm = next(ruling for ruling in answer.rulings if ruling.entry.concept == "storm")
    assert storm.via == ("harbour/crew", "harbour/storm")


def test_what_to_read_next_follows_the_see_also_line(harbour):
    answer = harbour.ask("tempesta", limit=1)
    assert answer.read_next == ("harbour/lighthouse",)


@pytest.mark.parametrize(
    "question", ["che ore sono a Parigi adesso?", "¿cuánto cuesta un billete de tren?", "xyzzy", "?!"]
)
def test_nothing_decides(harbour, question):
    assert harbour.ask(question).rulings == ()


def test_search_never_mixes_languages_and_lists_an_entry_once(harbour):
    lang, hits = harbour.search("tempesta")
    assert lang == "it"
    assert hits[0].entry.concept == "storm"
    names = [hit.entry.name for hit in hits]
    assert len(names) == len(set(names))
    assert {hit.entry.lang for hit in hits} == {"it"}


def test_search_ranks_exact_before_inflected_before_misspelt(harbour):
    assert [harbour.search(query)[1][0].how for query in ("tempesta", "tempeste", "tenpesta")] == [
        "exact",
        "inflected",
        "typo",
    ]


def test_search_is_limited_to_a_game(shipped):
    _, hits = shipped.search("panoramica", lang="it", game="marvel-dagger")
    assert {hit.entry.game for hit in hits} == {"marvel-dagger"}
