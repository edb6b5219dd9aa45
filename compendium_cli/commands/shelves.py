"""Our texts and those that the user imported, asked together; what the latter answer is shown apart."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Self

from compendium_cli.commands import options
from compendium_cli.commands.answer_lines import AnswerLines, Detail
from compendium_cli.commands.styles import bold, echo, tell
from compendium_cli.errors import CompendiumError, NotFoundError
from compendium_cli.languages import LANGUAGES, language, language_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from compendium_cli.answering.answers import Answer
    from compendium_cli.answering.search import SearchHit
    from compendium_cli.commands.places import Places
    from compendium_cli.compendium import Compendium, Found


class Answered(NamedTuple):
    """What both shelves say to a question."""

    compendium: Compendium
    answer: Answer
    imports: Compendium | None = None
    imported: Answer | None = None

    @property
    def decided(self) -> bool:
        """Whether either of them decides it."""
        return bool(self.answer.rulings or (self.imported and self.imported.rulings))

    def quoted(self, form: str) -> str:
        """Return what decides as text to paste."""
        quotations = [self.compendium.quote_answer(self.answer, form)] if self.answer.rulings else []
        if self.imports and self.imported and self.imported.rulings:
            quotations.append(self.imports.quote_answer(self.imported, form))
        return "\n\n".join(quotations)


class Hits(NamedTuple):
    """What both shelves have for a search."""

    lang: str
    """The language that was searched."""
    hits: list[SearchHit]
    imported: list[SearchHit]


class Shelves(NamedTuple):
    """Our texts, and those that the user imported."""

    compendium: Compendium
    imports: Compendium | None

    @classmethod
    def whole(cls, given: options.Given, library: str | None = None) -> Self:
        """Open what the options name."""
        return cls(given.opened(), options.opened_library(library, given.base_url))

    @classmethod
    def opened(cls, given: options.Given, library: str | None = None) -> Self:
        """Open what the options name; what only imported texts have is answered from them alone."""
        return cls.whole(given, library).narrowed(given.lang, given.game)

    def narrowed(self, lang: str | None, game: str | None) -> Self:
        """Return the library alone where only that has a game, or its text in a language; else both."""
        own, imports = self.compendium, self.imports
        if imports is None or game is None or game not in imports.games():
            return self
        if game in own.games() and (lang not in imports.languages_of_game(game) or lang in own.languages_of_game(game)):
            return self
        return type(self)(imports, None)

    def games(self) -> list[str]:
        """Return the games of both."""
        return list(dict.fromkeys([*self.compendium.games(), *(self.imports.games() if self.imports else ())]))

    def languages(self) -> list[str]:
        """Return the languages of both."""
        there = {*self.compendium.languages(), *(self.imports.languages() if self.imports else ())}
        return [lang for lang in LANGUAGES if lang in there]

    def look_up(self, given: options.Given, name: Sequence[str] | str) -> tuple[Compendium, list[Found]]:
        """Return the entry that a name means, and on which shelf it stands: imported where ours has none such."""
        words = name if isinstance(name, str) else " ".join(name)

        def each(compendium: Compendium) -> list[Found]:
            return compendium.look_up_each(words, lang=given.lang, game=given.game)

        try:
            found = each(self.compendium)
        except CompendiumError:
            if self.imports is None:
                raise
            try:
                return self.imports, each(self.imports)
            except CompendiumError:
                pass
            raise
        if found[0].missing_lang and self.imports and found[0].missing_lang in self.imports.languages():
            try:
                there = each(self.imports)
            except CompendiumError:
                return self.compendium, found
            if not there[0].missing_lang:
                return self.imports, there
        return self.compendium, found

    def ask(self, text: str, lang: str | None, game: str | None, limit: int) -> Answered:
        """Return our answer, and that of imported texts of the same language and game."""
        imports = self.imports
        try:
            answer = self.compendium.ask(text, lang=lang, game=game, limit=limit)
        except NotFoundError:  # a name that ours does not have
            if imports is None or (game and game not in imports.games()):
                raise
            return Answered(imports, imports.ask(text, lang=lang, game=game, limit=limit))
        if imports is None or answer.by_name or (game and game not in imports.games()):
            return Answered(self.compendium, answer)
        there = imports.languages()
        wanted = lang or next((code for code in (answer.asked_in, answer.lang) if code in there), None)
        wanted = wanted if wanted in there else None
        return Answered(self.compendium, answer, imports, imports.ask(text, lang=wanted, game=game, limit=limit))

    def search(self, text: str, lang: str | None, game: str | None, limit: int) -> Hits:
        """Return what both have for some words."""
        compendium, imports = self.compendium, self.imports
        chosen, hits = compendium.search(text, lang=lang, game=game, limit=limit)
        # A library of other games has nothing to say here.
        if imports is None or (game is not None and game not in imports.games()):
            return Hits(chosen, hits, [])
        wanted = chosen if chosen in imports.languages() else lang
        return Hits(chosen, hits, imports.search(text, lang=wanted, game=game, limit=limit)[1])


class Written:
    """What both shelves say to a question, as lines."""

    def __init__(self, answered: Answered, detail: Detail, places: Places | None = None) -> None:
        self._answered = answered
        self._own = AnswerLines(answered.compendium, answered.answer, detail, places)
        self._imported = (
            AnswerLines(answered.imports, answered.imported, detail, places, beside=True)
            if answered.imports and answered.imported and answered.imported.rulings
            else None
        )

    def show(self, lang: str | None = None) -> None:
        """Print the answer, and below it what imported texts say; ``lang`` is the language that was asked for."""
        answer = self._answered.answer
        if answer.rulings or not self._imported:
            for line in self._own.lines():
                echo(line)
        if self._imported:
            if answer.rulings:
                echo()
            echo(bold(language(answer.lang).labels.imported))
            for line in self._imported.rulings():
                echo(line)
        if lang and lang != answer.lang == answer.asked_in and answer.rulings:
            asked, given = language_name(lang, answer.lang), language_name(answer.lang, answer.lang)
            tell(language(answer.lang).labels.no_text.format(asked=asked, lang=given))
        if not self._answered.decided:
            for line in self._own.nearest():
                echo(line, err=True)

    def rest(self) -> Iterator[str]:
        """Yield what was not shown yet."""
        yield from self._own.rest() if self._answered.answer.rulings else ()
        yield from self._imported.rest() if self._imported else ()
