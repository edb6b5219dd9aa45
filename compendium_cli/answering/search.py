"""Search: the same retrieval and ranking as for a question, one line per entry; what is called so comes first."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.answering.pipeline import ranked
from compendium_cli.languages import folded_words, words_of
from compendium_cli.resolving import EXACT, INFLECTED, TYPO, resolve

if TYPE_CHECKING:
    from compendium_cli.answering.analysis import Question
    from compendium_cli.answering.pipeline import Library, Request
    from compendium_cli.model import Entry, Statement

_SNIPPET = 160


class SearchHit(NamedTuple):
    """An entry that was found, with the statement that shows why."""

    entry: Entry
    statement: Statement | None
    snippet: str
    score: float
    how: str


def search(request: Request, library: Library) -> list[SearchHit]:
    """Return entries, best first: pinned by their name, then by rank."""
    found = ranked(request, library)
    store = library.store
    called = resolve(request.text, store, request.lang, found.question.game)
    pinned = {store.followed(request.asked_in, match.game, match.concept): match.how for match in called}
    hits: dict[str, SearchHit] = {}
    for candidate in sorted(found.candidates, key=lambda candidate: candidate.key not in pinned):
        entry = store.entry(candidate.lang, *candidate.key)
        statement = entry.statement(candidate.n) if entry else None
        if entry is None or statement is None or entry.name in hits:
            continue
        how = pinned.get(candidate.key)
        if how:
            statement = entry.statements[0]
        snippet = _snippet(statement.text, {token.folded for token in found.question.tokens})
        score = round(candidate.score, 3)
        hits[entry.name] = SearchHit(entry, statement, snippet, score, how or _how(found.question, statement))
    return list(hits.values())[: request.limit]


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
