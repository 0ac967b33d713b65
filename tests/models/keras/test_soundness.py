"""Programs written at random run under Keras: what the checker says of them is what they showed."""

import pytest

from soundness.holding import hold

pytestmark = pytest.mark.models


def test_networks():
    hold("net-keras", range(3), mistakes=1)
