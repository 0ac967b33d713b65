"""Losses against Keras: which targets fit which outputs, and the shape of the result."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from models.harness import abstract, trial
from models.keras.comparing import attempt, describe, resolve
from models.keras.drawing import filled, small

pytestmark = [pytest.mark.models, pytest.mark.filterwarnings("ignore")]

NAMES = (
    "MeanSquaredError",
    "MeanAbsoluteError",
    "Huber",
    "LogCosh",
    "Poisson",
    "KLDivergence",
    "Hinge",
    "CategoricalCrossentropy",
    "SparseCategoricalCrossentropy",
    "BinaryCrossentropy",
)


@st.composite
def compared(draw):
    """Targets and outputs that often belong together."""
    batch, classes = draw(st.integers(2, 4)), draw(small)
    extra = draw(st.sampled_from(((), (), (3,))))
    output = (batch, *extra, classes)
    target = draw(
        st.sampled_from(
            (
                (batch, *extra, classes),
                (batch, *extra),
                (batch, *extra, 1),
                (batch, *extra, classes + 1),
                (batch + 1, *extra, classes),
                (batch,),
                (batch, 1),
            )
        )
    )
    return filled(target, draw(st.sampled_from(("float32", "int32")))) * 0, filled(output)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("reduction", ["sum_over_batch_size", None])
@settings(
    max_examples=40, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck), database=None
)
@given(pair=compared())
def test_loss_agrees_with_keras(name, reduction, pair):
    target, output = pair
    real = resolve(f"keras.losses.{name}")(reduction=reduction)
    result, error = attempt(lambda: real(target, output))
    made = trial(f"keras.losses.{name}", (), {"reduction": reduction})
    seen = trial(made.value, (abstract(target, "numpy"), abstract(output, "tf")))
    assert seen.error is None, f"the model failed: {seen.error!r}"
    if error is not None:
        flat = target.ndim == 1 and output.ndim == 2  # Keras 2 makes a column of flat targets
        assert seen.raises or flat, f"Keras raises {error!r} on {target.shape} and {output.shape}"
        return
    assert not seen.raises, (
        f"the model reports {seen.diagnostics[0].message!r}, Keras gives {describe(result)}"
    )
    if seen.value.shape.rank is not None:
        assert seen.value.shape.dims == tuple(result.shape), f"{seen.value!r} for {describe(result)}"
