"""Everything that pages are made from, read once before the first page is made."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from compendium_cli.exports.as_json import kind_of
from compendium_cli.languages import language
from compendium_cli.model import Corpus
from compendium_cli.parity import Parity, parity
from compendium_cli.rulings import Proven, proven
from compendium_cli.site.history import history_of, newest

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date, datetime

    from compendium_cli.compendium import Compendium
    from compendium_cli.graph import Graph
    from compendium_cli.languages import Language
    from compendium_cli.model import Entry, Game
    from compendium_cli.reading.listing import GlossaryFile
    from compendium_cli.rulings import EntryOf
    from compendium_cli.site.history import Change


@dataclass(frozen=True)
class Gathered:
    """A compendium, laid out for the site."""

    compendium: Compendium
    games: Mapping[str, Game]
    languages: list[str]
    """Those that have text, in the order in which a reader is offered them."""
    shelves: dict[str, dict[str, Entry]]
    """Entries by language and name."""
    graphs: dict[str, Graph]
    changes: dict[str, datetime]
    """When each entry's file last changed; empty where that is not known."""
    history: Mapping[str, Change] = field(default_factory=dict)
    """The commits of those changes."""
    files: Mapping[str, GlossaryFile] = field(default_factory=dict)
    """The files that were read, by path."""
    report_url: str = ""
    """Where problems are reported: ``{title}`` and ``{url}`` are filled in; empty where nowhere."""

    @property
    def entries(self) -> list[Entry]:
        """All entries, language by language."""
        return [entry for shelf in self.shelves.values() for entry in shelf.values()]

    @cached_property
    def parity(self) -> list[Parity]:
        """How far the languages are in step."""
        return parity(Corpus(self.games, tuple(self.entries)))

    @cached_property
    def date(self) -> datetime | None:
        """The date of the site; ``None`` where it is not known."""
        return newest(self.changes)

    def titles(self, name: str) -> dict[str, str]:
        """Return the titles of an entry by language."""
        return {lang: self.shelves[lang][name].title for lang in self.languages if name in self.shelves[lang]}

    def kind(self, entry: Entry) -> str:
        """Return the kind of an entry."""
        return kind_of(entry.concept, self.games[entry.game].concepts.get(entry.concept))

    def kind_label(self, entry: Entry) -> str:
        """Return the kind of an entry in its language."""
        return language(entry.lang).labels.kind(self.kind(entry))

    def ruling(self, entry: Entry) -> Proven | None:
        """Return the ruling that an entry is the text of, with what proves it; ``None`` for any other entry."""
        return self._proven.get((entry.lang, entry.name))

    @cached_property
    def _proven(self) -> dict[tuple[str, str], Proven]:
        found = {}
        for entry in (entry for entry in self.entries if entry.is_ruling):
            game = self.games[entry.game]
            if ruling := game.ruling(entry.concept):
                found[entry.lang, entry.name] = proven(ruling, game, entry.lang, self._finder(entry.game))
        return found

    def _finder(self, game: str) -> EntryOf:
        return lambda lang, concept: self.shelves.get(lang, {}).get(f"{game}/{concept}")

    def games_of(self, lang: str) -> list[Game]:
        """Return the games that have entries in a language, the largest first."""
        sizes = {game: len(entries) for game, entries in self._by_game[lang].items()}
        return [self.games[game] for game in sorted(sizes, key=lambda game: (-sizes[game], game))]

    def of_game(self, lang: str, game: str) -> list[Entry]:
        """Return the entries of a game in a language."""
        return self._by_game[lang].get(game, [])

    def rulings_of(self, lang: str, game: str) -> list[Entry]:
        """Return the texts of a game's rulings in a language."""
        return [entry for entry in self.of_game(lang, game) if entry.is_ruling]

    @cached_property
    def _by_game(self) -> dict[str, dict[str, list[Entry]]]:
        parted: dict[str, dict[str, list[Entry]]] = {}
        for lang, shelf in self.shelves.items():
            parted[lang] = {}
            for entry in shelf.values():
                parted[lang].setdefault(entry.game, []).append(entry)
        return parted

    def base_url(self) -> str:
        """Return the address of the site, ending in a slash."""
        return self.compendium.base_url


def gather(compendium: Compendium, report_url: str = "") -> Gathered:
    """Read all that pages are made from."""
    languages = compendium.languages()
    history = history_of(compendium.folder)
    return Gathered(
        compendium=compendium,
        games=compendium.games(),
        languages=languages,
        shelves={lang: {entry.name: entry for entry in compendium.entries(lang)} for lang in languages},
        graphs={lang: compendium.graph(lang) for lang in languages},
        changes={path: change.moment for path, change in history.items()},
        history=history,
        files=compendium.files(),
        report_url=report_url,
    )


def written_date(day: date, spoken: Language) -> str:
    """Return a date as a language writes it."""
    return spoken.site.date.format(day=day.day, month=spoken.site.months[day.month - 1], year=day.year)
