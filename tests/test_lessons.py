"""The lessons that ``benchmarks/learn.py`` learns from: each is of a ruling that exists."""

import re
from pathlib import Path

import pytest

from compendium_cli.model import RULINGS

LESSONS = sorted((Path(__file__).parent.parent / "benchmarks" / "lessons").glob("*/*.txt"))


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_lessons_are_of_rulings_of_their_game_and_language(path, shipped):
    read = shipped.languages()
    there = {
        entry.concept.removeprefix(RULINGS)
        for entry in shipped.entries(path.stem if path.stem in read else read[0])
        if entry.is_ruling and entry.game == path.parent.name
    }
    taught = set()
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        at = f"{path.name}:{number}"
        mark, _, said = line.partition(" ")
        text, _, other = (part.strip() for part in said.partition("=>"))
        assert mark in {"", "##", "+", "-"}, at
        if mark == "##":
            assert text in there, at
            taught.add(text)
        elif mark:
            assert text, at
            assert not other or (mark == "-" and other in there), at
            assert len(re.findall(r"\{[^{}|]+(?:\|[^{}]*)+\}", text)) == text.count("{") == text.count("}"), at
    assert taught == there, "a ruling without lessons"
