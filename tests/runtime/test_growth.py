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


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("function", ["exp", "log1p", "tanh", "sin", "cos", "expm1", "erf"])
def test_a_formula_used_often_has_the_same_bits(function, dtype, monkeypatch):
    x = gn.symbol("x", ("n",), dtype)
    apply = (lambda z: gn.special.erf(z)) if function == "erf" else getattr(gn, function)
    uses = [apply(x * (1 + 0.01 * k)) for k in range(40)]
    total = uses[0]
    for use in uses[1:]:
        total = total * 0.5 + use
    given = np.array([0.3, -0.2, 1e9, 0.0, -0.0, np.inf, np.nan, 1e-30, 2.5, 0.7, 0.1], dtype)
    often = gn.function([x], total)
    monkeypatch.setattr("gnomon.compile.llvm.apart.OFTEN", 1000)
    monkeypatch.setattr("gnomon.compile.llvm._alike", {})
    written_out = gn.function([x], total)
    texts = [f.program.steps[0].native.text for f in (often, written_out)]
    assert ["define internal" in text for text in texts] == [True, False]
    np.testing.assert_array_equal(often(given), written_out(given))


def test_the_code_of_a_long_chain_grows_by_a_line_for_each_use():
    x = gn.symbol("x", ("n",), "float64")

    def lines(count):
        z = x
        for _ in range(count):
            z = gn.tanh(z)
        (step,) = gn.function([x], z).program.steps
        return len(step.native.text.splitlines())

    assert lines(400) - lines(200) < 3 * 200
