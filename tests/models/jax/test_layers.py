"""Layers of Flax against Flax itself."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

pytest.importorskip("flax")

from gnomon.models import loading

loading.load("flax")

from models.jax.layers import LAYERS, LayerRow, compare_layer  # noqa: E402

pytestmark = pytest.mark.models


@pytest.mark.parametrize("row", LAYERS, ids=str)
@settings(
    max_examples=20, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck), database=None
)
@given(data=st.data())
def test_agrees_with_flax(row: LayerRow, data):
    made = data.draw(row.made)
    inputs = data.draw(row.inputs)
    compare_layer(row, made, inputs)
