"""Layers of Flax, Equinox and Haiku with odd settings and inputs: no false alarm, no wrong shape."""

from dataclasses import replace

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
from models.oddities import odd  # noqa: E402

pytestmark = pytest.mark.models

ROWS = [*LAYERS, *OF_EQUINOX, *OF_HAIKU]

DIFFERENT: dict[str, str] = {}
"""Layers that are left out, and what the library does where arguments are odd."""


@pytest.mark.parametrize("row", [row for row in ROWS if row.name not in DIFFERENT], ids=str)
@settings(
    max_examples=4, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck), database=None
)
@given(data=st.data())
def test_never_refuses_what_the_library_accepts(row: LayerRow, data):
    made, inputs = data.draw(odd(st.tuples(row.made, row.inputs)))
    compare_layer(replace(row, lenient=True, unknown=True, open=True, dtype=False), made, inputs)
