"""What was learnt from how players ask: vectors of words and statements, read from one file."""

import pytest

from compendium_cli.encoder import NOTHING, Encoder, buckets_of, shipped_encoder, write_vectors
from compendium_cli.errors import CompendiumError
from compendium_cli.model import StatementKind
from conftest import HARBOUR

BUCKETS = 64


@pytest.fixture
def encoder(tmp_path):
    """One who has learnt that in Italian "nave" and "affonda" mean the first statement, and "porto" the second."""
    words = [[0, 0] for _ in range(BUCKETS)]
    for word, vector in (("nave", [3, 0]), ("affonda", [2, 0]), ("porto", [0, 4])):
        words[buckets_of([word], [], BUCKETS)[0]] = vector
    addresses = {"it/harbour/ship#1": 0, "es/harbour/ship#2": 0, "it/harbour/port#1": 1}
    path = tmp_path / "test.vectors"
    numbers = {"it": [number for vector in words for number in vector]}
    write_vectors(path, numbers, [1, 0, 0, 1], addresses, dimensions=2, unit=0.1, scale=0.5)
    return Encoder(path)


def test_the_statement_that_is_meant_has_the_largest_product(encoder):
    meaning = encoder.question("it", ["nave"])
    assert meaning.likely("it/harbour/ship#1") == pytest.approx(1.5)
    assert meaning.likely("it/harbour/port#1") == 0
    assert meaning.length == pytest.approx(0.3)


def test_what_says_the_same_in_another_language_has_the_same_vector(encoder):
    meaning = encoder.question("it", ["nave"])
    assert meaning.likely("es/harbour/ship#2") == meaning.likely("it/harbour/ship#1")


def test_words_and_their_pairs_count_together_and_a_long_question_no_more_than_a_short_one(encoder):
    terms = len(buckets_of(["nave", "affonda"], [], BUCKETS))
    assert encoder.question("it", ["nave", "affonda"]).vector == pytest.approx([5 / terms**0.5, 0])


def test_nothing_is_said_of_what_was_not_learnt(encoder):
    assert encoder.question("it", ["nave"]).likely("it/harbour/ship#9") == 0
    for unknown in (encoder.question("uk", ["nave"]), encoder.question("it", []), NOTHING):
        assert (unknown.likely("it/harbour/ship#1"), unknown.length) == (0, 0)


def test_a_pair_is_another_than_the_same_words_the_other_way_round():
    assert buckets_of(["a", "b"], [], 1 << 20) != buckets_of(["b", "a"], [], 1 << 20)
    assert buckets_of(["a", "a"], [], 1 << 20) == buckets_of(["a", "a", "a"], [], 1 << 20)


def test_character_ngrams_count_as_words_do_and_are_others():
    assert set(buckets_of(["nave"], ["nave"], 1 << 20)) > set(buckets_of(["nave"], [], 1 << 20))


@pytest.mark.parametrize("damage", [b"", b"[1]\n", b"no json\n", b"cut"])
@pytest.mark.usefixtures("encoder")
def test_a_damaged_file_is_told_in_one_line(tmp_path, damage):
    path = tmp_path / "test.vectors"
    path.write_bytes(path.read_bytes()[:-1] if damage == b"cut" else damage)
    with pytest.raises(CompendiumError, match="install compendium again"):
        Encoder(path)


def test_two_addresses_with_the_same_hash_are_refused(tmp_path):
    with pytest.raises(ValueError, match="the same hash"):
        write_vectors(tmp_path / "x", {"it": [0]}, [0], {"plumless": 0, "buckeroo": 0}, dimensions=1, unit=1.0, scale=1.0)


def test_the_shipped_one_knows_the_statements_of_the_shipped_glossary(shipped):
    encoder = shipped_encoder()
    meaning = encoder.question("it", ["alleat", "stord", "attacc"])
    known = [
        meaning.likely(f"{entry.lang}/{entry.name}#{statement.n}") != 0
        for lang in shipped.languages()
        for entry in shipped.entries(lang)
        for statement in entry.statements
        if statement.n is not None and statement.kind != StatementKind.QUESTION
    ]
    # Statements that are new since the last time are few, or it is time to learn again.
    assert sum(known) > 0.95 * len(known)


def test_explaining_tells_what_was_learnt(shipped):
    best = shipped.ranked("il mio alleato è stordito, può menare?", lang="it").candidates[0]
    assert best.features.meant > 0


def test_of_another_glossary_nothing_has_been_learnt(open_glossary):
    # The same address may be another rule there.
    candidates = open_glossary(HARBOUR).ranked("una nave che affonda?", lang="it").candidates
    assert {candidate.features.meant for candidate in candidates} == {0.0}
