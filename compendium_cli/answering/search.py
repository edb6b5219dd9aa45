"""Search: the same retrieval and ranking as for a question, one line per entry; what is called so comes first."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.answering.pipeline import ranked
from compendium_cli.languages import folded_words, words_of
from compendium_cli.resolving import EXACT, INFLECTED, TYPO, resolve

if TYPE_CHECKING:
    from collections.abc import Iterator

    from compendium_cli.answering.analysis import Question
    from compendium_cli.answering.pipeline import Library
    from compendium_cli.model import Entry, Statement

_SNIPPET = 160


class SearchHit(NamedTuple):
    """An entry that was found, with the statement that shows why."""

    entry: Entry
    statement: Statement | None
    snippet: str
    score: float
    how: str


def search(  # noqa: PLR0913, PLR0917 - what is asked, where to look, and for whom
    query: str, library: Library, asked_in: str, lang: str, game: str | None, limit: int
) -> list[SearchHit]:
    """Return entries, best first: pinned by their name, then by rank."""
    found = ranked(query, library, asked_in, lang, game, limit)
    pinned = {match.entry: match.how for match in resolve(query, library.store, lang, found.question.game)}
    hits: dict[str, SearchHit] = {}
    for candidate in found.candidates:
        entry = library.store.entry(candidate.lang, *candidate.key)
        statement = entry.statement(candidate.n) if entry else None
        if entry is None or statement is None or entry.name in hits:
            continue
        if entry.name in pinned:
            statement = entry.statements[0]
        snippet = _snippet(statement.text, {token.folded for token in found.question.tokens})
        how = pinned.get(entry.name) or _how(found.question, statement)
        hits[entry.name] = SearchHit(entry, statement, snippet, round(candidate.score, 3), how)
    for hit in _called_so(pinned, hits, library, lang):
        hits[hit.entry.name] = hit
    order = sorted(hits.values(), key=lambda hit: hit.entry.name not in pinned)
    return order[:limit]


def _called_so(pinned: dict[str, str], hits: dict[str, SearchHit], library: Library, lang: str) -> Iterator[SearchHit]:
    """Yield the entries that are called like the query and that no term of it leads to."""
    for name, how in pinned.items():
        game, _, concept = name.partition("/")
        store = library.store
        code = lang if store.has(lang, game, concept) else next(iter(store.titles(game, concept)), lang)
        entry = store.entry(code, game, concept)
        if entry is not None and name not in hits:
            first = entry.statements[0] if entry.statements else None
            yield SearchHit(entry, first, _snippet(first.text, set()) if first else "", 0.0, how)


def _how(question: Question, statement: Statement) -> str:
    """Tell how the words of a query stand in a statement."""
    written = set(folded_words(statement.text))
    content = [token for token in question.tokens if not token.is_small]
    if any(token.folded in written and not token.is_corrected for token in content):
        return EXACT
    return TYPO if any(token.is_corrected for token in content) else INFLECTED


def _snippet(text: str, wanted: set[str]) -> str:
    """Return a part of the text around the first word that was searched for."""
    if len(text) <= _SNIPPET:
        return text
    first = next((word.start for word in words_of(text) if word.folded in wanted), 0)
    begin = max(0, min(first - _SNIPPET // 3, len(text) - _SNIPPET))
    begin = text.find(" ", begin) + 1 if begin else 0
    end = begin + _SNIPPET
    if end < len(text):
        end = text.rfind(" ", begin, end)
    return ("… " if begin else "") + text[begin:end] + (" …" if end < len(text) else "")
