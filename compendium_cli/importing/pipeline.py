"""A document -> what will be written: the stages of an import, in order."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.importing.cards import Card, cards_of, known_cards
from compendium_cli.importing.lookup import KnownHeadings
from compendium_cli.importing.references import Reference, Targets, inline_references, labelled, split_references
from compendium_cli.importing.sections import Section, Skipped, split_sections
from compendium_cli.importing.statements import Block, blocks_of
from compendium_cli.importing.titles import (
    Known,
    Named,
    Spellings,
    known_names,
    name_heading,
    opening_concept,
    qualified,
    sentence_case,
    without_glyphs,
)
from compendium_cli.names import key_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from compendium_cli.importing.document import Document
    from compendium_cli.languages import Language
    from compendium_cli.model import Corpus

_LOOK_BACK = 8
_MOST_SECTIONS = 2000
"""The largest rules documents have a fifth of it."""
_MOST_STATEMENTS = 20_000
"""Of entries, and of cards. The largest rules documents have a tenth of it."""
_LONGEST_ENTRY = 400_000
"""In characters; escaped, and in bytes, it is still what reading takes."""


class ImportedEntry(NamedTuple):
    """An entry of the document."""

    concept: str
    title: str
    heading: str
    line: int
    blocks: tuple[Block, ...]
    """Without the lines of references."""
    see_also: tuple[str, ...]
    """Concepts of the see-also line, in its order."""
    repair: str | None


class Imported(NamedTuple):
    """What an import found."""

    entries: tuple[ImportedEntry, ...]
    cards: tuple[Card, ...]
    references: tuple[Reference, ...]
    skipped: tuple[Skipped, ...]
    problems: tuple[str, ...]


class _Draft(NamedTuple):
    section: Section
    named: Named
    blocks: tuple[Block, ...]


def import_document(
    document: Document,
    corpus: Corpus,
    game: str,
    language: Language,
    progress: Callable[[int, int], None] | None = None,
) -> Imported:
    """Read a document against what the glossary knows."""
    known = known_names(corpus, game, language.code)
    headings = KnownHeadings({key_of(title) for title in known.titles.values()} | set(known.parts))
    parts = split_sections(document.lines, language, headings)
    sections = parts.sections[:_MOST_SECTIONS]
    texts = [section for section in sections if section.part == "text"]
    spellings = Spellings(parts.index_titles)
    drafts, left_out = _as_many_as_fit(_named_sections(texts, known, spellings, language))
    drafts = _with_opening(drafts, parts.opening, known, opening_concept(corpus, game, known))
    targets = Targets(
        {draft.named.concept: draft.named.title for draft in drafts},
        {draft.named.concept: sentence_case(draft.section.heading) for draft in drafts},
        language,
        known,
    )
    entries: list[ImportedEntry] = []
    references: list[Reference] = []
    for done, draft in enumerate(drafts, 1):
        entry, found = _with_references(draft, language, targets)
        entries.append(entry)
        references += found
        if progress:
            progress(done, len(drafts))
    cards, cards_left_out = _cards_that_fit(cards_of(sections, language, known_cards(corpus, game, language.code)))
    problems = [*document.problems, *_too_many(parts.sections), *left_out, *cards_left_out, *_too_long(drafts)]
    if any(near.gave_up for near in (known.by_words.near, spellings.near, targets.near)):
        problems.append("the search for misspelt names was cut short: too many names are unknown")
    problems += [f"line {draft.section.line}: {draft.named.repair}" for draft in drafts if draft.named.repair]
    problems += [f"line {card.line}: {card.repair}" for card in cards if card.repair]
    problems += _nothing_found(entries, cards)
    return Imported(tuple(entries), tuple(cards), tuple(references), parts.skipped, tuple(problems))


def _named_sections(
    sections: Sequence[Section], known: Known, spellings: Spellings, language: Language
) -> list[_Draft]:
    """Give every section its concept; sections of one concept are joined, a heading that comes again is told apart."""
    drafts: dict[str, _Draft] = {}
    blocks: dict[str, list[Block]] = {}
    order: list[str] = []
    own = {key_of(title): concept for concept, title in known.titles.items()}
    titled = {own[key] for section in sections if (key := key_of(without_glyphs(section.heading))) in own}
    for section in sections:
        named = name_heading(section.heading, known, drafts, titled, spellings)
        if named.concept in drafts:
            before = [drafts[concept].named.title for concept in reversed(order[-_LOOK_BACK:])]
            other = next(
                (found for found in qualified(named.title, before, known, language) if found[0] not in drafts), None
            )
            if other:
                named = Named(*other, None)
        if named.concept not in drafts:
            drafts[named.concept] = _Draft(section, named, ())
            order.append(named.concept)
        blocks.setdefault(named.concept, []).extend(blocks_of(section.body))
    return [drafts[concept]._replace(blocks=tuple(blocks[concept])) for concept in order]


def _as_many_as_fit(drafts: Sequence[_Draft]) -> tuple[list[_Draft], list[str]]:
    """Return entries with as many statements as a document may have, and what is left out."""
    kept: list[_Draft] = []
    left_out: list[str] = []
    room = _MOST_STATEMENTS
    for draft in drafts:
        blocks = draft.blocks[: max(room, 0)]
        if len(draft.blocks) > room >= 0:
            line = draft.blocks[room].line
            left_out.append(
                f"line {line}: from here on statements are left out: a document has at most {_MOST_STATEMENTS}"
            )
        sizes = accumulate(len(block.text) for block in blocks)
        fitting = next((place for place, size in enumerate(sizes) if size > _LONGEST_ENTRY), len(blocks))
        if fitting < len(blocks):
            most = f"an entry has at most {_LONGEST_ENTRY} characters"
            left_out.append(f"line {blocks[fitting].line}: from here on {draft.named.title!r} is left out: {most}")
        kept.append(draft._replace(blocks=blocks[:fitting]))
        room = room - len(draft.blocks) if len(draft.blocks) <= room else -1  # which is told once
    return kept, left_out


def _cards_that_fit(cards: Sequence[Card]) -> tuple[list[Card], list[str]]:
    """Return as many cards as a document may have statements for, and what is left out."""
    room = _MOST_STATEMENTS
    for place, card in enumerate(cards):
        room -= sum(1 + len(answer) for _, answer in card.questions) + len(card.errata)
        if room < 0:
            most = f"a document has at most {_MOST_STATEMENTS} statements"
            return list(cards[:place]), [f"line {card.line}: cards from here on are left out: {most}"]
    return list(cards), []


def _too_many(sections: Sequence[Section]) -> Iterator[str]:
    if len(sections) > _MOST_SECTIONS:
        yield (
            f"line {sections[_MOST_SECTIONS].line}: from here on the document is left out: a rules document has at "
            f"most {_MOST_SECTIONS} headings, this one {len(sections)}"
        )


def _too_long(drafts: Iterable[_Draft]) -> Iterator[str]:
    for block in (block for draft in drafts for block in draft.blocks if block.cut):
        yield f"line {block.line}: the last {block.cut} characters of a {block.kind} are left out: it is too long"


def _with_opening(drafts: list[_Draft], opening: Section | None, known: Known, concept: str | None) -> list[_Draft]:
    """Take the text before the first heading for the introduction, where the document has no other."""
    if opening is None or concept is None or any(draft.named.concept == concept for draft in drafts):
        return drafts
    repair = f"the text before the first heading taken for {known.titles[concept]!r}"
    return [_Draft(opening, Named(concept, known.titles[concept], repair), tuple(blocks_of(opening.body))), *drafts]


def _with_references(draft: _Draft, language: Language, targets: Targets) -> tuple[ImportedEntry, list[Reference]]:
    """Take the lines of references out of an entry and resolve them."""
    words = language.documents
    source = draft.named.concept
    kept: list[Block] = []
    references: list[Reference] = []
    see_also: dict[str, None] = {}
    for block in draft.blocks:
        text = labelled(block.text, words.see_also)
        if text is None and block.kind == "paragraph":
            text = labelled(block.text, words.see)
        if text is None:
            linked, found_inside = _linked(block, source, language, targets)
            kept.append(linked)
            references += found_inside
            continue
        for raw in split_references(text, language, targets):
            reference = targets.reference(raw, source, block.line)
            references.append(reference)
            if reference.target:
                see_also.setdefault(reference.target)
    named = draft.named
    entry = ImportedEntry(
        source, named.title, draft.section.heading, draft.section.line, tuple(kept), tuple(see_also), named.repair
    )
    return entry, references


def _linked(block: Block, source: str, language: Language, targets: Targets) -> tuple[Block, list[Reference]]:
    """Make the references inside a statement links."""
    references = []
    text = block.text
    for line in inline_references(text, language.documents.see):
        for raw in split_references(line, language, targets):
            reference = targets.reference(raw, source, block.line)
            references.append(reference)
            if reference.target:
                text = text.replace(raw, f"[{raw}]({reference.target}.md)", 1)
    return block._replace(text=text), references


def _nothing_found(entries: Iterable[ImportedEntry], cards: Iterable[Card]) -> list[str]:
    if any(True for _ in entries) or any(True for _ in cards):
        return []
    return ["no headings were found: a heading is a Markdown heading, a line in capitals, or TERM: definition"]
