"""What is quoted, and the addresses it is found at: a statement, a name with numbers, every ((term)) of a post."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.context import read_with
from compendium_cli.errors import NotFoundError, UsageError
from compendium_cli.languages import language
from compendium_cli.links import entry_url
from compendium_cli.mentions import replace_mentions, without_mentions
from compendium_cli.model import LONGEST_POST, MOST_MENTIONS, MOST_UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Iterable

    from compendium_cli.answering.answers import Answer
    from compendium_cli.catalogue import Catalogue
    from compendium_cli.model import Entry


class Quoted(NamedTuple):
    """A quotation, ready to paste."""

    entry: Entry
    statements: tuple[int, ...]
    """The numbers that were asked for; none of them where the definition is quoted."""
    text: str
    url: str
    others: tuple[str, ...] = ()
    """Entries that the name may mean, too."""
    missing_lang: str | None = None
    """The language that was asked for, where it has no such entry."""


class QuotedPost(NamedTuple):
    """A post with its mentions replaced."""

    text: str
    ambiguous: tuple[tuple[str, str, tuple[str, ...]], ...]
    """Terms that may mean several entries, the one that was quoted, and the others."""
    unknown: tuple[tuple[str, NotFoundError], ...]
    """Terms that name no entry, left as they were, and why; each once, and the first twenty of them."""
    left: int
    """How many mentions were not looked at, since there were too many."""
    lacking: tuple[tuple[str, str, str], ...] = ()
    """Terms of which the language that was asked for has no entry, that language, and the one that was quoted."""


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
        said = [said for n in numbers if (said := entry.statement(n))]
        if proven:
            said = list(entry.statements[-1:] if inline else entry.statements)  # the answer, or the question with it
        else:
            said = read_with(entry, said or entry.statements[:1])
        grounds = [
            Quotation(ground, (statement,), self.url(ground, statement.n), self.base_url, ground.edition)
            for ground, statement in (proven.grounds if proven and not inline else ())
        ]
        quotation = Quotation(
            entry=entry,
            statements=tuple(said),
            url=self.url(entry, numbers[0] if numbers else None),
            base=self.base_url,
            source=self.source(entry, brief=inline),
            grounds=tuple(grounds),
            notices=tuple(self._catalogue.notices(entry, proven)) if proven else (),
        )
        return quoted(quotation, form, inline=inline)

    def source(self, entry: Entry, *, brief: bool = False) -> str:
        """Return where an entry comes from, as its reader should see it: game and edition, with or without document."""
        edition = entry.edition if brief else self._catalogue.edition_name(entry)
        game = self._catalogue.games()[entry.game].name(entry.lang)
        return f"{game} · {language(entry.lang).labels.edition} {edition}"

    def quote_answer(self, answer: Answer, form: str) -> str:
        """Return what settles a question as text to paste: a quotation for each entry that it takes."""
        shown: dict[str, tuple[Entry, list[int]]] = {}
        for ruling in answer.rulings:
            if ruling.settles:
                numbers = shown.setdefault(ruling.entry.name, (ruling.entry, []))[1]
                numbers += [said.n for said in ruling.shown if said.n is not None and not ruling.entry.is_ruling]
        return "\n\n".join(self.quote(entry, form, numbers) for entry, numbers in shown.values())

    def quotation(
        self, name: str, form: str, *, lang: str | None = None, game: str | None = None, whole: bool = False
    ) -> Quoted:
        """Quote what a name gives: ``ally`` the definition, ``ally#3`` a statement, ``ally#3-5,7`` four of them."""
        found = self._catalogue.look_up_each(name, lang=lang, game=game)
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
        return Quoted(entry, numbers, self.quote(entry, form, numbers), url, found[0].others, found[0].missing_lang)

    def quote_mentions(self, post: str, form: str, *, lang: str | None = None, game: str | None = None) -> QuotedPost:
        """Replace every ``((term))`` of a post by its quotation: a block where it stands alone, else a short one."""
        if len(post) > LONGEST_POST:
            raise UsageError(f"the post is longer than {LONGEST_POST:,} characters: give it in parts")
        unknown: dict[str, NotFoundError] = {}
        ambiguous: dict[str, tuple[str, tuple[str, ...]]] = {}
        lacking: dict[str, tuple[str, str]] = {}
        looked_at = left = 0
        spoken = lang or self._catalogue.language_of(without_mentions(post, form))

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
                quoted = self.quotation(term, form, lang=spoken, game=game)
            except NotFoundError as error:
                unknown[term] = error
                return None
            if quoted.others:
                ambiguous[term] = quoted.entry.name, quoted.others
            if quoted.missing_lang:
                lacking[term] = quoted.missing_lang, quoted.entry.lang
            return quoted.text if alone else self.quote(quoted.entry, form, quoted.statements, inline=True)

        text = replace_mentions(post, quote, form=form)
        several = tuple((term, *meant) for term, meant in ambiguous.items())
        elsewhere = tuple((term, *langs) for term, langs in lacking.items())
        return QuotedPost(text, several, tuple(unknown.items()), left, elsewhere)
