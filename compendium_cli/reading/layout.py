"""The canonical layout of an entry: formatting numbers new statements and changes nothing that is said."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from compendium_cli.reading.body import (
    RUN_TOGETHER,
    Block,
    Callout,
    Heading,
    Inline,
    ListBlock,
    Table,
    Verbatim,
    parse_body,
)
from compendium_cli.reading.front_matter import KEYS, FrontMatter, read_front_matter, split_front_matter
from compendium_cli.text import one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

_INDENT = "    "
# What YAML reads as the text it looks like. Inside [brackets], commas and brackets have a meaning too.
_PLAIN_IN_BLOCK = re.compile(r"[^\W_](?:[^:#\n\t]|:(?=\w))*")
_PLAIN_IN_FLOW = re.compile(r"[^\W_](?:[^\[\]{},:#\n\t])*")


class UnsafeLayoutError(Exception):
    """Formatting would have changed what the entry says, so it was left alone."""


def format_entry(
    text: str, see_also_labels: Iterable[str], asked_about: Iterable[int] = (), *, is_ruling: bool = False
) -> str:
    """Return the entry in canonical layout, new statements numbered. Formatting twice changes nothing.

    No new statement gets a number that is ``asked_about``: its phrasings mean another one. A ruling needs no front
    matter.
    """
    front_text, body_text, _ = split_front_matter(text)
    if front_text is None and not is_ruling:  # no entry of ours
        raise UnsafeLayoutError
    blocks = parse_body(body_text)
    front, problems = read_front_matter(front_text, "", is_optional=is_ruling)
    if _holds_source(blocks) or any(RUN_TOGETHER in inline.faults for inline in _inlines(blocks)):
        raise UnsafeLayoutError
    taken = {*_numbers(blocks), *front.retired, *asked_about}
    # The see-also line is no statement and gets no number.
    numbered = list(_Numbering(max(taken, default=0), set(see_also_labels)).blocks(blocks))
    body = "\n\n".join(_lines_of(numbered)) + "\n"
    if _said(parse_body(body)) != _said(numbered):
        raise UnsafeLayoutError
    if front_text is None:
        return body
    if problems or "#" in front_text:  # a comment, or what we do not understand: not ours to rewrite
        return f"---\n{front_text}---\n{body}"
    head = "\n".join(_front_matter_lines(front_text, front))
    if read_front_matter(head + "\n", "", is_optional=is_ruling)[0] != front:
        raise UnsafeLayoutError
    return f"---\n{head}\n---\n{body}"


def _numbers(blocks: Iterable[Block]) -> Iterator[int]:
    return (inline.number for inline in _inlines(blocks) if inline.number is not None)


def _inlines(blocks: Iterable[Block]) -> Iterator[Inline]:
    for block in blocks:
        if isinstance(block, Inline):
            yield block
        elif isinstance(block, (Heading, Table)):
            yield block.inline
        elif isinstance(block, ListBlock):
            for item in block.items:
                yield from _inlines(item)
        elif isinstance(block, Callout):
            yield from _inlines(block.blocks)


def _holds_source(blocks: Iterable[Block], *, nested: bool = False) -> bool:
    """Tell whether a list or call-out holds a block that is kept as it stands: its lines carry their indent."""
    for block in blocks:
        if isinstance(block, ListBlock):
            if any(_holds_source(item, nested=True) for item in block.items):
                return True
        elif isinstance(block, Callout):
            if _holds_source(block.blocks, nested=True):
                return True
        elif nested and isinstance(block, (Table, Verbatim)):
            return True
    return False


class _Numbering:
    def __init__(self, last: int, see_also_labels: set[str]) -> None:
        self.last = last
        self.see_also_labels = see_also_labels

    def blocks(self, blocks: Iterable[Block]) -> Iterator[Block]:
        for block in blocks:
            if isinstance(block, Inline):
                yield self._inline(block)
            elif isinstance(block, Table):
                yield replace(block, inline=self._inline(block.inline))
            elif isinstance(block, ListBlock):
                yield replace(block, items=tuple(tuple(self.blocks(item)) for item in block.items))
            elif isinstance(block, Callout):
                yield replace(block, blocks=tuple(self.blocks(block.blocks)))
            else:
                yield block

    def _inline(self, inline: Inline) -> Inline:
        if inline.number is not None or not inline.text or inline.lead.rstrip(": ") in self.see_also_labels:
            return inline
        self.last += 1
        return replace(inline, number=self.last)


def _lines_of(blocks: Sequence[Block]) -> Iterator[str]:
    """Yield the source of each block; blocks are parted by a blank line."""
    for block in blocks:
        if isinstance(block, Inline):
            yield _with_number(block)
        elif isinstance(block, Heading):
            yield f"{'#' * block.level} {_with_number(block.inline)}".rstrip()
        elif isinstance(block, Table):
            yield block.source if block.inline.number is None else f"{block.source}\n\n^{block.inline.number}"
        elif isinstance(block, ListBlock):
            yield _list_lines(block)
        elif isinstance(block, Callout):
            head = f"[!{block.name} {block.argument}]" if block.argument else f"[!{block.name}]"
            inside = "\n\n".join(_lines_of(block.blocks))
            yield "\n".join(f"> {line}".rstrip() for line in f"{head}\n{inside}".rstrip("\n").split("\n"))
        else:
            yield block.source


def _list_lines(block: ListBlock) -> str:
    items = []
    loose = any(len([child for child in item if not isinstance(child, ListBlock)]) > 1 for item in block.items)
    for position, item in enumerate(block.items):
        marker = "-" if block.start is None else f"{block.start + position}."
        # A paragraph below an item needs a blank line; a list below its item's text does not.
        parts = list(_lines_of(item))
        text = parts[0] if parts else ""
        for child, part in zip(item[1:], parts[1:], strict=True):
            text += ("\n" if isinstance(child, ListBlock) and not loose else "\n\n") + part
        indented = text.replace("\n", f"\n{_INDENT}").replace(f"\n{_INDENT}\n", "\n\n")
        items.append(f"{marker} {indented}".rstrip())
    return ("\n\n" if loose else "\n").join(items)


def _with_number(inline: Inline) -> str:
    if inline.number is None:
        return inline.markdown
    return f"{inline.markdown} ^{inline.number}".lstrip()


def _said(blocks: Iterable[Block]) -> list[object]:
    """Everything an entry says, without its lines: what formatting must not change."""
    said: list[object] = []
    for block in blocks:
        if isinstance(block, Inline):
            said.append((block.markdown, block.number))
        elif isinstance(block, Heading):
            said.append((block.level, block.inline.markdown, block.inline.number))
        elif isinstance(block, Table):
            said.append((block.source.split(), block.inline.number))
        elif isinstance(block, ListBlock):
            said.append((block.start, [_said(item) for item in block.items]))
        elif isinstance(block, Callout):
            said.append((block.name, block.argument, _said(block.blocks)))
        elif isinstance(block, Verbatim):
            said.append(block.source.split())
    return said


def _front_matter_lines(text: str, front: FrontMatter) -> Iterator[str]:
    for key in KEYS:
        value = getattr(front, key)
        if key in ("edition", "heading", "product", "number"):
            if value or f"\n{key}:" in f"\n{text}":
                yield f"{key}: {quoted_text(value or '') if key == 'number' else _scalar(value or '', _PLAIN_IN_BLOCK)}"
        elif value and key == "same":
            yield f"same: {{{', '.join(f'{own}: {_pivots(others)}' for own, others in sorted(value.items()))}}}"
        elif value:
            yield f"{key}: {_flow(value)}" if key == "aliases" else f"{key}: [{', '.join(map(str, value))}]"


def _pivots(numbers: Sequence[int]) -> str:
    return str(numbers[0]) if len(numbers) == 1 else f"[{', '.join(map(str, numbers))}]"


def _flow(values: Iterable[str]) -> str:
    return f"[{', '.join(_scalar(value, _PLAIN_IN_FLOW) for value in values)}]"


def _scalar(value: str, plain: re.Pattern[str]) -> str:
    return value if plain.fullmatch(value) and value == value.strip() else quoted_text(value)


def quoted_text(value: str) -> str:
    """Return a text as YAML reads it back, whatever it holds: as one line, since none of ours has more."""
    return '"' + one_line(value).replace("\\", "\\\\").replace('"', '\\"') + '"'
