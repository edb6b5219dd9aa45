"""What leads to each statement in a language: its text, its entry's names, and the phrasings players ask for it with.

A language also has passages for concepts and cards that it has no entry of: what players call them and how they ask for
them leads to the statements of the entry that answers in its place, under that entry's numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.languages import LANGUAGES, folded_words
from compendium_cli.model import Expansions, StatementKind
from compendium_cli.names import ENGLISH

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from compendium_cli.model import Corpus, Entry

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
    """Return everything that can be found in a language, sorted by game and concept."""
    expansions = {(said.game, said.concept): said for said in corpus.expansions if said.lang == lang}
    entries = {(entry.game, entry.concept): entry for entry in corpus.entries if entry.lang == lang}
    redirected: dict[Key, list[str]] = {}
    for entry in entries.values():
        if entry.redirects_to:
            redirected.setdefault((entry.game, entry.redirects_to), []).extend((entry.title, *entry.aliases))
    own = [
        _source(entry, expansions.get(key), [entry.title, *entry.aliases, *redirected.get(key, ())], corpus, lang)
        for key, entry in entries.items()
        if entry.statements
    ]
    other = [
        _source(entry, expansions.get(key) or Expansions(*key, lang, ""), [], corpus, lang)
        for key, entry in _answering(corpus).items()
        if key not in entries
    ]
    if not (own or expansions or (lang == ENGLISH and _has_english_terms(corpus))):
        return []
    return [*sorted((*own, *other), key=lambda source: (source.game, source.concept)), _out_of_domain(lang)]


def _has_english_terms(corpus: Corpus) -> bool:
    return any(concept.en for game in corpus.games.values() for concept in game.concepts.values())


def _out_of_domain(lang: str) -> Source:
    """Return the questions that no rulebook decides, as the last entry: what is more like them is declined."""
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


def _source(entry: Entry, said: Expansions | None, names: list[str], corpus: Corpus, lang: str) -> Source:
    game = corpus.games[entry.game]
    names += said.aliases if said else ()
    concept = game.concepts.get(entry.concept)  # a card is none
    if concept and concept.en:
        names.append(concept.en)
    if entry.is_card:
        called = [card.names for card in game.cards if card.entry == entry.concept]
        names += [entry.title, *(name for card in called for code in (lang, ENGLISH) if (name := card.get(code)))]
    phrasings = said.phrasings if said else {}
    passages = tuple(_passages(entry, phrasings, shown=lang == entry.lang))
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


def words_of_text(text: str, norms: Norms) -> list[str]:
    """Return the normalised words of a text, small ones too: "when", "who" and "may" tell rules apart."""
    return [norm for word in folded_words(text) for norm in norms(word)]
