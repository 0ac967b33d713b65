"""What a turn computes again is handed on: fewer functions in the loop, and the same bits."""

import numpy as np
import pytest

import gnomon as gn
from gnomon.compile.kernel import Call, State
from gnomon.compile.lower.turned import _Turned
from gnomon.compile.schedule import without
from gnomon.compile.walk import statements_in
from gnomon.runtime.function import function


def leap(carry):
    q, p = carry
    p = p - 0.005 * gn.sin(q)
    q = q + 0.01 * p
    return q, p - 0.005 * gn.sin(q)


def squares(carry):
    x, total = carry
    x = x * x - 0.7
    return x, total + gn.exp(x * x)


def unlike(carry):
    q, p = carry
    return q + gn.sin(p), p + gn.sin(q)


def swapped(carry):
    q, p = carry
    return gn.sin(p), gn.sin(q) + gn.sin(p)


BODIES = {leap: (1, 1), squares: (1, 0), unlike: (2, 0), swapped: (2, 0)}
"""How many slow functions each has in a turn, and before the first one."""


def kernel_of(body, shape):
    x, y = gn.symbol("x", shape), gn.symbol("y", shape)
    outputs = gn.scan(lambda c, _: (body(c), c[1]), (x, y), length=9)
    f = function([x, y], [*outputs[0], outputs[1]])
    (step,) = f.program.steps
    from gnomon.compile.lower.inside import captured

    application = step.application
    return f, _Turned(application, captured(application.attributes["inner"]), 9).kernel()


def slow(statements):
    return sum(
        isinstance(each, Call) and each.function in ("sin", "cos", "exp")
        for each in statements_in(statements)
    )


@pytest.mark.parametrize("body", BODIES, ids=lambda body: body.__name__)
def test_functions_in_a_turn(body):
    _, kernel = kernel_of(body, ("n",))
    (state,) = [each for each in statements_in(kernel.body) if isinstance(each, State)]
    inside = slow(state.loop.body)
    assert (inside, slow(kernel.body) - inside) == BODIES[body]


@pytest.mark.parametrize("shape", [(), ("n",)], ids=str)
@pytest.mark.parametrize("body", BODIES, ids=lambda body: body.__name__)
def test_the_same_numbers(body, shape):
    f, _ = kernel_of(body, shape)
    given = np.random.default_rng(0).normal(size=(2, 37) if shape else (2,))
    with without("turned_loops"):
        g = function(f.inputs, f._outputs)
    for got, wanted in zip(f(*given), g(*given), strict=True):
        np.testing.assert_array_equal(got, wanted)
