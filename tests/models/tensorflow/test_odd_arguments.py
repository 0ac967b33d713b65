"""Odd arguments to TensorFlow's functions: sizes of zero, other ranks and axes, mixed dtypes."""

from dataclasses import replace

import pytest
import tensorflow as tf
from hypothesis import given, settings
from hypothesis import strategies as st

from models.oddities import odd
from models.tensorflow.comparing import Row, compare
from models.tensorflow.test_functions import (
    CHECKS,
    CREATION,
    ELEMENTWISE,
    PRODUCTS,
    REDUCTIONS,
    SIGNAL,
    STRUCTURE,
)

pytestmark = pytest.mark.models

ROWS = [*CREATION, *ELEMENTWISE, *PRODUCTS, *REDUCTIONS, *SIGNAL, *STRUCTURE]
"""Without convolution, pooling and images: TensorFlow's kernels end the process on some odd shapes."""

DIFFERENT = {
    "image.random_crop": "cuts off nothing where a size is below 0",
    "nn.sufficient_statistics": "takes an axis twice",
}
"""Rows that are left out, and what TensorFlow does where arguments are odd."""


@pytest.mark.parametrize("row", [row for row in ROWS if row.name not in DIFFERENT], ids=str)
@settings(max_examples=15, **CHECKS)
@given(data=st.data())
def test_never_refuses_what_tensorflow_accepts(row: Row, data):
    arguments, keywords = data.draw(odd(row.calls, tf.constant))
    compare(replace(row, lenient=True, unknown=True, open=True, dtype=False), arguments, keywords)
