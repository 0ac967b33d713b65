"""`gn.op`: operations of the user's in Python, and as bodies that fuse."""

import pickle
import subprocess
import sys
import textwrap
from pathlib import Path

import numpy as np
import pytest

import gnomon as gn
from gnomon.compile.c import kernel_text
from gnomon.compile.program import ReferenceStep
from gnomon.compile.verify import verify
from runtime import own_ops
from runtime.own_ops import bent, leaky, ordered, straight, stumbling, swish, times

A, X = np.arange(12.0).reshape(3, 4) / 7 - 0.6, np.array([0.5, -1.5, 2.0, -0.25])


def inputs():
    return gn.symbol("a", ("n", "m")), gn.symbol("x", ("m",))


def slopes(f, x, step=1e-6):
    """The gradient of a function of a vector by differences."""
    units = np.eye(x.size).reshape(x.size, *x.shape) * step
    return np.array([(f(x + u) - f(x - u)) / (2 * step) for u in units]).reshape(x.shape)


@pytest.mark.parametrize("native", [True, False])
def test_values_and_gradients(native):
    a, x = inputs()
    y = times(a, x, share=2.0)
    assert str(y.shape) == "(n,)"
    assert y.dtype == "float64"
    cost = gn.sum(y * y)
    f = gn.function([a, x], [y, *gn.grad(cost, (a, x))], native=native)
    found, by_a, by_x = f(A, X)
    np.testing.assert_allclose(found, 2 * A @ X)
    np.testing.assert_allclose(by_x, slopes(lambda v: ((2 * A @ v) ** 2).sum(), X), rtol=1e-6)
    np.testing.assert_allclose(by_a, slopes(lambda v: ((2 * v @ X) ** 2).sum(), A), rtol=1e-6)


def test_second_derivatives_and_forward_mode():
    a, x = inputs()
    cost = gn.sum(times(a, x) ** 2)
    second = gn.function([a, x], gn.hessian(cost, x))
    np.testing.assert_allclose(second(A, X), 2 * A.T @ A)
    t = gn.symbol("t", ("m",))
    forward = gn.function([a, x, t], gn.jvp(times(a, x), x, t), on_unused_input="ignore")
    np.testing.assert_allclose(forward(A, X, 2 * X), 2 * A @ X)


def test_a_rule_for_forward_mode():
    seen = []
    cube = gn.op("n -> n", compute=lambda x: x**3, name="cube")

    @cube.pushforward
    def _(tangents, x):
        seen.append(x)
        return 3 * x * x * tangents[0]

    t = gn.jvp(lambda x: cube(x), (X,), (np.ones(4),))[1]
    np.testing.assert_allclose(np.asarray(t), 3 * X * X)
    assert seen


def test_mapped_over_rows():
    rows = np.random.default_rng(0).normal(size=(5, 4))
    np.testing.assert_allclose(gn.vmap(times, (None, 0))(A, rows), rows @ A.T)
    many, x = gn.symbol("many", ("k", "n", "m")), gn.symbol("x", ("m",))
    f = gn.function([many, x], gn.vmap(times, (0, None))(many, x))
    np.testing.assert_allclose(f(np.stack([A, 2 * A]), X), np.stack([A @ X, 2 * A @ X]))
    np.testing.assert_allclose(gn.vmap(leaky, (0, None))(rows, X), np.where(rows > 0, rows, rows / 4 + X))
    values, counts = gn.vmap(ordered)(rows)
    np.testing.assert_allclose(values, np.sort(rows))
    np.testing.assert_allclose(counts, (rows < 0).sum(1))


def test_rules_for_many_rows():
    calls = []

    def summed(x):
        calls.append(x.shape)
        return x.sum(-1)

    leading = gn.op("*b n -> *b", compute=summed, batching="leading")
    rows = np.ones((5, 4))
    np.testing.assert_allclose(gn.vmap(leading)(rows), [4.0] * 5)
    assert calls == [(5, 4)]
    own = gn.op(
        "n -> ()",
        compute=lambda x: x.sum(),
        batching=lambda size, over, x: gn.sum(x, axis=1) * 10,
        name="own_total",
    )
    np.testing.assert_allclose(gn.vmap(own)(rows), [40.0] * 5)


def test_inside_of_loops_and_jit():
    last, ys = gn.scan(lambda carry, x: (leaky(carry, x), leaky(carry, x)), np.float64(-1.0), X)
    carry, want = -1.0, []
    for x in X:
        carry = carry if carry > 0 else 0.25 * carry + x
        want.append(carry)
    np.testing.assert_allclose(ys, want)
    np.testing.assert_allclose(last, carry)

    @gn.jit
    def slope(x):
        return gn.grad(lambda x: gn.sum(gn.scan(lambda c, r: (leaky(c, r), None), x, gn.asarray(X))[0]))(x)

    np.testing.assert_allclose(slope(np.array([-3.0, 1.0])), [0.25**3, 1.0])


def test_several_results_and_dtypes():
    x = gn.symbol("x", ("n",), "float32")
    values, count = ordered(x)
    assert (str(values.dtype), str(count.dtype)) == ("float32", "int64")
    f = gn.function([x], [values, count])
    found = f(X.astype("float32"))
    np.testing.assert_array_equal(found[0], np.sort(X.astype("float32")))
    assert found[1] == 2
    assert leaky(gn.symbol("i", ("n",), "int32"), 1).dtype == "float64"
    assert leaky(x, 2.5).dtype == "float32"


def test_what_arrays_are_converted_to():
    seen = []

    def noted(x, y):
        seen.append((x.dtype, y.dtype))
        return x + y

    both = gn.op("n, n -> n", compute=noted, takes="float64", dtype="float64")
    both(np.ones(2, "float32"), np.ones(2, "int8"))
    assert seen == [(np.float64, np.float64)]


def test_shapes_by_a_function():
    def padded(x, *, by):
        return np.pad(x, by)

    widen = gn.op(shape=lambda x, *, by: (x.shape[0] + 2 * by,), compute=padded)
    x = gn.symbol("x", ("n",))
    assert str(widen(x, by=3).shape) == "(n + 6,)"
    np.testing.assert_array_equal(gn.function([x], widen(x, by=1) * 2)(X), np.pad(X, 1) * 2)

    def refusing(x):
        if len(x.shape) != 2:
            raise ValueError("a matrix is needed")
        return x.shape

    same = gn.op(shape=refusing, compute=lambda x: x, name="same")
    with pytest.raises(gn.ShapeError, match=r"same of x \(n,\): a matrix is needed"):
        same(x)


def test_sizes_that_only_a_run_tells():
    positive = gn.op(shape=lambda x: (None,), compute=lambda x: x[x > 0], name="positive")
    x = gn.symbol("x", ("n",))
    f = gn.function([x], [gn.sum(positive(x)), positive(x) * 2])
    total, doubled = f(X)
    assert total == 2.5
    np.testing.assert_array_equal(doubled, [1.0, 4.0])


def test_sizes_that_attributes_give():
    first = gn.op("n -> count", compute=lambda x, *, count: x[:count], attributes={"count": 1}, name="first")
    assert str(first(gn.symbol("x", ("n",)), count=3).shape) == "(3,)"
    np.testing.assert_array_equal(first(X, count=2), X[:2])


def test_arguments():
    a, x = inputs()
    np.testing.assert_allclose(times(x=X, a=A), A @ X)
    with pytest.raises(
        gn.ArgumentError, match=r"own_ops.times: there is no attribute 'factor'; it has share"
    ):
        times(a, x, factor=2)
    with pytest.raises(gn.ArgumentError, match="1 arrays are given, but it takes 2"):
        times(a)
    with pytest.raises(gn.ArgumentError, match="share is an attribute"):
        times(a, x, share=gn.symbol("s"))
    with pytest.raises(gn.ShapeError, match=r"own_ops.times: x is \(m,\), but 2 axes are needed"):
        times(x, x)
    with pytest.raises(gn.ShapeError, match=r"own_ops\.times"):
        times(np.ones((3, 4)), np.ones(5))


def test_what_a_declaration_lacks():
    with pytest.raises(gn.ArgumentError, match="what shape do its results have"):
        gn.op(compute=lambda x: x, name="shapeless")
    with pytest.raises(gn.ArgumentError, match="which arrays does it take"):
        gn.op(elementwise=True, cpp="double f(double x);", name="f")
    np.testing.assert_allclose(gn.op(elementwise=True, compute=np.hypot)(X, 2.0), np.hypot(X, 2))
    with pytest.raises(gn.ArgumentError, match="the signature"):
        gn.op("n n) -> n", compute=lambda x: x, name="broken")
    with pytest.raises(gn.ArgumentError, match="its signature has 1 arrays, but the function takes 2"):
        gn.op("n -> n", compute=lambda x, y: x, name="broken")


def test_a_function_that_fails():
    x = gn.symbol("x", ("m",))
    line = "y = stumbling(x) * 2"
    y = stumbling(x) * 2
    f = gn.function([x], y)
    np.testing.assert_allclose(f(abs(X)), 2 * np.cumsum(abs(X)))
    with pytest.raises(gn.EvaluationError) as caught:
        f(X)
    text = str(caught.value)
    assert "own_ops.recursion of (4,): KeyError: 'a negative entry'" in text
    assert 'raise KeyError("a negative entry")' in text
    assert line in text


def test_results_that_are_not_as_inferred():
    x = gn.symbol("x", ("m",))
    wrong = {
        r"\(m,\) was inferred, but the result is \(1, 4\)": lambda x: x[None],
        "float64 was inferred, but the result is complex128": lambda x: x + 1j,
        "it returned NoneType where an array is needed": lambda x: None,
    }
    for message, compute in wrong.items():
        f = gn.function([x], gn.op("n -> n", compute=compute, name="wrong")(x))
        with pytest.raises(gn.EvaluationError, match=message):
            f(X)
    short = gn.op("n -> n, n", compute=lambda x: x, name="short")
    with pytest.raises(gn.EvaluationError, match="2 results were inferred, but it returned ndarray"):
        gn.function([x], short(x)[0])(X)


def test_arguments_are_safe():
    """A function cannot change its arguments, and what it returns of them is copied."""

    def greedy(x):
        x += 1
        return x

    x = gn.symbol("x", ("m",))
    f = gn.function([x], gn.op("n -> n", compute=greedy)(x) + 1)
    with pytest.raises(gn.EvaluationError, match="read-only"):
        f(X)
    same = gn.op("n -> n", compute=lambda x: x[::-1], name="same")
    given = X.copy()
    found = gn.function([x], same(x))(given)
    found[:] = 0
    np.testing.assert_array_equal(given, X)


def test_gradients_that_are_missing_or_wrong():
    x = gn.symbol("x", ("n",))
    with pytest.raises(
        gn.GnomonError, match=r"own_ops.recursion has no gradient: gn.op\(..., gradient=rule\)"
    ):
        gn.grad(gn.sum(stumbling(x)), x)
    wrong = gn.op("n -> n", compute=lambda x: x, gradient=lambda g, x: gn.outer(g, g), name="wrong")
    with pytest.raises(
        gn.GnomonError, match=r"the gradient of \S+.wrong gives \(n, n\) for x, which is \(n,\)"
    ):
        gn.grad(gn.sum(wrong(x)), x)


def test_the_result_in_a_gradient():
    root = gn.op("n -> n", compute=np.sqrt, gradient=lambda g, x, out: g / (2 * out), name="root")
    np.testing.assert_allclose(gn.grad(lambda x: gn.sum(root(x)))(abs(X)), 0.5 / np.sqrt(abs(X)))


def test_a_body_fuses():
    x = gn.symbol("x", ("n",))
    f = gn.function([x], swish(x, beta=2.0) * 3 + 1)
    assert f.is_native
    assert len(f.plan.steps) == 1
    np.testing.assert_allclose(f(X), 3 * X / (1 + np.exp(-2 * X)) + 1)
    g = gn.function([x], swish(x), native=False)
    np.testing.assert_allclose(g(X), X / (1 + np.exp(-X)))
    slope = gn.grad(lambda x: gn.sum(swish(x)))(X)
    np.testing.assert_allclose(slope, slopes(lambda v: (v / (1 + np.exp(-v))).sum(), X), rtol=1e-6)
    assert "written out by their bodies: own_ops.swish" in gn.explain(f)
    assert repr(swish(x, beta=2.0)) == "own_ops.swish(x, beta=2.0)"
    assert swish(gn.symbol("h", ("n",), "float32")).dtype == "float32"


def test_a_gradient_in_place_of_the_bodys():
    x = gn.symbol("x", ("n",))
    np.testing.assert_array_equal(gn.function([x], gn.grad(gn.sum(straight(x) * 3), x))(X), [3.0] * 4)
    rows = np.stack([X, 2 * X])
    found = gn.grad(lambda r: gn.sum(gn.vmap(straight)(r) * 3))(rows)
    np.testing.assert_array_equal(found, np.full((2, 4), 3.0))
    np.testing.assert_array_equal(gn.vmap(straight)(rows), np.round(rows))


def test_a_body_that_is_not_as_declared():
    wrong = gn.op("n -> n", body=lambda x: gn.sum(x), dtype="float64", name="wrong")
    x = gn.symbol("x", ("n",))
    with pytest.raises(gn.EvaluationError, match=r"\(n,\) was inferred, but its body gives \(\)"):
        gn.function([x], wrong(x))


def test_a_formula_fuses():
    a, x = inputs()
    f = gn.function([a, x], gn.sum(bent(gn.sinh(a), x, slope=0.5), axis=1))
    assert f.is_native
    assert len(f.plan.steps) == 1
    assert "sinh own_ops.bent sum" in gn.explain(f)
    wide = np.sinh(A)
    np.testing.assert_allclose(f(A, X), (np.where(wide > 0, 2 * wide + X, wide / 2) + np.tanh(wide)).sum(1))
    verify(f.plan.steps[0].step.nest.kernel)
    slope = gn.function([a, x], gn.grad(gn.sum(bent(a, x) * x), x))
    bends = np.where(A > 0, 2 * A + X, A / 4) + np.tanh(A)
    np.testing.assert_allclose(slope(A, X), (bends + (A > 0) * X).sum(0))
    by_a = gn.grad(lambda v: gn.sum(bent(v, X)))(X)
    np.testing.assert_allclose(by_a, np.where(X > 0, 2, 0.25) + 1 - np.tanh(X) ** 2)
    np.testing.assert_array_equal(gn.vmap(bent, (1, 0))(A, X), np.asarray(bent(A, X)).T)
    assert bent(3, 2).dtype == "float64"


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64", "int32"])
def test_a_formula_gives_the_same_bits_everywhere(dtype):
    x = gn.symbol("x", ("n",), dtype)
    values = np.linspace(-40, 40, 1001).astype(dtype)
    y = gn.op(formula=lambda x, y: (x > 0).where(x.fma(2.1, y), x / 7.0), name="kinked")(x, 1.0)
    found = gn.function([x], y)(values)
    np.testing.assert_array_equal(found, gn.function([x], y, native=False)(values))
    kernel = gn.function([x], y).plan.steps[0].step.nest.kernel
    assert "_kinked_float" in kernel_text(kernel)
    assert kernel.name.isidentifier()
    assert found.dtype == y.dtype == (dtype if dtype.startswith("float") else "float64")


def test_a_formula_computes_and_a_body_differentiates():
    near = gn.op(formula=lambda x: x.fma(x, 1.0), body=lambda x: x * x + 1, name="near")
    x = gn.symbol("x", ("n",))
    f = gn.function([x], [near(gn.sin(x)), gn.grad(gn.sum(near(x)), x)])
    assert "sin test_own_operations.near" in gn.explain(f)
    np.testing.assert_allclose(f(X)[0], np.sin(X) ** 2 + 1)
    np.testing.assert_allclose(f(X)[1], 2 * X)
    np.testing.assert_allclose(near(X), X**2 + 1)


def test_formulas_over_bits_and_what_they_refuse():
    odd = gn.op(formula=lambda x: (x.call("bits") & 1).equals(1), dtype="bool", name="odd")
    x = gn.symbol("x", ("n",))
    f = gn.function([x], gn.where(odd(x), x, 0.0))
    np.testing.assert_array_equal(f(X), np.where(X.view("int64") & 1, X, 0))
    with pytest.raises(gn.EvaluationError, match="its formula gives int64, but float64 or bool is needed"):
        gn.function([x], gn.op(formula=lambda x: x.call("bits"), name="raw")(x))
    with pytest.raises(gn.EvaluationError, match="a formula computes with floats, not with complex128"):
        gn.function([x], bent(x + 1j, 0.0))(X)


def test_pickles(tmp_path):
    a, x = inputs()
    f = gn.function([a, x], gn.grad(gn.sum(leaky(times(a, x), 1.0)), x))
    assert pickle.loads(pickle.dumps(times)) is times
    np.testing.assert_array_equal(pickle.loads(pickle.dumps(f))(A, X), f(A, X))
    np.testing.assert_array_equal(f.copy()(A, X), f(A, X))
    (tmp_path / "f").write_bytes(pickle.dumps(f))
    np.save(tmp_path / "x", X)
    program = """
        import pickle, sys
        import numpy as np
        sys.path.insert(0, sys.argv[2])
        f = pickle.load(open(sys.argv[1] + "/f", "rb"))
        print(f(np.ones((3, 4)), np.load(sys.argv[1] + "/x.npy")).tolist())
    """
    command = [
        sys.executable,
        "-c",
        textwrap.dedent(program),
        str(tmp_path),
        str(Path(__file__).parent.parent),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == str(f(np.ones((3, 4)), X).tolist())


def test_pickles_by_value():
    """Where no module has the operation, its parts are written."""
    root = gn.op("n -> n", compute=np.sqrt, name="root")
    again = pickle.loads(pickle.dumps(root))
    assert again is not root
    np.testing.assert_array_equal(again(abs(X)), np.sqrt(abs(X)))


def test_equal_names_are_different_operations():
    """Names belong to modules, and say nothing to Gnomon: these two are not the table's, nor each other."""
    x = gn.symbol("x", ("n",))
    one = gn.op(elementwise=True, compute=lambda x: x + 1, name="exp")
    two = gn.op(elementwise=True, compute=lambda x: x + 2, name="exp")
    f = gn.function([x], [one(x), two(x), gn.exp(x)])
    for found, want in zip(f(X), (X + 1, X + 2, np.exp(X))):
        np.testing.assert_allclose(found, want)


def test_explanations():
    a, x = inputs()
    f = gn.function([a, x], times(a, x) + 1)
    text = gn.explain(f)
    assert "your Python function: own_ops.times" in text
    assert "times(a, x) + 1" in text
    assert "own_ops.times" in str(f.profile(A, X))
    assert any(isinstance(planned.step, ReferenceStep) for planned in f.plan.steps)
    with pytest.raises(gn.ExportError, match=r"not native: your Python function: own_ops\.times"):
        f.export("times.so")
    assert times.__doc__ is not None
    assert times.doc == "A matrix times a vector, scaled."


def test_sources_for_devices_are_kept():
    on_device = gn.op("n -> n", cuda="__global__ void f() {}", opencl="kernel void f() {}", name="on_device")
    x = gn.symbol("x", ("n",))
    assert on_device.gpu["cuda"].startswith("__global__")
    with pytest.raises(gn.EvaluationError, match="it has CUDA and OpenCL source alone"):
        gn.function([x], on_device(x))(X)
    both = gn.op("n -> n", cuda="...", compute=np.sin, name="both")
    np.testing.assert_allclose(gn.function([x], both(x))(X), np.sin(X))


def test_an_operation_of_the_module():
    assert own_ops.times is times
    assert repr(times) == "<own op own_ops.times>"


Y = np.array([1.5, -0.75, 0.3, 2.0])


@pytest.mark.parametrize(
    ("op", "arrays"),
    [
        (times, (A, X)),
        (leaky, (A, X)),
        (leaky, (A.astype("float32"), X.astype("float32"))),
        (swish, (X,)),
        (bent, (X, Y)),
        (ordered, (X,)),
    ],
)
def test_operations_hold_against_themselves(op, arrays):
    gn.check_op(op, *arrays)


def test_what_a_check_finds():
    def wrong(what, **parts):
        with pytest.raises(gn.OpError, match=what):
            gn.check_op(gn.op("n -> n", name="wrong", **{"compute": np.sin, **parts}), X)

    wrong("the gradient by x0 gives", gradient=lambda g, x: -g * gn.cos(x))
    wrong("native code gives", body=gn.cos)
    wrong("of two rows gives", batching=lambda size, over, x: gn.cos(x))
    wrong("forward mode", gradient=lambda g, x: g * gn.cos(x), pushforward=lambda t, x: t[0])
    with pytest.raises(gn.ArgumentError, match=r"what gn\.op made is wanted"):
        gn.check_op(np.sin, X)
