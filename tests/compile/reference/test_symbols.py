"""The same rows with named sizes: what was inferred for all sizes holds for these."""

import warnings

import numpy as np
import pytest

from gnomon import ops
from gnomon.compile.reference.engine import evaluate
from gnomon.graph.array import Array
from gnomon.graph.constants import named_size, symbol
from gnomon.graph.world import GraphWorld
from gnomon.shapes import Dtype

from compile.reference import rows_arrays, rows_elementwise, rows_networks
from compile.reference.harness import attribute

ROWS = [*rows_elementwise.ROWS, *rows_arrays.ROWS, *rows_networks.ROWS]


def named(argument, values):
    """Return a symbol in place of each array; equal sizes other than 0 and 1 have one name."""
    if isinstance(argument, (list, tuple)):
        return tuple(named(entry, values) for entry in argument)
    if argument is None:
        return None
    array = np.asarray(argument)
    shape = tuple(named_size(f"s{size}") if size > 1 else size for size in array.shape)
    made = symbol(f"x{len(values)}", shape, array.dtype.name)
    values[made] = array
    return made


def runnable(row):
    known = row.expected is not None and row.symbolic and row.arguments
    return known and type(ops.TABLE[row.op].dtype) is str and ops.TABLE[row.op].dtype != "none"


CHOSEN = [(k, row) for k, row in enumerate(ROWS) if runnable(row)]


@pytest.mark.parametrize("row", [row for _, row in CHOSEN], ids=[f"{k}-{row.op}" for k, row in CHOSEN])
def test_named_sizes(row):
    values = {}
    arguments = tuple(named(argument, values) for argument in row.arguments)
    attributes = {key: attribute(value) for key, value in row.attributes.items()}
    if not isinstance(attributes.get("dtype"), (Dtype, type(None))):
        return
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        outs = GraphWorld().apply(ops.TABLE[row.op], arguments, attributes)
        outs = (outs,) if isinstance(outs, Array) else outs
        results = evaluate(outs, values)
        for out, result, wanted in zip(outs, results, row.results()):
            assert result.shape == np.shape(wanted)
            assert result.dtype.name == str(out.dtype)
            tolerance = 2e-3 if result.dtype == np.float16 else max(row.rtol, 2e-5)
            np.testing.assert_allclose(result, wanted, rtol=tolerance, atol=tolerance * 1e-2)
