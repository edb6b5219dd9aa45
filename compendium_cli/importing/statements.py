"""The lines of a section -> paragraphs, items, steps and tables, mended where a page broke them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from compendium_cli.importing.document import Line

_BULLET = re.compile(r"(\s*)(?:[-*+•–►▪]|(✦|◦|○))\s+(.*)$")
_STEP = re.compile(r"(\s*)(?:[-*•]\s+)?(?:\*\*)?(\d{1,2})[.)](?:\*\*)?\s+(.*)$")
_DEEPEST = 5


class Block(NamedTuple):
    """A paragraph, item, step or table row group of the document."""

    kind: str
    """``paragraph``, ``item``, ``step`` or ``table``."""
    text: str
    depth: int
    line: int
    number: int = 0
    """Of a step."""


def blocks_of(lines: Iterable[Line]) -> list[Block]:
    """Return the blocks of a section."""
    return list(_joined(_raw_blocks(lines)))


def _raw_blocks(lines: Iterable[Line]) -> Iterator[Block]:
    current: Block | None = None
    after_blank = True
    for line in lines:
        text = line.text.strip()
        if text:
            begun = _begun(line, current, after_blank=after_blank)
            if begun is None and current is not None:
                joined = f"{current.text}\n{text}" if current.kind == "table" else _hyphenated(current.text, text)
                current = current._replace(text=joined)
            else:
                if current:
                    yield current
                current = begun
        after_blank = not text
    if current:
        yield current


def _begun(line: Line, current: Block | None, *, after_blank: bool) -> Block | None:
    """Return the block that a line begins; ``None`` where it goes on with the current one."""
    text = line.text.strip()
    if (found := _STEP.match(line.text)) and (after_blank or _is_next(int(found.group(2)), current)):
        depth = 1 + min(len(found.group(1)) // 2, _DEEPEST)
        return Block("step", found.group(3).strip(), depth, line.number, int(found.group(2)))
    if found := _BULLET.match(line.text):
        inner = re.match(r"(?:✦|◦|○)\s+(.*)$", found.group(3))
        depth = 1 + min(len(found.group(1)) // 2, _DEEPEST)
        deeper = bool(found.group(2) or inner)
        return Block(
            "item", (inner.group(1) if inner else found.group(3)).strip(), max(depth, 2 if deeper else 1), line.number
        )
    is_row = text.startswith("|")
    if current is None or after_blank or is_row != (current.kind == "table"):
        return Block("table" if is_row else "paragraph", text, 0, line.number)
    return None


def _is_next(number: int, current: Block | None) -> bool:
    """Tell whether a number at the beginning of a line counts a step, and is not the last word of a sentence."""
    return number == 1 or current is None or (current.kind == "step" and number == current.number + 1)


def _joined(blocks: Iterable[Block]) -> Iterator[Block]:
    """Join what a page break parted: a paragraph that stops in the middle of a sentence, and one that goes on there."""
    before: Block | None = None
    for block in blocks:
        if before and _goes_on(before, block):
            before = before._replace(text=_hyphenated(before.text, block.text))
            continue
        if before:
            yield before
        before = block
    if before:
        yield before


def _goes_on(before: Block, block: Block) -> bool:
    return (
        block.kind == "paragraph"
        and before.kind in ("paragraph", "item", "step")
        and before.text[-1:] not in ".!?:»”\"')*"
        and (block.text[:1].islower() or before.text.endswith(("-", ",", "¬")))
    )


def _hyphenated(before: str, after: str) -> str:
    """Join two lines; a word that was parted at the line end is made whole."""
    # Only the end is looked at: a paragraph of a thousand lines grows line by line.
    if re.fullmatch(r"\w[-¬]", before[-2:]) and after[:1].islower():
        return before[:-1] + after
    return f"{before} {after}"
