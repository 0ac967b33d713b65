"""Complex numbers in kernels: NumPy's values, special ones included, from fused loops over their parts."""

import numpy as np
import pytest

import gnomon as gn
from gnomon import ops
from gnomon.compile import interpret, llvm
from gnomon.compile.kernel import Buffer, Call, Kernel, Load, Loop, Store
from gnomon.compile.llvm.machine import narrower
from gnomon.shapes import dtypes, symbol

from compile.pairs import both, same

NUMBERS = [0.0, -0.0, 1.0, -1.0, 0.5, -3.0, np.inf, -np.inf, np.nan, 1e-30, 1e18, -2.5, 30.0, -30.0]
ONE = """negative conj square reciprocal exp expm1 log log1p log2 log10 sqrt sin cos sinh cosh tan tanh sign abs angle isnan
isinf isfinite logical_not real imag positive""".split()
TWO = "add subtract multiply divide equal not_equal".split()


def special(dtype):
    return np.array([complex(a, b) for a in NUMBERS for b in NUMBERS]).astype(dtype)


def usual(dtype, seed=0):
    rng = np.random.default_rng(seed)
    return (rng.normal(size=(37,)) * 3 + 1j * rng.normal(size=(37,)) * 3).astype(dtype)


def agree(call, *arrays):
    """Both parts are close, as measured by the larger one, or the same infinity, or both NaN."""
    with np.errstate(all="ignore"):
        function, (got,), (wanted,) = both(call, *arrays)
        assert function.is_native, gn.explain(function)
        if wanted.dtype.kind not in "fc":
            np.testing.assert_array_equal(got, wanted)
            return
        bound = 2e-6 if wanted.dtype in (np.complex64, np.float32) else 1e-14
        parts = [np.stack([a.real, a.imag]) for a in (got, wanted)]
        size = np.max(np.where(np.isfinite(parts[1]), np.abs(parts[1]), 0), 0)
        fine = (parts[0] == parts[1]) | (np.isnan(parts[0]) & np.isnan(parts[1]))
        fine |= np.abs(parts[0] - parts[1]) <= bound * 4 * size
        fine |= np.isnan(parts[1][::-1]) & np.isinf(parts[1]) & np.isinf(parts[0])  # C99 leaves the sign open
    assert fine.all(), [(*[np.broadcast_to(a, got.shape)[~fine.all(0)] for a in (*arrays, got, wanted)],)]


@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
@pytest.mark.parametrize("values", [usual, special])
@pytest.mark.parametrize("name", ONE)
def test_functions(name, values, dtype):
    agree(getattr(ops, name), values(dtype))


@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
@pytest.mark.parametrize("values", [usual, special])
@pytest.mark.parametrize("name", TWO)
def test_functions_of_two(name, values, dtype):
    given = values(dtype)
    agree(getattr(ops, name), given, np.roll(given, 7))
    agree(getattr(ops, name), given, given.real.copy())
    agree(lambda z: getattr(ops, name)(z, 2.5), given)


HUGE = [1e200, -1e200, 1e308, 1e-200, -1e-308, 5e-324, 1e38, 3e-45, 1.0, -2.5, 0.0, -0.0, np.inf, np.nan]


@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
@pytest.mark.parametrize("name", ["multiply", "divide"])
def test_products_and_quotients_of_huge_numbers_are_those_of_scalars(name, dtype):
    """Those of Python and of NumPy's scalars; on arrays NumPy may fuse the last product with the sum."""
    with np.errstate(all="ignore"):
        numbers = np.array([complex(a, b) for a in HUGE for b in HUGE]).astype(dtype)
        x, y = (part.ravel() for part in np.meshgrid(numbers, numbers))
        wanted = np.array([a * b if name == "multiply" else a / b for a, b in zip(x, y, strict=True)])
    a, b = (gn.symbol(name, ("n",), dtype) for name in "ab")
    got = gn.function([a, b], getattr(ops, name)(a, b))(x, y)
    bound = 1e-6 if dtype == "complex64" else 1e-13
    for one, other in ((got.real, wanted.real), (got.imag, wanted.imag)):
        np.testing.assert_allclose(one, other, rtol=bound)


@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
def test_signs_of_zeros_of_expm1(dtype):
    given = np.array([complex(a, b) for a in (0.0, -0.0) for b in (0.0, -0.0)]).astype(dtype)
    _, (got,), (wanted,) = both(ops.expm1, given)
    for found in (got, wanted):
        assert (found == 0).all()
        assert not np.signbit(found.real).any()
        np.testing.assert_array_equal(np.signbit(found.imag), [False, True, False, True])


@pytest.mark.parametrize("n", [1, 2, 3, 7, -1, -2])
def test_powers(n):
    agree(lambda z: z**n, usual("complex128"))


@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
@pytest.mark.parametrize("exponent", [0.5, -1.5, 2.0 + 1.0j, 0])
def test_any_power(exponent, dtype):
    given = np.append(usual(dtype), [0, 1, -1j]).astype(dtype)
    close = 1e-4 if dtype == "complex64" else 1e-12
    if np.real(exponent) >= 0 and not np.imag(exponent):
        same(lambda z: z**exponent, given, close=close)
    same(lambda z: z**exponent, given[:-3], close=close)
    same(lambda z, w: ops.power(z, w / 4), given[:37], np.roll(given[:37], 3), close=close * 100)


@pytest.mark.parametrize("axis", [0, 1])
def test_running_sums(axis):
    same(lambda z: gn.cumulative_sum(z, axis=axis), usual("complex128")[:30].reshape(5, 6))


@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
def test_choice_and_casts(dtype):
    z, x = usual(dtype), usual("complex128").real.copy()
    other = "complex128" if dtype == "complex64" else "complex64"
    same(lambda z, x: gn.where(x > 0, z, 1.0), z, x)
    same(lambda x: gn.astype(x, dtype) * 1j, x)
    same(lambda z: gn.astype(z, other), z)
    same(lambda z: gn.astype(z, "bool"), z * (np.arange(37) % 2))


def test_an_expression_is_one_kernel():
    z = gn.symbol("z", ("n",), "complex128")
    f = gn.function([z], gn.exp(z * 1j) * gn.conj(z) + gn.abs(z))
    assert len(f.plan.steps) == 1
    given = usual("complex128")
    np.testing.assert_allclose(f(given), np.exp(given * 1j) * np.conj(given) + np.abs(given), rtol=1e-13)


@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
@pytest.mark.parametrize("shape", [(3, 5), (0, 4), (1, 1), (40, 33)], ids=str)
def test_sums(shape, dtype):
    rng = np.random.default_rng(1)
    given = (rng.normal(size=shape) + 1j * rng.normal(size=shape)).astype(dtype)
    same(
        lambda z: (gn.sum(z), gn.sum(z, axis=0), gn.sum(z, axis=1, keepdims=True), gn.sum(z * gn.conj(z))),
        given,
    )
    if given.size:
        same(lambda z: (gn.mean(z), z - gn.mean(z, axis=1, keepdims=True)), given)


def test_broadcasting_and_strides():
    z, w = gn.symbol("z", ("n", "m"), "complex128"), gn.symbol("w", ("m",), "complex128")
    f = gn.function([z, w], z * w + 1)
    a, b = usual("complex128")[:36].reshape(6, 6), usual("complex128", 1)[:3]
    np.testing.assert_allclose(f(a[::2, ::2], b), a[::2, ::2] * b + 1)
    np.testing.assert_allclose(f(a[:3, :3].T, b), a[:3, :3].T * b + 1)
    assert f.is_native


def test_products_of_complex_matrices():
    z, w = gn.symbol("z", ("n", "m"), "complex128"), gn.symbol("w", ("m", "k"), "complex128")
    f = gn.function([z, w], gn.exp(z @ w) - gn.sum(z))
    a, b = usual("complex128")[:6].reshape(2, 3) / 9, usual("complex128", 1)[:12].reshape(3, 4) / 9
    np.testing.assert_allclose(f(a, b), np.exp(a @ b) - a.sum(), rtol=1e-12)
    assert f.is_native


def test_gradients_of_real_costs():
    z = gn.symbol("z", ("n",), "complex128")
    cost = gn.sum(gn.abs(gn.exp(z) * z) ** 2)
    f, g = [gn.function([z], gn.grad(cost, z), native=native) for native in (True, False)]
    given = usual("complex128") / 4
    np.testing.assert_allclose(f(given), g(given), rtol=1e-12)
    assert f.is_native, gn.explain(f)


@pytest.mark.parametrize("width", [16, 32, None], ids=str)
@pytest.mark.parametrize("dtype", [dtypes.float32, dtypes.float64], ids=str)
@pytest.mark.parametrize("length", [0, 1, 7, 16, 33, 100])
def test_neighbours_are_loaded_together(length, dtype, width):
    """``out[i] = conj(z[i]) * 2`` with the parts side by side, on processors old and new."""
    n, i = symbol("n"), symbol("i")
    body = (
        Load("re", "z", i * 2),
        Load("im", "z", i * 2 + 1),
        Call("minus", "negative", ("im",), dtype),
        Call("a", "add", ("re", "re"), dtype),
        Call("b", "add", ("minus", "minus"), dtype),
        Store("out", i * 2, "a"),
        Store("out", i * 2 + 1, "b"),
    )
    buffers = (Buffer("z", dtype, "in"), Buffer("out", dtype, "out"))
    kernel = Kernel("conj", buffers, (n.atom,), (Loop("lane", i.atom, n, body),))
    given = np.arange(2.0 * length).astype(dtype.name)
    results = [np.full(2 * length + 64, 7.0, dtype.name) for _ in range(2)]
    assert llvm.build(kernel, narrower(width) if width else None).run([given, results[0]], [length]) == 0
    interpret.run(kernel, [given, results[1]], [length])
    np.testing.assert_array_equal(results[0], results[1])
    np.testing.assert_array_equal(results[0][: 2 * length : 2], 2 * given[::2])
