"""Constants: what depends on nothing else is computed while compiling."""

from __future__ import annotations

from typing import Any

from gnomon.graph.array import Array, Constant
from gnomon.graph.engines import engine
from gnomon.graph.rewrites.law import EXACT, laws_of, variables
from gnomon.graph.rewrites.patterns import Family, Node, P
from gnomon.ops import TABLE

law = laws_of("constants")
SMALL = 1 << 16
"""Results of up to so many bytes are computed even if they are larger than what they are computed from."""
(x,) = variables("x")
a = variables("axis")[0]


def _computed(out: Array) -> Array | None:
    from gnomon.graph.capture import needed_by

    application = out.application
    assert application is not None
    needed = list(needed_by(application))
    if not needed or not all(type(array) is Constant for array in needed):
        return None
    if application.attributes.get("each_time"):
        return None
    if application.op.name == "broadcast_to" and not needed[0].ndim:
        return None  # kernels and laws see the number
    size = out.shape.numel()
    given = sum(array.data.nbytes for array in needed)  # type: ignore[attr-defined]
    if type(size) is not int or size * max(out.dtype.bits, 8) // 8 > max(given, SMALL):
        return None
    return engine().computed(application)[out.index]


law(
    "constants alone are computed",
    Family(TABLE),
    _computed,
    kind=EXACT,
    example="given(z * z, {z: 3.0})",
    near=("x + 2.0",),
)


def _size(x: Array, axis: Any, out: Array, settled: Any) -> Any:
    return _known(x.shape.dims[axis], out, settled)


def _known(size: Any, out: Array, settled: Any) -> Any:
    from gnomon import ops
    from gnomon.graph.constants import as_array
    from gnomon.graph.world import create

    if not settled(size):
        return None
    if type(size) is int:
        return ops.cast(as_array(size), dtype=out.dtype)
    return create(ops.constant, entries=size, dtype=out.dtype)


d, entries, own = variables("dtype entries own")
law(
    "cast of a size",
    P.cast(Node(("constant",), (), {"entries": entries, "dtype": own}), dtype=d),
    lambda entries, dtype: _created(entries, dtype),
    when=lambda own, dtype: (
        own is not None and own.kind == "int" and dtype is not None and dtype.kind in ("float", "int")
    ),
    kind=EXACT,
    example="gn.asarray(x.shape[0]).astype('float32')",
)


def _created(entries: Any, dtype: Any) -> Any:
    from gnomon import ops
    from gnomon.graph.world import create

    return create(ops.constant, entries=entries, dtype=dtype)


law(
    "a size needs no array",
    P.size_along(x, axis=a, dtype=d)
    if "dtype" in (TABLE["size_along"].defaults or {})
    else P.size_along(x, axis=a),
    _size,
    kind=EXACT,
    example="ops.size_along(gn.exp(x), axis=0)",
    near=("ops.size_along(ops.where_nonzero(v)[0], axis=0)",),
)
law(
    "a number of elements needs no array",
    P.size_of(x, dtype=d),
    lambda x, out, settled: _known(x.size, out, settled),
    kind=EXACT,
    example="ops.size_of(gn.exp(x), dtype=dtypes.int64)",
)


def _shape(x: Array, out: Array, settled: Any) -> Any:
    from gnomon import ops
    from gnomon.graph.world import create

    if not x.ndim or not settled(x.shape):
        return None
    return create(ops.constant, entries=list(x.shape.dims), dtype=out.dtype)


law(
    "a shape needs no array",
    Node(("shape_of",), (x,), {"dtype": d}),
    _shape,
    kind=EXACT,
    example="ops.shape_of(gn.exp(x), dtype=dtypes.int64)",
)
