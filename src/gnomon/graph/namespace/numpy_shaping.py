"""NumPy's names for other shapes: stacks, parts, margins, diagonals, turns."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.graph.array import Array
from gnomon.graph.namespace import arguments as take
from gnomon.graph.namespace.creation import eye
from gnomon.graph.namespace.manipulation import permute_dims


def transpose(x: Any, axes: Any = None) -> Array:
    """The axes in another order, reversed by default."""
    return ops.transpose(take.array("transpose", "x", x)) if axes is None else permute_dims(x, axes)


def swapaxes(x: Any, axis1: int, axis2: int) -> Array:
    """Two axes exchanged."""
    return ops.swapaxes(take.array("swapaxes", "x", x), first=axis1, second=axis2)  # type: ignore[no-any-return]


def ravel(x: Any) -> Array:
    """All elements as a vector."""
    return ops.reshape(take.array("ravel", "x", x), shape=(-1,))  # type: ignore[no-any-return]


def atleast_1d(x: Any) -> Array:
    """The array with one axis at least."""
    return ops.atleast(take.array("atleast_1d", "x", x), rank=1)  # type: ignore[no-any-return]


def atleast_2d(x: Any) -> Array:
    """The array with two axes at least."""
    return ops.atleast(take.array("atleast_2d", "x", x), rank=2)  # type: ignore[no-any-return]


def vstack(arrays: Any) -> Array:
    """The arrays one under the other."""
    return ops.vstack(take.arrays("vstack", "arrays", arrays))  # type: ignore[no-any-return]


def hstack(arrays: Any) -> Array:
    """The arrays side by side."""
    return ops.hstack(take.arrays("hstack", "arrays", arrays))  # type: ignore[no-any-return]


def dstack(arrays: Any) -> Array:
    """The arrays along a third axis."""
    return ops.dstack(take.arrays("dstack", "arrays", arrays))  # type: ignore[no-any-return]


def column_stack(arrays: Any) -> Array:
    """Vectors as the columns of a matrix."""
    return ops.column_stack(take.arrays("column_stack", "arrays", arrays))  # type: ignore[no-any-return]


def split(x: Any, sections: Any, axis: int = 0) -> tuple[Array, ...]:
    """Equal parts along an axis, or parts that begin at given positions."""
    x = take.array("split", "x", x)
    if isinstance(sections, (tuple, list)):
        found = ops.split_at(x, indices=take.shape("split", sections, "sections"), axis=axis)
    else:
        found = ops.split(x, sections=sections, axis=axis)
    return found if isinstance(found, tuple) else (found,)


def array_split(x: Any, sections: int, axis: int = 0) -> tuple[Array, ...]:
    """Nearly equal parts along an axis."""
    found = ops.array_split(take.array("array_split", "x", x), sections=sections, axis=axis)
    return found if isinstance(found, tuple) else (found,)


def pad(x: Any, pad_width: Any, mode: str = "constant", constant_values: Any = 0) -> Array:
    """The array with more entries before and after each axis."""
    x = take.array("pad", "x", x)
    take.option("pad", "mode", mode, ("constant", "reflect", "edge", "symmetric", "wrap"))
    widths: Any = pad_width
    if not isinstance(widths, (tuple, list)):
        widths = ((widths, widths),) * x.ndim
    elif len(widths) and not isinstance(widths[0], (tuple, list)):
        widths = (tuple(widths) if len(widths) == 2 else (widths[0], widths[0]),) * x.ndim
    elif len(widths) == 1:
        widths = tuple(widths) * x.ndim
    if not all(isinstance(pair, (tuple, list)) and len(pair) == 2 for pair in widths):
        raise take.wrong(
            "pad", "pad_width", "a number, a pair, or a pair (before, after) for each axis", pad_width
        )
    more = {} if mode == "constant" else {"mode": mode, "reflect": mode in ("reflect", "symmetric")}
    if not isinstance(constant_values, (int, float, complex)):
        raise take.wrong("pad", "constant_values", "a number", constant_values)
    if constant_values:
        more["value"] = constant_values
    return ops.pad(x, widths=tuple([tuple(pair) for pair in widths]), **more)  # type: ignore[no-any-return]


def diagonal(x: Any, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Array:
    """The diagonal over two axes."""
    return ops.diagonal(take.array("diagonal", "x", x), offset=offset, first=axis1, second=axis2)  # type: ignore[no-any-return]


def trace(x: Any, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Array:
    """The sum of the diagonal over two axes."""
    return ops.sum(diagonal(x, offset, axis1, axis2), axis=-1)  # type: ignore[no-any-return]


def diag(x: Any, k: int = 0) -> Array:
    """The diagonal of a matrix, or the matrix with a diagonal."""
    return ops.diag(take.array("diag", "x", x), offset=k)  # type: ignore[no-any-return]


def identity(n: Any, dtype: Any = None) -> Array:
    """A square matrix with ones on the diagonal."""
    return eye(n, dtype=dtype)


def fliplr(x: Any) -> Array:
    """Columns in reverse order."""
    return ops.flip(take.array("fliplr", "x", x), axis=1)  # type: ignore[no-any-return]


def flipud(x: Any) -> Array:
    """Rows in reverse order."""
    return ops.flip(take.array("flipud", "x", x), axis=0)  # type: ignore[no-any-return]


def rot90(x: Any, k: int = 1, axes: tuple[int, int] = (0, 1)) -> Array:
    """The array turned by quarters."""
    return ops.rot90(take.array("rot90", "x", x), turns=k, axes=tuple(axes))  # type: ignore[no-any-return]


def rearrange(x: Any, pattern: str, **sizes: Any) -> Array:
    """The array rearranged by an einops pattern: ``"b (h w) -> b h w"``."""
    return ops.rearrange(take.array("rearrange", "x", x), pattern=pattern, sizes=sizes or None)  # type: ignore[no-any-return]


__all__ = [
    "array_split",
    "atleast_1d",
    "atleast_2d",
    "column_stack",
    "diag",
    "diagonal",
    "dstack",
    "fliplr",
    "flipud",
    "hstack",
    "identity",
    "pad",
    "ravel",
    "rearrange",
    "rot90",
    "split",
    "swapaxes",
    "trace",
    "transpose",
    "vstack",
]
