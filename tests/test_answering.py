"""Questions get statements, the chain that leads to them, or an honest no."""

import itertools
import shutil

import pytest

from compendium_cli.compendium import open_compendium
from compendium_cli.fitted import Weights, fitted
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
        ("che succede all'ormeggio durante la tempesta?", "it", ("anchor", 2)),
    ],
)
def test_questions(harbour, question, lang, expected):
    answer = harbour.ask(question)
    assert (answer.asked_in, answer.lang) == (lang, lang)
    assert first(answer) == expected
    assert answer.decided
    assert answer.rulings[0].settles


# -- languages -------------------------------------------------------------------------------------------------------


def test_the_language_of_the_answer_may_be_another(harbour):
    answer = harbour.ask("чи рухається корабель на якорі під час шторму?", lang="it")
    assert (answer.asked_in, answer.lang) == ("uk", "it")
    assert answer.rulings[0].entry.lang == "it"
    assert answer.rulings[0].entry.concept == "anchor"


def test_an_english_question_is_answered_from_what_it_names(harbour):
    answer = harbour.ask("does the lighthouse help in a storm?")
    assert (answer.asked_in, answer.lang) == ("en", "it")
    assert [term.text for term in answer.terms] == ["lighthouse", "storm"]
    assert first(answer) == ("lighthouse", 1)


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
    assert (answer.asked_in, answer.lang) == ("en", "uk")
    first = answer.rulings[0]
    # The Ukrainian edition lacks that rule: it is shown in the language that has it.
    assert (first.entry.concept, first.entry.lang, first.statement.n) == ("anchor", "it", 2)


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


def test_what_players_call_a_concept_without_an_entry_leads_to_it(spoken_of):
    assert spoken_of.look_up("fondear").entry.concept == "anchor"
    assert spoken_of.ask("fondear", lang="es").rulings[0].entry.concept == "anchor"


# -- phrasings -------------------------------------------------------------------------------------------------------


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
    assert ("storm", n) not in [(r.entry.concept, r.statement.n) for r in harbour.ask(question, lang="it").rulings[:1]]
    assert first(overheard.ask(question, lang="it")) == ("storm", n)


def test_phrasings_that_lead_nowhere_are_left_out(tmp_path):
    files = {"game/it/a.md": CASES, "game/asked/en/a.txt": "= gull\n^99\nwhere is the gull\n^3\nis the gull special\n"}
    files["game/asked/en/b.txt"] = "= nothing\n^1\nwhat about nothing\n"
    with open_compendium(write_glossary(tmp_path, files)) as compendium:
        assert first(compendium.ask("is the gull special?", lang="it")) == ("a", 3)
        assert "nothing" not in {term.text for term in compendium.ask("what about nothing?", lang="it").terms}


# -- the answer ------------------------------------------------------------------------------------------------------


def test_a_ruling_shows_the_chain_from_the_question_to_it(harbour):
    answer = harbour.ask("il marinaio esaurito e il maltempo: quanti danni?", limit=10)
    assert answer.via["harbour/storm"] == ("harbour/crew", "harbour/storm")
    assert answer.via["harbour/crew"] == ("harbour/crew",)
    assert set(answer.via) == {ruling.entry.name for ruling in answer.rulings}


def test_what_to_read_next_follows_the_see_also_line_of_what_settles(harbour):
    assert harbour.ask("tempesta", limit=1).read_next == ("harbour/lighthouse",)


def test_what_few_others_lead_to_is_read_first(harbour, harbour_store):
    for question in ("ancora", "una nave ancorata si sposta durante la tempesta?"):
        led = [harbour_store.times_linked("it", name) for name in harbour.ask(question).read_next]
        assert led == sorted(led)
    assert harbour_store.times_linked("it", "harbour/storm") == 4
    assert harbour_store.times_linked("it", "harbour/nothing") == 0


def test_as_many_rulings_as_wanted_and_what_settles_is_the_same(harbour):
    question = "la nave e il marinaio nella tempesta"
    many = harbour.ask(question, lang="it", limit=10).rulings
    assert len(many) > 5
    for limit in (1, 2, 3, 5):
        few = harbour.ask(question, lang="it", limit=limit).rulings
        assert len(few) == limit
        # The last of several is kept for what the question names.
        same = max(limit - 1, min(limit, 2))
        assert [(r.entry.name, r.statement.n) for r in few[:same]] == [
            (r.entry.name, r.statement.n) for r in many[:same]
        ]


def test_what_was_corrected_is_told(harbour):
    assert harbour.ask("l'equipagio lavora?").corrections == (("equipagio", "equipaggio"),)


def test_what_a_question_names_is_among_the_first_five_entries(shipped):
    question = (
        "Il primo giocatore muore con due gregari addosso, uno già ferito: a chi passa il segnalino, restano i danni?"
    )
    rulings = shipped.ask(question, limit=20).rulings
    assert "first-player" in list(dict.fromkeys(ruling.entry.concept for ruling in rulings))[:5]


def test_a_bare_title_asks_for_its_entry_and_another_name_for_the_rule_that_has_it(shipped):
    title = shipped.ask("Appendice II: Preparazione", lang="it").rulings[0]
    name = shipped.ask("mulligan", lang="it").rulings[0]
    assert title.entry == name.entry
    assert title.statement == title.entry.statements[0]
    assert "mulligan" in name.statement.text


# -- rules, cases, lists ---------------------------------------------------------------------------------------------

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


@pytest.fixture
def letters(tmp_path):
    with open_compendium(write_glossary(tmp_path, {"game/it/a.md": CASES})) as compendium:
        yield compendium


def test_a_rule_is_shown_with_its_special_cases(letters):
    rule = letters.ask("la regola che parla da sola", game="game", lang="it").rulings[0]
    definition = letters.ask("come si contano le lettere", game="game", lang="it").rulings[0]
    assert (rule.statement.n, [item.n for item in rule.items]) == (2, [3])
    assert (definition.statement.n, definition.items) == (1, ())


def test_a_special_case_is_not_shown_again_after_its_rule(letters):
    rulings = letters.ask("la regola che parla da sola, caso gabbiano", game="game", lang="it", limit=9).rulings
    shown = [statement.n for ruling in rulings for statement in ruling.shown]
    assert {2, 3} <= set(shown)
    assert len(set(shown)) == len(shown)


def test_special_cases_are_aligned_below_their_rule(tmp_path, run, monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    written = write_glossary(tmp_path, {"game/it/a.md": CASES.replace("del gabbiano", "del gabbiano che vola in alto")})
    out = run("ask", "la regola che parla da sola", "--game", "game", "--lang", "it", glossary=written).out
    assert "\n    - Il caso particolare del gabbiano\n      che vola in alto.\n" in out


@pytest.mark.parametrize(
    ("question", "n", "under"), [("gabbiano", 3, 2), ("pellicano", 5, 4), ("regola", 2, None), ("cormorano", 7, None)]
)
def test_a_case_comes_with_the_rule_that_it_stands_under(letters, question, n, under):
    ruling = letters.ranked(f"{question}?", game="game", lang="it").rulings[0]
    assert (ruling.statement.n, ruling.under.n if ruling.under else None) == (n, under)


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
    ("question", "n"),
    [
        ("la barca esce di notte con la lanterna?", 2),
        ("la barca esce di notte con la rete?", 3),
        ("la barca", 1),
        ("che cos'è una barca?", 1),
    ],
)
def test_the_statement_that_says_what_its_neighbours_leave_out_comes_first(boat, question, n):
    assert boat.ask(question, lang="it").rulings[0].statement.n == n


# -- the ranking -----------------------------------------------------------------------------------------------------

RANKED = ["la tempesta e il marinaio", "l'ancora durante la burrasca", "chi ripara il faro?", "xyzzy"]


@pytest.mark.parametrize("question", RANKED)
def test_what_each_feature_adds_adds_up_to_the_score(harbour, question):
    weights = fitted().weights
    for candidate in harbour.ranked(question, lang="it").candidates:
        assert candidate.score == pytest.approx(sum(candidate.contributions(weights).values()))


@pytest.mark.parametrize("question", RANKED)
def test_probabilities_add_up_to_one_and_follow_the_score(harbour, question):
    candidates = harbour.ranked(question, lang="it").candidates
    assert sum(candidate.probability for candidate in candidates) == pytest.approx(1 if candidates else 0)
    scores = [candidate.score for candidate in candidates]
    assert scores == sorted(scores, reverse=True)


def test_every_statement_of_what_is_named_is_considered(harbour):
    found = {(c.key[1], c.n) for c in harbour.ranked("la burrasca", lang="it").candidates}
    assert {("storm", 1), ("storm", 2)} <= found


def test_candidates_tell_what_speaks_for_them(harbour):
    by_address = {(c.key[1], c.n): c.features for c in harbour.ranked("una nave ancorata", lang="it").candidates}
    assert by_address["anchor", 2].words > by_address["anchor", 6].words > 0
    assert {features.aside for features in by_address.values()} == {0.0}
    assert {features.own for features in by_address.values()} == {1.0}
    named = {c.key[1] for c in harbour.ranked("il faro nella tempesta", lang="it").candidates if c.features.named}
    assert named == {"lighthouse", "storm"}
    spanish = {(c.key[1], c.n): c.features for c in harbour.ranked("un barco anclado", lang="es").candidates}
    assert [n for (concept, n), features in spanish.items() if concept == "anchor" and features.aside] == [3]


def test_numbers_may_be_others_than_the_shipped_ones(harbour):
    question = "la tempesta e il marinaio"
    without = fitted()._replace(weights=Weights(*[0.0] * len(Weights._fields)))
    alone = harbour.ranked(question, numbers=without).candidates
    assert {candidate.score for candidate in alone} == {0.0}
    assert len({candidate.score for candidate in harbour.ranked(question).candidates}) > 1


# -- search ----------------------------------------------------------------------------------------------------------


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


@pytest.mark.parametrize(
    ("query", "concept"),
    [("ormeggio", "anchor"), ("lighthouse", "lighthouse"), ("vecchia ancora", "cards/vecchia-ancora")],
)
def test_what_is_called_like_the_query_comes_first(harbour, query, concept):
    hit = harbour.search(query, lang="it")[1][0]
    assert (hit.entry.concept, hit.statement) == (concept, hit.entry.statements[0])


def test_search_declines_nothing(harbour):
    assert harbour.search("goletta campionato", lang="it")[1]
    assert harbour.search("xyzzy")[1] == []


def test_search_is_limited_to_a_game(shipped):
    _, hits = shipped.search("panoramica", lang="it", game="marvel-dagger")
    assert {hit.entry.game for hit in hits} == {"marvel-dagger"}
