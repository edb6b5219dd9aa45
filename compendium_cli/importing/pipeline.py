"""A document -> what will be written: the stages of an import, in order."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.importing.cards import Card, cards_of, known_cards
from compendium_cli.importing.references import Reference, Targets, inline_references, labelled, split_references
from compendium_cli.importing.sections import Section, Skipped, split_sections
from compendium_cli.importing.statements import Block, blocks_of
from compendium_cli.importing.titles import (
    Known,
    Named,
    known_names,
    name_heading,
    opening_concept,
    qualified,
    sentence_case,
    without_glyphs,
)
from compendium_cli.names import key_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from compendium_cli.importing.document import Document
    from compendium_cli.languages import Language
    from compendium_cli.model import Corpus

_LOOK_BACK = 8


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
    headings = {key_of(title) for title in known.titles.values()} | set(known.parts)
    parts = split_sections(document.lines, language, headings)
    texts = [section for section in parts.sections if section.part == "text"]
    drafts = _named_sections(texts, known, parts.index_titles, language)
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
    cards = cards_of(parts.sections, language, known_cards(corpus, game, language.code))
    problems = list(document.problems)
    problems += [f"line {draft.section.line}: {draft.named.repair}" for draft in drafts if draft.named.repair]
    problems += [f"line {card.line}: {card.repair}" for card in cards if card.repair]
    problems += _nothing_found(entries, cards)
    return Imported(tuple(entries), tuple(cards), tuple(references), parts.skipped, tuple(problems))


def _named_sections(
    sections: Sequence[Section], known: Known, index: Iterable[str], language: Language
) -> list[_Draft]:
    """Give every section its concept; sections of one concept are joined, a heading that comes again is told apart."""
    drafts: dict[str, _Draft] = {}
    order: list[str] = []
    evidence = tuple(index)
    own = {key_of(title): concept for concept, title in known.titles.items()}
    titled = {own[key] for section in sections if (key := key_of(without_glyphs(section.heading))) in own}
    for section in sections:
        named = name_heading(section.heading, known, set(drafts), titled, evidence)
        if named.concept in drafts:
            before = [drafts[concept].named.title for concept in reversed(order[-_LOOK_BACK:])]
            other = next(
                (found for found in qualified(named.title, before, known, language) if found[0] not in drafts), None
            )
            if other:
                named = Named(*other, None)
        blocks = tuple(blocks_of(section.body))
        if named.concept in drafts:
            draft = drafts[named.concept]
            drafts[named.concept] = draft._replace(blocks=draft.blocks + blocks)
        else:
            drafts[named.concept] = _Draft(section, named, blocks)
            order.append(named.concept)
    return [drafts[concept] for concept in order]


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
    see_also: list[str] = []
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
            if reference.target and reference.target not in see_also:
                see_also.append(reference.target)
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
