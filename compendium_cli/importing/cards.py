"""Sections of the question and errata parts -> cards: product, number, questions with answers, corrections."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from rapidfuzz.distance import DamerauLevenshtein

from compendium_cli.importing.statements import Block, blocks_of
from compendium_cli.importing.titles import slug_of, without_glyphs
from compendium_cli.model import CARDS
from compendium_cli.names import key_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from compendium_cli.importing.tree import Section
    from compendium_cli.languages import Language
    from compendium_cli.model import Corpus

_PLACE = re.compile(
    r"^(?P<name>.*?)\s*\((?P<product>[^()]*?)\s*[,;]\s*(?P<number>(?:[^\s,;()]+\s*)?#?\s*\d+\s*[A-Z]?)\s*\)\s*$"
)
_SCENARIO = re.compile(r"^(?P<product>[^,()]+), [^,()#]*(?P<number>#\d+)\s*\((?P<name>[^()]+)\)$")
_MISREAD = 0.3
_MOST_SEARCHED = 2_000_000_000
"""Characters of text that are searched for names, at most: all of it for each name."""


class Card(NamedTuple):
    """What a document says about a card."""

    card: str
    """Its id."""
    title: str
    heading: str
    line: int
    product: str | None
    number: str | None
    questions: tuple[tuple[Block, tuple[Block, ...]], ...]
    """Each question with its answer."""
    errata: tuple[Block, ...]
    repair: str | None = None
    """What was mended in the name, and on what evidence."""


class KnownCard(NamedTuple):
    """A card that the glossary has."""

    card: str
    title: str
    product: str | None
    number: str | None


def known_cards(corpus: Corpus, game: str, lang: str) -> list[KnownCard]:
    """Return the cards of a game that the glossary has in a language."""
    cards = [entry for entry in corpus.entries if entry.game == game and entry.lang == lang and entry.is_card]
    return [KnownCard(card.concept.removeprefix(CARDS), card.title, card.product, card.number) for card in cards]


class _KnownCards:
    """The cards of the glossary by their titles and numbers."""

    def __init__(self, cards: Sequence[KnownCard]) -> None:
        self.by_title: dict[str, list[KnownCard]] = {}
        self.by_number: dict[str, list[KnownCard]] = {}
        for card in cards:
            self.by_title.setdefault(key_of(card.title), []).append(card)
            if card.number:
                self.by_number.setdefault(card.number, []).append(card)
        self.longest = max((key.count(" ") + 1 for key in self.by_title), default=0)

    def meant(self, title: str, number: str | None) -> KnownCard | None:
        """Return the card that a title means, or misspells where the number is the same."""
        key = key_of(title)
        if same := self.by_title.get(key):
            return next((card for card in same if card.number == number), same[0] if len(same) == 1 else None)
        near = [
            card
            for card in self.by_number.get(number or "", ())
            if DamerauLevenshtein.distance(key, key_of(card.title)) <= _MISREAD * len(key)
        ]
        return near[0] if len(near) == 1 else None

    def opening(self, words: Sequence[str]) -> KnownCard | None:
        """Return the card that some words begin with, that of the longest title."""
        for length in range(min(len(words), self.longest), 0, -1):
            if found := self.by_title.get(" ".join(words[:length])):
                return max(found, key=lambda card: len(card.title))
        return None


def cards_of(sections: Sequence[Section], language: Language, cards_known: Sequence[KnownCard]) -> list[Card]:
    """Return the cards of a document, each once, though it may have questions and errata in several places."""
    known = _KnownCards(cards_known)
    spelt = _Spellings(sections, language)
    cards: dict[str, Card] = {}
    for section in sections:
        if section.part == "text":
            continue
        for card in _shared_out(_card(section, language, spelt, known), known):
            before = cards.setdefault(card.card, card._replace(questions=(), errata=()))
            cards[card.card] = before._replace(
                questions=before.questions + card.questions, errata=before.errata + card.errata
            )
    return list(cards.values())


def _card(section: Section, language: Language, spelt: _Spellings, known: _KnownCards) -> Card:
    name, product, number = _taken_apart(without_glyphs(section.heading), known)
    title = spelt.title(name) or section.heading  # a heading may tell the product and no name
    blocks = blocks_of(section.body)
    questions, rest = _questions(blocks, language) if section.part == "questions" else ((), blocks)
    card = Card(
        card=slug_of(title),
        title=title,
        heading=section.heading,
        line=section.line,
        product=spelt.title(product) if product else None,
        number=number,
        questions=tuple(questions),
        errata=tuple(rest) if section.part == "errata" else (),
        repair=None,
    )
    match = known.meant(title, number)
    if match is None:
        return card
    repair = None
    if key_of(match.title) != key_of(title):
        repair = f"{section.heading!r} read as {match.title!r}, a card of the glossary"
    return card._replace(
        card=match.card,
        title=match.title,
        product=match.product or card.product,
        number=match.number or number,
        repair=repair,
    )


def _taken_apart(heading: str, known: _KnownCards) -> tuple[str, str | None, str | None]:
    """Return name, product and number of ``NAME (PRODUCT, 12)`` or ``PRODUCT, SCENARIO #2 (NAME)``."""
    if found := _PLACE.match(heading):
        return found.group("name"), found.group("product"), re.sub(r"\s+", "", found.group("number"))
    if found := _SCENARIO.match(heading):
        return found.group("name"), found.group("product"), found.group("number")
    product, comma, name = heading.rpartition(", ")
    if comma and key_of(name) in known.by_title:
        return name, product, None
    return heading, None, None


def _shared_out(card: Card, known: _KnownCards) -> Iterator[Card]:
    """Part a list of questions about several cards: one that opens with the name of a known card goes to it."""
    own = []
    for question in card.questions:
        words = key_of(question[0].text).split()
        other = known.opening(words[1:]) if not card.product else None
        if other:
            yield card._replace(
                card=other.card,
                title=other.title,
                product=other.product,
                number=other.number,
                questions=(question,),
                errata=(),
            )
        else:
            own.append(question)
    if own or card.errata or not card.questions:
        yield card._replace(questions=tuple(own))


class _Spellings:
    """Names of cards and products as the document writes them where it does not shout."""

    def __init__(self, sections: Sequence[Section], language: Language) -> None:
        text = "\n".join(line.text for section in sections for line in section.body)
        self.text = re.sub(r"\s+", " ", re.sub(r"[*_]", "", text))
        self.lowered = self.text.lower()
        self.small = language.stop_words
        self.known: dict[str, str] = {}
        self.room = _MOST_SEARCHED

    def title(self, name: str) -> str:
        """Return a name in capitals as it is written elsewhere, else with capitals on all but the small words."""
        if any(char.islower() for char in name):
            return name
        if name not in self.known:
            spellings = Counter(self._spellings(name.lower()))
            words = name.lower().split(" ")
            plain = [word if place and word in self.small else _capital(word) for place, word in enumerate(words)]
            self.known[name] = spellings.most_common(1)[0][0] if spellings else " ".join(plain)
        return self.known[name]

    def _spellings(self, lowered: str) -> Iterator[str]:
        self.room -= len(self.lowered)
        place = self.lowered.find(lowered) if self.room > 0 else -1
        while lowered and place >= 0:
            end = place + len(lowered)
            found = self.text[place:end]
            around = self.text[place - 1 : place] + self.text[end : end + 1]
            if found[:1].isupper() and not found.isupper() and not any(char.isalnum() for char in around):
                yield found
            place = self.lowered.find(lowered, end)


def _capital(word: str) -> str:
    """Return a word with its capitals: after an elision, a hyphen and a slash too; initials and numerals whole.

    >>> _capital("dell'infinito"), _capital("spider-ham"), _capital("s.h.i.e.l.d."), _capital("iii")
    ("dell'Infinito", 'Spider-Ham', 'S.H.I.E.L.D.', 'III')
    """
    if re.fullmatch(r"(?:\w\.){2,}|[ivx]{2,}", word):
        return word.upper()
    elided, apostrophe, rest = word.rpartition("'")
    parts = re.split(r"([-/])", rest)
    return elided + apostrophe + "".join(part[:1].upper() + part[1:] for part in parts)


def _questions(blocks: list[Block], language: Language) -> tuple[list[tuple[Block, tuple[Block, ...]]], list[Block]]:
    words = language.documents
    found: list[tuple[Block, tuple[Block, ...]]] = []
    rest: list[Block] = []
    question: Block | None = None
    answer: list[Block] = []
    for block in blocks:
        if (text := _marked(block.text, words.question)) is not None:
            if question:
                found.append((question, tuple(answer)))
            question, answer = block._replace(text=text), []
        elif question is None:
            rest.append(block)
        else:
            text = _marked(block.text, words.answer) if not answer else None
            answer.append(block if text is None else block._replace(text=text))
    if question:
        found.append((question, tuple(answer)))
    return found, rest


def _marked(text: str, letters: Iterable[str]) -> str | None:
    """Return what follows ``D:``, bold or not."""
    for letter in letters:
        if found := re.match(rf"\s*(\*\*)?\s*{letter}\s*:\s*(\*\*)?\s*", text):
            rest = text[found.end() :].strip()
            bold_is_open = bool(found.group(1)) and not found.group(2)
            return rest.removesuffix("**").strip() if bold_is_open else rest
    return None
