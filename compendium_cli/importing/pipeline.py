"""A document -> what will be written: the stages of an import, in order."""

from __future__ import annotations

from collections import Counter
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.importing.cards import Card, cards_of, known_cards
from compendium_cli.importing.coverage import coverage_of, in_rows
from compendium_cli.importing.drafts import children_of, drafts_of, with_opening
from compendium_cli.importing.linking import Linker, Places, letters_of
from compendium_cli.importing.lookup import KnownHeadings
from compendium_cli.importing.references import Reference, Targets, labelled, split_references
from compendium_cli.importing.sections import split_sections
from compendium_cli.importing.titles import Spellings, known_names, opening_concept, sentence_case
from compendium_cli.importing.tree import numbered
from compendium_cli.names import key_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from compendium_cli.importing.beside import Skipped
    from compendium_cli.importing.coverage import Coverage
    from compendium_cli.importing.document import Document
    from compendium_cli.importing.drafts import Draft
    from compendium_cli.importing.statements import Block
    from compendium_cli.importing.tree import Section
    from compendium_cli.languages import Language
    from compendium_cli.model import Corpus

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
    referred: tuple[str, ...] = ()
    """The lines of references, as the document has them."""
    aliases: tuple[str, ...] = ()
    """Its number in the document, and its title with that of what it stands under."""


class Imported(NamedTuple):
    """What an import found."""

    entries: tuple[ImportedEntry, ...]
    cards: tuple[Card, ...]
    references: tuple[Reference, ...]
    skipped: tuple[Skipped, ...]
    problems: tuple[str, ...]
    coverage: Coverage

    @property
    def left_out(self) -> list[tuple[Skipped, Skipped]]:
        """The first and last line of each row of lines that are in no entry, but for what every page has."""
        return in_rows(self.skipped)


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
    drafted = drafts_of(texts, known, spellings, language)
    drafts, left_out = _as_many_as_fit(drafted.drafts)
    if drafts or len(sections) > len(texts):
        drafts = with_opening(drafts, parts.opening, known, opening_concept(corpus, game, known), language)
    targets = Targets(
        {draft.named.concept: draft.named.title for draft in drafts},
        {draft.named.concept: sentence_case(draft.section.heading) for draft in drafts},
        language,
        known,
        {draft.named.concept: draft.parent for draft in drafts},
    )
    linker = Linker(targets, _places(texts, drafted.concepts, parts.pages, targets), language)
    below = children_of(drafts)
    entries: list[ImportedEntry] = []
    references: list[Reference] = []
    for done, draft in enumerate(drafts, 1):
        entry, found = _with_references(draft, language, targets, linker)
        entries.append(_in_tree(entry, draft, below))
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
    coverage = coverage_of(document.lines, entries, cards, parts.skipped)
    return Imported(tuple(entries), tuple(cards), tuple(references), parts.skipped, tuple(problems), coverage)


def _as_many_as_fit(drafts: Sequence[Draft]) -> tuple[list[Draft], list[str]]:
    """Return entries with as many statements as a document may have, and what is left out."""
    kept: list[Draft] = []
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


def _too_long(drafts: Iterable[Draft]) -> Iterator[str]:
    for block in (block for draft in drafts for block in draft.blocks if block.cut):
        yield f"line {block.line}: the last {block.cut} characters of a {block.kind} are left out: it is too long"


def _with_references(
    draft: Draft, language: Language, targets: Targets, linker: Linker
) -> tuple[ImportedEntry, list[Reference]]:
    """Take the lines of references out of an entry and resolve them."""
    words = language.documents
    source = draft.named.concept
    kept: list[Block] = []
    references: list[Reference] = []
    see_also: dict[str, None] = {}
    referred: list[str] = []
    for block in draft.blocks:
        text = labelled(block.text, words.see_also)
        is_list = text is not None
        if text is None and block.kind == "paragraph":
            text = labelled(block.text, words.see)
        listed = [] if text is None else _listed(text, source, block, language, targets)
        resolved = [reference for reference in listed if reference.target]
        if not resolved or (not is_list and len(resolved) < len(listed)):  # a sentence, or it leads nowhere: it stays
            listed = listed if is_list else []
            text = block.text
            found_inside: list[Reference] = []
            if block.kind != "table":
                text, found_inside = linker.linked(text, source, block.line)
            kept.append(block._replace(text=text))
            references += found_inside or listed
            continue
        referred.append(block.text)
        references += listed
        see_also.update(dict.fromkeys(reference.target for reference in listed if reference.target))
    named = draft.named
    entry = ImportedEntry(
        source,
        named.title,
        draft.section.heading,
        draft.section.line,
        tuple(kept),
        tuple(see_also),
        named.repair,
        tuple(referred),
    )
    return entry, references


def _listed(text: str, source: str, block: Block, language: Language, targets: Targets) -> list[Reference]:
    """Return the references of a line that holds nothing else."""
    return [targets.reference(raw, source, block.line) for raw in split_references(text, language, targets)]


def _in_tree(entry: ImportedEntry, draft: Draft, below: Mapping[str, Sequence[str]]) -> ImportedEntry:
    """Lead from a chapter to what it holds, and from there back."""
    held = [] if entry.blocks else below.get(entry.concept, ())
    above = [draft.parent] if draft.parent else []
    see_also = dict.fromkeys([*entry.see_also, *held, *above])
    see_also.pop(entry.concept, None)
    return entry._replace(see_also=tuple(see_also), aliases=draft.aliases)


def _places(
    sections: Iterable[Section], concepts: Mapping[int, str], pages: Iterable[tuple[str, int]], targets: Targets
) -> Places:
    """Return where entries stand in the document. What stands for two is left out."""
    anchors: dict[str, str] = {}
    numbers: dict[str, set[str]] = {}
    times: Counter[str] = Counter()
    for section in sections:
        concept = concepts[section.line]
        letters = letters_of(section.heading)
        anchors.setdefault(f"{letters}{times[letters] or ''}", concept)
        times[letters] += 1
        if number := numbered(section.heading)[0]:
            numbers.setdefault(number, set()).add(concept)
    on_page: dict[int, set[str]] = {}
    for title, page in pages:
        if meant := targets.called(title, ""):
            on_page.setdefault(page, set()).add(meant)
    return Places(
        anchors,
        {number: meant.pop() for number, meant in numbers.items() if len(meant) == 1},
        {page: meant.pop() for page, meant in on_page.items() if len(meant) == 1},
    )


def _nothing_found(entries: Iterable[ImportedEntry], cards: Iterable[Card]) -> list[str]:
    if any(True for _ in entries) or any(True for _ in cards):
        return []
    return ["no headings were found: a heading is a Markdown heading, a line in capitals, or TERM: definition"]
