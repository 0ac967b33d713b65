"""Loops and choices as text: what each step makes of the carries, over the names of what is outside."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gnomon.graph.array import Application, Array
from gnomon.graph.inner import Inner, unfolded
from gnomon.graph.printing import Standing, rows_of, written

Row = tuple[str, str, str, str]


def inner_text(inner: Inner) -> str:
    """Return an inner graph as a function of its inputs."""
    names = ", ".join([array.name or f"array{array.shape}" for array in inner.inputs])
    return f"{names} -> {', '.join([written(output) for output in inner.outputs])}"


def one_line(application: Application, index: int, depth: int) -> str:
    """Return a loop or a choice on one line.

    >>> import gnomon as gn
    >>> x, w = gn.symbol("x", ("T", 3)), gn.symbol("w", (3,))
    >>> last, ys = gn.scan(lambda c, v: (c * w + v, c.sum()), gn.zeros_like(w), x)
    >>> ys
    scan(carry = carry*w + x[t] from [0.0, 0.0, 0.0]; gives sum(carry))[1]
    >>> gn.while_loop(lambda c: c < 9, lambda c: 2 * c, w.sum())
    while_loop(carry = 2*carry from sum(w), while carry < 9)
    """
    name, attributes = application.op.name, application.attributes
    graphs = {key: _named(application, value, depth) for key, value in attributes.items() if _is_inner(value)}
    texts = {key: [written(output, depth - 1) for output in outputs] for key, outputs in graphs.items()}
    suffix = f"[{index}]" if len(application.outputs) > 1 else ""
    if name == "branch":
        chosen = [f"({', '.join(row)})" if len(row) > 1 else row[0] for row in texts.values()]
        return f"cond({written(application.inputs[0], depth - 1)}, {', '.join(chosen)}){suffix}"
    if name == "call":
        return f"call({', '.join(texts['inner'])}){suffix}"
    arrays: Any = application.inputs[0]
    carries: int = attributes["carries"]
    body = "body" if name == "while_loop" else "inner"
    held = attributes[body].inputs[:carries]
    steps = [
        f"{x.name or x} = {text} from {written(first, depth - 1)}"
        for x, text, first in zip(held, texts[body], arrays)
    ]
    text = ", ".join(steps)
    if name == "while_loop":
        return f"while_loop({text}, while {texts['condition'][0]}){suffix}"
    ys = texts[body][carries:]
    text += f"{'; ' if steps else ''}gives {', '.join(ys)}" if ys else ""
    return f"scan({text}{', reversed' if attributes.get('reverse') else ''}){suffix}"


def _is_inner(value: Any) -> bool:
    return isinstance(value, Inner)


def _named(
    application: Application, inner: Inner, depth: int, names: Mapping[Array, str] | None = None
) -> Sequence[Array]:
    """Return the outputs of an inner graph over names: its own for carries and entries, those outside for others."""
    arrays: Any = application.inputs[1 if application.op.name == "branch" else 0]
    own = application.attributes.get("carries", 0) + application.attributes.get("sequences", 0)
    stands: list[Array] = []
    for k, (x, array) in enumerate(zip(inner.inputs, arrays)):
        name = x.name or f"array{x.shape}"
        if k >= own:
            name = (names or {}).get(array) or x.name or _short(array, depth)
        stands.append(Standing(name, x))
    return unfolded(inner, stands)


def _short(array: Array, depth: int) -> str:
    """Return a short text for an array without a name."""
    text = written(array, min(depth - 1, 2)) if depth > 1 else ""
    return text if 0 < len(text) <= 30 and " " not in text else f"array{array.shape}"


def heading(application: Application, index: int, names: Mapping[Array, str]) -> str:
    """Say in a listing what a loop or a choice starts from; its steps come below."""
    name, attributes = application.op.name, application.attributes
    arrays: Any = application.inputs[-1 if name == "branch" else 0]
    carries, sequences = attributes.get("carries", 0), attributes.get("sequences", 0)
    text = "cond" if name == "branch" else name
    if name == "branch":
        text += f" {names[application.inputs[0]]}"
    parts = [("from", arrays[:carries]), ("over", arrays[carries : carries + sequences])]
    for word, row in parts:
        if row:
            text += f" {word} {', '.join([names[array] for array in row])}"
    text += " reversed" if attributes.get("reverse") else ""
    return f"({text})[{index}]" if len(application.outputs) > 1 else text


def inner_rows(application: Application, names: Mapping[Array, str]) -> list[Row]:
    """Return the steps of what a loop or a choice does inside, for a listing."""
    rows: list[Row] = []
    carries: int = application.attributes.get("carries", 0)
    for key, inner in application.attributes.items():
        if not isinstance(inner, Inner):
            continue
        outputs = list(_named(application, inner, 2, names))
        looped = key == "body" or application.op.name == "scan"
        marks: dict[Array, str] = {}
        for k, output in enumerate(outputs):
            what = f"next {inner.inputs[k].name or 'carry'}" if k < carries else "y"
            what = what if looped else "the answer" if key == "condition" else "result"
            marks[output] = f"{marks[output]}, {what}" if output in marks else what
        rows.append((f"  {'body' if key == 'inner' else key}", "", "", ""))
        for name, kind, text, mark in rows_of(outputs, False, marks):
            if text != "leaf" or mark:
                rows.append((f"  . {name}", kind, "" if text == "leaf" else text, mark))
    return rows
