"""style/<lang>.yml -> the house style of a language: what is written, and what is not, for lint to tell.

A list of ``{write: …, not: [ …, … ]}``. What is not written is a text; a star stands for the rest of a word. Small
letters stand for capitals, too; a capital is told only inside a sentence, which may begin with one. What a card prints
stands in «quotes» and is nobody's style.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple, Self

from compendium_cli.languages.base import APOSTROPHES, is_cyrillic
from compendium_cli.problems import Problem, ProblemCode
from compendium_cli.reading.front_matter import unknown_keys
from compendium_cli.reading.strict_yaml import Node, YamlFaultError, parse_yaml

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_KEYS = ("write", "not", "why")
_PRINTED = re.compile(r"«[^«»]*»")
#: What stands before a word inside a sentence, where a capital is nobody's beginning.
_BEFORE_A_CAPITAL = r"(?<=[\w,;)»–] )"


class Unwanted(NamedTuple):
    """What is not written."""

    pattern: re.Pattern[str]
    literal: str
    """What any text has that the pattern finds: to look for that is a hundred times faster."""

    @property
    def is_capital(self) -> bool:
        """Tell whether capitals matter."""
        return not self.pattern.flags & re.IGNORECASE


class StyleRule(NamedTuple):
    """A word of the house, and those that it stands for."""

    write: str
    why: str
    unwanted: tuple[Unwanted, ...]

    def found_in(self, lines: Lines) -> Iterator[tuple[int, str]]:
        """Yield the lines that say something else, counted from 0, and what each says instead."""
        for one in self.unwanted:
            if one.literal not in (lines.text if one.is_capital else lines.small):
                continue
            line = at = 0
            told = -1
            for found in one.pattern.finditer(lines.text):
                line += lines.text.count("\n", at, found.start())
                at = found.start()
                if line != told:
                    yield line, found.group()
                told = line


class Lines(NamedTuple):
    """Texts, one a line, as house styles look at them."""

    text: str
    small: str
    """The same in small letters."""

    @classmethod
    def of(cls, texts: Iterable[str]) -> Self:
        """Put texts together, without what a card prints."""
        text = "\n".join(_PRINTED.sub("«»", text) for text in texts)
        return cls(text, text.lower())


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
    return StyleRule(fields["write"].text, why, tuple(map(_unwanted, fields["not"].texts)))


def _unwanted(text: str) -> Unwanted:
    pattern = _pattern(text)
    literal = max(text.split("*"), key=len)
    return Unwanted(pattern, literal.lower() if pattern.flags & re.IGNORECASE else literal)


def _pattern(unwanted: str) -> re.Pattern[str]:
    words = re.escape(unwanted).replace(r"\*", r"\w*")
    begin, end = (r"\b" if unwanted[at].isalnum() or unwanted[at] == "*" else "" for at in (0, -1))
    if is_cyrillic(unwanted):
        begin = rf"(?<![{APOSTROPHES}])\b"  # there an apostrophe stands inside a word
    if any(char.isupper() for char in unwanted):
        return re.compile(f"{_BEFORE_A_CAPITAL}{words}{end}")
    return re.compile(f"{begin}{words}{end}", re.IGNORECASE)
