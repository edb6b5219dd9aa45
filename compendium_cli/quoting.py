"""What is quoted, and the addresses it is found at: a statement, a name with numbers, every ((term)) of a post."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.errors import NotFoundError, UsageError
from compendium_cli.languages import language
from compendium_cli.links import entry_url
from compendium_cli.model import LONGEST_POST, MOST_MENTIONS, MOST_UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from compendium_cli.catalogue import Catalogue
    from compendium_cli.model import Entry

_NUMBERS = re.compile(r"#\^?(\d{1,6}(?:,\^?\d{1,6})+)$")
_MENTIONED = re.compile(r"\(\(([^()\n]{1,200}(?:\([^()\n]{0,200}\)[^()\n]{0,200})?)\)\)")


class Quoted(NamedTuple):
    """A quotation, ready to paste."""

    entry: Entry
    statements: tuple[int, ...]
    """The numbers that were asked for; none of them where the definition is quoted."""
    text: str
    url: str


class QuotedPost(NamedTuple):
    """A post with its mentions replaced."""

    text: str
    unknown: tuple[tuple[str, NotFoundError], ...]
    """Terms that name no entry, left as they were, and why; each once, and the first twenty of them."""
    left: int
    """How many mentions were not looked at, since there were too many."""


class Quoting:
    """Quotes the entries of a catalogue, with links to a site."""

    def __init__(self, catalogue: Catalogue, base_url: str) -> None:
        self._catalogue = catalogue
        self.base_url = base_url

    def url(self, entry: Entry, statement: int | None = None) -> str:
        """Return the address of an entry or of one of its statements."""
        return entry_url(self.base_url, entry.lang, entry.game, entry.concept, statement)

    def quote(self, entry: Entry, form: str, statements: Iterable[int] = (), *, inline: bool = False) -> str:
        """Return statements of an entry (the definition by default) as text to paste, with edition and link."""
        from compendium_cli.quotation_forms import Quotation, quoted

        numbers = list(statements)
        proven = None if numbers else self._catalogue.ruling(entry)
        whole = entry.statements[-1:] if inline else entry.statements  # the answer, or the question with it
        said = [entry.statement(n) for n in numbers] if numbers else whole if proven else entry.statements[:1]
        grounds = [
            Quotation(ground, (statement,), self.url(ground, statement.n), self.base_url, ground.edition)
            for ground, statement in (proven.grounds if proven and not inline else ())
        ]
        quotation = Quotation(
            entry=entry,
            statements=tuple(statement for statement in said if statement is not None),
            url=self.url(entry, numbers[0] if numbers else None),
            base=self.base_url,
            edition=entry.edition if inline else self._catalogue.edition_name(entry),
            grounds=tuple(grounds),
        )
        return quoted(quotation, language(entry.lang), form, inline=inline)

    def quotation(
        self, name: str, form: str, *, lang: str | None = None, game: str | None = None, whole: bool = False
    ) -> Quoted:
        """Quote what a name gives: ``ally`` the definition, ``ally#3`` a statement, ``ally#3,5`` two of them."""
        names = split_numbers(name)
        found = [self._catalogue.look_up(alone, lang=lang, game=game) for alone in names]
        entry = found[0].entry
        for one in found:
            if one.unmatched is not None:
                what = f"no counterpart of statement {one.unmatched} in {entry.lang}"
                raise NotFoundError(f"{entry.name} has {what}")
        numbers = tuple(one.statement for one in found if one.statement is not None)
        if whole:
            numbers = tuple(statement.n for statement in entry.statements if statement.n is not None)
        for n in numbers:
            if entry.statement(n) is None:
                retired = " any more" if n in entry.retired else ""
                raise NotFoundError(f"{entry.name} has no statement {n}{retired}")
        url = self.url(entry, numbers[0] if numbers else None)
        return Quoted(entry, numbers, self.quote(entry, form, numbers), url)

    def quote_mentions(self, post: str, form: str, *, lang: str | None = None, game: str | None = None) -> QuotedPost:
        """Replace every ``((term))`` of a post by its quotation: a block where it stands alone, else a short one."""
        if len(post) > LONGEST_POST:
            raise UsageError(f"the post is longer than {LONGEST_POST:,} characters: give it in parts")
        unknown: dict[str, NotFoundError] = {}
        looked_at = left = 0

        def quote(term: str, *, alone: bool) -> str | None:
            nonlocal looked_at, left
            if term in unknown:
                return None
            # A post that is full of names, or of unknown ones, which take long to find, is not meant for us.
            if looked_at >= MOST_MENTIONS or len(unknown) >= MOST_UNKNOWN:
                left += 1
                return None
            looked_at += 1
            try:
                quoted = self.quotation(term, form, lang=lang, game=game)
            except NotFoundError as error:
                unknown[term] = error
                return None
            return quoted.text if alone else self.quote(quoted.entry, form, quoted.statements, inline=True)

        text = replace_mentions(post, quote, apart=form == "markdown")
        return QuotedPost(text, tuple(unknown.items()), left)


def split_numbers(name: str) -> list[str]:
    """Give each of several statement numbers a name of its own.

    >>> split_numbers("ally#3,5"), split_numbers("ally#3")
    (['ally#3', 'ally#5'], ['ally#3'])
    """
    several = _NUMBERS.search(name.rstrip())
    if several is None:
        return [name]
    numbers = dict.fromkeys(int(n.lstrip("^")) for n in several.group(1).split(","))
    return [f"{name[: several.start()]}#{n}" for n in numbers]


def replace_mentions(post: str, quote: Callable[..., str | None], *, apart: bool = False) -> str:
    """Replace every ``((term))`` of a post by its quotation; a term that names nothing stays as it is.

    ``quote`` is given the term and whether it stands alone on its line, where a block quotation has room. ``apart``
    puts an empty line after a block: Markdown would take the next line for more of the quotation.
    """

    def written(line: str, following: str) -> str:
        def replaced(found: re.Match[str]) -> str:
            alone = line.strip() == found.group()
            quoted = quote(found.group(1).strip(), alone=alone)
            return (quoted or found.group()) + ("\n" if quoted and alone and apart and following.strip() else "")

        return _MENTIONED.sub(replaced, line)

    lines = post.split("\n")
    return "\n".join(map(written, lines, [*lines[1:], ""]))
