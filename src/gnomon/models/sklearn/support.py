"""What the models of scikit-learn share: tables and labels as arrays, and names under all their modules."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import Shape, Tensor, Unknown, is_unknown
from gnomon.models.numpy.support import as_array

TEXT_LIKE = ("other",)


def table_of(value: Any, width: Any = None) -> Tensor:
    """Return a table of samples (array, frame, lists); two axes and ``width`` features are required."""
    array = array_of(value)
    if array.dtype is not None and array.dtype.kind in TEXT_LIKE:
        return array
    result: Tensor = ops.table(array, width=width)
    return result


def array_of(value: Any) -> Tensor:
    """Return a value of the program as an array."""
    array = None if value is None else as_array(value)
    if type(array) is Tensor:
        return array
    return Tensor(Shape.unknown(), None, "numpy")


def labels_of(value: Any) -> Tensor | None:
    """Return labels as an array, None where there are none or nothing is known."""
    if value is None or (is_unknown(value) and getattr(value, "tensor", None) is None):
        return None
    return array_of(value)


def same_length(x: Any, y: Any) -> None:
    """Require one label for each sample."""
    if y is not None:
        ops.same_length(x, y)


def opaque(name: str) -> Unknown:
    """Return a value about which only its origin is known."""
    return Unknown(reason=("unmodelled", name))
