"""References as people write them, in every language: what leads to an entry, and what must not."""

import doctest

import pytest
from test_importing_whole import imported

from compendium_cli.importing import linking

RULES = {
    "en": {"phase": "Action Phase", "storm": "Storm", "how": "How to Win"},
    "it": {"phase": "Fase delle azioni", "storm": "Tempesta", "how": "Come si vince"},
    "es": {"phase": "Fase de acciones", "storm": "Tormenta", "how": "Cómo se gana"},
    "uk": {"phase": "Фаза дій", "storm": "Шторм", "how": "Як перемогти"},
}


def test_examples_in_the_documentation():
    assert doctest.testmod(linking).failed == 0


def linked(sentence, lang="en", contents=""):
    """Return the titles that a sentence of an entry leads to, and what leads nowhere."""
    titles = RULES[lang]
    chapters = "".join(f"# {n}. {title}\n\nxyz {n}.\n\n" for n, title in enumerate(titles.values(), 1))
    found = imported(f"{contents}{chapters}## 2.1 Xyzzy plugh\n\nqwerty.\n\n# 9. Here\n\n{sentence}\n", lang)
    by_concept = {entry.concept: entry.title for entry in found.entries}
    own = [reference for reference in found.references if reference.source == "here"]
    return [by_concept[r.target] if r.target else f"? {r.raw}" for r in own]


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [
        ("en", "Draw a card (see Action Phase)."),
        ("en", 'Draw a card (see "Action Phase" on page 7).'),
        ("en", "Draw a card (see the Action Phase, page 7)."),
        ("en", "Draw a card; refer to Action Phase."),
        ("en", "Draw a card, as described in the *Action Phase* section."),
        ("en", "Draw a card (see [the phase](#1-action-phase))."),
        ("en", "Draw a card, as under [Action Phase](#nowhere)."),
        ("en", "You may do so during the action phase."),
        ("en", "Do so “Action Phase”."),
        ("it", "Pesca una carta (vedi Fase delle azioni)."),
        ("it", "Pesca una carta (vedi «Fase delle azioni» a pagina 7)."),
        ("it", "Pesca una carta; si veda Fase delle azioni, pag. 7."),
        ("it", "Nella fase delle azioni peschi una carta."),
        ("es", "Roba una carta (véase Fase de acciones)."),
        ("es", "Roba una carta (consulta «Fase de acciones» en la página 7)."),
        ("es", "Roba una carta durante la fase de acciones."),
        ("uk", "Візьміть карту (див. Фаза дій)."),
        ("uk", "Візьміть карту (див. «Фаза дій» на сторінці 7)."),
        ("uk", "Візьміть карту у фазі дій."),
    ],
)
def test_references_by_title(lang, sentence):
    assert linked(sentence, lang) == [RULES[lang]["phase"]]


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [
        ("en", "Draw a card (see 2.1)."),
        ("en", "Draw a card (2.1)."),
        ("en", "Draw a card as per rule 2.1."),
        ("en", "Draw a card (see 2.1.4)."),
        ("it", "Pesca una carta (vedi la regola 2.1)."),
        ("es", "Roba una carta (véase la regla 2.1)."),
        ("uk", "Візьміть карту (див. правило 2.1)."),
    ],
)
def test_references_by_number(lang, sentence):
    assert linked(sentence, lang) == ["Xyzzy plugh"]


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [
        ("en", "See page 12 first."),
        ("it", "Vedi a pagina 12."),
        ("es", "Véase la página 12."),
        ("uk", "Див. стор. 12."),
    ],
)
def test_references_by_page_where_contents_tell_pages(lang, sentence):
    heading = {"en": "Contents", "it": "Indice", "es": "Índice", "uk": "Зміст"}[lang]
    lines = "\n".join(f"{title} ..... {n * 6}" for n, title in enumerate(RULES[lang].values(), 1))
    assert linked(sentence, lang, f"# {heading}\n\n{lines}\n\n") == [RULES[lang]["storm"]]


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [
        ("en", "A storm is bad. Do not storm the castle."),
        ("en", "Storm clouds gather."),
        ("en", "The Winter Storm Token is blue."),
        ("en", "See below, and see how to go on."),
        ("en", "A boat of 2.1 metres floats."),
        ("en", "This is not [a link](https://example.org/#storm)."),
        ("it", "Una tempesta è un guaio. Tempesta o no, si gioca."),
        ("es", "Una tormenta es mala. Tormenta o no, se juega."),
        ("uk", "Надворі шторм. Шторм триває."),
    ],
)
def test_words_that_only_look_like_a_title_are_no_reference(lang, sentence):
    assert linked(sentence, lang) == []


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [
        ("en", "Draw when the Storm comes."),
        ("it", "Pesca quando arriva la Tempesta."),
        ("es", "Roba cuando llega la Tormenta."),
        ("uk", "Візьміть карту, коли починається Шторм."),
    ],
)
def test_an_ordinary_word_is_a_reference_where_it_is_written_as_a_term(lang, sentence):
    assert linked(sentence, lang) == [RULES[lang]["storm"]]


def test_a_list_of_references_leads_to_each():
    assert linked("Draw (see Action Phase, Storm and How to Win).") == ["Action Phase", "Storm", "How to Win"]


def test_what_leads_nowhere_is_told_and_stays():
    assert linked('Draw (see "Harbour").') == ["? Harbour"]
    assert linked("Draw (see page 40).") == ["? page 40"]


def test_a_heading_that_comes_again_is_meant_near_by_or_not_at_all():
    book = "# Otters\n\nx.\n\n## Setup\n\nTake boats.\n\n## Turn\n\nAfter Setup you go (see Setup).\n\n"
    book += "# Crows\n\ny.\n\n## Setup\n\nTake plots.\n\n# End\n\nCount (see Setup).\n"
    found = imported(book)
    meant = {(reference.source, reference.target) for reference in found.references}
    assert meant == {("turn", "setup-otters"), ("end", None)}


def test_a_link_to_an_anchor_becomes_one_to_an_entry():
    found = imported(
        "# Storm\n\nIt rains ([crew](#crew-1), [no](#no)).\n\n# Crew\n\nOne.\n\n# Next\n\nGo on.\n\n# Crew\n\nTwo.\n"
    )
    assert found.entries[0].blocks[0].text == "It rains ([crew](crew-next.md), no)."
