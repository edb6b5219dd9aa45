"""Select: the smallest set of statements that settles the question, the deciding one first.

A rule is shown together with its special cases, a case with its rule, an introduction with its list: one ruling. The
first ruling is the one that most probably holds the deciding statement, the second the one that adds most to it.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import log
from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.context import answers_to, introduces, items_below, question_of, rule_above
from compendium_cli.model import StatementKind
from compendium_cli.passages import Key

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Sequence

    from compendium_cli.answering.analysis import Question
    from compendium_cli.answering.ranking import Candidate
    from compendium_cli.fitted import Choice
    from compendium_cli.model import Entry, Statement
    from compendium_cli.store import Store

#: So many special cases are shown with their rule; more would hide what was asked for.
_MOST_CASES = 3
#: Among so many statements rulings are put together; nobody reads the others.
_READ = 80
#: So many entries come by likelihood, whatever they have in common; nobody reads many more.
_LIKELIEST = 3
#: Stands for a probability that is too small for a number: it has no logarithm.
_LEAST = 1e-300
#: So many rulings may stand beside the first; the answer has to fit the screen of a phone.
_MOST_BESIDE = 2
#: What is at least so likely, beside the first, may as well be what decides.
_AS_WELL = 0.5
#: And a third, even of an entry that the question names, has to be so likely.
_LEAST_OF_THIRD = 0.05
#: Cases are shown with their rule while all of it has at most so many characters; the likeliest always is.
_BRIEF = 700

Address = tuple[str, int]
#: How likely each statement decides: by its language, entry and number.
Chances = Mapping[tuple[str, Key, int], float]


class Ruling(NamedTuple):
    """Statements of an entry that are shown together."""

    entry: Entry
    statement: Statement
    """The one that decides, as far as the ranking can tell."""
    under: Statement | None
    """The rule that it is a case of, the sentence that introduces it, or the question that it answers."""
    items: tuple[Statement, ...]
    """Its special cases, or the list that it introduces."""
    candidate: Candidate
    probability: float
    """That one of these statements decides, of all candidates."""
    settles: bool
    """Whether the question needs it: the first does, others where they bring what it leaves open."""

    @property
    def shown(self) -> tuple[Statement, ...]:
        """All statements, the deciding one first."""
        return (self.statement, *self.items, *((self.under,) if self.under else ()))

    def is_of(self, entry: Entry) -> bool:
        """Tell whether these are statements of an entry; the store may have read it twice meanwhile."""
        return (self.entry.lang, self.entry.name) == (entry.lang, entry.name)


def select(question: Question, ranked: Sequence[Candidate], store: Store, choice: Choice, limit: int) -> list[Ruling]:
    """Return up to ``limit`` rulings, best first, no statement twice.

    After the first, one of an entry that the question names and none before it is of counts ``novelty`` times: who asks
    about an exhausted ally that defends needs what it is to be exhausted, too. Once a few entries are there, the others
    are of new ones, and what the question's words speak for them counts less where they have spoken for one before, by
    ``redundancy``: maximal marginal relevance (Carbonell and Goldstein 1998).
    """
    chances = {(candidate.lang, candidate.key, candidate.n): candidate.probability for candidate in ranked}
    read = [*ranked[:_READ], *_named(question, ranked[_READ:])]
    groups = [group for candidate in read if (group := _group(candidate, chances, store))]
    if question.bare:
        groups = _from_the_beginning(groups, question, ranked, chances, store)
    rulings: list[Ruling] = []
    told: set[Address] = set()
    missing = set() if question.bare else set(question.named)
    explained = (0.0,) * len(question.words)
    entries: set[str] = set()

    def gain(ruling: Ruling) -> float:
        chance = ruling.probability * (choice.novelty if rulings and ruling.candidate.key in missing else 1.0)
        again = sum(map(min, explained, ruling.candidate.by_word)) if len(entries) >= _LIKELIEST else 0.0
        return log(chance or _LEAST) - choice.redundancy * again

    while groups and len(rulings) < limit:
        new = [group for group in groups if group.entry.name not in entries] if len(entries) >= _LIKELIEST else []
        chosen = groups[0] if question.bare and not rulings else max(new or groups, key=gain)
        rulings.append(chosen._replace(settles=_settles(chosen, rulings, question, missing)))
        entries.add(chosen.entry.name)
        missing.discard(chosen.candidate.key)
        told.update(_addresses(chosen))
        explained = tuple(map(max, explained, chosen.candidate.by_word))
        groups = [left for group in groups if (left := _untold(group, chosen.entry, told, chances))]
    return rulings


def _named(question: Question, ranked: Iterable[Candidate]) -> list[Candidate]:
    """Return the best candidate of each entry that the question names."""
    found: dict[Key, Candidate] = {}
    for candidate in ranked:
        if candidate.key in question.named:
            found.setdefault(candidate.key, candidate)
    return list(found.values())


def _settles(ruling: Ruling, before: Sequence[Ruling], question: Question, missing: Container[Key]) -> bool:
    """Tell whether the question needs a ruling after those before it.

    It needs the first, a second that may as well be the one that decides, and up to two that bring what the question
    names and those before leave out. To a bare term belongs what it is, and what it does.
    """
    if not before:
        return True
    if before[0].entry.is_ruling or len(before) > _MOST_BESIDE:  # a ruling comes with all that proves it
        return False
    if question.bare:
        return len(before) == 1 and ruling.is_of(before[0].entry)
    likely = ruling.probability / before[0].probability if before[0].probability else 1.0
    if ruling.candidate.key in missing:
        return len(before) == 1 or likely >= _LEAST_OF_THIRD
    return len(before) == 1 and likely >= _AS_WELL


def _group(candidate: Candidate, chances: Chances, store: Store) -> Ruling | None:
    """Return a statement with what it is shown with."""
    entry = store.entry(candidate.lang, *candidate.key)
    statement = entry.statement(candidate.n) if entry else None
    if entry is None or statement is None:
        return None

    def chance(shown: Statement) -> float:
        return chances.get((candidate.lang, candidate.key, shown.n or 0), 0.0)

    under = rule_above(entry, statement) or question_of(entry, statement)
    below = items_below(entry, statement) or answers_to(entry, statement)
    if not introduces(statement) and statement.kind is not StatementKind.QUESTION:
        # Below its definition an entry lists its rules, each of which speaks for itself.
        cases = [] if statement is entry.statements[0] else sorted(below, key=chance, reverse=True)[:_MOST_CASES]
        room = _BRIEF - len(statement.text) - (len(under.text) if under else 0)
        below = _briefly(below, cases, room)
    ruling = Ruling(entry, statement, under, tuple(below), candidate, 0.0, settles=False)
    return ruling._replace(probability=sum(map(chance, ruling.shown)))


def _briefly(below: Sequence[Statement], cases: Sequence[Statement], room: int) -> list[Statement]:
    """Return the likeliest cases that there is room for, in the order of the entry."""
    kept = list(cases[:1])
    room -= sum(len(case.text) for case in kept)
    for case in cases[1:]:
        room -= len(case.text)
        if room < 0:
            break
        kept.append(case)
    return [case for case in below if case in kept]


def _addresses(ruling: Ruling) -> Iterator[Address]:
    return ((ruling.entry.name, shown.n or 0) for shown in ruling.shown)


def _untold(ruling: Ruling, entry: Entry, told: set[Address], chances: Chances) -> Ruling | None:
    """Return what is left to tell of a ruling after one of an entry was told; nothing if that told its statement."""
    if not ruling.is_of(entry):
        return ruling
    name = entry.name
    if (name, ruling.statement.n or 0) in told:
        return None
    new = [shown for shown in ruling.shown if (name, shown.n or 0) not in told]
    lang, key = ruling.candidate.lang, ruling.candidate.key
    items = tuple(item for item in ruling.items if item in new)
    return ruling._replace(items=items, probability=sum(chances.get((lang, key, shown.n or 0), 0.0) for shown in new))


def _from_the_beginning(
    groups: Sequence[Ruling], question: Question, ranked: Sequence[Candidate], chances: Chances, store: Store
) -> list[Ruling]:
    """Return what a bare term asks for first: what it is, then all the rest by rank.

    A title asks for the entry from its beginning; another name may stand for one rule of a long entry.
    """
    named = next((group for group in groups if group.candidate.key in question.named), None)
    if named is None or question.bare is None:
        return list(groups)
    sources = store.name_sources(*named.candidate.key)
    matches = [match for match in question.bare.matches if (match.game, match.concept) == named.candidate.key]
    if all(sources.get(match.name) == {"alias"} for match in matches):
        first: Ruling | None = named
    else:
        opening = named.entry.statements[0].n
        told = (c for c in ranked if (c.lang, c.key, c.n) == (named.candidate.lang, named.candidate.key, opening))
        first = next((group for candidate in told if (group := _group(candidate, chances, store))), named)
    if first is None:
        return list(groups)
    others = (group for group in groups if not group.is_of(first.entry) or group.statement.n != first.statement.n)
    return [first, *others]
