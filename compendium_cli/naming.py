"""Every name of every entry: ids, titles and their parts, aliases, English terms."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.languages import LANGUAGES, folded_words
from compendium_cli.model import CARDS, RULINGS
from compendium_cli.names import ENGLISH, Name, key_of, norm_keys

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from compendium_cli.languages import Language
    from compendium_cli.model import Corpus, Entry

_PARENTHESIS = re.compile(r"\([^()]*\)")
_ALTERNATIVES = re.compile(r" ?[/,;] ?")


#: Who gave a name, in the order in which names are tried.
OF_ENTRY, OF_PLAYERS, OF_CARD = range(3)


class GivenName(NamedTuple):
    """A name, and who gave it."""

    name: Name
    given_by: int
    home: str
    """The language of the file that has it; for what is true in every language, the first that has an entry."""


def names_of(corpus: Corpus) -> Iterator[GivenName]:
    """Yield every name of every entry: ids, titles and their parts, aliases, English terms.

    What players call a concept without an entry counts only where no entry of their language answers to that.
    """
    named: set[tuple[str, str]] = set()
    for entry in corpus.entries:
        language = LANGUAGES[entry.lang]
        for text, source in _texts(entry, language):
            yield GivenName(_name(text, source, entry.lang, entry.game, entry.concept), OF_ENTRY, entry.lang)
        if (entry.game, entry.concept) not in named:
            named.add((entry.game, entry.concept))
            yield from (GivenName(name, OF_ENTRY, entry.lang) for name in _shared_names(entry, corpus))
    for asked in corpus.expansions:
        for text in asked.aliases:
            yield GivenName(_name(text, "alias", asked.lang, asked.game, asked.concept), OF_PLAYERS, asked.lang)
    for game in corpus.games.values():
        for card in game.cards:
            if card.entry and (game.id, card.entry) in named:
                for lang, text in card.names.items():
                    yield GivenName(_name(text, "title", lang, game.id, card.entry), OF_CARD, lang)


def _texts(entry: Entry, language: Language) -> Iterator[tuple[str, str]]:
    yield entry.title, "title"
    if entry.is_ruling:  # a title says what is asked: no part of it is a name
        return
    for alias in entry.aliases:
        yield alias, "alias"
    for part in title_parts(entry.title, language):
        yield part, "part"


def _shared_names(entry: Entry, corpus: Corpus) -> Iterator[Name]:
    game = corpus.games[entry.game]
    own = entry.concept.removeprefix(RULINGS if entry.is_ruling else CARDS)
    yield _name(own, "id", "", entry.game, entry.concept)
    for old, new in game.renamed.items():
        if new == entry.concept:
            yield _name(old, "id", "", entry.game, entry.concept)
    concept = game.concepts.get(entry.concept)
    if concept and concept.en:
        yield _name(concept.en, "english", ENGLISH, entry.game, entry.concept)
        for part in title_parts(concept.en, LANGUAGES[ENGLISH]):
            yield _name(part, "english", ENGLISH, entry.game, entry.concept)


def _name(text: str, source: str, lang: str, game: str, concept: str) -> Name:
    norms: tuple[str, ...] = ()
    if lang and _is_carried_by_its_words(text, LANGUAGES[lang]):
        language = LANGUAGES[lang]
        norms = norm_keys(text, language, language.analyzer.norms)
    return Name(text, key_of(text), norms, lang, game, concept, source)


def _is_carried_by_its_words(text: str, language: Language) -> bool:
    """Tell whether the words that say something make a name: "whose card is it" is no name for every card."""
    return len(folded_words(text)) <= 2 * len(language.content_words(text))


def title_parts(title: str, language: Language) -> Iterable[str]:
    """Return what else a title says its entry is called.

    ``Confuso/confondere`` is two names, ``Crisi (icona)`` is called ``Crisi``, and ``Aceleración, icono de`` is an
    ``icono de Aceleración``: a part that ends in a preposition belongs before the first.
    """
    plain = " ".join(_PARENTHESIS.sub("", title).split())
    parts = [part for part in _ALTERNATIVES.split(plain) if part]
    found = []
    if plain != title:
        found.append(plain)
    if len(parts) > 1:
        for part in parts:
            before, _, last = key_of(part).rpartition(" ")
            found.append(f"{part} {parts[0]}" if before and last in language.stop_words else part)
    return dict.fromkeys(part for part in found if key_of(part) and key_of(part) != key_of(title))
