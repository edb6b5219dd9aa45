"""Our texts and those that the user imported, asked together; what the latter answer is shown apart."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Self

from compendium_cli.commands import options
from compendium_cli.commands.answer_lines import AnswerLines, Detail
from compendium_cli.commands.styles import bold, echo
from compendium_cli.errors import CompendiumError
from compendium_cli.languages import language

if TYPE_CHECKING:
    from collections.abc import Sequence

    from compendium_cli.answering.answers import Answer
    from compendium_cli.commands.places import Places
    from compendium_cli.compendium import Compendium, Found


class Shelves(NamedTuple):
    """Our texts, and those that the user imported."""

    compendium: Compendium
    imports: Compendium | None

    @classmethod
    def opened(cls, given: options.Given, library: str | None = None) -> Self:
        """Open what the options name; what only imported texts have is answered from them alone."""
        own, imports = given.opened(), options.opened_library(library, given.base_url)
        return cls(imports, None) if imports and _only_imports_have(imports, own, given) else cls(own, imports)

    def look_up(self, given: options.Given, name: Sequence[str] | str) -> tuple[Compendium, Found]:
        """Return the entry that a name means, and on which shelf it stands: imported where ours has none such."""
        try:
            found = given.look_up(self.compendium, name)
        except CompendiumError:
            if self.imports is None:
                raise
            try:
                return self.imports, given.look_up(self.imports, name)
            except CompendiumError:
                pass
            raise
        if found.missing_lang and self.imports and found.missing_lang in self.imports.languages():
            try:
                there = given.look_up(self.imports, name)
            except CompendiumError:
                return self.compendium, found
            if not there.missing_lang:
                return self.imports, there
        return self.compendium, found

    def ask(self, text: str, lang: str | None, game: str | None, limit: int) -> tuple[Answer, Answer | None]:
        """Return our answer, and that of imported texts of the same language and game."""
        answer = self.compendium.ask(text, lang=lang, game=game, limit=limit)
        imports = self.imports
        if imports is None or (game and game not in imports.games()):
            return answer, None
        wanted = answer.lang if answer.lang in imports.languages() else lang
        return answer, imports.ask(text, lang=wanted, game=game, limit=limit)

    def show(
        self,
        answer: Answer,
        imported: Answer | None,
        detail: Detail,
        places: Places | None = None,
        lang: str | None = None,
    ) -> None:
        """Print an answer, and below it what imported texts say; ``lang`` is the language that was asked for."""
        written = AnswerLines(self.compendium, answer, detail, places)
        for line in written.lines():
            echo(line)
        if self.imports and imported and imported.rulings:
            echo()
            echo(bold(language(answer.lang).labels.imported))
            for line in AnswerLines(self.imports, imported, detail).rulings():
                echo(line)
        if lang and lang != answer.lang == answer.asked_in and answer.rulings:
            echo(f"compendium: no text in {lang!r}; answered in {answer.lang!r}", err=True)
        if not answer.rulings:
            for line in written.nearest():
                echo(line, err=True)


def _only_imports_have(imports: Compendium, own: Compendium, given: options.Given) -> bool:
    """Tell whether the game that is asked for, or its text in the language, is on the shelf of imports alone."""
    if given.game is None or given.game not in imports.games():
        return False
    if given.game not in own.games():
        return True
    there = given.lang in imports.languages_of_game(given.game)
    return there and given.lang not in own.languages_of_game(given.game)
