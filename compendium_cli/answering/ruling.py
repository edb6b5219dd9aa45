"""Candidates -> rulings: the statements that decide a question, in order, with the chain that leads to them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.answering.terms import Term, Token, link_terms, tokens_of
from compendium_cli.languages import LANGUAGES
from compendium_cli.model import StatementKind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from compendium_cli.answering.scope import Scope
    from compendium_cli.graph import Graph
    from compendium_cli.index import Hit, LanguageIndex, QueryWord
    from compendium_cli.model import Entry, Statement
    from compendium_cli.store import Store
    from compendium_cli.wording import StatementWords

# What each sign is worth. The full-text score is relative to the best hit; all others are shares between 0 and 1.
_FULL_TEXT = 0.9
_ASKED = 2.0
_NAMED = 0.8
_MENTIONED = 0.5
_COVERED = 1.2
#: Where a question names no concept: below this share of its weight, a statement is about something else.
_DECIDES = 0.34
#: A statement this much worse than the best adds noise, not an answer.
_WORTH_READING = 0.4
_BARE_TERM = 10.0
_CANDIDATES = 60
_LONGEST_CHAIN = 3
_READ_NEXT = 5
_FACTORS = {StatementKind.EXAMPLE: 0.8, StatementKind.NOTE: 0.85, StatementKind.NEWER: 0.9}


class Ruling(NamedTuple):
    """A statement that decides the question."""

    entry: Entry
    statement: Statement
    score: float
    via: tuple[str, ...]
    """The chain of entries from a term of the question to this one."""


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


class _Question(NamedTuple):
    """The question as the ranking sees it."""

    words: tuple[_AskedWord, ...]
    weights: dict[str, float]
    """Rarity of each normalised word."""
    total: float
    named: dict[tuple[str, str], float]
    """Concepts that the question names, with their share of its weight."""
    names: dict[tuple[str, str], frozenset[str]]
    """The normalised words that name each of them."""
    only: tuple[str, str] | None
    """The concept that the question names and says nothing else about."""


class _AskedWord(NamedTuple):
    """A word of the question that says something."""

    norms: tuple[str, ...]
    weight: float
    names: frozenset[tuple[str, str]]
    """Concepts that it names, alone or with its neighbours."""


class _Candidate(NamedTuple):
    """A statement that may decide the question."""

    score: float
    entry: Entry
    statement: Statement
    covered: float
    """Share of the question's weight that the statement covers."""


def answer(question: str, scope: Scope, lang: str, index: Callable[[str], LanguageIndex], limit: int) -> Answer:
    """Answer a question asked in the language of the scope with the texts of a language, the same or another."""
    store = scope.store
    tokens = tokens_of(question, scope)
    terms = link_terms(question, tokens, scope)
    searched = scope if scope.lang in store.languages() else scope._replace(lang=lang)
    shelf = index(searched.lang)
    asked = _weighed(tokens, terms, shelf, scope.lang)
    hits = shelf.search(_query(tokens, terms, searched, scope), scope.game, _CANDIDATES) if tokens else []
    ranked = _ranked(hits, asked, searched)
    if searched.lang != lang:
        ranked = _translated(ranked, asked, lang, store)
    mended = tuple((token.typed, token.folded) for token in tokens if token.is_mended)
    if not ranked or not (asked.named or any(candidate.covered >= _DECIDES for candidate in ranked[:3])):
        names = tuple(dict.fromkeys(candidate.entry.name for candidate in ranked))[:_READ_NEXT]
        return Answer(question, lang, tuple(terms), (), (), names, mended)
    best = [candidate for candidate in ranked if candidate.score >= _WORTH_READING * ranked[0].score][:limit]
    chains = _chains([candidate.entry for candidate in best], asked, lang, store)
    rulings = tuple(Ruling(c.entry, c.statement, round(c.score, 3), chains[c.entry.name]) for c in best)
    return Answer(question, lang, tuple(terms), rulings, _read_next(rulings, lang, store), (), mended)


def _weighed(tokens: list[Token], terms: list[Term], shelf: LanguageIndex, lang: str) -> _Question:
    names: dict[int, frozenset[tuple[str, str]]] = {}
    for term in terms:
        meant = frozenset((match.game, match.concept) for match in term.matches)
        names |= dict.fromkeys(term.positions, meant)
    words = {
        position: _AskedWord(token.norms, shelf.rarity(token.norms), names.get(position, frozenset()))
        for position, token in enumerate(tokens)
        if token.is_content
    }
    total = sum(word.weight for word in words.values()) or 1.0
    named: dict[tuple[str, str], float] = {}
    naming: dict[tuple[str, str], frozenset[str]] = {}
    for term in terms:
        spoken = [words[position] for position in term.positions if position in words]
        share = sum(word.weight for word in spoken) / total
        for match in term.matches:
            key = match.game, match.concept
            naming[key] = frozenset(norm for word in spoken for norm in word.norms[:1])
            named[key] = named.get(key, 0.0) + share / len(term.matches) ** 0.5
    small = LANGUAGES[lang].definition_words
    others = [token for position, token in enumerate(tokens) if position not in names and token.folded not in small]
    only = next(iter(named)) if len(named) == 1 and not others else None
    weights = {norm: word.weight for word in words.values() for norm in word.norms}
    return _Question(tuple(words.values()), weights, total, named, naming, only)


def _query(tokens: list[Token], terms: list[Term], searched: Scope, asked_in: Scope) -> list[QueryWord]:
    words = [token.as_query() for token in tokens if token.is_content] or [token.as_query() for token in tokens]
    if searched.lang != asked_in.lang:  # no text in the question's language: look for the titles of what it names
        for term in terms:
            for match in term.matches:
                title = searched.store.titles(match.game, match.concept).get(searched.lang, "")
                words += [token.as_query() for token in tokens_of(title, searched) if token.is_content]
    return words


def _ranked(hits: Sequence[Hit], asked: _Question, scope: Scope) -> list[_Candidate]:
    best = max((hit.score for hit in hits), default=1.0) or 1.0
    full_text = {(hit.address.game, hit.address.concept, hit.address.statement): hit.score / best for hit in hits}
    names = dict.fromkeys([(hit.address.game, hit.address.concept) for hit in hits])
    names |= dict.fromkeys(key for key in asked.named if scope.has(key[0]))
    ranked: dict[tuple[str, int | None], _Candidate] = {}
    for game, concept in names:
        entry = scope.store.entry(scope.lang, game, concept)
        if entry and entry.redirects_to:
            entry = scope.store.entry(scope.lang, game, entry.redirects_to)
        if entry is None:
            continue
        wording = scope.store.wording(scope.lang, game, entry.concept)
        about = {*wording.title, *wording.aliases}
        for statement in entry.statements:
            found = full_text.get((game, entry.concept, statement.n or 0), 0.0)
            if statement.n is not None and (found or (game, concept) in asked.named):
                words = _Words.of(wording.statements[statement.n], about)
                candidate = _scored(statement, entry, found, asked, words)
                key = entry.name, candidate.statement.n
                if key not in ranked or ranked[key].score < candidate.score:
                    ranked[key] = candidate
    return sorted(ranked.values(), key=lambda candidate: -candidate.score)


class _Words(NamedTuple):
    """The normalised words that lead to a statement."""

    text: set[str]
    phrases: list[set[str]]
    """What players ask for it with, phrase by phrase."""
    everything: set[str]
    """These, its text, and the names of its entry."""

    @classmethod
    def of(cls, words: StatementWords, about: set[str]) -> _Words:
        """Collect the words of a statement."""
        text = set(words.text)
        phrases = [set(phrase) for phrase in words.phrases]
        return cls(text, phrases, about.union(text, *phrases))


def _scored(statement: Statement, entry: Entry, found: float, asked: _Question, words: _Words) -> _Candidate:
    mentions = {(entry.game, ref.target) for ref in entry.references if ref.statement == statement.n}
    mentions |= {concept for concept, norms in asked.names.items() if norms <= words.text}
    own = (entry.game, entry.concept)
    concerns = {*mentions, own}
    covered = sum(
        word.weight
        for word in asked.words
        if not words.everything.isdisjoint(word.norms) or not concerns.isdisjoint(word.names)
    )
    mentioned = sum(share for concept, share in asked.named.items() if concept in mentions and concept != own)
    score = (
        _FULL_TEXT * found
        + _ASKED * max((_likeness(phrase, asked) for phrase in words.phrases), default=0.0)
        + _NAMED * min(asked.named.get(own, 0.0), 1.0)
        + _MENTIONED * min(mentioned, 1.0)
        + _COVERED * covered / asked.total
    ) * _FACTORS.get(statement.kind, 1.0)
    if own == asked.only:  # a bare term asks what it is: its entry, from the beginning
        score = _BARE_TERM - entry.statements.index(statement) / len(entry.statements)
    return _Candidate(score, entry, _said_in_answer(entry, statement), covered / asked.total)


def _likeness(phrase: set[str], asked: _Question) -> float:
    """Return how far a player's phrasing and the question say the same, by weight."""
    common = sum(weight for norm, weight in asked.weights.items() if norm in phrase)
    # A phrase's other words count too, or a long phrase would be like every question.
    others = sum(0.5 for norm in phrase if norm not in asked.weights)
    return common / (asked.total + others) if common else 0.0


def _said_in_answer(entry: Entry, statement: Statement) -> Statement:
    """Return the answer that follows a card's question; any other statement as it is."""
    if statement.kind is not StatementKind.QUESTION:
        return statement
    after = entry.statements[entry.statements.index(statement) + 1 :]
    return next((later for later in after if later.kind is StatementKind.ANSWER), statement)


def _translated(ranked: Sequence[_Candidate], asked: _Question, lang: str, store: Store) -> list[_Candidate]:
    """Return the same rules in another language: in each entry, the statement about the same concepts."""
    found: dict[tuple[str, int | None], _Candidate] = {}
    for candidate in ranked:
        other = store.entry(lang, candidate.entry.game, candidate.entry.concept)
        if other is not None and other.statements:
            said = _counterpart(candidate, other, {concept for _, concept in asked.named})
            found.setdefault((other.name, said.n), candidate._replace(entry=other, statement=said))
    return list(found.values())


def _counterpart(candidate: _Candidate, other: Entry, named: set[str]) -> Statement:
    """Return the statement of another language's entry that links the same concepts at about the same place."""
    entry, statement = candidate.entry, candidate.statement
    wanted = named.union(ref.target for ref in entry.references if ref.statement == statement.n and ref.target)
    place = entry.statements.index(statement) / len(entry.statements)

    def fit(position: int) -> float:
        mentions = {ref.target for ref in other.references if ref.statement == other.statements[position].n}
        return len(wanted & mentions) - abs(position / len(other.statements) - place)

    return other.statements[max(range(len(other.statements)), key=fit)]


def _chains(entries: Iterable[Entry], asked: _Question, lang: str, store: Store) -> dict[str, tuple[str, ...]]:
    """Return, per entry, the shortest chain from an entry that the question names."""
    graph = store.graph(lang)
    starts = [f"{game}/{concept}" for (game, concept), _ in sorted(asked.named.items(), key=lambda item: -item[1])]
    chains: dict[str, tuple[str, ...]] = {name: (name,) for name in starts}
    for entry in entries:
        if entry.name in chains:
            continue
        near = [start for start in starts if start.partition("/")[0] == entry.game]
        chains[entry.name] = _chain(near, entry.name, graph)
    return chains


def _chain(starts: Sequence[str], goal: str, graph: Graph) -> tuple[str, ...]:
    """Return the shortest chain to an entry: most are one link long, forwards or backwards, and need no search."""
    for start in starts:
        if any(edge.target == goal for edge in graph.links(start)):
            return start, goal
    cited = {edge.target for edge in graph.links(goal)}
    for start in starts:
        if start in cited:
            return start, goal
    paths = [graph.path(start, goal, most=_LONGEST_CHAIN) for start in starts]
    shortest = min((path for path in paths if path), key=len, default=[])
    return tuple(step.entry for step in shortest) or (goal,)


def _read_next(rulings: Sequence[Ruling], lang: str, store: Store) -> tuple[str, ...]:
    graph = store.graph(lang)
    shown = {ruling.entry.name for ruling in rulings}
    near = [
        edge.target
        for name in dict.fromkeys(r.entry.name for r in rulings[:3])
        for edge in graph.links(name, "see-also")
    ]
    return tuple(dict.fromkeys(name for name in near if name not in shown))[:_READ_NEXT]
