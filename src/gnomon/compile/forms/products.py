"""Products over named axes as products of matrices."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import gnomon.ops
from gnomon.compile.forms.axes import is_one
from gnomon.compile.forms.registry import form
from gnomon.graph.array import Array
from gnomon.shapes import Size, product

if TYPE_CHECKING:
    from gnomon.graph.array import Application

ops: Any = gnomon.ops


@form("matmul")
def matmul(
    application: Application, a: Array, b: Array, *, vectors: bool, transpose_a: bool, transpose_b: bool
) -> Any:
    """Transpose first, cast to one dtype, stretch batches that are not the same.

    Matrices that are known to share one entry are multiplied element by element, which fuses with what makes them.
    """
    if transpose_a or transpose_b:
        a = ops.matrix_transpose(a) if transpose_a and a.ndim > 1 else a
        b = ops.matrix_transpose(b) if transpose_b and b.ndim > 1 else b
        return ops.matmul(a, b)
    (out,) = application.outputs
    if a.ndim >= 2 <= b.ndim and a.dtype is b.dtype:
        if is_one(a.shape.dims[-1]) and is_one(b.shape.dims[-2]):  # where one is a name, it would stretch
            return ops.multiply(a, b)
    before = a, b
    if a.ndim > 2 and b.ndim > 2:
        lead = out.shape.dims[:-2]
        a, b = (
            x if x.shape.dims[:-2] == lead else ops.broadcast_to(x, shape=(*lead, *x.shape.dims[-2:]))
            for x in (a, b)
        )
    if out.dtype.bits > 16 and out.dtype.kind != "bool":
        a, b = (x if x.dtype is out.dtype else ops.cast(x, dtype=out.dtype) for x in (a, b))
    return None if a is before[0] and b is before[1] else ops.matmul(a, b)


@form("contracted")
def contracted(application: Application, x: Array, y: Array, *, contracting: Any, batch: Any) -> Any:
    """Bring the axes into order, merge them, and multiply matrices."""
    summed = [[k % a.ndim for k in side] for a, side in zip((x, y), contracting)]
    kept = [[k % a.ndim for k in side] for a, side in zip((x, y), batch)]
    rest = [
        [k for k in range(a.ndim) if k not in own and k not in others]
        for a, own, others in zip((x, y), summed, kept)
    ]
    (out,) = application.outputs
    if out.dtype.kind not in ("float", "complex") or out.dtype.bits == 16:
        return None
    lead = [x.shape.dims[k] for k in kept[0]]
    inner = [x.shape.dims[k] for k in summed[0]]
    rows, columns = ([a.shape.dims[k] for k in own] for a, own in zip((x, y), rest))
    left = _as_matrices(x, (kept[0], rest[0], summed[0]), lead, [product(rows), product(inner)])
    right = _as_matrices(y, (kept[1], summed[1], rest[1]), lead, [product(inner), product(columns)])
    found = ops.matmul(left, right)
    return ops.reshape(found, shape=(*lead, *rows, *columns))


def _as_matrices(x: Array, axes: Any, lead: list[Size], sizes: list[Size]) -> Array:
    order = tuple(k for part in axes for k in part)
    if order != tuple(range(x.ndim)):
        x = ops.transpose(x, axes=order)
    lead = [product(lead)] if lead else []
    return ops.reshape(x, shape=(*lead, *sizes))  # type: ignore[no-any-return]


@form("einsum")
def einsum(application: Application, arrays: tuple[Array, ...], *, equation: str, words: bool) -> Any:
    """Contract two arrays at a time, from the left; sum first what one array alone has."""
    from gnomon.graph.gradients.einsum import spelled

    (out,) = application.outputs
    if out.dtype.kind not in ("float", "complex") or out.dtype.bits == 16:
        return None
    terms, result = spelled(equation, words, [x.ndim for x in arrays], out.ndim)
    sizes: dict[str, Size] = {}
    for x, term in zip(arrays, terms):
        if len(set(term)) != len(term):
            return None
        for letter, size in zip(term, x.shape.dims):
            if sizes.setdefault(letter, size) != size:
                return None
    left, term = _summed(arrays[0], terms[0], "".join(terms[1:]) + result)
    for k in range(1, len(arrays)):
        later = "".join(terms[k + 1 :]) + result
        right, other = _summed(arrays[k], terms[k], term + later)
        left, term = _pair(left, term, right, other, later)
    left, term = _summed(left, term, result)
    if sorted(term) != sorted(result):
        return None
    if term != result:
        left = ops.transpose(left, axes=tuple([term.index(letter) for letter in result]))
    return left if left.dtype is out.dtype else ops.cast(left, dtype=out.dtype)


def _summed(x: Array, term: str, needed: str) -> tuple[Array, str]:
    """Sum over the axes that nothing else has."""
    alone = tuple([k for k, letter in enumerate(term) if letter not in needed])
    if not alone:
        return x, term
    return ops.sum(x, axis=alone), "".join([letter for letter in term if letter in needed])


def _pair(x: Array, a: str, y: Array, b: str, later: str) -> tuple[Array, str]:
    shared = [letter for letter in a if letter in b]
    kept = [letter for letter in shared if letter in later]
    summed = [letter for letter in shared if letter not in later]
    found = ops.contracted(
        x,
        y,
        contracting=(tuple(map(a.index, summed)), tuple(map(b.index, summed))),
        batch=(tuple(map(a.index, kept)), tuple(map(b.index, kept))),
    )
    rest = [letter for letter in a + b if letter not in shared]
    return found, "".join(kept + rest)
