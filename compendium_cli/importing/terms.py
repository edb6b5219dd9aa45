"""A glossary, ``Term: definition`` line by line -> a section for each term. Told by shape; a name makes it likelier."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.importing.shapes import LONGEST_HEADING
from compendium_cli.names import key_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from compendium_cli.importing.document import Line

_BOLD_TERM = re.compile(
    r"\s{0,3}(?:[-*•]\s+)?(?:\*\*|__)(?P<term>[^*_]{2,60}?)\s*[:.]?(?:\*\*|__)\s*[:.–—-]?\s*(?P<rest>\S.*)?$"
)
_PLAIN_TERM = re.compile(r"\s{0,3}(?:[-*•]\s+)?(?P<term>[^\W\d_][^:.;!?*|]{1,50}?)\s*(?::| [–—-])\s+(?P<rest>\S.*)$")
_FEWEST = 2
_FEWEST_UNNAMED = 8
_MOSTLY = 0.5
_NEARLY_ALL = 0.9


class Term(NamedTuple):
    """A term of a glossary, and the lines that define it."""

    name: str
    body: tuple[Line, ...]


def terms_of(body: Sequence[Line], *, is_named: bool) -> tuple[tuple[Line, ...], list[Term]]:
    """Return the lines before the first term, and the terms; no terms where a section is no glossary."""
    bold = [_BOLD_TERM.match(line.text) for line in body]
    found = bold if sum(map(bool, bold)) >= _FEWEST else [_PLAIN_TERM.match(line.text) for line in body]
    places = [place for place, match in enumerate(found) if match and key_of(match.group("term"))]
    names = [key_of(match.group("term")) for match in found if match]
    openings = [
        place
        for place, line in enumerate(body)
        if line.text.strip() and (place == 0 or not body[place - 1].text.strip() or place in places)
    ]
    if is_named:
        is_glossary = len(places) >= _FEWEST and len(places) >= _MOSTLY * len(openings)
    else:
        is_glossary = found is bold and len(places) >= _FEWEST_UNNAMED and len(places) >= _NEARLY_ALL * len(openings)
        steps = [one < other for one, other in pairwise(names)]
        is_glossary = is_glossary and sum(steps) >= _NEARLY_ALL * len(steps)
    if not is_glossary or len(set(names)) < len(names) * _NEARLY_ALL:
        return tuple(body), []
    terms = []
    for place, end in zip(places, [*places[1:], len(body)], strict=True):
        match = found[place]
        if match is None:  # pragma: no cover - places are those that match
            continue
        rest = match.group("rest") or ""
        name = match.group("term").strip()[:LONGEST_HEADING]
        terms.append(Term(name, (body[place]._replace(text=rest), *body[place + 1 : end])))
    return tuple(body[: places[0]]), terms
