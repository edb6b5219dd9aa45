"""What an entry answers to."""

import doctest

import pytest

from compendium_cli import names
from compendium_cli.languages import LANGUAGES
from compendium_cli.naming import title_parts


def test_examples_in_the_documentation():
    assert doctest.testmod(names).failed == 0


@pytest.mark.parametrize(
    ("lang", "title", "parts"),
    [
        ("it", "Confuso/confondere", ["Confuso", "confondere"]),
        ("it", "Crisi (icona)", ["Crisi"]),
        ("it", "Sopraffazione", []),
        ("es", "Aceleración, icono de", ["Aceleración", "icono de Aceleración"]),
        ("es", "Identidad, cambiar de identidad", ["Identidad", "cambiar de identidad"]),
        ("uk", "Лиходій, колода лиходія", ["Лиходій", "колода лиходія"]),
    ],
)
def test_parts_of_a_title_are_names_too(lang, title, parts):
    assert list(title_parts(title, LANGUAGES[lang])) == parts


def test_renamed_ids_still_find_their_entry(harbour):
    assert harbour.look_up("tempest").entry.concept == "storm"
