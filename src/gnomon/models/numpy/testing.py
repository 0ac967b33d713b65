"""`numpy.testing`: comparisons that want equal shapes, or shapes that broadcast."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import function
from gnomon.models.numpy.support import as_array


def _compare(actual: Any, desired: Any) -> None:
    first, second = as_array(actual), as_array(desired)
    if first.shape.rank != 0 and second.shape.rank != 0:
        ops.same_shape(first, second)


@function(
    "numpy.testing.assert_allclose",
    "numpy.testing.assert_array_equal",
    "numpy.testing.assert_array_almost_equal",
    "numpy.testing.assert_array_less",
    "numpy.testing.assert_array_almost_equal_nulp",
    tensor=False,
)
def assert_allclose(actual: Any, desired: Any, *arguments: Any, **options: Any) -> None:
    _compare(actual, desired)


@function(
    "numpy.testing.assert_equal",
    "numpy.testing.assert_almost_equal",
    "numpy.testing.assert_approx_equal",
    "numpy.testing.assert_raises",
    "numpy.testing.assert_raises_regex",
    "numpy.testing.assert_warns",
    "numpy.testing.assert_",
    "numpy.testing.assert_string_equal",
    tensor=False,
)
def assert_equal(*arguments: Any, **options: Any) -> None:
    return None
