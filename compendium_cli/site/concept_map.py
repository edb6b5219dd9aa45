"""The map of a game: every concept a dot, every see-also reference a line, drawn when the site is built.

The lay-out is computed from the links of all languages together, so a concept has the same place in each of them. It
starts from fixed places and takes a fixed number of steps: the same glossary gives the same picture.
"""

from __future__ import annotations

import html
import math
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.graph import is_ruling
from compendium_cli.languages import language
from compendium_cli.site.addresses import path_of, relative

if TYPE_CHECKING:
    from collections.abc import Mapping

    from compendium_cli.site.gathering import Gathered

_SIZE = 1000
_MARGIN = 70
_STEPS = 90
_PARTING_STEPS = 30
_GOLDEN_ANGLE = math.pi * (3 - math.sqrt(5))
_LETTER_WIDTH = 7.4
_LABEL_HEIGHT = 15
#: How many colours the kinds share.
_COLOURS = 8


class Point(NamedTuple):
    """A place in the picture."""

    x: float
    y: float


@lru_cache(maxsize=32)  # a server draws the same map after every edit that changes no link
def lay_out(names: tuple[str, ...], links: frozenset[tuple[str, str]]) -> dict[str, Point]:
    """Return a place for every name: linked ones near each other, none upon another.

    Springs pull linked names together and neighbours push each other away; only names of nearby cells push, which
    keeps the work small.
    """
    if not names:
        return {}
    ideal = _SIZE / math.sqrt(len(names)) * 0.8
    spread = _SIZE / 2 / math.sqrt(len(names))
    places = [
        [
            _SIZE / 2 + spread * math.sqrt(n + 0.5) * math.cos(n * _GOLDEN_ANGLE),
            _SIZE / 2 + spread * math.sqrt(n + 0.5) * math.sin(n * _GOLDEN_ANGLE),
        ]
        for n in range(len(names))
    ]
    index = {name: n for n, name in enumerate(names)}
    pairs = sorted((index[a], index[b]) for a, b in links if a in index and b in index)
    for step in range(_STEPS):
        moves = _pushes(places, ideal)
        _pull(places, pairs, moves, ideal)
        heat = ideal * (1 - step / _STEPS)
        for place, move in zip(places, moves, strict=True):
            # A weak pull to the middle keeps what has no links in the picture.
            dx = move[0] + (_SIZE / 2 - place[0]) * 0.02
            dy = move[1] + (_SIZE / 2 - place[1]) * 0.02
            length = math.hypot(dx, dy) or 1.0
            place[0] += dx / length * min(length, heat)
            place[1] += dy / length * min(length, heat)
    return dict(zip(names, _fitted(places), strict=True))


def _pushes(places: list[list[float]], ideal: float) -> list[list[float]]:
    cells: dict[tuple[int, int], list[int]] = {}
    reach = 2.5 * ideal
    far, strength = reach * reach, ideal * ideal
    for n, (x, y) in enumerate(places):
        cells.setdefault((int(x // reach), int(y // reach)), []).append(n)
    moves = [[0.0, 0.0] for _ in places]
    for (column, row), members in cells.items():
        near = [places[n] for dx in (-1, 0, 1) for dy in (-1, 0, 1) for n in cells.get((column + dx, row + dy), ())]
        for a in members:
            ax, ay = places[a]
            move = moves[a]
            for bx, by in near:
                dx, dy = ax - bx, ay - by
                square = dx * dx + dy * dy
                if square < far:  # from itself it has no distance, and is not pushed
                    force = strength / (square or 0.01)
                    move[0] += dx * force
                    move[1] += dy * force
    return moves


def _pull(places: list[list[float]], pairs: list[tuple[int, int]], moves: list[list[float]], ideal: float) -> None:
    for a, b in pairs:
        dx, dy = places[b][0] - places[a][0], places[b][1] - places[a][1]
        force = math.hypot(dx, dy) / ideal * 0.35
        moves[a][0] += dx * force
        moves[a][1] += dy * force
        moves[b][0] -= dx * force
        moves[b][1] -= dy * force


def _fitted(places: list[list[float]]) -> list[Point]:
    """Return the places spread evenly over the picture.

    Springs leave a crowd in the middle: every place keeps its direction, and its distance from the middle becomes the
    one that fills a disc evenly.
    """
    middle = [sum(place[axis] for place in places) / len(places) for axis in (0, 1)]
    distances = [math.hypot(x - middle[0], y - middle[1]) for x, y in places]
    order = sorted(range(len(places)), key=lambda n: (distances[n], n))
    fitted = [Point(_SIZE / 2, _SIZE / 2)] * len(places)
    for rank, n in enumerate(order):
        reach = (_SIZE / 2 - _MARGIN) * math.sqrt((rank + 0.5) / len(places)) / (distances[n] or 1.0)
        x, y = places[n]
        fitted[n] = Point(_SIZE / 2 + (x - middle[0]) * reach, _SIZE / 2 + (y - middle[1]) * reach)
    return _parted(fitted)


def _parted(places: list[Point]) -> list[Point]:
    """Return the places with those moved apart that lie upon each other."""
    apart = min(_SIZE / math.sqrt(len(places)) * 0.62, 90.0)
    moved = [list(place) for place in places]
    for _ in range(_PARTING_STEPS):
        cells: dict[tuple[int, int], list[int]] = {}
        for n, (x, y) in enumerate(moved):
            cells.setdefault((int(x // apart), int(y // apart)), []).append(n)
        for (column, row), members in cells.items():
            near = [n for dx in (-1, 0, 1) for dy in (-1, 0, 1) for n in cells.get((column + dx, row + dy), ())]
            for a in members:
                for b in near:
                    if a < b:
                        _part(moved[a], moved[b], apart)
    return [Point(*(min(max(value, _MARGIN / 2), _SIZE - _MARGIN / 2) for value in place)) for place in moved]


def _part(a: list[float], b: list[float], apart: float) -> None:
    dx, dy = b[0] - a[0], b[1] - a[1]
    distance = math.hypot(dx, dy)
    if distance < apart:
        push = (apart - distance) / 2 / (distance or 1.0)
        dx, dy = (dx, dy) if distance else (1.0, 0.0)
        a[0] -= dx * push
        a[1] -= dy * push
        b[0] += dx * push
        b[1] += dy * push


def layouts(site: Gathered) -> dict[str, dict[str, Point]]:
    """Return the lay-out of each game, over the links of all its languages."""
    result = {}
    for game in site.games.values():
        entries = [entry for lang in site.languages for entry in site.of_game(lang, game.id)]
        written = {entry.concept for entry in entries}
        links = frozenset(
            (entry.name, f"{entry.game}/{target}") for entry in entries if entry.is_concept for target in entry.see_also
        )
        names = tuple(f"{game.id}/{concept}" for concept in game.concepts if concept in written)
        result[game.id] = lay_out(names, links)
    return result


def legend(site: Gathered, lang: str, game: str) -> list[tuple[int, list[str]]]:
    """Return what the colours of a map mean: each with the kinds that share it."""
    shown = {site.kind(entry) for entry in site.of_game(lang, game) if entry.is_concept}
    labels = language(lang).labels
    meanings: dict[int, list[str]] = {}
    for place, kind in enumerate(_kinds(site, game)):
        if kind in shown:
            meanings.setdefault(place % _COLOURS, []).append(labels.kind(kind))
    return sorted(meanings.items())


def _kinds(site: Gathered, game: str) -> list[str]:
    return list(dict.fromkeys(concept.kind for concept in site.games[game].concepts.values()))


def map_svg(site: Gathered, lang: str, game: str, places: Mapping[str, Point], page: str) -> str:
    """Return the map of a game in one language."""
    shelf, graph = site.shelves[lang], site.graphs[lang]
    shown = {name: place for name, place in places.items() if name in shelf}
    weight = {name: sum(not is_ruling(edge.source) for edge in graph.citations(name)) for name in shown}
    lines = [
        f"M{here.x:.0f} {here.y:.0f}L{there.x:.0f} {there.y:.0f}"
        for name, here in shown.items()
        for target in shelf[name].see_also
        if (there := shown.get(f"{game}/{target}")) is not None
    ]
    labelled = _labelled(shown, weight, {name: shelf[name].title for name in shown})
    label = html.escape(site.games[game].name(lang))
    parts = [
        f'<svg class="cp-atlas" viewBox="0 0 {_SIZE} {_SIZE}" role="group" aria-label="{label}">',
        f'<path class="cp-lines" d="{"".join(lines)}"/>',
    ]
    kinds = _kinds(site, game)
    names = []
    for name in sorted(shown, key=lambda name: (weight[name], name)):
        x, y = shown[name]
        entry = shelf[name]
        radius = 4 + min(9.0, math.sqrt(weight[name]) * 1.4)
        colour = kinds.index(site.kind(entry)) % _COLOURS if site.kind(entry) in kinds else 0
        text = f'<text x="{x:.0f}" y="{y - radius - 4:.0f}">{html.escape(entry.title)}</text>'
        parts.append(
            f'<a class="cp-link cp-c{colour}" href="{html.escape(relative(page, path_of(entry)))}">'
            f'<circle cx="{x:.0f}" cy="{y:.0f}" r="{radius:.1f}"/>{text}</a>'
        )
        if name in labelled:
            names.append(text)
    # What is drawn last lies on top: names that always show are drawn once more, above all dots.
    return "".join([*parts, '<g class="cp-names" aria-hidden="true">', *names, "</g></svg>"])


def _labelled(places: Mapping[str, Point], weight: Mapping[str, int], titles: Mapping[str, str]) -> set[str]:
    """Return the names whose labels fit, the most cited first; the others show theirs when pointed at."""
    taken: list[tuple[float, float, float]] = []
    chosen = set()
    for name in sorted(places, key=lambda name: (-weight[name], name)):
        x, y = places[name]
        half = len(titles[name]) * _LETTER_WIDTH / 2
        left, right = x - half, x + half
        if left < 0 or right > _SIZE:
            continue
        if all(abs(y - top) > _LABEL_HEIGHT or right < begin or left > end for begin, end, top in taken):
            chosen.add(name)
            taken.append((left - 4, right + 4, y))
    return chosen
