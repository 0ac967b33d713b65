"""Normalisation: shift and scale to mean 0 and variance 1; the shape stays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gnomon.ops.axes import Axis, passes_unseen, size_of_axis
from gnomon.ops.broadcasting import broadcast
from gnomon.ops.record import op
from gnomon.ops.rule import Array, Rule
from gnomon.shapes import Divides, Shape, Size

CHANNELS = "{op}: {x} is {x.shape} with {got} channels on axis {axis}, but the layer takes {want}"


def check_features(r: Rule, x: Array, axis: Axis, want: Size | None) -> None:
    """Require the number of channels that a layer was made for."""
    if want is None:
        return
    got = size_of_axis(r, x, axis)
    if got is None:
        return
    r.equal(got, want, "channels", CHANNELS, blame=x, x=x, got=got, want=want, axis=axis)


def check_ranks(r: Rule, x: Array, ranks: Sequence[int] | None) -> None:
    """Require one of the ranks a layer takes."""
    if ranks is None:
        return
    rank = x.shape.rank
    wrong = x.shape.min_rank > max(ranks) if rank is None else rank not in ranks
    if wrong:
        r.refute(
            "rank",
            "{op}: {x} is {x.shape}, but {want} axes are needed",
            blame=x,
            x=x,
            want=" or ".join(str(n) for n in ranks),
        )


@op(dtype="inexact")
def batch_norm(
    x: Array,
    weight: Array | None = None,
    bias: Array | None = None,
    mean: Array | None = None,
    variance: Array | None = None,
    *,
    axis: Axis = 1,
    channels: Size | None = None,
    ranks: Sequence[int] | None = None,
) -> Any:
    """Normalise each channel over the batch. The layer was made for ``channels`` and takes ``ranks``.

    >>> from gnomon.ops.sketch import array
    >>> batch_norm(array(32, 16, 8, 8), channels=16, ranks=(4,))
    array(32, 16, 8, 8)
    """


@batch_norm.shape
def _(
    r: Rule,
    x: Array,
    weight: Array | None,
    bias: Array | None,
    mean: Array | None,
    variance: Array | None,
    *,
    axis: Axis,
    channels: Size | None,
    ranks: Sequence[int] | None,
) -> Shape:
    check_ranks(r, x, ranks)
    if passes_unseen(r, x):
        return x.shape
    check_features(r, x, axis, channels)
    for part in (weight, bias, mean, variance):
        if part is not None and part.shape.rank == 1:
            check_features(r, x, axis, part.shape.dims[0])
    return x.shape


@op(dtype="inexact")
def layer_norm(
    x: Array, weight: Array | None = None, bias: Array | None = None, *, shape: Sequence[Size] | None = None
) -> Any:
    """Normalise over the last axes, whose sizes ``shape`` states (RMS norm has the same shapes).

    >>> from gnomon.ops.sketch import array
    >>> layer_norm(array(32, 10, 512), shape=(512,))
    array(32, 10, 512)
    """


@layer_norm.shape
def _(r: Rule, x: Array, weight: Array | None, bias: Array | None, *, shape: Sequence[Size] | None) -> Shape:
    want = tuple(shape) if shape is not None else ()
    if shape is None and weight is not None and weight.shape.rank is not None:
        want = weight.shape.dims
    rank = x.shape.rank
    message = "{op}: {x} is {x.shape}, but the layer normalises over trailing axes {want}"
    if rank is not None and rank < len(want):
        r.refute("normalized-shape", message, blame=x, x=x, want=Shape(want))
    for k, size in enumerate(reversed(want), 1):
        got = x.shape.axis(-k)
        if got is not None and got != size:
            r.equal(
                got,
                size,
                "normalized-shape",
                message,
                blame=x,
                help=f"LayerNorm({got}) would fit" if len(want) == 1 else None,
                x=x,
                want=Shape(want),
                got=got,
            )
    for part in (weight, bias):
        if part is not None:
            _check_scale(r, x, part, Shape(want))
    return x.shape


def _check_scale(r: Rule, x: Array, part: Array, want: Shape) -> None:
    """Require that a scale or shift has the sizes of the normalised axes, or stretches to them."""
    if part.shape.rank is None:
        return
    message = "{op}: {part} is {part.shape}, but the normalised axes of {x.shape} are {want}"
    if x.shape.rank is not None and part.shape.rank > x.shape.rank:
        r.refute("normalized-shape", message, blame=part, x=x, part=part, want=want)
    for size, wanted in zip(reversed(part.shape.dims), reversed(want.dims)):
        if size != 1:
            r.equal(size, wanted, "normalized-shape", message, blame=part, x=x, part=part, want=want)


@op(dtype="inexact")
def group_norm(
    x: Array,
    weight: Array | None = None,
    bias: Array | None = None,
    *,
    groups: Size,
    channels: Size | None = None,
    axis: Axis = 1,
) -> Any:
    """Normalise over groups of channels; their number must split into ``groups``.

    >>> from gnomon.ops.sketch import array
    >>> group_norm(array(2, 4, 5), groups=2)
    array(2, 4, 5)
    """


@group_norm.shape
def _(
    r: Rule,
    x: Array,
    weight: Array | None,
    bias: Array | None,
    *,
    groups: Size,
    channels: Size | None,
    axis: Axis,
) -> Shape:
    if x.shape.rank is not None and x.shape.rank < 2:
        r.refute("rank", "{op}: {x} is {x.shape}, but at least two axes are needed", blame=x, x=x)
    check_features(r, x, axis, channels)
    for part in (weight, bias):
        if part is not None and part.shape.rank == 1:
            check_features(r, x, axis, part.shape.dims[0])
    got = size_of_axis(r, x, axis)
    if got is not None:
        r.require(
            Divides(groups, got),
            "groups",
            "{op}: {x} is {x.shape}: {got} channels do not split into {groups} groups",
            blame=x,
            x=x,
            got=got,
            groups=groups,
        )
    return x.shape


@op(dtype="inexact")
def instance_norm(
    x: Array,
    weight: Array | None = None,
    bias: Array | None = None,
    *,
    channels: Size | None = None,
    axis: Axis = 1,
    ranks: Sequence[int] | None = None,
) -> Any:
    """Normalise each channel of each sample over its spatial axes.

    >>> from gnomon.ops.sketch import array
    >>> instance_norm(array(2, 4, 5), array(4))
    array(2, 4, 5)
    """


@instance_norm.shape
def _(
    r: Rule,
    x: Array,
    weight: Array | None,
    bias: Array | None,
    *,
    channels: Size | None,
    axis: Axis,
    ranks: Sequence[int] | None,
) -> Shape:
    check_ranks(r, x, ranks)
    check_features(r, x, axis, channels)
    for part in (weight, bias):
        if part is not None and part.shape.rank == 1:
            check_features(r, x, axis, part.shape.dims[0])
    return x.shape


@op(dtype="inexact")
def local_response_norm(x: Array) -> Any:
    """Normalise each entry by its neighbouring channels; the shape stays.

    >>> from gnomon.ops.sketch import array
    >>> local_response_norm(array(2, 3, 4))
    array(2, 3, 4)
    """


@local_response_norm.shape
def _(r: Rule, x: Array) -> Shape:
    return x.shape


@op(dtype="inexact")
def moments_norm(x: Array, mean: Array, variance: Array) -> Any:
    """Normalise by a given mean and variance, which broadcast to x (TensorFlow's batch_normalization).

    >>> from gnomon.ops.sketch import array
    >>> moments_norm(array(2, 3), array(3), array(3))
    array(2, 3)
    """


@moments_norm.shape
def _(r: Rule, x: Array, mean: Array, variance: Array) -> Shape:
    return broadcast(r, x, mean, variance)
