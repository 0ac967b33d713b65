"""Placeholders: tensors whose values are fed when the graph runs."""

from __future__ import annotations

from typing import Any

from gnomon.models.api import Shape, Tensor, function, host, is_unknown, items
from gnomon.models.tensorflow.common import array, as_dtype, declared
from gnomon.ops.feeding import Written
from gnomon.values.unseen import is_unseen

OPEN = "open axes"
"""Under which attribute a placeholder keeps the axes whose size may be None."""


def placeholder_of(shape: Shape, dtype: Any, stated: Any = None) -> Tensor:
    """Return a placeholder of a shape. Unknown values in what was stated may be None: these axes stay open."""
    tensor = Tensor(shape, as_dtype(dtype), "tf1", maker="placeholder", site=host.reporter.site)
    entries = items(stated) if stated is not None else None
    doubtful = tuple(axis for axis, entry in enumerate(entries or ()) if is_unknown(entry))
    if doubtful:
        tensor.attributes = {OPEN: doubtful}
    if shape.rank is not None:
        tensor.role = f"takes {Written(['?' if is_unseen(size) else size for size in shape.dims])}"
    return tensor


@function("tensorflow.placeholder")
def _placeholder(dtype: Any, shape: Any = None, name: Any = None) -> Tensor:
    return placeholder_of(declared(shape), dtype, shape)


@function("tensorflow.placeholder_with_default")
def _with_default(input: Any, shape: Any, name: Any = None) -> Tensor:
    default = array(input)
    return placeholder_of(declared(shape), default.dtype)


@function("tensorflow.ragged.placeholder")
def _sparse(dtype: Any, shape: Any = None, name: Any = None) -> Any:
    from gnomon.models.tensorflow.common import nothing

    return nothing()
