"""The normalised words of an entry: computed once when a glossary is compiled, read whenever it is ranked."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.languages import LANGUAGES
from compendium_cli.model import StatementKind
from compendium_cli.names import ENGLISH

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from compendium_cli.model import Corpus, Entry, Expansions, Statement


class StatementWords(NamedTuple):
    """The words that lead to a statement."""

    kind: str
    text: list[str]
    """What it says."""
    phrases: list[list[str]]
    """What players ask for it with, phrase by phrase; a card's question is in players' words already."""
    mentions: list[str]
    """The concepts that it links to."""


class Wording(NamedTuple):
    """The normalised content words of an entry, repetitions included."""

    title: list[str]
    aliases: list[str]
    statements: dict[int, StatementWords]


class Passage(NamedTuple):
    """A statement in a concordance."""

    kind: str
    mentions: list[str]
    """The concepts that it links to."""
    text: int
    """The place of what it says."""
    phrases: range
    """The places of what players ask for it with."""


class Concordance(NamedTuple):
    """Where the words of an entry stand, so that a question's words are looked up and not all of the entry's read."""

    title: list[str]
    aliases: list[str]
    statements: dict[int, Passage]
    places: dict[str, list[int]]
    """Each word with the places that have it: texts and phrasings, numbered through the entry."""
    sizes: list[int]
    """How many different words each place has."""
    texts: dict[int, int]
    """The places that are texts of statements, with their statements."""
    linked: dict[str, list[int]]
    """The concepts that statements link to, with these statements."""


#: What is kept of a concordance: title, aliases, number, kind, mentions and phrasings of statements, places, sizes.
Packed = tuple[list[str], list[str], "list[tuple[int, str, list[str], int]]", dict[str, list[int]], list[int]]
#: The wording of every entry of a corpus, by language, game and concept.
Wordings = dict[tuple[str, str, str], Wording]


#: The number under which stand the names of a concept that the language has no entry of. Phrasings for one of its rules
#: have the number of the statement that answers in its place.
NAMED = 0


def wordings_of(corpus: Corpus) -> Wordings:
    """Return the words of all entries, and of how players ask for concepts, with an entry or without one."""
    found = {(entry.lang, entry.game, entry.concept): wording_of(entry) for entry in corpus.entries}
    for asked in corpus.expansions:
        key = asked.lang, asked.game, asked.concept
        if key in found:
            found[key] = _expanded(found[key], asked)
        else:
            concept = corpus.games[asked.game].concepts.get(asked.concept)  # a card is none
            english = [concept.en] if asked.lang == ENGLISH and concept and concept.en else []
            found[key] = _expansions_alone(asked, english)
    return found


def _expanded(own: Wording, asked: Expansions) -> Wording:
    """Return the words of an entry with those that players ask for it with."""
    statements = {
        n: words._replace(phrases=[*words.phrases, *_phrases(asked.phrasings.get(n, ()), asked.lang)])
        for n, words in own.statements.items()
    }
    return own._replace(statements=statements)


def _expansions_alone(asked: Expansions, english: list[str]) -> Wording:
    """Return the words of a concept that the language has no entry of."""
    return Wording(
        title=normalised([*english, *asked.aliases[:1]], asked.lang),
        aliases=normalised(asked.aliases[1:], asked.lang),
        statements={
            n: StatementWords(StatementKind.PARAGRAPH, [], _phrases(phrases, asked.lang), [])
            for n, phrases in {NAMED: (), **asked.phrasings}.items()
        },
    )


def _phrases(texts: Iterable[str], lang: str) -> list[list[str]]:
    return [normalised([phrase], lang) for phrase in texts]


def wording_of(entry: Entry) -> Wording:
    """Return the words of an entry."""
    mentions: dict[int | None, list[str]] = {}
    for reference in entry.references:
        if reference.target is not None:
            mentions.setdefault(reference.statement, []).append(reference.target)
    return Wording(
        title=normalised([entry.title], entry.lang),
        aliases=normalised(entry.aliases, entry.lang),
        statements={s.n: _statement_words(s, entry.lang, mentions) for s in entry.statements if s.n is not None},
    )


def packed(wording: Wording) -> Packed:
    """Return where the words of an entry stand, as it is kept: all that does not follow from the rest."""
    places: dict[str, list[int]] = {}
    sizes: list[int] = []
    for words in wording.statements.values():
        for norms in (words.text, *words.phrases):
            different = dict.fromkeys(norms)
            for norm in different:
                places.setdefault(norm, []).append(len(sizes))
            sizes.append(len(different))
    statements = [(n, words.kind, words.mentions, len(words.phrases)) for n, words in wording.statements.items()]
    return wording.title, wording.aliases, statements, places, sizes


def unpacked(kept: Packed) -> Concordance:
    """Return a concordance of which only so much was kept: the text of a statement stands before its phrasings."""
    title, aliases, numbered, places, sizes = kept
    statements: dict[int, Passage] = {}
    texts: dict[int, int] = {}
    linked: dict[str, list[int]] = {}
    place = 0
    for n, kind, mentions, phrases in numbered:
        statements[n] = Passage(kind, mentions, place, range(place + 1, place + 1 + phrases))
        texts[place] = n
        place += 1 + phrases
        for concept in mentions:
            linked.setdefault(concept, []).append(n)
    return Concordance(title, aliases, statements, places, sizes, texts, linked)


def _statement_words(statement: Statement, lang: str, mentions: Mapping[int | None, Sequence[str]]) -> StatementWords:
    text = normalised([statement.text], lang)
    return StatementWords(
        kind=statement.kind,
        text=text,
        phrases=[text] if statement.kind is StatementKind.QUESTION else [],
        mentions=list(dict.fromkeys(mentions.get(statement.n, ()))),
    )


def texts_of(entry: Entry) -> Iterator[str]:
    """Yield everything that an entry says and is called."""
    yield entry.title
    yield from entry.aliases
    for statement in entry.statements:
        yield statement.text


def normalised(texts: Iterable[str], lang: str) -> list[str]:
    """Return what the content words of some texts may be forms of."""
    language = LANGUAGES[lang]
    norms = language.analyzer.norms
    return [norm for text in texts for word in language.content_words(text) for norm in norms(word)]
