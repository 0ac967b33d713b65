"""Laws keep the values of the gradients and second gradients of every operation of the table."""

import numpy as np
import pytest

from gnomon.compile.reference.engine import evaluate
from gnomon.graph.rewrites import rewrite

from graph.gradients.measuring import applied, derived, inputs_of, leaves_of, picked, weighed
from graph.gradients.test_table import CASES


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_laws_keep_gradients(case):
    inputs, values = inputs_of(case)
    leaves = leaves_of(case, values)
    scalar = weighed(picked(case, applied(case, inputs)), 1)
    first = list(derived(scalar, leaves).values())
    second = list(derived(weighed(first, 2), leaves).values()) if case.twice and first else []
    before = [scalar, *first, *second]
    wanted = evaluate(before, values)
    for level, close in (("exact", 1e-12), ("stable", 1e-8)):
        after = rewrite(before, level).outputs
        assert [(a.dtype, a.ndim) for a in after] == [(a.dtype, a.ndim) for a in before]
        for number, expected in zip(evaluate(after, values), wanted):
            scale = max(float(np.max(np.abs(expected), initial=0.0)), 1.0)
            np.testing.assert_allclose(number, expected, rtol=close, atol=close * scale)
