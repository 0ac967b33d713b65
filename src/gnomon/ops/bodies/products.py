"""Bodies of products over `matmul` and contractions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gnomon import ops
from gnomon.ops.bodies.helpers import conj, filled, known_sizes, part, place, zeros_like
from gnomon.ops.bodies.registry import Array, Inexpressible, body
from gnomon.shapes import maximum, minimum


@body("mm", "bmm", "mv", "vector_dot")
def product(a: Array, b: Array) -> Any:
    """Multiply matrices."""
    return ops.matmul(a, b)


@body("addmm", "baddbmm")
def add_product(c: Array, a: Array, b: Array) -> Any:
    """Add a product of matrices."""
    return c + ops.matmul(a, b)


@body("linear")
def linear(x: Array, weight: Array, bias: Array | None, *, weight_layout: str) -> Any:
    """Multiply by the weight, and add the bias."""
    flipped = weight.ndim == 2 and weight_layout == "out_in"
    result = ops.matmul(x, ops.matrix_transpose(weight) if flipped else weight)
    return result if bias is None else result + bias


@body("bilinear")
def bilinear(x: Array, y: Array, weight: Array, bias: Array | None) -> Any:
    """Contract the weight with both."""
    result = ops.einsum((x, weight, y), equation="...m,omn,...n->...o")  # type: ignore[operator]
    return result if bias is None else result + bias


@body("dot")
def dot(a: Array, b: Array) -> Any:
    """The last axis of one against the last but one of the other."""
    if not a.ndim or not b.ndim:
        return a * b
    return ops.tensordot(a, b, axes=((a.ndim - 1,), (max(b.ndim - 2, 0),)))


@body("vdot")
def vdot(a: Array, b: Array) -> Any:
    """Multiply all elements, the first conjugated, and sum."""
    flat = [ops.reshape(x, shape=(x.size,)) for x in (a, b)]
    return ops.sum(conj(flat[0]) * flat[1])


@body("inner")
def inner(a: Array, b: Array) -> Any:
    """Sum over the last axes of both."""
    if not a.ndim or not b.ndim:
        return a * b
    return ops.tensordot(a, b, axes=((a.ndim - 1,), (b.ndim - 1,)))


@body("outer")
def outer(a: Array, b: Array, *, strict: bool) -> Any:
    """Multiply a column and a row."""
    return ops.reshape(a, shape=(a.size, 1)) * ops.reshape(b, shape=(1, b.size))


@body("tensordot")
def tensordot(a: Array, b: Array, *, axes: Any) -> Any:
    """Contract named axes."""
    if isinstance(axes, int):
        pairs: Any = (tuple(range(a.ndim - axes, a.ndim)), tuple(range(axes)))
    else:
        pairs = tuple(tuple(side) if isinstance(side, Sequence) else (side,) for side in axes)
    contracting = tuple(place(k, a.ndim) for k in pairs[0]), tuple(place(k, b.ndim) for k in pairs[1])
    return ops.contracted(a, b, contracting=contracting)


@body("batch_dot")
def batch_dot(a: Array, b: Array, *, axes: Any) -> Any:
    """Contract one axis of each, sample by sample."""
    first, second = axes if axes is not None else (a.ndim - 1, max(b.ndim - 2, 1))
    contracting = ((place(first, a.ndim),), (place(second, b.ndim),))
    result = ops.contracted(a, b, contracting=contracting, batch=((0,), (0,)))
    return ops.expand_dims(result, axis=-1) if result.ndim == 1 else result


@body("kron")
def kron(a: Array, b: Array) -> Any:
    """Multiply axis by axis, and merge each pair of axes."""
    rank = max(a.ndim, b.ndim)
    a_dims = (1,) * (rank - a.ndim) + a.shape.dims
    b_dims = (1,) * (rank - b.ndim) + b.shape.dims
    left = ops.reshape(a, shape=tuple(s for size in a_dims for s in (size, 1)))
    right = ops.reshape(b, shape=tuple(s for size in b_dims for s in (1, size)))
    return ops.reshape(left * right, shape=tuple(m * n for m, n in zip(a_dims, b_dims)))


@body("cross")
def cross(a: Array, b: Array, *, axis: int) -> Any:
    """Multiply components crosswise."""
    a, b = (
        v if place(axis, v.ndim) == v.ndim - 1 else ops.moveaxis(v, source=axis, destination=-1)
        for v in (a, b)
    )

    def components(v: Array) -> list[Any]:
        k = v.ndim - 1
        return [ops.select_at(v, axis=k, position=j) for j in range(known_sizes(v.shape.dims[-1:])[0])]

    x, y = components(a), components(b)
    if len(x) == len(y) == 2:
        return x[0] * y[1] - x[1] * y[0]
    x, y = (v if len(v) == 3 else [*v, zeros_like(v[0])] for v in (x, y))
    parts = [x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]]
    return ops.moveaxis(ops.stack(tuple(parts), axis=-1), source=-1, destination=axis)


@body("convolve", code=False)
def convolve(a: Array, v: Array, *, mode: str) -> Any:
    """Slide the reversed second vector over the first."""
    m, n = a.shape.dims[0], v.shape.dims[0]
    wide = ops.pad(a, widths=((n - 1, n - 1),))
    full = ops.matmul(ops.sliding_windows(wide, axis=0, size=n), ops.flip(v, axis=0))
    if mode == "full":
        return full
    short, long = minimum(m, n), maximum(m, n)
    start, length = (short - 1, long - short + 1) if mode == "valid" else ((short - 1) // 2, long)
    return ops.narrow(full, axis=0, start=start, length=length)


@body("convolve_many")
def convolve_many(a: Array, v: Array, *, mode: str, rank: int | None) -> Any:
    """Convolve along all axes, by a convolution with the reversed second array."""
    space = a.ndim
    if 0 in (*a.shape.dims, *v.shape.dims):
        raise Inexpressible("arrays with elements")
    if mode == "valid" and all(
        type(m) is int and type(n) is int and m < n for m, n in zip(a.shape.dims, v.shape.dims)
    ):
        a, v = v, a
    kernel = ops.expand_dims(ops.flip(v), axis=(0, 1))
    pads = tuple((n - 1, n - 1) for n in v.shape.dims)
    full = ops.conv(ops.expand_dims(a, axis=(0, 1)), kernel, padding=0 if mode == "valid" else pads)
    full = ops.squeeze(full, axis=(0, 1))
    if mode == "same":
        for k in range(space):
            full = ops.narrow(full, axis=k, start=(v.shape.dims[k] - 1) // 2, length=a.shape.dims[k])
    return full


@body("cdist")
def cdist(x: Array, y: Array) -> Any:
    """Lengths of all differences."""
    return ops.norm(ops.expand_dims(x, axis=-2) - ops.expand_dims(y, axis=-3), axis=-1)


@body("polynomial_features")
def polynomial_features(x: Array, *, degree: int, bias: bool, interactions: bool) -> Any:
    """Products of columns, in the order of their degrees."""
    from itertools import combinations, combinations_with_replacement

    columns = [part(x, 1, k, k + 1) for k in range(known_sizes(x.shape.dims[1:2])[0])]
    choose = combinations if interactions else combinations_with_replacement
    parts = [filled(columns[0], 1.0)] if bias else []
    for count in range(1, degree + 1):
        for chosen in choose(columns, count):
            product_ = chosen[0]
            for column in chosen[1:]:
                product_ = product_ * column
            parts.append(product_)
    return ops.concat(tuple(parts), axis=1)
