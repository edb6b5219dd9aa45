"""When entries changed: told by git, where the glossary is kept in it."""

from __future__ import annotations

import os
import subprocess
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from compendium_cli.errors import UsageError

if TYPE_CHECKING:
    from pathlib import Path

_MARK = "\x01"
_SECONDS = 60
#: A glossary from elsewhere may bring a repository whose settings name programs to run and places to fetch from.
_HARMLESS = {"GIT_OPTIONAL_LOCKS": "0", "GIT_ALLOW_PROTOCOL": "none", "GIT_NO_LAZY_FETCH": "1"}


def changes_of(folder: Path) -> dict[str, datetime]:
    """Return when each file of a folder last changed, by its path in it; empty where git does not know.

    One call tells it for all files, newest commit first.
    """
    command = ["git", "-C", str(folder), "-c", "core.quotePath=false", "-c", "core.fsmonitor=false", "log"]
    command += ["--no-show-signature", "--no-ext-diff", "--no-textconv"]
    command += [f"--format={_MARK}%cI", "--name-only", "--relative", "--", "."]
    try:
        done = subprocess.run(  # noqa: S603 - fixed words and a folder
            command, capture_output=True, check=True, timeout=_SECONDS, env={**os.environ, **_HARMLESS}
        )
    except (OSError, subprocess.SubprocessError):
        return {}
    changes: dict[str, datetime] = {}
    for commit in done.stdout.decode("utf-8", "replace").split(_MARK)[1:]:
        when, *paths = commit.split("\n")
        try:
            moment = datetime.fromisoformat(when.strip()).astimezone(UTC)
        except (ValueError, OverflowError):  # a day that never was
            continue
        for path in paths:
            if path:
                changes.setdefault(path, moment)
    return changes


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
