"""Placeholders: tensors whose values are fed when the graph runs."""

from __future__ import annotations

from typing import Any

from gnomon.models.api import Shape, Tensor, function, host
from gnomon.models.tensorflow.common import array, as_dtype, declared
from gnomon.ops.feeding import Written
from gnomon.values.unseen import is_unseen


def placeholder_of(shape: Shape, dtype: Any) -> Tensor:
    """Return a placeholder of a shape."""
    tensor = Tensor(shape, as_dtype(dtype), "tf1", maker="placeholder", site=host.reporter.site)
    if shape.rank is not None:
        tensor.role = f"takes {Written(['?' if is_unseen(size) else size for size in shape.dims])}"
    return tensor


@function("tensorflow.placeholder")
def _placeholder(dtype: Any, shape: Any = None, name: Any = None) -> Tensor:
    return placeholder_of(declared(shape), dtype)


@function("tensorflow.placeholder_with_default")
def _with_default(input: Any, shape: Any, name: Any = None) -> Tensor:
    default = array(input)
    return placeholder_of(declared(shape), default.dtype)


@function("tensorflow.sparse_placeholder", "tensorflow.ragged.placeholder")
def _sparse(dtype: Any, shape: Any = None, name: Any = None) -> Any:
    from gnomon.models.tensorflow.common import nothing

    return nothing()
