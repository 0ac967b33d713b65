"""The table of operations: `from gnomon import ops`, then `ops.matmul(a, b)` in whatever world a and b live.

Each operation is one `Op` record with its shape rule; `TABLE` has them by name. Operations whose names are
Python builtins (`sum`, `all`, `abs`, `max`, `round` ...) are attributes of this module like the others.
"""

from __future__ import annotations

from gnomon.ops import (  # noqa: F401  (each fills the table)
    arithmetic,
    attention,
    biasing,
    calling,
    choosing,
    contracting,
    control,
    convolution,
    creation,
    cropping,
    dense,
    derivatives,
    diagonals,
    dots,
    einops,
    einsum,
    elementwise,
    feeding,
    fft,
    gathering,
    indexing,
    inserting,
    joining,
    keras_losses,
    learning,
    linalg,
    losses,
    many,
    mapping,
    masking,
    merging,
    normalization,
    order,
    outer_products,
    padding,
    picking,
    pictures,
    pooling,
    probabilities,
    products,
    random,
    ranking_losses,
    recurrent,
    reductions,
    reshaping,
    resizing,
    running,
    samples,
    scattering,
    sequences,
    signals,
    sizing,
    sparse,
    splitting,
    stretches,
    structure,
    tensorflow_losses,
)
from gnomon.ops.axes import UNKNOWN_AXIS
from gnomon.ops.infer import fallback, infer
from gnomon.ops.record import TABLE, Op, op
from gnomon.ops.rule import Array, Out, Refutation, Refuted, Rule
from gnomon.ops.values import declare_values
from gnomon.ops.world import World, entered

__all__ = [
    "TABLE",
    "UNKNOWN_AXIS",
    "Array",
    "Op",
    "Out",
    "Refutation",
    "Refuted",
    "Rule",
    "World",
    "entered",
    "fallback",
    "infer",
    "op",
]

declare_values()
globals().update(TABLE)


def __getattr__(name: str) -> Op:
    try:
        return TABLE[name]
    except KeyError:
        raise AttributeError(f"the table has no operation named {name}") from None
