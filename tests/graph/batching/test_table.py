"""The whole table: mapping gives what a loop gives, whichever inputs differ from row to row."""

import warnings

import numpy as np
import pytest

from gnomon import ops
from gnomon.compile.reference.absent import NOT_EXECUTED
from gnomon.graph.batching import vmap
from gnomon.graph.batching.reasons import REASONS, UNEVEN
from gnomon.graph.batching.registry import Same, rule_of
from gnomon.graph.errors import BatchingError, ShapeError

from graph.batching.cases import GIVEN, ROWS, choices, mapped, rows_of

LOOPS = set("scan while_loop cond branch call".split())
"""Their rows are programs: tests/graph/control/test_batching.py."""
NO_DTYPE = {"polynomial_features", "one_hot"}
"""Expressions cannot apply them: which dtype results is not known."""
UNEVEN_BY = {
    "boolean_mask": (1, None),
    "masked_select": (1, None),
    "compress": (1, None),
    "segment_reduce": (1, None),
}
"""Operations whose results get a size from the values of this input, if nothing else says it."""


def test_every_operation_has_a_rule_a_body_or_a_reason():
    lacking = [
        name
        for name, record in ops.TABLE.items()
        if (rule_of(record) is not None or record.body is not None) == (name in REASONS)
    ]
    assert lacking == []
    assert [name for name in REASONS if name not in ops.TABLE] == []


def test_every_operation_that_is_mapped_has_a_row():
    tested = {row.op for row in ROWS} | LOOPS
    wanted = {name for name in ops.TABLE if name not in REASONS and name not in NOT_EXECUTED}
    assert sorted(wanted - tested) == []


@pytest.mark.parametrize("row", ROWS, ids=[f"{k}-{row.op}" for k, row in enumerate(ROWS)])
def test_mapping_is_a_loop(row):
    """Also where the number of rows is a symbol: shapes are (rows, *shape of a row)."""
    if row.op in NO_DTYPE:
        pytest.skip("expressions cannot apply it: its dtype is not known")
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        for chosen in choices(row.arguments):
            if row.op in REASONS or _uneven(row, chosen):
                with pytest.raises(BatchingError, match=REASONS.get(row.op, UNEVEN)):
                    mapped(row, chosen, rows_of(row, chosen)[0])
                continue
            values, expected = rows_of(row, chosen)
            for name in (None, "rows"):
                agree(row, mapped(row, chosen, values, name), expected)


def _uneven(row, chosen):
    counted = row.op == "segment_reduce" and row.attributes.get("count") is not None
    return UNEVEN_BY.get(row.op) in chosen and not counted


def agree(row, found, rows):
    """Assert that results are the stacked results of the rows, in shape, dtype and values."""
    columns = list(zip(*rows))
    wanted = [np.stack(columns[k]) for k in GIVEN.get(row.op, range(len(columns)))]
    assert len(found) == len(wanted)
    for got, want in zip(found, wanted):
        assert got.shape == want.shape
        assert got.dtype == want.dtype
        narrow = {"float16": 2e-3, "float32": 2e-5, "complex64": 2e-5}.get(want.dtype.name, 1e-9)
        np.testing.assert_allclose(got, want, rtol=narrow, atol=narrow, err_msg=row.op)


def test_a_comparison_notices_a_wrong_rule(monkeypatch):
    row = next(row for row in ROWS if row.op == "cumsum" and row.attributes.get("axis") == 1)
    wrong = lambda b, x, *, axis: ops.cumsum(x, axis=axis)
    monkeypatch.setattr(ops.cumsum, "batching", wrong)
    values, expected = rows_of(row, choices(row.arguments)[0])
    with pytest.raises(AssertionError):
        agree(row, mapped(row, choices(row.arguments)[0], values), expected)


def test_a_rule_that_gives_a_wrong_shape_is_told(monkeypatch):
    monkeypatch.setattr(ops.tanh, "batching", lambda b, x: ops.sum(x, axis=0))
    with pytest.raises(AssertionError, match="the batching rule of tanh"):
        vmap(ops.tanh)(np.ones((2, 3)))
    monkeypatch.setattr(ops.tanh, "batching", lambda b, x: Same(x))
    with pytest.raises(AssertionError, match="the batching rule of tanh"):
        vmap(ops.tanh)(np.ones((2, 3)))


def test_operations_without_a_dtype_are_those_that_expressions_refuse():
    for row in (row for row in ROWS if row.op in NO_DTYPE):
        with pytest.raises(ShapeError, match="dtype of the result is not known"):
            mapped(row, choices(row.arguments)[0], rows_of(row, choices(row.arguments)[0])[0])
