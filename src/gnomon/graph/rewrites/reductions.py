"""Sums and extremes: over fewer axes, joined, and of what is not scaled."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.graph.array import Array
from gnomon.graph.rewrites.law import EXACT, REAL, constants, laws_of, variables
from gnomon.graph.rewrites.numbers import fitted, is_float, uniform
from gnomon.graph.rewrites.patterns import Family, Node, P, completed
from gnomon.graph.rewrites.recognising import axes_of
from gnomon.graph.rewrites.shapes import VIEWS
from gnomon.shapes import Facts, product

law = laws_of("reductions")
x, y = variables("x y")
axis, keep, more, kept = variables("axis keep more kept")
(c,) = constants("c")
ROUNDING = "none; differs by roundings"
FOLDS = frozenset("sum prod max min any all".split())
SPECIAL = FOLDS | {"mean", "logsumexp"}


def _sorted(out: Array) -> Array | None:
    application = out.application
    assert application is not None
    given = completed(application)
    (x,) = application.inputs
    axes = axes_of(x, given["axis"])
    if type(given["axis"]) is tuple and given["axis"] == axes:
        return None
    return application.op(x, axis=axes, keepdims=given["keepdims"])  # type: ignore[no-any-return]


law(
    "axes of reductions in one form",
    Family(SPECIAL),
    _sorted,
    kind=EXACT,
    example="gn.sum(x, axis=-1)",
    near=("ops.sum(x, axis=(1,))",),
)


def _of_ones(out: Array) -> Array | None:
    application = out.application
    assert application is not None
    given = completed(application)
    (x,) = application.inputs
    if application.op.name in ("any", "all") and x.dtype.kind != "bool":
        return None
    axes, dims = axes_of(x, given["axis"]), x.shape.dims
    ones = [k for k in axes if type(dims[k]) is int and dims[k] == 1]
    if axes and not ones:
        return None
    if len(ones) < len(axes):
        rest = [k for k in axes if k not in ones]
        if not given["keepdims"]:
            x = ops.squeeze(x, axis=tuple(ones))
            rest = [k - sum(one < k for one in ones) for k in rest]
        return application.op(x, axis=tuple(rest), keepdims=given["keepdims"])  # type: ignore[no-any-return]
    if ones and not given["keepdims"]:
        x = ops.squeeze(x, axis=tuple(ones))
    return fitted(x, out)


law(
    "reduction over axes of size 1",
    Family(FOLDS),
    _of_ones,
    kind=EXACT,
    example="gn.max(gn.expand_dims(x, axis=1), axis=1)",
    near=("gn.max(x, axis=1)",),
)


def _nested(x: Array, axis: Any, keep: bool, more: Any, kept: bool, out: Array) -> Array | None:
    inner, outer = axes_of(x, axis), axes_of(out.application.inputs[0], more)  # type: ignore[union-attr]
    if keep:
        total = tuple(sorted({*inner, *outer}))
        if not kept and not set(inner) <= set(outer):
            return None
    else:
        if kept and inner:
            return None
        left = [k for k in range(x.ndim) if k not in inner]
        total = tuple(sorted({*inner, *[left[k] for k in outer]}))
    return out.application.op(x, axis=total, keepdims=kept)  # type: ignore[union-attr, no-any-return]


for _name in sorted(FOLDS - {"prod"}):
    _details: Any = (
        {"kind": REAL, "usual": True, "excluded": "none; sums are rounded in another order"}
        if _name == "sum"
        else {"kind": EXACT}
    )
    law(
        f"{_name} of {_name}",
        Node(
            (_name,),
            (Node((_name,), (x,), {"axis": axis, "keepdims": keep}),),
            {"axis": more, "keepdims": kept},
        ),
        _nested,
        example=f"gn.{_name}(gn.{_name}({'b' if _name in ('any', 'all') else 't'}, axis=0), axis=0)",
        near=(f"gn.{_name}(gn.exp(gn.{_name}(t, axis=0)), axis=0)",),
        **_details,
    )


def _mean(x: Array, axis: Any, keep: bool, out: Array) -> Array:
    axes = axes_of(x, axis)
    floats = x if x.dtype is out.dtype else ops.cast(x, dtype=out.dtype)
    total = ops.sum(floats, axis=axes, keepdims=keep)
    return total / product([x.shape.dims[k] for k in axes])  # type: ignore[no-any-return]


law(
    "mean as a sum",
    P.mean(x, axis=axis, keepdims=keep),
    _mean,
    when=lambda out, settled: out.dtype.bits > 16 and settled(out.application.inputs[0].shape),
    kind=REAL,
    usual=True,
    excluded=ROUNDING,
    example="gn.mean(x, axis=0)",
)


def _sum(x: Any) -> Node:
    return Node(("sum",), (x,), {"axis": axis, "keepdims": keep})


def _again(out: Array, x: Array, axis: Any, keep: Any) -> Array:
    return out.application.op(x, axis=axis, keepdims=keep)  # type: ignore[union-attr, no-any-return]


law("sum of a multiple", _sum(x * c), lambda x, c, axis, keep, out: _times(_again(out, x, axis, keep), c, out),
    when=lambda x: is_float(x) and x.ndim > 0 and uniform(x) is None, kind=REAL, usual=True, excluded=ROUNDING,
    example="gn.sum(x * 3.0, axis=0)", near=("gn.sum(x * y, axis=0)",))  # fmt: skip
law("sum of a multiple by a scalar", _sum(x * y), lambda x, y, axis, keep, out: _again(out, x, axis, keep) * y,
    when=lambda x, y: is_float(x) and x.ndim > 0 and not y.ndim and y.dtype is x.dtype, kind=REAL, usual=True,
    excluded="no elements, where the scalar is infinite or NaN", example="gn.sum(x * z, axis=0)",
    near=("gn.sum(x + z, axis=0)",))  # fmt: skip
law("sum of a quotient", _sum(x / y), lambda x, y, axis, keep, out: _again(out, x, axis, keep) / y,
    when=lambda x, y, axis: is_float(x) and not y.ndim and (_has_elements(x, axis) or _is_divisor(y)), kind=REAL,
    usual=True, excluded=ROUNDING, example="gn.sum(x / z, axis=1)",
    near=("gn.sum(z / x, axis=1)", "gn.sum(x / z, axis=0)"))  # fmt: skip
law("sum of the opposite", _sum(-x), lambda x, axis, keep, out: -_again(out, x, axis, keep), when=lambda x: is_float(x),
    kind=REAL, usual=True, excluded="none; a zero may have the other sign", example="gn.sum(-x, axis=0)",
    near=("gn.sum(abs(x), axis=0)",))  # fmt: skip


def _has_elements(x: Array, axis: Any) -> bool:
    """Say whether each sum over some axes has an element: without one it is 0, whatever elements would be divided by."""
    count = product([x.shape.dims[k] for k in axes_of(x, axis)])
    return x.ndim > 0 and Facts().at_least(count, 1).is_yes


def _is_divisor(y: Array) -> bool:
    """Say whether a scalar is known to divide 0."""
    number = uniform(y)
    return number is not None and bool(number != 0) and bool(number == number)


def _times(total: Array, c: Array, out: Array) -> Array | None:
    from gnomon.graph.rewrites.numbers import scalar

    number = scalar(uniform(c), out.dtype)
    return None if number is None else ops.multiply(total, number)


def _through(out: Array) -> Array | None:
    """Reduce over all axes before the elements are arranged."""
    application = out.application
    assert application is not None
    given = completed(application)
    inner = application.inputs[0].application
    if given["keepdims"] or len(axes_of(application.inputs[0], given["axis"])) != application.inputs[0].ndim:
        return None
    source = inner.inputs[0]
    if any(type(size) is int and size == 1 for size in source.shape.dims):
        return None
    return application.op(source, axis=tuple(range(source.ndim)), keepdims=False)  # type: ignore[no-any-return]


for _names, _more in (
    (("max", "min", "any", "all"), {"kind": EXACT}),
    (("sum",), {"kind": REAL, "usual": True, "excluded": "none; sums are rounded in another order"}),
):
    law(
        f"{' '.join(_names)} of what is only arranged",
        Node(_names, (Family(VIEWS | {"transpose"}),), {"axis": axis, "keepdims": keep}),
        _through,
        example=f"gn.{_names[0]}(gn.permute_dims(t, (2, 0, 1)))",
        near=(f"gn.{_names[0]}(gn.permute_dims(t, (2, 0, 1)), axis=0)",),
        **_more,
    )
