"""Questions get statements, the chain that leads to them, or an honest no."""

import itertools
import shutil

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compendium_cli.answering.evidence import Signs
from compendium_cli.answering.scope import Scope
from compendium_cli.answering.sounding import sound_of
from compendium_cli.answering.terms import tokens_of
from compendium_cli.answering.weights import WEIGHTS, Weights
from compendium_cli.associations import related_words
from compendium_cli.compendium import open_compendium
from compendium_cli.wording import StatementWords, Wording
from conftest import HARBOUR, write_glossary


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


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("i fari dei luoghi", ["fari dei luoghi"]),
        ("accendo i fari, i luoghi si vedono?", ["fari"]),
        ("i fari che non ha il luogo", ["fari"]),
    ],
)
def test_words_far_apart_are_no_name(harbour, question, named):
    assert [term.text for term in harbour.ask(question, lang="it").terms] == named


def test_a_name_of_another_language_is_no_misspelling(shipped):
    answer = shipped.ask("Images of Ikonn: what happens when I cast it?", lang="it")  # no icon
    assert (answer.terms[0].text, answer.terms[0].matches[0].concept) == ("Images of Ikonn", "cards/immagini-di-ikonn")


def test_a_ruling_shows_the_chain_from_the_question_to_it(harbour):
    answer = harbour.ask("il marinaio esaurito e il maltempo: quanti danni?", limit=10)
    storm = next(ruling for ruling in answer.rulings if ruling.entry.concept == "storm")
    assert storm.via == ("harbour/crew", "harbour/storm")


def test_a_bare_title_asks_for_its_entry_and_another_name_for_the_rule_that_has_it(shipped):
    title = shipped.ask("Appendice II: Preparazione", lang="it").rulings[0]
    name = shipped.ask("mulligan", lang="it").rulings[0]
    assert title.entry == name.entry
    assert title.statement == title.entry.statements[0]
    assert "mulligan" in name.statement.text


@pytest.mark.parametrize(
    ("question", "is_less"),
    [
        ("la nave di {} resta ferma", True),
        ("e {}, resta ferma", True),
        ("{} resta ferma", False),  # a sentence begins with a capital letter
        ("la nave. {} resta ferma", False),
    ],
)
@pytest.mark.parametrize(("word", "is_name"), [("marea", True), ("tempesta", False)])
def test_somebodys_name_says_little_unless_it_is_a_term(harbour, question, is_less, word, is_name):
    small, capital = (
        {word.norms: word.weight for word in harbour.ranked(question.format(text), lang="it").question.words}
        for text in (word, word.capitalize())
    )
    less = {norms for norms in small if capital[norms] < small[norms]}
    assert len(less) == (is_less and is_name)


def test_what_speaks_against_an_answer_is_told(harbour):
    declined, answered = (harbour.ask(text, lang="it") for text in ("chi ha vinto il campionato?", "una nave ancorata"))
    assert not declined.rulings
    assert sum(declined.doubts().values()) - declined.doubts()["limit"] >= declined.doubts()["limit"]
    assert answered.rulings
    assert sum(answered.doubts().values()) - answered.doubts()["limit"] < answered.doubts()["limit"]


@pytest.mark.parametrize(
    ("question", "lang"), [("némesis", "es"), ("ne\u0301mesis", "es"), ("nemesi", "it"), ("немезис", "uk")]
)
def test_an_accent_betrays_the_language_of_a_word_that_several_have(shipped, question, lang):
    answer = shipped.ask(question)
    assert answer.lang == lang
    assert answer.rulings[0].entry.game == "marvel-champions" or lang == "it"


def test_a_rule_is_shown_with_its_special_cases(tmp_path):
    with open_compendium(write_glossary(tmp_path, {"game/it/a.md": CASES})) as compendium:
        rule = compendium.ask("la regola che parla da sola", game="game", lang="it").rulings[0]
        definition = compendium.ask("come si contano le lettere", game="game", lang="it").rulings[0]
    assert (rule.statement.n, [item.n for item in rule.items]) == (2, [3])
    assert (definition.statement.n, definition.items) == (1, ())


def test_a_special_case_is_not_shown_again_after_its_rule(tmp_path):
    with open_compendium(write_glossary(tmp_path, {"game/it/a.md": CASES})) as compendium:
        rulings = compendium.ask("la regola che parla da sola, caso gabbiano", game="game", lang="it", limit=9).rulings
    shown = [ruling.statement.n for ruling in rulings]
    assert 2 in shown
    assert 3 not in shown[shown.index(2) :]


def test_special_cases_are_aligned_below_their_rule(tmp_path, run, monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    written = write_glossary(tmp_path, {"game/it/a.md": CASES.replace("del gabbiano", "del gabbiano che vola in alto")})
    out = run("ask", "la regola che parla da sola", "--game", "game", "--lang", "it", glossary=written).out
    assert "\n    - Il caso particolare del gabbiano\n      che vola in alto.\n" in out


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


SPANISH = """\
= ancla
= fondear
^2
subir el hierro del fondo
se mueve mi barco atado con la tormenta
^1
estar amarrado
"""
ENGLISH = """\
= moor
^1
will the chain hold when the wind howls
^2
does my boat drift away while it is tied up
"""


@pytest.fixture
def spoken_of(open_glossary, tmp_path):
    """The harbour with a rule that only the Italian edition has, and words for it in other languages."""
    folder = tmp_path / "glossary"
    shutil.copytree(HARBOUR, folder)
    game = folder / "harbour"
    (game / "es" / "anchor.md").unlink()
    for lang, text in (("es", SPANISH), ("en", ENGLISH)):
        (game / "asked" / lang).mkdir()
        (game / "asked" / lang / "anchor.txt").write_text(text, encoding="utf-8")
    return open_glossary(folder)


def test_a_rule_that_the_readers_edition_lacks_comes_from_the_one_that_has_it(spoken_of):
    answer = spoken_of.ask("¿se mueve un barco amarrado?")
    assert answer.lang == "es"
    assert answer.rulings[0].entry.concept == "anchor"
    assert answer.rulings[0].entry.lang == "it"


def test_players_words_of_a_language_without_texts_cross_the_border(spoken_of):
    answer = spoken_of.ask("will my boat drift while tied up?", lang="uk")
    assert answer.rulings[0].entry.concept == "anchor"
    assert answer.rulings[0].entry.lang == "uk"


@pytest.mark.parametrize(
    ("question", "lang", "home", "n"),
    [
        ("¿qué pasa si subo el hierro?", None, "it", 2),
        ("does the chain hold when the wind howls?", "it", "it", 1),
        ("does the chain hold when the wind howls?", "uk", "uk", 1),
    ],
)
def test_what_is_said_for_a_rule_without_a_text_leads_to_its_statement(spoken_of, question, lang, home, n):
    ruling = spoken_of.ask(question, lang=lang).rulings[0]
    assert (ruling.entry.concept, ruling.entry.lang, ruling.statement.n) == ("anchor", home, n)


@pytest.fixture
def overheard(open_glossary, tmp_path):
    """The harbour with what players say for statements that it has."""
    folder = tmp_path / "glossary"
    shutil.copytree(HARBOUR, folder)
    said = """
^1
il cielo si fa nero
quand'è che il cielo si rannuvola
^2
le onde ci schiaffeggiano lo scafo
"""
    with (folder / "harbour" / "asked" / "it" / "storm.txt").open("a", encoding="utf-8") as file:
        file.write(said)
    return open_glossary(folder)


@pytest.mark.parametrize(("question", "n"), [("e se il cielo diventa nero?", 1), ("onde che schiaffeggiano scafi", 2)])
def test_what_players_say_for_a_statement_leads_to_it(overheard, harbour, question, n):
    assert "storm" not in [ruling.entry.concept for ruling in harbour.ask(question, lang="it").rulings]
    ruling = overheard.ask(question, lang="it").rulings[0]
    assert (ruling.entry.concept, ruling.statement.n) == ("storm", n)


def test_what_players_call_a_concept_without_an_entry_leads_to_it(spoken_of):
    assert spoken_of.look_up("fondear").entry.concept == "anchor"
    assert spoken_of.ask("fondear", lang="es").rulings[0].entry.concept == "anchor"


def test_phrasings_that_lead_nowhere_are_left_out(tmp_path):
    files = {"game/it/a.md": CASES, "game/asked/en/a.txt": "= gull\n^99\nwhere is the gull\n^3\nis the gull special\n"}
    files["game/asked/en/b.txt"] = "= nothing\n^1\nwhat about nothing\n"
    with open_compendium(write_glossary(tmp_path, files)) as compendium:
        assert [ruling.statement.n for ruling in compendium.ask("is the gull special?", lang="it").rulings] == [3]
        assert not compendium.ask("where is the gull?", lang="it").rulings
        assert not compendium.ask("what about nothing?", lang="it").rulings


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("nabe", None), ("equipagio", "equipaggio"), ("tenpesta", "tempesta"), ("tempsta", "tempesta"), ("casa", None)],
)
def test_misspellings_are_mended_and_other_words_are_not(harbour, typed, meant):
    mended = dict(harbour.ask(f"{typed} e marinaio").mended)
    assert mended.get(typed) == meant


def test_a_stem_that_is_hardly_left_of_a_word_does_not_make_it_known(shipped):
    # Its stem is "perm", and some word or other has that.
    assert dict(shipped.ask("le carte permamenti contano nel mazzo?").mended) == {"permamenti": "permanenti"}


@pytest.mark.parametrize(("question", "meant"), [("posso pescare carte bsae?", "base"), ("ho la bsae?", None)])
def test_a_short_word_is_mended_where_it_makes_a_name_with_its_neighbour(shipped, question, meant):
    assert dict(shipped.ask(question).mended).get("bsae") == meant


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("D.A.G.G.E.R.: quanti eroi si scelgono?", "dagger"),
        ("a marvel dagger quanti eroi si scelgono?", "dagger"),
    ],
)
def test_the_name_of_a_game_chooses_it_and_asks_nothing_more(shipped, question, named):
    plain = shipped.ask("quanti eroi si scelgono?", game=f"marvel-{named}")
    answer = shipped.ask(question)
    assert {ruling.entry.game for ruling in answer.rulings} == {f"marvel-{named}"}
    assert answer.rulings[0].statement == plain.rulings[0].statement


def test_what_a_question_names_is_among_the_first_five_entries(shipped):
    question = (
        "Il primo giocatore muore con due gregari addosso, uno già ferito: a chi passa il segnalino, restano i danni?"
    )
    rulings = shipped.ask(question, limit=20).rulings
    assert "first-player" in list(dict.fromkeys(ruling.entry.concept for ruling in rulings))[:5]
    assert [ruling.score for ruling in rulings] == sorted((ruling.score for ruling in rulings), reverse=True)


def test_words_that_replace_each_other_are_learnt_from_the_phrasings():
    rule = ["esaur", "cart"]
    wordings = [
        Wording([], [], {1: StatementWords("item", [*rule, other], [["tapp", "cart", other]], [])})
        for other in ("alleat", "ero", "nav")
    ]
    pairs = {(pair.norm, pair.other) for pair in related_words(wordings)}
    assert ("tapp", "esaur") in pairs
    assert ("esaur", "tapp") in pairs
    assert not any("cart" in pair for pair in pairs)  # it stands in both ways of saying it


def test_every_sign_is_weighed_by_the_weight_of_its_name():
    assert Weights._fields[: len(Signs._fields)] == Signs._fields


def test_a_list_comes_with_the_statement_that_opens_it(shipped):
    opening = next(
        (entry, statement)
        for entry in shipped.entries("it", "marvel-champions")
        for statement, following in itertools.pairwise(entry.statements)
        if statement.text.endswith(":") and following.depth > statement.depth
    )
    entry, statement = opening
    asked = shipped.folder / entry.game / "asked" / "it" / f"{entry.concept}.txt"
    phrasing = asked.read_text(encoding="utf-8").partition(f"^{statement.n}\n")[2].splitlines()[0]
    answer = shipped.ask(phrasing, limit=20)
    found = next(r for r in answer.rulings if (r.entry.concept, r.statement.n) == (entry.concept, statement.n))
    assert found.items


CASES = """\
---
edition: it-1
---
# Lettera A

Le lettere si contano. ^1

- Una regola che parla da sola. ^2
    - Il caso particolare del gabbiano. ^3

Quanto segue non conta come lettera. ^4

- Il pellicano. ^5

> [!EXAMPLE]
> Un esempio qualunque. ^6

- Il cormorano dopo un esempio. ^7
"""


@pytest.mark.parametrize(
    ("question", "n", "under"), [("gabbiano", 3, 2), ("pellicano", 5, 4), ("regola", 2, None), ("cormorano", 7, None)]
)
def test_a_case_comes_with_the_rule_that_it_stands_under(tmp_path, question, n, under):
    with open_compendium(write_glossary(tmp_path, {"game/it/a.md": CASES})) as compendium:
        ruling = compendium.ask(f"{question}?", game="game", lang="it").rulings[0]
    assert (ruling.statement.n, ruling.under.n if ruling.under else None) == (n, under)


NEIGHBOURS = """\
---
edition: it-1
---
# Barca

La barca esce di notte e porta il pescatore. ^1

- Con la lanterna la barca esce prima. ^2
- Con la rete la barca esce dopo. ^3

> [!NOTE]
> Con il remo la barca esce di notte, dice il pescatore. ^4
"""
ASKED = """\
^2
la barca con la lanterna può uscire di notte
^3
la barca con la rete può uscire di notte
"""


@pytest.fixture
def boat(tmp_path):
    files = {"game/it/boat.md": NEIGHBOURS, "game/asked/it/boat.txt": ASKED}
    with open_compendium(write_glossary(tmp_path, files)) as compendium:
        yield compendium


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("la barca esce di notte con la lanterna?", 2),
        ("la barca esce di notte con la rete?", 3),
        ("la barca", 1),
        ("che cos'è una barca?", 1),
    ],
)
def test_the_statement_that_says_what_its_neighbours_leave_out_comes_first(boat, question, first):
    assert boat.ask(question, lang="it").rulings[0].statement.n == first


@pytest.mark.parametrize(
    "question", ["la tempesta e il marinaio", "l'ancora durante la burrasca", "chi ripara il faro?"]
)
def test_choosing_among_its_statements_leaves_an_entry_where_it_was(harbour, question):
    def places(**weights):
        rulings = harbour.ask(
            question, lang="it", limit=20, weights=WEIGHTS._replace(worth_reading=0.0, **weights)
        ).rulings
        return {ruling.entry.name: ruling.score for ruling in reversed(rulings)}

    assert places() == pytest.approx(places(apart=0.0, phrasings=0.0, opening=0.0, aside=0.0))


def test_explanations_add_up(harbour):
    for ruling in harbour.ask("la tempesta e il marinaio", lang="it", game="harbour").rulings:
        assert ruling.score == pytest.approx(sum(ruling.contributions().values()), abs=0.01)


@pytest.mark.parametrize(
    ("question", "concept"),
    [("burrascosa burraschetta", "storm"), ("ancorette ancoraggio", "anchor"), ("ormeggiando", "anchor")],
)
def test_letters_lead_where_no_word_does(harbour_store, question, concept):
    tokens = tokens_of(question, Scope(harbour_store, "it", None))
    sound = sound_of(tokens, Scope(harbour_store, "it", None))
    assert max(sound.entries, key=sound.entries.get) == ("harbour", concept)
    assert sound.likely > 0


@given(st.text(max_size=60))
def test_how_much_a_question_sounds_like_an_entry_is_a_share(harbour_store, question):
    scope = Scope(harbour_store, "it", None)
    sound = sound_of(tokens_of(question, scope), scope)
    assert all(0 < share <= 1 for share in sound.entries.values())
    assert not sound.entries or max(sound.entries.values()) == 1


def test_without_the_graph_nothing_spreads(harbour):
    alone = harbour.ask("la tempesta e il marinaio", weights=WEIGHTS._replace(spread=0.0))
    assert {ruling.signs.spread for ruling in alone.rulings} == {0.0}
    assert any(ruling.signs.spread for ruling in harbour.ask("la tempesta e il marinaio").rulings)
