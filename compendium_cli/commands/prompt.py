"""compendium prompt: ask, read on by number, quote, in one process that is ready for the next question.

``Session`` is what can be said at the prompt and knows nothing of keys: those are read by ``line_editor``.
"""

from __future__ import annotations

import difflib
import sys
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

import click

from compendium_cli.commands import options
from compendium_cli.commands.answer_lines import Detail
from compendium_cli.commands.capabilities import is_interactive, width
from compendium_cli.commands.places import Place, Places
from compendium_cli.commands.rendering import entry_lines, link_lines
from compendium_cli.commands.search import hit_lines
from compendium_cli.commands.shelves import Shelves, Written
from compendium_cli.commands.styles import dim, display_width, echo, echo_pages, tell, wrapped
from compendium_cli.context import read_with
from compendium_cli.errors import CompendiumError, NotFoundError, UsageError
from compendium_cli.languages import LANGUAGES, language
from compendium_cli.links import is_reference
from compendium_cli.model import QUOTATION_FORMS
from compendium_cli.text import printable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from compendium_cli.commands.shelves import Answered
    from compendium_cli.languages.base import PromptLabels
    from compendium_cli.model import Entry, Statement

_LIMIT = 5
#: So many links of each kind are shown with an entry; more would push its rules off the screen.
_MOST_LINKS = 6
#: More titles than these are no help while typing.
_MOST_TITLES = 12
#: No screen has as many numbers as these digits tell, and far more would be no number to Python.
_MOST_DIGITS = 6
#: What other prompts are left with, and ask for help with; each language has more of them.
_LEAVING = frozenset(("x", *(word for known in LANGUAGES.values() for word in known.prompt.leaving)))
_HELPING = frozenset(("?", *(word for known in LANGUAGES.values() for word in known.prompt.helping)))
#: Between what is typed and what it does in the help, where that has so many columns; else it stands below.
_HELP_GAP, _NARROWEST_HELP = 2, 30
_MARK = "\u203a"


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
    session = Session(Shelves.whole(given, library), lang, game)
    is_typed = is_interactive()
    for line in _typed(session) if is_typed else (line.rstrip("\r\n") for line in sys.stdin):
        try:
            if not session.obey(line):
                break
        except CompendiumError as error:
            tell(error.message)
            for suggestion in error.suggestions:
                echo(f"  {printable(suggestion)}", err=True)
        except KeyboardInterrupt:  # it took too long
            if not is_typed:
                raise
        echo()


def _typed(session: Session) -> Iterator[str]:
    from compendium_cli.commands.line_editor import typed_lines

    return typed_lines(lambda: session.mark, session.completions, session.said.banner)


class Action(NamedTuple):
    """What a letter at the prompt does; ``PromptLabels.actions`` says it in the reader's language."""

    letter: str
    takes: str


ACTIONS = (
    Action("m", ""),
    Action("q", "[3] [bbcode]"),
    Action("c", "[3] [bbcode]"),
    Action("u", "[3]"),
    Action("l", "[es]"),
    Action("g", "[marvel-tcg]"),
    Action("?", ""),
    Action("x", ""),
)
#: Commands that may be typed as they are in a shell.
COMMANDS = ("ask", "show", "search", "quote")


class Session:
    """What was asked last and what is shown, and what can be done with it."""

    def __init__(self, shelves: Shelves, lang: str | None = None, game: str | None = None) -> None:
        self._all = shelves
        self.lang: str | None = None
        self.game: str | None = None
        self._choose_language(lang)
        self._choose_game(game)
        self._answered: Answered | None = None
        self._opened: Place | None = None
        self._places = Places()
        self._form = QUOTATION_FORMS[0]
        self._left: Iterator[Iterable[str]] = iter(())
        """What is not shown yet, piece by piece."""

    @property
    def said(self) -> PromptLabels:
        """What the prompt says, in the reader's language."""
        return language(self._all.compendium.reader_language(self.lang)).prompt

    @property
    def _shelves(self) -> Shelves:
        return self._all.narrowed(self.lang, self.game)

    def obey(self, line: str) -> bool:
        """Do what a line says, a question, a number or an action; tell whether to go on."""
        words = line.split()
        if words[:1] == ["compendium"]:
            words = words[1:]
        if not words:
            return True
        first = words[0].lower()
        if len(words) == 1 and first in _LEAVING:
            return False
        if len(words) == 1 and first in _HELPING:
            self._help()
        elif len(words) == 1 and _is_number(words[0]):
            self._open(self._numbered(words[0]))
        elif first in COMMANDS and len(words) > 1 and (first == "ask" or not line.rstrip().endswith("?")):
            self._command(first, words[1:])
        elif not (len(words[0]) == 1 and self._acted(first, words[1:])):
            self._ask(" ".join(words))
        return True

    def _acted(self, letter: str, words: list[str]) -> bool:
        """Do what a letter stands for; tell whether it was meant: "c'è" and "l alleato" begin questions."""
        choices = {"l": self._choose_language, "g": self._choose_game}
        given: dict[str, Callable[[Place | None, str], None]] = {"q": self._quote, "c": self._copy, "u": self._link}
        if letter == "m" and not words:
            self._more()
        elif letter in choices and len(words) <= 1:
            choices[letter](words[0].lower() if words else None)
        elif letter in given and (chosen := self._chosen(words)):
            place, form = chosen
            self._form = form or self._form
            given[letter](place, self._form)
        else:
            return False
        return True

    def _chosen(self, words: Sequence[str]) -> tuple[Place | None, str | None] | None:
        """Return the place and the markup that words give; nothing where they are none of these, but a question."""
        named, form = _form_apart(words)
        if not named:
            return None, form
        if len(named) == 1 and _is_number(named[0]):
            return self._numbered(named[0]), form
        if self._is_reference(" ".join(named)):
            return self._named(" ".join(named)), form
        if form or any(map(_is_number, words)) or difflib.get_close_matches(words[0].lower(), QUOTATION_FORMS, 1):
            example = f"q 1 {QUOTATION_FORMS[0]}, {', '.join(QUOTATION_FORMS[1:])}"
            raise UsageError(self.said.number_or_form.format(example=example))
        return None

    def _is_reference(self, text: str) -> bool:
        return is_reference(text, self._all.games(), LANGUAGES)

    # -- asking ------------------------------------------------------------------------------------------------------

    def _ask(self, question: str) -> None:
        answered = self._shelves.ask(question, self.lang, self.game, _LIMIT)
        self._answered, self._opened, self._places = answered, None, Places(numbered=True)
        written, places = Written(answered, Detail(), self._places), self._places
        pieces: list[Iterable[str]] = [written.rest()]
        if answered.answer.by_name and all(ruling.settles for ruling in answered.answer.rulings):
            on, entry = answered.compendium, answered.answer.rulings[0].entry
            pieces.append(_later(lambda: entry_lines(on, entry, places=places, most=_MOST_LINKS)))
        self._left = iter(pieces)
        written.show(self.lang)

    def _command(self, name: str, words: Sequence[str]) -> None:
        """Do what a command does that was typed as in a shell."""
        if name == "ask":
            self._ask(" ".join(words))
        elif name == "show":
            place = self._named(" ".join(words))
            self._places = Places(numbered=True)
            self._open(place)
        elif name == "quote":
            named, form = _form_apart([word for word in words if word != "--as"])
            self._form = form or self._form
            self._quote(self._named(" ".join(named)) if named else None, self._form)
        else:
            self._search(" ".join(words))

    def _named(self, name: str) -> Place:
        """Return what a name means."""
        given = options.Given(self.game, self.lang, as_json=False, glossary="", base_url=None)
        compendium, found = self._shelves.look_up(given, name)
        numbers = tuple(one.statement for one in found if one.statement is not None)
        options.tell_found(found[0])
        return Place(compendium, found[0].entry.name, found[0].entry.lang, numbers)

    def _search(self, query: str) -> None:
        shelves = self._shelves
        found = shelves.search(query, self.lang, self.game, _LIMIT)
        if not (found.hits or found.imported):
            raise NotFoundError(self.said.nothing_found.format(query=query[:80]))
        self._answered, self._opened, self._places = None, None, Places(numbered=True)
        self._left = iter(())
        for line in hit_lines(shelves, found, self._places):
            echo(line)

    def _more(self) -> None:
        """Show the next piece of what is left to show."""
        if self._answered is None and self._opened is None:
            raise UsageError(self.said.nothing_yet)
        for piece in self._left:
            if lines := list(piece):
                echo_pages(lines)
                return
        raise NotFoundError(self.said.no_more)

    # -- what has a number ---------------------------------------------------------------------------------------------

    def _numbered(self, word: str) -> Place:
        """Return what was shown with a number."""
        digits = word.strip("[]")
        if len(digits) <= _MOST_DIGITS and (place := self._places.place(int(digits))):
            return place
        told = self.said.no_number if self._places else self.said.ask_first
        raise UsageError(told.format(n=digits[:_MOST_DIGITS], most=len(self._places)))

    def _open(self, place: Place) -> None:
        """Show a place: its statements with what they are read with, of which all else is left, or a whole entry."""
        self._opened = place
        entry, places = _entry(place), self._places
        shown = _with_rule(entry, place.statements)
        left = len(entry.statements) - len(shown)
        whole = _later(lambda: entry_lines(place.compendium, entry, places=places, most=_MOST_LINKS))
        links = _later(lambda: link_lines(place.compendium, entry, places))
        if shown and left:
            only = [said.n for said in shown if said.n is not None]
            lines = entry_lines(place.compendium, entry, only, places=places)
            self._left = iter([whole, links])
            echo_pages([*lines, dim(f"… +{left}: m")])
        else:
            self._left = iter([links])
            echo_pages(list(whole))

    def _quoted(self, place: Place | None, form: str) -> str:
        if place:
            return place.compendium.quote(_entry(place), form, place.statements)
        if opened := self._opened:
            entry = _entry(opened)
            # A ruling is quoted with its grounds as long as none of its statements is asked for.
            whole = () if entry.is_ruling else tuple(said.n for said in entry.statements if said.n is not None)
            return opened.compendium.quote(entry, form, opened.statements or whole)
        return self._decided().quoted(form)

    def _decided(self) -> Answered:
        """Return the last answer, or say that there is none."""
        if self._answered is None:
            raise UsageError(self.said.nothing_yet)
        if not self._answered.decided:
            raise UsageError(self.said.undecided)
        return self._answered

    def _quote(self, place: Place | None, form: str) -> None:
        echo(self._quoted(place, form))

    def _copy(self, place: Place | None, form: str) -> None:
        from compendium_cli.commands.clipboard import copy

        quotation = self._quoted(place, form)
        try:
            copy(quotation)
        except UsageError as error:  # whoever wants it can still take it off the screen
            tell(error.message)
            echo(quotation)
        else:
            echo(dim(self.said.copied.format(form=form)))

    def _link(self, place: Place | None, form: str) -> None:
        del form
        if place := place or self._opened:
            echo(place.compendium.url(_entry(place), next(iter(place.statements), None)))
            return
        found = self._decided()
        on, answer = found.compendium, found.answer
        if not answer.rulings and found.imports and found.imported:
            on, answer = found.imports, found.imported
        first = answer.rulings[0]
        echo(on.url(first.entry, None if first.entry.is_ruling else first.statement.n))

    # -- what was chosen -----------------------------------------------------------------------------------------------

    def _choose_language(self, lang: str | None) -> None:
        if lang and lang not in (known := list(dict.fromkeys([*self._all.languages(), "en"]))):
            raise UsageError(self.said.unknown_language.format(word=lang, known=", ".join(known)))
        self.lang = lang

    def _choose_game(self, game: str | None) -> None:
        if game and game not in (known := self._all.games()):
            raise UsageError(self.said.unknown_game.format(word=game, known=", ".join(known)))
        self.game = game

    @property
    def mark(self) -> str:
        """What stands before what is typed: the language and the game that were chosen."""
        return " ".join(filter(None, (self.lang, self.game, _MARK))) + " "

    def completions(self, typed: str) -> list[str]:
        """Return titles that begin as typed, in the language of the answers, and what may follow a letter."""
        letter, _, word = typed.rpartition(" ")
        after = {"g": self._all.games(), "l": self._all.languages(), "q": QUOTATION_FORMS, "c": QUOTATION_FORMS}
        choices = after.get(letter.partition(" ")[0], ())
        if found := [f"{letter} {choice}" for choice in choices if choice.startswith(word)]:
            return found
        shelves = self._shelves
        titles = chain.from_iterable(
            shelf.titles_starting_with(typed, lang=self.lang, game=self.game if self.game in shelf.games() else None)
            for shelf in shelves
            if shelf is not None
        )
        return list(dict.fromkeys(titles))[:_MOST_TITLES]

    def _help(self) -> None:
        """Tell what can be typed."""
        said = self.said
        told = [said.question, said.name, ("3", said.number)]
        told += [(f"{action.letter} {action.takes}", said.actions[action.letter]) for action in ACTIONS]
        told.append((", ".join(COMMANDS), said.commands))
        column = max(display_width(typed) for typed, _ in told) + _HELP_GAP
        for typed, does in told:
            if column + _NARROWEST_HELP <= width():
                echo(wrapped(does, column, typed))
            else:
                echo(wrapped(typed))
                echo(wrapped(does, _HELP_GAP, " " * _HELP_GAP))


def _entry(place: Place) -> Entry:
    entry = place.compendium.entry(place.entry, place.lang)
    if entry is None:
        raise UsageError(f"{place.entry} is not there any more")
    return entry


def _with_rule(entry: Entry, numbers: Iterable[int]) -> list[Statement]:
    """Return statements with what they are read with; none of a ruling, which is read whole."""
    said = [] if entry.is_ruling else [said for n in numbers if (said := entry.statement(n))]
    return read_with(entry, said)


def _later(lines: Callable[[], Iterable[str]]) -> Iterator[str]:
    """Yield lines that are made when they are wanted."""
    yield from lines()


def _is_number(word: str) -> bool:
    """Tell whether a word is a number, perhaps in brackets, as it is shown."""
    return word.removeprefix("[").removesuffix("]").isdecimal()


def _form_apart(words: Sequence[str]) -> tuple[list[str], str | None]:
    """Return words without the markup among them, and that; more than one of them stays, as no markup is meant then."""
    forms = [word.lower() for word in words if word.lower() in QUOTATION_FORMS]
    if len(forms) != 1:
        return list(words), None
    return [word for word in words if word.lower() not in QUOTATION_FORMS], forms[0]
