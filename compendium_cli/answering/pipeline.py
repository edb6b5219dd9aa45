"""The stages of an answer, in the order in which they run; the package's documentation tells what each does."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.answering.abstention import abstain, doubt_of
from compendium_cli.answering.alignment import align
from compendium_cli.answering.analysis import analyse
from compendium_cli.answering.answers import present
from compendium_cli.answering.cards import silent_card
from compendium_cli.answering.features import features_of
from compendium_cli.answering.ranking import rank
from compendium_cli.answering.retrieval import Searched, retrieve
from compendium_cli.answering.selection import select

if TYPE_CHECKING:
    from collections.abc import Callable

    from compendium_cli.answering.abstention import Doubt
    from compendium_cli.answering.analysis import Question
    from compendium_cli.answering.answers import Answer
    from compendium_cli.answering.ranking import Candidate
    from compendium_cli.answering.selection import Ruling
    from compendium_cli.fitted import Fitted, Model
    from compendium_cli.index import LanguageIndex
    from compendium_cli.store import Store


class Library(NamedTuple):
    """Where to look, and the numbers to weigh with."""

    store: Store
    index_of: Callable[[str], LanguageIndex]
    """Opens the index of a language."""
    numbers: Fitted


class Ranked(NamedTuple):
    """Everything that was found for a question."""

    question: Question
    candidates: list[Candidate]
    """Statements in the reader's language, best first."""
    rulings: list[Ruling]
    doubt: Doubt
    model: Model


def answer(  # noqa: PLR0913, PLR0917 - what is asked, where to look, and for whom
    text: str, library: Library, asked_in: str, lang: str, game: str | None, limit: int
) -> Answer:
    """Answer a question in a language, asked in the same or another."""
    found = ranked(text, library, asked_in, lang, game, limit)
    judgement = abstain(found.question, found.doubt, found.rulings, found.model)
    card = silent_card(found.question, library.store)
    if card is not None:
        judgement = judgement._replace(decided=False, confidence=0.0)
    return present(found.question, lang, found.rulings, judgement, library.numbers, library.store, card)


def ranked(  # noqa: PLR0913, PLR0917 - what is asked, where to look, and for whom
    text: str, library: Library, asked_in: str, lang: str, game: str | None, limit: int
) -> Ranked:
    """Rank what is found for a question, and put it together to rulings."""
    store, weights = library.store, library.numbers.weights
    question = analyse(text, store, asked_in, game)
    searched = Searched(library.index_of(asked_in), store.indexed(asked_in), library.numbers.smoothing.step)
    retrieval = retrieve(question, searched, weights)
    candidates = rank(features_of(question, retrieval.statements, store, lang), weights)
    candidates = align(candidates, lang, store)
    rulings = select(question, candidates, store, library.numbers.novelty, limit)
    doubt = doubt_of(question, retrieval, candidates, rulings, weights)
    model = library.numbers.model(expanded=store.is_expanded(asked_in, question.game))
    return Ranked(question, candidates, rulings, doubt, model)
