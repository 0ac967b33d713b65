"""Kernels that are wrong are refused, with a word that says why."""

import pytest

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
    State,
    Store,
)
from gnomon.compile.verify import KernelError, verify
from gnomon.shapes import dtypes, minimum, symbol

from compile.kernels import chain

F, D, B = dtypes.float32, dtypes.float64, dtypes.bool
n, m = symbol("n"), symbol("m")
i, j = symbol("i"), symbol("j")
BUFFERS = (Buffer("x", F, "in"), Buffer("out", F, "out"), Buffer("tmp", F, "scratch", 8))


def kernel(*body, buffers=BUFFERS):
    return Kernel("k", buffers, (n.atom, m.atom), body)


def lane(*body, index=i, extent=n, kind="lane"):
    return Loop(kind, index.atom, extent, body)


ONE = Const("one", 1.0, F)


def fused(kind="serial", values=("x", "x"), combine="fma"):
    turn = Loop(kind, i.atom, 4, (Load("x", "x", i),))
    return kernel(Reduce(("r",), turn, (values,), (combine,), (F,)))


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (fused("lane"), "fma combines floats, in serial and jam loops"),
        (fused(values="x"), "pairs of values are combined by fma"),
        (fused(combine="add"), "pairs of values are combined by fma"),
        (fused(values=("x", "y")), "y is not defined"),
    ],
)
def test_sums_of_products(wrong, why):
    verify(fused())
    with pytest.raises(KernelError, match=why):
        verify(wrong)


def test_blocks_of_an_axis_inside_of_others():
    a, b, c = symbol("a"), symbol("b"), symbol("c")
    for extent, right in ((minimum(8, n - 8 * b), True), (minimum(9, n - 8 * b), False)):
        store = Loop("lane", c.atom, extent, (ONE, Store("out", n * a + 8 * b + c, "one")))
        blocks = Loop("serial", b.atom, (n + 7) // 8, (store,))
        whole = kernel(Loop("grid", a.atom, m, (blocks,)))
        if right:
            verify(whole)
        else:
            with pytest.raises(KernelError, match="same place"):
                verify(whole)


YES = Const("yes", True, B)


def state(*body, first="one", new="more", kind="serial", dtype=F):
    return State(("s",), Loop(kind, j.atom, m, body), (first,), (new,), (dtype,))


MORE = Call("more", "add", ("s", "one"), F)

GOOD = [
    kernel(lane(Load("a", "x", i), Store("out", i, "a"))),
    kernel(ONE, lane(lane(Store("out", n * i + j, "one"), index=j), kind="grid", extent=m)),
    kernel(ONE, lane(lane(Store("out", m * j + i, "one"), index=j, extent=n), kind="grid", extent=m)),
    kernel(ONE, lane(Store("out", n - 1 - i, "one"))),
    kernel(ONE, lane(Store("out", 2 * i, "one"), Store("out", 2 * i + 1, "one"))),
    kernel(ONE, lane(lane(Store("out", i, "one", "add"), index=j, extent=m, kind="serial"))),
    kernel(ONE, lane(Store("tmp", 0, "one"), kind="grid")),
    kernel(ONE, lane(state(MORE), Store("out", i, "s"))),
    kernel(ONE, state(MORE), Store("out", 0, "s")),
    kernel(ONE, lane(Index("k", j), lane(Store("out", i, "one", None, (("k", n),))), index=j, kind="serial")),
    kernel(YES, Check("yes", 3), If("yes", (ONE, Store("out", 0, "one")))),
    kernel(
        Reduce(("s",), Loop("lane", i.atom, n, (Load("a", "x", i),)), ("a",), ("add",), (F,)),
        Store("out", 0, "s"),
    ),
    kernel(
        lane(
            Index("k", i),
            Load("a", "x", 0, (("k", m),)),
            Cast("d", "a", D),
            Cast("e", "d", F),
            Store("out", i, "e"),
        )
    ),
    chain(F),
]


@pytest.mark.parametrize("good", GOOD)
def test_well_formed(good):
    verify(good)


BAD = {
    "defined already": kernel(ONE, ONE),
    "b is not defined here": kernel(Call("c", "add", ("b", "b"), F)),
    "a is not defined here": kernel(lane(Load("a", "x", i)), Store("out", 0, "a")),
    "one is float32, where float64 is needed": kernel(ONE, Call("c", "add", ("one", "one"), D)),
    "no scalar function 'gelu'": kernel(ONE, Call("c", "gelu", ("one",), F)),
    "sqrt does not take int64": kernel(Const("k", 1, dtypes.int64), Call("c", "sqrt", ("k",), dtypes.int64)),
    "takes 2 arguments, not 1": kernel(ONE, Call("c", "add", ("one",), F)),
    "one is float32, where bool is needed": kernel(ONE, If("one", ())),
    "x is only read": kernel(ONE, Store("x", 0, "one")),
    "no buffer y": kernel(Load("a", "y", 0)),
    "neither a size of the kernel": kernel(Load("a", "x", i)),
    "a lane loop inside of a lane loop": kernel(lane(lane(index=j))),
    "equally often in each lane": kernel(lane(lane(index=j, extent=i, kind="serial"))),
    "extent of a jam loop is a number": kernel(lane(kind="jam")),
    "open index already": kernel(lane(lane(kind="serial"), kind="serial")),
    "a 'warp' loop": kernel(lane(kind="warp")),
    "a 'grid' loop is not possible here": kernel(
        Reduce(("s",), Loop("grid", i.atom, n, (ONE,)), ("one",), ("add",), (F,))
    ),
    r"same place \(i < n\)": kernel(ONE, lane(Store("out", 0, "one"))),
    r"same place \(i < m, j < n\)": kernel(
        ONE, lane(lane(Store("out", m * i + j, "one"), index=j), kind="grid", extent=m)
    ),
    "same computed place": kernel(ONE, lane(Index("k", i), Store("out", 0, "one", None, (("k", 1),)))),
    "to the same computed place": kernel(
        ONE, lane(Index("k", j), lane(Store("out", i, "one", None, (("k", n),))), index=j, kind="grid")
    ),
    "the offset reaches 8, where the length is 8": kernel(ONE, Store("tmp", 8, "one")),
    "the offset reaches 9, where": kernel(ONE, lane(Store("tmp", i, "one"), extent=10)),
    "the offset reaches -1": kernel(lane(Load("a", "x", i - 1))),
    "any does not combine float32": kernel(
        Reduce(("s",), Loop("lane", i.atom, n, (ONE,)), ("one",), ("any",), (F,))
    ),
    "as many targets as": kernel(Reduce(("s",), Loop("lane", i.atom, n, (ONE,)), ("one",), ("add",), (F, F))),
    "s is defined already": kernel(ONE, state(MORE), state(MORE)),
    "first is not defined here": kernel(ONE, state(MORE, first="first")),
    "next is not defined here": kernel(ONE, state(MORE, new="next")),
    "a 'lane' loop is not possible": kernel(ONE, state(MORE, kind="lane")),
    "64 accumulators, not 8": kernel(
        Reduce(("s",), Loop("lane", i.atom, n, (ONE,)), ("one",), ("add",), (F,), 8)
    ),
    "300 is no number of int8": kernel(Const("k", 300, dtypes.int8)),
    "float16 converts": kernel(Const("k", 1.0, D), Cast("h", "k", dtypes.float16)),
    "a status is": kernel(YES, Check("yes", 0)),
    "two buffers have one name": kernel(buffers=(*BUFFERS, BUFFERS[0])),
    "scratch buffers have a length": kernel(buffers=(Buffer("t", F, "scratch"),)),
    "bytes of scratch memory": kernel(buffers=(Buffer("t", F, "scratch", 1 << 20),)),
    "unknown role": kernel(buffers=(Buffer("t", F, "input"),)),
    "which kernels do not know": kernel(buffers=(Buffer("t", dtypes.complex64, "in"),)),
}


@pytest.mark.parametrize("message", BAD)
def test_ill_formed(message):
    with pytest.raises(KernelError, match=message):
        verify(BAD[message])


def test_known_lengths():
    reads = kernel(lane(Load("a", "x", i + 1)))
    verify(reads, lengths={"x": n + 1})
    with pytest.raises(KernelError, match="reaches n, where the length is n"):
        verify(reads, lengths={"x": n})


def test_the_statement_is_told():
    with pytest.raises(KernelError, match=r"kernel k: in Call\(target='c'"):
        verify(kernel(ONE, Call("c", "add", ("one",), F)))
