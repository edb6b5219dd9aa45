"""What the compendium is made of: the values between reading and answering, which nobody changes.

Every value that was read from a file knows its file and line, so that any later stage can still point there.
"""

# No "from __future__ import annotations": annotations that are texts are compiled when a class is made, at every start.

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Any, NamedTuple

#: Card entries live below this folder of a language, and carry it in their concept id: ``cards/<card>``.
CARDS = "cards/"
#: And so do the texts of rulings: ``rulings/<id>``.
RULINGS = "rulings/"

#: The markups that a quotation can be written in.
QUOTATION_FORMS = ("markdown", "bbcode", "html", "discord", "plain")
#: So many mentions of a post are looked at, so many of them may be unknown; all others are left as they are.
MOST_MENTIONS = 200
MOST_UNKNOWN = 20
#: Characters of a post.
LONGEST_POST = 1_000_000

_NONE: Mapping[Any, Any] = MappingProxyType({})

SEE_ALSO = "see-also"
MENTION = "mention"


class StatementKind(StrEnum):
    """What a statement is in its entry."""

    PARAGRAPH = "paragraph"
    ITEM = "item"
    STEP = "step"
    TABLE = "table"
    EXAMPLE = "example"
    NOTE = "note"
    NEWER = "newer"
    QUESTION = "question"
    ANSWER = "answer"
    ERRATUM = "erratum"


class Verdict(StrEnum):
    """What a ruling answers."""

    YES = "yes"
    NO = "no"
    DEPENDS = "depends"
    ANSWER = "answer"
    """Where the question is no yes or no."""


class Reference(NamedTuple):
    """A link from one entry to another."""

    kind: str
    """``see-also`` for the see-also line, ``mention`` for a link inside a statement."""
    href: str
    """The link as it is written."""
    target: str | None
    """Concept id in the same game and language; ``None`` where the link leaves them or leads nowhere."""
    target_statement: int | None
    """Statement number named by the link (``ally.md#^3``), if any."""
    text: str
    """The linked words."""
    statement: int | None
    """Number of the statement that holds the link; ``None`` on the see-also line."""
    line: int
    """1-based line in the entry's file."""


class Statement(NamedTuple):
    """The smallest thing a link can name: a paragraph, item, step, question or answer."""

    n: int | None
    """The number after ``^``; ``None`` until formatting assigns one."""
    kind: StatementKind
    text: str
    """Plain text without any markup."""
    markdown: str
    """The source as written, without the number; links are relative to the entry's file."""
    line: int
    depth: int = 0
    """How deep the statement is nested in lists: 0 outside, 1 for an item, 2 for an item below it."""
    marker: str = ""
    """``-`` or ``3.`` for the paragraph that opens a list item, empty otherwise."""
    edition: str | None = None
    """On a NEWER statement: the edition whose change it describes."""
    section: str | None = None
    """The heading below the title that the statement stands under."""

    @property
    def bullet(self) -> str:
        """What stands before the statement for a reader: a bullet, the number of a step, or nothing."""
        return {"-": "•" if self.depth <= 1 else "◦"}.get(self.marker, self.marker)


class Entry(NamedTuple):
    """The text of a concept or a card in one language."""

    game: str
    concept: str
    """Concept id, ``cards/<card>`` or ``rulings/<id>``."""
    lang: str
    title: str
    edition: str
    heading: str | None
    """The heading of the source document, as printed; ``None`` where the document has lost it."""
    path: str
    """The file, relative to the glossary folder."""
    line: int
    """Line of the title."""
    statements: tuple[Statement, ...] = ()
    references: tuple[Reference, ...] = ()
    """See-also references first, in their printed order, then mentions in theirs."""
    aliases: tuple[str, ...] = ()
    retired: tuple[int, ...] = ()
    """Statement numbers that once were and must never come back."""
    product: str | None = None
    number: str | None = None
    same: Mapping[int, tuple[int, ...]] = _NONE
    """On an entry of an older edition: its statements, and those of the current edition that say the same."""

    @property
    def name(self) -> str:
        """``game/concept``, the same in every language."""
        return f"{self.game}/{self.concept}"

    @property
    def is_card(self) -> bool:
        """Whether this is a card, not a concept."""
        return self.concept.startswith(CARDS)

    @property
    def is_concept(self) -> bool:
        """Whether this is a rule term, no card and no ruling."""
        return not (self.is_card or self.is_ruling)

    @property
    def is_ruling(self) -> bool:
        """Whether this is the text of a ruling: a question and its answer."""
        return self.concept.startswith(RULINGS)

    @property
    def see_also(self) -> tuple[str, ...]:
        """Targets of the see-also line, in their printed order."""
        return _targets(self.references, SEE_ALSO)

    @property
    def mentions(self) -> tuple[str, ...]:
        """Targets of the links inside statements that are not on the see-also line."""
        listed = set(self.see_also)
        return tuple(target for target in _targets(self.references, MENTION) if target not in listed)

    @property
    def redirects_to(self) -> str | None:
        """An entry without statements stands for the first entry of its see-also line."""
        return self.see_also[0] if not self.statements and self.see_also else None

    @property
    def question(self) -> str:
        """What a ruling answers; empty for any other entry that asks nothing."""
        return next((said.text for said in self.statements if said.kind is StatementKind.QUESTION), "")

    def statement(self, n: int) -> Statement | None:
        """Return the statement with this number."""
        return next((statement for statement in self.statements if statement.n == n), None)


def _targets(references: Iterable[Reference], kind: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(ref.target for ref in references if ref.kind == kind and ref.target is not None))


class Concept(NamedTuple):
    """What is true of a rule term in every language."""

    id: str
    kind: str
    en: str | None
    """The English term, where the game has one."""
    line: int
    titles: Mapping[str, str] = _NONE
    """What each language's document calls it, whether its entry is written yet or not."""


class Card(NamedTuple):
    """A card of a game, whether it has an entry or not: facts that are printed on it, no text."""

    codes: tuple[str, ...]
    """What card databases call it: a code for each printing and side, the first printing first."""
    kind: str
    """``ally``, ``main_scheme``, …; empty where it is not known."""
    names: Mapping[str, str]
    """By language, where it is known."""
    products: Mapping[str, str]
    """The product of the first printing, by language, where it is known."""
    number: str
    """The number within that product; empty where it is not known."""
    entry: str | None
    """``cards/<card>`` where the glossary has an entry for it."""
    line: int


class Edition(NamedTuple):
    """The document a text follows."""

    id: str
    language: str
    document: str
    version: str
    date: str | None = None
    """When the document appeared, where that is known."""


class Ground(NamedTuple):
    """A statement that a ruling rests on."""

    concept: str
    """Concept id, or ``cards/<card>``."""
    n: int
    edition: str | None = None
    """The edition whose statement it is; ``None`` for the current one."""

    @property
    def address(self) -> str:
        """The ground as it is written: ``ally#6``, or ``ally@es-1#5`` for a statement of an older edition."""
        return f"{self.concept}{f'@{self.edition}' if self.edition else ''}#{self.n}"


class StoredRuling(NamedTuple):
    """What is true in every language of a question that players ask: its verdict, and the statements that prove it."""

    id: str
    verdict: Verdict
    because: tuple[Ground, ...]
    """The smallest set of statements that settles the question."""
    editions: tuple[str, ...]
    """The editions for which it holds."""
    line: int
    confirmed: str | None = None
    """The fingerprint of the grounds when somebody last made sure that they prove the verdict."""
    otherwise: str | None = None
    """The ruling on the same question of editions that decide it in another way."""
    superseded: str | None = None
    """The ruling that replaced this one."""

    @property
    def concept(self) -> str:
        """What its texts are called: ``rulings/<id>``."""
        return f"{RULINGS}{self.id}"


class Game(NamedTuple):
    """A game: its names, editions, concepts and rulings."""

    id: str
    names: Mapping[str, str]
    """Name of the game by language."""
    publisher: str
    rights: str
    current: str
    """Id of the edition that holds today."""
    editions: Mapping[str, Edition]
    concepts: Mapping[str, Concept] = _NONE
    renamed: Mapping[str, str] = _NONE
    """Former concept ids and what they are called now: a published link works for ever."""
    cards: tuple[Card, ...] = ()
    """All cards that cards.tsv lists. A compiled game has none: ``Store.cards`` has them, for the few who ask."""
    rulings: Mapping[str, StoredRuling] = _NONE

    def name(self, lang: str) -> str:
        """Return the game's name in a language, else in any."""
        return self.names.get(lang) or next(iter(self.names.values()), self.id)

    def ruling(self, concept: str) -> StoredRuling | None:
        """Return the ruling whose texts are called ``rulings/<id>``; ``None`` for what is none."""
        return self.rulings.get(concept.removeprefix(RULINGS)) if concept.startswith(RULINGS) else None


class Expansions(NamedTuple):
    """How players of a language ask for the rules of a concept. It leads to them, and is never shown as a rule."""

    game: str
    concept: str
    """Concept id, ``cards/<card>`` or ``rulings/<id>``."""
    lang: str
    path: str
    """The file, relative to the glossary folder."""
    aliases: tuple[str, ...] = ()
    """Names that players use for a concept of which the language has no entry; an entry has aliases of its own."""
    phrasings: Mapping[int, tuple[str, ...]] = _NONE
    """Phrasings of questions by the statement that decides them: of the entry, or of the one that answers in its place.

    That is the entry of the first of our languages that has one.
    """
    lines: Mapping[int, int] = _NONE
    """Where the phrasings of each statement begin."""
    line: int = 1
    """Where the names begin."""

    @property
    def questions(self) -> Iterator[str]:
        """All phrasings, whatever statement they lead to."""
        for phrasings in self.phrasings.values():
            yield from phrasings


class Corpus(NamedTuple):
    """Everything that was read from one glossary folder."""

    games: Mapping[str, Game]
    entries: tuple[Entry, ...]
    expansions: tuple[Expansions, ...] = ()
    """How players ask for what the entries say."""
