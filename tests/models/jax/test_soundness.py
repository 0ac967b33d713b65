"""Programs written at random run under JAX: what the checker says of them is what they showed."""

import pytest

from soundness.holding import hold

pytestmark = pytest.mark.models


def test_array_programs():
    hold("jax", range(5), mistakes=1)


def test_networks():
    pytest.importorskip("flax")
    hold("net-flax", range(2), mistakes=1)
