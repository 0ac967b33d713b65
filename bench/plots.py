"""Plots of a comparison as SVG: all rows at a glance, time against size, and memory."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Any

COLOURS = {
    "Gnomon": "#d1242f",
    "NumPy": "#0969da",
    "Numba": "#1a7f37",
    "JAX": "#8250df",
    "PyTorch": "#bc4c00",
    "torch.compile": "#bf8700",
    "PyTensor C": "#57606a",
    "PyTensor Numba": "#8c959f",
}
WIDTH = 760
Line = dict[str, Any]


def plots(lines: list[Line], peers: list[str]) -> dict[str, str]:
    """Return the plots by name: ``all``, and those of families."""
    found = {}
    if lines:
        found["all"] = at_a_glance(lines)
    single = [line for line in lines if line["threads"] == 1]
    chains = _by_size(single, r"^chain of functions, ([\d,]+), float32$")
    if len(chains) > 1:
        found["calls"] = curves(chains, peers, "elements", "ns per element", lambda size, s: s * 1e9 / size)
    squares = _by_size(single, r"^product of (\d+)x\1, float32$")
    if len(squares) > 1:
        found["products"] = curves(
            squares, peers, "rows and columns", "GFLOP/s", lambda size, s: 2 * size**3 / s / 1e9
        )
    memory = [line for line in lines if line["family"] == "memory"]
    if memory:
        found["memory"] = bars(memory)
    return found


def _by_size(lines: list[Line], pattern: str) -> list[tuple[int, Line]]:
    matches = [(re.match(pattern, line["name"]), line) for line in lines]
    return sorted(((int(m[1].replace(",", "")), line) for m, line in matches if m), key=lambda pair: pair[0])


def at_a_glance(lines: list[Line]) -> str:
    """One bar per row: how many times longer the best peer takes, from one to the right, below one to the left."""
    rows = sorted(lines, key=lambda line: float(line["figures"][line["best"]]["ratio"]))
    left, step, top = 440, 12, 26
    edge = max(abs(math.log2(max(float(line["figures"][line["best"]]["ratio"]), 1e-3))) for line in rows)
    low = min(0.0, *(math.log2(float(line["figures"][line["best"]]["ratio"])) for line in rows))
    scale = (WIDTH - left - 20) / (edge - low + 0.5)

    def across(ratio: float) -> float:
        return left + (math.log2(max(ratio, 1e-3)) - low) * scale

    parts = [_text(across(1), 14, "the best peer's time by Gnomon's (1 is a tie)", "middle")]
    for k, line in enumerate(rows):
        best = line["figures"][line["best"]]
        y = top + k * step
        begin, end = sorted((across(1), across(best["ratio"])))
        colour = "#1a7f37" if best["low"] > 1 else "#d1242f" if best["ratio"] < 0.95 else "#bf8700"
        threads = "" if line["threads"] == 1 else f", {line['threads']} threads"
        parts.append(_text(left - 6, y + 8, f"{line['name']}{threads}", "end", 9))
        parts.append(_box(begin, y, max(end - begin, 0.5), step - 3, colour))
        parts.append(_text(end + 3, y + 8, f"{best['ratio']:.2f} {line['best']}", "start", 8))
    parts.append(_stroke([(across(1), top - 4), (across(1), top + len(rows) * step)], "#57606a"))
    return _svg(parts, top + len(rows) * step + 8)


def curves(
    cases: list[tuple[int, Line]],
    peers: list[str],
    across: str,
    up: str,
    measure: Callable[[int, float], float],
) -> str:
    """A curve per library over sizes, both axes logarithmic."""
    names = ["Gnomon", *peers]
    points = {
        name: [
            (n, measure(n, line["figures"][name]["value"])) for n, line in cases if name in line["figures"]
        ]
        for name in names
    }
    values = [value for each in points.values() for _, value in each]
    left, right, top, bottom = 70, WIDTH - 130, 20, 300
    x_low, x_high = math.log10(cases[0][0]), math.log10(cases[-1][0])
    y_low, y_high = math.log10(min(values)), math.log10(max(values))

    def place(n: float, value: float) -> tuple[float, float]:
        x = left + (math.log10(n) - x_low) / (x_high - x_low) * (right - left)
        return x, bottom - (math.log10(value) - y_low) / max(y_high - y_low, 1e-9) * (bottom - top)

    parts = [_stroke([(left, top), (left, bottom), (right, bottom)], "#57606a")]
    for n, _ in cases:
        parts.append(_text(place(n, min(values))[0], bottom + 14, f"{n:,}", "middle"))
    for power in range(math.ceil(y_low), math.floor(y_high) + 1):
        y = place(cases[0][0], 10.0**power)[1]
        parts.append(_text(left - 6, y + 4, f"{10.0**power:g}", "end"))
        parts.append(_stroke([(left, y), (right, y)], "#d0d7de"))
    parts += [_text((left + right) / 2, bottom + 32, across, "middle"), _text(left, 12, up, "middle")]
    drawn = [name for name in names if points[name]]
    ends = sorted((place(*points[name][-1])[1], name) for name in drawn)
    at = 0.0
    for y, name in ends:
        at = max(y + 4, at + 13)
        parts.append(_text(right + 8, at, name, "start", 11, COLOURS[name]))
    for name in reversed(drawn):
        width = 2.5 if name == "Gnomon" else 1.2
        parts.append(_stroke([place(*point) for point in points[name]], COLOURS[name], width))
    return _svg(parts, bottom + 44)


def bars(lines: list[Line]) -> str:
    """Groups of bars of memory."""
    most = max(float(f["value"]) for line in lines for f in line["figures"].values())
    left, y, parts = 330, 10.0, []
    for line in lines:
        parts.append(_text(left - 8, y + 20, line["name"].removeprefix("memory: "), "end"))
        for name, figure in line["figures"].items():
            width = figure["value"] / most * (WIDTH - left - 130)
            parts.append(_box(left, y, width, 11, COLOURS[name]))
            parts.append(
                _text(left + width + 4, y + 9, f"{name} {figure['value'] / 2**20:,.0f} MiB", "start", 9)
            )
            y += 13
        y += 10
    return _svg(parts, y)


def _svg(parts: list[str], height: float) -> str:
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:.0f}" font-family="sans-serif">'
    return "\n".join(
        [head, f'<rect width="{WIDTH}" height="{height:.0f}" fill="#ffffff"/>', *parts, "</svg>\n"]
    )


def _text(x: float, y: float, text: str, anchor: str, size: int = 11, colour: str = "#24292f") -> str:
    kept = text.replace("&", "&amp;").replace("<", "&lt;")
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}" fill="{colour}">{kept}</text>'


def _box(x: float, y: float, width: float, height: float, colour: str) -> str:
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" fill="{colour}"/>'


def _stroke(points: list[tuple[float, float]], colour: str, width: float = 1) -> str:
    places = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return f'<polyline points="{places}" fill="none" stroke="{colour}" stroke-width="{width}"/>'
