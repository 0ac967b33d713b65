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


def test_many_inputs_and_outputs():
    inputs = [gn.symbol(f"x{k}", (3, "n") if k % 2 else (), "float32") for k in range(30)]
    outputs = [x * 2 + gn.sum(y) for x, y in zip(inputs, inputs[1:] + inputs[:1])]
    given = [np.full((3, 4) if k % 2 else (), k / 7, "float32") for k in range(30)]
    f = gn.function(inputs, outputs)
    assert f.is_native
    for result, wanted in zip(f(*given), gn.function(inputs, outputs, native=False)(*given), strict=True):
        np.testing.assert_allclose(result, wanted, rtol=1e-6)
    given[3] = given[3][:, :2]
    with pytest.raises(gn.ShapeError, match="n"):
        f(*given)
    given[3] = np.asfortranarray(np.full((3, 4), 3 / 7))
    np.testing.assert_allclose(f(*given)[3], f(*given[:3], given[3].astype("float32"), *given[4:])[3])


def test_many_shared_arrays_and_their_updates():
    weights = [gn.shared(np.full((4, 2), k, "float64")) for k in range(40)]
    rate = gn.symbol("rate", (), "float64")
    cost = sum(gn.sum(w**2) for w in weights)
    updates = {w: w - rate * g for w, g in zip(weights, gn.grad(cost, weights), strict=True)}
    step = gn.function([rate], cost, updates=updates)
    assert step.is_native
    assert step(0.25) == sum(8 * k**2 for k in range(40))
    for k, w in enumerate(weights):
        np.testing.assert_allclose(w.get_value(), np.full((4, 2), k * 0.5))


def test_a_long_stack_of_numbers():
    x = gn.symbol("x", ("n",), "float64")
    f = gn.function([x], gn.stack([x[k] * 2 for k in range(600)]))
    given = np.arange(600.0)
    np.testing.assert_array_equal(f(given), given * 2)


def test_a_failing_check_among_many_steps():
    x = gn.symbol("x", ("n",), "float64")
    i = gn.symbol("i", ("k",), "int64")
    z = x
    for _ in range(60):
        z = gn.cumsum(gn.sin(z) * 0.1)[i] + z * 0.5
    f = gn.function([x, i], z)
    given, places = np.linspace(0, 1, 5), np.array([4, 3, 2, 1, 0])
    wanted = given
    for _ in range(60):
        wanted = np.cumsum(np.sin(wanted) * 0.1)[places] + wanted * 0.5
    np.testing.assert_allclose(f(given, places), wanted, rtol=1e-9)
    with pytest.raises(IndexError, match="out of bounds"):
        f(given, places + 1)
