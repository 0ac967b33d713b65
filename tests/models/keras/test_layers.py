"""Each modelled layer against Keras: made with the same options and called on the same arrays."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from models.keras.comparing import Row, check_layer
from models.keras.layers_core import ROWS as CORE
from models.keras.layers_images import ROWS as IMAGES
from models.keras.layers_sequences import ROWS as SEQUENCES
from models.keras.rows_more import LAYERS as MORE

pytestmark = [pytest.mark.models, pytest.mark.filterwarnings("ignore")]


@pytest.mark.parametrize("row", [*CORE, *IMAGES, *SEQUENCES, *MORE], ids=str)
@settings(
    max_examples=15, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck), database=None
)
@given(data=st.data())
def test_layer_agrees_with_keras(row: Row, data):
    arguments, keywords, inputs, options = data.draw(row.calls)
    check_layer(row, arguments, keywords, inputs, options)
