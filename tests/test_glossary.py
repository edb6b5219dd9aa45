"""The glossary that we ship: clean, formatted, complete enough to answer."""

import json
from collections import Counter
from pathlib import Path

import pytest

from compendium_cli.checks import lint
from compendium_cli.languages import LANGUAGES
from compendium_cli.names import key_of
from compendium_cli.reading.expansions import format_expansions
from compendium_cli.reading.folder import read_glossary
from compendium_cli.reading.layout import format_entry
from compendium_cli.settings import shipped_glossary

SHARED = 141  # concepts of Marvel Champions that all three languages have


@pytest.fixture(scope="module")
def corpus():
    return read_glossary(shipped_glossary())[0]


@pytest.mark.slow
def test_lint_finds_nothing():
    assert lint(shipped_glossary()) == []


@pytest.mark.slow
def test_fmt_changes_nothing(corpus):
    labels = {language.see_also for language in LANGUAGES.values()}
    for entry in corpus.entries:
        text = (shipped_glossary() / entry.path).read_text(encoding="utf-8")
        assert format_entry(text, labels, is_ruling=entry.is_ruling) == text, entry.path
    for asked in corpus.expansions:
        text = (shipped_glossary() / asked.path).read_text(encoding="utf-8")
        assert format_expansions(text) == text, asked.path


def test_three_languages_share_their_concepts(corpus):
    by_language = {
        lang: {e.concept for e in corpus.entries if e.game == "marvel-champions" and e.lang == lang and e.is_concept}
        for lang in ("it", "es", "uk")
    }
    assert len(set.intersection(*by_language.values())) >= SHARED


@pytest.mark.parametrize(
    ("game", "cards", "concepts"), [("marvel-champions", 150, 259), ("marvel-tcg", 0, 58), ("marvel-dagger", 0, 73)]
)
def test_every_game_has_text(corpus, game, cards, concepts):
    entries = [entry for entry in corpus.entries if entry.game == game and entry.lang == "it"]
    assert len([entry for entry in entries if entry.is_card]) >= cards
    assert len([entry for entry in entries if entry.is_concept]) >= concepts


def test_all_cards_are_listed(corpus):
    cards = corpus.games["marvel-champions"].cards
    assert len(cards) >= 3700
    assert all(card.codes and card.kind and card.names["en"] and card.names["es"] for card in cards)
    assert [card.codes[0] for card in cards] == sorted(card.codes[0] for card in cards)
    entries = {entry.concept for entry in corpus.entries if entry.game == "marvel-champions" and entry.is_card}
    # Questions about a scenario, a campaign or in general belong to no card.
    unlisted = {concept for concept in entries - {card.entry for card in cards} if "questions" not in concept}
    assert {concept.split("/")[1].split("-")[0] for concept in unlisted} == {"scenario", "campaign"}


def test_other_games_list_no_cards(corpus):
    assert corpus.games["marvel-tcg"].cards == ()


#: The Italian concepts of Marvel Champions, by kind: the whole inventory of edition it-1.7.
ITALIAN = {
    "ability": 22,
    "action": 26,
    "anatomy": 6,
    "card-type": 19,
    "component": 3,
    "deck": 6,
    "deckbuilding": 14,
    "icon": 15,
    "intro": 5,
    "keyword": 29,
    "phase": 5,
    "rule": 51,
    "setup": 2,
    "status": 5,
    "timing": 5,
    "value": 16,
    "word": 23,
    "zone": 7,
}


@pytest.mark.parametrize(("lang", "count"), [("it", 259), ("es", 150), ("uk", 153)])
def test_every_title_of_a_document_has_its_entry(corpus, lang, count):
    concepts = corpus.games["marvel-champions"].concepts.values()
    wanted = {concept.id for concept in concepts if lang in concept.titles}
    own = {e.concept for e in corpus.entries if e.game == "marvel-champions" and e.lang == lang and e.is_concept}
    assert own == wanted
    assert len(own) == count


def test_the_italian_concepts_are_complete(corpus):
    concepts = corpus.games["marvel-champions"].concepts
    own = [e for e in corpus.entries if e.game == "marvel-champions" and e.lang == "it" and e.is_concept]
    assert Counter(concepts[entry.concept].kind for entry in own) == ITALIAN


@pytest.mark.parametrize(
    ("game", "lang"),
    [
        ("marvel-champions", "it"),
        ("marvel-champions", "es"),
        ("marvel-champions", "uk"),
        ("marvel-tcg", "it"),
        ("marvel-dagger", "it"),
    ],
)
def test_no_entry_is_an_orphan(corpus, game, lang):
    """Each is reached from the overview or the keywords, along see-also and mentions, in both directions."""
    entries = {e.concept: e for e in corpus.entries if e.game == game and e.lang == lang and not e.is_ruling}
    near: dict[str, set[str]] = {concept: set() for concept in entries}
    for concept, entry in entries.items():
        for target in (*entry.see_also, *entry.mentions):
            near[concept].add(target)
            near[target].add(concept)
    reached, waiting = set(), [start for start in ("overview", "keyword") if start in entries]
    while waiting:
        here = waiting.pop()
        if here not in reached:
            reached.add(here)
            waiting += near[here]
    assert set(entries) - reached == set()


def test_every_kind_has_a_name_in_every_language(corpus):
    kinds = {concept.kind for game in corpus.games.values() for concept in game.concepts.values()}
    for language in LANGUAGES.values():
        assert kinds <= set(language.labels.kinds)


def test_deciding_statements_are_led_to_by_players_words(corpus):
    def decides(entry):
        concept = corpus.games[entry.game].concepts.get(entry.concept)
        return entry.statements and (concept is None or concept.kind != "intro")

    asked = {(one.game, one.concept, one.lang) for one in corpus.expansions if one.phrasings}
    without = [e.path for e in corpus.entries if decides(e) and (e.game, e.concept, e.lang) not in asked]
    assert without == []


#: Concepts whose rule edition it-1.7 changes; those that es-1 or uk-1 share with it are left out for that language.
CHANGED = """
ability triggered-ability event cost initiating-abilities draw hand-size resource wild-resource
replacement-effect villain-defeat player-elimination unique-icon attack-enemy-activation scheme-enemy-activation
boost undefended status-card overkill indirect-damage defense ally-limit obligation attachment appendix-ii-setup
when-revealed interrupt response star-icon crisis-icon cannot dash uses end-of-player-phase choose-game-element
search player-turn encounter-deck move quickstrike component-limitations retaliate
""".split()


@pytest.mark.parametrize("lang", ["es", "uk"])
def test_known_changes_of_the_newer_edition_are_told(corpus, lang):
    own = {e.concept: e for e in corpus.entries if e.game == "marvel-champions" and e.lang == lang}
    silent = [c for c in CHANGED if c in own and not any(s.kind == "newer" for s in own[c].statements)]
    assert silent == []


def test_older_editions_say_what_the_newer_one_changes(corpus):
    for lang in ("es", "uk"):
        entries = [entry for entry in corpus.entries if entry.lang == lang and entry.is_concept]
        newer = [entry for entry in entries if any(statement.kind == "newer" for statement in entry.statements)]
        assert len(newer) > len(entries) / 2


@pytest.mark.parametrize(
    ("question", "lang", "concepts"),
    [
        ("un alleato stordito che attacca subisce danno conseguente?", "it", {"ally", "stunned"}),
        ("¿puedo atacar con un aliado aturdido?", "es", {"stunned"}),
        ("чи може оглушений союзник атакувати?", "uk", {"stunned"}),
        ("does overkill damage go through tough?", "it", {"overkill", "tough"}),  # both say it, in the same words
    ],
)
def test_questions_of_the_readme_and_manual(shipped, question, lang, concepts):
    answer = shipped.ask(question)
    assert answer.lang == lang
    first = answer.rulings[0].entry
    proven = shipped.ruling(first)
    assert ({ground.concept for ground, _ in proven.grounds} if proven else {first.concept}) & concepts


@pytest.mark.slow
def test_no_question_of_the_benchmark_stands_in_the_glossary(corpus):
    # Else the benchmark would measure how well we copy.
    folder = Path(__file__).parents[1] / "benchmarks" / "questions"
    questions = {
        key_of(json.loads(line)["question"])
        for path in folder.glob("*.jsonl")
        for line in path.read_text(encoding="utf-8").splitlines()
    }
    assert len(questions) > 500
    said = {key_of(phrasing) for asked in corpus.expansions for phrasing in asked.questions}
    assert {question for question in questions & said if len(question.split()) > 3} == set()
