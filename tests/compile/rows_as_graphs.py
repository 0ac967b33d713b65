"""Rows of the table's tests as symbolic expressions, with other dtypes and with special values in place of theirs."""

import numpy as np
import pytest

from gnomon import ops
from gnomon.graph.array import Array
from gnomon.graph.constants import constant, symbol
from gnomon.graph.errors import GnomonError
from gnomon.shapes import dtypes

SPECIAL = [np.nan, 1.5, np.inf, -0.0, -2.0, 1e-42, -np.inf, 0.0, 0.25, 3e15, -1e-40, 1.0, -0.5]

FINITE = {
    **dict.fromkeys(["polynomial_fit", "lstsq"], "LAPACK does not come back from infinite numbers"),
    "interpolate": "places out of order have no stretches between them",
    **dict.fromkeys(["conv_transpose", "convolve"], "zeros beyond the ends meet infinities"),
}
"""Operations that are not held to special values, and why."""


def as_float32(array):
    """Return floats as float32, complex numbers as complex64."""
    narrow = {"float64": np.float32, "complex128": np.complex64}
    with np.errstate(over="ignore"):
        return array.astype(narrow.get(str(array.dtype), array.dtype))


def special(array):
    """Return an array of the same shape and dtype with NaN, infinities, zeros of both signs and denormal numbers."""
    if array.dtype.kind != "f":
        return array
    start = array.size % 3
    return np.resize(np.roll(np.asarray(SPECIAL), -start), array.shape).astype(array.dtype)


def applied(row, change=None, symbolic=True):
    """Return the outputs of a row's operation over symbols, and the values of these; integers stay constants."""
    values = {}

    def lifted(argument):
        if argument is None or isinstance(argument, Array):
            return argument
        if isinstance(argument, (list, tuple)):
            return tuple(lifted(entry) for entry in argument)
        array = np.asarray(argument)
        if change is not None:
            array = np.asarray(change(array))
        if not symbolic or (array.dtype.kind not in "fc" and not row.symbolic):
            return constant(array)
        leaf = symbol(f"x{len(values)}", array.shape, str(array.dtype))
        values[leaf] = array
        return leaf

    def attribute(value):
        if isinstance(value, np.ndarray):
            return constant(value)
        return tuple(attribute(entry) for entry in value) if type(value) is tuple else value

    inputs = [lifted(argument) for argument in row.arguments]
    attributes = {key: attribute(value) for key, value in row.attributes.items()}
    if isinstance(attributes.get("dtype"), str):
        attributes["dtype"] = dtypes.parse(attributes["dtype"])
    if not values:
        pytest.skip("it has no inputs")
    try:
        out = ops.TABLE[row.op](*inputs, **attributes)
    except GnomonError as error:
        pytest.skip(f"it is not applied to symbols: {error}")
    return (out if isinstance(out, tuple) else (out,)), values
