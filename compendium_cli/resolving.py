"""A name as somebody wrote it -> what it means. The one place that says how far it may be from the name as we write it.

Names are tried as they are written, then in any inflected form, then misspelt. Look-up, questions and the import of
documents all ask here, so that a name is understood everywhere or nowhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeVar

from compendium_cli.languages import LANGUAGES
from compendium_cli.model import CARDS, RULINGS
from compendium_cli.names import ENGLISH, Name, key_of, norm_keys

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from compendium_cli.languages import Language
    from compendium_cli.store import Store

T = TypeVar("T")

EXACT, INFLECTED, TYPO, ENGLISH_TERM, TRANSLATION = "exact", "inflected", "typo", "english", "translation"

_SOURCES = ("id", "title", "alias", "part", "english")
#: A name with fewer letters is too easily the misspelling of another; one with so many may have two wrong.
_SHORTEST_MISSPELT, _SHORTEST_WITH_TWO = 5, 8
#: Two names of which one is nearer by less than this cannot be told apart by what was misspelt.
_APART = 2
_NEAREST = 5
#: A name that differs in a larger part of its letters is not suggested.
_FAR = 0.4
_SHARES_WORDS = 75
_LONGEST_COMPARED = 100


class Match(NamedTuple):
    """An entry that a name may mean."""

    game: str
    concept: str
    how: str
    """``exact``, ``inflected``, ``typo``, ``english`` or ``translation``."""
    lang: str
    """Language of the name that matched; empty for an id."""
    name: str
    """The name that matched, as written in the glossary."""

    @property
    def entry(self) -> str:
        """``game/concept``."""
        return f"{self.game}/{self.concept}"


# -- how far a name may be from how it is written ------------------------------------------------------------------


def allowed_errors(key: str) -> int:
    """Return how many letters of a name may be wrong: none in a short one, two in a long one.

    >>> allowed_errors("crew"), allowed_errors("storm"), allowed_errors("in gioco")
    (0, 1, 1)
    """
    length = len(_letters(key))
    return 0 if length < _SHORTEST_MISSPELT else 1 if length < _SHORTEST_WITH_TWO else 2


def _letters(key: str) -> str:
    """Return a key without its spaces: one too many or too few is no wrong letter."""
    return key.replace(" ", "")


def misspelt(key: str, named: Iterable[tuple[str, T]]) -> list[T]:
    """Return what a key misspells, of the fewest errors only; ``named`` are keys and what each is the name of.

    >>> misspelt("tenpesta", [("tempesta", 1), ("tempeste", 2), ("la tempesta", 3)])
    [1]
    """
    near = _by_wrong_letters(key, named, allowed_errors(key))
    return [meant for errors, meant in near if errors == near[0][0]]


def plainly_misspelt(key: str, named: Iterable[tuple[str, T]]) -> T | None:
    """Return the one thing whose name a key misspells; nothing where another comes near.

    >>> plainly_misspelt("tenpesta", [("tempesta", 1), ("tempeste", 2)]) is None
    True
    """
    near = _by_wrong_letters(key, named, errors_compared(key))
    if not near or near[0][0] > allowed_errors(key):
        return None
    fewest, best = near[0]
    return best if all(meant == best or errors >= fewest + _APART for errors, meant in near) else None


def errors_compared(key: str) -> int:
    """Return how many wrong letters a name may have that counts when it is asked what a key plainly misspells."""
    return allowed_errors(key) + _APART - 1


def _by_wrong_letters(key: str, named: Iterable[tuple[str, T]], most: int) -> list[tuple[int, T]]:
    return _by_errors(_letters(key), ((_letters(name), meant) for name, meant in named), most)


def _by_errors(key: str, named: Iterable[tuple[str, T]], most: int) -> list[tuple[int, T]]:
    """Return what is named like a key, with how many characters part them, nearest first."""
    from rapidfuzz.distance import DamerauLevenshtein

    scored = [(DamerauLevenshtein.distance(key, name, score_cutoff=most), meant) for name, meant in named]
    return sorted(((errors, meant) for errors, meant in scored if errors <= most), key=lambda pair: pair[0])


def inflected(
    text: str, language: Language, norms: Callable[[str], Sequence[str]], by_norm: Callable[[str], Iterable[T]]
) -> Iterator[T]:
    """Yield what is called by a text's words in any form: ``by_norm`` gives what is called by normalised words."""
    for norm in norm_keys(text, language, norms):
        yield from by_norm(norm)


# -- the names of a compiled glossary ------------------------------------------------------------------------------


def resolve(text: str, store: Store, lang: str | None, game: str | None, home: str | None = None) -> list[Match]:
    """Return the entries a name may mean, of the best kind of match only; ambiguity is kept, not guessed away.

    What is misspelt is first of all a name of the language, else of ``home``, the reader's own.
    """
    if below := next((below for below in (CARDS, RULINGS) if text.startswith(below)), None):
        found = resolve(text.removeprefix(below), store, lang, game, home)
        return [match for match in found if match.concept.startswith(below)]
    key = key_of(text)
    if not key:
        return []
    return (
        _matches(store.names_by_key(key, game), lang, is_inflected=False)
        or _matches((name for code in LANGUAGES for name in inflected_names(text, code, store, game)), lang)
        or misspelt_names(key, store, None, game, first=lang or home)
    )


def resolve_words(  # noqa: PLR0913 - a run of words, what it is looked for in, and how freely
    words: Sequence[str],
    store: Store,
    lang: str,
    game: str | None = None,
    *,
    languages: Iterable[str] | None = None,
    in_any_form: bool = True,
    with_errors: bool = False,
) -> list[Match]:
    """Return what a run of folded words in a text names: in the text's language, else in English, else in another.

    In each language as it is written, else in any form, else, where that is asked for, misspelt: this looks at every
    name, so it is for a few words and not for all the words of a text. Ids are no words and are left out, and so are
    the titles of rulings: who says "a stunned ally" names two terms, and no ruling on what happens when it attacks.
    """
    text = " ".join(words)
    exact = store.names_by_key(text, game)
    for code in dict.fromkeys((lang, ENGLISH, *LANGUAGES) if languages is None else languages):
        if own := [name for name in exact if name.lang == code and _is_term(name)]:
            return list(_unique(own, _how(code, lang, is_inflected=False)))
        if in_any_form and (own := list(filter(_is_term, inflected_names(text, code, store, game)))):
            return list(_unique(own, _how(code, lang, is_inflected=True)))
    found = misspelt_names(text, store, lang, game) if with_errors else []
    return [match for match in found if not match.concept.startswith(RULINGS)]


def _is_term(name: Name) -> bool:
    return not name.concept.startswith(RULINGS)


def inflected_names(text: str, code: str, store: Store, game: str | None = None) -> Iterator[Name]:
    """Yield the names of a language with these words in any form, of one game or of all."""
    found = inflected(
        text, LANGUAGES[code], lambda word: store.norms(code, word), lambda norm: store.names_by_norm(norm, game)
    )
    return (name for name in found if name.lang == code)


def misspelt_names(
    key: str, store: Store, lang: str | None, game: str | None, *, first: str | None = None
) -> list[Match]:
    """Return the entries whose names a key misspells, of one language and game or of all; those in ``first`` first."""
    names = (name for name in store.all_names() if game in (None, name.game) and lang in (None, name.lang))
    found = misspelt(key, ((name.key, name) for name in names))
    return list(_unique(sorted(found, key=lambda name: name.lang not in (first, "")), TYPO))


def nearest(text: str, store: Store, lang: str | None, game: str | None) -> list[Match]:
    """Return the entries whose names look most like a text or share words with it, for "did you mean"."""
    from rapidfuzz import fuzz, process

    key = key_of(text)[:_LONGEST_COMPARED]
    names = [
        name
        for name in store.all_names()
        if name.source != "id" and lang in (None, name.lang) and game in (None, name.game)
    ]
    alike = _by_errors(key, ((name.key, name) for name in names), max(2, round(_FAR * len(key))))
    keys = [name.key for name in names]
    sharing = process.extract(key, keys, scorer=fuzz.token_set_ratio, score_cutoff=_SHARES_WORDS, limit=2 * _NEAREST)
    found = _unique((*(name for _, name in alike), *(names[place] for _, _, place in sharing)), TYPO)
    return list(found)[:_NEAREST]


def _matches(names: Iterable[Name], lang: str | None, *, is_inflected: bool = True) -> list[Match]:
    # A title in the reader's language before one in another, and any whole name before a part of a title.
    wanted = sorted(
        names, key=lambda name: (name.source == "part", name.lang not in (lang, ""), _SOURCES.index(name.source))
    )
    whole = {(name.game, name.concept) for name in wanted if name.source != "part"}
    # ``Crisi`` means an entry of that title, not every title that begins so.
    meant = [name for name in wanted if not whole or (name.game, name.concept) in whole]
    return [match._replace(how=_how(match.lang, lang, is_inflected=is_inflected)) for match in _unique(meant, EXACT)]


def _how(code: str, lang: str | None, *, is_inflected: bool) -> str:
    """Tell how a name of a language was found by somebody who writes in another one, or in any."""
    if code in ("", lang) or (lang is None and code != ENGLISH):
        return INFLECTED if is_inflected else EXACT
    return ENGLISH_TERM if code == ENGLISH else TRANSLATION


def _unique(names: Iterable[Name], how: str) -> Iterator[Match]:
    seen = set()
    for name in names:
        if (name.game, name.concept) not in seen:
            seen.add((name.game, name.concept))
            yield Match(name.game, name.concept, how, name.lang, name.text)
