"""Candidates -> rulings: the statements that decide a question, in order, with the chain that leads to them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from compendium_cli.answering.terms import Term, Token, link_terms, tokens_of
from compendium_cli.languages import LANGUAGES
from compendium_cli.model import StatementKind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from compendium_cli.index import Hit, LanguageIndex, QueryWord
    from compendium_cli.model import Entry, Statement
    from compendium_cli.store import Store

# What each sign is worth. The full-text score is relative to the best hit; all others are shares between 0 and 1.
_FULL_TEXT = 1.0
_ASKED = 1.4
_NAMED = 0.8
_MENTIONED = 0.5
_COVERED = 0.8
#: Below this share of the question's weight, a statement is about something else.
_DECIDES = 0.34
#: A statement this much worse than the best adds noise, not an answer.
_WORTH_READING = 0.4
_BARE_TERM = 10.0
_CANDIDATES = 60
_LONGEST_CHAIN = 4
_READ_NEXT = 5
_FACTORS = {StatementKind.EXAMPLE: 0.8, StatementKind.NOTE: 0.85, StatementKind.NEWER: 0.95}


@dataclass(frozen=True, slots=True)
class Ruling:
    """A statement that decides the question."""

    entry: Entry
    statement: Statement
    score: float
    via: tuple[str, ...]
    """The chain of entries from a term of the question to this one."""


@dataclass(frozen=True, slots=True)
class Answer:
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


@dataclass(frozen=True, slots=True)
class _Question:
    """The question as the ranking sees it."""

    words: tuple[_AskedWord, ...]
    weights: dict[str, float]
    """Rarity of each normalised word."""
    total: float
    named: dict[tuple[str, str], float]
    """Concepts that the question names, with their share of its weight."""
    only: tuple[str, str] | None
    """The concept that the question names and says nothing else about."""


@dataclass(frozen=True, slots=True)
class _AskedWord:
    """A word of the question that says something."""

    norms: tuple[str, ...]
    weight: float
    names: frozenset[tuple[str, str]]
    """Concepts that it names, alone or with its neighbours."""


def answer(
    question: str,
    *,
    asked_in: str,
    lang: str,
    store: Store,
    index: Callable[[str], LanguageIndex],
    game: str | None,
    limit: int,
) -> Answer:
    """Answer a question asked in one language with the texts of one, the same or another."""
    tokens = tokens_of(question, asked_in, store)
    terms = link_terms(question, tokens, asked_in, store, game)
    searched = asked_in if asked_in in store.languages() else lang
    shelf = index(searched)
    asked = _weighed(tokens, terms, shelf)
    hits = shelf.search(_query(tokens, terms, searched, asked_in, store), game, _CANDIDATES) if tokens else []
    ranked = _ranked(hits, asked, searched, store, game)
    if searched != lang:
        ranked = _translated(ranked, asked, lang, store)
    mended = tuple((token.typed, token.folded) for token in tokens if token.is_mended)
    deciding = [ruling for ruling in ranked if ruling[0] >= _WORTH_READING * ranked[0][0]] if _decided(ranked) else []
    if not deciding:
        names = tuple(dict.fromkeys(entry.name for _, entry, _, _ in ranked))[:_READ_NEXT]
        return Answer(question, lang, tuple(terms), (), (), names, mended)
    best = deciding[:limit]
    chains = _chains([entry for _, entry, _, _ in best], asked, lang, store)
    rulings = tuple(Ruling(entry, said, round(score, 3), chains[entry.name]) for score, entry, said, _ in best)
    return Answer(question, lang, tuple(terms), rulings, _read_next(rulings, lang, store), (), mended)


_Ranked = tuple[float, "Entry", "Statement", float]
"""Score, entry, statement, share of the question's weight that the statement covers."""


def _weighed(tokens: list[Token], terms: list[Term], shelf: LanguageIndex) -> _Question:
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
    for term in terms:
        share = sum(words[position].weight for position in term.positions if position in words) / total
        for match in term.matches:
            key = match.game, match.concept
            named[key] = named.get(key, 0.0) + share / len(term.matches) ** 0.5
    only = next(iter(named)) if len(named) == 1 and terms[0].positions >= words.keys() else None
    weights = {norm: word.weight for word in words.values() for norm in word.norms}
    return _Question(tuple(words.values()), weights, total, named, only)


def _query(tokens: list[Token], terms: list[Term], searched: str, asked_in: str, store: Store) -> list[QueryWord]:
    words = [token.as_query() for token in tokens if token.is_content] or [token.as_query() for token in tokens]
    if searched != asked_in:  # no text in the question's language: look for the titles of what it names
        for term in terms:
            for match in term.matches:
                title = store.titles(match.game, match.concept).get(searched, "")
                words += [token.as_query() for token in tokens_of(title, searched, store) if token.is_content]
    return words


def _ranked(hits: Sequence[Hit], asked: _Question, lang: str, store: Store, game: str | None) -> list[_Ranked]:
    best = max((hit.score for hit in hits), default=1.0) or 1.0
    full_text = {(hit.address.game, hit.address.concept, hit.address.statement): hit.score / best for hit in hits}
    names = dict.fromkeys([(hit.address.game, hit.address.concept) for hit in hits])
    names |= dict.fromkeys(key for key in asked.named if game in (None, key[0]))
    ranked: dict[tuple[str, int | None], _Ranked] = {}
    for game_id, concept in names:
        entry = store.entry(lang, game_id, concept)
        if entry is None:
            continue
        if entry.redirects_to and (target := store.entry(lang, game_id, entry.redirects_to)):
            entry = target
        about = _about(entry, lang, store)
        for statement in entry.statements:
            found = full_text.get((game_id, entry.concept, statement.n or 0), 0.0)
            if found or (game_id, concept) in asked.named:
                score, covered = _score(statement, entry, about, found, asked, lang, store)
                said = _said_in_answer(entry, statement)
                key = entry.name, said.n
                if key not in ranked or ranked[key][0] < score:
                    ranked[key] = (score, entry, said, covered)
    return sorted(ranked.values(), key=lambda item: -item[0])


def _score(
    statement: Statement, entry: Entry, about: set[str], found: float, asked: _Question, lang: str, store: Store
) -> tuple[float, float]:
    phrases = [_norms(phrase, lang, store) for phrase in statement.asked]
    if statement.kind is StatementKind.QUESTION:
        phrases.append(_norms(statement.text, lang, store))
    said = about.union(_norms(statement.text, lang, store), *phrases)
    mentions = {(entry.game, ref.target) for ref in entry.references if ref.statement == statement.n}
    concerns = {*mentions, (entry.game, entry.concept)}
    covered = sum(word.weight for word in asked.words if not said.isdisjoint(word.norms) or not concerns.isdisjoint(word.names))
    mentioned = sum(share for concept, share in asked.named.items() if concept in mentions)
    score = (
        _FULL_TEXT * found
        + _ASKED * max((_likeness(phrase, asked) for phrase in phrases), default=0.0)
        + _NAMED * min(asked.named.get((entry.game, entry.concept), 0.0), 1.0)
        + _MENTIONED * min(mentioned, 1.0)
        + _COVERED * covered / asked.total
    )
    if (entry.game, entry.concept) == asked.only:  # a bare term asks what it is: its entry, from the beginning
        score = _BARE_TERM - entry.statements.index(statement) / len(entry.statements)
    return score * _FACTORS.get(statement.kind, 1.0), covered / asked.total


def _about(entry: Entry, lang: str, store: Store) -> set[str]:
    return set().union(*(_norms(name, lang, store) for name in (entry.title, *entry.aliases)))


def _norms(text: str, lang: str, store: Store) -> set[str]:
    return {norm for word in LANGUAGES[lang].content_words(text) for norm in store.norms(lang, word.folded)}


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


def _decided(ranked: Sequence[_Ranked]) -> bool:
    return any(covered >= _DECIDES for _, _, _, covered in ranked[:3])


def _translated(ranked: Sequence[_Ranked], asked: _Question, lang: str, store: Store) -> list[_Ranked]:
    """Return the same rules in another language: the same entries, and in each the statement about the same concepts."""
    found: dict[tuple[str, int | None], _Ranked] = {}
    for score, entry, statement, covered in ranked:
        other = store.entry(lang, entry.game, entry.concept)
        if other is None or not other.statements:
            continue
        wanted = {ref.target for ref in entry.references if ref.statement == statement.n} | {
            concept for game, concept in asked.named if game == entry.game
        }
        place = entry.statements.index(statement) / len(entry.statements)

        def fit(n: int, other: Entry = other, wanted: set[str | None] = wanted, place: float = place) -> float:
            mentions = {ref.target for ref in other.references if ref.statement == other.statements[n].n}
            return len(wanted & mentions) - abs(n / len(other.statements) - place)

        said = other.statements[max(range(len(other.statements)), key=fit)]
        key = other.name, said.n
        if key not in found:
            found[key] = (score, other, said, covered)
    return list(found.values())


def _chains(entries: Iterable[Entry], asked: _Question, lang: str, store: Store) -> dict[str, tuple[str, ...]]:
    """Return, per entry, the shortest chain from an entry that the question names."""
    graph = store.graph(lang)
    starts = [f"{game}/{concept}" for (game, concept), _ in sorted(asked.named.items(), key=lambda item: -item[1])]
    chains: dict[str, tuple[str, ...]] = {}
    for entry in entries:
        if entry.name in chains:
            continue
        paths = [
            [step.entry for step in graph.path(start, entry.name, most=_LONGEST_CHAIN)]
            for start in starts
            if start != entry.name and start.partition("/")[0] == entry.game
        ]
        known = sorted((path for path in paths if path), key=len)
        chains[entry.name] = tuple(known[0]) if known and entry.name not in starts else (entry.name,)
    return chains


def _read_next(rulings: Sequence[Ruling], lang: str, store: Store) -> tuple[str, ...]:
    graph = store.graph(lang)
    shown = {ruling.entry.name for ruling in rulings}
    near = [edge.target for name in dict.fromkeys(r.entry.name for r in rulings[:3]) for edge in graph.links(name, "see-also")]
    return tuple(dict.fromkeys(name for name in near if name not in shown))[:_READ_NEXT]
