"""Question -> rulings: the statements that decide it, in order, with the chain of entries that leads to them."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.answering.chains import Chains
from compendium_cli.answering.choosing import chosen
from compendium_cli.answering.deciding import Doubt, decides, doubts_of
from compendium_cli.answering.evidence import Candidate, Lead, candidates, of_entries
from compendium_cli.answering.games import NamedGame, by_likely_game, named_game
from compendium_cli.answering.including import with_named
from compendium_cli.answering.question import Asked, understood
from compendium_cli.answering.sounding import Sound, sound_of
from compendium_cli.answering.spreading import spread
from compendium_cli.answering.terms import link_terms, tokens_of, without
from compendium_cli.answering.translating import brought_to, merged
from compendium_cli.answering.weights import WEIGHTS
from compendium_cli.model import SEE_ALSO, StatementKind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from compendium_cli.answering.evidence import Signs
    from compendium_cli.answering.question import Key, Question
    from compendium_cli.answering.scope import Scope
    from compendium_cli.answering.terms import Term
    from compendium_cli.answering.weights import Weights
    from compendium_cli.index import LanguageIndex
    from compendium_cli.model import Entry, Statement
    from compendium_cli.store import Store

_CANDIDATES = 60
_READ_NEXT = 5
#: So many special cases are shown with their rule; more would hide what was asked for.
_MOST_CASES = 3


class Ruling(NamedTuple):
    """A statement that decides the question."""

    entry: Entry
    statement: Statement
    score: float
    via: tuple[str, ...]
    """The chain of entries from a term of the question to this one."""
    signs: Signs
    """Why it is where it is."""
    items: tuple[Statement, ...] = ()
    """What a statement that ends in a colon goes on to list, or the special cases of a rule."""
    under: Statement | None = None
    """The statement that a case or an item stands under, without which it says little."""

    def contributions(self) -> dict[str, float]:
        """Return what each sign adds to the score, before another game, edition or language takes some away."""
        return self.signs.contributions(WEIGHTS)


class Answer(NamedTuple):
    """What the compendium has to say to a question."""

    question: str
    lang: str
    """The language of the answer."""
    terms: tuple[Term, ...]
    rulings: tuple[Ruling, ...]
    """Best first; empty where nothing decides the question."""
    read_next: tuple[str, ...]
    nearest: tuple[str, ...] = ()
    """Where nothing decides the question: the entries that come closest."""
    mended: tuple[tuple[str, str], ...] = ()
    """Words that were taken for misspellings, and of what."""
    doubt: Doubt = Doubt()
    """What speaks against an answer at all, and what for one."""

    def doubts(self) -> dict[str, float]:
        """Return how much doubt each sign adds or takes away, and the limit."""
        return {**self.doubt.contributions(WEIGHTS), "limit": WEIGHTS.doubt}


class Shelves(NamedTuple):
    """Where to look, and what the signs are worth."""

    open: Callable[[str], LanguageIndex]
    """Opens the index of a language."""
    weights: Weights = WEIGHTS


class Ranked(NamedTuple):
    """Everything that was considered for a question, best first."""

    asked: Asked
    question: Question
    candidates: list[Candidate]
    sound: float
    """How likely the question is, of the entry that it sounds like most."""


def answer(text: str, scope: Scope, lang: str, shelves: Shelves, limit: int) -> Answer:
    """Answer a question asked in the language of the scope with the texts of a language, the same or another."""
    store, weights = scope.store, shelves.weights
    found = ranked(text, scope, lang, shelves)
    terms = found.asked.terms
    mended = tuple((token.typed, token.folded) for token in found.asked.tokens if token.is_mended)
    doubts = doubts_of(found)
    if not decides(found, doubts, weights):
        names = tuple(dict.fromkeys("/".join(candidate.key) for candidate in found.candidates))[:_READ_NEXT]
        return Answer(text, lang, terms, (), (), names, mended, doubts)
    best = found.candidates[0]
    # A bare term lifts its own entry high above what else has to do with it, and is no measure for that.
    least = weights.worth_reading * (best.score - weights.bare * best.signs.bare)
    worth_reading = [candidate for candidate in found.candidates if candidate.score >= least]
    rulings = tuple(islice(_rulings(worth_reading, found.question, lang, store), limit))
    return Answer(text, lang, terms, rulings, _read_next(rulings, lang, store), (), mended, doubts)


def ranked(text: str, scope: Scope, lang: str, shelves: Shelves) -> Ranked:
    """Rank the statements in the question's own language, where it has words for the rules, and in the answer's."""
    tokens = tokens_of(text, scope)
    game_was_given = scope.game is not None
    # Where the game is chosen, the names of all the others are none of the question's business.
    named = NamedGame() if game_was_given else named_game(tokens, scope.store)
    scope = scope._replace(game=scope.game or named.id)
    terms = link_terms(text, tokens, scope)
    tokens = without(tokens, named.positions.difference(*(term.positions for term in terms)))
    asked = Asked(tuple(tokens), tuple(terms), scope, game_was_given)

    def scores(code: str, keys: list[Key]) -> dict[tuple[Key, int], float]:
        there = scope._replace(lang=code)
        meant = understood(asked, there, shelves.open(code), shelves.weights)
        return {(c.key, c.n): c.score for c in of_entries(keys, meant, there, shelves.weights)}

    searched = scope if scope.lang in scope.store.spoken() else scope._replace(lang=lang)
    sound = sound_of(tokens, scope) if searched is scope else Sound()
    own, question = _ranked_in(searched, asked, shelves, sound)
    found = brought_to(lang, own[:_CANDIDATES], {concept for _, concept in question.named}, scope.store, scores)
    found = _own_edition_first(found, lang, shelves.weights)
    if searched.lang != lang:
        there, _ = _ranked_in(scope._replace(lang=lang), asked, shelves, Sound())
        found = merged(found, there, question.named, shelves.weights)
    return Ranked(asked, question, found, sound.likely)


def _own_edition_first(found: Sequence[Candidate], lang: str, weights: Weights) -> list[Candidate]:
    """Return the candidates in their order, what the reader's edition lacks with a smaller score."""
    lowered = [c if c.lang == lang else c._replace(score=c.score * weights.lacking) for c in found]
    return sorted(lowered, key=lambda candidate: (-candidate.score, candidate.key, candidate.n))


def _ranked_in(searched: Scope, asked: Asked, shelves: Shelves, sound: Sound) -> tuple[list[Candidate], Question]:
    store, weights = searched.store, shelves.weights
    shelf = shelves.open(searched.lang)
    question = understood(asked, searched, shelf, weights)
    hits = shelf.search(question.query, searched.game, _CANDIDATES, exact=False) if asked.tokens else []
    best = max((hit.score for hit in hits), default=1.0) or 1.0
    lead = Lead({hit.address: hit.score / best for hit in hits}, sound.entries)
    found, readings = candidates(lead, question, searched, weights)
    found = spread(found, store.graph(searched.lang), weights)
    if searched.game is None:
        found = by_likely_game(found, store.sizes(searched.lang), weights)
    found = chosen(found, question, readings, weights)
    found = sorted(found, key=lambda candidate: (-candidate.score, candidate.key, candidate.n))
    return with_named(found, question, weights), question


def _rulings(best: Sequence[Candidate], question: Question, lang: str, store: Store) -> Iterator[Ruling]:
    """Yield the statements, best first, each once: what was shown below its rule is not shown again."""
    chains = Chains(question.named, store.graph(lang))
    said: set[tuple[str, int | None]] = set()
    for candidate in best:
        entry = store.entry(candidate.lang, *candidate.key)
        statement = entry.statement(candidate.n) if entry else None
        if entry is None or statement is None:
            continue
        statement = _said_in_answer(entry, statement)
        if (entry.name, statement.n) in said:
            continue
        via = chains.to(*candidate.key)
        items = tuple(_items(entry, statement))
        said.update((entry.name, shown.n) for shown in (statement, *items))
        yield Ruling(entry, statement, round(candidate.score, 3), via, candidate.signs, items, _under(entry, statement))


def _items(entry: Entry, statement: Statement) -> list[Statement]:
    """Return the list that a statement introduces, or the few special cases of a rule.

    Without them, "in each of these cases:" says nothing, and a rule is told without its exceptions.
    """
    below: list[Statement] = []
    for later in entry.statements[entry.statements.index(statement) + 1 :]:
        if later.depth <= statement.depth or later.kind not in (StatementKind.ITEM, StatementKind.STEP):
            break
        if later.depth == statement.depth + 1:
            below.append(later)
    if statement.text.rstrip().endswith(":"):
        return below
    # Below its definition an entry lists its rules, each of which speaks for itself.
    return below if len(below) <= _MOST_CASES and statement is not entry.statements[0] else []


def _under(entry: Entry, statement: Statement) -> Statement | None:
    """Return the rule that a special case belongs to, or the sentence that introduces a list."""
    if statement.kind not in (StatementKind.ITEM, StatementKind.STEP):
        return None
    before = entry.statements[: entry.statements.index(statement)]
    above = next((earlier for earlier in reversed(before) if earlier.depth < statement.depth), None)
    if above is None or above.kind not in (StatementKind.PARAGRAPH, StatementKind.ITEM, StatementKind.STEP):
        return None
    # Below its definition an entry lists its rules, each of which speaks for itself.
    is_definition = above is entry.statements[0] and not above.text.rstrip().endswith(":")
    return None if is_definition else above


def _said_in_answer(entry: Entry, statement: Statement) -> Statement:
    """Return the answer that follows a card's question; any other statement as it is."""
    if statement.kind is not StatementKind.QUESTION:
        return statement
    after = entry.statements[entry.statements.index(statement) + 1 :]
    return next((later for later in after if later.kind is StatementKind.ANSWER), statement)


def _read_next(rulings: Sequence[Ruling], lang: str, store: Store) -> tuple[str, ...]:
    graph = store.graph(lang)
    shown = {ruling.entry.name for ruling in rulings}
    near = [
        edge.target for name in dict.fromkeys(r.entry.name for r in rulings[:3]) for edge in graph.links(name, SEE_ALSO)
    ]
    return tuple(dict.fromkeys(name for name in near if name not in shown))[:_READ_NEXT]
