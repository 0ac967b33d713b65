"""What composite operations are made of: bodies over simpler operations of the table, one registry for all.

Code, gradients and batching follow from a body, unless the operation has a better form of its own: a native kernel,
a pullback, a batching rule. The checker needs none of them, so they are loaded by whoever asks for `Op.body`. A test
holds each body against its operation: same shape, same dtype, same value, special values included.
"""

from gnomon.ops.bodies import (  # noqa: F401  (each registers its bodies)
    activations,
    arithmetic,
    attention,
    blocks,
    choosing,
    convolution,
    counting,
    fourier,
    images,
    indexing,
    integers,
    joining,
    keras_losses,
    linalg,
    losses,
    moving,
    normalization,
    order,
    pair_losses,
    patterns,
    pictures,
    pooling,
    probabilities,
    products,
    reductions,
    running,
    samples,
    sequences,
    sparse,
    special,
    stretches,
)
from gnomon.ops.bodies.registry import BODIES, CONDITIONS, DIFFERENTIATED, MOVING, Inexpressible, body

__all__ = ["BODIES", "CONDITIONS", "DIFFERENTIATED", "MOVING", "Inexpressible", "body"]
