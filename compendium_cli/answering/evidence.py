"""What speaks for each statement: the signs that it decides the question, and what they add up to."""

from __future__ import annotations

from heapq import nlargest
from operator import mul
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.answering.question import join
from compendium_cli.model import CARDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from compendium_cli.answering.question import Echo, Heard, Key, Question
    from compendium_cli.answering.scope import Scope
    from compendium_cli.answering.weights import Weights
    from compendium_cli.wording import Concordance

#: How many entries are read only because the question sounds like them.
_BY_SOUND = 5
#: How many entries are read statement by statement.
_READ = 20
#: A question that has so much of its words in a title calls the entry by it.
_TITLED = 0.5
#: How many texts and phrasings of an entry are heard together; an entry with hundreds is like every question.
_VOICES = 20


class Signs(NamedTuple):
    """What speaks for a statement, each but the last two a share between 0 and 1."""

    full_text: float = 0.0
    asked: float = 0.0
    covered: float = 0.0
    entry: float = 0.0
    voices: float = 0.0
    sound: float = 0.0
    named: float = 0.0
    mentioned: float = 0.0
    spread: float = 0.0
    bare: float = 0.0
    beside: float = 0.0
    """What it gains or loses beside the other statements of its entry; no share."""
    owed: float = 0.0
    """What it gains because the question names its entry; no share."""

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
    total: float = sum(map(mul, weights, signs))  # signs come first in Weights
    return total * weights.factor(kind)


class Reading(NamedTuple):
    """An entry, read with a question in mind."""

    concordance: Concordance
    by_name: Heard
    """What its names have of the question."""
    echo: Echo
    """What its places have of it."""
    alike: Mapping[int, float]
    """How like the question each place is."""


class Lead(NamedTuple):
    """Where a question leads before its words are weighed."""

    full_text: Mapping[tuple[str, str, int], float] = MappingProxyType({})
    """The full-text score of statements, relative to the best one."""
    sound: Mapping[Key, float] = MappingProxyType({})
    """How much the question sounds like entries."""


_NOWHERE = Lead()
_NO_CONCEPTS: set[Key] = set()


def candidates(
    lead: Lead, question: Question, scope: Scope, weights: Weights
) -> tuple[list[Candidate], dict[Key, Reading]]:
    """Return every statement of the entries that the texts, the letters or the question's terms lead to.

    And these entries, as they were read.
    """
    keys = dict.fromkeys(scope.followed(game, concept) for game, concept, _ in lead.full_text)
    keys |= dict.fromkeys(key for key in question.named if scope.has(key[0]))
    keys |= dict.fromkeys(sorted(lead.sound, key=lambda key: (-lead.sound[key], key))[:_BY_SOUND])
    readings = {key: _read(key, question, scope, weights) for key in _promising(keys, question, scope, weights, lead)}
    return list(_weighed(readings, question, scope, weights, lead)), readings


def _promising(keys: Iterable[Key], question: Question, scope: Scope, weights: Weights, lead: Lead) -> list[Key]:
    """Return the entries that may turn out best: to look which words they have is quick, to see where is not."""
    best: dict[Key, float] = {}
    for (game, concept, _), score in lead.full_text.items():
        key = scope.followed(game, concept)
        best[key] = max(best.get(key, 0.0), score)
    promise: dict[Key, float] = {}
    for key in keys:
        if scope.store.has_words(scope.lang, *key):
            concordance = scope.store.concordance(scope.lang, *key)
            share = question.share(_everything(concordance, question))
            promise[key] = (
                weights.full_text * best.get(key, 0.0)
                + (weights.asked + weights.covered + weights.entry) * share
                + weights.sound * lead.sound.get(key, 0.0)
                + weights.named * min(question.named.get(key, 0.0), 1.0)
                + weights.bare * (key == question.only)
            )
    best_ones = sorted(promise, key=lambda key: (-promise[key], key))[:_READ]
    plainly = [key for key in promise if question.named.get(key, 0.0) >= weights.plainly]
    return list(dict.fromkeys([*best_ones, *plainly]))


def _everything(concordance: Concordance, question: Question) -> Heard:
    """Return all that an entry has of the question, wherever it stands."""
    words = [norm for norm in question.stands_for if norm in concordance.places]
    return question.heard((*concordance.title, *concordance.aliases, *words))


def of_entries(keys: Iterable[Key], question: Question, scope: Scope, weights: Weights) -> Iterator[Candidate]:
    """Yield the statements of some entries with what speaks for them, wherever the question may lead."""
    readings = {key: _read(key, question, scope, weights) for key in keys if scope.store.has_words(scope.lang, *key)}
    return _weighed(readings, question, scope, weights, _NOWHERE)


def _read(key: Key, question: Question, scope: Scope, weights: Weights) -> Reading:
    concordance = scope.store.concordance(scope.lang, *key)
    by_name = question.heard((*concordance.title, *concordance.aliases))
    _hear_concepts(by_name, {key}, question)
    echo = question.echo(concordance.places, by_name)
    return Reading(concordance, by_name, echo, question.likeness(echo, concordance.sizes, weights.phrase))


def _weighed(
    readings: Mapping[Key, Reading], question: Question, scope: Scope, weights: Weights, lead: Lead
) -> Iterator[Candidate]:
    for key, reading in readings.items():
        for n, signs in _signs(key, reading, question, lead, weights):
            kind = reading.concordance.statements[n].kind
            yield Candidate(scope.lang, key, n, kind, signs, worth(signs, kind, weights))


def _signs(key: Key, reading: Reading, question: Question, lead: Lead, weights: Weights) -> Iterator[tuple[int, Signs]]:
    """Yield the statements of an entry with what speaks for them."""
    concordance, by_name, echo, alike = reading
    mentions = _mentioned(key, concordance, question)
    everything = join(_everything(concordance, question), by_name)
    for concepts in mentions.values():
        _hear_concepts(everything, concepts, question)
    entry = question.share(everything)
    voices = _voices(alike.values())
    sound = lead.sound.get(key, 0.0)
    named = min(question.named.get(key, 0.0), 1.0) * (weights.card if key[1].startswith(CARDS) else 1.0)
    for order, (n, passage) in enumerate(concordance.statements.items()):
        phrases = [place for place in passage.phrases if place in alike]
        ways = [passage.text, *phrases] if passage.text in alike else phrases
        # The best way of saying the rule counts, not all of them together: many phrasings would cover any question.
        heard = join(dict(by_name), echo.at[max(ways, key=echo.gained.__getitem__)]) if ways else dict(by_name)
        concepts = mentions.get(n, _NO_CONCEPTS)
        _hear_concepts(heard, concepts, question)
        yield (
            n,
            Signs(
                full_text=lead.full_text.get((*key, n), 0.0),
                asked=max([alike[place] for place in phrases], default=0.0),
                covered=question.share(heard),
                entry=entry,
                voices=voices,
                sound=sound,
                named=named,
                mentioned=min(sum([question.named[concept] for concept in concepts]), 1.0),
                bare=_bare(order, ways, reading, question) if key == question.only else 0.0,
            ),
        )


def _bare(order: int, ways: Iterable[int], reading: Reading, question: Question) -> float:
    """Return how far a statement is what a bare term asks for.

    The title asks what it is: its entry, from the beginning. Another name may stand for one rule of a long entry.
    """
    concordance = reading.concordance
    if question.share(question.heard(concordance.title)) >= _TITLED:
        return 1.0 - 0.5 * order / len(concordance.statements)
    return max([reading.alike[place] for place in ways], default=0.0)


def _voices(alike: Iterable[float]) -> float:
    """Return how surely one of the entry's texts and phrasings says what the question says.

    As if each might be the one, by its likeness: the more of them are rather like the question, the surer.
    """
    none_does = 1.0
    for likeness in nlargest(_VOICES, alike):
        none_does *= 1.0 - likeness * likeness
    return 1.0 - none_does


def _mentioned(key: Key, concordance: Concordance, question: Question) -> dict[int, set[Key]]:
    """Return the statements that link to other concepts of the question or call them by name, with these concepts."""
    found: dict[int, set[Key]] = {}
    game, own = key
    for concept, names in question.names.get(game, {}).items():
        if concept != own:
            places = {place for name in names for place in _places_of(name, concordance.places)}
            called = [concordance.texts[place] for place in places if place in concordance.texts]
            for n in (*concordance.linked.get(concept, ()), *called):
                found.setdefault(n, set()).add((game, concept))
    return found


def _places_of(name: frozenset[str], places: Mapping[str, Sequence[int]]) -> set[int]:
    """Return the places that have all words of a name."""
    found = [places.get(norm, ()) for norm in name]
    return set(found[0]).intersection(*found[1:]) if found else set()


def _hear_concepts(heard: Heard, concepts: Iterable[Key], question: Question) -> None:
    """Count the words of the question as heard that name one of these concepts."""
    concerned = set(concepts)
    if concerned:
        for position, word in enumerate(question.words):
            if not concerned.isdisjoint(word.concepts):
                heard[position] = word.weight
