"""Sources -> the index of a language: counted and weighed game by game, or brought up to date with what was edited."""

from __future__ import annotations

import marshal
from contextlib import ExitStack
from functools import lru_cache
from itertools import chain, groupby
from operator import attrgetter
from tempfile import SpooledTemporaryFile
from typing import IO, TYPE_CHECKING, Any

from whoosh.filedb.filestore import FileStorage, RamStorage

from compendium_cli.codec import ImpactSegment, write_impacts
from compendium_cli.database import compressed
from compendium_cli.impacts import Collection, EntryCounts, Tally, counts_of, fields_of, impacts_of, postings_of
from compendium_cli.index import LISTING, STATISTICS, LanguageIndex, ListedShard
from compendium_cli.passages import out_of_domain
from compendium_cli.writing.files import give_second_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    from compendium_cli.codec import Postings
    from compendium_cli.fitted import Smoothing
    from compendium_cli.impacts import Field
    from compendium_cli.passages import Key, Norms, Source

#: How the segments are called whose entries were edited.
_EDITED = "edited-"
#: How many words are remembered with their norms while texts are counted.
_MOST_WORDS = 1 << 18
#: Counts of so many bytes are kept in memory between counting and weighing; more of them in a file.
_MOST_IN_MEMORY = 16_000_000


def build_index(  # noqa: PLR0913 - what is indexed, how it is weighed, where it goes
    lang: str,
    games: Iterable[tuple[str, Sequence[Source]]],
    *,
    norms: Norms,
    smoothing: Smoothing,
    folder: Path | None,
    told: Callable[[], None] = lambda: None,
) -> LanguageIndex:
    """Build the index of a language, game by game, in a folder or, without one, in memory.

    ``told`` is called whenever an entry was counted, and when its terms of one kind were weighed.
    """
    storage = _storage(folder)
    fields = _fields(lru_cache(maxsize=_MOST_WORDS)(norms), smoothing)
    tallies = [Tally(field, smoothing) for field in fields]
    shards: list[tuple[ListedShard, Sequence[int]]] = []
    with ExitStack() as stack:
        spools = [
            stack.enter_context(SpooledTemporaryFile(_MOST_IN_MEMORY, dir=str(folder) if folder else None))
            for _ in fields
        ]
        for game, sources in chain(games, [("", [out_of_domain(lang)])]):
            for source in sources:
                for counts, tally, spool in zip(counts_of(source, fields), tallies, spools, strict=True):
                    tally.add(counts)
                    _put(spool, counts)
                told()
            shards.append((ListedShard(str(len(shards)), game, []), [1 + len(source.passages) for source in sources]))
            _write_entries(storage, shards[-1][0], sources)
        collections = [tally.collection() for tally in tallies]
        for spool in spools:
            spool.seek(0)
        for shard, documents in shards:
            postings = (
                (field.name, _weighed(_taken(spool, len(documents), told), collection, smoothing))
                for field, spool, collection in zip(fields, spools, collections, strict=True)
            )
            write_impacts(storage, ImpactSegment(shard.segment), sum(documents), postings)
    _write(storage, STATISTICS, [[*collection[:-1], sorted(collection.common)] for collection in collections])
    _write(storage, LISTING, [shard for shard, _ in shards] if len(shards) > 1 else [])
    return LanguageIndex(storage)


def update_index(  # noqa: PLR0913 - the index before, what differs, how it is weighed
    before: Path, folder: Path, sources: Sequence[Source], edited: Iterable[Key], *, norms: Norms, smoothing: Smoothing
) -> None:
    """Write an index that differs from another one in what was edited since that one was built.

    ``edited`` are the entries that are no longer found as they were, ``sources`` what is found in their place. They are
    weighed as if nothing else had changed: a few of them change but little in what is common in a language.
    """
    old = LanguageIndex.open(before)
    storage = _storage(folder)
    gone: dict[str, list[str]] = {}
    for game, concept in sorted(edited):
        gone.setdefault(game, []).append(concept)
    shards = [
        shard._replace(without=gone.get(shard.game, []))
        for shard in old.listed
        if not shard.segment.startswith(_EDITED)
    ]
    for name in (STATISTICS, *(file for shard in shards for file in shard.files)):
        give_second_name(before / name, folder / name)
    fields = _fields(norms, smoothing)
    collections = [
        Collection(share, statement, entry, faint, unseen, frozenset(common))
        for share, statement, entry, faint, unseen, common in old.unpacked(STATISTICS)
    ]
    for game, found in groupby(sources, key=attrgetter("game")):
        own = list(found)
        shards.append(ListedShard(f"{_EDITED}{len(shards)}", game, []))
        _write_entries(storage, shards[-1], own)
        counted = zip(*(counts_of(source, fields) for source in own), strict=True)
        postings = (
            (field.name, _weighed(counts, collection.with_terms_of(counts), smoothing))
            for field, collection, counts in zip(fields, collections, counted, strict=True)
        )
        documents = sum(1 + len(source.passages) for source in own)
        write_impacts(storage, ImpactSegment(shards[-1].segment), documents, postings)
    _write(storage, LISTING, shards)


def _fields(norms: Norms, smoothing: Smoothing) -> list[Field]:
    """Return the kinds of terms in the order in which a segment has them."""
    return sorted(fields_of(norms, smoothing), key=attrgetter("name"))


def _storage(folder: Path | None) -> Any:
    if folder is None:
        return RamStorage()
    folder.mkdir(parents=True, exist_ok=True)
    return FileStorage(str(folder))


def _put(spool: IO[bytes], counts: EntryCounts) -> None:
    """Keep the counts of an entry for later."""
    kept = marshal.dumps(tuple(counts))
    spool.write(len(kept).to_bytes(4, "big") + kept)


def _taken(spool: IO[bytes], number: int, told: Callable[[], None]) -> Iterator[EntryCounts]:
    """Yield the counts of so many entries that were kept, one after another."""
    for _ in range(number):
        kept = spool.read(int.from_bytes(spool.read(4), "big"))
        yield EntryCounts(*marshal.loads(kept))  # noqa: S302 - we have just written it
        told()


def _weighed(counted: Iterable[EntryCounts], collection: Collection, smoothing: Smoothing) -> Postings:
    return postings_of(impacts_of(counts, collection, smoothing) for counts in counted)


def _write_entries(storage: Any, shard: ListedShard, sources: Iterable[Source]) -> None:
    """Write what a shard has, in the order of its documents."""
    listed = [
        [
            source.game,
            source.concept,
            source.lang,
            sum(len(passage.phrasings) for passage in source.passages),
            [passage.n for passage in source.passages],
            [str(passage.kind) for passage in source.passages],
        ]
        for source in sources
    ]
    _write(storage, shard.files[0], listed)


def _write(storage: Any, name: str, value: Any) -> None:
    with storage.create_file(name) as file:
        file.write(compressed(value))
