"""A card of which the compendium has neither questions nor errata is recognised, and nothing is made up about it."""

import pytest

from compendium_cli.compendium import open_compendium
from conftest import write_glossary

TABLE = (
    "codes\ttype\ten\tit\tes\tproduct_en\tproduct_it\tnumber\tcard\n"
    "01 01b\ttool\tOar\tRemo\tRemo\tBoats\tBarche\t7\t\n"
    "02\ttool\tThe Golden Sail\tLa Vela d'Oro\tLa vela de oro\tBoats\tBarche\t8\t\n"
    "03\ttool\tRudder\tTimone\t\tBoats\t\t9\ttimone\n"
    "04\tplace\tWhat Is Left?\t\t\tBoats\t\t10\t\n"
)
LETTER = (
    "---\nedition: it-1\n---\n# Gabbiano\n\nIl gabbiano vola sul remo rotto. ^1\n\n- Il gabbiano si posa di notte. ^2\n"
)
SPANISH = LETTER.replace("it-1", "es-1").replace("Gabbiano", "Gaviota")
CARD = "---\nedition: it-1\n---\n# Timone\n\n## Errata\n\n- Il costo del timone è 1. ^1\n"


@pytest.fixture(scope="module")
def boats(_own_world, tmp_path_factory):
    files = {
        "game/cards.tsv": TABLE,
        "game/it/a.md": LETTER,
        "game/es/a.md": SPANISH,
        "game/it/cards/timone.md": CARD,
        "game/asked/en/a.txt": "^1\nwhere does the gull fly\n",
    }
    with open_compendium(write_glossary(tmp_path_factory.mktemp("boats"), files)) as compendium:
        yield compendium


@pytest.mark.parametrize(
    ("question", "number"),
    [
        ("Remo", "7"),
        ("oar", "7"),
        ("che fa la carta Remo?", "7"),
        ("che cosa fa Remo", "7"),
        ("qual è l'effetto di Remo?", "7"),
        ("come funziona la carta remo?", "7"),
        ("what does the card Oar do?", "7"),
        ("how does Oar work", "7"),
        ("¿qué hace la carta Remo?", "7"),
        ("¿cómo funciona Remo?", "7"),
        ("what does the card The Golden Sail do?", "8"),
        ("The Golden Sail", "8"),
        ("golden sail", None),  # that is not its name
        ("che fa la carta La Vela d'Oro?", "8"),
        ("what is left", "10"),
    ],
)
def test_a_card_without_rulings_is_recognised(boats, question, number):
    answer = boats.ask(question)
    assert (answer.card.number if answer.card else None) == number
    if number:
        assert (answer.rulings, answer.decided) == ((), False)


def test_what_is_known_of_it_is_told(boats):
    card = boats.ask("che fa la carta Remo?").card
    assert (card.names["it"], card.products["it"], card.codes) == ("Remo", "Barche", ("01", "01b"))


@pytest.mark.parametrize("question", ["Timone", "che fa la carta Timone?", "come funziona il timone?"])
def test_a_card_with_an_entry_is_answered_from_it(boats, question):
    answer = boats.ask(question, lang="it")
    assert answer.card is None
    assert answer.rulings[0].entry.concept == "cards/timone"


@pytest.mark.parametrize("question", ["il gabbiano vola sul remo?", "where does the gull fly with the oar?"])
def test_a_card_within_a_longer_question_is_only_part_of_it(boats, question):
    answer = boats.ask(question, lang="it")
    assert answer.card is None
    assert answer.rulings[0].entry.concept == "a"


@pytest.mark.parametrize("question", ["", "che cosa fa la carta?", "what does the card do", "?"])
def test_no_name_is_no_card(boats, question):
    assert boats.ask(question).card is None


def test_the_command_tells_product_number_and_codes(run, boats):
    shown = run("ask", "che fa la carta Remo?", glossary=boats.folder)
    assert shown.status == 1
    first, second = shown.out.splitlines()[:2]
    assert first == "Remo è una carta del gioco: il compendio non ha domande né errata su di essa."
    assert second.strip() == "Barche · #7 · 01 · 01b"
    told = run("ask", "che fa la carta Remo?", "--json", glossary=boats.folder).json
    assert (told["decided"], told["rulings"]) == (False, [])
    assert told["card"] == {
        "names": {"en": "Oar", "it": "Remo", "es": "Remo"},
        "products": {"en": "Boats", "it": "Barche"},
        "number": "7",
        "codes": ["01", "01b"],
        "type": "tool",
    }


@pytest.mark.parametrize(
    "question",
    [
        "what does the card Lockjaw do",
        "Lockjaw",
        "che fa la carta Lockjaw?",
        "cosa fa Lockjaw?",
        "¿qué hace la carta Lockjaw?",
        "що робить карта Lockjaw?",
        "як діє карта Lockjaw?",
    ],
)
def test_a_card_of_the_shipped_list(shipped, question):
    card = shipped.ask(question).card
    assert card.names["en"] == "Lockjaw"
    assert card.codes
    assert card.products["en"]


@pytest.mark.slow
def test_cards_of_the_shipped_list_are_recognised_by_their_names(shipped):
    silent = [card for card in shipped.cards("marvel-champions") if card.entry is None]
    missed = []
    for card in silent[:: len(silent) // 100]:
        answer = shipped.ask(card.names["en"], game="marvel-champions")
        # A name may be a term of the rules, or that of another card.
        if not (answer.card or answer.rulings):
            missed.append(card.names["en"])
    assert missed == []
