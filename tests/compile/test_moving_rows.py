"""All rows of the table's tests of operations that move elements: native code gives what the reference gives."""

import warnings

import numpy as np
import pytest

import gnomon as gn
from gnomon.compile.lower.direct import MAKERS
from gnomon.compile.lower.reads import READS
from gnomon.compile.moving import _OWN
from gnomon.compile.reference.engine import evaluate
from gnomon.graph.errors import EvaluationError
from gnomon.ops.bodies import MOVING

from compile.reference.test_table import ROWS
from compile.rows_as_graphs import FINITE, applied, as_float32, special

NAMES = {*READS, *MOVING, *_OWN, *" ".join(MAKERS.values()).split()}
MOVES = [row for row in ROWS if row.op in NAMES]
CLOSE = {"float16": 2e-3, "float32": 2e-5, "complex64": 2e-5}


@pytest.mark.parametrize("change", [None, as_float32, special], ids=["plain", "float32", "special"])
@pytest.mark.parametrize("row", MOVES, ids=[f"{k}-{row.op}" for k, row in enumerate(MOVES)])
def test_native_is_the_reference(row, change):
    if change is special and row.op in FINITE:
        pytest.skip(FINITE[row.op])
    outputs, values = applied(row, change)
    inputs = list(values)
    f = gn.function(inputs, list(outputs), on_unused_input="ignore")
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            wanted = evaluate(outputs, values)
        except EvaluationError as error:
            assert change is special
            pytest.skip(f"NumPy refuses: {error}")
        got = f(*values.values())
    for one, other in zip(got, wanted, strict=True):
        assert (one.shape, one.dtype) == (other.shape, other.dtype)
        close = CLOSE.get(str(one.dtype), 1e-9)
        np.testing.assert_allclose(one, other, rtol=close, atol=close)
