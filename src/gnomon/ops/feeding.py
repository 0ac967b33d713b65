"""Feeding and assigning: values that must fit the shape which something was declared with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gnomon.ops.axes import with_rank
from gnomon.ops.promotion import refuse_mixture
from gnomon.ops.record import op
from gnomon.ops.rule import Array, Out, Rule
from gnomon.shapes import Equal, Shape, Size

FEED = "{op}: {x} is {x.shape}, but {place} takes {want}"


@op(dtype="none")
def feed(x: Array, place: Array, *, open_axes: Sequence[int] = ()) -> Any:
    """A value that is fed to a placeholder: equal rank, and equal sizes except on the open axes.

    >>> from gnomon.ops.sketch import array
    >>> feed(array(32, 784), array(1, 784), open_axes=(0,))
    array(32, 784)
    """


@feed.shape
def _(r: Rule, x: Array, place: Array, *, open_axes: Sequence[int]) -> Out:
    return Out(_fitted(r, x, place, open_axes, "feed", FEED, "?"), place.dtype)


@op(dtype="none")
def assign(x: Array, value: Array) -> Any:
    """A value that is stored in a variable, whose shape it must have."""


ASSIGN = "{op}: {x} is {x.shape}, but the variable {place} is {want}"


@assign.shape
def _(r: Rule, x: Array, value: Array) -> Out:
    if r.library == "tf" and x.dtype is not None and value.dtype not in (None, x.dtype):
        if getattr(value, "library", None) == "tf":  # other arrays are converted
            refuse_mixture(r, x, value)
    return Out(_fitted(r, value, x, (), "set-shape", ASSIGN, "?"), x.dtype)


def _fitted(
    r: Rule, x: Array, place: Array, open_axes: Sequence[int], rule: str, message: str, blank: str
) -> Shape:
    """Return the shape of a value that must fit a place."""
    want = place.shape
    if want.rank is None:
        return x.shape
    goal = Written([blank if k in open_axes else size for k, size in enumerate(want.dims)])
    fields: dict[str, Any] = {"x": x, "place": place, "want": goal}
    if x.shape.rank is None:
        if x.shape.min_rank > len(want.dims):
            r.refute(rule, message, blame=x, **fields)
        have = with_rank(r, x.shape, len(want.dims)).dims
        return Shape(tuple(have[k] if k in open_axes else size for k, size in enumerate(want.dims)))
    if len(x.shape.dims) != len(want.dims):
        r.refute(rule, message, blame=x, help=_advice(x.shape.dims, want.dims, open_axes), **fields)
    sizes: list[Size] = []
    for k, (got, size) in enumerate(zip(x.shape.dims, want.dims)):
        if k in open_axes:
            sizes.append(got)
            continue
        if got != size:
            r.require(Equal(got, size), rule, message, blame=x, **fields)
        sizes.append(size)
    return Shape(tuple(sizes))


def _advice(got: tuple[Size, ...], want: tuple[Size, ...], open_axes: Sequence[int]) -> str | None:
    """Suggest what beginners miss most: one-hot labels, and the axis of the batch."""
    if len(got) == 1 and len(want) == 2 and 0 in open_axes:
        if 1 not in open_axes and want[1] == 1:
            return "add an axis of size 1, for example with reshape(-1, 1)"
        if got[0] != want[1]:
            return (
                "a single sample still needs a batch axis: value.reshape(1, -1); "
                "class numbers become one-hot rows with np.eye(classes)[labels]"
            )
    if len(got) + 1 == len(want) and 0 in open_axes:
        return "a single sample still needs a batch axis: value[None]"
    return None


class Written:
    """A shape as TensorFlow writes it: sizes and question marks."""

    __slots__ = ("sizes",)

    def __init__(self, sizes: Sequence[Size | str]) -> None:
        self.sizes = sizes

    def __str__(self) -> str:
        inner = ", ".join(str(size) for size in self.sizes)
        return f"({inner},)" if len(self.sizes) == 1 else f"({inner})"
