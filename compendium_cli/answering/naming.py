"""Name: who types what statements are called, or pastes their link, asks for these and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compendium_cli.answering.abstention import Doubt, Judgement
from compendium_cli.answering.answers import Answer, read_next
from compendium_cli.answering.ranking import Candidate, Features
from compendium_cli.answering.selection import Ruling
from compendium_cli.context import introduces, items_below, question_of, rule_above
from compendium_cli.model import StatementKind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from compendium_cli.fitted import Fitted
    from compendium_cli.model import Entry, Statement
    from compendium_cli.store import Store

#: Nothing speaks for what was asked for by its name.
_NOTHING = Features(*[0.0] * len(Features._fields))


def answer_by_name(  # noqa: PLR0913, PLR0917 - what is named, and what an answer is made of
    text: str, entry: Entry, numbers: Sequence[int], store: Store, fitted: Fitted, limit: int
) -> Answer:
    """Return statements of an entry as the answer to their names; to its own the first settles, the others are near."""
    named = [said for n in numbers if (said := entry.statement(n))]
    rulings = [_ruling(entry, said, settles=True) for said in named]
    if not named:
        whole = entry.statements[-1:] if entry.is_ruling else entry.statements[:limit]
        rulings = [_ruling(entry, said, settles=place == 0) for place, said in enumerate(whole)]
    return Answer(
        question=text,
        asked_in=entry.lang,
        lang=entry.lang,
        terms=(),
        rulings=tuple(rulings),
        via={entry.name: (entry.name,)},
        read_next=read_next(rulings, entry.lang, store),
        nearest=() if rulings else (entry.name,),
        corrections=(),
        judgement=Judgement(decided=bool(rulings), confidence=float(bool(rulings)), doubt=Doubt(), domain=0.0),
        numbers=fitted,
        by_name=True,
        gone=tuple(n for n in numbers if entry.statement(n) is None),
    )


def _ruling(entry: Entry, statement: Statement, *, settles: bool) -> Ruling:
    under = rule_above(entry, statement) or question_of(entry, statement)
    has_list = introduces(statement) or statement.kind is StatementKind.QUESTION
    items = items_below(entry, statement) if has_list else []
    key = (entry.game, entry.concept)
    candidate = Candidate(entry.lang, key, statement.n or 0, _NOTHING, 0.0, 1.0, ())
    return Ruling(entry, statement, under, tuple(items), candidate, probability=1.0, settles=settles)
