"""How an answer looks in a terminal: what settles the question first and in full, in as few rows as that takes.

Nothing is said twice: a statement that stands among those above is not shown again, and a ruling has one address, its
own. ``Detail`` asks for more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.commands.capabilities import width
from compendium_cli.commands.places import Places
from compendium_cli.commands.rendering import life_lines
from compendium_cli.commands.styles import bold, dim, display_width, linked, marked, wrapped, wrapped_list
from compendium_cli.languages import language, language_name
from compendium_cli.text import printable

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from compendium_cli.answering.answers import Answer
    from compendium_cli.answering.selection import Ruling
    from compendium_cli.compendium import Compendium
    from compendium_cli.model import Entry, Statement
    from compendium_cli.rulings import Proven

#: A list that an answer quotes is cut after so many items: ``--more`` shows all.
_MOST_ITEMS = 8
_READ_NEXT = 3


class Detail(NamedTuple):
    """How much of an answer is shown."""

    more: bool = False
    """What comes near, too, with all addresses and lists."""
    explain: bool = False
    """What was recognised in the question, and what speaks for each ruling."""


class AnswerLines:
    """The lines of an answer; the places that they lead to are added to ``places``.

    ``beside`` says that another glossary's answer stands above, perhaps of another game.
    """

    def __init__(
        self,
        compendium: Compendium,
        answer: Answer,
        detail: Detail,
        places: Places | None = None,
        *,
        beside: bool = False,
    ) -> None:
        self._compendium = compendium
        self._answer = answer
        self._detail = detail
        self._places = places if places is not None else Places()
        self._is_beside = beside
        self._labels = language(answer.lang).labels
        self._told: set[str] = set()
        self._announced: set[str] = set()
        self._cut: list[tuple[Ruling, Sequence[Statement]]] = []
        self._read_on: set[str] = set()

    # -- the whole ---------------------------------------------------------------------------------------------------

    def lines(self) -> Iterator[str]:
        """Yield the answer, or that there is none and why."""
        answer = self._answer
        for typed, meant in answer.corrections:
            yield dim(f"{typed} → {meant}")
        for n in answer.gone:
            yield wrapped(self._labels.retired.format(n=n))
        yield from self._asked_in_another()
        if not answer.rulings:
            yield from self._undecided()
            return
        if self._detail.explain and answer.terms:
            games = {ruling.entry.game for ruling in answer.rulings}
            named = dict.fromkeys(m.entry for term in answer.terms for m in term.matches if m.game in games)
            yield dim(wrapped(f"{self._labels.terms}: {', '.join(map(self._title, named))}"))
        yield from self.rulings()
        if self._detail.explain:
            yield from ("", dim(wrapped(_doubt_line(answer))))
        following = list(self._read_next()) if self._detail.more or not answer.rulings[0].entry.is_ruling else []
        if following:
            yield from ("", *following)

    def rest(self) -> Iterator[str]:
        """Yield what ``lines`` left out: more of a long list, what comes near, what else there is to read."""
        self._detail = self._detail._replace(more=True)
        pieces = [
            [self._head(ruling.entry, ruling.statement), *self._items(items, "    ", frozenset())]
            for ruling, items in self._cut
        ]
        self._cut = []
        pieces += [list(self.rulings()), list(self._read_next())]
        for place, piece in enumerate(filter(None, pieces)):
            if place:
                yield ""
            yield from piece

    def rulings(self) -> Iterator[str]:
        """Yield the rulings that were not shown yet, with an empty line before each but the first."""
        is_first = True
        for ruling in filter(self._is_shown, self._answer.rulings):
            if not self._is_new(ruling.statement):
                continue
            if not is_first:
                yield ""
            is_first = False
            yield from self._lacking(ruling.entry)
            proven = self._compendium.ruling(ruling.entry)
            yield from self._stored(ruling, proven) if proven else self._quoted(ruling)
            if self._detail.explain:
                yield dim(wrapped(_why_line(self._answer, ruling), 2, "  "))

    def nearest(self) -> Iterator[str]:
        """Yield the entries that come nearest to a question that nothing decides."""
        items = [self._named(name) for name in self._answer.nearest]
        if items:
            yield from wrapped_list(self._labels.nearest, items)

    # -- around it -----------------------------------------------------------------------------------------------------

    def _undecided(self) -> Iterator[str]:
        card = self._answer.card
        if card:
            name = card.names.get(self._answer.lang) or next(iter(card.names.values()))
            yield wrapped(self._labels.silent_card.format(card=name))
            product = card.products.get(self._answer.lang) or next(iter(card.products.values()), "")
            facts = [product, f"#{card.number}" if card.number else "", *card.codes]
            yield dim(wrapped(" · ".join(fact for fact in facts if fact), 2, "  "))
        else:
            yield wrapped(self._labels.undecided)
        if self._detail.explain:
            yield dim(wrapped(_doubt_line(self._answer)))

    def _asked_in_another(self) -> Iterator[str]:
        """Yield the language of the answer, where it is not the question's."""
        answer = self._answer
        shown = {ruling.entry.lang for ruling in answer.rulings if self._is_shown(ruling)} or {answer.lang}
        if answer.other_language and answer.lang in shown:
            yield dim(wrapped(answer.other_language))

    def _lacking(self, entry: Entry) -> Iterator[str]:
        """Yield, once for each language, that the reader's has not what follows."""
        if entry.lang != self._answer.lang and entry.lang not in self._announced:
            self._announced.add(entry.lang)
            name = language_name(entry.lang, self._answer.lang)
            yield dim(wrapped(self._labels.lacking.format(edition=entry.edition, lang=name)))

    def _is_shown(self, ruling: Ruling) -> bool:
        return ruling.settles or self._detail.more

    def _read_next(self) -> Iterator[str]:
        names = [name for name in self._answer.read_next if name not in self._read_on]
        names = names if self._detail.more else names[:_READ_NEXT]
        self._read_on.update(names)
        if names:
            yield from wrapped_list(self._labels.read_next, [self._named(name) for name in names])

    def _named(self, name: str) -> tuple[str, str]:
        """Return what an entry is called in a list, and its address."""
        entry = self._compendium.entry(name, self._answer.lang)
        lang = entry.lang if entry else next(iter(self._compendium.titles(name)), self._answer.lang)
        number = self._places.added(self._compendium, name, lang)
        known = entry or self._compendium.entry(name, lang)
        game = self._game(known) if known and not self._answer.rulings else None
        said = f"{self._title(name)} ({game})" if game else self._title(name)
        return number + printable(said), self._compendium.url(known) if known else ""

    def _title(self, name: str) -> str:
        return self._compendium.title(name, self._answer.lang)

    # -- rulings -------------------------------------------------------------------------------------------------------

    def _quoted(self, ruling: Ruling) -> Iterator[str]:
        """Yield a rule with what it is read with."""
        entry, statement = ruling.entry, ruling.statement
        number = self._places.added(self._compendium, entry.name, entry.lang, *(said.n for said in ruling.shown))
        yield self._head(entry, statement, number)
        words = self._compendium.matching_words(self._answer, [said.text for said in ruling.shown], entry.lang)
        under = ruling.under if ruling.under and self._is_new(ruling.under) else None
        if under:
            yield dim(wrapped(under.text, 2, "  "))
        before = f"    {statement.marker} " if under and statement.marker else "    " if under else "  "
        label = self._labels.callout(statement.kind, statement.edition)
        text = f"{label}: {statement.text}" if label else statement.text
        yield marked(wrapped(text, len(before), before), words)
        indent = " " * max(len(before), 4)
        items = [item for item in ruling.items if self._is_new(item)]
        shown = items if self._detail.more else items[:_MOST_ITEMS]
        yield from self._items(shown, indent, words)
        if len(shown) < len(items):
            self._cut.append((ruling, items[len(shown) :]))
            yield dim(f"{indent}… +{len(items) - len(shown)}")
        via = self._answer.via.get(entry.name, ())
        if self._detail.more and len(via) > 1:
            yield dim(wrapped(f"{self._labels.path}: {' → '.join(map(self._title, via))}", 2, "  "))
        yield dim(f"  {self._compendium.url(entry, statement.n)}")

    def _items(self, items: Iterable[Statement], indent: str, words: Collection[str]) -> Iterator[str]:
        for item in items:
            lead = f"{indent}{item.marker or '-'} "
            yield marked(wrapped(item.text, len(lead), lead), words)

    def _stored(self, ruling: Ruling, proven: Proven) -> Iterator[str]:
        """Yield a ruling of the glossary: the question it answers, its answer, and the statements that prove it."""
        entry = ruling.entry
        number = self._places.added(self._compendium, entry.name, entry.lang)
        yield bold(wrapped(entry.question or entry.title, len(number), number))
        words = self._compendium.matching_words(self._answer, [ruling.statement.text], entry.lang)
        yield marked(wrapped(ruling.statement.text, 2, "  "), words)
        yield dim(f"  {self._compendium.url(entry)}")
        yield from life_lines(self._compendium, entry, proven)
        yield bold(f"{self._labels.because}:")
        for ground, statement in proven.grounds:
            yield from self._ground(ground, statement)

    def _ground(self, entry: Entry, statement: Statement) -> Iterator[str]:
        number = self._places.added(self._compendium, entry.name, entry.lang, statement.n)
        other = (language(entry.lang).name,) if entry.lang != self._answer.lang else ()
        yield self._head(entry, statement, number, *other)
        if self._is_new(statement):
            yield wrapped(statement.text, 2, "  ")
        if self._detail.more:
            yield dim(f"  {self._compendium.url(entry, statement.n)}")

    def _head(self, entry: Entry, statement: Statement, number: str = "", *more: str) -> str:
        """Return title, number, game where that is not plain, and edition of a statement."""
        edition = f"{self._labels.edition} {statement.edition or entry.edition}"
        note = " · ".join(filter(None, (f"#{statement.n}", self._game(entry), edition, *more)))
        if display_width(f"{number}{entry.title} {note}") > width():
            return f"{bold(wrapped(entry.title, len(number), number))}\n{dim(wrapped(note, 2, '  '))}"
        return f"{number}{linked(entry.title, self._compendium.url(entry, statement.n), bold)} {dim(note)}"

    def _game(self, entry: Entry) -> str | None:
        """Return the game of an entry, where a reader may take it for another one's.

        Plain is the only game, the one that was asked for, and the main one as long as no other stands beside it.
        """
        games = self._compendium.games()
        named = {ruling.entry.game for ruling in self._answer.rulings if self._is_shown(ruling)} or {entry.game}
        is_alone = named == {entry.game} == {self._compendium.main_game()}
        if entry.game == self._answer.game or ((len(games) == 1 or is_alone) and not self._is_beside):
            return None
        return games[entry.game].name(self._answer.lang)

    def _is_new(self, statement: Statement) -> bool:
        """Tell whether what a statement says was not shown before, here or in another entry; from now on it was."""
        said = " ".join(statement.text.split()).casefold()
        is_new = said not in self._told
        self._told.add(said)
        return is_new


# -- what speaks for an answer ---------------------------------------------------------------------------------------


def contributions(answer: Answer, ruling: Ruling) -> dict[str, float]:
    """Return what each feature adds to the score of a ruling, the largest first: they add up to it."""
    parts = ruling.candidate.contributions(answer.numbers.weights)
    return {name: round(share, 3) for name, share in sorted(parts.items(), key=lambda item: -item[1])}


def doubt(answer: Answer) -> dict[str, float]:
    """Return what speaks for an answer and against one, and what it comes to."""
    judged = answer.judgement
    told = {**judged.doubt._asdict(), "domain": judged.domain, "confidence": judged.confidence}
    return {name: round(value, 3) for name, value in told.items()}


def _why_line(answer: Answer, ruling: Ruling) -> str:
    parts = " + ".join(f"{name} {share:.2f}" for name, share in contributions(answer, ruling).items())
    return f"why {ruling.candidate.score:.2f}: {parts}"


def _doubt_line(answer: Answer) -> str:
    told = doubt(answer)
    domain, confidence = told.pop("domain"), told.pop("confidence")
    parts = ", ".join(f"{name} {value:.2f}" for name, value in told.items())
    return f"confidence {confidence:.2f}; domain {domain:.2f}, declined below 0: {parts}"
