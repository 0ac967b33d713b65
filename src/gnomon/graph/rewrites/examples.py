"""The examples of laws as expressions, and the page that lists all laws (docs/laws.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gnomon.graph.array import Array
from gnomon.graph.constants import symbol
from gnomon.graph.rewrites.law import REAL, Law

ROWS = ("n", 3)


def arrays(shape: Any = ROWS, dtype: str = "float64") -> dict[str, Array]:
    """Return the arrays that examples are written over; most have the given shape, x and y also the dtype."""
    shapes: dict[str, tuple[Any, str]] = {
        "x": (shape, dtype), "y": (shape, dtype), "z": ((), "float64"), "v": ((3,), "float64"),
        "u": ((7, 3), "float64"), "w": ((5, 3), "float64"), "s": ((3, 3), "float64"), "t": ((2, 3, 4), "float64"),
        "i": (shape, "int64"), "j": (shape, "int64"), "b": (shape, "bool"), "f": (shape, "float32"),
        "labels": ((3,), "int64"),
    }  # fmt: skip
    return {name: symbol(name, *given) for name, given in shapes.items()}


def given(expression: Array, values: Mapping[Array, float]) -> Array:
    """Return the expression with arrays replaced by numbers, as the givens of a function do."""
    from gnomon.graph.capture import Capture
    from gnomon.graph.constants import as_array

    return Capture([expression], {old: as_array([new])[0] for old, new in values.items()}).outputs[0]


def expression(text: str, symbols: Mapping[str, Array]) -> Array:
    """Return the expression of an example."""
    import gnomon
    from gnomon import ops
    from gnomon.graph.constants import as_array
    from gnomon.shapes import dtypes

    names = {"gn": gnomon, "ops": ops, "dtypes": dtypes, "given": given, "three": as_array([0, 1, 2])}
    return eval(text, {**names, **symbols})  # type: ignore[no-any-return]


def shown(law: Law) -> str:
    """Return what a law makes of its example, as a text."""
    from gnomon.graph.rewrites.engine import rewrite

    before = expression(law.example, arrays())
    (after,) = rewrite([before], "all", lambda other: other is law).outputs
    return f"`{before!r}` | `{after!r}`".replace("\n", " ")


def page() -> str:
    """Return the list of all laws in Markdown."""
    from gnomon.graph.rewrites.table import LAWS

    kinds = [
        f"{sum(law.kind == kind for law in LAWS)} {kind}" for kind in dict.fromkeys(law.kind for law in LAWS)
    ]
    usual = sum(law.kind == REAL and law.usual for law in LAWS)
    lines = [
        "# Laws",
        "",
        "Rewrites that `gn.function(..., laws=...)` applies before composites are expanded and kernels are made.",
        "*exact*: the same bits (any NaN counts as NaN). *stable*: differs only where the original is inaccurate or",
        "overflows. *real*: equal as real numbers, with the points that are left out.",
        "",
        '`laws="stable"` is the default: exact, stable, and the laws on real numbers marked *real, on*, which differ by',
        'roundings or as stated. `laws="all"` switches the others on, `"exact"` leaves only the first class, `"none"` none.',
        "",
        f"There are {len(LAWS)} laws: {', '.join(kinds)} ({usual} of these are on). In the examples x, y (n, 3) and z () are "
        "float64, i int64, b bool, v (3), u (7, 3), w (5, 3), s (3, 3), t (2, 3, 4).",
    ]
    for group in dict.fromkeys(law.group for law in LAWS):
        lines += [
            "",
            f"## {group.capitalize()}",
            "",
            "| law | class | example | becomes |",
            "|---|---|---|---|",
        ]
        for law in LAWS:
            if law.group == group:
                kind = "real, on" if law.kind == REAL and law.usual else law.kind
                note = f": {law.excluded}" if law.excluded else ""
                lines.append(f"| {law.name} | {kind}{note} | {shown(law)} |")
    return "\n".join(lines) + "\n"
