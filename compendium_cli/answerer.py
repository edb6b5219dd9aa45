"""Questions and searches, answered from a compiled glossary: which language is meant, and what is looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compendium_cli import detection
from compendium_cli.catalogue import preferred_language
from compendium_cli.errors import NotFoundError
from compendium_cli.languages import language
from compendium_cli.settings import is_learnt_from

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from compendium_cli.answering.answers import Answer
    from compendium_cli.answering.pipeline import Library, Ranked, Request
    from compendium_cli.answering.search import SearchHit
    from compendium_cli.catalogue import Catalogue, Found
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

        request = self._request(query, lang, game, limit)
        return request.lang, search(request, self._library(None))

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

        if found := self._catalogue.referred_to(question, lang=lang, game=game):
            return self._named(question, found, limit)
        return answer(self._request(question, lang, game, limit), self._library(numbers))

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

        return ranked(self._request(question, lang, game, limit), self._library(numbers))

    def library(self) -> Library:
        """Return where questions are looked up, and the numbers they are weighed with."""
        return self._library(None)

    def matching_words(self, answer: Answer, texts: Iterable[str], lang: str) -> frozenset[str]:
        """Return the folded words of some texts of an answer that the question says, too, or names."""
        store, spoken = self._compiled.store, language(lang)
        titles = (store.titles(match.game, match.concept).get(lang, "") for t in answer.terms for match in t.matches)
        said = [*titles, *([answer.question] if answer.asked_in == lang else [])]
        wanted = {norm for text in said for word in spoken.content_words(text) for norm in store.norms(lang, word)}
        found = {word for text in texts for word in spoken.content_words(text)}
        return frozenset(word for word in found if not wanted.isdisjoint(store.norms(lang, word)))

    def _named(self, text: str, found: Sequence[Found], limit: int) -> Answer:
        """Return what a text names as the answer to it."""
        from compendium_cli.answering.naming import answer_by_name
        from compendium_cli.fitted import fitted

        entry = found[0].entry
        if unmatched := next((one.unmatched for one in found if one.unmatched is not None), None):
            raise NotFoundError(f"{entry.name} has no counterpart of statement {unmatched} in {entry.lang}")
        numbers = [one.statement for one in found if one.statement is not None]
        return answer_by_name(text, entry, numbers, self._compiled.store, fitted(), limit)

    def _request(self, text: str, lang: str | None, game: str | None, limit: int) -> Request:
        """Return what is asked, in the question's own language where it can be looked up in that."""
        from compendium_cli.answering.pipeline import Request

        detected = detection.detect(text, self._compiled.store)
        wanted = self._with_text(preferred_language(lang) or detected)
        asked_in = detected if detected in self._compiled.store.spoken() else wanted
        return Request(text, asked_in, wanted, self._catalogue.known_game(game), limit)

    def _library(self, numbers: Fitted | None) -> Library:
        from compendium_cli.answering.pipeline import Library
        from compendium_cli.encoder import shipped_encoder
        from compendium_cli.fitted import fitted

        # It has been learnt from the shipped glossary: in another one the same address may be another rule.
        encoder = shipped_encoder() if is_learnt_from(self._compiled.folder) else None
        return Library(self._compiled.store, self._compiled.index, numbers or fitted(), encoder)

    def _with_text(self, lang: str | None) -> str:
        """Return a language that has entries: this one, else the locale's, else the default, else any."""
        languages = self._catalogue.languages()
        for candidate in (lang, detection.from_locale(self._compiled.store)):
            if candidate in languages:
                return candidate
        if not languages:
            raise NotFoundError(f"the glossary {str(self._compiled.folder)!r} has no entries")
        return languages[0]
