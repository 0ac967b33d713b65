"""The switch that lets TensorFlow mix dtypes as NumPy does."""

from __future__ import annotations

from typing import Any

from gnomon.models.api import state
from gnomon.models.registry import STARTS
from gnomon.models.tensorflow.common import tf_function
from gnomon.values.promotion import PROMOTION


@tf_function("experimental.numpy.experimental_enable_numpy_behavior", tensor=False)
def _mix_like_numpy(*args: Any, **kwargs: Any) -> None:
    state.write(PROMOTION, "tf", "numpy")


STARTS.append(lambda: state.write(PROMOTION, "tf", "tf"))
