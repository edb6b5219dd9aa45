"""asked.<lang>.yml -> what players of a language say for concepts, whether it has a text of them or not."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from compendium_cli.languages import LANGUAGES
from compendium_cli.model import CARDS, Hearsay
from compendium_cli.problems import Problem, ProblemCode
from compendium_cli.reading.front_matter import unknown_keys
from compendium_cli.reading.strict_yaml import YamlFaultError, parse_yaml

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from compendium_cli.model import Entry, Game
    from compendium_cli.reading.strict_yaml import Node

#: A file of this name stands beside concepts.yml.
FILE = re.compile(r"asked\.([a-z]+)\.yml")
_KEYS = ("called", "asked", "asked_for")


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
            if concept not in game.concepts and not concept.startswith(CARDS):
                fix = f"name a concept of {game.id}/concepts.yml"
                message = f"{concept!r} is no concept of {game.id}"
                problems.append(Problem(path, node.line, ProblemCode.UNKNOWN_CONCEPT, message, fix))
                continue
            problems += unknown_keys(node.fields, _KEYS, path)
            called = node.fields["called"].texts if "called" in node.fields else ()
            asked, asked_for = _asked(node.fields["asked"]) if "asked" in node.fields else ((), {})
            if "asked_for" in node.fields:
                for n, phrases in node.fields["asked_for"].numbered.items():
                    asked_for[n] = (*asked_for.get(n, ()), *phrases.texts)
            found.append(Hearsay(game.id, concept, lang, called, asked, asked_for, node.line))
    except YamlFaultError as fault:
        problems.append(Problem(path, fault.line, ProblemCode.BAD_YAML, fault.why, "mend the YAML"))
    return found, problems


def _asked(node: Node) -> tuple[tuple[str, ...], dict[int, tuple[str, ...]]]:
    """Return phrasings for a concept as a whole, a list, or for the statements of its entry, as an entry gives them."""
    if isinstance(node.value, list):
        return node.texts, {}
    return (), {n: phrases.texts for n, phrases in node.numbered.items()}


def said_in_vain(hearsay: Iterable[Hearsay], entries: Iterable[Entry]) -> Iterator[Problem]:
    """Report phrasings that lead to no statement."""
    statements: dict[tuple[str, str], dict[str, set[int | None]]] = {}
    for entry in entries:
        by_lang = statements.setdefault((entry.game, entry.concept), {})
        by_lang[entry.lang] = {statement.n for statement in entry.statements}
    for said in hearsay:
        path = f"{said.game}/asked.{said.lang}.yml"
        there = statements.get((said.game, said.concept), {})
        if not there and said.concept.startswith(CARDS):
            message = f"{said.concept!r} is no card of {said.game}"
            yield Problem(path, said.line, ProblemCode.UNKNOWN_CONCEPT, message, "name a card that has an entry")
            continue
        # Where the language has no entry, the numbers are those of the language that answers in its place.
        known = there.get(said.lang) or next((there[lang] for lang in LANGUAGES if there.get(lang)), set())
        if there.get(said.lang) and said.asked:
            fix = "give the phrasings by statement, as in an entry: asked: {2: [...]}"
            message = f"'asked' of {said.concept!r} does not say which statement decides"
            yield Problem(path, said.line, ProblemCode.UNKNOWN_STATEMENT, message, fix)
        for n in sorted(said.asked_for.keys() - known):
            message = f"'asked' of {said.concept!r} names ^{n}, which is no statement of its entry"
            fix = "name a statement of the entry, or take it out"
            yield Problem(path, said.line, ProblemCode.UNKNOWN_STATEMENT, message, fix)
