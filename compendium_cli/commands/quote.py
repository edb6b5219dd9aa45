"""compendium quote."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from compendium_cli.commands import options
from compendium_cli.commands.shelves import Shelves
from compendium_cli.commands.styles import tell
from compendium_cli.errors import NotFoundError, UsageError
from compendium_cli.model import LONGEST_POST, MOST_MENTIONS, MOST_UNKNOWN, QUOTATION_FORMS
from compendium_cli.text import one_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from compendium_cli.compendium import Compendium
    from compendium_cli.quoting import Quoted


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
    a ruling its question, answer and grounds; several names with numbers may be given. With --stdin a ((term)) alone
    on its line becomes a block quotation, one inside a sentence a short one, in the language of the post; ((ally#3)),
    ((es:guardia)) and ((ruling:ID)) work, too.
    A term that names no entry, or is shown as code, stays as it is.

    \b
    Examples:
      compendium quote ally#3 --as bbcode
      compendium quote ally#3 stunned#7-8
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
    found = [_quoted(shelves, name, form, given, whole=whole) for name in _names(entry)]
    if given.as_json:
        from compendium_cli.exports.as_json import dumps, quotation_json

        first, *more = (quotation_json(on, quoted, form) for on, quoted in found)
        click.echo(dumps(first | ({"more": more} if more else {})))
    else:
        click.echo("\n\n".join(quoted.text for _, quoted in found))
    for quoted in {one.entry.name: one for _, one in found}.values():
        options.tell_named(quoted.entry, quoted.missing_lang, quoted.others)


def _names(words: tuple[str, ...]) -> Iterator[str]:
    """Yield the names that words make: one ends where it has a number."""
    name: list[str] = []
    for word in words:
        name.append(word)
        if "#" in word:
            yield " ".join(name)
            name = []
    if name:
        yield " ".join(name)


def _quoted(shelves: Shelves, name: str, form: str, given: options.Given, *, whole: bool) -> tuple[Compendium, Quoted]:
    compendium = shelves.compendium
    try:
        return compendium, compendium.quotation(name, form, lang=given.lang, game=given.game, whole=whole)
    except NotFoundError:
        if shelves.imports is None:
            raise
    return shelves.imports, shelves.imports.quotation(name, form, lang=given.lang, game=given.game, whole=whole)


def _quote_post(compendium: Compendium, post: str, form: str, given: options.Given) -> None:
    quoted = compendium.quote_mentions(post, form, lang=given.lang, game=given.game)
    for _, error in quoted.unknown:
        tell(f"{one_line(error.message)}; left as it is")
        for suggestion in error.suggestions[:3]:
            click.echo(f"  did you mean {one_line(suggestion)}?", err=True)
    for term, chosen, others in quoted.ambiguous:
        name = one_line(term)
        tell(f"(({name})) is {chosen} here; it may also mean {', '.join(others)}")
    for term, missing, found in quoted.lacking:
        tell(f"(({one_line(term)})) has no entry in {missing!r}; quoted in {found!r}")
    if quoted.left:
        most = f"a post may have {MOST_MENTIONS}, {MOST_UNKNOWN} of them unknown"
        tell(f"{quoted.left} more terms are left as they are: {most}")
    if given.as_json:
        from compendium_cli.exports.as_json import dumps, post_json

        click.echo(dumps(post_json(quoted, form)))
    else:
        click.echo(quoted.text, nl=False)
    if quoted.unknown or quoted.left:
        click.get_current_context().exit(1)
