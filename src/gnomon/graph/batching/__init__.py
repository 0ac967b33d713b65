"""Mapping over an axis: rules for the whole table that carry out an operation for many rows at once."""

import gnomon.graph.gradients  # noqa: F401  (bodies of operations)
from gnomon.graph.batching import (  # noqa: F401  (each registers its rules)
    axes,
    control,
    custom,
    elementwise,
    entries,
    folding,
    matrices,
    random,
    selecting,
    shapes,
)
from gnomon.graph.batching.abstract import ShapeDtype, eval_shape
from gnomon.graph.batching.api import vmap
from gnomon.graph.batching.vectorizing import vectorize

__all__ = ["ShapeDtype", "eval_shape", "vectorize", "vmap"]
