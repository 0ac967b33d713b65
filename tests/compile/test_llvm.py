"""Native code does what the interpreter says."""

import gc

import numpy as np
import pytest

from gnomon.compile import interpret, llvm
from gnomon.compile.kernel import LANE, SERIAL, Buffer, Call, Const, Index, Kernel, Load, Loop, Reduce, Store
from gnomon.shapes import dtypes, symbol

from compile.kernels import LENGTHS, chain, same


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("dtype", [dtypes.float32, dtypes.float64])
def test_a_chain(dtype, length):
    rng = np.random.default_rng(length)
    x, y = rng.standard_normal((2, length)).astype(str(dtype))
    out, expected = np.full((2, length + 1), 7, str(dtype))
    kernel = chain(dtype)
    assert llvm.build(kernel).run([x, y, out], [length]) == 0
    assert interpret.run(kernel, [x, y, expected], [length]) == 0
    np.testing.assert_allclose(out, expected, rtol=1e-5 if dtype is dtypes.float32 else 1e-14, atol=1e-6)
    assert same(out[length], expected[length])


def test_scalars_without_a_loop():
    body = (
        Load("x", "x", 0),
        Call("y", "exp", ("x",), dtypes.float64),
        Call("z", "sin", ("y",), dtypes.float64),
        Store("out", 0, "z"),
    )
    buffers = (Buffer("x", dtypes.float64, "in"), Buffer("out", dtypes.float64, "out"))
    kernel = Kernel("scalars", buffers, (), body)
    for number in (0.5, 30.0):
        x, out = np.array([number]), np.zeros(1)
        assert llvm.build(kernel).run([x, out], []) == 0
        np.testing.assert_allclose(out, np.sin(np.exp(x)), rtol=1e-9)


def test_an_empty_kernel():
    assert llvm.build(Kernel("empty", (), (), ())).run([], []) == 0


def test_code_lives_as_long_as_its_calls():
    x, out = np.ones(5, "float32"), np.zeros(5, "float32")
    call = llvm.build(chain(dtypes.float32)).prepared([x, x, out], [5])
    gc.collect()
    assert call() == 0
    assert np.all(out != 0)


@pytest.mark.parametrize("number", ["same", "own"])
def test_a_wide_number_that_all_lanes_share_does_not_make_vectors_short(number):
    k, i = symbol("k"), symbol("i")
    body = (
        Load("place", "places", k if number == "same" else k + i),
        Load("x", "x", i, (("place", 1),)),
    )
    total = Reduce(("total",), Loop(SERIAL, k.atom, 3, body), ("x",), ("add",), (dtypes.float32,))
    buffers = (
        Buffer("places", dtypes.int64, "in"),
        Buffer("x", dtypes.float32, "in"),
        Buffer("out", dtypes.float32, "out"),
    )
    loop = Loop(LANE, i.atom, 40, (total, Store("out", i, "total")))
    kernel = Kernel("shared", buffers, (), (loop,))
    whole = f"<{llvm.this_machine().vector_bytes // 4} x float>"
    assert (whole in llvm.module_text(kernel)) == (number == "same")
    places, x, out = np.arange(42) % 5 * 7, np.arange(80, dtype="float32"), np.zeros(40, "float32")
    assert llvm.build(kernel).run([places, x, out], []) == 0
    seen = [places[k] if number == "same" else places[k : k + 40] for k in range(3)]
    np.testing.assert_array_equal(out, sum(x[np.arange(40) + place] for place in seen))


def filling(n):
    """A kernel that puts ones into the first n places."""
    i = symbol("i")
    body = (Const("x", 1.0, dtypes.float64), Store("out", i, "x"))
    return Kernel(
        "fill", (Buffer("out", dtypes.float64, "out"),), (n.atom,), (Loop(SERIAL, i.atom, n, body),)
    )


@pytest.mark.parametrize("count", [0, 1])
def test_a_loop_of_one_turn_at_most(count):
    out = np.zeros(3)
    kernel = filling(symbol("n", upper=1))
    assert "phi" not in llvm.module_text(kernel)
    assert llvm.build(kernel).run([out], [count]) == 0
    assert out.tolist() == [1.0] * count + [0.0] * (3 - count)


def test_kernels_over_sizes_with_other_bounds_are_not_alike():
    short, long = llvm.build(filling(symbol("n", upper=1))), llvm.build(filling(symbol("n")))
    out = np.zeros(3)
    assert long.run([out], [3]) == 0
    assert out.tolist() == [1.0] * 3
    assert short is not long


@pytest.mark.parametrize("lower", [None, 0])
def test_quotients_and_remainders_of_sizes(lower):
    n = symbol("n", lower=lower)
    sizes = [n // 1, n // 3, n // 8, n % 8, (n + 5) // 7, n % 7, (1 - n) // 4, (1 - n) // 5, (1 - n) % 4]
    body = [(Index(f"x{k}", size), Store("out", k, f"x{k}")) for k, size in enumerate(sizes)]
    buffers = (Buffer("out", dtypes.int64, "out"),)
    kernel = Kernel("sizes", buffers, (n.atom,), tuple(part for parts in body for part in parts))
    native, out = llvm.build(kernel), np.zeros(len(sizes), "int64")
    for number in [*range(-20 if lower is None else 0, 21), 10**12, 10**12 + 6]:
        assert native.run([out], [number]) == 0
        assert out.tolist() == [size.substitute({n: number}) for size in sizes]


@pytest.mark.parametrize("vectors", [1, 2, 3])
def test_lanes_of_whole_vectors(vectors):
    machine = llvm.this_machine()
    i, count = symbol("i"), machine.vector_bytes // 8 * vectors
    body = (Load("x", "x", i), Call("y", "negative", ("x",), dtypes.float64), Store("out", i, "y"))
    buffers = (Buffer("x", dtypes.float64, "in"), Buffer("out", dtypes.float64, "out"))
    kernel = Kernel(
        "minus",
        buffers,
        (),
        (Const("c", 0.0, dtypes.float64), Loop(LANE, i.atom, count, body), Const("d", 0.0, dtypes.float64)),
    )
    x, out = np.arange(count + 1.0), np.zeros(count + 1)
    assert llvm.build(kernel).run([x, out], []) == 0
    assert out.tolist() == [*(-x[:count]).tolist(), 0.0]
    assert ("phi" in llvm.module_text(kernel)) == (vectors > 1)
