"""Words -> the entries that hold them: names first, then texts; exact before inflected before misspelt."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.answering.lookup import EXACT, INFLECTED, TYPO, find
from compendium_cli.answering.terms import tokens_of
from compendium_cli.languages import folded_words, words_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from compendium_cli.answering.scope import Scope
    from compendium_cli.answering.terms import Token
    from compendium_cli.index import LanguageIndex
    from compendium_cli.model import Entry, Statement

_SNIPPET = 160
#: A name that was searched for stands before any text; the three kinds of match keep their order.
_NAME_SCORE = {EXACT: 1000.0, "english": 900.0, "translation": 850.0, INFLECTED: 800.0, TYPO: 700.0}
_CANDIDATES = 5


class SearchHit(NamedTuple):
    """An entry that was found, with the statement that shows why."""

    entry: Entry
    statement: Statement | None
    snippet: str
    score: float
    how: str


def search(query: str, scope: Scope, index: LanguageIndex, limit: int) -> list[SearchHit]:
    """Return the entries of one language that a query finds, best first, each once."""
    tokens = tokens_of(query, scope)
    found: dict[str, SearchHit] = {}
    for hit in (*_named(query, scope), *_in_texts(tokens, scope, index, limit * _CANDIDATES)):
        found.setdefault(hit.entry.name, hit)
        if len(found) == limit:
            break
    return list(found.values())


def _named(query: str, scope: Scope) -> Iterator[SearchHit]:
    for match in find(query, scope.store, scope.lang, scope.game):
        entry = scope.store.entry(scope.lang, match.game, match.concept)
        if entry is not None:
            first = entry.statements[0] if entry.statements else None
            snippet = _snippet(first.text, set()) if first else ""
            yield SearchHit(entry, first, snippet, _NAME_SCORE[match.how], match.how)


def _in_texts(tokens: list[Token], scope: Scope, index: LanguageIndex, most: int) -> Iterator[SearchHit]:
    words = [token.as_query() for token in tokens if token.is_content] or [token.as_query() for token in tokens]
    if not words:
        return
    for hit in index.search(words, scope.game, most):
        entry = scope.store.entry(scope.lang, hit.address.game, hit.address.concept)
        statement = entry.statement(hit.address.statement) if entry else None
        if entry is not None and statement is not None:
            folded = set(folded_words(statement.text))
            exact = any(token.folded in folded for token in tokens if token.is_content and not token.is_mended)
            how = EXACT if exact else TYPO if any(token.is_mended for token in tokens) else INFLECTED
            snippet = _snippet(statement.text, {token.folded for token in tokens if token.is_content})
            yield SearchHit(entry, statement, snippet, hit.score, how)


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
