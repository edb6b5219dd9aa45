"""Curves as SVG, both axes logarithmic: what grows in proportion runs along the diagonal. No library needed."""

from __future__ import annotations

import html
import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_WIDTH, _HEIGHT = 760, 520
_LEFT, _RIGHT, _TOP, _BOTTOM = 60, 250, 40, 50
_COLOURS = (
    "#1b6ca8",
    "#c0392b",
    "#2e8b57",
    "#8e44ad",
    "#d35400",
    "#16808c",
    "#7f6000",
    "#5d6d7e",
    "#ad1457",
    "#33691e",
    "#9e9e9e",
    "#000000",
)
_STYLE = "font-family:sans-serif;font-size:12px"


def growth_plot(title: str, sizes: Sequence[int], series: Mapping[str, Mapping[int, float]]) -> str:
    """Return curves of how often a value is its first one, over the size; the dashed line grows as the size does."""
    most = max(sizes)
    values = [1.0, float(most), *(value for curve in series.values() for value in _relative(curve).values())]
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))

    def x(size: float) -> float:
        return _LEFT + (_WIDTH - _LEFT - _RIGHT) * math.log10(size) / math.log10(most)

    def y(value: float) -> float:
        return _HEIGHT - _BOTTOM - (_HEIGHT - _TOP - _BOTTOM) * (math.log10(value) - low) / (high - low)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" style="{_STYLE}">',
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="white"/>',
        f'<text x="{_LEFT}" y="20" font-weight="bold">{html.escape(title)}</text>',
    ]
    for size in sizes:
        parts.append(_line(x(size), y(10.0**low), x(size), y(10.0**high), "#dddddd"))
        parts.append(f'<text x="{x(size):.0f}" y="{_HEIGHT - _BOTTOM + 18}" text-anchor="middle">{size}×</text>')
    for power in range(low, high + 1):
        parts.append(_line(x(1), y(10.0**power), x(most), y(10.0**power), "#dddddd"))
        parts.append(f'<text x="{_LEFT - 8}" y="{y(10.0**power) + 4:.0f}" text-anchor="end">{10.0**power:g}×</text>')
    parts.append(_line(x(1), y(1), x(most), y(most), "#555555", 'stroke-dasharray="6 4"'))
    ends = []
    for number, (name, curve) in enumerate(series.items()):
        colour = _COLOURS[number % len(_COLOURS)]
        points = [(x(size), y(value)) for size, value in _relative(curve).items()]
        drawn = " ".join(f"{px:.1f},{py:.1f}" for px, py in points)
        parts.append(f'<polyline points="{drawn}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts += [f'<circle cx="{px:.1f}" cy="{py:.1f}" r="3" fill="{colour}"/>' for px, py in points]
        ends.append((points[-1], name, colour))
    parts += _labels(ends)
    return "\n".join([*parts, "</svg>", ""])


def _relative(curve: Mapping[int, float]) -> dict[int, float]:
    first = curve[min(curve)]
    return {size: value / first for size, value in sorted(curve.items())}


def _labels(ends: list[tuple[tuple[float, float], str, str]]) -> list[str]:
    """Return the names of the curves at their ends, none upon another."""
    parts = []
    free = 0.0
    for (px, py), name, colour in sorted(ends, key=lambda end: end[0][1]):
        free = max(py, free + 15)
        left = _WIDTH - _RIGHT + 14
        parts.append(_line(px + 4, py, left - 3, free, colour, 'stroke-width="0.5"'))
        parts.append(f'<text x="{left}" y="{free + 4:.0f}" fill="{colour}">{html.escape(name)}</text>')
    return parts


def _line(x1: float, y1: float, x2: float, y2: float, colour: str, more: str = "") -> str:  # noqa: PLR0913, PLR0917
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}" {more}/>'
