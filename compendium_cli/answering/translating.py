"""Rules found in one language -> the same rules in the reader's: concepts, not words, cross the border."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from compendium_cli.model import CARDS
from compendium_cli.wording import NAMED

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    from compendium_cli.answering.evidence import Candidate
    from compendium_cli.answering.question import Key
    from compendium_cli.answering.weights import Weights
    from compendium_cli.store import Store
    from compendium_cli.wording import Concordance

#: Scores the statements of some entries of a language by the concepts of the question alone.
Scores = Callable[[str, "list[Key]"], "dict[tuple[Key, int], float]"]


def brought_to(lang: str, found: Sequence[Candidate], named: set[str], store: Store, scores: Scores) -> list[Candidate]:
    """Return candidates as statements of a language; what it lacks, as statements of a language that has it."""
    found = _at_their_texts(found, store)
    homes: dict[Key, str | None] = {}
    for candidate in found:
        if candidate.key not in homes:
            homes[candidate.key] = _home(lang, candidate, store)
    moving: dict[str, dict[Key, None]] = {}
    for candidate in found:
        home = homes[candidate.key]
        if home is not None and (home != candidate.lang or candidate.n == NAMED):
            moving.setdefault(home, {})[candidate.key] = None
    scored = {home: scores(home, list(keys)) for home, keys in moving.items()}
    brought: dict[tuple[Key, int], Candidate] = {}
    for candidate in found:
        home = homes[candidate.key]
        if home is None:
            continue
        n = candidate.n
        if candidate.key in moving.get(home, ()):
            n = _counterpart(candidate, store, home, named, scored[home])
        kind = store.concordance(home, *candidate.key).statements[n].kind
        brought.setdefault((candidate.key, n), candidate._replace(lang=home, n=n, kind=kind))
    return list(brought.values())


def _at_their_texts(found: Sequence[Candidate], store: Store) -> list[Candidate]:
    """Return what players say for rules without a text as the statements that it is said for.

    Its names speak for the statement that most is said for beside them.
    """
    best: dict[Key, Candidate] = {}
    for candidate in found:
        if candidate.n != NAMED and not store.has(candidate.lang, *candidate.key):
            at_text = candidate._replace(lang=next(iter(store.titles(*candidate.key))))
            best.setdefault(candidate.key, at_text)
    placed: dict[tuple[Key, int], Candidate] = {}
    for candidate in found:
        meant = candidate
        if candidate.key in best:
            own = best[candidate.key]
            meant = own._replace(score=candidate.score) if candidate.n == NAMED else candidate._replace(lang=own.lang)
        placed.setdefault((meant.key, meant.n), meant)
    return list(placed.values())


def _home(lang: str, candidate: Candidate, store: Store) -> str | None:
    """Return the language to answer in: the reader's, else the question's own, else any that has the rule's text."""

    def has_text(code: str) -> bool:
        return store.has(code, *candidate.key) and bool(store.concordance(code, *candidate.key).statements)

    if has_text(lang):
        return lang
    if candidate.n != NAMED:
        return candidate.lang
    return next((code for code in store.titles(*candidate.key) if has_text(code)), None)


def _counterpart(
    candidate: Candidate, store: Store, home: str, named: set[str], scores: dict[tuple[Key, int], float]
) -> int:
    """Return the statement that links the same concepts at about the same place, and names most of the question's."""
    mine = store.concordance(candidate.lang, *candidate.key)
    other = store.concordance(home, *candidate.key)
    wanted = named.union(mine.statements[candidate.n].mentions)
    numbers = list(other.statements)
    best = max((scores.get((candidate.key, n), 0.0) for n in numbers), default=0.0) or 1.0

    def fit(position: int) -> float:
        n = numbers[position]
        same = len(wanted.intersection(other.statements[n].mentions)) + scores.get((candidate.key, n), 0.0) / best
        return same - abs(position / len(numbers) - _place(candidate.n, mine))

    return numbers[max(range(len(numbers)), key=fit)]


def _place(n: int, concordance: Concordance) -> float:
    return list(concordance.statements).index(n) / len(concordance.statements)


def merged(
    own: Sequence[Candidate], there: Sequence[Candidate], named: Container[Key], weights: Weights
) -> list[Candidate]:
    """Join what the question's words found in its own language with what its concepts found in the other one."""
    best_own = max((candidate.score for candidate in own), default=0.0) or 1.0
    best_there = max((candidate.score for candidate in there), default=0.0) or 1.0
    known = {candidate.key for candidate in own}
    found = [candidate._replace(score=candidate.score / best_own) for candidate in own]
    for candidate in there:
        if candidate.key not in known:
            # Who names a card means it, in whatever language it has a text.
            is_meant = candidate.key in named and candidate.key[1].startswith(CARDS)
            score = candidate.score / best_there
            found.append(candidate._replace(score=score if is_meant else weights.border * score))
    return sorted(found, key=lambda candidate: (-candidate.score, candidate.key, candidate.n))
