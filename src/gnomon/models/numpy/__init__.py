"""Models of NumPy."""

from gnomon.models.numpy import (
    attributes,
    constants,
    creation,
    elementwise,
    fft,
    files,
    grids,
    iteration,
    joining,
    linalg,
    order,
    products,
    random,
    reductions,
    shaping,
    testing,
)

__all__ = [
    "attributes",
    "constants",
    "creation",
    "elementwise",
    "fft",
    "files",
    "grids",
    "iteration",
    "joining",
    "linalg",
    "order",
    "products",
    "random",
    "reductions",
    "shaping",
    "testing",
]
