"""Matrix products and linear algebra."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.graph.array import Array
from gnomon.graph.rewrites.law import REAL, STABLE, laws_of, variables
from gnomon.graph.rewrites.patterns import Family, Node, P
from gnomon.graph.rewrites.shapes import VIEWS
from gnomon.shapes import product

law = laws_of("products")
x, y = variables("x y")
a, b, axis = variables("a b axis")
ORDER = "none; sums may be rounded in another order"


def _t(x: Any, axes: Any) -> Node:
    return Node(("transpose",), (x,), {"axes": axes})


def swaps(axes: Any) -> bool:
    """Say whether a transpose exchanges the last two axes and no others."""
    return bool(axes == (*range(len(axes) - 2), len(axes) - 1, len(axes) - 2))


def _transposed(x: Array) -> Array:
    rank = x.ndim
    return ops.transpose(x, axes=(*range(rank - 2), rank - 1, rank - 2))  # type: ignore[no-any-return]


law("product of transposes", P.matmul(_t(x, a), _t(y, b)), lambda x, y: _transposed(ops.matmul(y, x)),
    when=lambda a, b: swaps(a) and swaps(b), kind=REAL, usual=True,
    excluded=ORDER, example="gn.permute_dims(s, (1, 0)) @ gn.permute_dims(w, (1, 0))",
    near=("gn.permute_dims(w, (1, 0)) @ w",))  # fmt: skip
law("transposed product with a transpose at the left", _t(P.matmul(_t(x, a), y), b),
    lambda x, y: ops.matmul(_transposed(y), x), when=lambda y, a, b: swaps(a) and swaps(b) and y.ndim > 1,
    kind=REAL, usual=True, excluded=ORDER, example="gn.permute_dims(gn.permute_dims(u, (1, 0)) @ u, (1, 0))",
    near=("gn.permute_dims(u @ s, (1, 0))",))  # fmt: skip
law("transposed product with a transpose at the right", _t(P.matmul(x, _t(y, a)), b),
    lambda x, y: ops.matmul(y, _transposed(x)), when=lambda x, a, b: swaps(a) and swaps(b) and x.ndim > 1,
    kind=REAL, usual=True, excluded=ORDER,
    example="gn.permute_dims(u @ gn.permute_dims(w, (1, 0)), (1, 0))")  # fmt: skip


def _one_product(x: Array, y: Array, axis: Any) -> Array | None:
    """A sum of products over a batch is one product over the batch and the inner axis together."""
    rank = x.ndim
    if rank < 3 or y.ndim != rank or x.shape.dims[:-1] != y.shape.dims[:-1] or axis != tuple(range(rank - 2)):
        return None
    rows = product(x.shape.dims[:-1])
    left, right = (ops.reshape(each, shape=(rows, each.shape.dims[-1])) for each in (x, y))
    return ops.matmul(_transposed(left), right)  # type: ignore[no-any-return]


law("sum of products over a batch", P.sum(P.matmul(_t(x, a), y), axis=axis, keepdims=False),
    lambda x, y, axis: _one_product(x, y, axis), when=lambda a, settled, x: swaps(a) and settled(x.shape), kind=REAL,
    usual=True, excluded=ORDER, example="ops.sum(gn.permute_dims(t, (0, 2, 1)) @ (2 * t), axis=(0,))",
    near=("ops.sum(gn.permute_dims(t, (0, 2, 1)) @ (2 * t), axis=(1,))",))  # fmt: skip
law("product of the opposite at the left", P.matmul(-x, y), lambda x, y: -ops.matmul(x, y), kind=REAL, usual=True,
    excluded="none; a zero may have the other sign", example="(-u) @ s", near=("abs(u) @ s",))  # fmt: skip
law("product of the opposite at the right", P.matmul(x, -y), lambda x, y: -ops.matmul(x, y), kind=REAL, usual=True,
    excluded="none; a zero may have the other sign", example="u @ (-s)")  # fmt: skip


def _column(out: Array) -> Array | None:
    """A product with a single column or row is one with a vector."""
    application = out.application
    assert application is not None
    inner_product = application.inputs[0].application
    x, y = inner_product.inputs
    for k, entry in ((1, y), (0, x)):
        inner = entry.application
        if inner is None or inner.op.name not in VIEWS or inner.inputs[0].ndim != 1 or entry.ndim != 2:
            continue
        vector = inner.inputs[0]
        if (
            k == 1
            and x.ndim == 2
            and entry.shape.dims == (*vector.shape.dims, 1)
            and out.shape.dims == x.shape.dims[:1]
        ):
            return ops.matmul(x, vector)  # type: ignore[no-any-return]
        if (
            k == 0
            and y.ndim == 2
            and entry.shape.dims == (1, *vector.shape.dims)
            and out.shape.dims == y.shape.dims[1:]
        ):
            return ops.matmul(vector, y)  # type: ignore[no-any-return]
    return None


law("product with one column or row", Family(VIEWS), lambda out: _column(out),
    when=lambda out: _is_product(out.application.inputs[0]), kind=REAL, usual=True, excluded=ORDER,
    example="gn.squeeze(u @ gn.expand_dims(v, axis=-1), axis=-1)",
    near=("gn.squeeze(u @ gn.sum(s, axis=1, keepdims=True), axis=-1)",))  # fmt: skip


def _is_product(x: Array) -> bool:
    return x.application is not None and x.application.op.name == "matmul"


law("solve rather than invert", P.matmul(P.inv(x), y), lambda x, y: ops.solve(x, y),
    when=lambda y: y.ndim == 2, kind=STABLE,
    example="gn.linalg.inv(s) @ s.T", near=("s @ gn.linalg.inv(s)",), error=1e-8)  # fmt: skip
law("logarithm of a determinant", P.log(P.abs(P.det(x))), lambda x: ops.slogdet(x)[1], kind=STABLE,
    example="gn.log(abs(gn.linalg.det(s)))", near=("gn.log(gn.linalg.det(s))",), error=1e-8)  # fmt: skip
