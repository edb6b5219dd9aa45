"""Features: what speaks for a statement, beside what its terms do."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.model import StatementKind

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from compendium_cli.answering.analysis import Question
    from compendium_cli.answering.retrieval import Retrieved
    from compendium_cli.passages import Key
    from compendium_cli.store import Store

_ASIDES = (StatementKind.NOTE, StatementKind.NEWER)


class Features(NamedTuple):
    """In the order of ``fitted.Weights``."""

    words: float
    """How much likelier the question's words are of somebody who has this statement in mind, in nats."""
    ngrams: float
    """The same for its character n-grams."""
    named: float
    """Whether the question names the entry."""
    own: float
    """Whether the reader's language has the text."""
    definition: float
    """Whether it opens an entry that goes on: it says what a thing is and seldom decides a case."""
    special: float
    """Whether it is about a keyword, a status card or an icon that the question does not name."""
    aside: float
    """Whether it is a note, or a change of a newer edition."""


def features_of(
    question: Question, retrieved: Iterable[Retrieved], store: Store, lang: str
) -> Iterator[tuple[Retrieved, Features]]:
    """Yield statements with their features, for a reader of a language."""
    own: dict[Key, float] = {}
    named = {concept for _, concept in question.named}
    for found in retrieved:
        key, entry = found.key, found.entry
        if key not in own:
            own[key] = float(store.has(lang, *key))
        kind = entry.kinds[found.place]
        yield (
            found,
            Features(
                words=found.words,
                ngrams=found.ngrams,
                named=float(key in question.named),
                own=own[key],
                definition=float(found.place == 0 and len(entry.numbers) > 1 and kind == StatementKind.PARAGRAPH),
                special=float(not named.issuperset(entry.special[found.place])),
                aside=float(kind in _ASIDES),
            ),
        )
