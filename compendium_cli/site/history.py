"""When entries changed, and what of them: told by git, where the glossary is kept in it."""

from __future__ import annotations

import os
import subprocess
from datetime import UTC, datetime
from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

_MARK = "\x01"
_SECONDS = 60
#: A glossary from elsewhere may bring a repository whose settings name programs to run and places to fetch from.
_HARMLESS = {"GIT_OPTIONAL_LOCKS": "0", "GIT_ALLOW_PROTOCOL": "none", "GIT_NO_LAZY_FETCH": "1"}


class Change(NamedTuple):
    """The day on which a file last changed."""

    moment: datetime
    """Of its last commit."""
    last: str
    """That commit."""
    first: str
    """The commit that changed the file first on that day."""


class Versions(NamedTuple):
    """A file before and after the day on which it last changed."""

    before: str | None
    """``None`` where there was none."""
    after: str


def history_of(folder: Path) -> dict[str, Change]:
    """Return when each file of a folder last changed, by its path in it; empty where git does not know.

    One call tells it for all files, newest commit first.
    """
    told = _git(
        folder,
        "log",
        "--no-show-signature",
        "--no-ext-diff",
        "--no-textconv",
        f"--format={_MARK}%H %cI",
        "--name-only",
        "--relative",
        "--",
        ".",
    )
    changes: dict[str, Change] = {}
    for commit in told.decode("utf-8", "replace").split(_MARK)[1:]:
        head, *paths = commit.split("\n")
        name, _, when = head.partition(" ")
        try:
            moment = datetime.fromisoformat(when.strip()).astimezone(UTC)
        except (ValueError, OverflowError):  # a day that never was
            continue
        for path in filter(None, paths):
            known = changes.setdefault(path, Change(moment, name, name))
            if known.moment.date() == moment.date():
                changes[path] = known._replace(first=name)
    return changes


def changes_of(folder: Path) -> dict[str, datetime]:
    """Return when each file of a folder last changed, by its path in it; empty where git does not know."""
    return {path: change.moment for path, change in history_of(folder).items()}


def versions_of(folder: Path, changes: Mapping[str, Change]) -> dict[str, Versions]:
    """Return files before and after the day on which they last changed.

    One call gives all of them. Where only a part of the history is here, nobody knows what was before it.
    """
    if not changes or _git(folder, "rev-parse", "--is-shallow-repository").strip() != b"false":
        return {}
    asked = [f"{commit}:./{path}" for path, change in changes.items() for commit in (f"{change.first}^", change.last)]
    told = _git(folder, "cat-file", "--batch", said="".join(f"{name}\n" for name in asked))
    blobs = list(_blobs(told, len(asked)))
    if len(blobs) != len(asked):
        return {}
    pairs = zip(blobs[::2], blobs[1::2], strict=True)
    return {
        path: Versions(before, after) for path, (before, after) in zip(changes, pairs, strict=True) if after is not None
    }


def _blobs(told: bytes, count: int) -> Iterator[str | None]:
    """Yield the files that ``git cat-file --batch`` gives; ``None`` for each that is missing."""
    place = 0
    for _ in range(count):
        end = told.find(b"\n", place)
        if end < 0:
            return
        *_name, kind, size = told[place:end].rsplit(b" ", 2)
        place = end + 1
        if kind != b"blob" or not size.isdigit():
            yield None  # "<name> missing"
            continue
        yield told[place : place + int(size)].decode("utf-8", "replace")
        place += int(size) + 1


def _git(folder: Path, *words: str, said: str | None = None) -> bytes:
    """Return what git tells of a folder; nothing where it cannot."""
    command = ["git", "-C", str(folder), "-c", "core.quotePath=false", "-c", "core.fsmonitor=false", *words]
    given = said.encode() if said is not None else None
    try:
        done = subprocess.run(  # noqa: S603 - fixed words, a folder and paths in it
            command, input=given, capture_output=True, check=True, timeout=_SECONDS, env={**os.environ, **_HARMLESS}
        )
    except (OSError, subprocess.SubprocessError):
        return b""
    return done.stdout


def newest(changes: dict[str, datetime]) -> datetime | None:
    """Return the date of the site: ``SOURCE_DATE_EPOCH``, else the newest change, so that two builds are alike."""
    return given_date() or max(changes.values(), default=None)


def given_date() -> datetime | None:
    """Return the date that the environment gives a build; ``None`` where it gives none."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH")
    if epoch is None:
        return None
    try:
        return datetime.fromtimestamp(int(epoch), UTC)
    except (ValueError, OverflowError, OSError):
        raise UsageError(f"SOURCE_DATE_EPOCH is {epoch[:40]!r}: it takes the seconds since 1970") from None
