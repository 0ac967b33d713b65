"""Each modelled function of JAX against JAX itself."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gnomon.models import loading

for library in ("jax", "optax", "flax", "haiku"):
    loading.load(library)

from models.jax.comparing import Row, compare  # noqa: E402  (the models are loaded first)
from models.jax.rows_lax import ROWS as LAX  # noqa: E402
from models.jax.rows_linalg import ROWS as LINALG  # noqa: E402
from models.jax.rows_numpy import ROWS as NUMPY  # noqa: E402
from models.jax.rows_optax import ROWS as OPTAX  # noqa: E402

ROWS = [*LAX, *LINALG, *NUMPY, *OPTAX]
pytestmark = pytest.mark.models


@pytest.mark.parametrize("row", ROWS, ids=str)
@settings(
    max_examples=20, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck), database=None
)
@given(data=st.data())
def test_agrees_with_jax(row: Row, data):
    arguments, keywords = data.draw(row.calls)
    compare(row, arguments, keywords)
