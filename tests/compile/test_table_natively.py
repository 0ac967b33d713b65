"""The whole table by native code against the reference: each row of the table's tests, in many disguises.

Ordinary numbers, float32, special values, memory that is strided or repeated, arrays without elements and without axes.
What has no native code runs as a step of the reference, and passes here as such; `docs/table.md` says which.
"""

import warnings

import numpy as np
import pytest

from gnomon import ops
from gnomon.compile.program import Program
from gnomon.compile.reference.engine import evaluate
from gnomon.compile.reference.sizes import Solution
from gnomon.compile.rewritten import rewritten
from gnomon.graph.array import Constant
from gnomon.graph.errors import GnomonError

from compile.reference.test_table import ROWS
from compile.rows_as_graphs import FINITE, applied, as_float32, special

CLOSE = {"float16": 2e-3, "float32": 3e-5, "complex64": 3e-5}
ROUGH = {"gamma", "lgamma", "digamma", "polygamma", "matrix_exp", "sqrtm"}
FREE = {
    "eig": "vectors are unique up to a factor",
    "eigh": "vectors are unique up to a sign",
    "svd": "vectors are unique up to a sign",
    "argpartition": "the order within the parts is open",
    "partition": "the order within the parts is open",
}
"""Operations whose results are not unique, and why: their shapes and dtypes are compared."""

SINGULAR = ("cholesky",)
"""Operations that are not given equal entries: such a matrix is singular, and rounding decides what is left of it."""

FIRST = {}
for _k, _row in enumerate(ROWS):
    FIRST.setdefault(_row.op, (_k, _row))
NUMBERED = [pytest.param(row, id=f"{k}-{row.op}") for k, row in enumerate(ROWS)]
ONE_EACH = [pytest.param(row, id=f"{k}-{row.op}") for k, row in FIRST.values()]
ELEMENTWISE = [p for p in ONE_EACH if ops.TABLE[p.values[0].op].facts.get("elementwise")]


def compare(name, one, other):
    assert one.dtype == other.dtype
    assert one.shape == other.shape
    if name in FREE:
        return
    close = max(CLOSE.get(str(one.dtype), 1e-11), 1e-9 if name in ROUGH else 0)
    scale = np.abs(other[np.isfinite(other)]).max(initial=1.0) if other.dtype.kind in "fc" else 1.0
    np.testing.assert_allclose(one, other, rtol=close, atol=close * scale)


def hold(outputs, values, *others):
    """Assert that native code gives what the reference gives, or refuses what it refuses, for these values and others."""
    name = outputs[0].application.op.name if outputs[0].application is not None else ""
    program = Program(rewritten(list(outputs), {}, laws="none", expand=True), native=True)

    def f(*arrays):
        known = {leaf: leaf.data for leaf in program.capture.leaves() if isinstance(leaf, Constant)}
        with np.errstate(all="ignore"):
            return program.run({**known, **dict(zip(values, arrays))}, Solution())

    for given in (values, *[dict(zip(values, other)) for other in others]):
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            try:
                wanted = evaluate(list(outputs), given)
            except GnomonError:
                with pytest.raises(GnomonError):
                    f(*given.values())
                continue
            got = f(*given.values())
        for one, other in zip(got, wanted, strict=True):
            compare(name, np.asarray(one), other)


def strided(array):
    """Return equal values in memory with gaps, from back to front."""
    wide = np.zeros([2 * size for size in array.shape], array.dtype)
    gaps = tuple(slice(None, None, 2) for _ in array.shape)
    wide[gaps] = array[tuple(slice(None, None, -1) for _ in array.shape)]
    return wide[gaps][tuple(slice(None, None, -1) for _ in array.shape)]


def repeated(array):
    """Return the first entry of floats everywhere, in the memory of one; integers stay what they are."""
    if array.dtype.kind not in "fc" or not array.size:
        return array
    return np.broadcast_to(array.ravel()[0], array.shape)


@pytest.mark.parametrize("row", NUMBERED)
def test_ordinary_special_strided_and_repeated_values(row):
    outputs, values = applied(row)
    numbers = list(values.values())
    changes = [strided, *[special] * (row.op not in FINITE), *[repeated] * (row.op not in SINGULAR)]
    disguises = [[change(array) for array in numbers] for change in changes]
    hold(outputs, values, *disguises)


@pytest.mark.parametrize("row", ONE_EACH)
def test_float32(row):
    outputs, values = applied(row, as_float32)
    hold(outputs, values, *([] if row.op in FINITE else [[special(array) for array in values.values()]]))


def emptied(row):
    """Return a change that makes the first axis of the first array empty, and equally long ones of the others."""
    opened = [a for entry in row.arguments for a in (entry if type(entry) is tuple else (entry,))]
    size = next((np.shape(a)[0] for a in opened if a is not None and np.ndim(a)), None)
    return lambda array: array[:0] if array.ndim and array.shape[0] == size else array


@pytest.mark.parametrize("row", ONE_EACH)
def test_no_elements(row):
    outputs, values = applied(row, emptied(row))
    hold(outputs, values)


@pytest.mark.parametrize("row", ELEMENTWISE)
def test_no_axes(row):
    outputs, values = applied(row, lambda array: array.ravel()[0])
    hold(outputs, values)
