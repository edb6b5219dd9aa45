"""Which glossary a command works on: the option that names one, and how it is told to whoever wonders."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

from compendium_cli import settings
from compendium_cli.errors import UsageError

if TYPE_CHECKING:
    from pathlib import Path

#: Where a command keeps it, in its context.
CHOSEN = "compendium.glossary"
_WHY = {
    "option": "as --glossary says",
    "environment": f"as {settings.GLOSSARY_VARIABLE} says",
    "clone": "that of the clone you are in",
    "shipped": "shipped with the package",
}


def _choose(ctx: click.Context, param: click.Parameter, value: str | None) -> str:
    del param
    ctx.meta[CHOSEN] = known = settings.choose_glossary(value)
    return str(known.folder)


glossary = click.option(
    "--glossary",
    metavar="DIR",
    type=click.Path(readable=False),
    callback=_choose,
    help=f"Use this glossary folder. Default: {settings.GLOSSARY_VARIABLE}, the clone you are in, the shipped one.",
)


def chosen() -> settings.Chosen:
    """Return which glossary the command works on, and why."""
    known: settings.Chosen = click.get_current_context().meta[CHOSEN]
    return known


def editable() -> str:
    """Return the glossary folder that the command may write into; ``UsageError`` where it is an installed one."""
    known = chosen()
    if not known.is_editable:
        raise UsageError("the installed glossary is not yours to change: stand in a clone, or give --glossary DIR")
    return str(known.folder)


def why(known: settings.Chosen) -> str:
    """Return why it is this one."""
    if known.by == "shipped" and settings.is_checkout():
        return "that of the clone which the package is installed from"
    return _WHY[known.by]


def in_words(known: settings.Chosen) -> str:
    """Return which glossary is meant, and why."""
    if known.by == "shipped" and not settings.is_checkout():
        return "the shipped glossary"
    return f"{shown(known.folder)}, {why(known)}"


def shown(path: Path) -> str:
    """Return a path as short as it can be said from here."""
    try:
        below = os.path.relpath(path)
    except (OSError, ValueError):  # where we are is gone; or it is on another disk
        return str(path)
    return os.path.abspath(path) if below.startswith(os.curdir) else below  # noqa: PTH100 - as it was named, links too
