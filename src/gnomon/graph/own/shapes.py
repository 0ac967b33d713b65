"""What an operation of the user's gives: shapes by notation, by a function of shapes, or by its body; and dtypes."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from gnomon.graph.array import Array
from gnomon.graph.constants import as_dtype
from gnomon.ops.broadcasting import broadcast
from gnomon.ops.promotion import result_dtype
from gnomon.ops.rule import Out, Rule
from gnomon.ops.signature import Binding
from gnomon.shapes import Dim, Shape

if TYPE_CHECKING:
    from gnomon.graph.own.record import OwnOp

_OPERAND = re.compile(r"\(([^()]*)\)")


def table_notation(text: str) -> str:
    """Return a signature as the table writes it; NumPy's way with brackets and commas is taken too.

    >>> table_notation("(n, m), (m) -> (n)"), table_notation("(), (n, 3) -> ()"), table_notation("*b (h w) -> *b h w")
    ('n m, m -> n', '(), n 3 -> ()', '*b (h w) -> *b h w')
    """
    sides = text.split("->")
    parts = [_OPERAND.sub("", side).replace(",", "").strip() for side in sides]
    inner = [found for side in sides for found in _OPERAND.findall(side)]
    if any(parts) or any(" " in words.strip() and "," not in words for words in inner) or not inner:
        return text
    written = [
        ", ".join([words.replace(",", " ").strip() or "()" for words in _OPERAND.findall(side)])
        for side in sides
    ]
    return " -> ".join([" ".join(side.split()) for side in written]).strip()


def rule_of_shapes(op: OwnOp, shape: Callable[..., Any] | None, dtype: Any) -> Callable[..., Any]:
    """Return the shape rule of an operation: shapes and dtypes of its results."""

    def rule(r: Rule, *arrays: Any, **attributes: Any) -> Any:
        shapes, single = _shapes(op, shape, r, arrays, attributes)
        if shapes is None or (dtype is None and op.is_body):
            outs, single = _through_body(op, arrays, attributes)
            if shapes is None:
                shapes = [out.shape for out in outs]
            if dtype is None and len(outs) == len(shapes):
                made = [Out(known, out.dtype) for known, out in zip(shapes, outs)]
                return made[0] if single else tuple(made)
        made = [Out(*pair) for pair in zip(shapes, _dtypes(op, r, dtype, arrays, attributes, len(shapes)))]
        return made[0] if single else tuple(made)

    return rule


def _shapes(
    op: OwnOp, shape: Callable[..., Any] | None, r: Rule, arrays: Sequence[Any], attributes: dict[str, Any]
) -> tuple[list[Shape] | None, bool]:
    """Return the shapes of the results, and whether there is one that comes alone; None if the body tells them."""
    binding = Binding(r, op.refutes)
    if op.signature is not None:
        for pattern, x in zip(op.signature.inputs, arrays):
            binding.bind(pattern, x)
    if shape is not None:
        return _by_function(op, shape, r, arrays, attributes)
    if op.signature is not None and op.signature.outputs:
        for name, value in attributes.items():
            if type(value) in (int, Dim):
                binding.sizes.setdefault(name, value)
        found = [binding.write(pattern) for pattern in op.signature.outputs]
        return found, len(found) == 1
    if "elementwise" in op.facts:
        return [broadcast(r, *arrays)], True
    return None, True


def _by_function(
    op: OwnOp, shape: Callable[..., Any], r: Rule, arrays: Sequence[Any], attributes: dict[str, Any]
) -> tuple[list[Shape], bool]:
    from gnomon.graph.batching.abstract import ShapeDtype

    try:
        found = shape(*[ShapeDtype(x.shape, x.dtype) for x in arrays], **attributes)
    except (ArithmeticError, LookupError, TypeError, ValueError) as error:
        shapes = ", ".join([f"{x} {x.shape}" for x in arrays])
        r.refute(
            "shape", "{op} of {shapes}: {why}", blame=arrays[0] if arrays else None, shapes=shapes, why=error
        )
    single = not isinstance(found, list)
    return [_shape(op, r, one) for one in ([found] if single else found)], single


def _shape(op: OwnOp, r: Rule, sizes: Any) -> Shape:
    """Return the shape of sizes: numbers, sizes of arrays, or None for what only a run tells."""
    if not isinstance(sizes, (tuple, Shape)):
        sizes = (sizes,)
    return Shape(tuple([_size(op, r, size) for size in sizes]))


def _size(op: OwnOp, r: Rule, size: Any) -> Any:
    if size is None:
        return r.fresh()
    if isinstance(size, Array) and size.contents and not size.ndim:
        (size,) = size.contents
    if type(size) is Dim:
        return size
    number = getattr(size, "__index__", None)
    if number is None or number() < 0:
        r.refute("shape", "{op}: its shape rule gives {size!r} where a size is needed", size=size)
    return int(number())


def _through_body(op: OwnOp, arrays: Sequence[Any], attributes: dict[str, Any]) -> tuple[list[Out], bool]:
    assert op.composed is not None
    found = op.composed(*arrays, **attributes)
    single = isinstance(found, Array)
    return [Out(x.shape, x.dtype) for x in ([found] if single else found)], single


def _dtypes(
    op: OwnOp, r: Rule, dtype: Any, arrays: Sequence[Any], attributes: dict[str, Any], count: int
) -> list[Any]:
    if dtype is None:
        return [result_dtype(r, op, tuple(arrays), attributes)] * count
    if callable(dtype) and not isinstance(dtype, type):
        dtype = dtype(*[x.dtype for x in arrays])
    if isinstance(dtype, (tuple, list)):
        if len(dtype) != count:
            r.refute("dtype", "{op}: {count} results have {n} dtypes", count=count, n=len(dtype))
        return [_dtype(op, r, one, arrays, attributes) for one in dtype]
    return [_dtype(op, r, dtype, arrays, attributes)] * count


def _dtype(op: OwnOp, r: Rule, dtype: Any, arrays: Sequence[Any], attributes: dict[str, Any]) -> Any:
    from gnomon.ops.promotion import named_way

    way = named_way(dtype) if isinstance(dtype, str) else None
    return as_dtype(dtype) if way is None else way(r, tuple(arrays))
