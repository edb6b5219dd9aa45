"""A name as typed -> the entries it may mean: exact, inflected, misspelt, English, or in another language."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.languages import LANGUAGES
from compendium_cli.model import CARDS
from compendium_cli.names import ENGLISH, Name, key_of, norm_keys

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from compendium_cli.store import Store

EXACT, INFLECTED, TYPO, ENGLISH_TERM, TRANSLATION = "exact", "inflected", "typo", "english", "translation"

_SOURCES = ("id", "title", "alias", "part", "english")
#: A name shorter than this is too easily the misspelling of another.
_SHORTEST_MISSPELT = 4
_NEAREST = 5
#: A name that differs in a larger part of its letters is another word.
_FAR = 0.4
_SHARES_WORDS = 75
_LONGEST_COMPARED = 100


class Match(NamedTuple):
    """An entry that a name may mean."""

    game: str
    concept: str
    how: str
    lang: str
    """Language of the name that matched; empty for an id."""
    name: str
    """The name that matched, as written in the glossary."""

    @property
    def entry(self) -> str:
        """``game/concept``."""
        return f"{self.game}/{self.concept}"


def find(text: str, store: Store, lang: str | None, game: str | None) -> list[Match]:
    """Return the entries a name may mean, of the best kind of match only; ambiguity is kept, not guessed away."""
    if text.startswith(CARDS):
        found = find(text.removeprefix(CARDS), store, lang, game)
        return [match for match in found if match.concept.startswith(CARDS)]
    key = key_of(text)
    if not key:
        return []
    return (
        _matches(store.names_by_key(key, game), lang, inflected=False)
        or _matches(_by_norm(text, store, game), lang, inflected=True)
        or _misspelt(key, store, game)
    )


def _by_norm(text: str, store: Store, game: str | None) -> Iterator[Name]:
    for code in LANGUAGES:
        yield from inflected_names(text, code, store, game)


def inflected_names(text: str, code: str, store: Store, game: str | None = None) -> Iterator[Name]:
    """Yield the names of a language with these words in any form, of one game or of all."""
    for norm in norm_keys(text, LANGUAGES[code], lambda word: store.norms(code, word)):
        for name in store.names_by_norm(norm, game):
            if name.lang == code:
                yield name


def _matches(names: Iterable[Name], lang: str | None, *, inflected: bool) -> list[Match]:
    # A title in the reader's language before one in another, and any whole name before a part of a title.
    wanted = sorted(
        names, key=lambda name: (name.source == "part", name.lang not in (lang, ""), _SOURCES.index(name.source))
    )
    best: dict[tuple[str, str], Match] = {}
    for name in wanted:
        how = _how(name, lang, inflected=inflected)
        best.setdefault((name.game, name.concept), Match(name.game, name.concept, how, name.lang, name.text))
    whole = [name for name in wanted if name.source != "part"]
    if whole:  # ``Crisi`` means an entry of that title, not every title that begins so
        keep = {(name.game, name.concept) for name in whole}
        return [match for key, match in best.items() if key in keep]
    return list(best.values())


def _how(name: Name, lang: str | None, *, inflected: bool) -> str:
    if name.lang in ("", lang) or (lang is None and name.lang != ENGLISH):
        return INFLECTED if inflected else EXACT
    return ENGLISH_TERM if name.lang == ENGLISH else TRANSLATION


def _misspelt(key: str, store: Store, game: str | None) -> list[Match]:
    if len(key) < _SHORTEST_MISSPELT:
        return []
    scored = _nearest_names(key, store.all_names(), game)
    if not scored or scored[0][0] > allowed_errors(key):
        return []
    best = [name for errors, name in scored if errors == scored[0][0]]
    found = {
        (name.game, name.concept): Match(name.game, name.concept, TYPO, name.lang, name.text) for name in reversed(best)
    }
    return list(reversed(found.values()))


def allowed_errors(word: str) -> int:
    """Return how many letters of a word may be wrong: none in a short one, two in a long one."""
    length = len(word)
    return 0 if length < _SHORTEST_MISSPELT else 1 if length < 8 else 2  # noqa: PLR2004


def nearest(text: str, store: Store, lang: str | None, game: str | None) -> list[Match]:
    """Return the entries whose names look most like a text or share words with it, for "did you mean"."""
    from rapidfuzz import fuzz, process

    key = key_of(text)[:_LONGEST_COMPARED]
    names = [name for name in store.all_names() if name.source != "id" and lang in (None, name.lang)]
    alike = [name for _, name in _nearest_names(key, names, game)]
    wanted = {position: name.key for position, name in enumerate(names) if game in (None, name.game)}
    sharing = process.extract(key, wanted, scorer=fuzz.token_set_ratio, score_cutoff=_SHARES_WORDS, limit=2 * _NEAREST)
    found: dict[tuple[str, str], Match] = {}
    for name in (*alike, *(names[position] for _, _, position in sharing)):
        found.setdefault((name.game, name.concept), Match(name.game, name.concept, TYPO, name.lang, name.text))
    return list(found.values())[:_NEAREST]


def _nearest_names(key: str, names: Sequence[Name], game: str | None) -> list[tuple[float, Name]]:
    """Return names by how many letters part them from a key."""
    from rapidfuzz.distance import DamerauLevenshtein

    wanted = [name for name in names if game is None or name.game == game]
    most = max(2, round(_FAR * len(key)))
    scored = [(DamerauLevenshtein.distance(key, name.key, score_cutoff=most), name) for name in wanted]
    return sorted(((errors, name) for errors, name in scored if errors <= most), key=lambda pair: pair[0])
