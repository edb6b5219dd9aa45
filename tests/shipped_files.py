"""The man page and the shell completions in ``share/``, which the wheel installs where systems look for them.

usage: python tests/shipped_files.py    writes them anew; the test fails while one of them is out of date.
"""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.shell_completion import get_completion_class

from compendium_cli import __version__
from compendium_cli.__main__ import COMPLETION_VARIABLE
from compendium_cli.commands import COMMANDS, cli
from compendium_cli.commands.shells import add_shells

if TYPE_CHECKING:
    from collections.abc import Iterator

SHARE = Path(__file__).parent.parent / "share"
COMPLETIONS = {
    "bash": "bash-completion/completions/compendium",
    "fish": "fish/vendor_completions.d/compendium.fish",
    "powershell": "powershell/compendium.ps1",
    "zsh": "zsh/site-functions/_compendium",
}
_AFTERWORD = """\
.SH EXIT STATUS
.TP
.B 0
Answered.
.TP
.B 1
Nothing found, or problems found by lint or parity.
.TP
.B 2
Wrong use or bad input.
.SH ENVIRONMENT
.TP
.B COMPENDIUM_LANG
Language of the answers, where \\-\\-lang does not say: it, es, uk.
.TP
.B COMPENDIUM_GLOSSARY
Glossary folder, where \\-\\-glossary does not say.
.TP
.B COMPENDIUM_BASE_URL
Address of the site in links, where \\-\\-base\\-url does not say.
.TP
.B NO_COLOR
No colours.
.TP
.B FORCE_COLOR
Colours in a pipe, too.
.TP
.B FORCE_HYPERLINK
1: links in a terminal that is not known to show them; 0: none.
.TP
.B PAGER
What an entry that is longer than the terminal is shown with.
.TP
.BR XDG_CACHE_HOME ", " XDG_CONFIG_HOME ", " XDG_DATA_HOME ", " XDG_STATE_HOME
Where the four folders below are.
.SH FILES
.TP
.I ~/.config/compendium/config.toml
base_url = "https://..." sets the address of the site in links.
.TP
.I ~/.cache/compendium/
What is compiled of glossaries other than the shipped one. Nothing is lost when it is deleted.
.TP
.I ~/.local/share/compendium/library/
Imported texts.
.TP
.I ~/.local/state/compendium/history
What was typed at the prompt; only its owner can read it.
"""


def files() -> dict[str, str]:
    """Return every generated file by its path below ``share/``."""
    return {"man/man1/compendium.1": man_page()} | {path: completion(shell) for shell, path in COMPLETIONS.items()}


def completion(shell: str) -> str:
    """Return the script that completes commands, options and entry names in a shell."""
    add_shells()
    kind = get_completion_class(shell)
    assert kind is not None
    made = kind(cli, {}, "compendium", COMPLETION_VARIABLE)
    script = made.source_template % made.source_vars()
    return script.strip("\n") + "\n"


def man_page() -> str:
    """Return the man page, in roff."""
    lines = [
        f'.TH COMPENDIUM 1 "" "compendium {__version__}" "User Commands"',
        ".SH NAME",
        "compendium \\- find the ruling in board\\-game rules",
        ".SH SYNOPSIS",
        ".B compendium",
        '.RI [ OPTIONS ] " COMMAND " [ ARGUMENTS ]',
        ".SH DESCRIPTION",
        *_prose(cli),
        *_options(cli, _context()),
        ".SH COMMANDS",
    ]
    for name in COMMANDS:
        lines += _command(name)
    return "\n".join(lines) + "\n" + _AFTERWORD


def _context() -> click.Context:
    return click.Context(cli, info_name="compendium", **cli.context_settings)


def _command(name: str) -> Iterator[str]:
    parent = _context()
    command = cli.get_command(parent, name)
    assert command is not None
    context = click.Context(command, info_name=name, parent=parent)
    yield f".SS {_roff(' '.join([context.command_path, *command.collect_usage_pieces(context)]))}"
    yield from _prose(command)
    yield from _options(command, context)


def _prose(command: click.Command) -> Iterator[str]:
    """Yield the help of a command: paragraphs are filled, what stands after \\b is kept as it is."""
    for number, paragraph in enumerate(re.split(r"\n\s*\n", inspect.cleandoc(command.help or ""))):
        if paragraph.startswith("\b"):
            heading, *examples = paragraph.removeprefix("\b").strip("\n").splitlines()
            yield from (".PP", _roff(heading), ".RS 4", ".nf")
            yield from (_roff(line.strip()) for line in examples)
            yield from (".fi", ".RE")
        else:
            yield from ([".PP"] if number else [])
            yield _roff(" ".join(paragraph.split()))


def _options(command: click.Command, context: click.Context) -> Iterator[str]:
    for parameter in command.get_params(context):
        record = parameter.get_help_record(context) if isinstance(parameter, click.Option) else None
        if record is not None:
            yield from (".TP", f".B {_roff(record[0])}", _roff(record[1]))


def _roff(text: str) -> str:
    """Return text that roff prints as it stands."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")
    return f"\\&{escaped}" if escaped.startswith((".", "\\(aq")) else escaped


if __name__ == "__main__":
    for name, content in files().items():
        path = SHARE / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
