"""The YAML we accept: mappings, lists and strings, each with its line. The only door to PyYAML.

Scalars stay the text that was typed, so ``no`` is a word, not a falsehood, and ``1.10`` keeps its zero. Anchors, tags,
doubled keys and deep nesting are refused: no entry needs them, and they are how a small file becomes a large one. So
are texts of several lines and control characters, however they are written: a name, a title or a document is one line
wherever it is shown.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import yaml

from compendium_cli.text import breaking_in

if TYPE_CHECKING:
    from collections.abc import Iterator

_DEEPEST = 8
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class YamlFaultError(Exception):
    """The text is not the YAML we accept; says which line and why."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"line {line}: {why}")
        self.line = line
        self.why = why


@dataclass(frozen=True, slots=True)
class Node:
    """A value and the line it stands on."""

    value: str | list[Node] | dict[str, Node]
    line: int

    @property
    def text(self) -> str:
        """The scalar, or an error that says what stands there instead."""
        if not isinstance(self.value, str):
            raise YamlFaultError(self.line, f"a text is expected here, not a {_called(self.value)}")
        return self.value

    @property
    def items(self) -> list[Node]:
        """The items of a list."""
        if not isinstance(self.value, list):
            raise YamlFaultError(self.line, f"a list is expected here, not a {_called(self.value)}")
        return self.value

    @property
    def fields(self) -> dict[str, Node]:
        """The keys and values of a mapping."""
        if not isinstance(self.value, dict):
            raise YamlFaultError(self.line, f"keys with values are expected here, not a {_called(self.value)}")
        return self.value

    @property
    def number(self) -> int:
        """A whole number from 1."""
        return whole_number(self.text, self.line)

    @property
    def texts(self) -> tuple[str, ...]:
        """A list of non-empty texts."""
        for item in self.items:
            if not item.text.strip():
                raise YamlFaultError(item.line, "an item is empty")
        return tuple(item.text for item in self.items)


def whole_number(text: str, line: int) -> int:
    """Return the number, or say that it is none."""
    if not (text.isascii() and text.isdecimal() and len(text) <= 6 and int(text) > 0):  # noqa: PLR2004
        raise YamlFaultError(line, f"{text!r} is not a whole number from 1")
    return int(text)


def parse_yaml(text: str, first_line: int = 1) -> Node:
    """Return the document as nodes. Lines are counted from ``first_line``."""
    try:
        return _document(yaml.parse(text, Loader=_LOADER), first_line)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = first_line + (mark.line if mark else 0)
        raise YamlFaultError(line, error.problem or "broken YAML") from None
    except (yaml.YAMLError, RecursionError) as error:
        raise YamlFaultError(first_line, str(error).splitlines()[0]) from None


def _document(events: Iterator[Any], first_line: int) -> Node:
    """Return the only document of a stream, from its events: the library's own composer nests until it crashes."""
    next(events)  # the stream begins
    if isinstance(next(events), yaml.StreamEndEvent):
        return Node({}, first_line)
    root = _node(next(events), events, first_line, 0)
    next(events)  # the document ends
    another = next(events)
    if not isinstance(another, yaml.StreamEndEvent):
        raise YamlFaultError(first_line + another.start_mark.line, "a second document")
    return root


def _node(event: Any, events: Iterator[Any], first_line: int, depth: int) -> Node:
    line = first_line + event.start_mark.line
    if isinstance(event, yaml.AliasEvent) or event.anchor:
        raise YamlFaultError(line, "anchors and aliases are not used here")
    if event.tag:
        raise YamlFaultError(line, "tags are not used here")
    if depth > _DEEPEST:
        raise YamlFaultError(line, f"nested more than {_DEEPEST} deep")
    if isinstance(event, yaml.ScalarEvent):
        value = event.value.rstrip("\n")  # a text below its key, after > or |, ends in one
        if breaking := breaking_in(value):
            why = "a text of several lines" if breaking == "\n" else f"control character U+{ord(breaking):04X}"
            raise YamlFaultError(line, why)
        return Node(value, line)
    if isinstance(event, yaml.SequenceStartEvent):
        return Node([_node(item, events, first_line, depth + 1) for item in _until_end(events)], line)
    fields: dict[str, Node] = {}
    for item in _until_end(events):
        key = _node(item, events, first_line, depth + 1)
        if not isinstance(key.value, str):
            raise YamlFaultError(key.line, "a key must be a plain text")
        if key.value in fields:
            raise YamlFaultError(key.line, f"the key {key.value!r} stands twice")
        fields[key.value] = replace(_node(next(events), events, first_line, depth + 1), line=key.line)
    return Node(fields, line)


def _until_end(events: Iterator[Any]) -> Iterator[Any]:
    """Yield what begins the items of a list or mapping; who gets one reads it whole before the next."""
    for event in events:
        if isinstance(event, yaml.CollectionEndEvent):
            return
        yield event


def _called(value: str | list[Node] | dict[str, Node]) -> str:
    return {str: "text", list: "list", dict: "mapping"}[type(value)]
