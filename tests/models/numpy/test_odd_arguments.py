"""Odd arguments to NumPy's functions: sizes of zero, other ranks and axes, mixed dtypes."""

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from models.numpy.comparing import Row, compare
from models.numpy.test_functions import ROWS
from models.oddities import odd

pytestmark = pytest.mark.models


@pytest.mark.parametrize("row", ROWS, ids=str)
@settings(
    max_examples=40, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck), database=None
)
@given(data=st.data())
def test_never_refuses_what_numpy_accepts(row: Row, data):
    arguments, keywords = data.draw(odd(row.calls))
    compare(replace(row, lenient=True, unknown=True, open=True, dtype=False), arguments, keywords)
