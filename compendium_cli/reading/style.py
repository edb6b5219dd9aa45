"""style/<lang>.yml -> the house style of a language: what is written, and what is not, for lint to tell.

A list of ``{write: …, not: [ …, … ]}``. What is not written is a text; a star stands for the rest of a word. Small
letters stand for capitals, too; a capital is told only inside a sentence, which may begin with one. What a card prints
stands in «quotes» and is nobody's style.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.languages.base import APOSTROPHES, is_cyrillic
from compendium_cli.problems import Problem, ProblemCode
from compendium_cli.reading.front_matter import unknown_keys
from compendium_cli.reading.strict_yaml import Node, YamlFaultError, parse_yaml

if TYPE_CHECKING:
    from collections.abc import Iterator

_KEYS = ("write", "not", "why")
_PRINTED = re.compile(r"«[^«»]*»")
#: What stands before a word inside a sentence, where a capital is nobody's beginning.
_BEFORE_A_CAPITAL = r"(?<=[\w,;)»–] )"


class StyleRule(NamedTuple):
    """A word of the house, and those that it stands for."""

    write: str
    why: str
    unwanted: tuple[re.Pattern[str], ...]

    def found_in(self, text: str) -> Iterator[str]:
        """Yield what a text says instead."""
        ours = _PRINTED.sub("«»", text)
        for pattern in self.unwanted:
            if found := pattern.search(ours):
                yield found.group()


def read_style(text: str, path: str) -> tuple[list[StyleRule], list[Problem]]:
    """Read the house style of a language."""
    rules: list[StyleRule] = []
    problems: list[Problem] = []
    try:
        for node in parse_yaml(text).items:
            problems += unknown_keys(node.fields, _KEYS, path)
            rules.append(_rule(node))
    except YamlFaultError as fault:
        fix = "a rule is {write: …, not: [ …, … ]}"
        problems.append(Problem(path, fault.line, ProblemCode.BAD_YAML, fault.why, fix))
    return rules, problems


def _rule(node: Node) -> StyleRule:
    fields = node.fields
    for key in _KEYS[:2]:
        if key not in fields:
            raise YamlFaultError(node.line, f"the key {key!r} is missing")
    why = fields["why"].text if "why" in fields else ""
    return StyleRule(fields["write"].text, why, tuple(map(_pattern, fields["not"].texts)))


def _pattern(unwanted: str) -> re.Pattern[str]:
    words = re.escape(unwanted).replace(r"\*", r"\w*")
    begin, end = (r"\b" if unwanted[at].isalnum() or unwanted[at] == "*" else "" for at in (0, -1))
    if is_cyrillic(unwanted):
        begin = rf"(?<![{APOSTROPHES}])\b"  # there an apostrophe stands inside a word
    if any(char.isupper() for char in unwanted):
        return re.compile(f"{_BEFORE_A_CAPITAL}{words}{end}")
    return re.compile(f"{begin}{words}{end}", re.IGNORECASE)
