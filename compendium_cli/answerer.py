"""Questions and searches, answered from a compiled glossary: which language is meant, and what is looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compendium_cli.answering import detection
from compendium_cli.answering.scope import Scope
from compendium_cli.catalogue import preferred_language
from compendium_cli.errors import NotFoundError

if TYPE_CHECKING:
    from compendium_cli.answering.ruling import Answer, Ranked, Shelves
    from compendium_cli.answering.search import SearchHit
    from compendium_cli.answering.weights import Weights
    from compendium_cli.catalogue import Catalogue
    from compendium_cli.compiled import CompiledGlossary


class Answerer:
    """Answers questions from a compiled glossary."""

    def __init__(self, compiled: CompiledGlossary, catalogue: Catalogue) -> None:
        self._compiled = compiled
        self._catalogue = catalogue

    def search(
        self, query: str, *, lang: str | None = None, game: str | None = None, limit: int = 10
    ) -> tuple[str, list[SearchHit]]:
        """Return the language that was searched and the entries found in it, best first."""
        from compendium_cli.answering.search import search

        store = self._compiled.store
        chosen = self._with_text(preferred_language(lang) or detection.detect(query, store))
        index = self._compiled.index(chosen)
        return chosen, search(query, Scope(store, chosen, self._catalogue.known_game(game)), index, limit)

    def ask(
        self,
        question: str,
        *,
        lang: str | None = None,
        game: str | None = None,
        limit: int = 5,
        weights: Weights | None = None,
    ) -> Answer:
        """Return the statements that decide a question, with the chain of entries that leads to them."""
        from compendium_cli.answering.ruling import answer

        scope, wanted = self._asked(question, lang, game)
        return answer(question, scope, wanted, self._shelves(weights), limit)

    def ranked(
        self, question: str, *, lang: str | None = None, game: str | None = None, weights: Weights | None = None
    ) -> Ranked:
        """Return every statement that was considered for a question, with the signs that speak for it."""
        from compendium_cli.answering.ruling import ranked

        scope, wanted = self._asked(question, lang, game)
        return ranked(question, scope, wanted, self._shelves(weights))

    def _asked(self, question: str, lang: str | None, game: str | None) -> tuple[Scope, str]:
        """Return what a question is asked about, in its own language, and the language of the answer."""
        store = self._compiled.store
        asked_in = detection.detect(question, store)
        wanted = self._with_text(preferred_language(lang) or asked_in)
        return Scope(store, asked_in or wanted, self._catalogue.known_game(game)), wanted

    def _shelves(self, weights: Weights | None) -> Shelves:
        from compendium_cli.answering.ruling import Shelves

        return Shelves(self._compiled.index, weights) if weights else Shelves(self._compiled.index)

    def _with_text(self, lang: str | None) -> str:
        """Return a language that has entries: this one, else the locale's, else the default, else any."""
        languages = self._catalogue.languages()
        for candidate in (lang, detection.from_locale(self._compiled.store)):
            if candidate in languages:
                return candidate
        if not languages:
            raise NotFoundError(f"the glossary {str(self._compiled.folder)!r} has no entries")
        return languages[0]
