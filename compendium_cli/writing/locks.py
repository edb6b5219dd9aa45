"""Locks on files and folders themselves: they die with their process, and nothing is left lying about.

What carries a lock belongs to somebody alive; what carries none was left behind and may be cleared away.
"""

from __future__ import annotations

import contextlib
import os
import sys
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_BETWEEN_TRIES = 0.05


@contextlib.contextmanager
def held(path: Path) -> Iterator[bool]:
    """Hold a file or folder; tells whether we do, which on some systems and file systems nobody can.

    Raises ``BlockingIOError`` where somebody else holds it.
    """
    descriptor = _locked(path)
    try:
        yield descriptor is not None
    finally:
        if descriptor is not None:
            os.close(descriptor)


@contextlib.contextmanager
def turn(path: Path, seconds: float) -> Iterator[bool]:
    """Wait for the others who hold a file or folder, then hold it; tells whether we do.

    Where nobody can lock, nobody waits: whoever relies on it has to be safe without, and only saves work by it. Raises
    ``TimeoutError`` where the others take too long, and ``FileNotFoundError`` where there is nothing to hold.
    """
    ends = time.monotonic() + seconds
    with contextlib.ExitStack() as stack:
        while True:
            with contextlib.suppress(BlockingIOError):
                is_ours = stack.enter_context(held(path))
                break
            if time.monotonic() > ends:
                raise TimeoutError(f"another process holds {path}")
            time.sleep(_BETWEEN_TRIES)
        yield is_ours


def is_left_behind(path: Path) -> bool:
    """Tell whether whoever held a file or folder is dead for sure."""
    try:
        with held(path) as is_ours:
            return is_ours
    except OSError:
        return False


def is_in_use(path: Path) -> bool:
    """Tell whether somebody alive holds a file or folder for sure."""
    try:
        with held(path):
            return False
    except BlockingIOError:
        return True
    except OSError:
        return False


def _locked(path: Path) -> int | None:
    """Return a descriptor that locks what is at a path until it is closed."""
    if sys.platform == "win32":
        return None
    try:
        import fcntl
    except ImportError:
        return None
    while True:
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            # Else it was replaced after we had opened it: what is there now is what counts.
            if os.path.samestat(os.fstat(descriptor), path.stat()):
                return descriptor
        except (BlockingIOError, FileNotFoundError):
            os.close(descriptor)
            raise
        except OSError:  # a file system without locks
            os.close(descriptor)
            return None
        os.close(descriptor)
