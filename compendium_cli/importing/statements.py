"""The lines of a section -> paragraphs, items, steps and tables, mended where a page broke them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from compendium_cli.importing.document import Line

# A plus before a number is arithmetic that a line happens to begin with.
_BULLET = re.compile(r"(\s*)(?:[-*•–►▪]|\+(?!\s*\d)|(✦|◦|○))\s+(.*)$")
_STEP = re.compile(r"(\s*)(?:[-*•]\s+)?(?:\*\*)?(\d{1,2})[.)](?:\*\*)?\s+(.*)$")
_DEEPEST = 5
_LONGEST = 100_000
"""Characters of a paragraph or table. What is longer is not read by people."""


class Block(NamedTuple):
    """A paragraph, item, step or table row group of the document."""

    kind: str
    """``paragraph``, ``item``, ``step`` or ``table``."""
    text: str
    depth: int
    line: int
    number: int = 0
    """Of a step."""
    cut: int = 0
    """How many characters too long it was, which are left out."""


def blocks_of(lines: Iterable[Line]) -> list[Block]:
    """Return the blocks of a section."""
    return list(_joined(_raw_blocks(lines)))


class _Growing:
    """A block that goes on. A paragraph may have very many lines: they are put together once, at its end."""

    def __init__(self, block: Block) -> None:
        self.block = block
        self.end = block.text[-2:]
        self._pieces = [block.text]

    def add(self, text: str) -> None:
        """Go on; a word that was parted at the line end is made whole."""
        if self.block.kind == "table":
            self._pieces += ("\n", text)
        elif re.fullmatch(r"\w[-¬]", self.end) and text[:1].islower():
            self._pieces[-1] = self._pieces[-1][:-1]
            self._pieces.append(text)
        else:
            self._pieces += (" ", text)
        self.end = (self.end + " " + text)[-2:] if len(text) == 1 else text[-2:]

    def whole(self) -> Block:
        """Return the block, as far as it is not too long."""
        text = "".join(self._pieces)
        return self.block._replace(text=text[:_LONGEST], cut=self.block.cut + max(len(text) - _LONGEST, 0))


def _raw_blocks(lines: Iterable[Line]) -> Iterator[Block]:
    current: _Growing | None = None
    after_blank = True
    for line in lines:
        text = line.text.strip()
        if text:
            begun = _begun(line, current.block if current else None, after_blank=after_blank)
            if begun is not None:
                if current:
                    yield current.whole()
                current = _Growing(begun)
            elif current is not None:
                current.add(text)
        after_blank = not text
    if current:
        yield current.whole()


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
    before: _Growing | None = None
    for block in blocks:
        if before and _goes_on(before, block):
            before.add(block.text)
            continue
        if before:
            yield before.whole()
        before = _Growing(block)
    if before:
        yield before.whole()


def _goes_on(before: _Growing, block: Block) -> bool:
    return (
        block.kind == "paragraph"
        and before.block.kind in ("paragraph", "item", "step")
        and before.end[-1:] not in ".!?:»”\"')*"
        and (block.text[:1].islower() or before.end.endswith(("-", ",", "¬")))
    )
