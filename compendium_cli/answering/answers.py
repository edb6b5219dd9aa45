"""Present: what a reader is given."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.answering.chains import Chains
from compendium_cli.model import SEE_ALSO

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from compendium_cli.answering.abstention import Judgement
    from compendium_cli.answering.analysis import Question
    from compendium_cli.answering.selection import Ruling
    from compendium_cli.answering.terms import Term
    from compendium_cli.fitted import Fitted
    from compendium_cli.model import Card
    from compendium_cli.store import Store

_READ_NEXT = 5


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

    @property
    def decided(self) -> bool:
        """Whether a rule of the compendium decides the question."""
        return bool(self.rulings)


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
        read_next=_read_next(shown, lang, store),
        nearest=near,
        corrections=question.corrections,
        judgement=judgement,
        numbers=numbers,
        card=card,
    )


def _read_next(rulings: Sequence[Ruling], lang: str, store: Store) -> tuple[str, ...]:
    """Return the entries that the see-also lines of the settling rulings lead to."""
    graph = store.graph(lang)
    shown = dict.fromkeys(ruling.entry.name for ruling in rulings if ruling.settles)
    near = [edge.target for name in shown for edge in graph.links(name, SEE_ALSO)]
    return tuple(dict.fromkeys(name for name in near if name not in shown))[:_READ_NEXT]
