"""Concepts with all their languages side by side, as vocabularies and termbases want them."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.errors import NotFoundError
from compendium_cli.exports.as_json import kind_of
from compendium_cli.languages import LANGUAGES
from compendium_cli.model import StatementKind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from compendium_cli.compendium import Compendium
    from compendium_cli.model import Entry, Game

#: What a definition can be. Questions, answers and errata of cards, examples, notes and newer editions define nothing.
_DEFINING = (StatementKind.PARAGRAPH, StatementKind.ITEM, StatementKind.STEP, StatementKind.TABLE)


class Wording(NamedTuple):
    """A concept in one language."""

    preferred: str
    """The title, or what the document of the language calls it."""
    others: tuple[str, ...] = ()
    """Aliases, none of them the preferred name."""
    definition: str | None = None
    source: str | None = None
    """The edition, where the language has an entry."""
    url: str | None = None
    """The entry, where the language has one."""


class Term(NamedTuple):
    """A concept or a card with its wordings by language."""

    game: str
    concept: str
    kind: str
    wordings: Mapping[str, Wording]
    related: tuple[str, ...]
    """Concepts that a see-also line joins to this one, in either direction and any language; sorted."""

    @property
    def name(self) -> str:
        """``game/concept``."""
        return f"{self.game}/{self.concept}"


def definition_of(entry: Entry) -> str | None:
    """Return the statement that says what an entry is, where it begins with one."""
    first = next(iter(entry.statements), None)
    return first.text if first is not None and first.kind in _DEFINING else None


def terms_of(
    compendium: Compendium,
    lang: str | None = None,
    game: str | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> list[Term]:
    """Return the concepts and cards of a game and language, or of all, sorted by game and id.

    A ruling is a question, no term.
    """
    entries: dict[tuple[str, str], dict[str, Entry]] = defaultdict(dict)
    for entry in _told(list(compendium.entries(lang, game)), progress):
        if not entry.is_ruling:
            entries[entry.game, entry.concept][entry.lang] = entry
    if not entries:
        raise NotFoundError(f"nothing to export: {game or 'the glossary'} has no entries in {lang!r}")
    games = {game_id: known for game_id, known in compendium.games().items() if game in (None, game_id)}
    for game_id, known in games.items():
        for concept in known.concepts:
            entries.setdefault((game_id, concept), {})
    wordings = {key: _wordings(compendium, games[key[0]], key[1], there, lang) for key, there in entries.items()}
    named = {key for key, known in wordings.items() if known}
    related = _related(entries, named)
    return [
        Term(
            game=key[0],
            concept=key[1],
            kind=kind_of(key[1], games[key[0]].concepts.get(key[1])),
            wordings=wordings[key],
            related=tuple(sorted(related[key])),
        )
        for key in sorted(named)
    ]


def _told(entries: list[Entry], progress: Callable[[int, int], None] | None) -> Iterator[Entry]:
    for done, entry in enumerate(entries, 1):
        yield entry
        if progress:
            progress(done, len(entries))


def _wordings(
    compendium: Compendium, game: Game, concept: str, entries: Mapping[str, Entry], only: str | None
) -> dict[str, Wording]:
    """Return a concept in every language that has a name for it, whether its entry is written or not."""
    known = game.concepts.get(concept)
    titles = {**known.titles, "en": known.en} if known else {}
    found = {}
    for code in LANGUAGES:
        if only not in (None, code):
            continue
        if entry := entries.get(code):
            found[code] = Wording(
                preferred=entry.title,
                others=tuple(alias for alias in dict.fromkeys(entry.aliases) if alias != entry.title),
                definition=definition_of(entry),
                source=compendium.edition_name(entry),
                url=compendium.url(entry),
            )
        elif title := titles.get(code):
            found[code] = Wording(preferred=title)
    return found


def _related(
    entries: Mapping[tuple[str, str], Mapping[str, Entry]], named: set[tuple[str, str]]
) -> dict[tuple[str, str], set[str]]:
    related: dict[tuple[str, str], set[str]] = defaultdict(set)
    for (game, concept), versions in entries.items():
        for entry in versions.values():
            for target in entry.see_also:
                if target != concept and (game, target) in named:
                    related[game, concept].add(target)
                    related[game, target].add(concept)
    return related
