"""What a terminal can show, and what of that is wanted: colours, links, its size."""

from __future__ import annotations

import os
import sys
from typing import TypeVar

import click

_WIDEST = 100
NARROWEST = 20
#: Terminals that show links (OSC 8) say who they are in one of these variables.
_LINKING_VARIABLES = ("KITTY_WINDOW_ID", "WT_SESSION", "WEZTERM_PANE", "GHOSTTY_RESOURCES_DIR", "DOMTERM")
_LINKING_PROGRAMS = frozenset(("iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "Tabby", "rio"))
_LINKING_TERMINALS = ("xterm-kitty", "alacritty", "foot", "xterm-ghostty", "wezterm")
#: GNOME Terminal and all others that are built on its widget: since 0.50; Konsole: since 20.12.
_MOST_DIGITS = 9
_FIRST_LINKING_VTE, _FIRST_LINKING_KONSOLE = 5000, 201200


C = TypeVar("C", bound=click.Command)


def color_option(command: C) -> C:
    """Give a command the option that says whether there are colours, once."""
    if any(param.name == "color" for param in command.params):
        return command
    command.params.append(
        click.Option(
            ["--color"],
            type=click.Choice(("auto", "always", "never")),
            default="auto",
            expose_value=False,
            is_eager=True,
            callback=_choose,
            help="Bold and dim text. auto: on a terminal, unless NO_COLOR is set; FORCE_COLOR wants it in a pipe, too.",
        )
    )
    return command


def _choose(ctx: click.Context, param: click.Parameter, chosen: str) -> None:
    del param
    if chosen != "auto":  # it may stand before the name of the command, or behind it
        ctx.find_root().color = chosen == "always"


def has_colours() -> bool:
    """Tell whether bold and dim are wanted: by option, by NO_COLOR or FORCE_COLOR, else on a terminal."""
    context = click.get_current_context(silent=True)
    chosen = context.find_root().color if context else None
    if chosen is not None:
        return chosen
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR", "") not in {"", "0"}:
        return True
    return os.environ.get("TERM") != "dumb" and sys.stdout.isatty()


def has_links() -> bool:
    """Tell whether the terminal shows links; FORCE_HYPERLINK says yes (or 0, no) in place of what we know of it."""
    forced = os.environ.get("FORCE_HYPERLINK", "")
    if forced:
        return forced != "0" and has_colours()
    if not (has_colours() and sys.stdout.isatty()):
        return False
    if os.environ.get("TERM", "").startswith(("screen", "tmux")):  # what they stand before may show links or not
        return False
    return (
        any(os.environ.get(variable) for variable in _LINKING_VARIABLES)
        or os.environ.get("TERM_PROGRAM") in _LINKING_PROGRAMS
        or os.environ.get("TERM", "").startswith(_LINKING_TERMINALS)
        or _number("VTE_VERSION") >= _FIRST_LINKING_VTE
        or _number("KONSOLE_VERSION") >= _FIRST_LINKING_KONSOLE
    )


def _number(variable: str) -> int:
    value = os.environ.get(variable, "")
    return int(value) if value.isdecimal() and len(value) <= _MOST_DIGITS else 0


def is_interactive() -> bool:
    """Tell whether somebody sits at a terminal that a prompt can be shown on."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def width() -> int:
    """Return how wide a line may be."""
    return max(NARROWEST, min(_size("COLUMNS", 0) or _WIDEST, _WIDEST))


def height() -> int:
    """Return how many lines the terminal has; 0 where nobody knows."""
    return _size("LINES", 1)


def _size(variable: str, place: int) -> int:
    # shutil has this too, but loads three compression libraries on the way.
    value = os.environ.get(variable, "")
    try:
        return int(value) if value.isdecimal() else os.get_terminal_size(sys.stdout.fileno())[place]
    except (OSError, ValueError):
        return 0
