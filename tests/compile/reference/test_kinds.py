"""The rows whose expectation is a function of NumPy, over other dtypes: the same dtype and the same values."""

import warnings

import numpy as np
import pytest

from gnomon import ops

from compile.reference import rows_arrays, rows_elementwise, rows_networks
from compile.reference.harness import agrees, carried_out

ROWS = [*rows_elementwise.ROWS, *rows_arrays.ROWS, *rows_networks.ROWS]
KINDS = ("float32", "int32", "int8", "uint8", "bool")
OTHERWISE = {
    ("angle", "bool"): "float16 in place of float64",
    ("conj", "bool"): "booleans stay booleans",
    ("round", "bool"): "booleans stay booleans",
    ("reciprocal", "int32"): "1 / 0 is 0",
    ("reciprocal", "int8"): "1 / 0 is 0",
    ("reciprocal", "uint8"): "1 / 0 is 0",
    ("reciprocal", "bool"): "1 / 0 is 0",
    ("power", "int8"): "negative exponents are taken",
    ("power", "int32"): "negative exponents are taken",
    ("isclose", "bool"): "NumPy refuses",
}


def of_numpy(row):
    return isinstance(row.expected, np.ufunc) or getattr(row.expected, "__module__", "").startswith("numpy")


def turned(argument, kind):
    """Return float64 arrays in another dtype, rounded for integers."""
    if isinstance(argument, tuple):
        return tuple(turned(entry, kind) for entry in argument)
    if not isinstance(argument, np.ndarray) or argument.dtype != np.float64:
        return argument
    whole = argument if kind == "float32" else np.round(np.nan_to_num(np.clip(argument, -100, 100)))
    return np.asarray(abs(whole) if kind == "uint8" else whole).astype(kind)


CHOSEN = [(k, row) for k, row in enumerate(ROWS) if of_numpy(row) and not row.attributes]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("row", [row for _, row in CHOSEN], ids=[f"{k}-{row.op}" for k, row in CHOSEN])
def test_dtypes_are_those_of_numpy(row, kind):
    if (row.op, kind) in OTHERWISE:
        return
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        arguments = tuple(turned(argument, kind) for argument in row.arguments)
        try:
            expected = row.expected(*arguments)
        except (TypeError, ValueError, np.linalg.LinAlgError):
            return
        outs, results = carried_out(row.op, *arguments, **row.attributes)
        many = expected if isinstance(expected, tuple) else (expected,)
        agrees(row.op, outs, results, many, rtol=1e-4)


def test_the_exceptions_are_operations():
    assert all(name in ops.TABLE for name, _ in OTHERWISE)
