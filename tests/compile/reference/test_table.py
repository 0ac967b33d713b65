"""The table as a whole: each operation has a function or a reason, and gives what its rule infers."""

import warnings

import numpy as np
import pytest

from gnomon import ops
from gnomon.compile.reference.absent import NOT_EXECUTED
from gnomon.compile.reference.engine import find_reference

from compile.reference import rows_arrays, rows_elementwise, rows_networks
from compile.reference.harness import agrees, carried_out

LOOPS = "scan while_loop cond branch call".split()
"""Their rows are programs: tests/graph/control."""

ROWS = [*rows_elementwise.ROWS, *rows_arrays.ROWS, *rows_networks.ROWS]


def test_each_operation_has_a_function_or_a_reason():
    assert [name for name in ops.TABLE if find_reference(name) is None and name not in NOT_EXECUTED] == []
    assert [name for name in NOT_EXECUTED if find_reference(name) is not None or name not in ops.TABLE] == []


def test_each_operation_has_a_row():
    tested = {row.op for row in ROWS}.union(LOOPS)
    assert [name for name in ops.TABLE if name not in tested and name not in NOT_EXECUTED] == []


@pytest.mark.parametrize("row", ROWS, ids=[f"{k}-{row.op}" for k, row in enumerate(ROWS)])
def test_the_rule_and_the_values(row):
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        outs, results = carried_out(row.op, *row.arguments, **row.attributes)
        if row.expected is not None:
            agrees(row.op, outs, results, row.results(), dtype=row.dtype, rtol=row.rtol)
