"""Sections of the question and errata parts -> cards: product, number, questions with answers, corrections."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.importing.statements import Block, blocks_of
from compendium_cli.importing.titles import slug_of, without_glyphs
from compendium_cli.model import CARDS
from compendium_cli.names import key_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from compendium_cli.importing.sections import Section
    from compendium_cli.languages import Language
    from compendium_cli.model import Corpus

_PLACE = re.compile(
    r"^(?P<name>.*?)\s*\((?P<product>[^()]*?)\s*[,;]\s*(?P<number>(?:[^\s,;()]+\s*)?#?\s*\d+\s*[A-Z]?)\s*\)\s*$"
)


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


def cards_of(sections: Sequence[Section], language: Language, known: Sequence[KnownCard]) -> list[Card]:
    """Return the cards of a document, each once, though it may have questions and errata in two places."""
    spelt = _Spellings(sections, language)
    cards: dict[str, Card] = {}
    for section in sections:
        if section.part == "text":
            continue
        card = _card(section, language, spelt, known)
        before = cards.get(card.card)
        if before is not None:
            card = before._replace(questions=before.questions + card.questions, errata=before.errata + card.errata)
        cards[card.card] = card
    return list(cards.values())


def _card(section: Section, language: Language, spelt: _Spellings, known: Sequence[KnownCard]) -> Card:
    heading = without_glyphs(section.heading)
    place = _PLACE.match(heading)
    title = spelt.title(place.group("name") if place else heading)
    number = re.sub(r"\s+", "", place.group("number")) if place else None
    product = spelt.title(place.group("product")) if place else None
    card_id = slug_of(title)
    same = [card for card in known if key_of(card.title) == key_of(title)]
    match = next((card for card in same if card.number == number), same[0] if len(same) == 1 else None)
    if match:
        card_id, title, product = match.card, match.title, match.product or product
    blocks = blocks_of(section.body)
    questions, rest = _questions(blocks, language) if section.part == "questions" else ((), blocks)
    return Card(
        card=card_id,
        title=title,
        heading=section.heading,
        line=section.line,
        product=product,
        number=number,
        questions=tuple(questions),
        errata=tuple(rest) if section.part == "errata" else (),
    )


class _Spellings:
    """Names of cards and products as the document writes them where it does not shout."""

    def __init__(self, sections: Sequence[Section], language: Language) -> None:
        text = "\n".join(line.text for section in sections for line in section.body)
        self.text = re.sub(r"\s+", " ", re.sub(r"[*_]", "", text))
        self.lowered = self.text.lower()
        self.small = language.stop_words
        self.known: dict[str, str] = {}

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
        place = self.lowered.find(lowered)
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
