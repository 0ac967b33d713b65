"""Programs written at random run under TensorFlow: what the checker says of them is what they showed."""

import pytest

from soundness.holding import hold

pytestmark = pytest.mark.models


def test_array_programs():
    hold("tf", range(12), mistakes=3)
