"""The files that the page answers from, and how they are written. What they give is tested in a browser."""

import doctest
import json

import pytest

from compendium_cli.languages import LANGUAGES
from compendium_cli.site import engine, packing
from compendium_cli.site.gathering import gather
from compendium_cli.site.labels import labels_script


@pytest.fixture(scope="module")
def files(harbour):
    return dict(engine.engine_files(harbour))


def value_of(files, path):
    """What a file hands over."""
    script = files[f"assets/answers/{path}.js"]
    start, end = f'compendium.receive("{path}",', ");\n"
    assert script.startswith(start)
    assert script.endswith(end)
    return json.loads(script[len(start) : -len(end)])


def all_values(files, kind):
    paths = [path.removeprefix("assets/answers/").removesuffix(".js") for path in files]
    return [value_of(files, path) for path in paths if path.startswith(kind)]


def test_examples_in_the_documentation():
    assert doctest.testmod(packing).failed == 0


def test_twice_the_same_bytes(harbour, files):
    assert dict(engine.engine_files(harbour)) == files


def test_what_players_ask_is_never_shown(files):
    shown = json.dumps(all_values(files, "it/texts"), ensure_ascii=False)
    assert "tempesta" in shown.lower()
    assert "maltempo" not in shown
    assert "maltempo" not in json.dumps(all_values(files, "names/plain-it"), ensure_ascii=False)


def test_words_of_players_lead_somewhere(files):
    terms = [term for file in all_values(files, "it/terms") for term in file["words"]]
    assert "maltemp" in terms


def test_ukrainian_words_have_all_their_forms_not_only_those_of_the_texts(files):
    assert "якорями" not in json.dumps(all_values(files, "uk/texts"), ensure_ascii=False)
    rows = [row for file in all_values(files, "uk/forms") for row in file.get("якоря", [])]
    assert any("ми" in row.split(" ") for row in rows)


def test_a_redirect_says_what_it_stands_for(files):
    shared = value_of(files, "shared")
    concepts = shared["games"]["harbour"]["concepts"]
    rows = {concepts[row[0]]: row for row in value_of(files, "it/shelf")["entries"]}
    assert concepts[rows["mooring"][2]] == "anchor"


def test_former_ids_are_names(files):
    shared = value_of(files, "shared")
    assert [shared["games"]["harbour"]["concepts"].index("storm"), "tempest"] in shared["ids"]


def test_what_belongs_to_a_language_has_it_in_its_path(files):
    """What is kept for readers of a language is chosen by the paths of files."""
    below = {path.split("/")[2].removesuffix(".js") for path in files}
    assert below <= {*LANGUAGES, "shared", "names", "words", "cards", "vectors"}


def test_without_vectors_everything_else_is_there(files):
    shared = value_of(files, "shared")
    assert shared["vectors"]["languages"] == []
    assert not all_values(files, "vectors")
    assert not any("vectors" in file for file in all_values(files, "it/terms"))


def test_numbers_that_no_character_can_say_are_refused():
    with pytest.raises(ValueError, match="more than a character"):
        packing.characters([0xD800])


def test_labels_are_those_of_the_language(harbour):
    script = labels_script(gather(harbour), "uk")
    assert '"search":"Шукати правило"' in script
    assert '"undecided":"Жодне правило компендіуму не вирішує цього питання."' in script
    assert '"it it-2":"Porto Tempesta · edizione it-2' in script
