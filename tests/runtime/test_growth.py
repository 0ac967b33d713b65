"""How the cost of compiling grows with the graph: chains of any length compile."""

import numpy as np
import pytest

import gnomon as gn


@pytest.mark.parametrize("shape", [(), (5,), (2, 3)])
def test_a_long_chain_of_elementwise_functions(shape):
    x = gn.symbol("x", shape, "float64")
    y = gn.symbol("y", shape[-1:], "float64")
    z = x
    for _ in range(400):
        z = gn.tanh(z + y) * 0.5 - z
    f = gn.function([x, y], z)
    given, other = np.full(shape, 0.3), np.full(shape[-1:], 0.1)
    wanted = given
    for _ in range(400):
        wanted = np.tanh(wanted + other) * 0.5 - wanted
    np.testing.assert_allclose(f(given, other), wanted, rtol=1e-9)


def test_a_long_sum_of_terms():
    x = gn.symbol("x", ("n",), "float64")
    total = x
    for k in range(500):
        total = total + gn.sin(x * (k + 0.5))
    given = np.linspace(-1, 1, 9)
    wanted = given + sum(np.sin(given * (k + 0.5)) for k in range(500))
    np.testing.assert_allclose(gn.function([x], total)(given), wanted, rtol=1e-9)
