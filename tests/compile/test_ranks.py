"""Numbers of lanes compared with what all lanes share: no long integers, and right to the last one."""

import numpy as np
import pytest

import gnomon as gn
from gnomon.compile import interpret, llvm
from gnomon.compile.kernel import Buffer, Call, Const, Index, Kernel, Load, Loop, Store
from gnomon.compile.llvm.machine import narrower
from gnomon.compile.llvm.ranks import TESTS, narrow
from gnomon.compile.verify import verify
from gnomon.shapes import dtypes, symbol

LIMITS = np.iinfo("int64")
NUMBERS = [LIMITS.min, LIMITS.min + 9, -8, -1, 0, 3, 15, 16, 66, 67, 2**32 + 3, LIMITS.max - 9, LIMITS.max]
n, r, i = symbol("n"), symbol("r"), symbol("i")


def masked(function, shift, swapped, extra=()):
    """out[r, i] = x[i] where i + shift compares so with number[r], else 0."""
    arguments = ("number", "rank") if swapped else ("rank", "number")
    body = (
        Load("x", "x", i),
        Load("number", "numbers", r),
        Index("rank", i + shift),
        Call("here", function, arguments, dtypes.int64),
        Const("zero", 0.0, dtypes.float32),
        Call("y", "select", ("here", "x", "zero"), dtypes.float32),
        *extra,
        Store("out", n * r + i, "y"),
    )
    buffers = (
        Buffer("x", dtypes.float32, "in"),
        Buffer("numbers", dtypes.int64, "in"),
        Buffer("out", dtypes.float32, "out"),
    )
    rows = Loop("grid", r.atom, len(NUMBERS), (Loop("lane", i.atom, n, body),))
    return Kernel("masked", buffers, (n.atom,), (rows,))


@pytest.mark.parametrize("swapped", [False, True])
@pytest.mark.parametrize("shift", [0, 5, -7])
@pytest.mark.parametrize("function", TESTS)
def test_all_comparisons(function, shift, swapped):
    kernel = masked(function, shift, swapped)
    verify(kernel)
    machine = llvm.this_machine()
    assert f"<{machine.vector_bytes // 4} x float>" in llvm.module_text(kernel)
    assert "x i64>" not in llvm.module_text(kernel)
    for length in (0, 1, 16, 67):
        x = np.arange(1, length + 1, dtype="float32")
        wanted, *found = np.zeros((3, len(NUMBERS) * length), "float32")
        assert interpret.run(kernel, [x, np.array(NUMBERS), wanted], [length]) == 0
        for out, target in zip(found, (machine, narrower(16))):
            assert llvm.build(kernel, target).run([x, np.array(NUMBERS), out], [length]) == 0
            np.testing.assert_array_equal(out, wanted)


def test_ranks_that_are_used_otherwise_are_vectors():
    again = Store("out", n * r + i, "zero", at=(("rank", 0),))
    (rows,) = masked("less", 0, False, (again,)).body
    (lanes,) = rows.body
    assert narrow(lanes.body, i.atom) == (frozenset({"number", "zero"}), frozenset())
    (rows,) = masked("less", 0, False).body
    (lanes,) = rows.body
    assert narrow(lanes.body, i.atom) == (frozenset({"number", "zero"}), frozenset({"rank"}))
    assert not narrow(lanes.body, i.atom, used=["rank"]).ranks


@pytest.mark.parametrize("shape", [(1, 1), (7, 45), (40, 33), (3, 200)])
def test_triangles_and_classes(shape):
    x = gn.symbol("x", ("n", "m"), "float32")
    y = gn.symbol("y", ("n",), "int64")
    hot = gn.where(gn.arange(x.shape[1]) == y[:, None], x, 0.0)
    f = gn.function([x, y], [gn.tril(x), gn.triu(x, 1), hot, gn.sum(hot * 2, axis=1)])
    a = np.random.default_rng(0).standard_normal(shape).astype("float32")
    for b in (np.arange(shape[0]), np.full(shape[0], -1), np.full(shape[0], LIMITS.max)):
        one = np.where(np.arange(shape[1]) == b[:, None], a, 0)
        wanted = [np.tril(a), np.triu(a, 1), one, (one * 2).sum(1)]
        for result, expected in zip(f(a, b), wanted, strict=True):
            np.testing.assert_array_equal(result, expected)
