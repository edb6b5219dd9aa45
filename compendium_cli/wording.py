"""The normalised words of an entry: computed once when a glossary is compiled, read whenever it is ranked."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.languages import LANGUAGES
from compendium_cli.model import StatementKind

if TYPE_CHECKING:
    from collections.abc import Iterable

    from compendium_cli.model import Entry, Statement


class StatementWords(NamedTuple):
    """The words that lead to a statement."""

    text: list[str]
    """What it says."""
    phrases: list[list[str]]
    """What players ask for it with, phrase by phrase; a card's question is in players' words already."""


class Wording(NamedTuple):
    """The normalised content words of an entry, repetitions included."""

    title: list[str]
    aliases: list[str]
    statements: dict[int, StatementWords]


def wording_of(entry: Entry) -> Wording:
    """Return the words of an entry."""
    return Wording(
        title=normalised([entry.title], entry.lang),
        aliases=normalised(entry.aliases, entry.lang),
        statements={s.n: _statement_words(s, entry.lang) for s in entry.statements if s.n is not None},
    )


def _statement_words(statement: Statement, lang: str) -> StatementWords:
    asked = (*statement.asked, statement.text) if statement.kind is StatementKind.QUESTION else statement.asked
    return StatementWords(normalised([statement.text], lang), [normalised([phrase], lang) for phrase in asked])


def normalised(texts: Iterable[str], lang: str) -> list[str]:
    """Return what the content words of some texts may be forms of."""
    language = LANGUAGES[lang]
    norms = language.analyzer.norms
    return [norm for text in texts for word in language.content_words(text) for norm in norms(word.folded)]
