"""compendium ask."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, NamedTuple, TextIO

import click

from compendium_cli.commands import options
from compendium_cli.commands.rendering import bold, dim, echo, names_with_titles, proof_lines, wrapped
from compendium_cli.errors import CompendiumError, UsageError
from compendium_cli.languages import language
from compendium_cli.text import printable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from compendium_cli.answering.answers import Answer
    from compendium_cli.answering.selection import Ruling
    from compendium_cli.compendium import Compendium
    from compendium_cli.rulings import Proven

#: A line of a stream is read up to here: nobody asks as much, and it has to fit into memory.
_LONGEST_LINE = 1_000_000


@click.command("ask", short_help="Answer a question with the rules that decide it.")
@click.argument("question", nargs=-1, required=True)
@options.common
@options.limit(5)
@click.option("--more", is_flag=True, help="Show what else comes near, up to --limit, and not only what settles it.")
@click.option("--explain", is_flag=True, help="Show what each feature adds to the score of each statement.")
@options.library
def command(
    question: tuple[str, ...], limit: int, library: str | None, given: options.Given, *, more: bool, explain: bool
) -> None:
    """Answer a question with the rules that decide it, quoted, numbered and linked.

    The answer is made of statements of the glossary, never of invented text: the one that decides, and others only
    where they bring what it leaves open. With "-" questions are read from standard input, one per line; with --json the
    answers are one object per line, with all rulings up to --limit; an empty line gets an error. A question is read up
    to its 300th word.

    \b
    Examples:
      compendium ask "un alleato stordito che attacca subisce danno conseguente?"
      compendium ask "чи може оглушений союзник атакувати?" --lang it
      compendium ask --json - < questions.txt
      compendium ask "chi decide a chi tocca?" --more --explain
    """
    shelves = _Shelves(given.opened(), options.opened_library(library, given.base_url))
    wanted = _Wanted(given, limit, more=more, explain=explain)
    if question == ("-",):
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


def _answer_line(line: str, shelves: _Shelves, wanted: _Wanted) -> bool:
    """Print the answer to a question of a stream; one that can't be asked gets an error, and the next its answer."""
    try:
        return _answer(_question(line), shelves, wanted, indent=None)
    except CompendiumError as error:
        if wanted.given.as_json:
            from compendium_cli.exports.as_json import dumps, error_json

            click.echo(dumps(error_json(error.code, error.message, error.suggestions), indent=None))
        else:
            click.echo(f"compendium: {printable(error.message)}", err=True)
        return False


class _Shelves(NamedTuple):
    """Our texts, and those that the user imported."""

    compendium: Compendium
    imports: Compendium | None


class _Wanted(NamedTuple):
    given: options.Given
    limit: int
    more: bool
    explain: bool


def _answer(text: str, shelves: _Shelves, wanted: _Wanted, indent: int | None) -> bool:
    """Print the answer to a question; tell whether there is one."""
    compendium = shelves.compendium
    answer = compendium.ask(text, lang=wanted.given.lang, game=wanted.given.game, limit=wanted.limit)
    imported = _imported(text, answer.lang, shelves.imports, wanted)
    if wanted.given.as_json:
        from compendium_cli.exports.as_json import answer_json, dumps

        shown = answer_json(compendium, answer)
        if wanted.explain:
            for ruling, fields in zip(answer.rulings, shown["rulings"], strict=True):
                fields["features"] = _contributions(answer, ruling)
            shown["doubt"] = _doubt(answer)
        if shelves.imports and imported:
            shown["imported"] = answer_json(shelves.imports, imported)["rulings"]
        click.echo(dumps(shown, indent=indent))
    else:
        echo("\n".join(_lines(compendium, answer, wanted)).strip("\n"))
        if shelves.imports and imported and imported.rulings:
            echo()
            echo(bold(language(answer.lang).labels.imported))
            echo("\n".join(_ruling_lines(shelves.imports, imported, wanted)).strip("\n"))
        if not answer.rulings and answer.nearest:
            labels = language(answer.lang).labels
            nearest = names_with_titles(compendium, answer.nearest, answer.lang)
            click.echo(wrapped(f"{labels.nearest}: {nearest}"), err=True)
    return bool(answer.rulings)


def _imported(text: str, lang: str, imports: Compendium | None, wanted: _Wanted) -> Answer | None:
    """Return what imported texts of the same language and game answer."""
    game = wanted.given.game
    if imports is None or lang not in imports.languages() or (game and game not in imports.games()):
        return None
    return imports.ask(text, lang=lang, game=game, limit=wanted.limit)


def _lines(compendium: Compendium, answer: Answer, wanted: _Wanted) -> Iterator[str]:
    labels = language(answer.lang).labels
    for typed, meant in answer.corrections:
        yield dim(f"{typed} → {meant}")
    if not answer.rulings:
        yield from _undecided_lines(answer, wanted)
        return
    if answer.asked_in != answer.lang:
        names = {"asked": language(answer.asked_in).name, "lang": language(answer.lang).name}
        yield dim(wrapped(labels.other_language.format(**names)))
    if answer.terms and (wanted.more or not answer.rulings[0].entry.is_ruling):
        games = {ruling.entry.game for ruling in answer.rulings}
        named = dict.fromkeys(m.entry for term in answer.terms for m in term.matches if m.game in games)
        yield dim(wrapped(f"{labels.terms}: {names_with_titles(compendium, named, answer.lang)}"))
    yield from _ruling_lines(compendium, answer, wanted)
    if wanted.explain:
        yield ""
        yield from _doubt_lines(answer)
    if answer.read_next and (wanted.more or not answer.rulings[0].entry.is_ruling):
        yield ""
        yield wrapped(f"{labels.read_next}: {names_with_titles(compendium, answer.read_next, answer.lang)}")


def _undecided_lines(answer: Answer, wanted: _Wanted) -> Iterator[str]:
    labels = language(answer.lang).labels
    if answer.card:
        card = answer.card
        name = card.names.get(answer.lang) or next(iter(card.names.values()))
        yield wrapped(labels.silent_card.format(card=name))
        product = card.products.get(answer.lang) or next(iter(card.products.values()), "")
        facts = [product, f"#{card.number}" if card.number else "", *card.codes]
        yield dim(wrapped(" · ".join(fact for fact in facts if fact), 2, "  "))
    else:
        yield labels.undecided
    if wanted.explain:
        yield from _doubt_lines(answer)


def _ruling_lines(compendium: Compendium, answer: Answer, wanted: _Wanted) -> Iterator[str]:
    labels = language(answer.lang).labels
    for ruling in answer.rulings:
        if not (ruling.settles or wanted.more):
            continue
        entry, statement = ruling.entry, ruling.statement
        if proven := compendium.ruling(entry):
            yield from _stored_lines(compendium, answer, ruling, proven)
            yield from _why_lines(answer, ruling, wanted)
            continue
        edition = statement.edition or entry.edition
        yield ""
        yield f"{bold(entry.title)} {dim(f'#{statement.n} · {labels.edition} {edition}')}"
        text = statement.text
        if str(statement.kind) in labels.callouts:
            text = f"{labels.callouts[str(statement.kind)]}: {text}"
        before = "  "
        if ruling.under:
            yield dim(wrapped(ruling.under.text, 2, "  "))
            before = f"    {statement.marker} "
        yield wrapped(text, len(before), before)
        for item in ruling.items:
            bullet = f"{' ' * (6 if ruling.under else 4)}{item.marker} "
            yield wrapped(item.text, len(bullet), bullet)
        if entry.lang != answer.lang:
            yield dim(wrapped(labels.lacking.format(edition=edition, lang=language(entry.lang).name), 2, "  "))
        if len(via := answer.via[entry.name]) > 1:
            chain = " → ".join(compendium.title(name, answer.lang) for name in via)
            yield dim(wrapped(f"{labels.path}: {chain}", 2, "  "))
        yield dim(f"  {compendium.url(entry, statement.n)}")
        yield from _why_lines(answer, ruling, wanted)


def _stored_lines(compendium: Compendium, answer: Answer, ruling: Ruling, proven: Proven) -> Iterator[str]:
    """Yield a ruling of the glossary: the question it answers, its answer, and the statements that prove it."""
    entry = ruling.entry
    labels = language(answer.lang).labels
    yield ""
    yield bold(wrapped(entry.question or entry.title))
    yield wrapped(ruling.statement.text, 2, "  ")
    if entry.lang != answer.lang:
        yield dim(wrapped(labels.lacking.format(edition=entry.edition, lang=language(entry.lang).name), 2, "  "))
    yield dim(f"  {labels.ruling} · {labels.edition} {', '.join(proven.ruling.editions)}")
    yield dim(f"  {compendium.url(entry)}")
    yield from proof_lines(compendium, entry, proven)


def _why_lines(answer: Answer, ruling: Ruling, wanted: _Wanted) -> Iterator[str]:
    if wanted.explain:
        parts = " + ".join(f"{name} {share:.2f}" for name, share in _contributions(answer, ruling).items())
        yield dim(wrapped(f"why {ruling.candidate.score:.2f}: {parts}", 2, "  "))


def _contributions(answer: Answer, ruling: Ruling) -> dict[str, float]:
    """Return what each feature adds to the score of a ruling, the largest first: they add up to it."""
    parts = ruling.candidate.contributions(answer.numbers.weights)
    return {name: round(share, 3) for name, share in sorted(parts.items(), key=lambda item: -item[1])}


def _doubt(answer: Answer) -> dict[str, float]:
    """Return what speaks for an answer and against one, and what it comes to."""
    judged = answer.judgement
    told = {**judged.doubt._asdict(), "domain": judged.domain, "confidence": judged.confidence}
    return {name: round(value, 3) for name, value in told.items()}


def _doubt_lines(answer: Answer) -> Iterator[str]:
    told = _doubt(answer)
    domain, confidence = told.pop("domain"), told.pop("confidence")
    parts = ", ".join(f"{name} {value:.2f}" for name, value in told.items())
    yield dim(wrapped(f"confidence {confidence:.2f}; domain {domain:.2f}, declined below 0: {parts}"))
