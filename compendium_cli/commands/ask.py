"""compendium ask."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, NamedTuple, TextIO

import click

from compendium_cli.commands import options
from compendium_cli.commands.answer_lines import Detail, contributions, doubt
from compendium_cli.commands.shelves import Shelves, Written
from compendium_cli.commands.styles import tell
from compendium_cli.errors import CompendiumError, UsageError
from compendium_cli.model import QUOTATION_FORMS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from compendium_cli.commands.shelves import Answered

#: A line of a stream is read up to here: nobody asks as much, and it has to fit into memory.
_LONGEST_LINE = 1_000_000
#: So much of a question that can't be asked is given back with the error.
_LONGEST_ECHOED = 300


@click.command("ask", short_help="Answer a question with the rules that decide it.")
@click.argument("question", nargs=-1)
@options.common
@options.limit(5)
@click.option("--more", is_flag=True, help="Show what else comes near, up to --limit, and not only what settles it.")
@click.option("--explain", is_flag=True, help="Show what was recognised, and what each feature adds to the score.")
@click.option(
    "--as", "form", type=click.Choice(QUOTATION_FORMS), help="Give the answer as a quotation, ready to paste."
)
@click.option("--copy", is_flag=True, help="Put the answer on the clipboard as a quotation: in Markdown, or --as.")
@options.library
def command(
    question: tuple[str, ...],
    limit: int,
    library: str | None,
    given: options.Given,
    form: str | None,
    *,
    more: bool,
    explain: bool,
    copy: bool,
) -> None:
    """Answer a question with the rules that decide it, quoted, numbered and linked.

    The answer is made of statements of the glossary, never of invented text: a ruling with the statements that prove
    it, or the statement that decides, and others only where they bring what it leaves open. Without a question, or with
    "-", questions are read from standard input, one per line; with --json the answers are one object per line, with all
    rulings up to --limit; an empty line gets an error (compendium schema ask-line). A question is read up to its 300th
    word. Names of statements, such as ally#3-5, and links are no questions: what they name is shown.

    \b
    Examples:
      compendium ask "un alleato stordito può attaccare?"
      compendium ask "чи може оглушений союзник атакувати?" --lang it
      compendium ask "¿puede atacar un aliado aturdido?" --as bbcode
      compendium ask --json - < questions.txt
      compendium ask "chi decide a chi tocca?" --more --explain
    """
    if given.as_json and (form or copy):
        raise UsageError("--json has all that a quotation is made of: give it without --as and --copy")
    is_stream = question == ("-",) or (not question and not sys.stdin.isatty())
    if is_stream and copy:
        raise UsageError("--copy takes one answer: give the question on the command line")
    if not question and not is_stream:
        raise UsageError('ask something: compendium ask "un alleato stordito può attaccare?"')
    shelves = Shelves.opened(given, library)
    wanted = _Wanted(given, limit, Detail(more=more, explain=explain), form, copy=copy)
    if is_stream:
        answered = False
        for line in _lines_of(sys.stdin):
            answered |= _answer_line(line, shelves, wanted)
            sys.stdout.flush()
        click.get_current_context().exit(0 if answered else 1)
    if not _answer(_question(" ".join(question)), shelves, wanted, indent=2):
        click.get_current_context().exit(1)


def _lines_of(stream: TextIO) -> Iterator[str]:
    """Yield the lines of a stream; of one that is far too long only the beginning, so that it fits into memory."""
    while line := stream.readline(_LONGEST_LINE):
        rest = line
        while len(rest) == _LONGEST_LINE and not rest.endswith("\n"):
            rest = stream.readline(_LONGEST_LINE)
        yield line.rstrip("\r\n")


def _question(text: str) -> str:
    """Return what is asked, or say why it can't be."""
    if not text.strip():
        raise UsageError("the question is empty: ask something, in quotes")
    if len(text) >= _LONGEST_LINE:
        raise UsageError(f"the question is too long: ask one of fewer than {_LONGEST_LINE:,} characters")
    return text


def _answer_line(line: str, shelves: Shelves, wanted: _Wanted) -> bool:
    """Print the answer to a question of a stream; one that can't be asked gets an error, and the next its answer."""
    try:
        return _answer(_question(line), shelves, wanted, indent=None)
    except CompendiumError as error:
        if wanted.given.as_json:
            from compendium_cli.exports.as_json import dumps, error_json

            told = error_json(error.code, error.message, error.suggestions)
            click.echo(dumps(told | {"question": line[:_LONGEST_ECHOED]}, indent=None))
        else:
            tell(error.message)
        return False


class _Wanted(NamedTuple):
    given: options.Given
    limit: int
    detail: Detail
    form: str | None
    copy: bool


def _answer(text: str, shelves: Shelves, wanted: _Wanted, indent: int | None) -> bool:
    """Print the answer to a question; tell whether there is one."""
    found = shelves.ask(text, wanted.given.lang, wanted.given.game, wanted.limit)
    if wanted.given.as_json:
        click.echo(_json(found, wanted.detail, indent=indent))
    elif wanted.form and found.decided:
        click.echo(found.quoted(wanted.form))
    else:
        Written(found, wanted.detail).show(wanted.given.lang)
    if wanted.copy and found.decided:
        quotation = found.quoted(wanted.form or QUOTATION_FORMS[0])
        try:
            from compendium_cli.commands.clipboard import copy

            copy(quotation)
        except UsageError as error:  # the answer is there all the same
            tell(error.message)
            if not wanted.form:
                click.echo(f"\n{quotation}")
    return found.decided


def _json(found: Answered, detail: Detail, indent: int | None) -> str:
    from compendium_cli.exports.as_json import answer_json, dumps

    shown = answer_json(found.compendium, found.answer)
    if detail.explain:
        for ruling, fields in zip(found.answer.rulings, shown["rulings"], strict=True):
            fields["features"] = contributions(found.answer, ruling)
        shown["doubt"] = doubt(found.answer)
    if found.imports and found.imported:
        shown["imported"] = answer_json(found.imports, found.imported)["rulings"]
    return dumps(shown, indent=indent)
