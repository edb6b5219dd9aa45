"""The stages of an answer, in the order in which they run; the package's documentation tells what each does."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.answering.abstention import abstain, doubt_of
from compendium_cli.answering.alignment import align
from compendium_cli.answering.analysis import analyse
from compendium_cli.answering.answers import present, silent_card
from compendium_cli.answering.ranking import features_of, rank
from compendium_cli.answering.retrieval import retrieve
from compendium_cli.answering.selection import select
from compendium_cli.answering.settling import settle
from compendium_cli.encoder import NOTHING

if TYPE_CHECKING:
    from collections.abc import Callable

    from compendium_cli.answering.abstention import Doubt
    from compendium_cli.answering.analysis import Question
    from compendium_cli.answering.answers import Answer
    from compendium_cli.answering.ranking import Candidate
    from compendium_cli.answering.selection import Ruling
    from compendium_cli.answering.settling import Evidence
    from compendium_cli.encoder import Encoder, Meaning
    from compendium_cli.fitted import Fitted, Model
    from compendium_cli.index import LanguageIndex
    from compendium_cli.store import Store


class Library(NamedTuple):
    """Where to look, and the numbers to weigh with."""

    store: Store
    index_of: Callable[[str], LanguageIndex]
    """Opens the index of a language."""
    numbers: Fitted
    encoder: Encoder | None
    """What was learnt of this glossary, if anything was."""


class Request(NamedTuple):
    """What is asked, and for whom."""

    text: str
    asked_in: str
    """The language of the question."""
    lang: str
    """The language of the answer."""
    game: str | None
    """The game that was chosen beside the question."""
    limit: int
    """How many rulings are wanted at most."""


class Ranked(NamedTuple):
    """Everything that was found for a question."""

    question: Question
    candidates: list[Candidate]
    """Statements in the reader's language, best first."""
    evidence: Evidence | None
    """What speaks for the best ruling, where one was found."""
    rulings: list[Ruling]
    doubt: Doubt
    model: Model


def answer(request: Request, library: Library) -> Answer:
    """Answer a question."""
    found = ranked(request, library)
    lang, game = found.question.lang, found.question.game
    has_text = library.index_of(lang).has_text(lang, game)
    judgement = abstain(found.question, found.doubt, found.rulings, found.model, has_text=has_text)
    card = silent_card(found.question, library.store)
    if card is not None:
        judgement = judgement._replace(decided=False, confidence=0.0)
    return present(found.question, request.lang, found.rulings, judgement, library.numbers, library.store, card)


def ranked(request: Request, library: Library) -> Ranked:
    """Rank what is found for a question, and put it together to rulings."""
    store, numbers = library.store, library.numbers
    question = analyse(request.text, store, request.asked_in, request.game)
    index = library.index_of(question.lang)
    retrieval = retrieve(question, index, numbers.weights)
    meaning = meaning_of(question, library.encoder)
    features = features_of(question, retrieval.statements, store, meaning, request.lang)
    found = align(rank(features, numbers.weights), request.lang, store)
    candidates, evidence = settle(found, meaning, numbers.settling)
    rulings = select(question, candidates, store, numbers.choice, request.limit)
    doubt = doubt_of(question, retrieval, found, rulings, numbers.weights)
    model = numbers.model(expanded=index.is_expanded(question.game))
    return Ranked(question, candidates, evidence, rulings, doubt, model)


def meaning_of(question: Question, encoder: Encoder | None) -> Meaning:
    """Return what a question is after, as far as that was learnt."""
    return encoder.question(question.lang, question.said, question.ngrams) if encoder else NOTHING
