"""The command line: click lives only here. A command is options, one call and one output."""

from __future__ import annotations

import importlib
from typing import Any

import click

from compendium_cli import __version__
from compendium_cli.commands.capabilities import color_option, width

#: click's help has so many columns at least.
_NARROW = 52

#: Every command and the module it lives in, in the order of the help page. A module is loaded when its command runs.
COMMANDS = {
    "prompt": "prompt",
    "ask": "ask",
    "show": "show",
    "search": "search",
    "see-also": "see_also",
    "path": "path",
    "link": "link",
    "quote": "quote",
    "compare": "compare",
    "parity": "parity",
    "export": "export",
    "schema": "schema",
    "mcp": "mcp",
    "api": "api",
    "build": "build",
    "serve": "serve",
    "import": "import_",
    "index": "index",
    "doctor": "doctor",
    "lint": "lint",
    "fmt": "fmt",
    "confirm": "confirm",
    "help": "help_",
}


class NarrowFormatter(click.HelpFormatter):
    """Help as narrow as the terminal: click's own stops at 50 columns, breaks words and leaves examples alone."""

    def __init__(self, **_: Any) -> None:
        super().__init__(width=width())

    def write_dl(self, rows: Any, col_max: int = 30, col_spacing: int = 2) -> None:
        """Write a list of what there is, and below each what it is."""
        super().write_dl(rows, min(col_max, self.width // 8), col_spacing)

    def getvalue(self) -> str:
        """Return the help, no line of it longer than the terminal."""
        return "".join(f"{_narrowed(line, self.width)}\n" for line in super().getvalue().splitlines())


def _narrowed(line: str, columns: int) -> str:
    if len(line) <= columns:
        return line
    from textwrap import fill

    indent = line[: len(line) - len(line.lstrip())]
    more = f"{indent}  "
    return fill(line.strip(), columns, initial_indent=indent, subsequent_indent=more, break_on_hyphens=False)


class Context(click.Context):
    """A context whose help fits the terminal."""

    def make_formatter(self) -> click.HelpFormatter:
        """Return what the help is written with."""
        return NarrowFormatter() if width() < _NARROW else super().make_formatter()


class LazyGroup(click.Group):
    """A group that loads a command's module only when it is needed."""

    context_class = Context

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands."""
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command by its name."""
        del ctx
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = importlib.import_module(f"{__name__}.{COMMANDS[cmd_name]}").command
        command.context_class = Context
        return color_option(command)

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """Suggest the command that was probably meant."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            import difflib

            words = " ".join(args)
            close = difflib.get_close_matches(args[0], COMMANDS, 1)
            hints = [f"Did you mean {close[0]!r}?"] if close else []
            if " " in words.strip():
                hints.append(f'To ask that: compendium ask "{words}"')
            hint = " ".join(["", *(hints or [f"Commands: {', '.join(COMMANDS)}."])])
            raise click.UsageError(f"{error.message.rstrip('.')}.{hint}", ctx) from None


@color_option
@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=lambda ctx, _, asked: _tell_version(ctx) if asked else None,
    help="Tell package, glossary and editions, and exit.",
)
def cli() -> None:
    """Find the ruling: board-game rules in Italian, Spanish and Ukrainian, cross-linked and quotable.

    \b
    Examples:
      compendium ask "un alleato stordito può attaccare?"
      compendium show overkill --lang es
      compendium quote ally#3 --as bbcode

    Alone, on a terminal, it is a prompt: ask, read on by number, quote. Answers come in the language of the question;
    --lang or COMPENDIUM_LANG choose another one. Exit status: 0 answered, 1 nothing found or problems found, 2 wrong
    use or bad input.
    """


def _tell_version(ctx: click.Context) -> None:
    """Tell which package, which state of the glossary and which editions answer here."""
    from compendium_cli import settings
    from compendium_cli.commands.chosen import why
    from compendium_cli.compendium import open_compendium
    from compendium_cli.errors import CompendiumError
    from compendium_cli.text import printable

    click.echo(f"compendium {__version__}")
    known = settings.choose_glossary(None)
    try:
        glossary = open_compendium(known.folder).version()
    except CompendiumError as error:
        click.echo(f"glossary   {error.message}")
    else:
        click.echo(f"glossary   {glossary.entries} entries, {glossary.fingerprint}")
        click.echo(f"folder     {printable(str(known.folder))} ({why(known)})")
        for game, editions in glossary.editions.items():
            click.echo(f"editions   {printable(game)}: {', '.join(editions)}")
    ctx.exit()
