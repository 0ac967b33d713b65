"""Plots as SVG: curves over sizes, and marks in rows."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

COLOURS = ("#d1242f", "#0969da", "#1a7f37", "#8250df", "#bf8700", "#57606a", "#bc4c00", "#0550ae")
WIDTH = 760
Points = Sequence[tuple[float, float]]


def curves(series: Mapping[str, Points], across: str, up: str) -> str:
    """A curve for each series; both axes are logarithmic."""
    points = [point for each in series.values() for point in each]
    left, right, top, bottom = 60, WIDTH - 190, 24, 300
    x_low, x_high = _ends([x for x, _ in points])
    y_low, y_high = _ends([y for _, y in points])

    def place(x: float, y: float) -> tuple[float, float]:
        along = (math.log10(x) - x_low) / (x_high - x_low)
        return left + along * (right - left), bottom - (math.log10(y) - y_low) / (y_high - y_low) * (
            bottom - top
        )

    parts = [_stroke([(left, top), (left, bottom), (right, bottom)], "#57606a")]
    for power in range(math.ceil(x_low), math.floor(x_high) + 1):
        x, _ = place(10.0**power, 10.0**y_low)
        parts += [
            _text(x, bottom + 14, f"{10.0**power:,g}", "middle"),
            _stroke([(x, top), (x, bottom)], "#eaeef2"),
        ]
    for power in range(math.ceil(y_low), math.floor(y_high) + 1):
        _, y = place(10.0**x_low, 10.0**power)
        parts += [
            _text(left - 5, y + 4, f"{10.0**power:,g}", "end"),
            _stroke([(left, y), (right, y)], "#eaeef2"),
        ]
    parts += [_text((left + right) / 2, bottom + 32, across, "middle"), _text(left, 14, up, "start")]
    at = 0.0
    colours = dict(zip(series, COLOURS * 3))
    for y, name in sorted((place(*each[-1])[1], name) for name, each in series.items()):
        at = max(y + 4, at + 13)
        parts.append(_text(right + 8, at, name, "start", colours[name]))
    for name, each in series.items():
        parts.append(_stroke([place(*point) for point in each], colours[name], 2))
    return _svg(parts, bottom + 44)


def marks(rows: Mapping[str, Mapping[str, float]], across: str) -> str:
    """A row of marks for each name, one for each series; the axis is logarithmic, with a line at 1."""
    names = list(dict.fromkeys(name for each in rows.values() for name in each))
    colours = dict(zip(names, COLOURS * 3))
    values = [value for each in rows.values() for value in each.values()]
    left, right, top, step = 230, WIDTH - 20, 44, 18
    low, high = _ends([*values, 1.0])

    def place(value: float) -> float:
        return left + (math.log10(value) - low) / (high - low) * (right - left)

    bottom = top + step * len(rows)
    parts = [_text((left + right) / 2, 14, across, "middle"), _stroke([(place(1), top), (place(1), bottom)])]
    for value in (0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100):
        if low <= math.log10(value) <= high:
            parts += [
                _text(place(value), 34, f"{value:g}x", "middle"),
                _stroke([(place(value), top), (place(value), bottom)], "#eaeef2"),
            ]
    for number, (row, each) in enumerate(rows.items()):
        y = top + step * number + step / 2
        parts.append(_text(left - 8, y + 4, row, "end"))
        for name, value in each.items():
            parts.append(
                f'<circle cx="{place(value):.1f}" cy="{y:.1f}" r="4" fill="{colours[name]}" fill-opacity="0.75"/>'
            )
    along = 10.0
    for name in names:
        parts.append(f'<circle cx="{along:.0f}" cy="{bottom + 18:.1f}" r="4" fill="{colours[name]}"/>')
        parts.append(_text(along + 8, bottom + 22, name, "start"))
        along += 24 + 6.2 * len(name)
    return _svg(parts, bottom + 34)


def _ends(values: Sequence[float]) -> tuple[float, float]:
    low, high = math.log10(min(values)), math.log10(max(values))
    gap = max(high - low, 0.1) * 0.04
    return low - gap, high + gap


def _svg(parts: Sequence[str], height: float) -> str:
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:.0f}" font-family="sans-serif">'
    ground = f'<rect width="{WIDTH}" height="{height:.0f}" fill="#ffffff"/>'
    return "\n".join([head, ground, *parts, "</svg>\n"])


def _text(x: float, y: float, text: str, anchor: str, colour: str = "#24292f") -> str:
    kept = text.replace("&", "&amp;").replace("<", "&lt;")
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="11" text-anchor="{anchor}" fill="{colour}">{kept}</text>'
    )


def _stroke(points: Points, colour: str = "#57606a", width: float = 1) -> str:
    places = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return f'<polyline points="{places}" fill="none" stroke="{colour}" stroke-width="{width}"/>'
