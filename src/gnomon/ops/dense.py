"""Dense layers: products with a weight, plus a bias."""

from __future__ import annotations

from typing import Any

from gnomon.ops.axes import check_rank, replace_axis
from gnomon.ops.record import op
from gnomon.ops.rule import Array, Rule
from gnomon.shapes import Run, Shape, Size, product

LINEAR_WIDTH = "{op}: {x} ends in {got}, but the layer takes {want}"


@op(dtype="match", linear_in=("x", "weight"))
def linear(x: Array, weight: Array, bias: Array | None = None, *, weight_layout: str = "out_in") -> Any:
    """Dense layer: (*b, in) times a weight (out, in) -> (*b, out).

    With ``weight_layout="in_out"`` the weight is (in, out).

    >>> from gnomon.ops.sketch import array
    >>> linear(array(32, 784), array(10, 784), array(10))
    array(32, 10)
    >>> linear(array(32, 784), array(10, 512))
    Traceback (most recent call last):
        ...
    gnomon.ops.sketch.SketchError: linear: array(32, 784) ends in 784, but the layer takes 512
    """


@linear.shape
def _(r: Rule, x: Array, weight: Array, bias: Array | None, *, weight_layout: str) -> Shape:
    if x.shape.rank == 0:
        r.refute("rank", "{op}: {x} is a scalar, but at least one axis is needed", blame=x, x=x)
    kernel = weight.shape
    gives: tuple[Size, ...] = ()
    if kernel.rank == 1 and weight_layout == "out_in":
        wants = kernel.dims[0]
    elif kernel.rank is None:
        if weight_layout == "out_in":  # a vector as weight drops the axis
            rest = x.shape.drop_last(1)
            return Shape.unknown() if rest is None else Shape(rest.prefix, Run(), ())
        return replace_axis(r, x, -1, (r.fresh(),))
    else:
        check_rank(r, weight, 2)
        out, into = kernel.dims if weight_layout == "out_in" else kernel.dims[::-1]
        wants, gives = into, (out,)
    got = x.shape.axis(-1)
    if got is not None and got is not wants and got != wants:
        r.equal(
            got,
            wants,
            "inner-size",
            LINEAR_WIDTH,
            blame=x,
            help=_cure(x, got, wants),
            x=x,
            weight=weight,
            got=got,
            want=wants,
        )
    if bias is not None and bias.shape.rank == 1 and gives:
        size = bias.shape.dims[0]
        if size != 1:
            r.equal(
                size,
                gives[0],
                "broadcast",
                "{op}: {bias} has {size} entries, but the layer gives {out}",
                blame=bias,
                bias=bias,
                size=size,
                out=gives[0],
            )
    return replace_axis(r, x, -1, gives)


def _cure(x: Array, got: Size, wants: Size) -> str:
    """Return what would help a layer: where all but the first axis make up its width, to flatten them."""
    dims = x.shape.dims if x.shape.rank is not None else ()
    if len(dims) > 2 and product(dims[1:]) == wants:
        return f"flatten {{x}} to {Shape((dims[0], wants))} first"
    return f"a layer that takes {got} would fit"


@op(dtype="match")
def bilinear(x: Array, y: Array, weight: Array, bias: Array | None = None) -> Any:
    """Bilinear layer: (*b, m), (*b, n) and a weight (out, m, n) -> (*b, out).

    >>> from gnomon.ops.sketch import array
    >>> bilinear(array(5, 2), array(5, 3), array(4, 2, 3), array(4))
    array(5, 4)
    """


@bilinear.shape
def _(r: Rule, x: Array, y: Array, weight: Array, bias: Array | None) -> Shape:
    if weight.shape.rank is None:
        return replace_axis(r, x, -1, (r.fresh(),))
    check_rank(r, weight, 3)
    out, m, n = weight.shape.dims
    for array, want in ((x, m), (y, n)):
        got = array.shape.axis(-1)
        if got is not None:
            r.equal(got, want, "inner-size", LINEAR_WIDTH, blame=array, x=array, got=got, want=want)
    if x.shape.rank is not None and y.shape.rank is not None:
        if x.shape.rank != y.shape.rank:
            r.refute("rank", "{op}: {x} is {x.shape} but {y} is {y.shape}", blame=y, x=x, y=y)
        for a, b in zip(x.shape.dims[:-1], y.shape.dims[:-1]):
            r.equal(a, b, "broadcast", "{op}: {x} is {x.shape} but {y} is {y.shape}", blame=y, x=x, y=y)
    return replace_axis(r, x, -1, (out,))
