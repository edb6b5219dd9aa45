"""compendium quote."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from compendium_cli.commands import options
from compendium_cli.errors import UsageError
from compendium_cli.model import LONGEST_POST, MOST_MENTIONS, MOST_UNKNOWN, QUOTATION_FORMS
from compendium_cli.text import one_line

if TYPE_CHECKING:
    from compendium_cli.compendium import Compendium


@click.command("quote", short_help="Quote a rule, ready to paste.")
@options.entry_argument(nargs=-1)
@options.common
@click.option(
    "--as",
    "form",
    type=click.Choice(QUOTATION_FORMS),
    default="markdown",
    show_default=True,
    help="Markup of the quotation.",
)
@click.option("--all", "whole", is_flag=True, help="Quote every statement of the entry.")
@click.option("--stdin", "from_stdin", is_flag=True, help="Read a post and replace each ((term)) by its quotation.")
def command(entry: tuple[str, ...], form: str, whole: bool, from_stdin: bool, given: options.Given) -> None:
    """Quote a rule with its edition and link, ready to paste in a forum, a chat or a page.

    ally#3 quotes one statement, ally#3,5 two of them, ally alone the definition. With --stdin a ((term)) alone on its
    line becomes a block quotation, one inside a sentence a short one; a term that names no entry stays as it is.

    \b
    Examples:
      compendium quote ally#3 --as bbcode
      compendium quote sopraffazione --all --as discord
      echo "Non serve: ((ally#5))" | compendium quote --stdin --as markdown
    """
    compendium = given.opened()
    if from_stdin:
        if entry:
            raise UsageError("--stdin reads the post from standard input: give no entry beside it")
        _quote_post(compendium, sys.stdin.read(LONGEST_POST + 1), form, given)
        return
    if not entry:
        raise UsageError("name an entry to quote, such as ally#3, or give --stdin")
    quoted = compendium.quotation(" ".join(entry), form, lang=given.lang, game=given.game, whole=whole)
    if given.as_json:
        from compendium_cli.exports.as_json import dumps, quotation_json

        click.echo(dumps(quotation_json(compendium, quoted, form)))
    else:
        click.echo(quoted.text)


def _quote_post(compendium: Compendium, post: str, form: str, given: options.Given) -> None:
    quoted = compendium.quote_mentions(post, form, lang=given.lang, game=given.game)
    for _, error in quoted.unknown:
        click.echo(f"compendium: {one_line(error.message)}; left as it is", err=True)
        for suggestion in error.suggestions[:3]:
            click.echo(f"  did you mean {one_line(suggestion)}?", err=True)
    if quoted.left:
        most = f"a post may have {MOST_MENTIONS}, {MOST_UNKNOWN} of them unknown"
        click.echo(f"compendium: {quoted.left} more terms are left as they are: {most}", err=True)
    if given.as_json:
        from compendium_cli.exports.as_json import dumps

        unknown = [term for term, _ in quoted.unknown]
        click.echo(dumps({"text": quoted.text, "format": form, "unknown": unknown, "left": quoted.left}))
    else:
        click.echo(quoted.text, nl=False)
    if quoted.unknown or quoted.left:
        click.get_current_context().exit(1)
