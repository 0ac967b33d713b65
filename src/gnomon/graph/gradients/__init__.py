"""Derivatives of expressions: rules for the whole table, reverse and forward mode."""

import gnomon.graph.world  # noqa: F401  (the world that rules build in)
from gnomon.graph.gradients import (  # noqa: F401  (each registers its rules)
    arithmetic,
    choices,
    convolution,
    einsum,
    elementwise,
    factors,
    fourier,
    images,
    indexing,
    linalg,
    loops,
    normalization,
    ordering,
    pooling,
    products,
    random,
    reductions,
    running,
    sparse,
    stretches,
    structure,
    tables,
    whiles,
)
from gnomon.graph.gradients.api import grad, hessian, jacobian, stop_gradient, value_and_grad, vjp
from gnomon.graph.gradients.custom import custom_gradient
from gnomon.graph.gradients.forward import jvp

__all__ = [
    "custom_gradient",
    "grad",
    "hessian",
    "jacobian",
    "jvp",
    "stop_gradient",
    "value_and_grad",
    "vjp",
]
