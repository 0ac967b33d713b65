"""Kernels as compilers make them: rows, columns, products, gathers; the same bits on every back end."""

import ctypes

import numpy as np
import pytest

from gnomon.compile import interpret, llvm
from gnomon.compile.expand import expanded
from gnomon.compile.kernel import (
    Buffer,
    Call,
    Cast,
    Check,
    Const,
    If,
    Index,
    Kernel,
    Load,
    Loop,
    Reduce,
    Store,
)
from gnomon.compile.llvm.machine import narrower
from gnomon.compile.verify import verify
from gnomon.shapes import dtypes, minimum, symbol

from compile.kernels import LENGTHS, build_c, chain, same
from compile.parts import part_of

F, D = dtypes.float32, dtypes.float64
m, n = symbol("m"), symbol("n")
SIZES = (m.atom, n.atom)


def softmax(dtype):
    r, i, j, k = (symbol(name) for name in "rijk")
    row = n * r
    body = (
        Reduce(("top",), Loop("lane", i.atom, n, (Load("x", "x", row + i),)), ("x",), ("maximum",), (dtype,)),
        Reduce(
            ("total",),
            Loop(
                "lane",
                j.atom,
                n,
                (
                    Load("x", "x", row + j),
                    Call("d", "subtract", ("x", "top"), dtype),
                    Call("e", "exp", ("d",), dtype),
                    Store("out", row + j, "e"),
                ),
            ),
            ("e",),
            ("add",),
            (dtype,),
        ),
        Loop(
            "lane",
            k.atom,
            n,
            (
                Load("e", "out", row + k),
                Call("y", "divide", ("e", "total"), dtype),
                Store("out", row + k, "y"),
            ),
        ),
    )
    return Kernel("softmax", BOTH(dtype), SIZES, (Loop("grid", r.atom, m, body),))


def BOTH(dtype):
    return (Buffer("x", dtype, "in"), Buffer("out", dtype, "inout"))


def columns(dtype):
    """Sums of columns and of their squares, in chunks of 64 columns."""
    c, i, j = (symbol(name) for name in "cij")
    column = 64 * c + j
    inner = (Load("x", "x", n * i + column), Call("q", "multiply", ("x", "x"), dtype))
    sums = Reduce(("s", "t"), Loop("serial", i.atom, m, inner), ("x", "q"), ("add", "add"), (dtype, dtype))
    body = (sums, Call("u", "fma", ("s", "s", "t"), dtype), Store("out", column, "u"))
    lanes = Loop("lane", j.atom, minimum(64, n - 64 * c), body)
    return Kernel("columns", BOTH(dtype), SIZES, (Loop("grid", c.atom, (n + 63) // 64, (lanes,)),))


def product(dtype):
    """out = x @ x, n by n, in tiles of 4 rows; the rows that are left one by one."""
    t, u, j, k = (symbol(name) for name in "tujk")

    def tile(row):
        inner = (
            Load("a", "x", n * row + k),
            Load("b", "x", n * k + j),
            Call("c", "multiply", ("a", "b"), dtype),
        )
        total = Reduce(("s",), Loop("serial", k.atom, n, inner), ("c",), ("add",), (dtype,))
        return (total, Store("out", n * row + j, "s"))

    tiles = Loop("lane", j.atom, n, (Loop("jam", u.atom, 4, tile(4 * t + u)),))
    rest = Loop("lane", j.atom, n, tile(n - n % 4 + t))
    body = (Loop("grid", t.atom, n // 4, (tiles,)), Loop("serial", t.atom, n % 4, (rest,)))
    return Kernel("product", BOTH(dtype), SIZES, body)


def gathered(dtype):
    """out[i] = x[index[i]] with checked indices."""
    i = symbol("i")
    body = (
        Load("k", "index", i),
        Const("zero", 0, dtypes.int64),
        Index("length", n),
        Call("a", "greater_equal", ("k", "zero"), dtypes.int64),
        Call("b", "less", ("k", "length"), dtypes.int64),
        Call("c", "logical_and", ("a", "b"), dtypes.bool),
        Check("c", 7),
        Load("v", "x", 0, (("k", 1),)),
        Store("out", i, "v"),
    )
    buffers = (*BOTH(dtype), Buffer("index", dtypes.int64, "in"))
    return Kernel("gathered", buffers, SIZES, (Loop("lane", i.atom, n, body),))


def scattered(dtype):
    """out[index[i]] += x[i], one after the other."""
    i = symbol("i")
    body = (Load("k", "index", i), Load("v", "x", i), Store("out", 0, "v", "add", (("k", 1),)))
    buffers = (*BOTH(dtype), Buffer("index", dtypes.int64, "in"))
    return Kernel("scattered", buffers, SIZES, (Loop("serial", i.atom, n, body),))


def scratch(dtype):
    """Moving sums over chunks that are first copied to scratch memory; only where positive."""
    c, i, j, k = (symbol(name) for name in "cijk")
    size = minimum(32, n - 32 * c)
    copy = Loop(
        "lane", i.atom, size, (Load("x", "x", 32 * c + i), Cast("d", "x", D), Store("tmp", i + 1, "d"))
    )
    total = Reduce(("s",), Loop("jam", k.atom, 2, (Load("d", "tmp", j + k),)), ("d",), ("add",), (D,))
    body = (
        total,
        Const("zero", 0.0, D),
        Call("p", "greater", ("s", "zero"), D),
        If("p", (Cast("f", "s", dtype), Store("out", 32 * c + j, "f"))),
    )
    start = (Const("nothing", 0.0, D), Store("tmp", 0, "nothing"))
    chunks = Loop("grid", c.atom, (n + 31) // 32, (*start, copy, Loop("lane", j.atom, size, body)))
    return Kernel("scratch", (*BOTH(dtype), Buffer("tmp", D, "scratch", 33)), SIZES, (chunks,))


def fused(dtype):
    """Products added rounded once: tiles of 3 rows by 2 vectors, and jammed pairs."""
    t, u, v, j, k, p = (symbol(name) for name in "tuvjkp")
    inner = (Load("a", "x", n * u + k), Load("b", "x", 16 * v + j))
    total = Reduce(("s",), Loop("serial", k.atom, n, inner), (("a", "b"),), ("fma",), (dtype,))
    pair = (Load("c", "x", p), Load("d", "x", p + u))
    some = Reduce(("r",), Loop("jam", p.atom, 2, pair), (("c", "d"),), ("fma",), (dtype,))
    store = Store("out", 32 * u + 16 * v + j, "s", "add")
    again = Store("out", 32 * u + 16 * v + j, "r", "add")
    lanes = Loop("lane", j.atom, 16, (Loop("jam", u.atom, 2, (total, some, store, again)),))
    body = (Loop("serial", t.atom, minimum(n, 1), (Loop("jam", v.atom, 2, (lanes,)),)),)
    return Kernel("fused", BOTH(dtype), SIZES, body)


MAKERS = [softmax, columns, product, gathered, scattered, scratch, fused]


def arrays_for(kernel, length, seed=0):
    rng = np.random.default_rng(seed)
    rows = max(3, length if kernel.name == "product" else 3)
    found = []
    for buffer in kernel.buffers:
        if buffer.name == "index":
            found.append(rng.integers(0, max(length, 1), length))
        elif buffer.role != "scratch":
            found.append(rng.standard_normal(rows * length + 64).astype(str(buffer.dtype)))
    return found


def agree(kernel, run, length, rows=3):
    given = arrays_for(kernel, length)
    expected = [array.copy() for array in given]
    assert interpret.run(expanded(kernel), expected, [rows, length]) == run(given, [rows, length]) == 0
    for found, wanted in zip(given, expected):
        assert same(found, wanted)


@pytest.mark.parametrize("length", [*LENGTHS[:-1], 67])
@pytest.mark.parametrize("dtype", [F, D])
@pytest.mark.parametrize("make", MAKERS)
def test_native(make, dtype, length):
    kernel = make(dtype)
    verify(kernel)
    agree(kernel, llvm.build(kernel).run, length)


@pytest.mark.parametrize("width", [16, 32, 64])
@pytest.mark.parametrize("make", MAKERS)
def test_other_vectors(make, width):
    kernel = make(F)
    for length in (0, 5, 67):
        agree(kernel, llvm.build(kernel, narrower(width)).run, length)


@pytest.mark.parametrize("make", MAKERS)
def test_c(make, tmp_path):
    kernel = make(D)
    run = build_c(kernel, tmp_path)
    for length in (0, 1, 67):
        agree(kernel, run, length)


@pytest.mark.parametrize("bad", [-1, 33, 1 << 40])
def test_a_failed_check_gives_its_status(bad):
    kernel = gathered(F)
    given = arrays_for(kernel, 33)
    given[2][32] = bad
    native = llvm.build(kernel)
    assert native.run(given, [1, 33]) == 7
    assert interpret.run(kernel, given, [1, 33]) == 7
    given[2][32] = 0
    assert native.run(given, [1, 33]) == 0


def test_parts_of_a_grid_make_the_whole():
    kernel = softmax(F)
    native = llvm.build(kernel)
    assert part_of(native) is not None
    assert part_of(llvm.build(kernel._replace(body=kernel.body * 2))) is None
    x = np.random.default_rng(0).standard_normal(10 * 33).astype("float32")
    whole, parts = np.zeros((2, 330), "float32")
    native.run([x, whole], [10, 33])
    part = part_of(native)
    pointers = (ctypes.c_void_p * 2)(x.ctypes.data, parts.ctypes.data)
    for start, stop in ((7, 10), (0, 4), (4, 4), (4, 7)):
        assert part(pointers, (ctypes.c_int64 * 2)(10, 33), start, stop) == 0
    assert same(whole, parts)


def test_parts_of_lanes_make_the_whole():
    native = llvm.build(chain(F))
    x, y = np.random.default_rng(0).standard_normal((2, 330)).astype("float32")
    whole, parts = np.zeros((2, 330), "float32")
    native.run([x, y, whole], [330])
    part = part_of(native)
    pointers = (ctypes.c_void_p * 3)(x.ctypes.data, y.ctypes.data, parts.ctypes.data)
    for start, stop in ((70, 101), (0, 64), (64, 64), (64, 70), (101, 330)):
        assert part(pointers, (ctypes.c_int64 * 1)(330), start, stop) == 0
    assert same(whole, parts)


def chosen_sums(dtype):
    """Sums of rows that are chosen by checked numbers, several vectors of columns at a time."""
    i, k = symbol("i"), symbol("k")
    inner = (
        Load("row", "index", k),
        Index("rows", m),
        Call("fits", "less", ("row", "rows"), dtypes.int64),
        Check("fits", 5),
        Load("v", "x", i, (("row", n),)),
    )
    total = Reduce(("s",), Loop("serial", k.atom, m, inner), ("v",), ("add",), (dtype,))
    buffers = (*BOTH(dtype), Buffer("index", dtypes.int64, "in"))
    return Kernel("chosen", buffers, SIZES, (Loop("lane", i.atom, n, (total, Store("out", i, "s"))),))


@pytest.mark.parametrize("dtype", [F, D])
def test_several_vectors_share_what_is_found_out_for_a_row(dtype):
    kernel = chosen_sums(dtype)
    verify(kernel)
    text = llvm.module_text(kernel)
    assert text.count("ret i32 5") == 2, "one check for the vectors together, one for what is left"
    native = llvm.build(kernel)
    for length in (0, 1, 16, 63, 64, 65, 200, 259):
        given = [np.random.default_rng(0).standard_normal(7 * length).astype(str(dtype)), None, None]
        for rows in ([6, 0, 3, 3, 1, 2, 5], [0, 1, 2, 3, 4, 5, 7]):
            given[2] = np.array(rows)
            found, wanted = np.zeros((2, length), str(dtype))
            given[1] = found
            status = native.run(given, [7, length])
            given[1] = wanted
            assert (
                interpret.run(kernel, given, [7, length]) == status == (5 if max(rows) > 6 and length else 0)
            )
            assert status or same(found, wanted)


def sweeps(dtype, place=0):
    """out = maxima of columns: the first row, then pairs of rows, of which each lane keeps to its column."""
    j, t, u = (symbol(name) for name in "jtu")
    first = (Load("x", "x", j), Store("out", j, "x"))
    pair = Reduce(
        ("s",), Loop("jam", u.atom, 2, (Load("x", "x", n * (2 * t + u) + j),)), ("x",), ("maximum",), (dtype,)
    )
    further = Loop("lane", j.atom, n, (pair, Store("out", j + place, "s", "maximum")))
    body = (Loop("lane", j.atom, n, first), Loop("serial", t.atom, m // 2, (further,)))
    return Kernel("sweeps", BOTH(dtype), SIZES, body)


def test_parts_of_columns_make_the_whole():
    native = llvm.build(sweeps(F))
    x = np.random.default_rng(0).standard_normal(10 * 330).astype("float32")
    x[[77, 770]] = np.nan
    whole, parts = np.zeros((2, 330), "float32")
    native.run([x, whole], [10, 330])
    part = part_of(native)
    pointers = (ctypes.c_void_p * 2)(x.ctypes.data, parts.ctypes.data)
    for start, stop in ((70, 101), (0, 64), (64, 64), (64, 70), (101, 330)):
        assert part(pointers, (ctypes.c_int64 * 2)(10, 330), start, stop) == 0
    assert same(whole, parts)
    assert same(whole, x.reshape(10, 330).max(0))


def test_columns_that_reach_for_others_have_no_parts():
    assert part_of(llvm.build(sweeps(F, place=1))) is None


def test_a_product_is_right():
    x = np.random.default_rng(0).standard_normal((37, 37))
    out = np.zeros_like(x)
    llvm.build(product(D)).run([x, out], [0, 37])
    np.testing.assert_allclose(out, x @ x, rtol=1e-12)
