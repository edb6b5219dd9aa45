"""Questions and searches, answered from a compiled glossary: which language is meant, and what is looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compendium_cli.answering import detection
from compendium_cli.catalogue import preferred_language
from compendium_cli.errors import NotFoundError

if TYPE_CHECKING:
    from compendium_cli.answering.answers import Answer
    from compendium_cli.answering.pipeline import Library, Ranked
    from compendium_cli.answering.search import SearchHit
    from compendium_cli.catalogue import Catalogue
    from compendium_cli.compiled import CompiledGlossary
    from compendium_cli.fitted import Fitted


class Answerer:
    """Answers questions from a compiled glossary."""

    def __init__(self, compiled: CompiledGlossary, catalogue: Catalogue) -> None:
        self._compiled = compiled
        self._catalogue = catalogue

    def search(
        self, query: str, *, lang: str | None = None, game: str | None = None, limit: int = 10
    ) -> tuple[str, list[SearchHit]]:
        """Return the language that was searched and the entries found, best first."""
        from compendium_cli.answering.search import search

        asked_in, wanted = self._languages(query, lang)
        game = self._catalogue.known_game(game)
        return wanted, search(query, self._library(None), asked_in, wanted, game, limit)

    def ask(
        self,
        question: str,
        *,
        lang: str | None = None,
        game: str | None = None,
        limit: int = 5,
        numbers: Fitted | None = None,
    ) -> Answer:
        """Return the statements that decide a question, with the chain of entries that leads to them."""
        from compendium_cli.answering.pipeline import answer

        asked_in, wanted = self._languages(question, lang)
        return answer(question, self._library(numbers), asked_in, wanted, self._catalogue.known_game(game), limit)

    def ranked(
        self,
        question: str,
        *,
        lang: str | None = None,
        game: str | None = None,
        limit: int = 5,
        numbers: Fitted | None = None,
    ) -> Ranked:
        """Return every statement that was considered for a question, with its features."""
        from compendium_cli.answering.pipeline import ranked

        asked_in, wanted = self._languages(question, lang)
        return ranked(question, self._library(numbers), asked_in, wanted, self._catalogue.known_game(game), limit)

    def _languages(self, text: str, lang: str | None) -> tuple[str, str]:
        """Return the language of a question, where it can be looked up in that, and the language of the answer."""
        detected = detection.detect(text, self._compiled.store)
        wanted = self._with_text(preferred_language(lang) or detected)
        return detected if detected in self._compiled.store.spoken() else wanted, wanted

    def _library(self, numbers: Fitted | None) -> Library:
        from compendium_cli.answering.pipeline import Library
        from compendium_cli.fitted import fitted

        return Library(self._compiled.store, self._compiled.index, numbers or fitted())

    def _with_text(self, lang: str | None) -> str:
        """Return a language that has entries: this one, else the locale's, else the default, else any."""
        languages = self._catalogue.languages()
        for candidate in (lang, detection.from_locale(self._compiled.store)):
            if candidate in languages:
                return candidate
        if not languages:
            raise NotFoundError(f"the glossary {str(self._compiled.folder)!r} has no entries")
        return languages[0]
