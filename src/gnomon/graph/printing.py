"""Expressions as text that a person can read: on one line, and as a listing with shapes and lines."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any

from gnomon.graph.array import Array, Constant, Input, Shared

DEPTH = 6
"""Parts nested deeper than this are left out of one line."""

SHOWN = 8
"""Constants of up to this many elements are printed whole."""

LOOPS = frozenset({"scan", "while_loop", "branch", "call"})
"""Operations over inner graphs."""

_INFIX = {
    "logical_or": ("or", 1),
    "equal": ("==", 3),
    "not_equal": ("!=", 3),
    "less": ("<", 3),
    "less_equal": ("<=", 3),
    "greater": (">", 3),
    "greater_equal": (">=", 3),
    "bitwise_or": ("|", 4),
    "bitwise_xor": ("^", 5),
    "bitwise_and": ("&", 6),
    "left_shift": ("<<", 7),
    "right_shift": (">>", 7),
    "add": ("+", 8),
    "subtract": ("-", 8),
    "multiply": ("*", 9),
    "divide": ("/", 9),
    "floor_divide": ("//", 9),
    "remainder": ("%", 9),
    "matmul": ("@", 9),
    "power": ("**", 11),
}
_PREFIX = {"negative": "-", "invert": "~"}
_ATOM = 20
_TIGHT = frozenset({"*", "**"})


def written(array: Array, depth: int = DEPTH) -> str:
    """Return the expression as a user would write it over names; deep parts are left out.

    >>> from gnomon.graph.constants import symbol
    >>> x, w = symbol("x", ("n", 3)), symbol("w", (3, 4))
    >>> ((x + 1) @ w * 2)[0]
    ((x + 1) @ w*2)[0]
    """
    return _text(array, depth)[0]


def _text(array: Array, depth: int) -> tuple[str, int]:
    """Return the text and how tightly it binds."""
    if array.name:
        return array.name, _ATOM
    if isinstance(array, Constant):
        return _constant(array)
    application = array.application
    if application is None:
        return f"array{array.shape}", _ATOM
    if depth == 0:
        return "...", _ATOM
    name, inputs = application.op.name, application.inputs
    if name in _INFIX and len(inputs) == 2 and not application.attributes:
        return _infix(*_INFIX[name], inputs, depth)
    if name in _PREFIX:
        inner, binds = _text(inputs[0], depth - 1)
        return _PREFIX[name] + (inner if binds > 10 else f"({inner})"), 10
    if name == "constant" and array.weak:
        size = application.attributes["entries"]
        return str(size), _ATOM if getattr(size, "atom", True) else 0
    if name == "index":
        return _closed(inputs[0], depth) + f"[{_key(application.attributes['items'])}]", _ATOM
    if name == "pick":
        whole = [":"] * application.attributes.get("axis", 0)
        positions = [_text(entry, depth - 1)[0] for entry in inputs[1]]
        return _closed(inputs[0], depth) + f"[{', '.join(whole + positions)}]", _ATOM
    if name == "transpose" and application.attributes.get("axes") is None:
        return _closed(inputs[0], depth) + ".T", _ATOM
    if name in LOOPS:
        from gnomon.graph.loop_text import one_line

        return one_line(application, array.index, depth), _ATOM
    if name == "cast":
        return f"{_closed(inputs[0], depth)}.astype({application.attributes['dtype']})", _ATOM
    parts = [_part(entry, depth - 1) for entry in inputs]
    while parts and parts[-1] == "None":
        parts.pop()
    given = {key: value for key, value in application.attributes.items() if value is not None}
    defaults = {**(application.op.defaults or {}), **(application.op.values or {})}
    parts += [f"{key}={_value(value)}" for key, value in given.items() if not _same(defaults.get(key), value)]
    text = f"{name}({', '.join(parts)})"
    return (f"{text}[{array.index}]" if len(application.outputs) > 1 else text), _ATOM


def _same(a: Any, b: Any) -> bool:
    return a is b or (type(a) is type(b) and isinstance(a, (int, float, str, bool, tuple)) and a == b)


def _infix(sign: str, level: int, inputs: tuple[Any, ...], depth: int) -> tuple[str, int]:
    left, left_binds = _text(inputs[0], depth - 1)
    right, right_binds = _text(inputs[1], depth - 1)
    left_ok = left_binds > level if sign == "**" or level == 3 else left_binds >= level
    left = left if left_ok else f"({left})"
    right = right if right_binds > level else f"({right})"
    return (f"{left}{sign}{right}" if sign in _TIGHT else f"{left} {sign} {right}"), level


def _closed(array: Array, depth: int) -> str:
    text, binds = _text(array, depth - 1)
    return text if binds == _ATOM else f"({text})"


def _constant(array: Constant) -> tuple[str, int]:
    if not array.ndim:
        text = str(array.data)
        return text, (10 if text.startswith("-") else _ATOM)
    if array.data.size <= SHOWN:
        return str(array.data.tolist()), _ATOM
    return f"constant{array.shape}", _ATOM


def shown_constant(array: Constant) -> str:
    """Return a concrete array with its numbers.

    >>> from gnomon.graph.constants import as_array
    >>> as_array([[1, 2], [3, 4]])
    array([[1, 2],
           [3, 4]], dtype=int64)
    """
    import numpy as np

    body = np.array2string(array.data, separator=", ", prefix="array(", threshold=200)
    return f"array({body}, dtype={array.dtype})"


def _part(entry: Any, depth: int) -> str:
    if isinstance(entry, tuple):
        return "[" + ", ".join(written(array, depth) for array in entry) + "]"
    return "None" if entry is None else written(entry, depth)


def _value(value: Any) -> str:
    if isinstance(value, Array):
        return written(value, 1)
    if isinstance(value, (tuple, list)):
        inner = ", ".join(_value(entry) for entry in value)
        return f"({inner},)" if len(value) == 1 else f"({inner})"
    return repr(value) if isinstance(value, str) else str(value)


def _key(items: tuple[Any, ...]) -> str:
    return ", ".join(_item(item) for item in items)


def _item(item: Any) -> str:
    if item is Ellipsis:
        return "..."
    if not isinstance(item, slice):
        return str(item)
    start, stop = ("" if part is None else str(part) for part in (item.start, item.stop))
    return f"{start}:{stop}" + ("" if item.step is None else f":{item.step}")


def listing(outputs: Array | Iterable[Array], *, sites: bool = True) -> str:
    """Return one line for each step of an expression: its number, dtype, shape, operation and source line.

    >>> from gnomon.graph.constants import symbol
    >>> x = symbol("x", ("n", 3), "float32")
    >>> print(listing((x * x + 1), sites=False))
    x   float32 (n, 3)  input
    %1  float32 (n, 3)  x*x
    %2  float32 (n, 3)  %1 + 1    <- result
    """
    results = [outputs] if isinstance(outputs, Array) else list(outputs)
    return _aligned(rows_of(results, sites))


def rows_of(
    results: list[Array], sites: bool, marks: Mapping[Array, str] | None = None
) -> list[tuple[str, str, str, str]]:
    """Return the steps of an expression: name, dtype and shape, what it is, and remarks such as "result"."""
    from gnomon.graph.traversal import ancestors

    names: dict[Array, str] = {}
    rows: list[tuple[str, str, str, str]] = []
    remarks = dict.fromkeys(results, "result") if marks is None else marks
    for array in ancestors(results):
        if isinstance(array, Constant) and not array.ndim and not array.name:
            names[array] = str(array.data)
            continue
        names[array] = _named(array, names)
        what = _leaf_kind(array) if array.application is None else _step(array, names)
        where = f"{os.path.basename(array.site.path)}:{array.site.line}" if sites and array.site else ""
        mark = f"    <- {remarks[array]}" if array in remarks else ""
        if where and array.application is not None:
            mark = f"    {where}{mark}"
        rows.append((names[array], f"{array.dtype} {array.shape}", what, mark))
        if array.application is not None and array.application.op.name in LOOPS and array.index == 0:
            from gnomon.graph.loop_text import inner_rows

            rows += inner_rows(array.application, names)
    return rows


def _aligned(rows: list[tuple[str, str, str, str]]) -> str:
    widths = [max((len(row[k]) for row in rows), default=0) for k in (0, 1)]
    return "\n".join(
        f"{name:{widths[0]}}  {kind:{widths[1]}}  {what}{mark}" for name, kind, what, mark in rows
    )


def _named(array: Array, names: dict[Array, str]) -> str:
    taken = set(names.values())
    if array.name and array.name not in taken:
        return array.name
    return f"%{sum(name.startswith('%') for name in taken) + 1}"


def _leaf_kind(array: Array) -> str:
    if isinstance(array, Input):
        return "input"
    if isinstance(array, Shared):
        return "shared"
    return f"constant {_constant(array)[0]}" if isinstance(array, Constant) else "leaf"


def _step(array: Array, names: dict[Array, str]) -> str:
    """Return one application over the names of what it takes."""
    application = array.application
    assert application is not None
    if application.op.name in LOOPS:
        from gnomon.graph.loop_text import heading

        return heading(application, array.index, names)
    stands = {entry: Standing(names[entry], entry) for entry in application.arrays()}

    def known(entry: Any) -> Any:
        if isinstance(entry, Array):
            return stands[entry]
        return None if entry is None else tuple([stands[part] for part in entry])

    from gnomon.graph.array import Application

    copy = Application(
        application.op,
        tuple([known(entry) for entry in application.inputs]),
        application.attributes,
        (),
        None,
    )
    copy.outputs = application.outputs
    shown = Array(array.shape, array.dtype, application=copy, index=array.index)
    return written(shown, 2)


class Standing(Array):
    """Stands for an array under its name in a listing."""

    __slots__ = ()

    def __init__(self, name: str, array: Array) -> None:
        super().__init__(array.shape, array.dtype, name=name)


def debug_print(outputs: Any, *, file: Any = None) -> None:
    """Print an expression (or several) step by step, with shapes, dtypes and the lines that wrote them."""
    from gnomon.graph.trees import flatten

    print(listing(flatten(outputs)[0]), file=file)
