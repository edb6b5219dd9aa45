"""The drawing of an entry's neighbourhood: what cites it on the left of a trunk, what it names on the right.

Words, not dots: each neighbour is a link that can be read on a telephone. Colours come from the style sheet.
"""

from __future__ import annotations

import html
from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.model import CARDS, SEE_ALSO
from compendium_cli.site.addresses import path_of, relative

if TYPE_CHECKING:
    from collections.abc import Mapping

    from compendium_cli.graph import Edge, Graph
    from compendium_cli.model import Entry

_WIDTH = 400
_MIDDLE = _WIDTH // 2
_GAP = 14
_TOP = 40
_ROW = 26
_MOST = 9
_LONGEST_LABEL = 22
_LONGEST_TITLE = 40


class _Neighbour(NamedTuple):
    entry: Entry
    is_see_also: bool


def neighbourhood(entry: Entry, shelf: Mapping[str, Entry], graph: Graph, label: str) -> str:
    """Return the drawing as SVG; empty where an entry stands alone."""
    out = _neighbours([(edge.target, edge) for edge in graph.links(entry.name)], shelf)
    into = _neighbours([(edge.source, edge) for edge in graph.citations(entry.name)], shelf)
    rows = max(len(out), len(into))
    if not rows:
        return ""
    height = _TOP + rows * _ROW + 6
    parts = [
        f'<svg viewBox="0 0 {_WIDTH} {height}" role="group" aria-label="{html.escape(label)}">',
        f'<path class="cp-trunk" d="M{_MIDDLE} 28V{_TOP + rows * _ROW - _ROW // 2}"/>',
        f'<text class="cp-here" x="{_MIDDLE}" y="20">{html.escape(_short(entry.title, _LONGEST_TITLE))}</text>',
    ]
    page = path_of(entry)
    for side, neighbours in ((-1, into), (1, out)):
        for row, neighbour in enumerate(neighbours):
            parts.append(_branch(neighbour, page, side, _TOP + row * _ROW + _ROW // 2))
    return "".join([*parts, "</svg>"])


def _neighbours(ends: list[tuple[str, Edge]], shelf: Mapping[str, Entry]) -> list[_Neighbour]:
    """Return the nearest neighbours: see-also before mentions, concepts before cards; rulings have their own list."""
    there = [(shelf[name], edge) for name, edge in ends if name in shelf]
    known = [_Neighbour(near, edge.kind == SEE_ALSO) for near, edge in there if not near.is_ruling]
    return sorted(known, key=lambda near: (near.entry.concept.startswith(CARDS), not near.is_see_also))[:_MOST]


def _branch(neighbour: _Neighbour, page: str, side: int, y: int) -> str:
    tip = _MIDDLE + side * _GAP
    kind = "cp-edge" if neighbour.is_see_also else "cp-edge cp-weak"
    # The arrow shows which of the two names the other.
    arrow = f"M{tip - 4} {y - 3}L{tip} {y}L{tip - 4} {y + 3}" if side > 0 else f"M{_MIDDLE - 5} {y - 3}l4 3l-4 3"
    title = neighbour.entry.title
    short = _short(title, _LONGEST_LABEL)
    full = f"<title>{html.escape(title)}</title>" if short != title else ""
    where = f'x="{tip + side * 5}" y="{y + 4}"' + (' text-anchor="end"' if side < 0 else "")
    return (
        f'<path class="{kind}" d="M{_MIDDLE} {y}H{tip}{arrow}"/>'
        f'<a class="cp-link" href="{html.escape(relative(page, path_of(neighbour.entry)))}">{full}'
        f"<text {where}>{html.escape(short)}</text></a>"
    )


def _short(title: str, longest: int) -> str:
    return title if len(title) <= longest else title[: longest - 1].rstrip(" ,(") + "…"
