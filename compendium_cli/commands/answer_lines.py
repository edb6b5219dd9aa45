"""How an answer looks in a terminal: what settles the question first and in full, in as few rows as that takes.

Nothing is said twice: a statement that stands among those above is not shown again, and a ruling has one address, its
own. ``Detail`` asks for more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.commands.places import Places
from compendium_cli.commands.rendering import life_lines
from compendium_cli.commands.styles import bold, dim, linked, marked, wrapped, wrapped_list
from compendium_cli.languages import language
from compendium_cli.text import printable

if TYPE_CHECKING:
    from collections.abc import Iterator

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
    """The lines of an answer; the places that they lead to are added to ``places``."""

    def __init__(self, compendium: Compendium, answer: Answer, detail: Detail, places: Places | None = None) -> None:
        self._compendium = compendium
        self._answer = answer
        self._detail = detail
        self._places = places if places is not None else Places()
        self._labels = language(answer.lang).labels
        self._told: set[str] = set()
        self._announced: set[str] = set()

    # -- the whole ---------------------------------------------------------------------------------------------------

    def lines(self) -> Iterator[str]:
        """Yield the answer, or that there is none and why."""
        answer = self._answer
        for typed, meant in answer.corrections:
            yield dim(f"{typed} → {meant}")
        if not answer.rulings:
            yield from self._undecided()
            return
        yield from self._answered_in()
        if self._detail.explain and answer.terms:
            games = {ruling.entry.game for ruling in answer.rulings}
            named = dict.fromkeys(m.entry for term in answer.terms for m in term.matches if m.game in games)
            yield dim(wrapped(f"{self._labels.terms}: {', '.join(map(self._title, named))}"))
        yield from self.rulings()
        if self._detail.explain:
            yield from ("", dim(wrapped(_doubt_line(answer))))
        if answer.read_next and (self._detail.more or not answer.rulings[0].entry.is_ruling):
            yield ""
            yield from self._read_next()

    def rulings(self) -> Iterator[str]:
        """Yield the rulings, with an empty line before each but the first."""
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
            yield self._labels.undecided
        if self._detail.explain:
            yield dim(wrapped(_doubt_line(self._answer)))

    def _answered_in(self) -> Iterator[str]:
        """Yield the language of the answer, where it is not the question's."""
        answer = self._answer
        shown = {ruling.entry.lang for ruling in answer.rulings if self._is_shown(ruling)}
        if answer.asked_in != answer.lang and answer.lang in shown:
            names = {"asked": language(answer.asked_in).name, "lang": language(answer.lang).name}
            yield dim(wrapped(self._labels.other_language.format(**names)))

    def _lacking(self, entry: Entry) -> Iterator[str]:
        """Yield, once for each language, that the reader's has not what follows."""
        if entry.lang != self._answer.lang and entry.lang not in self._announced:
            self._announced.add(entry.lang)
            yield dim(wrapped(self._labels.lacking.format(edition=entry.edition, lang=language(entry.lang).name)))

    def _is_shown(self, ruling: Ruling) -> bool:
        return ruling.settles or self._detail.more

    def _read_next(self) -> Iterator[str]:
        names = self._answer.read_next if self._detail.more else self._answer.read_next[:_READ_NEXT]
        yield from wrapped_list(self._labels.read_next, [self._named(name) for name in names])

    def _named(self, name: str) -> tuple[str, str]:
        """Return what an entry is called in a list, and its address."""
        entry = self._compendium.entry(name, self._answer.lang)
        lang = entry.lang if entry else next(iter(self._compendium.titles(name)), self._answer.lang)
        number = self._places.added(name, lang)
        known = entry or self._compendium.entry(name, lang)
        return number + printable(self._title(name)), self._compendium.url(known) if known else ""

    def _title(self, name: str) -> str:
        return self._compendium.title(name, self._answer.lang)

    # -- rulings -------------------------------------------------------------------------------------------------------

    def _quoted(self, ruling: Ruling) -> Iterator[str]:
        """Yield a rule with what it is read with."""
        entry, statement = ruling.entry, ruling.statement
        number = self._places.added(entry.name, entry.lang, *(said.n for said in ruling.shown))
        yield self._head(number, entry, statement, f"{self._labels.edition} {statement.edition or entry.edition}")
        words = self._compendium.matching_words(self._answer, [said.text for said in ruling.shown], entry.lang)
        under = ruling.under if ruling.under and self._is_new(ruling.under) else None
        if under:
            yield dim(wrapped(under.text, 2, "  "))
        before = f"    {statement.marker} " if under and statement.marker else "    " if under else "  "
        label = self._labels.callout(statement.kind, statement.edition)
        text = f"{label}: {statement.text}" if label else statement.text
        yield marked(wrapped(text, len(before), before), words)
        items = [item for item in ruling.items if self._is_new(item)]
        cut = items if self._detail.more else items[:_MOST_ITEMS]
        for item in cut:
            lead = f"{' ' * max(len(before), 4)}{item.marker or '-'} "
            yield marked(wrapped(item.text, len(lead), lead), words)
        if len(cut) < len(items):
            yield dim(f"{' ' * max(len(before), 4)}… +{len(items) - len(cut)}")
        via = self._answer.via.get(entry.name, ())
        if self._detail.more and len(via) > 1:
            yield dim(wrapped(f"{self._labels.path}: {' → '.join(map(self._title, via))}", 2, "  "))
        yield dim(f"  {self._compendium.url(entry, statement.n)}")

    def _stored(self, ruling: Ruling, proven: Proven) -> Iterator[str]:
        """Yield a ruling of the glossary: the question it answers, its answer, and the statements that prove it."""
        entry = ruling.entry
        number = self._places.added(entry.name, entry.lang)
        yield bold(wrapped(entry.question or entry.title, len(number), number))
        words = self._compendium.matching_words(self._answer, [ruling.statement.text], entry.lang)
        yield marked(wrapped(ruling.statement.text, 2, "  "), words)
        yield dim(f"  {self._compendium.url(entry)}")
        yield from life_lines(self._compendium, entry, proven)
        yield bold(f"{self._labels.because}:")
        for ground, statement in proven.grounds:
            yield from self._ground(ground, statement)

    def _ground(self, entry: Entry, statement: Statement) -> Iterator[str]:
        note = f"{self._labels.edition} {statement.edition or entry.edition}"
        note += f" · {language(entry.lang).name}" if entry.lang != self._answer.lang else ""
        number = self._places.added(entry.name, entry.lang, statement.n)
        yield self._head(number, entry, statement, note)
        if self._is_new(statement):
            yield wrapped(statement.text, 2, "  ")
        if self._detail.more:
            yield dim(f"  {self._compendium.url(entry, statement.n)}")

    def _head(self, number: str, entry: Entry, statement: Statement, note: str) -> str:
        title = linked(entry.title, self._compendium.url(entry, statement.n), bold)
        return f"{number}{title} {dim(f'#{statement.n} · {note}')}"

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
