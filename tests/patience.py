"""A test that would take hours fails in a minute, with its reason. Not a measure of speed: a good one needs a blink."""

from __future__ import annotations

import signal
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_SECONDS = 120


@contextmanager
def patience() -> Iterator[None]:
    """Raise inside what never comes to an end."""

    def lose(*_: object) -> None:
        raise AssertionError(f"no end after {_SECONDS} seconds")

    if not hasattr(signal, "SIGALRM"):
        yield
        return
    before = signal.signal(signal.SIGALRM, lose)
    signal.alarm(_SECONDS)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
