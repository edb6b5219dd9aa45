"""Work in processes of its own, a few at a time. Each does one thing and ends: a killed command leaves none behind."""

from __future__ import annotations

import contextlib
import errno
import signal
import sys
import threading
from typing import TYPE_CHECKING, Any, Protocol, Self

from compendium_cli.errors import DamagedCacheError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from multiprocessing.process import BaseProcess


#: Seconds after which whoever waits for others tells how far they are.
_PATIENCE = 0.1


class Progress(Protocol):
    """Is told how much of how much is done, and what is being done."""

    def __call__(self, done: int, total: int, what: str = "") -> None:
        """Show it."""


class SharedCount:
    """A number that several processes add to."""

    def __init__(self) -> None:
        from multiprocessing import get_context

        self._number = get_context("spawn").Value("d", 0.0)

    def add(self, more: float) -> None:
        """Add to it."""
        with self._number.get_lock():
            self._number.value += more

    @property
    def value(self) -> float:
        """What it is now."""
        return float(self._number.value)


class Workers:
    """Runs functions in other processes, up to a number at once; leaving it waits for all of them.

    A pool would keep its processes waiting for more work, for ever where the one that gives it was killed.
    ``meanwhile`` is called now and then while they are waited for.
    """

    def __init__(self, number: int, meanwhile: Callable[[], None] = lambda: None) -> None:
        self._number = number
        self._meanwhile = meanwhile
        self._running: list[BaseProcess] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, *exception: object) -> None:
        try:
            while self._running and kind is None:
                self._finish_one()
        finally:
            for process in self._running:
                process.terminate()

    def start(self, work: Callable[..., None], *arguments: Any) -> BaseProcess:
        """Start to work, as soon as a place is free. ``OSError`` where a process before has failed."""
        from multiprocessing import get_context

        while len(self._running) >= self._number:
            self._finish_one()
        process = get_context("spawn").Process(target=_worked, args=(work, *arguments), daemon=True)
        with _uninterrupted():
            process.start()
        self._running.append(process)
        return process

    def finish(self, process: BaseProcess) -> None:
        """Wait until one of them has done its work."""
        while process in self._running:
            self._finish_one()

    def _finish_one(self) -> None:
        from multiprocessing.connection import wait

        while not (ready := wait([process.sentinel for process in self._running], _PATIENCE)):
            self._meanwhile()
        done = next(process for process in self._running if process.sentinel in ready)
        self._running.remove(done)
        done.join()
        if done.exitcode:
            raise OSError(errno.EIO, "a process that compiles has failed")


def _worked(work: Callable[..., None], *arguments: Any) -> None:
    """Do the work; that a disk is full, or what was compiled before is damaged, is told by the exit status alone."""
    import gc

    gc.disable()  # it would look for what nobody needs any more, and all of it goes when the process ends
    try:
        work(*arguments)
    except (OSError, DamagedCacheError):
        sys.exit(1)


@contextlib.contextmanager
def _uninterrupted() -> Iterator[None]:
    """Have a process that is started now ignore an interruption, which its parent hears and passes on."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
