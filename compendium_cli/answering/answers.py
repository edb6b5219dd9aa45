"""Present: what a reader is given."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.languages import LANGUAGES, language, language_name
from compendium_cli.model import SEE_ALSO

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from compendium_cli.answering.abstention import Judgement
    from compendium_cli.answering.analysis import Question
    from compendium_cli.answering.selection import Ruling
    from compendium_cli.answering.terms import Term
    from compendium_cli.fitted import Fitted
    from compendium_cli.graph import Graph
    from compendium_cli.model import Card
    from compendium_cli.passages import Key
    from compendium_cli.store import Store

_READ_NEXT = 5
#: No card has a longer name.
_LONGEST_NAME = 16


class Answer(NamedTuple):
    """What the compendium has to say to a question."""

    question: str
    asked_in: str
    """The language that the question was asked in."""
    lang: str
    """The language of the answer."""
    terms: tuple[Term, ...]
    rulings: tuple[Ruling, ...]
    """Best first; empty where nothing decides the question."""
    via: Mapping[str, tuple[str, ...]]
    """The chain of entries from a term of the question to each entry of the rulings."""
    read_next: tuple[str, ...]
    nearest: tuple[str, ...]
    """Where nothing decides the question: the entries that come closest."""
    corrections: tuple[tuple[str, str], ...]
    """Words that were taken for misspellings, and of what."""
    judgement: Judgement
    numbers: Fitted
    card: Card | None = None
    """A card that the question names and of which the compendium has no question and no erratum."""
    game: str | None = None
    """The game that was chosen, beside the question or in it."""
    by_name: bool = False
    """Whether it is no question but the name of statements, which these rulings are."""
    gone: tuple[int, ...] = ()
    """Statements that were asked for by their numbers, and are no more."""

    @property
    def decided(self) -> bool:
        """Whether a rule of the compendium decides the question."""
        return bool(self.rulings)

    @property
    def other_language(self) -> str:
        """The sentence that it is in another language than its question; empty where it is not."""
        if self.asked_in == self.lang:
            return ""
        names = {"asked": language_name(self.asked_in, self.lang), "lang": language_name(self.lang, self.lang)}
        return language(self.lang).labels.other_language.format(**names)


def present(  # noqa: PLR0913, PLR0917 - what the stages before have found
    question: Question,
    lang: str,
    rulings: Sequence[Ruling],
    judgement: Judgement,
    numbers: Fitted,
    store: Store,
    card: Card | None,
) -> Answer:
    """Return the answer: rulings where the question is decided, else what comes near."""
    shown = tuple(rulings) if judgement.decided else ()
    chains = Chains(question.named, store.graph(lang))
    near = () if shown else tuple(dict.fromkeys(ruling.entry.name for ruling in rulings))[:_READ_NEXT]
    return Answer(
        question=question.text,
        asked_in=question.lang,
        lang=lang,
        terms=question.terms,
        rulings=shown,
        via={r.entry.name: chains.to(r.entry.game, r.entry.concept) for r in shown},
        read_next=read_next(shown, lang, store),
        nearest=near,
        corrections=question.corrections,
        judgement=judgement,
        numbers=numbers,
        card=card,
        game=question.game,
    )


def read_next(rulings: Sequence[Ruling], lang: str, store: Store) -> tuple[str, ...]:
    """Return the entries that the see-also lines of the settling rulings lead to.

    Those that few others lead to come first: nobody needs to be told of the entry on allies after every answer.
    """
    graph = store.graph(lang)
    shown = dict.fromkeys(ruling.entry.name for ruling in rulings if ruling.settles)
    near = dict.fromkeys(edge.target for name in shown for edge in graph.links(name, SEE_ALSO))
    new = [name for name in near if name not in shown]
    return tuple(sorted(new, key=lambda name: store.times_linked(lang, name))[:_READ_NEXT])


def silent_card(question: Question, store: Store) -> Card | None:
    """Return the card that a question asks for, where it has neither questions nor errata.

    A question asks for a card where it is nothing but the card's name and words that ask what something is; the name of
    a hero within a longer question is somebody who plays a part in it.
    """
    if question.bare:
        return None
    asking = LANGUAGES[question.lang].definition_words
    words = [token.spelt for token in question.tokens]
    said = [place for place, word in enumerate(words) if word not in asking]
    first, last = (said[0], said[-1]) if said else (0, len(words) - 1)
    # "The Golden City" begins with a word that asks: the longest name is meant.
    names = ((start, end) for start in range(first + 1) for end in range(last + 1, len(words) + 1))
    for start, end in sorted(names, key=lambda name: name[0] - name[1]):
        if end - start <= _LONGEST_NAME and (card := store.card_called(" ".join(words[start:end]), question.game)):
            return card
    return None


class Chains:
    """The shortest chains from the entries that a question names."""

    def __init__(self, named: Iterable[Key], graph: Graph) -> None:
        self._starts = ["/".join(key) for key in named]
        self._graph = graph

    def to(self, game: str, concept: str) -> tuple[str, ...]:
        """Return the chain to an entry; the entry alone where the question names it, or no chain leads there."""
        name = f"{game}/{concept}"
        if name in self._starts:
            return (name,)
        near = [start for start in self._starts if start.partition("/")[0] == game]
        return _chain(near, name, self._graph)


def _chain(starts: Sequence[str], goal: str, graph: Graph) -> tuple[str, ...]:
    """Return the shortest chain to an entry, of one link or of two, forwards or backwards."""
    for start in starts:
        if any(edge.target == goal for edge in graph.links(start)):
            return start, goal
    cited = {edge.target for edge in graph.links(goal)}
    for start in starts:
        if start in cited:
            return start, goal
    for start in starts:
        if near := graph.between(start, goal):
            return start, near, goal
    return (goal,)
