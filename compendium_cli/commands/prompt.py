"""compendium prompt: ask, read on by number, quote, in one process that is ready for the next question.

``Session`` is what can be said at the prompt and knows nothing of keys: those are read by ``line_editor``.
"""

from __future__ import annotations

import difflib
import sys
from typing import TYPE_CHECKING, NamedTuple

import click

from compendium_cli.commands import options
from compendium_cli.commands.answer_lines import Detail
from compendium_cli.commands.capabilities import is_interactive
from compendium_cli.commands.places import Places
from compendium_cli.commands.rendering import entry_lines
from compendium_cli.commands.shelves import Shelves
from compendium_cli.commands.styles import dim, echo, wrapped
from compendium_cli.errors import CompendiumError, UsageError
from compendium_cli.model import QUOTATION_FORMS
from compendium_cli.text import printable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from compendium_cli.answering.answers import Answer
    from compendium_cli.commands.places import Place
    from compendium_cli.model import Entry

_LIMIT = 5
#: So many links of each kind are shown with an entry; more would push its rules off the screen.
_MOST_LINKS = 6
#: More titles than these are no help while typing.
_MOST_TITLES = 12
#: No screen has as many numbers as these digits tell, and far more would be no number to Python.
_MOST_DIGITS = 6
#: What other prompts are left with, and ask for help with.
_LEAVING, _HELPING = frozenset(("x", "exit", "quit")), frozenset(("?", "help"))
#: Where what is typed at the prompt stands in its help.
_HELP_COLUMN = 22
_MARK = "\u203a"
_NOTHING_YET = "nothing has been asked yet"


@click.command("prompt", short_help="Ask, read on and quote, one question after another.")
@options.lang
@options.game
@options.base_url
@options.glossary
@options.library
def command(lang: str | None, game: str | None, base_url: str | None, glossary: str, library: str | None) -> None:
    """Ask questions one after another, open what an answer leads to by its number, quote and copy it.

    The same as compendium alone, on a terminal. Type ? for what can be typed; Tab completes titles, the arrow keys
    bring back earlier questions, Ctrl-D leaves. What was typed is kept on this machine alone, in the file "history" of
    your state folder (~/.local/state/compendium on Linux), which only you can read; delete it as you like.

    \b
    Examples:
      compendium
      compendium prompt --lang es --game marvel-champions
    """
    given = options.Given(game, lang, as_json=False, glossary=glossary, base_url=base_url)
    session = Session(Shelves.opened(given, library), lang, game)
    is_typed = is_interactive()
    for line in _typed(session) if is_typed else (line.rstrip("\r\n") for line in sys.stdin):
        try:
            if not session.obey(line):
                break
        except CompendiumError as error:
            echo(wrapped(f"compendium: {error.message}"), err=True)
            for suggestion in error.suggestions:
                echo(f"  {printable(suggestion)}", err=True)
        except KeyboardInterrupt:  # it took too long
            if not is_typed:
                raise
        echo()


def _typed(session: Session) -> Iterator[str]:
    from compendium_cli.commands.line_editor import typed_lines

    return typed_lines(lambda: session.mark, session.titles)


class Action(NamedTuple):
    """What a letter at the prompt does."""

    letter: str
    takes: str
    told: str


ACTIONS = (
    Action("m", "", "more of what was shown last"),
    Action("q", "[3] [bbcode]", "quote the answer, or what has the number 3: markdown, bbcode, html, discord, plain"),
    Action("c", "[3] [bbcode]", "put the same on the clipboard"),
    Action("u", "[3]", "the link of the answer, or of what has the number 3"),
    Action("l", "[es]", "answers in this language; without one, in that of the question"),
    Action("g", "[marvel-tcg]", "only this game; without one, all of them"),
    Action("?", "", "what can be typed"),
    Action("x", "", "leave; so does Ctrl-D"),
)


class Session:
    """What was asked last and what is shown, and what can be done with it."""

    def __init__(self, shelves: Shelves, lang: str | None = None, game: str | None = None) -> None:
        self._shelves = shelves
        self._compendium = shelves.compendium
        self.lang: str | None = None
        self.game: str | None = None
        self._choose_language(lang)
        self._choose_game(game)
        self._asked = ""
        self._answer: Answer | None = None
        self._opened: Entry | None = None
        self._places = Places()
        self._form = QUOTATION_FORMS[0]

    def obey(self, line: str) -> bool:
        """Do what a line says, a question, a number or an action; tell whether to go on."""
        words = line.split()
        if not words:
            return True
        if len(words) == 1 and words[0].lower() in _LEAVING:
            return False
        if len(words) == 1 and words[0].lower() in _HELPING:
            _help()
        elif len(words) == 1 and _is_number(words[0]):
            self._open(self._numbered(words[0]))
        elif not (len(words[0]) == 1 and self._acted(words[0].lower(), words[1:])):
            self._ask(line.strip(), Detail())
        return True

    def _acted(self, letter: str, words: list[str]) -> bool:
        """Do what a letter stands for; tell whether it was meant: "c'è" and "l alleato" begin questions."""
        choices = {"l": self._choose_language, "g": self._choose_game}
        given: dict[str, Callable[[Place | None, str], None]] = {"q": self._quote, "c": self._copy, "u": self._link}
        if letter == "m" and not words:
            self._more()
        elif letter in choices and len(words) <= 1:
            choices[letter](words[0].lower() if words else None)
        elif letter in given and (chosen := _chosen(words)):
            number, form = chosen
            self._form = form or self._form
            given[letter](self._numbered(number) if number else None, self._form)
        else:
            return False
        return True

    def _ask(self, question: str, detail: Detail) -> None:
        answer, imported = self._shelves.ask(question, self.lang, self.game, _LIMIT)
        self._asked, self._answer, self._opened, self._places = question, answer, None, Places(numbered=True)
        self._shelves.show(answer, imported, detail, self._places, self.lang)

    def _more(self) -> None:
        if self._opened:
            self._show(self._opened)
        elif self._asked:
            self._ask(self._asked, Detail(more=True))
        else:
            raise UsageError(_NOTHING_YET)

    def _numbered(self, word: str) -> Place:
        """Return what was shown with a number."""
        digits = word.strip("[]")
        if len(digits) <= _MOST_DIGITS and (place := self._places.place(int(digits))):
            return place
        there = f"there are 1 to {len(self._places)}" if self._places else "ask something first"
        raise UsageError(f"nothing has the number {digits[:_MOST_DIGITS]}: {there}")

    def _open(self, place: Place) -> None:
        self._show(self._entry(place), most=_MOST_LINKS)

    def _show(self, entry: Entry, most: int | None = None) -> None:
        self._opened, self._places = entry, Places(numbered=True)
        for line in entry_lines(self._compendium, entry, places=self._places, most=most):
            echo(line)

    def _entry(self, place: Place) -> Entry:
        entry = self._compendium.entry(place.entry, place.lang)
        if entry is None:
            raise UsageError(f"{place.entry} is not there any more")
        return entry

    def _quoted(self, place: Place | None, form: str) -> str:
        if place:
            return self._compendium.quote(self._entry(place), form, place.statements)
        if opened := self._opened:
            # A ruling is quoted with its grounds as long as none of its statements is asked for.
            numbers = [] if opened.is_ruling else [said.n for said in opened.statements if said.n is not None]
            return self._compendium.quote(opened, form, numbers)
        return self._compendium.quote_answer(self._answered(), form)

    def _answered(self) -> Answer:
        """Return the last answer, or say that there is none."""
        if self._answer is None:
            raise UsageError(_NOTHING_YET)
        if not self._answer.rulings:
            raise UsageError("nothing decides the question: choose one of the entries by its number")
        return self._answer

    def _quote(self, place: Place | None, form: str) -> None:
        echo(self._quoted(place, form))

    def _copy(self, place: Place | None, form: str) -> None:
        from compendium_cli.commands.clipboard import copy

        copy(self._quoted(place, form))
        echo(dim(f"copied as {form}"))

    def _link(self, place: Place | None, form: str) -> None:
        del form
        if place:
            echo(self._compendium.url(self._entry(place), next(iter(place.statements), None)))
        elif self._opened:
            echo(self._compendium.url(self._opened))
        else:
            first = self._answered().rulings[0]
            echo(self._compendium.url(first.entry, None if first.entry.is_ruling else first.statement.n))

    def _choose_language(self, lang: str | None) -> None:
        if lang and lang not in (known := [*self._compendium.languages(), "en"]):
            raise UsageError(f"unknown language {lang!r}: choose one of {', '.join(known)}")
        self.lang = lang

    def _choose_game(self, game: str | None) -> None:
        if game and game not in (known := self._compendium.games()):
            raise UsageError(f"unknown game {game!r}: choose one of {', '.join(known)}")
        self.game = game

    @property
    def mark(self) -> str:
        """What stands before what is typed: the language and the game that were chosen."""
        return " ".join(filter(None, (self.lang, self.game, _MARK))) + " "

    def titles(self, typed: str) -> list[str]:
        """Return titles that begin as typed, in the language of the answers."""
        return self._compendium.titles_starting_with(typed, lang=self.lang, game=self.game)[:_MOST_TITLES]


def _is_number(word: str) -> bool:
    """Tell whether a word is a number, perhaps in brackets, as it is shown."""
    return word.removeprefix("[").removesuffix("]").isdecimal()


def _chosen(words: list[str]) -> tuple[str | None, str | None] | None:
    """Return the number and the markup that words give; nothing where they are none of these, but a question."""
    numbers = [word for word in words if _is_number(word)]
    forms = [word.lower() for word in words if word.lower() in QUOTATION_FORMS]
    if len(numbers) + len(forms) == len(words) and max(len(numbers), len(forms)) <= 1:
        return next(iter(numbers), None), next(iter(forms), None)
    if numbers or forms or difflib.get_close_matches(words[0].lower(), QUOTATION_FORMS, 1):
        raise UsageError(f"give a number, a markup or both: q 1 {QUOTATION_FORMS[0]}, {', '.join(QUOTATION_FORMS[1:])}")
    return None


def _help() -> None:
    """Tell what can be typed."""
    told = [("a question, a title", "the answer"), ("3", "what has the number 3, whole")]
    for typed, does in (*told, *((f"{action.letter} {action.takes}", action.told) for action in ACTIONS)):
        echo(wrapped(does, _HELP_COLUMN, typed))
