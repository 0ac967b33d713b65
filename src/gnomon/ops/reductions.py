"""Reductions: one number (or position) out of the elements along some axes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gnomon.ops.axes import (
    Axes,
    Axis,
    count_axes,
    fresh_shape,
    known_axes,
    known_axis,
    passes_unseen,
    place,
    replace_axis,
)
from gnomon.ops.promotion import first, to_real, to_wide_float
from gnomon.ops.record import op
from gnomon.ops.rule import Array, Out, Rule
from gnomon.shapes import Dim, Dtype, Run, Shape, Size, default_dtype, dtypes, maximum, minimum


def reduced(r: Rule, x: Array, axis: Axes, keepdims: bool = False, scalars: bool = True) -> Shape:
    """Return the shape after a reduction along ``axis`` (None: all axes).

    NumPy lets a scalar pass for one axis where it folds by a ufunc, not (``scalars=False``) in means and medians.
    """
    shape = x.shape
    rank = shape.rank
    if rank is None:
        return _reduced_unknown_rank(r, x, axis, keepdims)
    if axis is None:
        return Shape((1,) * rank) if keepdims else Shape()
    if rank == 0 and (r.library == "torch" or (r.library == "numpy" and scalars and axis in (0, -1))):
        known_axes(r, axis, 1, x)  # a scalar passes for one axis
        return shape
    axes = known_axes(r, axis, rank, x)
    if axes is None:
        return fresh_shape(r, rank if keepdims else rank - (count_axes(axis) or 0))
    dims = shape.dims
    if keepdims:
        return Shape(tuple(1 if i in axes else d for i, d in enumerate(dims)))
    if len(axes) == 1:
        k = axes[0]
        return Shape(dims[:k] + dims[k + 1 :])
    return Shape(tuple(d for i, d in enumerate(dims) if i not in axes))


def _reduced_unknown_rank(r: Rule, x: Array, axis: Axes, keepdims: bool) -> Shape:
    if axis is None:
        return Shape.unknown() if keepdims else Shape()
    if not isinstance(axis, (tuple, list)):
        return replace_axis(r, x, axis, (1,) if keepdims else ())  # type: ignore[arg-type]
    shape = x.shape
    places = [place(shape, a) for a in axis]
    if None in places:
        return Shape.unknown()
    if keepdims:
        prefix = tuple(1 if i in places else d for i, d in enumerate(shape.prefix))
        suffix = tuple(1 if i - len(shape.suffix) in places else d for i, d in enumerate(shape.suffix))
    else:
        prefix = tuple(d for i, d in enumerate(shape.prefix) if i not in places)
        suffix = tuple(d for i, d in enumerate(shape.suffix) if i - len(shape.suffix) not in places)
    return Shape(prefix, shape.run, suffix)


def require_entries(r: Rule, x: Array, axis: Axes) -> None:
    """Require that there is something to choose from (PyTorch): the largest of no entries is nothing."""
    rank = x.shape.rank
    if r.library != "torch" or not rank or not passes_unseen(r, x):
        return
    for k in known_axes(r, axis, rank, x) or ():
        if x.shape.dims[k] == 0:
            r.refute(
                "axis",
                "{op}: {x} is {x.shape}: there is no entry along axis {axis} to choose",
                blame=x,
                x=x,
                axis=k,
            )


def _reduction(x: Array, *, axis: Axes = None, keepdims: bool = False) -> Any: ...


def _reduction_rule(r: Rule, x: Array, *, axis: Axes, keepdims: bool) -> Shape:
    if axis is not None and r.op.name in ("median", "nanmedian", "mode"):
        require_entries(r, x, axis)
    return reduced(r, x, axis, keepdims)


def total_dtype(r: Rule, arguments: tuple[Any, ...], _: object) -> Dtype | None:
    """Sums and products: NumPy and PyTorch widen small integers, TensorFlow keeps them."""
    dtype = first(r, arguments)
    if dtype is None or r.library == "tf" or dtype.kind not in ("bool", "int", "uint"):
        return dtype
    if r.library == "jax":
        if dtype.kind != "bool" and dtype.bits >= 32:
            return dtype
        return dtypes.uint32 if dtype.kind == "uint" else dtypes.int32
    if dtype.kind == "uint" and r.library == "numpy":
        return dtypes.uint64
    return dtypes.int64


def _mean_dtype(r: Rule, arguments: tuple[Any, ...], _: object) -> Dtype | None:
    """Means: PyTorch wants floats, TensorFlow keeps integers, NumPy computes in float64."""
    dtype = first(r, arguments)
    if dtype is None or dtype.kind not in ("bool", "int", "uint"):
        return dtype
    if r.library == "torch":
        r.fail(
            "dtype",
            "{op}: {x} is {x.dtype}; PyTorch averages only floats",
            blame=arguments[0],
            help="convert it first, for example with .float()",
            x=arguments[0],
        )
        return None
    return dtype if r.library == "tf" else default_dtype("float", r.library)


def _spread_dtype(r: Rule, arguments: tuple[Any, ...], attributes: object) -> Dtype | None:
    return to_real(_mean_dtype(r, arguments, attributes))


def float_dtype(r: Rule, arguments: tuple[Any, ...], _: object) -> Dtype | None:
    return to_wide_float(first(r, arguments), r.library)


def _average_rule(r: Rule, x: Array, *, axis: Axes, keepdims: bool) -> Shape:
    return reduced(r, x, axis, keepdims, scalars=False)


AVERAGES = frozenset(("mean", "median", "nanmedian", "std", "var"))


def _median_dtype(r: Rule, arguments: tuple[Any, ...], attributes: object) -> Dtype | None:
    return first(r, arguments) if r.library == "torch" else _mean_dtype(r, arguments, attributes)


REDUCTIONS: dict[str, tuple[Any, str]] = {
    "all": ("bool", "Whether all elements are true."),
    "any": ("bool", "Whether any element is true."),
    "count_nonzero": ("index", "Number of elements that are not zero."),
    "logsumexp": (float_dtype, "log(sum(exp(x))) without overflow."),
    "mean": (_mean_dtype, "Average of the elements."),
    "median": (_median_dtype, "Middle element in sorted order."),
    "mode": ("first", "Most frequent element."),
    "nanmax": ("first", "Largest element, NaN ignored."),
    "nanmean": (_mean_dtype, "Average of the elements that are not NaN."),
    "nanmedian": (_median_dtype, "Middle element in sorted order, NaN ignored."),
    "nanmin": ("first", "Smallest element, NaN ignored."),
    "nansum": (total_dtype, "Sum of the elements that are not NaN."),
    "nanstd": (_spread_dtype, "Standard deviation, NaN ignored."),
    "nanvar": (_spread_dtype, "Variance, NaN ignored."),
    "ptp": ("first", "Largest minus smallest element."),
    "std": (_spread_dtype, "Standard deviation of the elements."),
    "var": (_spread_dtype, "Variance of the elements."),
}


def _documented(name: str, doc: str) -> str:
    kind = {"all": ", bool", "any": ", bool", "count_nonzero": ", int64"}.get(name, "")
    return f"""{doc} Along ``axis`` (an integer, several, or None for all), which is dropped or kept as 1.

>>> from gnomon.ops.sketch import array
>>> {name}(array(32, 10), axis=0)
array(10{kind})
>>> {name}(array(32, 10), axis=-1, keepdims=True)
array(32, 1{kind})"""


for _name, (_dtype, _doc) in REDUCTIONS.items():
    op(
        name=_name,
        doc=_documented(_name, _doc),
        dtype=_dtype,
        reduction=True,
    )(_reduction).shape(_average_rule if _name in AVERAGES else _reduction_rule)


def _fold_contents(combine: Callable[[Size, Size], Size]) -> Callable[..., Shape | Out]:
    def rule(r: Rule, x: Array, *, axis: Axes, keepdims: bool) -> Shape | Out:
        shape = reduced(r, x, axis, keepdims)
        if r.op.name in ("max", "min"):
            require_entries(r, x, axis)
        contents = x.contents
        if not contents or shape.numel() != 1:
            return shape
        total: Size | None = contents[0]
        for entry in contents[1:]:
            if not isinstance(entry, (int, Dim)) or not isinstance(total, (int, Dim)):
                return shape
            total = combine(total, entry)
        return Out(shape, None, (total,))

    return rule


_FOLDS: dict[str, tuple[Any, Callable[[Size, Size], Size], str]] = {
    "max": ("first", maximum, "Largest element."),
    "min": ("first", minimum, "Smallest element."),
    "prod": (total_dtype, lambda a, b: a * b, "Product of the elements."),
    "sum": (total_dtype, lambda a, b: a + b, "Sum of the elements."),
}

for _name, (_dtype, _combine, _doc) in _FOLDS.items():
    op(
        name=_name,
        doc=_documented(_name, _doc),
        dtype=_dtype,
        reduction=True,
    )(_reduction).shape(_fold_contents(_combine))


def _position(x: Array, *, axis: Axis | None = None, keepdims: bool = False) -> Any: ...


def _position_rule(r: Rule, x: Array, *, axis: Axis | None, keepdims: bool) -> Shape:
    warn_singleton(r, x, axis)
    require_entries(r, x, axis)
    return reduced(r, x, axis, keepdims)


for _name, _doc in {
    "argmax": "Position of the largest element along an axis; without axis, in the flattened array.",
    "argmin": "Position of the smallest element along an axis; without axis, in the flattened array.",
}.items():
    op(name=_name, doc=_doc, dtype="index", reduction=True)(_position).shape(_position_rule)


def warn_singleton(r: Rule, x: Array, axis: Axis | None) -> None:
    """Warn of a choice among one class: the axis of features has the literal size 1."""
    shape = x.shape
    if shape.run is None and type(axis) is int and len(shape.prefix) == 2:
        size = shape.axis(axis) if -2 <= axis < 2 else None
        if type(size) is int and size == 1 and axis in (1, -1) and shape.prefix[0] != 1:
            r.warn(
                "singleton-softmax",
                "{op}: {x} is {x.shape}; over one entry the result is always the same",
                blame=x,
                help="a single output wants a sigmoid and a threshold instead",
                x=x,
                axis=axis,
            )


@op(dtype=_mean_dtype)
def average(x: Array, weights: Array | None = None, *, axis: Axes = None, keepdims: bool = False) -> Any:
    """Weighted average along an axis; the weights have the shape of x or of the axis.

    >>> from gnomon.ops.sketch import array
    >>> average(array(3, 4), axis=1)
    array(3)
    """


@average.shape
def _(r: Rule, x: Array, weights: Array | None, *, axis: Axes, keepdims: bool) -> Shape:
    result = reduced(r, x, axis, keepdims, scalars=False)
    if weights is None or weights.shape.rank is None or x.shape.rank is None:
        return result
    message = "{op}: {x} is {x.shape} but the weights {w} are {w.shape}"
    listed = len(axis) if isinstance(axis, (tuple, list)) else 1
    if weights.shape.rank not in (x.shape.rank, listed):
        r.refute("broadcast", message, blame=weights, x=x, w=weights)
    if weights.shape.rank == x.shape.rank:
        for a, b in zip(x.shape.dims, weights.shape.dims):
            r.equal(a, b, "broadcast", message, blame=weights, x=x, w=weights)
    elif axis is None and r.library in ("numpy", "jax"):
        help = "say with axis= what the weights belong to"
        r.refute("axis", message, blame=weights, help=help, x=x, w=weights)
    elif weights.shape.rank == 1 and type(axis) is int:
        k = known_axis(r, axis, x.shape.rank, x)
        if k is not None:
            size = x.shape.dims[k]
            r.equal(size, weights.shape.dims[0], "broadcast", message, blame=weights, x=x, w=weights)
    return result


def _quantile_dtype(r: Rule, arguments: tuple[Any, ...], attributes: object) -> Dtype | None:
    return to_wide_float(first(r, arguments), r.library)


@op(dtype=_quantile_dtype)
def quantile(x: Array, q: Array, *, axis: Axes = None, keepdims: bool = False) -> Any:
    """Value below which a fraction ``q`` of the elements lies; the axes of q come first in the result.

    >>> from gnomon.ops.sketch import array
    >>> quantile(array(3, 4), array(2), axis=0)
    array(2, 4)
    """


@quantile.shape
def _(r: Rule, x: Array, q: Array, *, axis: Axes, keepdims: bool) -> Shape:
    rest = reduced(r, x, axis, keepdims, scalars=False)
    if q.shape.rank is None:
        return Shape((), Run(), rest.suffix if rest.run is not None else rest.prefix)
    return Shape(q.shape.dims + rest.prefix, rest.run, rest.suffix)
