"""``sliding_window_view``: overlapping windows along one or several axes."""

import pytest

from models.programs import agree

pytestmark = pytest.mark.models

CALLS = [
    "np.ones(9), 3",
    "np.ones((6, 8)), (2, 3)",
    "np.ones((6, 8)), 3, axis=1",
    "np.ones((6, 8, 4)), (3, 2), axis=(0, -1)",
    "np.ones((6, 8, 4)), 2, 0",
    "np.ones((6, 8)), (7, 3)",
]


@pytest.mark.parametrize("call", CALLS)
def test_sliding_windows(call):
    agree(f"import numpy as np\nz = np.lib.stride_tricks.sliding_window_view({call})\n", "z")
