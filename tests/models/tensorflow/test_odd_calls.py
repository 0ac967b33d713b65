"""TensorFlow's convolutions and pools with odd arguments: no false alarm, no wrong shape or dtype."""

from collections import Counter

import pytest

from gnomon.values import Tensor

from models.harness import abstract, trial
from models.odd_layers import Oddities, mapped
from models.tensorflow.comparing import tf  # also quietens TensorFlow
from models.tensorflow.odd_calls import TABLE
from models.tensorflow.worker import Worker

pytestmark = pytest.mark.models

CALLS = 100


@pytest.fixture(scope="module")
def worker():
    made = Worker()
    yield made
    made.close()


def seen_by_checker(part):
    """Arguments as the checker sees them."""
    return mapped(part, lambda described: abstract(tf.zeros(described.shape, described.dtype), "tf"))


def compare(worker, name, arguments, options):
    """Whether TensorFlow took the call, and whether the model saw that it does not."""
    call = f"{name} {arguments} {options}"
    result, error = worker.ask(name, arguments, options)
    seen = trial(f"tensorflow.{name}", seen_by_checker(arguments), seen_by_checker(options))
    assert seen.error is None, f"{call}: the model failed: {seen.error!r}"
    if result is None:
        return "known" if seen.raises else f"{call}: {error}"
    shape, dtype = result
    if seen.raises and 0 in shape:
        return "empty"  # TensorFlow gives an image without pixels where a window does not fit; the model refuses it
    assert not seen.raises, f"{call} gives {shape} {dtype}, but {seen.diagnostics[0].message}"
    value = seen.value
    if isinstance(value, Tensor) and value.shape.rank is not None:
        dims = value.shape.dims
        fits = len(dims) == len(shape) and all(
            type(have) is not int or have == want for have, want in zip(dims, shape)
        )
        assert fits, f"{call}: {value!r} for {shape}"
        assert value.dtype is None or str(value.dtype) == dtype, f"{call}: {value!r} for {dtype}"
    return "taken"


@pytest.mark.parametrize("place", range(len(TABLE)), ids=[f"{n}-{layer}" for n, layer in enumerate(TABLE)])
def test_no_false_alarm_and_no_wrong_result(worker, place):
    row, seen = TABLE[place], Counter()
    draws = Oddities(f"{place} {row}")
    for _ in range(CALLS):
        _, _, arguments, options = draws.draw(row)
        seen[compare(worker, row.name, arguments, options)] += 1
    for line, count in seen.items():
        print(row, count, line)
