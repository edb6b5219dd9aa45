"""The entry point, and the one place where an error becomes a line on the screen and an exit status."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import click

from compendium_cli.commands import cli
from compendium_cli.commands.chosen import CHOSEN, in_words
from compendium_cli.commands.terminal import guard_terminals
from compendium_cli.errors import CompendiumError
from compendium_cli.text import printable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from compendium_cli.settings import Chosen

_INTERRUPTED = 130
#: Set by the shell's completion script.
COMPLETION_VARIABLE = "_COMPENDIUM_COMPLETE"


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command and leave with its exit status."""
    arguments = list(sys.argv[1:] if arguments is None else arguments)
    _open_missing_streams()
    for stream, mode in ((sys.stdin, "replace"), (sys.stdout, "replace"), (sys.stderr, "backslashreplace")):
        _reconfigure(stream, mode)
    guard_terminals()
    sys.exit(_run(arguments))


def _run(arguments: list[str]) -> int:  # noqa: PLR0911 - one return per kind of ending
    meta: dict[str, Any] = {}
    try:
        if COMPLETION_VARIABLE in os.environ:
            from compendium_cli.commands.shells import add_shells

            add_shells()
            cli.main(arguments, prog_name="compendium", complete_var=COMPLETION_VARIABLE)
        # cli.main() would turn a closed pipe into a failure.
        with cli.make_context("compendium", arguments or [_alone()]) as context:
            meta = context.meta
            status = cli.invoke(context)
        sys.stdout.flush()
    except CompendiumError as error:
        known = meta.get(CHOSEN) if error.is_about_glossary else None
        return _fail(error.code, error.message, error.suggestions, error.exit_status, arguments, known)
    except click.exceptions.Exit as leaving:
        return leaving.exit_code
    except click.UsageError as error:
        hint = f" (see 'compendium {error.ctx.info_name} --help')" if error.ctx and error.ctx.parent else ""
        return _fail("usage", error.format_message() + hint, (), 2, arguments)
    except click.ClickException as error:
        return _fail("usage", error.format_message(), (), 2, arguments)
    except (click.Abort, KeyboardInterrupt):
        return _INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output has seen enough. Python would complain once more at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        if _is_closed_pipe(error):
            return 0
        where = f": {error.filename}" if error.filename else ""
        return _fail("system", f"{(error.strerror or str(error)).lower()}{where}", (), 2, arguments)
    return int(status or 0)


def _alone() -> str:
    """Return what the command does that is given no word: it asks who sits at a terminal, else it tells what it can."""
    from compendium_cli.commands.capabilities import is_interactive

    return "prompt" if is_interactive() else "--help"


def _is_closed_pipe(error: OSError) -> bool:
    """Tell whether nobody reads our output any more, in the words of Windows."""
    return sys.platform == "win32" and error.errno == errno.EINVAL and error.filename is None


def _fail(  # noqa: PLR0913, PLR0917 - an error, how it ends, how it is told
    code: str,
    message: str,
    suggestions: Sequence[str],
    status: int,
    arguments: list[str],
    looked_at: Chosen | None = None,
) -> int:
    if "--json" in arguments:
        from compendium_cli.exports.as_json import dumps, error_json

        with contextlib.suppress(OSError):  # it may be standard output that failed
            click.echo(dumps(error_json(code, message, suggestions, looked_at and looked_at.folder)))
            return status
    where = f" (in {in_words(looked_at)})" if looked_at and str(looked_at.folder) not in message else ""
    said = printable(f"compendium: {message}{where}")
    if sys.stderr.isatty():
        from compendium_cli.commands.styles import wrapped

        said = wrapped(said)
    lines = [said]
    if suggestions and status == 1:
        lines += ["Did you mean:", *(f"  {printable(suggestion)}" for suggestion in suggestions)]
    with contextlib.suppress(OSError):  # nobody can be told
        click.echo("\n".join(lines), err=True)
    return status


def _open_missing_streams() -> None:
    """Give the streams that whoever started us closed a place to go: no file of ours may take their numbers."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115 - for as long as we run


def _reconfigure(stream: IO[str], errors: str) -> None:
    if hasattr(stream, "reconfigure"):
        # Windows writes files and pipes in the code page of its region, which lacks letters of our languages.
        is_lossy = sys.platform == "win32" and "PYTHONIOENCODING" not in os.environ and not stream.isatty()
        stream.reconfigure(encoding="utf-8" if stream is sys.stdin or is_lossy else None, errors=errors)


if __name__ == "__main__":
    main()
