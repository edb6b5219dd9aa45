"""compendium quote."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, Any

import click

from compendium_cli.commands import options
from compendium_cli.errors import NotFoundError, UsageError
from compendium_cli.exports.as_json import dumps
from compendium_cli.quotations import FORMATS, replace_mentions

if TYPE_CHECKING:
    from compendium_cli.compendium import Compendium

_NUMBERS = re.compile(r"#\^?(\d{1,6}(?:,\^?\d{1,6})+)$")


@click.command("quote", short_help="Quote a rule, ready to paste.")
@options.entry_argument(nargs=-1)
@options.common
@click.option(
    "--as",
    "form",
    type=click.Choice(list(FORMATS)),
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
        _quote_post(compendium, sys.stdin.read(), form, given)
        return
    if not entry:
        raise UsageError("name an entry to quote, such as ally#3, or give --stdin")
    text, found, numbers = _quotation(compendium, " ".join(entry), form, given, whole=whole)
    if given.as_json:
        click.echo(
            dumps(
                {
                    "entry": found.name,
                    "lang": found.lang,
                    "edition": found.edition,
                    "statements": numbers,
                    "format": form,
                    "quote": text,
                    "url": compendium.url(found, numbers[0] if numbers else None),
                }
            )
        )
    else:
        click.echo(text)


def _quotation(
    compendium: Compendium, name: str, form: str, given: options.Given, *, whole: bool
) -> tuple[str, Any, list[int]]:
    numbers: list[int] = []
    if several := _NUMBERS.search(name):
        numbers = [int(n.lstrip("^")) for n in several.group(1).split(",")]
        name = f"{name[: several.start()]}#{numbers[0]}"
    found = given.look_up(compendium, name)
    if found.statement is not None and not numbers:
        numbers = [found.statement]
    if whole:
        numbers = [statement.n for statement in found.entry.statements if statement.n is not None]
    for n in numbers:
        if found.entry.statement(n) is None:
            retired = " any more" if n in found.entry.retired else ""
            raise NotFoundError(f"{found.entry.name} has no statement {n}{retired}")
    return compendium.quote(found.entry, form, numbers), found.entry, numbers


def _quote_post(compendium: Compendium, post: str, form: str, given: options.Given) -> None:
    unknown: list[str] = []

    def quote(term: str, *, alone: bool) -> str | None:
        try:
            text, found, numbers = _quotation(compendium, term, form, given, whole=False)
        except NotFoundError as error:
            unknown.append(term)
            click.echo(f"compendium: {error.message}; left as it is", err=True)
            for suggestion in error.suggestions[:3]:
                click.echo(f"  did you mean {suggestion}?", err=True)
            return None
        return text if alone else compendium.quote(found, form, numbers, inline=True)

    text = replace_mentions(post, quote)
    click.echo(dumps({"text": text, "format": form, "unknown": unknown}) if given.as_json else text, nl=given.as_json)
    if unknown:
        click.get_current_context().exit(1)
