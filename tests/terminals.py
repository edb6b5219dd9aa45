"""A terminal without a window: a command runs on it, somebody types, and what they would see can be read.

The screen is pyte's, which does what a terminal does with what it is sent, and answers what it is asked.
"""

from __future__ import annotations

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time
from typing import TYPE_CHECKING, Self

import pyte

if TYPE_CHECKING:
    from collections.abc import Callable

#: Seconds after which what should be seen will never be.
_PATIENCE = 60
#: pyte knows no dim text, and nothing of ours blinks.
pyte.graphics.TEXT[2] = "+blink"
UP, DOWN, RIGHT, TAB, ENTER, BACKSPACE = "\x1b[A", "\x1b[B", "\x1b[C", "\t", "\r", "\x7f"
CTRL_C, CTRL_D, CTRL_Z = "\x03", "\x04", "\x1a"
MARK = "›"
COMPENDIUM = (sys.executable, "-m", "compendium_cli")
#: What is wanted of colours and links, and what other terminals say of themselves.
_UNKNOWN_HERE = ("COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR", "FORCE_HYPERLINK", "VTE_VERSION", "TERM_PROGRAM")


class _Screen(pyte.HistoryScreen):
    """What is seen, with what has scrolled away; its answers go to the program that asks."""

    def __init__(self, columns: int, rows: int, reply: Callable[[bytes], object]) -> None:
        self._reply = reply
        super().__init__(columns, rows, history=100_000)

    def write_process_input(self, data: str) -> None:
        """Answer the program, which asks where the cursor is."""
        self._reply(data.encode())


class Terminal:
    """A command on a terminal of some size; leaving the ``with`` ends it."""

    def __init__(
        self,
        *arguments: object,
        columns: int = 80,
        rows: int = 24,
        env: dict[str, str] | None = None,
        program: tuple[str, ...] = COMPENDIUM,
    ) -> None:
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        kept = {name: value for name, value in os.environ.items() if name not in _UNKNOWN_HERE}
        self.process = subprocess.Popen(
            [*program, *map(str, arguments)],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env={**kept, "TERM": "xterm-256color", **(env or {})},
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # so that Ctrl-C reaches it
        )
        os.close(slave)
        self.sent = bytearray()
        self.screen = _Screen(columns, rows, lambda data: os.write(self._master, data))
        self._stream = pyte.ByteStream(self.screen)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self._master)

    # -- typing ------------------------------------------------------------------------------------------------------

    def type(self, keys: str) -> None:
        """Type letters and keys."""
        os.write(self._master, keys.encode())

    def enter(self, line: str) -> str:
        """Type a line at the prompt, wait for the next prompt, and return what was shown between."""
        self.until(self.is_ready)
        begun = self.place()
        self.type(line + ENTER)
        self.until(lambda: self.is_ready() and self.place() > begun)
        return "\n".join(self.rows()[begun + 1 : self.place()])

    def hang_up(self) -> None:
        """Take the terminal away."""
        os.close(self._master)
        self._master = os.open(os.devnull, os.O_RDWR)

    def left(self) -> int:
        """Wait until the command has ended; return its exit status."""
        end = time.monotonic() + _PATIENCE
        while self._read(end):
            pass
        return self.process.wait(_PATIENCE)

    # -- seeing ------------------------------------------------------------------------------------------------------

    def rows(self) -> list[str]:
        """Return all rows, those that have scrolled away first."""
        every = range(len(self.screen.history.top) + self.screen.lines)
        return ["".join(letter for letter, _ in self.looks(row)).rstrip() for row in every]

    def looks(self, row: int) -> list[tuple[str, str]]:
        """Return the letters of a row, each with how it looks: bold (``b``), dim (``d``) or plain."""
        above = self.screen.history.top
        letters = above[row] if row < len(above) else self.screen.buffer[row - len(above)]
        shown = (letters[column] for column in range(self.screen.columns))
        return [(letter.data, "b" if letter.bold else "d" if letter.blink else "") for letter in shown]

    def seen(self) -> str:
        """Return all that was shown."""
        return "\n".join(self.rows()).rstrip("\n")

    def is_ready(self) -> bool:
        """Tell whether an empty prompt waits for what is typed."""
        cursor = self.screen.cursor
        before = self.screen.display[cursor.y][: cursor.x]
        return before.endswith(f"{MARK} ") and not self.screen.display[cursor.y][cursor.x :].strip()

    def until(self, is_so: Callable[[], bool]) -> None:
        """Read what the command sends until something is so."""
        end = time.monotonic() + _PATIENCE
        while not is_so():
            if not self._read(end):
                raise AssertionError(f"it has ended, and this is what was shown:\n{self.seen()}")

    def until_seen(self, text: str) -> None:
        """Read what the command sends until a text stands on the screen."""
        self.until(lambda: text in self.seen())

    def interrupt(self) -> None:
        """Press Ctrl-C, and wait for the prompt that follows."""
        begun = self.place()
        self.type(CTRL_C)
        self.until(lambda: self.is_ready() and self.place() > begun)

    def call_back(self, line: str) -> None:
        """Press the key that brings back an earlier line."""
        self.type(UP)
        self.until(lambda: self.screen.display[self.screen.cursor.y].rstrip().endswith(f"{MARK} {line}"))

    def wait(self, seconds: float = 0.02) -> None:
        """Let a moment pass, and read what is sent meanwhile."""
        end = time.monotonic() + seconds
        while select.select([self._master], [], [], max(end - time.monotonic(), 0))[0]:
            self._read(end)

    def place(self) -> int:
        """Return which row of all the cursor is in."""
        return len(self.screen.history.top) + self.screen.cursor.y

    def _read(self, end: float) -> bool:
        """Read a part of what the command sends; tell whether there was any, and it goes on."""
        there, _, _ = select.select([self._master], [], [], max(end - time.monotonic(), 0))
        if not there:
            raise AssertionError(f"nothing for {_PATIENCE} seconds after:\n{self.seen()}")
        try:
            part = os.read(self._master, 65536)
        except OSError:  # nobody is at the other end any more
            return False
        self.sent += part
        self._stream.feed(part)
        return bool(part)
