"""The YAML we accept: mappings, lists and strings, each with its line. The only door to PyYAML.

Scalars stay the text that was typed, so ``no`` is a word, not a falsehood, and ``1.10`` keeps its zero. Anchors, tags,
doubled keys and deep nesting are refused: no entry needs them, and they are how a small file becomes a large one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import yaml

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
        root = _compose(text)
    except YamlFaultError as fault:
        raise YamlFaultError(first_line + fault.line, fault.why) from None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = first_line + (mark.line if mark else 0)
        raise YamlFaultError(line, error.problem or "broken YAML") from None
    except (yaml.YAMLError, RecursionError) as error:
        raise YamlFaultError(first_line, str(error).splitlines()[0]) from None
    if root is None:
        return Node({}, first_line)
    return _plain(root, first_line, 0)


def _compose(text: str) -> yaml.Node | None:
    for event in _events(text):
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            raise YamlFaultError(event.start_mark.line, "anchors and aliases are not used here")
        if getattr(event, "tag", None):
            raise YamlFaultError(event.start_mark.line, "tags are not used here")
    loader = _LOADER(text)
    try:
        root: yaml.Node | None = loader.get_single_node()
        return root
    finally:
        loader.dispose()


def _events(text: str) -> Iterator[Any]:
    if "&" in text or "*" in text or "!" in text:  # a second pass only where there may be something to refuse
        yield from yaml.parse(text, Loader=_LOADER)


def _plain(node: yaml.Node, first_line: int, depth: int) -> Node:
    line = first_line + node.start_mark.line
    if depth > _DEEPEST:
        raise YamlFaultError(line, f"nested more than {_DEEPEST} deep")
    if isinstance(node, yaml.ScalarNode):
        return Node(node.value, line)
    if isinstance(node, yaml.SequenceNode):
        return Node([_plain(item, first_line, depth + 1) for item in node.value], line)
    fields: dict[str, Node] = {}
    for key, value in node.value:
        key_line = first_line + key.start_mark.line
        if not isinstance(key, yaml.ScalarNode):
            raise YamlFaultError(key_line, "a key must be a plain text")
        if key.value in fields:
            raise YamlFaultError(key_line, f"the key {key.value!r} stands twice")
        child = _plain(value, first_line, depth + 1)
        fields[key.value] = Node(child.value, key_line)
    return Node(fields, line)


def _called(value: str | list[Node] | dict[str, Node]) -> str:
    return {str: "text", list: "list", dict: "mapping"}[type(value)]
