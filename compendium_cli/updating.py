"""What was edited since a glossary was compiled -> the concepts that must be compiled again, and nothing else."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.languages import LANGUAGES
from compendium_cli.model import RULINGS
from compendium_cli.reading.folder import games_in, read_files, read_games, unreadable_folders
from compendium_cli.reading.listing import ASKED, concept_file

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from compendium_cli.model import Corpus, Entry, Game
    from compendium_cli.passages import Key
    from compendium_cli.problems import Problem
    from compendium_cli.reading.listing import GlossaryFile
    from compendium_cli.store import Store

#: More entries than that change what is common in a language, by which all are weighed: everything is compiled anew.
_MOST_CONCEPTS = 60
_CARD_ENTRY = re.compile(rf"([^/]+)/(?!{ASKED})[^/]+/cards/[^/]+\.md")
_METADATA = re.compile(r"([^/]+)/(?:game\.yml|concepts\.yml|cards\.tsv|rulings\.yml)")


class Edited(NamedTuple):
    """What is compiled again: all that was edited since everything was compiled."""

    corpus: Corpus
    """The edited concepts, in all languages, and their games."""
    problems: list[Problem]
    concepts: set[Key]
    """The edited concepts; of some no entry may be left."""
    games: set[str]
    """The games whose metadata was edited."""
    paths: set[str]
    """The files that were read, or are gone."""
    unread: set[str]
    """The files that were not read, as they have not changed."""
    redirecting: tuple[Entry, ...]
    """Entries that were not edited and redirect to edited ones."""


def read_edited(
    folder: Path, known: Mapping[str, GlossaryFile], files: Sequence[GlossaryFile], store: Store
) -> Edited | None:
    """Read what was edited since a store was compiled; ``None`` where that is so much that all is to be compiled.

    ``known`` are the files that it was compiled from, ``files`` those that there are now.
    """
    now = {file.path: file for file in files}
    changed = {path for path in known.keys() | now.keys() if known.get(path) != now.get(path)}
    concepts = store.edited().union(_concepts_in(changed))
    if not known or len(concepts) > _MOST_CONCEPTS or _is_another_kind(changed, known, now, store):
        return None
    # A list of cards says which of them have entries.
    added = known.keys() ^ now.keys()
    metadata = {match[1] for match in (*map(_METADATA.fullmatch, changed), *map(_CARD_ENTRY.fullmatch, added)) if match}
    games, problems = read_games(folder, sorted(metadata), now.keys())
    for game in {game for game, _ in concepts} | metadata:
        if game in store.games():  # else it is no game, and its files are reported as they are read
            before = store.games()[game]._replace(cards=store.cards(game))
            concepts.update((game, concept) for concept in _differing(before, games.setdefault(game, before)))
    concepts = _with_targets(concepts, [entry for key in concepts for entry in _entries(store, key)])
    unreadable = list(unreadable_folders(folder))
    # What belongs to no concept is looked at again, but for the files of games that nobody touched.
    untouched = set(store.games()) - games.keys()
    others = {path for path in now if not concept_file(path) and path.partition("/")[0] not in untouched}
    while True:
        paths = others.union(path for key in concepts for path in _files_of(key) if path in now)
        corpus, found = read_files(folder, sorted(paths), games, unread=[problem.path for problem in unreadable])
        more = _with_targets(concepts, corpus.entries)
        if more == concepts:
            break
        concepts = more
    if len(concepts) > _MOST_CONCEPTS:
        return None
    redirecting = tuple(
        entry for key in concepts for entry in store.redirecting_to(*key) if (entry.game, entry.concept) not in concepts
    )
    gone = known.keys() - now.keys()
    problems += [*unreadable, *found]
    return Edited(corpus, problems, concepts, metadata, paths | gone, now.keys() - paths, redirecting)


def _entries(store: Store, key: Key) -> Iterator[Entry]:
    return (entry for lang in LANGUAGES if (entry := store.entry(lang, *key)))


def _with_targets(concepts: set[Key], entries: Iterable[Entry]) -> set[Key]:
    """Return concepts with those that some entries redirect to: these are called like them, too."""
    return concepts.union((entry.game, entry.redirects_to) for entry in entries if entry.redirects_to)


def _is_another_kind(changed: Iterable[str], known: Iterable[str], now: Iterable[str], store: Store) -> bool:
    """Tell whether there are other games or languages than before, or words are reduced in another way."""
    if games_in(known) != games_in(now):
        return True
    languages = {found.lang for path in changed if (found := concept_file(path))} & LANGUAGES.keys()
    entries = {found.lang for path in changed if path.endswith(".md") and (found := concept_file(path))}
    if not (languages <= {*store.spoken()} and entries & LANGUAGES.keys() <= {*store.languages()}):
        return True
    return bool(store.fact("analyzers") != {lang: LANGUAGES[lang].analyzer.version() for lang in LANGUAGES})


def _concepts_in(paths: Iterable[str]) -> Iterator[Key]:
    for path in paths:
        if found := concept_file(path):
            yield found.game, found.concept


def _files_of(key: Key) -> Iterator[str]:
    game, concept = key
    for lang in LANGUAGES:
        yield f"{game}/{lang}/{concept}.md"
        yield f"{game}/{ASKED}{lang}/{concept}.txt"


def _differing(before: Game, now: Game) -> Iterator[str]:
    """Yield the concepts and cards of which the metadata of a game says something else than before."""
    for concept in before.concepts.keys() | now.concepts.keys():
        old, new = before.concepts.get(concept), now.concepts.get(concept)
        if old is None or new is None or old._replace(line=new.line) != new:
            yield concept
    yield from (concept for _, concept in before.renamed.items() ^ now.renamed.items())
    for ruling in before.rulings.keys() | now.rulings.keys():
        was, is_now = before.rulings.get(ruling), now.rulings.get(ruling)
        if was is None or is_now is None or was._replace(line=is_now.line) != is_now:
            yield f"{RULINGS}{ruling}"
    printed = [
        {(card.entry, lang, name) for card in game.cards if card.entry for lang, name in card.names.items()}
        for game in (before, now)
    ]
    yield from (entry for entry, _, _ in printed[0] ^ printed[1])
