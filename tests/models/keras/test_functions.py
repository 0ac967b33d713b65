"""Functions of `keras.ops`, `keras.backend`, `keras.random` and `keras.utils` against Keras."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from models.keras.comparing import Row, check_function
from models.keras.rows_more import BACKEND as MORE_BACKEND
from models.keras.rows_more import OPS as MORE
from models.keras.rows_ops import BACKEND, ROWS
from models.keras.rows_quantizers import ROWS as QUANTIZERS

pytestmark = [pytest.mark.models, pytest.mark.filterwarnings("ignore")]


@pytest.mark.parametrize("row", [*ROWS, *BACKEND, *MORE, *MORE_BACKEND, *QUANTIZERS], ids=str)
@settings(
    max_examples=12, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck), database=None
)
@given(data=st.data())
def test_function_agrees_with_keras(row: Row, data):
    arguments, keywords = data.draw(row.calls)
    check_function(row, arguments, keywords)
