"""The front matter of an entry: strict, with the line of every fault."""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING

from compendium_cli.problems import Problem, ProblemCode
from compendium_cli.reading.strict_yaml import Node, YamlFaultError, parse_yaml, whole_number

if TYPE_CHECKING:
    from collections.abc import Mapping

_FRONT_MATTER = re.compile(r"\A---[ \t]*\n(.*?)^---[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE)

KEYS = ("edition", "heading", "product", "number", "aliases", "retired", "same")

#: Where phrasings go that stand where they once stood: in front matter, or in a file for a whole language.
HOME_OF_PHRASINGS = "move them to <game>/asked/<lang>/<concept>.txt: one per line, below the ^n of their statement"
#: Keys that front matter once had, and what to do about them.
_MOVED = {"asked": HOME_OF_PHRASINGS}


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """What the front matter of an entry says."""

    edition: str
    heading: str | None = None
    product: str | None = None
    number: str | None = None
    aliases: tuple[str, ...] = ()
    retired: tuple[int, ...] = ()
    same: Mapping[int, tuple[int, ...]] = field(default_factory=dict)


def split_front_matter(text: str) -> tuple[str | None, str, int]:
    """Return (front matter, body, first line of the body); the front matter is ``None`` where there is none."""
    match = _FRONT_MATTER.match(text)
    if match is None:
        return None, text, 1
    return match.group(1), text[match.end() :], text.count("\n", 0, match.end()) + 1


def read_front_matter(text: str | None, path: str, *, is_optional: bool = False) -> tuple[FrontMatter, list[Problem]]:
    """Read the front matter; what cannot be read is left at its default and reported.

    Where ``is_optional``, as in a ruling, of which rulings.yml says the editions, it may name none or be missing.
    """
    if text is None and is_optional:
        return FrontMatter(""), []
    if text is None:
        fix = "begin the file with --- , edition: … and --- on lines of their own"
        return FrontMatter(""), [Problem(path, 1, ProblemCode.BAD_YAML, "the entry has no front matter", fix)]
    try:
        fields = parse_yaml(text, first_line=2).fields
    except YamlFaultError as fault:
        return FrontMatter(""), [_broken(path, fault)]
    problems = list(unknown_keys(fields, KEYS, path, _MOVED))
    values: dict[str, object] = {}
    for key, node in fields.items():
        if key not in KEYS:
            continue
        try:
            values[key] = _value(key, node)
        except YamlFaultError as fault:
            problems.append(_broken(path, fault))
    if not values.get("edition"):
        values["edition"] = ""
        if "edition" not in fields and not is_optional:
            fix = "add a line edition: … with the document the text follows"
            problems.append(Problem(path, 1, ProblemCode.MISSING_KEY, "the front matter has no 'edition'", fix))
    return FrontMatter(**values), problems  # type: ignore[arg-type]


def _value(key: str, node: Node) -> object:
    if key == "aliases":
        return node.texts
    if key == "retired":
        return tuple(item.number for item in node.items)
    if key == "same":
        return {whole_number(own, other.line): _numbers(other) for own, other in node.fields.items()}
    return node.text


def _numbers(node: Node) -> tuple[int, ...]:
    """Return a number, or several in brackets."""
    return tuple(item.number for item in node.items) if isinstance(node.value, list) else (node.number,)


def unknown_keys(
    fields: Mapping[str, Node], known: tuple[str, ...], path: str, moved: Mapping[str, str] = MappingProxyType({})
) -> list[Problem]:
    """Report keys that the format does not know, with the one that was probably meant, or where it has ``moved``."""
    problems = []
    for key, node in fields.items():
        if key not in known:
            close = difflib.get_close_matches(key, known, 1)
            fix = f"did you mean {close[0]!r}?" if close else f"known keys: {', '.join(known)}"
            fix = moved.get(key, fix)
            problems.append(Problem(path, node.line, ProblemCode.UNKNOWN_KEY, f"unknown key {key!r}", fix))
    return problems


def _broken(path: str, fault: YamlFaultError) -> Problem:
    fix = "mend the YAML; a text with ': ', '#' or brackets in it needs double quotes"
    return Problem(path, fault.line, ProblemCode.BAD_YAML, f"front matter: {fault.why}", fix)
