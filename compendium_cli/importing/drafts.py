"""Sections -> what will be entries: each with its concept, told apart from others of the same heading."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.importing.statements import Block, blocks_of
from compendium_cli.importing.titles import Named, name_heading, qualified, sentence_case, slug_of, without_glyphs
from compendium_cli.importing.tree import numbered
from compendium_cli.names import key_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from compendium_cli.importing.titles import Known, Spellings
    from compendium_cli.importing.tree import Section
    from compendium_cli.languages import Language

_LOOK_BACK = 8
_FEWEST_NUMBERS = 3
"""So many headings with a number are counted; fewer have it by chance."""


class Draft(NamedTuple):
    """What will be an entry."""

    section: Section
    """The first of its sections."""
    named: Named
    blocks: tuple[Block, ...]
    parent: str | None = None
    """The concept of what it stands under."""
    aliases: tuple[str, ...] = ()


class Drafts(NamedTuple):
    """What will be entries, in the order of the document."""

    drafts: list[Draft]
    concepts: dict[int, str]
    """The line of each heading, and its concept."""


def drafts_of(sections: Sequence[Section], known: Known, spellings: Spellings, language: Language) -> Drafts:
    """Give every section its concept; sections of one concept are joined, a heading that comes again is told apart."""
    naming = _Naming(sections, known, spellings, language)
    blocks: dict[str, list[Block]] = {}
    for section in sections:
        blocks.setdefault(naming.named(section), []).extend(blocks_of(section.body))
    drafts = [draft._replace(blocks=tuple(blocks[concept])) for concept, draft in naming.drafts.items()]
    return Drafts(_with_aliases(drafts, known), naming.concepts)


def with_opening(
    drafts: list[Draft], opening: Section | None, known: Known, concept: str | None, language: Language
) -> list[Draft]:
    """Take the text before the first heading for the introduction, or for the beginning of one that there is."""
    if opening is None:
        return drafts
    blocks = tuple(blocks_of(opening.body))
    label = language.labels.kinds["intro"]
    concept = concept or slug_of(label)
    title = known.titles.get(concept, label[:1].upper() + label[1:])
    for place, draft in enumerate(drafts):
        if draft.named.concept == concept:
            drafts[place] = draft._replace(blocks=(*blocks, *draft.blocks))
            return drafts
    repair = f"the text before the first heading taken for {title!r}" if concept in known.titles else None
    return [Draft(opening._replace(heading=opening.heading or title), Named(concept, title, repair), blocks), *drafts]


def children_of(drafts: Iterable[Draft]) -> dict[str, list[str]]:
    """Return what stands under each concept."""
    found: dict[str, list[str]] = {}
    for draft in drafts:
        if draft.parent:
            found.setdefault(draft.parent, []).append(draft.named.concept)
    return found


class _Naming:
    """Names the sections of a document, one after the other."""

    def __init__(self, sections: Sequence[Section], known: Known, spellings: Spellings, language: Language) -> None:
        self.drafts: dict[str, Draft] = {}
        self._known = known
        self._spellings = spellings
        self._language = language
        own = {key_of(title): concept for concept, title in known.titles.items()}
        keys = [key_of(without_glyphs(section.heading)) for section in sections]
        self._titled = {own[key] for key in keys if key in own}
        self._counted = sum(numbered(section.heading)[0] is not None for section in sections) >= _FEWEST_NUMBERS
        self._times = Counter(key_of(self._words(section.heading)) for section in sections)
        self._order: list[str] = []
        self.concepts: dict[int, str] = {}
        """The line of each heading, and its concept."""
        self._given: Counter[str] = Counter()

    def named(self, section: Section) -> str:
        """Return the concept of a section."""
        named = self._apart(section, self._name(section))
        if named.concept not in self.drafts:
            above = next((found for parent in section.parents if (found := self.concepts.get(parent.line))), None)
            self.drafts[named.concept] = Draft(section, named, (), above if above != named.concept else None)
            self._order.append(named.concept)
        self.concepts[section.line] = named.concept
        return named.concept

    def _name(self, section: Section) -> Named:
        words = self._words(section.heading)
        named = name_heading(section.heading, self._known, self.drafts, self._titled, self._spellings)
        if named.concept in self._known.titles or words == section.heading:
            return named
        return name_heading(words, self._known, self.drafts, self._titled, self._spellings)

    def _words(self, heading: str) -> str:
        """Return a heading without its number, where the document numbers its headings."""
        number, words = numbered(heading)
        return words if words and number and (self._counted or "." in number) else heading

    def _apart(self, section: Section, named: Named) -> Named:
        """Tell a heading that comes again from the others, by what it stands under."""
        if named.concept in self._known.titles:
            if named.concept not in self.drafts:
                return named
            before = [self.drafts[concept].named.title for concept in reversed(self._order[-_LOOK_BACK:])]
            others = qualified(named.title, before, self._known, self._language)
            other = next((found for found in others if found[0] not in self.drafts), None)
            return Named(*other, None) if other else named
        if section.parents and self._times[key_of(self._words(section.heading))] > 1:
            return self._under_parents(section, named)
        return self._free(named.title, named) if self._is_another(named) else named

    def _under_parents(self, section: Section, named: Named) -> Named:
        inside: list[str] = []
        for parent in section.parents:
            inside.append(sentence_case(without_glyphs(self._words(parent.heading))))
            title = f"{named.title} ({', '.join(inside)})"
            concept = slug_of(title)
            there = self.drafts.get(concept)
            if there is None or (there.named.title == title and there.section.parents == section.parents):
                return Named(concept, title, named.repair)
        return self._free(f"{named.title} ({inside[0]})", named)

    def _is_another(self, named: Named) -> bool:
        """Tell whether an id is taken by a heading of other words."""
        there = self.drafts.get(named.concept)
        return there is not None and key_of(there.named.title) != key_of(named.title)

    def _free(self, title: str, named: Named) -> Named:
        """Return a title with the next number that is free."""
        base = slug_of(title)
        while True:
            self._given[base] += 1
            number = self._given[base] + 1
            concept = f"{base[:50].strip('-')}-{number}"
            if concept not in self.drafts:
                again = title[:-1] + f", {number})" if title.endswith(")") else f"{title} ({number})"
                return Named(concept, again, named.repair)


def _with_aliases(drafts: list[Draft], known: Known) -> list[Draft]:
    """Give each entry its number, and its title with that of its parent, where these name nothing else."""
    titles = {draft.named.concept: draft.named.title for draft in drafts}
    wanted: list[list[str]] = []
    for draft in drafts:
        number, words = numbered(draft.section.heading)
        names = [number] if number and words != draft.section.heading else []
        if draft.parent and "(" not in draft.named.title and draft.named.concept not in known.titles:
            names.append(f"{draft.named.title} ({titles[draft.parent]})")
        wanted.append(names)
    times = Counter(key_of(name) for names in wanted for name in names)
    times.update(key_of(title) for title in titles.values())
    return [
        draft._replace(aliases=tuple(name for name in names if times[key_of(name)] == 1))
        for draft, names in zip(drafts, wanted, strict=True)
    ]
