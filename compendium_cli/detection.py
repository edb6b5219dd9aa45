"""Which language a question is in: its script, its small words, and the glossary's own vocabulary."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from unicodedata import normalize

from compendium_cli.languages import DEFAULT, LANGUAGES, LONGEST_WORD, words_of
from compendium_cli.settings import locale_of_user

if TYPE_CHECKING:
    from compendium_cli.store import Store

_SMALL_WORD = 1.0
_BETRAYING_WORD = 1.0
_KNOWN_WORD = 0.8
_MARK = 0.4
_MOST_WORDS = 60
_LONGEST = 1000


def detect(question: str, store: Store) -> str | None:
    """Return the language of a question, or ``None`` where nothing tells it."""
    folded = (word.folded for word in words_of(question[:_LONGEST]))
    words = [word for word in folded if len(word) <= LONGEST_WORD][:_MOST_WORDS]
    marks = set(normalize("NFC", question[:_LONGEST]).lower())
    scores = dict.fromkeys(LANGUAGES, 0.0)
    for code, language in LANGUAGES.items():
        scores[code] += _MARK * len(language.marks & marks)
        for word in words:
            scores[code] += _SMALL_WORD * (word in language.stop_words) + _BETRAYING_WORD * (
                word in language.question_words
            )
            if word not in language.stop_words:
                scores[code] += _KNOWN_WORD * store.vocabulary.knows(code, word)
    best = max(scores.values())
    if not best:
        return next((code for code in store.languages() if LANGUAGES[code].is_told_by_script(words)), None)
    leaders = [code for code, score in scores.items() if score == best]
    if len(leaders) == 1:
        return leaders[0]
    home = from_locale(store)
    return home if home in leaders else leaders[0]


def from_locale(store: Store) -> str:
    """Return the language of the user's locale where it has text, else the default, else any that has some."""
    _, locale = locale_of_user()
    code = re.split("[_.-]", locale or "", maxsplit=1)[0].lower()
    there = store.languages()
    return next((known for known in (code, DEFAULT, *there) if known in there), DEFAULT)
