"""A world of bare shapes, to try operations out: `array(2, 3)` has a shape and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from gnomon.ops.infer import infer
from gnomon.ops.rule import Refuted, Rule
from gnomon.ops.world import World
from gnomon.shapes import Dtype, Facts, Shape, Size, dtypes

if TYPE_CHECKING:
    from gnomon.ops.record import Op


class SketchError(Exception):
    """An operation cannot be applied to arrays of these shapes."""


class Sketch:
    """An array without elements."""

    __slots__ = ("contents", "dtype", "shape", "weak")

    def __init__(
        self, shape: Shape, dtype: Dtype | None = None, contents: tuple[Size | None, ...] | None = None
    ) -> None:
        self.shape = shape
        self.dtype = dtype
        self.contents = contents
        self.weak = False

    @property
    def world(self) -> World:
        """The world of sketches."""
        return SKETCHES

    def __repr__(self) -> str:
        dims = str(self.shape)[1:-1].rstrip(",")
        dtype = "" if self.dtype is None else f"{', ' if dims else ''}{self.dtype}"
        return f"array({dims}{dtype})"

    def __str__(self) -> str:
        return repr(self)


class SketchWorld:
    """Infers shapes, and raises at once when an operation cannot succeed."""

    def apply(self, op: Op, arguments: tuple[Any, ...], attributes: Mapping[str, Any]) -> Any:
        """Infer the results of an operation."""
        try:
            result = infer(Rule(Facts(), op), op, arguments, attributes)
        except Refuted as refuted:
            raise SketchError(refuted.refutation.text(op.name)) from None
        if type(result) is tuple:
            return tuple(_sketch(out) for out in result)
        return _sketch(result)


SKETCHES = SketchWorld()


def array(*sizes: Size, dtype: str | None = None) -> Sketch:
    """Return a sketch of this shape.

    >>> from gnomon.ops import matmul
    >>> matmul(array(2, 3), array(3, 5))
    array(2, 5)
    >>> matmul(array(2, 3), array(4, 5))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    gnomon.ops.sketch.SketchError: matmul: ... 3 and 4 should be equal (columns ...)
    """
    return Sketch(Shape(sizes), dtypes.parse(dtype) if dtype else None)


def _sketch(out: Any) -> Sketch:
    return Sketch(out.shape, out.dtype, out.contents)
