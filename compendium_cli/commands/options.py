"""Options that commands share, and what they all do with them."""

from __future__ import annotations

import functools
import sys
import time
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

from compendium_cli import settings
from compendium_cli.commands.capabilities import width
from compendium_cli.commands.chosen import chosen, in_words
from compendium_cli.commands.chosen import glossary as glossary  # noqa: PLC0414 - an option like the others here
from compendium_cli.commands.styles import tell
from compendium_cli.compendium import Compendium, open_compendium, open_library
from compendium_cli.languages import folded_words, language, language_name

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from compendium_cli.compendium import Found
    from compendium_cli.model import Entry

#: So many files that cannot be read are named.
_MOST_UNREAD = 3
#: So wide is a progress bar, where the terminal is.
_CELLS = 25

F = TypeVar("F", bound="Callable[..., Any]")

game = click.option(
    "--game",
    metavar="GAME",
    shell_complete=lambda ctx, _, typed: _complete_game(ctx, typed),
    help="Only this game: marvel-champions, marvel-tcg, marvel-dagger …",
)
lang = click.option(
    "--lang",
    metavar="LANG",
    shell_complete=lambda ctx, _, typed: _complete_language(ctx, typed),
    help="Language of the answer: it, es, uk. Default: COMPENDIUM_LANG, the question's own, the locale's, Italian.",
)
as_json = click.option("--json", "as_json", is_flag=True, help="Answer in JSON, errors too.")
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
    glossary: str
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
    """Return the argument that names an entry, with completion of titles in the reader's language, and of ids."""
    return click.argument(name, metavar=name.upper(), shell_complete=_complete_entry, **more)


def _complete_entry(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Return what completes the last word of a name, whose other words may stand before it."""
    before = ctx.params.get(param.name or "") or ()
    typed = " ".join((*((before,) if isinstance(before, str) else before), incomplete))
    if "#" in typed:  # the number of a statement
        return []
    game, lang = ctx.params.get("game"), ctx.params.get("lang")
    with _opened_quietly(ctx) as compendium:
        found = compendium.titles_starting_with(typed, lang=lang, game=game) if incomplete else []
        ids = compendium.names_starting_with(typed, game)
    # What was typed stays as it is: shells compare letter by letter, and names are found in any case.
    titles = [incomplete + rest for title in found if (rest := _rest(title, typed)) is not None]
    return list(dict.fromkeys([*titles, *(name[len(typed) - len(incomplete) :] for name in ids)]))


def _rest(title: str, typed: str) -> str | None:
    """Return what follows in a title where somebody has typed its beginning, perhaps without signs and accents."""
    if title.casefold().startswith(typed.casefold()):
        return title[len(typed) :]
    wanted = folded_words(typed)
    ends = (place for place in range(len(title) + 1) if folded_words(title[:place]) == wanted)
    place = next(ends, None)
    # A bracket that was left out is not closed.
    return None if place is None else title[place:].removesuffix("" if "(" in f"{typed}{title[place:]}" else ")")


def _complete_game(ctx: click.Context, incomplete: str) -> list[str]:
    with _opened_quietly(ctx) as compendium:
        return [game for game in compendium.outline().games if game.startswith(incomplete)]


def _complete_language(ctx: click.Context, incomplete: str) -> list[str]:
    with _opened_quietly(ctx) as compendium:
        return [lang for lang in (*compendium.outline().languages, "en") if lang.startswith(incomplete)]


def _opened_quietly(ctx: click.Context) -> Compendium:
    """Open the glossary without a hint and without progress: somebody is typing a line."""
    return open_compendium(settings.choose_glossary(ctx.params.get("glossary")).folder)


def opened(glossary: str, base_url: str | None) -> Compendium:
    """Open the glossary that the options name, and say when it has problems."""
    compendium = open_compendium(glossary, base_url=base_url, progress=Progress("Compiling the glossary"))
    _tell_problems(compendium)
    return compendium


def rebuilt(glossary: str) -> Compendium:
    """Open the glossary that the options name and compile it anew."""
    compendium = open_compendium(glossary, progress=Progress("Compiling the glossary"))
    compendium.rebuild()
    _tell_problems(compendium)
    return compendium


def _tell_problems(compendium: Compendium) -> None:
    if count := compendium.problem_count():
        known = chosen()
        where = f" --glossary {known.folder}" if known.by == "option" else ""
        unread = compendium.unreadable_entries()
        more = f" and {len(unread) - _MOST_UNREAD} more" if len(unread) > _MOST_UNREAD else ""
        left_out = f"; unreadable, and left out: {', '.join(unread[:_MOST_UNREAD])}{more}" if unread else ""
        problems = "problem" if count == 1 else "problems"
        tell(f"{count} {problems} in {in_words(known)}; see: compendium lint{where}{left_out}")


def opened_library(library: str | None, base_url: str | None) -> Compendium | None:
    """Open the imported texts that the options name, or that the user has; ``None`` where there are none."""
    address = settings.base_url(base_url, chosen().folder)  # links lead to the same site as those of our texts
    return open_library(library, base_url=address, progress=Progress("Compiling the library"))


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
        # A line that is too long would go on in the next row, and stay there.
        cells = min(_CELLS, width() - len(" [] 100%") - 1)
        bar = f" [{'#' * (cells * percent // 100):<{cells}}] {percent:3d}%"
        label = (f"{self.what}: {what}" if what else self.what)[: width() - len(bar) - 1]
        self.width = max(self.width, len(label))
        click.echo(f"\r{label:<{self.width}}{bar}", err=True, nl=False)
        if done >= total:
            click.echo("\r" + " " * (self.width + len(bar)) + "\r", err=True, nl=False)


def tell_found(found: Found) -> None:
    """Say, in the language of what was found, where it is not quite what was asked for, or not the only one."""
    entry = found.entry
    labels, name = language(entry.lang).labels, language_name(entry.lang, entry.lang)
    if found.unmatched is not None:
        tell(labels.no_counterpart.format(n=found.unmatched, lang=name, edition=entry.edition))
    tell_named(entry, found.missing_lang, found.others)


def tell_named(entry: Entry, missing_lang: str | None, others: Sequence[str]) -> None:
    """Say that the language that was asked for has no such entry, or that its name may mean others, too."""
    labels = language(entry.lang).labels
    if missing_lang:
        asked, name = language_name(missing_lang, entry.lang), language_name(entry.lang, entry.lang)
        tell(labels.no_entry.format(asked=asked, lang=name))
    if others:
        tell(labels.also_means.format(names=", ".join(others)))
