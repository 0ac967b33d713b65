"""Values for the arrays that the examples of laws are written over."""

import numpy as np

N = 4
SPECIAL = [
    np.inf,
    -np.inf,
    np.nan,
    -0.0,
    0.0,
    5e-324,
    -1e-310,
    1e308,
    -1e308,
    1.5,
    -2.25,
    3.0,
    0.5,
    -1.0,
    1.0,
    7.0,
]


def value(array, rows, rng, special):
    shape = [rows if type(size) is not int else size for size in array.shape.dims]
    kind, dtype = array.dtype.kind, str(array.dtype)
    if array.name == "labels":
        return rng.integers(0, 3, shape)
    if kind == "bool":
        return rng.random(shape) < 0.5
    if kind == "int":
        edges = [-(2**63), 2**63 - 1, 0, -1, 1, 2, -3, 5, 2**62]
        return rng.choice(edges, shape) if special else rng.integers(1, 9, shape)
    if kind == "complex":
        parts = [value_of(rng, shape, special, "float64") for _ in range(2)]
        made = np.empty(shape, dtype)
        made.real, made.imag = parts
        return made
    return value_of(rng, shape, special, dtype)


def value_of(rng, shape, special, dtype):
    if special:
        with np.errstate(all="ignore"):
            return rng.choice(SPECIAL, shape).astype(dtype)
    return np.asarray(rng.uniform(0.1, 2, shape)).astype(dtype)
