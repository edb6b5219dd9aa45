"""Options that commands share, and what they all do with them."""

from __future__ import annotations

import functools
import sys
import time
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

from compendium_cli.compendium import Compendium, open_compendium, open_library

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from compendium_cli.compendium import Found

F = TypeVar("F", bound="Callable[..., Any]")

game = click.option("--game", metavar="GAME", help="Only this game: marvel-champions, marvel-tcg, marvel-dagger …")
lang = click.option(
    "--lang",
    metavar="LANG",
    help="Language of the answer: it, es, uk. Default: COMPENDIUM_LANG, the question's own, the locale's, Italian.",
)
as_json = click.option("--json", "as_json", is_flag=True, help="Answer in JSON, errors too.")
glossary = click.option(
    "--glossary",
    metavar="DIR",
    type=click.Path(readable=False),
    help="Use this glossary folder instead of the shipped one.",
)
base_url = click.option(
    "--base-url",
    metavar="URL",
    help="Address of the site in links. Default: COMPENDIUM_BASE_URL, the config file, site_url of mkdocs.yml.",
)


library = click.option(
    "--library",
    metavar="DIR",
    type=click.Path(readable=False),
    help="Imported texts to give beside ours, marked as such. Default: the library in your data folder, if any.",
)


def limit(default: int) -> Callable[[F], F]:
    """Return the option that says how many answers are wanted."""
    return click.option(
        "--limit",
        metavar="N",
        type=click.IntRange(1, 1000),
        default=default,
        show_default=True,
        help="At most so many.",
    )


class Given(NamedTuple):
    """The options of every command that answers from the glossary."""

    game: str | None
    lang: str | None
    as_json: bool
    glossary: str | None
    base_url: str | None

    def opened(self) -> Compendium:
        """Open the glossary that the options name."""
        return opened(self.glossary, self.base_url)

    def look_up(self, compendium: Compendium, name: Sequence[str] | str) -> Found:
        """Return the entry that a name means, by the language and game that the options name."""
        words = name if isinstance(name, str) else " ".join(name)
        return compendium.look_up(words, lang=self.lang, game=self.game)


def common(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options of every command that answers from the glossary; the command gets them as ``given``."""

    @functools.wraps(command)
    def bundled(**options: Any) -> None:
        command(given=Given(*(options.pop(name) for name in Given._fields)), **options)

    for option in (glossary, base_url, as_json, lang, game):
        bundled = option(bundled)
    return bundled


def entry_argument(name: str = "entry", **more: Any) -> Callable[[F], F]:
    """Return the argument that names an entry, with completion of ids."""
    return click.argument(name, metavar=name.upper(), shell_complete=_complete_entry, **more)


def _complete_entry(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    del param
    with open_compendium(ctx.params.get("glossary")) as compendium:  # no hint and no progress in a line that is typed
        return compendium.names_starting_with(incomplete, ctx.params.get("game"))


def opened(glossary: str | None, base_url: str | None) -> Compendium:
    """Open the glossary that the options name, and say when it has problems."""
    compendium = open_compendium(glossary, base_url=base_url, progress=Progress("Compiling the glossary"))
    _tell_problems(compendium, glossary)
    return compendium


def rebuilt(glossary: str | None) -> Compendium:
    """Open the glossary that the options name and compile it anew."""
    compendium = open_compendium(glossary, progress=Progress("Compiling the glossary"))
    compendium.rebuild()
    _tell_problems(compendium, glossary)
    return compendium


def _tell_problems(compendium: Compendium, glossary: str | None) -> None:
    if count := compendium.problem_count():
        where = f" --glossary {glossary}" if glossary else ""
        problems = "problem" if count == 1 else "problems"
        click.echo(f"compendium: {count} {problems} in the glossary; see: compendium lint{where}", err=True)


def opened_library(library: str | None, base_url: str | None) -> Compendium | None:
    """Open the imported texts that the options name, or that the user has; ``None`` where there are none."""
    return open_library(library, base_url=base_url, progress=Progress("Compiling the library"))


class Progress:
    """A progress bar on standard error for work that takes longer than a second."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.begun = time.monotonic()
        self.shown = -1
        self.width = 0

    def __call__(self, done: int, total: int, what: str = "") -> None:
        """Show how far the work has come, and what is being done."""
        percent = 100 * done // max(total, 1)
        if percent == self.shown or not sys.stderr.isatty() or (self.shown < 0 and time.monotonic() - self.begun < 1):
            return
        self.shown = percent
        bar = "#" * (percent // 4)
        label = f"{self.what}: {what}" if what else self.what
        self.width = max(self.width, len(label))
        click.echo(f"\r{label:<{self.width}} [{bar:<25}] {percent:3d}%", err=True, nl=False)
        if done >= total:
            click.echo("\r" + " " * (self.width + 34) + "\r", err=True, nl=False)


def tell_unmatched(found: Found) -> None:
    """Say that a statement of another language has no counterpart in the one that was found."""
    if found.unmatched is not None:
        entry = found.entry
        what = f"statement {found.unmatched} has no counterpart in {entry.lang!r} ({entry.edition})"
        click.echo(f"compendium: {what}: this is the entry", err=True)
