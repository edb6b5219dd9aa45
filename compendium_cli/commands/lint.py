"""compendium lint."""

from __future__ import annotations

from collections import Counter

import click

from compendium_cli.commands import options
from compendium_cli.commands.chosen import chosen, in_words
from compendium_cli.commands.styles import dim, echo
from compendium_cli.compendium import open_compendium
from compendium_cli.exports.as_json import dumps, problem_json, versioned
from compendium_cli.text import printable

#: Nobody reads more of them at once.
_MOST_SHOWN = 1000


@click.command("lint", short_help="Check a glossary.")
@click.argument("paths", nargs=-1, type=click.Path())
@options.glossary
@options.as_json
def command(paths: tuple[str, ...], glossary: str, as_json: bool) -> None:
    """Check a glossary: file, line, code, what is wrong and what to do. Exit status 1 where anything is.

    Other words than the house style has are warnings: they are told, and the exit status is 0 where there is nothing
    else.

    With PATHS, only problems of these files and folders are told. Links from elsewhere that a change breaks are told
    without PATHS.

    \b
    Examples:
      compendium lint
      compendium lint --glossary my-glossary --json
      compendium lint glossary/marvel-champions/it/ally.md
    """
    problems = open_compendium(glossary, progress=options.Progress("Reading the glossary")).lint(paths)
    if as_json:
        click.echo(dumps(versioned({"problems": [problem_json(problem) for problem in problems]})))
    else:
        for problem in problems[:_MOST_SHOWN]:
            echo(f"{printable(problem.path)}:{problem.line}: [{problem.code}] {printable(problem.message)}")
            echo(dim(f"    {problem.fix}"))
        if (left := len(problems) - _MOST_SHOWN) > 0:
            echo(f"… and {left:,} more: mend these first, give PATHS, or take all of them with --json")
        for code, count in sorted(Counter(problem.code for problem in problems).items()):
            echo(f"{count:5d}  {code}: {code.meaning}")
        if not problems:
            click.echo(f"no problems found in {in_words(chosen())}")
    if not all(problem.code.is_warning for problem in problems):
        click.get_current_context().exit(1)
