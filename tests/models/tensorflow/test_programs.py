"""Whole programs: the checker reports those that TensorFlow refuses, and reveals the shapes that it computes."""

import itertools
import re
from contextlib import nullcontext

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gnomon.check.api import Checker
from gnomon.check.diagnostic import Level

from models.tensorflow import comparing  # noqa: F401  (settings of TensorFlow)
from models.tensorflow.programs import EAGER, EAGER_PROGRAMS, GRAPH, PROGRAMS

pytestmark = pytest.mark.models
numbers = itertools.count()
small = st.integers(2, 4)
holes = st.fixed_dictionaries(
    {"a": small, "b": small, "c": small, "i": st.integers(0, 1), "n": st.sampled_from([4, 6, 12])}
)
fed = st.sampled_from(["[5, {a}]", "[5]", "[5, {a}, 1]", "[5, 7]"])


def checked(text):
    """What the checker says: whether it reports an error, and the shapes it reveals."""
    result = Checker().check(f"program{next(numbers)}.py", text)
    assert result.fault is None, result.fault
    errors = [d for d in result.diagnostics if d.level is Level.ERROR]
    revealed = [d.message for d in result.diagnostics if d.rule == "reveal-shape"]
    return errors, revealed


def ran(text):
    """What TensorFlow does: the exception, if any, and the computed shapes."""
    import tensorflow as tf

    shapes = []
    with tf.Graph().as_default() if "compat.v1" in text else nullcontext():
        text = text.replace("tf.disable_eager_execution()\n", "")
        try:
            exec(compile(text, "program", "exec"), {"reveal_shape": shapes.append})
        except Exception as error:
            return error, shapes
    return None, shapes


def written(value):
    """A computed value as `reveal_shape` writes it."""
    if isinstance(value, list):
        return "[" + ", ".join(map(written, value)) + "]"
    if isinstance(value, tuple):
        return "(" + ", ".join(map(written, value)) + ")"
    return str(np.shape(value))


def agree(text):
    errors, revealed = checked(text)
    error, shapes = ran(text)
    if error is not None:
        assert errors, f"TensorFlow raises {error!r}, the checker is silent and reveals {revealed}:\n{text}"
        return
    assert not errors, f"the checker reports {errors[0].message}, TensorFlow computes {shapes}:\n{text}"
    plain = [re.sub(r"\) \w+", ")", line) for line in revealed]
    assert plain == [written(value) for value in shapes], text


@pytest.mark.parametrize("name", PROGRAMS)
@settings(
    max_examples=6, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck), database=None
)
@given(sizes=holes, d=fed)
def test_graph(name, sizes, d):
    agree(GRAPH + PROGRAMS[name].format(**sizes, d=d.format(**sizes)))


@pytest.mark.parametrize("name", EAGER_PROGRAMS)
@settings(
    max_examples=6, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck), database=None
)
@given(sizes=holes)
def test_eager(name, sizes):
    agree(EAGER + EAGER_PROGRAMS[name].format(**sizes))
