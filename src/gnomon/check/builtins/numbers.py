"""Numbers, texts, and what is computed of them."""

from __future__ import annotations

import ast
import math
from typing import TYPE_CHECKING, Any

from gnomon.check.builtins.registry import builtin, frame_of_call, interpreter
from gnomon.check.iterating import iterate, known_items
from gnomon.check.operators import binary
from gnomon.check.truth import truth_of
from gnomon.shapes import Dim, Dtype, Shape, maximum, minimum, symbol
from gnomon.values import (
    NUMBER,
    UNKNOWN,
    Choice,
    LibraryModule,
    ListValue,
    Ratio,
    Tensor,
    Unknown,
    choice,
    unknown_of,
)

if TYPE_CHECKING:
    from gnomon.check.frames import Frame
    from gnomon.check.interpreter import Interpreter


def whole(value: Any) -> Any:
    """Return what a range is given as a number: the same one each time for a value that has a name."""
    if type(value) is Unknown and value.name is not None and value.kind is None:
        from gnomon.models.arguments import size

        return size(value)
    return symbol(lower=None)


WHOLE_STEPS = 4
"""Ranges of up to so many steps are recognised, whatever the step: ``range(0, n, n)``, ``range(0, 2 * n, n)``."""


@builtin("int", "long")
def _int(value: Any = 0, base: Any = None) -> Any:
    if type(value) is Tensor and value.library == "numpy" and value.attributes:
        value = value.attributes.get(NUMBER, value)
    kind = type(value)
    if kind in (int, bool, float, str) and base is None:
        try:
            return int(value)
        except (ValueError, OverflowError):
            return symbol(lower=None)
    if kind is Dim:
        return value
    if kind is Ratio:
        return value.size // value.divisor if value.divisor != 0 else UNKNOWN
    if (
        kind is Tensor
        and value.contents is not None
        and len(value.contents) == 1
        and value.contents[0] is not None
    ):
        return value.contents[0]
    if kind is Tensor and value.bounds is not None:
        return symbol(lower=value.bounds[0], upper=value.bounds[1])
    if kind is Choice:
        return choice([_int(single) for single in value.values])
    if kind is Unknown and value.name is not None and value.kind is None:
        from gnomon.models.arguments import size

        return size(value)
    return symbol(lower=None)


@builtin("float")
def _float(value: Any = 0.0) -> Any:
    if type(value) is Tensor and value.library == "numpy" and value.attributes:
        value = value.attributes.get(NUMBER)
    if type(value) in (int, float, bool, str):
        try:
            return float(value)
        except (ValueError, OverflowError):
            return unknown_of("float")
    return Ratio(value, 1) if type(value) is Dim else unknown_of("float")


@builtin("bool")
def _bool(value: Any = False) -> Any:
    answer = truth_of(value)
    return unknown_of("bool") if answer is None else answer


@builtin("str", "repr", "format", "ascii", "unicode", "chr", "hex", "bin", "oct", "input", "raw_input")
def _str(value: Any = "", *rest: Any, **kwargs: Any) -> Any:
    from gnomon.check.expressions import plain

    value = plain(value)
    return str(value) if type(value) in (int, str) and not rest else unknown_of("str")


@builtin("bytes", "bytearray", "memoryview")
def _bytes(*args: Any, **kwargs: Any) -> Any:
    return unknown_of("bytes")


@builtin("complex")
def _complex(*args: Any) -> Any:
    return unknown_of("complex")


@builtin("sum")
def _sum(value: Any, start: Any = 0) -> Any:
    import ast

    run, frame = interpreter(), frame_of_call()
    items = known_items(run, value)
    if items is None:
        seen = iterate(run, value)
        element = seen.typical() if seen is not None else UNKNOWN
        if type(element) is Tensor:
            return binary(run, ast.Add, element, start, _node(), frame, (None, None))
        if type(element) in (int, Dim):
            return symbol(lower=None)
        return UNKNOWN
    total = start
    for item in items[:2000]:
        total = binary(run, ast.Add, total, item, _node(), frame, (None, None))
    return total


def _node() -> Any:
    site = interpreter().reporter.site
    return site.node if site is not None else None


@builtin("min")
def _min(*values: Any, key: Any = None, default: Any = None) -> Any:
    return _extreme(values, key, minimum, min)


@builtin("max")
def _max(*values: Any, key: Any = None, default: Any = None) -> Any:
    return _extreme(values, key, maximum, max)


def _extreme(values: tuple[Any, ...], key: Any, of_sizes: Any, of_numbers: Any) -> Any:
    items = known_items(interpreter(), values[0]) if len(values) == 1 else list(values)
    if items is None or not items:
        seen = iterate(interpreter(), values[0]) if values else None
        element = seen.typical() if seen is not None else UNKNOWN
        return symbol(lower=None) if type(element) in (int, Dim) else UNKNOWN
    from gnomon.check.expressions import plain

    numbers = [plain(item) for item in items]
    if key is None and all(type(item) in (int, float) for item in numbers):
        return items[numbers.index(of_numbers(numbers))]
    if key is None and all(type(item) in (int, Dim) for item in items):
        best = items[0]
        for item in items[1:]:
            best = of_sizes(best, item)
        return best
    if any(type(item) in (Unknown, Tensor) for item in items) and len(values) > 1:
        return (
            symbol(lower=None)
            if all(type(i) in (int, Dim) or getattr(i, "kind", "") == "int" for i in items)
            else UNKNOWN
        )
    from gnomon.check.expressions import joined

    return joined(items)


@builtin("abs")
def _abs(value: Any) -> Any:
    if type(value) in (int, float):
        return abs(value)
    if type(value) is Dim:
        return maximum(value, -value)
    if type(value) is Tensor:
        from gnomon.check.library import apply_operation

        return apply_operation(interpreter(), "abs", (value,), _node(), frame_of_call(), (None,))
    return UNKNOWN


@builtin("round")
def _round(value: Any, ndigits: Any = None) -> Any:
    if type(value) is Tensor and value.library == "numpy" and value.shape.rank == 0 and ndigits is None:
        return _round((value.attributes or {}).get(NUMBER, unknown_of("float")))
    if type(value) in (int, float):
        try:
            return round(value) if ndigits is None else unknown_of("float")
        except (ValueError, OverflowError):
            return UNKNOWN
    if type(value) is Dim:
        return value
    if type(value) is Tensor:
        return value
    return symbol(lower=None) if ndigits is None else unknown_of("float")


@builtin("divmod")
def _divmod(first: Any, second: Any) -> Any:
    if type(first) in (int, Dim) and type(second) in (int, Dim) and second != 0:
        return (first // second, first % second)
    return (UNKNOWN, UNKNOWN)


@builtin("pow")
def _pow(first: Any, second: Any, modulo: Any = None) -> Any:
    if modulo is not None:
        return UNKNOWN
    return binary(interpreter(), ast.Pow, first, second, _node(), frame_of_call(), (None, None))


@builtin("id", "hash", "ord")
def _number(value: Any) -> Any:
    return unknown_of("int")


def cast_scalar(
    run: Interpreter,
    dtype: Dtype,
    arguments: tuple[Any, ...],
    node: Any,
    frame: Frame,
    spots: list[tuple[Any, Any]],
) -> Any:
    """Calling a dtype casts: ``np.float32(x)`` is an array without axes that keeps its dtype, whatever meets it."""
    if not arguments:
        return UNKNOWN
    value = arguments[0]
    site = run.site(frame, node)
    if type(value) is Tensor:
        return Tensor(value.shape, dtype, value.library, contents=value.contents, site=site)
    library = "jax" if _is_of_jax(node, frame) else "numpy"
    if type(value) is ListValue or type(value) is tuple:
        from gnomon.check.world import as_array

        array = as_array(value)
        return Tensor(array.shape, dtype, library, contents=array.contents, site=site)
    number = type(value) in (int, float, bool, complex, Dim) or (
        type(value) is Unknown and value.kind in ("int", "float", "bool")
    )
    if not number or dtype.kind not in ("int", "uint", "float", "complex", "bool"):
        return UNKNOWN
    result = Tensor(Shape(()), dtype, library, site=site)
    if dtype.kind in ("int", "uint"):
        result.contents = _held(value, dtype)
    elif dtype.kind == "float" and type(value) in (int, float, bool):
        result.attributes = {NUMBER: float(value)}
    return result


def _held(value: Any, dtype: Dtype) -> tuple[Any, ...] | None:
    """Return the number that an integer dtype holds of a value; None if it is unknown or too large."""
    if type(value) is Dim:
        return (value,)
    if type(value) in (Unknown, complex) or not math.isfinite(value):
        return None
    signed = dtype.kind == "int"
    whole, bits = int(value), dtype.bits - signed
    return (whole,) if -signed << bits <= whole < 1 << bits else None


def _is_of_jax(node: Any, frame: Frame) -> bool:
    """Whether the dtype that is called is written as one of JAX, which gives its own arrays."""
    written = getattr(node, "func", None)
    while isinstance(written, ast.Attribute):
        written = written.value
    held = frame.lookup(written.id) if isinstance(written, ast.Name) else None
    return isinstance(held, LibraryModule) and held.name.split(".")[0] == "jax"
