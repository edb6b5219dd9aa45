"""What an import found -> entries in our format; numbers stay where the text does."""

from __future__ import annotations

import html
import re
from collections import Counter
from typing import TYPE_CHECKING

from compendium_cli.names import key_of
from compendium_cli.reading.entry import Place, read_entry
from compendium_cli.reading.layout import UnsafeLayoutError, format_entry, quoted_text
from compendium_cli.text import NotTextError, one_line, read_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from compendium_cli.importing.cards import Card
    from compendium_cli.importing.pipeline import Imported, ImportedEntry
    from compendium_cli.importing.statements import Block
    from compendium_cli.languages import Language

_LINK = re.compile(r"(\[[^\[\]]{1,300}\]\((?:https?://[^()\s]{1,300}|[a-z0-9-]{1,80}\.md)\))")
# An even number of backslashes before a bracket leaves it live; after an odd number the document escaped it itself.
_OPENING = r"(?<!\\)((?:\\\\)*)([{}])"
_HTML = re.compile(_OPENING.format("<"))
_BRACKET = re.compile(_OPENING.format(r"\["))
_ENTITY = re.compile(r"(?<!\\)&(?=#?\w+;)")
# At the end of a paragraph or of a table's cell it would be taken for the statement's.
_NUMBER = re.compile(r"(?<!\w)(\^)(?=\d+\s*(?:\||$))")


def render_entry(
    entry: ImportedEntry, titles: Mapping[str, str], edition: str, language: Language, numbers: _Numbers
) -> str:
    """Return an entry as Markdown."""
    lines = ["---", f"edition: {edition}", f"heading: {quoted_text(entry.heading)}"]
    lines += [f"aliases: [{', '.join(map(quoted_text, entry.aliases))}]"] if entry.aliases else []
    lines += [*numbers.retired_line(), "---"]
    lines += [f"# {_escaped(entry.title) or entry.concept}", "", *_block_lines(entry.blocks, numbers)]
    if entry.see_also:
        links = ", ".join(f"[{_escaped(titles[concept])}]({concept}.md)" for concept in entry.see_also)
        lines += [f"**{language.see_also}:** {links}", ""]
    return "\n".join(lines)


def render_card(card: Card, edition: str, language: Language, numbers: _Numbers) -> str:
    """Return a card as Markdown."""
    lines = ["---", f"edition: {edition}", f"heading: {quoted_text(card.heading)}"]
    lines += [
        f"{key}: {quoted_text(value)}" for key, value in (("product", card.product), ("number", card.number)) if value
    ]
    lines += [*numbers.retired_line(), "---", f"# {_escaped(card.title) or card.card}", ""]
    if card.questions:
        lines += [f"## {language.questions_heading}", ""]
        for question, answer in card.questions:
            text = _escaped(question.text.replace("**", ""))
            lines += [f"**{text}** ^{numbers.give(text)}", "", *_block_lines(answer, numbers)]
    if card.errata:
        lines += [f"## {language.errata_heading}", "", *_block_lines(card.errata, numbers)]
    return "\n".join(lines)


class _Numbers:
    """Gives statements their numbers: the old one where the same text had one, else the next."""

    def __init__(self, before: str | None, place: Place, language: Language) -> None:
        self._old: dict[str, list[int]] = {}
        self._retired: set[int] = set()
        self._last = 0
        if before is not None:
            entry, _ = read_entry(before, place, language)
            for statement in entry.statements if entry else ():
                if statement.n is not None:
                    self._old.setdefault(key_of(statement.text), []).append(statement.n)
            self._retired = set(entry.retired) if entry else set()
            given = (n for numbers in self._old.values() for n in numbers)
            self._last = max([*given, *self._retired], default=0)

    def prepare(self, texts: Iterable[str]) -> None:
        """Retire the numbers of statements that are gone."""
        staying = Counter(key_of(_plain(text)) for text in texts)
        self._retired |= {n for text, numbers in self._old.items() for n in numbers[staying[text] :]}

    def give(self, text: str) -> int:
        """Return the number of a statement."""
        numbers = self._old.get(key_of(_plain(text)))
        n = numbers.pop(0) if numbers else None
        if n is None or n in self._retired:
            self._last += 1
            n = self._last
        return n

    def retired_line(self) -> list[str]:
        """Return the line of the front matter that lists retired numbers."""
        return [f"retired: [{', '.join(map(str, sorted(self._retired)))}]"] if self._retired else []


def _block_lines(blocks: Iterable[Block], numbers: _Numbers) -> Iterator[str]:
    before: Block | None = None
    for block in blocks:
        listed = block.kind in ("item", "step")
        if before is not None and not (listed and before.kind in ("item", "step")):
            yield ""
        text = _escaped(block.text)
        if block.kind == "table":
            yield from map(_without_markup, block.text.split("\n"))
            yield ""
            yield f"^{numbers.give(block.text)}"
        elif listed:
            depth = min(block.depth, (before.depth if before and before.kind in ("item", "step") else 0) + 1)
            marker = "-" if block.kind == "item" else f"{block.number}."
            yield f"{'    ' * (depth - 1)}{marker} {text} ^{numbers.give(text)}"
            before = block._replace(depth=depth)
            continue
        else:
            yield f"{text} ^{numbers.give(text)}"
        before = block
    if before is not None:
        yield ""


def _escaped(text: str) -> str:
    """Return text that stays text: no markup that acts, nothing that opens another block."""
    text = _without_markup(re.sub(r"\s+", " ", text).strip())
    return re.sub(r"^([#>|]|\d+[.)] |[-+*] |```|~~~|---|\*\*\*)", r"\\\1", text)


def _without_markup(line: str) -> str:
    """Return a line without HTML or a number of its own; its links lead to our own entries or into the web."""
    # What a document writes as an entity is a character like others, and no line end or bracket by stealth.
    line = one_line(html.unescape(line)).strip()
    parts = _LINK.split(_ENTITY.sub(r"\\&", line))
    text = "".join(part if place % 2 else _BRACKET.sub(r"\1\\\2", part) for place, part in enumerate(parts))
    return _NUMBER.sub(r"\\\1", _HTML.sub(r"\1\\\2", text))


def _plain(text: str) -> str:
    return re.sub(r"[*_`\\]", "", text)


def files_of(imported: Imported, target: Path, game: str, edition: str, language: Language) -> dict[str, str]:
    """Return the files of an import by their path in the target folder, against what stands there already."""
    titles = {entry.concept: entry.title for entry in imported.entries}
    files: dict[str, str] = {}
    for entry in imported.entries:
        path = f"{game}/{language.code}/{entry.concept}.md"
        numbers = _Numbers(_existing(target / path), Place(game, language.code, entry.concept, path), language)
        numbers.prepare(block.text for block in entry.blocks)
        files[path] = _laid_out(render_entry(entry, titles, edition, language, numbers), language)
    for card in imported.cards:
        path = f"{game}/{language.code}/cards/{card.card}.md"
        numbers = _Numbers(_existing(target / path), Place(game, language.code, f"cards/{card.card}", path), language)
        said = [block.text for question, answer in card.questions for block in (question, *answer)]
        numbers.prepare([*said, *(block.text for block in card.errata)])
        files[path] = _laid_out(render_card(card, edition, language, numbers), language)
    return files


def _laid_out(text: str, language: Language) -> str:
    try:
        return format_entry(text, {language.see_also})
    except UnsafeLayoutError:
        return text  # what the document holds is stranger than our layout; lint says what


def _existing(path: Path) -> str | None:
    try:
        return read_text(path)
    except (OSError, NotTextError):
        return None
