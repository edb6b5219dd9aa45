"""Words -> the entries that hold them: names first, then texts; exact before inflected before misspelt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from compendium_cli.answering.lookup import EXACT, INFLECTED, TYPO, find
from compendium_cli.answering.terms import tokens_of
from compendium_cli.languages import words_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from compendium_cli.answering.terms import Token
    from compendium_cli.index import LanguageIndex
    from compendium_cli.model import Entry, Statement
    from compendium_cli.store import Store

_SNIPPET = 160
#: A name that was searched for stands before any text; the three kinds of match keep their order.
_NAME_SCORE = {EXACT: 1000.0, "english": 900.0, "translation": 850.0, INFLECTED: 800.0, TYPO: 700.0}
_CANDIDATES = 5


@dataclass(frozen=True, slots=True)
class SearchHit:
    """An entry that was found, with the statement that shows why."""

    entry: Entry
    statement: Statement | None
    snippet: str
    score: float
    how: str


def search(query: str, *, lang: str, store: Store, index: LanguageIndex, game: str | None, limit: int) -> list[SearchHit]:
    """Return the entries of one language that a query finds, best first, each once."""
    tokens = tokens_of(query, lang, store)
    found: dict[str, SearchHit] = {}
    for hit in (*_named(query, lang, store, game), *_in_texts(tokens, lang, store, index, game, limit * _CANDIDATES)):
        found.setdefault(hit.entry.name, hit)
        if len(found) == limit:
            break
    return list(found.values())


def _named(query: str, lang: str, store: Store, game: str | None) -> Iterator[SearchHit]:
    for match in find(query, store, lang, game):
        entry = store.entry(lang, match.game, match.concept)
        if entry is not None:
            first = entry.statements[0] if entry.statements else None
            yield SearchHit(entry, first, _snippet(first.text if first else "", set()), _NAME_SCORE[match.how], match.how)


def _in_texts(
    tokens: list[Token], lang: str, store: Store, index: LanguageIndex, game: str | None, most: int
) -> Iterator[SearchHit]:
    words = [token.as_query() for token in tokens if token.is_content] or [token.as_query() for token in tokens]
    if not words:
        return
    for hit in index.search(words, game, most):
        entry = store.entry(lang, hit.address.game, hit.address.concept)
        statement = entry.statement(hit.address.statement) if entry else None
        if entry is not None and statement is not None:
            folded = {word.folded for word in words_of(statement.text)}
            exact = any(token.folded in folded for token in tokens if token.is_content and not token.is_mended)
            how = EXACT if exact else TYPO if any(token.is_mended for token in tokens) else INFLECTED
            yield SearchHit(entry, statement, _snippet(statement.text, {token.folded for token in tokens}), hit.score, how)


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
