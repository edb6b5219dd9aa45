"""What a statement is read with: the rule that it is a case of, the list that it introduces, question and answer.

A statement stands alone, but a case decides less than its rule with it. Answers and quotations ask here, so that what
is shown together in the one is shown together in the other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from compendium_cli.model import StatementKind

if TYPE_CHECKING:
    from collections.abc import Iterable

    from compendium_cli.model import Entry, Statement

LISTED = (StatementKind.ITEM, StatementKind.STEP)
#: What may have cases or a list below it.
RULES = (StatementKind.PARAGRAPH, *LISTED)


def introduces(statement: Statement) -> bool:
    """Tell whether a statement is only the beginning of a list."""
    return statement.text.rstrip().endswith(":")


def items_below(entry: Entry, statement: Statement) -> list[Statement]:
    """Return the items right below a statement; what stands after an example is no case of it."""
    below: list[Statement] = []
    if statement.kind not in RULES:
        return below
    for later in entry.statements[entry.statements.index(statement) + 1 :]:
        if later.depth <= statement.depth or later.kind not in LISTED:
            break
        if later.depth == statement.depth + 1:
            below.append(later)
    return below


def rule_above(entry: Entry, statement: Statement) -> Statement | None:
    """Return the rule that a case belongs to, or the sentence that introduces a list."""
    if statement.kind not in LISTED:
        return None
    before = entry.statements[: entry.statements.index(statement)]
    above = next((earlier for earlier in reversed(before) if earlier.depth < statement.depth), None)
    if above is None or above.kind not in RULES:
        return None
    # Below its definition an entry lists its rules, each of which speaks for itself.
    return None if above is entry.statements[0] and not introduces(above) else above


def question_of(entry: Entry, statement: Statement) -> Statement | None:
    """Return the question that an answer belongs to."""
    if statement.kind is not StatementKind.ANSWER:
        return None
    before = entry.statements[: entry.statements.index(statement)]
    return next((earlier for earlier in reversed(before) if earlier.kind is StatementKind.QUESTION), None)


def answers_to(entry: Entry, statement: Statement) -> list[Statement]:
    """Return the answers to a question."""
    if statement.kind is not StatementKind.QUESTION:
        return []
    answers: list[Statement] = []
    for later in entry.statements[entry.statements.index(statement) + 1 :]:
        if later.kind is not StatementKind.ANSWER:
            break
        answers.append(later)
    return answers


def read_with(entry: Entry, statements: Iterable[Statement]) -> list[Statement]:
    """Return statements of an entry with all that they are read with, in the order of the entry."""
    wanted: set[int] = set()
    for statement in statements:
        around = [statement, *answers_to(entry, statement)]
        around += [above for above in (rule_above(entry, statement), question_of(entry, statement)) if above]
        around += items_below(entry, statement) if introduces(statement) else []
        wanted.update(map(entry.statements.index, around))
    return [entry.statements[place] for place in sorted(wanted)]
