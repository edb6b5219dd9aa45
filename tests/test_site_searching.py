"""The data that the scripts of the site search in."""

import doctest
import json

from compendium_cli.site import searching


def data_of(compendium, lang):
    script = searching.data_script(compendium, lang)
    start, end = f'compendium.receive("{lang}", ', ");\n"
    assert script.startswith(start)
    assert script.endswith(end)
    return json.loads(script[len(start) : -len(end)])


def forms(packed):
    root, *endings = packed.split(",")
    return {root + ending for ending in endings}


def group_with(data, *words):
    return next(number for number, packed in enumerate(data["groups"]) if set(words) <= forms(packed))


def entries_of(data, group):
    """The concepts that a group of forms speaks for, and by which number: 0 for names, else the statement's place."""
    places = [(entry[1], place) for entry in data["entries"] for place in range(1 + len(entry[5]) // 2)]
    found, at = {}, 0
    flat = data["postings"][group]
    for gap, weight in zip(flat[::2], flat[1::2], strict=True):
        at += gap
        found[places[at]] = weight
    return found


def test_examples_in_the_documentation():
    assert doctest.testmod(searching).failed == 0


def test_forms_of_one_word_lead_to_names_and_statements(harbour):
    data = data_of(harbour, "it")
    found = entries_of(data, group_with(data, "ancorare", "ancorata"))
    assert ("anchor", 0) in found
    assert ("anchor", 1) in found
    assert max(found, key=found.get)[0] == "anchor"


def test_ukrainian_words_have_all_their_forms_not_only_those_of_the_texts(harbour):
    data = data_of(harbour, "uk")
    assert "якорями" not in json.dumps(data["entries"], ensure_ascii=False)
    assert ("anchor", 0) in entries_of(data, group_with(data, "якір", "якорями"))


def test_words_of_players_and_of_the_english_term_lead_there_too(harbour):
    data = data_of(harbour, "it")
    assert ("storm", 2) in entries_of(data, group_with(data, "maltempo"))
    assert ("lighthouse", 0) in entries_of(data, group_with(data, "lighthouse"))


def test_what_players_ask_is_never_shown(harbour):
    data = data_of(harbour, "it")
    assert "maltempo" not in json.dumps(data["entries"], ensure_ascii=False)


def test_an_entry_that_only_points_elsewhere_says_where(harbour):
    data = data_of(harbour, "it")
    assert [entry[6] for entry in data["entries"] if entry[1] == "mooring"] == ["anchor"]


def test_former_ids_are_names(harbour):
    data = data_of(harbour, "it")
    assert ["tempest" in entry[4] for entry in data["entries"] if entry[1] == "storm"] == [True]


def test_twice_the_same_bytes(harbour):
    assert searching.data_script(harbour, "uk") == searching.data_script(harbour, "uk")


def test_labels_are_those_of_the_language():
    assert '"search":"Шукати правило"' in searching.labels_script("uk")
