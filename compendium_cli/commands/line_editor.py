"""What somebody types at the prompt, line by line: prompt_toolkit's line editor, with titles and a history of ours."""

from __future__ import annotations

import contextlib
import os
from typing import TYPE_CHECKING

from compendium_cli.commands.styles import bold, dim, echo, wrapped
from compendium_cli.text import printable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from prompt_toolkit.buffer import Buffer
    from prompt_toolkit.completion import Completer
    from prompt_toolkit.history import History
    from prompt_toolkit.key_binding import KeyBindings

#: A title may be completed from so many of the last words, and from so many letters on.
_WORDS, _LETTERS = 4, 3


def typed_lines(mark: Callable[[], str], titles: Callable[[str], list[str]], banner: str) -> Iterator[str]:
    """Yield what somebody types, until they leave; ``mark`` stands before it, ``titles`` complete it."""
    from prompt_toolkit import PromptSession
    from prompt_toolkit.auto_suggest import AutoSuggestFromHistory

    echo(f"{bold('Compendium')}  {dim(wrapped(banner, len('Compendium  ')).lstrip())}")
    editor: PromptSession[str] = PromptSession(
        history=_history(),
        completer=completer(titles),
        complete_while_typing=False,
        auto_suggest=AutoSuggestFromHistory(),
        enable_history_search=True,
        enable_suspend=True,
        key_bindings=_no_mouse(),
    )
    editor.default_buffer.on_text_changed += _made_visible
    while True:
        try:
            yield editor.prompt(mark())
        except KeyboardInterrupt:
            continue
        except EOFError:
            return


def _made_visible(buffer: Buffer) -> None:
    """Let what was pasted be seen and not obeyed, here and in the history."""
    from prompt_toolkit.document import Document

    seen = printable(buffer.text)
    if seen != buffer.text:
        buffer.document = Document(seen, buffer.cursor_position)


def _no_mouse() -> KeyBindings:
    """Return what keeps a pasted escape sequence from being read as a mouse that does what no mouse can."""
    from prompt_toolkit.key_binding import KeyBindings
    from prompt_toolkit.keys import Keys

    bindings = KeyBindings()
    bindings.add(Keys.Vt100MouseEvent)(lambda event: None)  # noqa: ARG005
    return bindings


def completer(titles: Callable[[str], list[str]]) -> Completer:
    """Return what offers titles that begin as the last words of a line do."""
    from prompt_toolkit.completion import Completer, Completion

    class Titles(Completer):
        def get_completions(self, document: object, complete_event: object) -> Iterable[Completion]:
            del complete_event
            before: str = document.text_before_cursor  # type: ignore[attr-defined]
            for typed in endings(before):
                if found := titles(typed):
                    yield from (Completion(printable(title), start_position=-len(typed)) for title in found)
                    return

    return Titles()


def endings(text: str) -> Iterator[str]:
    """Yield the last words of what was typed that a title may begin with, the longest first.

    >>> list(endings("che cosa fa danno cons"))
    ['cosa fa danno cons', 'fa danno cons', 'danno cons', 'cons']
    """
    words = text.split(" ")
    for number in range(min(_WORDS, len(words)), 0, -1):
        ending = " ".join(words[-number:])
        if len(ending) >= _LETTERS and ending.strip() == ending:
            yield ending


def _history() -> History:
    """Return what was typed before, where there is a place to keep it that only its owner reads."""
    from prompt_toolkit.history import FileHistory, InMemoryHistory

    from compendium_cli.settings import state_folder

    class OwnHistory(FileHistory):
        def store_string(self, string: str) -> None:
            with contextlib.suppress(OSError):  # the disk is full, the folder gone: it is known until the end
                super().store_string(string)

    folder = state_folder()
    if folder is not None:
        with contextlib.suppress(OSError):
            return OwnHistory(str(_own_file(folder)))
    return InMemoryHistory()


def _own_file(folder: Path) -> Path:
    """Return the file of the history, there and readable for its owner alone."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder / "history"
    # What is no file, such as a pipe, would have us wait for ever.
    flags = os.O_CREAT | os.O_APPEND | os.O_RDWR | getattr(os, "O_NONBLOCK", 0)
    kept = os.open(path, flags, 0o600)
    try:
        if not path.is_file():
            raise OSError(f"{path} is no file")
        if hasattr(os, "fchmod"):
            os.fchmod(kept, 0o600)
    finally:
        os.close(kept)
    return path
