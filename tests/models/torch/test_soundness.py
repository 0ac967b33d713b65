"""Programs written at random run under PyTorch: what the checker says of them is what they showed."""

import pytest

from soundness.holding import hold

pytestmark = pytest.mark.models


def test_array_programs():
    hold("torch", range(24), mistakes=4)


def test_networks():
    hold("net-torch", range(8), mistakes=4)
