"""Layers of Flax, Equinox and Haiku against these libraries."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gnomon.models import loading

for library in ("flax", "equinox", "haiku"):
    pytest.importorskip(library)
    loading.load(library)

from models.jax.layers import LAYERS, LayerRow, compare_layer  # noqa: E402
from models.jax.layers_equinox import LAYERS as OF_EQUINOX  # noqa: E402
from models.jax.layers_haiku import LAYERS as OF_HAIKU  # noqa: E402

pytestmark = pytest.mark.models


@pytest.mark.parametrize("row", [*LAYERS, *OF_EQUINOX, *OF_HAIKU], ids=str)
@settings(
    max_examples=20, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck), database=None
)
@given(data=st.data())
def test_agrees_with_the_library(row: LayerRow, data):
    made = data.draw(row.made)
    inputs = data.draw(row.inputs)
    compare_layer(row, made, inputs)
