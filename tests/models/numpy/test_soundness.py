"""Programs written at random run under NumPy: what the checker says of them is what they showed."""

import pytest

from soundness.holding import hold

pytestmark = pytest.mark.models


def test_array_programs():
    hold("numpy", range(24), mistakes=4)
