"""Each modelled TensorFlow function against TensorFlow itself, eagerly and in a graph with open sizes."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from models.tensorflow.comparing import Row, compare, compare_in_graph
from models.tensorflow.rows_creation import ROWS as CREATION
from models.tensorflow.rows_elementwise import ROWS as ELEMENTWISE
from models.tensorflow.rows_images import ROWS as IMAGES
from models.tensorflow.rows_neural import ROWS as NEURAL
from models.tensorflow.rows_products import ROWS as PRODUCTS
from models.tensorflow.rows_reductions import ROWS as REDUCTIONS
from models.tensorflow.rows_signal import ROWS as SIGNAL
from models.tensorflow.rows_structure import ROWS as STRUCTURE

ROWS = [*CREATION, *ELEMENTWISE, *IMAGES, *NEURAL, *PRODUCTS, *REDUCTIONS, *SIGNAL, *STRUCTURE]
pytestmark = pytest.mark.models
CHECKS = {"derandomize": True, "deadline": None, "suppress_health_check": list(HealthCheck), "database": None}


@pytest.mark.parametrize("row", ROWS, ids=str)
@settings(max_examples=30, **CHECKS)
@given(data=st.data())
def test_agrees_with_tensorflow(row: Row, data):
    arguments, keywords = data.draw(row.calls)
    compare(row, arguments, keywords)


@pytest.mark.parametrize("row", [row for row in ROWS if row.graph], ids=str)
@settings(max_examples=8, **CHECKS)
@given(data=st.data())
def test_agrees_with_a_graph(row: Row, data):
    arguments, keywords = data.draw(row.calls)
    hide = data.draw(st.lists(st.booleans(), min_size=8, max_size=8))
    compare_in_graph(row, arguments, keywords, hide)
