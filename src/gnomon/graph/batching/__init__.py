"""Mapping over an axis: rules for the whole table that carry out an operation for many rows at once."""

import gnomon.graph.gradients  # noqa: F401  (bodies of operations)
