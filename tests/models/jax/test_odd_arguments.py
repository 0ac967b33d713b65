"""Odd arguments to JAX's functions: sizes of zero, other ranks and axes, mixed dtypes."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from models.harness import abstract, trial
from models.jax.comparing import Row, as_jax, compare, run_real
from models.jax.test_functions import ROWS
from models.oddities import odd, with_nothing

DIFFERENT = {
    "jax.ops.segment_sum": "adds nothing where there are no segments, however many rows there are",
    "jax.numpy.repeat": "forgets the length it was told where there is nothing to repeat",
    "jax.numpy.percentile": "keeps an axis that a number has not",
    "jax.lax.conv_general_dilated": "takes strides below 1",
    "jax.image.resize": "takes sizes below 0",
    "jax.lax.linalg.triangular_solve": "lets stacks of matrices without any grow",
}
"""Rows that are left out, and what JAX does where arguments are odd."""
pytestmark = pytest.mark.models


@pytest.mark.parametrize("row", [row for row in ROWS if row.name not in DIFFERENT], ids=str)
@settings(
    max_examples=12, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck), database=None
)
@given(data=st.data())
def test_never_refuses_what_jax_accepts(row: Row, data):
    arguments, keywords = data.draw(odd(row.calls))
    compare(replace(row, lenient=True, unknown=True, open=True, dtype=False), arguments, keywords)


@pytest.mark.parametrize("row", ROWS, ids=str)
@settings(
    max_examples=4, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck), database=None
)
@given(data=st.data())
def test_refuses_no_none_that_jax_takes(row: Row, data):
    arguments, keywords = data.draw(with_nothing(row.calls))
    compare(replace(row, lenient=True, unknown=True, open=True, dtype=False), arguments, keywords)


@pytest.mark.parametrize(
    "name, arguments",
    [
        ("jax.numpy.matmul", (np.zeros((2, 2)), None)),
        ("jax.numpy.add", (np.zeros(2), None)),
        ("jax.numpy.sum", (None,)),
        ("jax.numpy.reshape", (None, (2,))),
    ],
)
def test_refuses_none(name, arguments):
    result, error = run_real(Row(name, None), as_jax(arguments), {})
    assert result is None
    assert isinstance(error, (TypeError, ValueError))
    seen = trial(name, tuple(abstract(value, "jax") for value in arguments))
    assert [found.rule for found in seen.diagnostics] == ["arguments"]
