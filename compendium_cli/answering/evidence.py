"""What speaks for each statement: the signs that it decides the question, and what they add up to."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.answering.question import join

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from compendium_cli.answering.question import Heard, Key, Question
    from compendium_cli.answering.scope import Scope
    from compendium_cli.answering.weights import Weights
    from compendium_cli.wording import StatementWords, Wording

#: How many entries are read only because the question sounds like them.
_BY_SOUND = 5


class Signs(NamedTuple):
    """What speaks for a statement, each a share between 0 and 1."""

    full_text: float = 0.0
    asked: float = 0.0
    covered: float = 0.0
    entry: float = 0.0
    sound: float = 0.0
    named: float = 0.0
    mentioned: float = 0.0
    spread: float = 0.0
    bare: float = 0.0

    def contributions(self, weights: Weights) -> dict[str, float]:
        """Return what each sign adds to the score."""
        return {name: getattr(weights, name) * share for name, share in self._asdict().items()}


class Candidate(NamedTuple):
    """A statement that may decide the question."""

    lang: str
    key: Key
    n: int
    kind: str
    signs: Signs
    score: float


def worth(signs: Signs, kind: str, weights: Weights) -> float:
    """Return what the signs of a statement add up to."""
    total = sum(weight * share for weight, share in zip(weights, signs, strict=False))  # signs come first in Weights
    return total * weights.factor(kind)


class Lead(NamedTuple):
    """Where a question leads before its words are weighed."""

    full_text: Mapping[tuple[str, str, int], float] = MappingProxyType({})
    """The full-text score of statements, relative to the best one."""
    sound: Mapping[Key, float] = MappingProxyType({})
    """How much the question sounds like entries."""


_NOWHERE = Lead()


def candidates(lead: Lead, question: Question, scope: Scope, weights: Weights) -> list[Candidate]:
    """Return every statement of the entries that the texts, the letters or the question's terms lead to."""
    keys = dict.fromkeys(scope.followed(game, concept) for game, concept, _ in lead.full_text)
    keys |= dict.fromkeys(key for key in question.named if scope.has(key[0]))
    keys |= dict.fromkeys(sorted(lead.sound, key=lambda key: (-lead.sound[key], key))[:_BY_SOUND])
    return list(of_entries(keys, question, scope, weights, lead))


def of_entries(
    keys: Iterable[Key],
    question: Question,
    scope: Scope,
    weights: Weights,
    lead: Lead = _NOWHERE,
) -> Iterator[Candidate]:
    """Yield the statements of some entries with what speaks for them."""
    for key in keys:
        if scope.store.has_words(scope.lang, *key):
            wording = scope.store.wording(scope.lang, *key)
            for n, found in _signs(key, wording, question, weights):
                signs = found._replace(full_text=lead.full_text.get((*key, n), 0.0), sound=lead.sound.get(key, 0.0))
                kind = wording.statements[n].kind
                yield Candidate(scope.lang, key, n, kind, signs, worth(signs, kind, weights))


def _signs(key: Key, wording: Wording, question: Question, weights: Weights) -> Iterator[tuple[int, Signs]]:
    """Yield the statements of an entry with what their words say to the question."""
    by_name = question.heard((*wording.title, *wording.aliases))
    _hear_concepts(by_name, {key}, question)
    everything = dict(by_name)
    found: list[tuple[int, Signs]] = []
    for order, (n, words) in enumerate(wording.statements.items()):
        mentions = _mentioned(key, words, question)
        ways = [question.heard(words.text)]
        asked = 0.0
        for phrase in words.phrases:
            if said := question.heard(phrase):
                ways.append(said)
                asked = max(asked, _likeness(phrase, said, question, weights))
        # The best way of saying the rule counts, not all of them together: many phrasings would cover any question.
        best = max(ways, key=lambda way: question.gain(way, by_name))
        for way in ways:
            join(everything, way)
        _hear_concepts(everything, mentions, question)
        heard = join(dict(by_name), best)
        _hear_concepts(heard, mentions, question)
        signs = Signs(
            asked=asked,
            covered=question.share(heard),
            named=min(question.named.get(key, 0.0), 1.0),
            mentioned=min(sum(question.named[concept] for concept in mentions), 1.0),
            # A bare term asks what it is: its entry, from the beginning.
            bare=1.0 - 0.5 * order / len(wording.statements) if key == question.only else 0.0,
        )
        found.append((n, signs))
    whole = question.share(everything)
    for n, signs in found:
        yield n, signs._replace(entry=whole)


def _mentioned(key: Key, words: StatementWords, question: Question) -> set[Key]:
    """Return the other concepts of the question that a statement links to or calls by name."""
    linked = {(key[0], concept) for concept in words.mentions}
    text = set(words.text)
    return {
        concept
        for concept, names in question.names.items()
        if concept != key and (concept in linked or any(name <= text for name in names))
    }


def _hear_concepts(heard: Heard, concepts: Iterable[Key], question: Question) -> None:
    """Count the words of the question as heard that name one of these concepts."""
    concerned = set(concepts)
    if concerned:
        for position, word in enumerate(question.words):
            if not concerned.isdisjoint(word.concepts):
                heard[position] = 1.0


def _likeness(phrase: Sequence[str], said: Heard, question: Question, weights: Weights) -> float:
    """Return how far a player's phrasing and the question say the same; ``said`` is what they have in common."""
    # A phrasing's other words count against it, or a long one would be like every question.
    others = len(set(phrase).difference(question.stands_for))
    return question.share(said) * question.total / (question.total + weights.phrase * others)
