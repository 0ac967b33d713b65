"""Each modelled NumPy function against NumPy itself."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from models.numpy.comparing import Row, compare
from models.numpy.rows_creation import ROWS as CREATION
from models.numpy.rows_elementwise import ROWS as ELEMENTWISE
from models.numpy.rows_linalg import ROWS as LINALG
from models.numpy.rows_methods import ROWS as METHODS
from models.numpy.rows_order import ROWS as ORDER
from models.numpy.rows_random import ROWS as RANDOM
from models.numpy.rows_rarer import ROWS as RARER
from models.numpy.rows_reductions import ROWS as REDUCTIONS
from models.numpy.rows_structure import ROWS as STRUCTURE

ROWS = [*CREATION, *ELEMENTWISE, *LINALG, *METHODS, *ORDER, *RANDOM, *RARER, *REDUCTIONS, *STRUCTURE]
pytestmark = pytest.mark.models


@pytest.mark.parametrize("row", ROWS, ids=str)
@settings(
    max_examples=40, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck), database=None
)
@given(data=st.data())
def test_agrees_with_numpy(row: Row, data):
    arguments, keywords = data.draw(row.calls)
    compare(row, arguments, keywords)
