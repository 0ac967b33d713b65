"""Odd arguments to TensorFlow's functions: sizes of zero, other ranks and axes, mixed dtypes."""

from dataclasses import replace

import pytest
import tensorflow as tf
from hypothesis import given, settings
from hypothesis import strategies as st

from models.oddities import odd, with_nothing
from models.tensorflow.comparing import Row, called, compare, model_of, real_function
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


@pytest.mark.parametrize("row", ROWS, ids=str)
@settings(**{**CHECKS, "max_examples": 4})
@given(data=st.data())
def test_refuses_no_none_that_tensorflow_takes(row: Row, data):
    arguments, keywords = data.draw(with_nothing(row.calls))
    try:
        real_function(row)(*arguments, **keywords)
    except Exception:
        return
    seen = called(row, tuple(map(model_of, arguments)), {name: model_of(v) for name, v in keywords.items()})
    assert not seen.raises, f"TensorFlow takes {arguments} {keywords}, but {seen.diagnostics[0].message}"


@pytest.mark.parametrize(
    "name, arguments",
    [
        ("add", (tf.zeros(2), None)),
        ("concat", ([tf.zeros(2), None], 0)),
    ],
)
def test_refuses_none(name, arguments):
    with pytest.raises(ValueError, match="None"):
        real_function(Row(name, None))(*arguments)
    seen = called(Row(name, None), tuple(map(model_of, arguments)), {})
    assert [found.rule for found in seen.diagnostics] == ["arguments"]
