"""compendium quote."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from compendium_cli.commands import options
from compendium_cli.commands.shelves import Shelves
from compendium_cli.errors import NotFoundError, UsageError
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
@options.library
def command(
    entry: tuple[str, ...], form: str, whole: bool, from_stdin: bool, library: str | None, given: options.Given
) -> None:
    """Quote a rule with its edition and link, ready to paste in a forum, a chat or a page.

    ally#3 quotes one statement, with the rule that it is a case of; ally#3-5,7 four of them, ally alone the definition,
    a ruling its question, answer and grounds. With --stdin a ((term)) alone on its line becomes a block quotation, one
    inside a sentence a short one, in the language of the post; ((ally#3)), ((es:guardia)) and ((ruling:ID)) work, too.
    A term that names no entry, or is shown as code, stays as it is.

    \b
    Examples:
      compendium quote ally#3 --as bbcode
      compendium quote sopraffazione --all --as discord
      echo "Non serve: ((ally#5))" | compendium quote --stdin --as markdown
    """
    shelves = Shelves.opened(given, library)
    compendium = shelves.compendium
    if from_stdin:
        if entry:
            raise UsageError("--stdin reads the post from standard input: give no entry beside it")
        _quote_post(compendium, sys.stdin.read(LONGEST_POST + 1), form, given)
        return
    if not entry:
        raise UsageError("name an entry to quote, such as ally#3, or give --stdin")
    name = " ".join(entry)
    try:
        quoted = compendium.quotation(name, form, lang=given.lang, game=given.game, whole=whole)
    except NotFoundError:
        if shelves.imports is None:
            raise
        compendium = shelves.imports
        quoted = compendium.quotation(name, form, lang=given.lang, game=given.game, whole=whole)
    if given.as_json:
        from compendium_cli.exports.as_json import dumps, quotation_json

        click.echo(dumps(quotation_json(compendium, quoted, form)))
    else:
        click.echo(quoted.text)
    if quoted.missing_lang:
        told = f"no entry in {quoted.missing_lang!r}; quoted in {quoted.entry.lang!r}"
        click.echo(f"compendium: {told}", err=True)
    if quoted.others:
        click.echo(f"compendium: the name may also mean {', '.join(quoted.others)}", err=True)


def _quote_post(compendium: Compendium, post: str, form: str, given: options.Given) -> None:
    quoted = compendium.quote_mentions(post, form, lang=given.lang, game=given.game)
    for _, error in quoted.unknown:
        click.echo(f"compendium: {one_line(error.message)}; left as it is", err=True)
        for suggestion in error.suggestions[:3]:
            click.echo(f"  did you mean {one_line(suggestion)}?", err=True)
    for term, chosen, others in quoted.ambiguous:
        name = one_line(term)
        click.echo(f"compendium: (({name})) is {chosen} here; it may also mean {', '.join(others)}", err=True)
    for term, missing, found in quoted.lacking:
        click.echo(f"compendium: (({one_line(term)})) has no entry in {missing!r}; quoted in {found!r}", err=True)
    if quoted.left:
        most = f"a post may have {MOST_MENTIONS}, {MOST_UNKNOWN} of them unknown"
        click.echo(f"compendium: {quoted.left} more terms are left as they are: {most}", err=True)
    if given.as_json:
        from compendium_cli.exports.as_json import dumps, post_json

        click.echo(dumps(post_json(quoted, form)))
    else:
        click.echo(quoted.text, nl=False)
    if quoted.unknown or quoted.left:
        click.get_current_context().exit(1)
