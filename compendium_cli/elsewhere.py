"""What people ask that no rulebook decides (prices, advice, other games, films), and the words that betray it.

``languages/elsewhere/<code>.txt`` holds such questions, one per line. A word that stands there more often than in the
rules and in what players ask about them speaks against an answer; a word of the rules speaks for one.
"""

from __future__ import annotations

from collections import Counter
from math import log
from pathlib import Path
from typing import TYPE_CHECKING

from compendium_cli.wording import normalised

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from compendium_cli.wording import Wording

_FOLDER = Path(__file__).parent / "languages" / "elsewhere"
#: So many words more are counted here and there, at most as many as there are, as if each had its common share: a word
#: seen once tells little, and a word that only the larger of the two has does not look rare in the other.
_ALIKE = 3000


def questions(lang: str) -> list[str]:
    """Return questions of a language that no rulebook decides; none where nobody has written any."""
    path = _FOLDER / f"{lang}.txt"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return [line for line in lines if line and not line.startswith("#")]


def odds(lang: str, wordings: Iterable[Wording]) -> Iterator[tuple[str, float]]:
    """Yield each normalised word and how far it betrays a question that the rules don't decide: 0 is undecided."""
    there = Counter(normalised(questions(lang), lang))
    if not there:
        return
    here: Counter[str] = Counter()
    for wording in wordings:
        here.update((*wording.title, *wording.aliases))
        for statement in wording.statements.values():
            here.update(statement.text)
            here.update(norm for phrase in statement.phrases for norm in phrase)
    sizes = max(here.total(), 1), there.total()
    for word in sorted({*here, *there}):
        common = (here[word] / sizes[0] + there[word] / sizes[1]) / 2
        share_here, share_there = (
            (count + min(_ALIKE, size) * common) / (size + min(_ALIKE, size))
            for count, size in zip((here[word], there[word]), sizes, strict=True)
        )
        yield word, round(log(share_there / share_here), 2)
