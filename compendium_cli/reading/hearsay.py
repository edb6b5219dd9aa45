"""asked.<lang>.yml -> what players of a language say for concepts, whether it has a text of them or not."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from compendium_cli.languages import LANGUAGES
from compendium_cli.model import Hearsay
from compendium_cli.problems import Problem, ProblemCode
from compendium_cli.reading.front_matter import unknown_keys
from compendium_cli.reading.strict_yaml import YamlFaultError, parse_yaml

if TYPE_CHECKING:
    from compendium_cli.model import Game

#: A file of this name stands beside concepts.yml.
FILE = re.compile(r"asked\.([a-z]+)\.yml")
_KEYS = ("called", "asked")


def read_hearsay(text: str, path: str, game: Game) -> tuple[list[Hearsay], list[Problem]]:
    """Read what players say, concept by concept."""
    name = FILE.fullmatch(path.rpartition("/")[2])
    lang = name[1] if name else ""
    if lang not in LANGUAGES:
        fix = f"languages: {', '.join(LANGUAGES)}"
        return [], [Problem(path, 1, ProblemCode.UNKNOWN_LANGUAGE, f"{lang!r} is no language we know", fix)]
    found: list[Hearsay] = []
    problems: list[Problem] = []
    try:
        for concept, node in parse_yaml(text).fields.items():
            if concept not in game.concepts:
                fix = f"name a concept of {game.id}/concepts.yml"
                message = f"{concept!r} is no concept of {game.id}"
                problems.append(Problem(path, node.line, ProblemCode.UNKNOWN_CONCEPT, message, fix))
                continue
            problems += unknown_keys(node.fields, _KEYS, path)
            called, asked = (node.fields[key].texts if key in node.fields else () for key in _KEYS)
            found.append(Hearsay(game.id, concept, lang, called, asked))
    except YamlFaultError as fault:
        problems.append(Problem(path, fault.line, ProblemCode.BAD_YAML, fault.why, "mend the YAML"))
    return found, problems
