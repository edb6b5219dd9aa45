"""What leads to each statement in a language: its text, its entry's names, and the phrasings players ask for it with.

A language also has passages for concepts and cards that it has no entry of: what players call them and how they ask for
them leads to the statements of the entry that answers in its place, under that entry's numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.languages import LANGUAGES
from compendium_cli.model import StatementKind
from compendium_cli.names import ENGLISH

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from compendium_cli.model import Corpus, Entry, Expansions

#: The concept under which the questions stand that no rule decides; no game is called like theirs.
OUT_OF_DOMAIN = ""
_QUESTIONS = Path(__file__).parent / "languages" / "out_of_domain"

#: An entry is looked up by its game and its concept or card.
Key = tuple[str, str]
#: Returns what a folded word may be a form of.
Norms = Callable[[str], "Sequence[str]"]


class Passage(NamedTuple):
    """A statement, and every way of saying it."""

    n: int
    kind: StatementKind
    text: str
    """Empty where the language has no text of it."""
    phrasings: tuple[str, ...]

    @property
    def ways(self) -> Iterator[str]:
        """The text and the phrasings."""
        if self.text:
            yield self.text
        yield from self.phrasings


class Source(NamedTuple):
    """An entry as retrieval sees it."""

    game: str
    concept: str
    lang: str
    """The language whose entry is shown: another one where the language of the index has no entry of the concept."""
    names: tuple[str, ...]
    passages: tuple[Passage, ...]


def sources_of(corpus: Corpus, lang: str) -> list[Source]:
    """Return all rules that can be found in a language, sorted by game and concept."""
    expansions = {(said.game, said.concept): said for said in corpus.expansions if said.lang == lang}
    entries = {(entry.game, entry.concept): entry for entry in corpus.entries if entry.lang == lang}
    names = _names(corpus, lang)
    for entry in entries.values():
        if entry.redirects_to:
            names.setdefault((entry.game, entry.redirects_to), []).extend((entry.title, *entry.aliases))
    own = {key: entry for key, entry in entries.items() if entry.statements}
    other = {key: entry for key, entry in _answering(corpus).items() if key not in entries}
    return [
        _source(entry, expansions.get(key), names.get(key, []), lang) for key, entry in sorted((own | other).items())
    ]


def _names(corpus: Corpus, lang: str) -> dict[Key, list[str]]:
    """Return what is called alike in every language, and what cards are called where they are printed."""
    found: dict[Key, list[str]] = {}
    for game in corpus.games.values():
        for concept in game.concepts.values():
            if concept.en:
                found[game.id, concept.id] = [concept.en]
        for card in game.cards:
            if card.entry:
                printed = (name for code in (lang, ENGLISH) if (name := card.names.get(code)))
                found.setdefault((game.id, card.entry), []).extend(printed)
    return found


def out_of_domain(lang: str) -> Source:
    """Return the questions that no rulebook decides, as one more entry: what is more like them is declined."""
    questions = tuple(undecidable_questions(lang))
    return Source("", OUT_OF_DOMAIN, lang, (), (Passage(1, StatementKind.NOTE, "", questions),))


def undecidable_questions(lang: str) -> list[str]:
    """Return questions that no rulebook decides: prices, advice, other games, films.

    ``languages/out_of_domain/<code>.txt`` holds them, one per line.
    """
    path = _QUESTIONS / f"{lang}.txt"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return [line for line in lines if line and not line.startswith("#")]


def _answering(corpus: Corpus) -> dict[Key, Entry]:
    """Return for each concept the entry that answers where a language has none: that of the first language."""
    found: dict[Key, Entry] = {}
    order = list(LANGUAGES)
    for entry in sorted(corpus.entries, key=lambda entry: order.index(entry.lang)):
        if entry.statements:
            found.setdefault((entry.game, entry.concept), entry)
    return found


def _source(entry: Entry, said: Expansions | None, others: list[str], lang: str) -> Source:
    is_own = lang == entry.lang
    names = [entry.title, *entry.aliases] if is_own else [entry.title] if entry.is_card else []
    names += [*others, *(said.aliases if said else ())]
    passages = tuple(_passages(entry, said.phrasings if said else {}, shown=is_own))
    return Source(entry.game, entry.concept, entry.lang, tuple(dict.fromkeys(names)), passages)


def _passages(entry: Entry, phrasings: Mapping[int, tuple[str, ...]], *, shown: bool) -> Iterator[Passage]:
    """Yield the statements that can decide something: a card's question only leads to the answer below it."""
    questions: list[str] = []
    for statement in entry.statements:
        if statement.n is None:
            continue
        asked = phrasings.get(statement.n, ())
        if statement.kind is StatementKind.QUESTION:
            questions = [statement.text, *asked] if shown else list(asked)
            continue
        text = statement.text if shown else ""
        yield Passage(statement.n, statement.kind, text, (*questions, *asked))
        questions = []
