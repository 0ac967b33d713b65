"""Loops under a condition of all elements, turned inside out, against the same loops step by step."""

import signal
import sys

import numpy as np
import pytest

import gnomon as gn
from gnomon.compile import interpret, llvm
from gnomon.compile.llvm.machine import narrower
from gnomon.compile.lower.split_while import Split
from gnomon.compile.lower.tries import PIECE, ahead, asking, block_length, trying
from gnomon.compile.verify import verify
from gnomon.runtime.function import function

from compile.kernels import same

SIZES = [1, 5, 16, 33, 200]


def differs(x, tolerance=1e-10):
    return lambda carry: gn.any(gn.abs(carry[0] * carry[0] - x) > tolerance)


def counted(most, truth):
    return lambda carry: truth(carry) & (carry[-1] < most)


def root(x):
    return gn.while_loop(differs(x), lambda c: (0.5 * (c[0] + x / c[0]),), (x,))[0]


def escaping(x):
    def step(carry):
        z, count, k = carry
        z = z * z + x
        return z, count + (gn.abs(z) <= 2), k + 1

    first = gn.zeros_like(x), gn.zeros_like(x, dtype="int32"), 0
    return gn.while_loop(counted(77, lambda c: gn.any(gn.abs(c[0]) <= 2)), step, first)


def all_small(x):
    return gn.while_loop(
        lambda c: gn.all(c[0] < 1000), lambda c: (c[0] * 1.5, c[1] + 1), (gn.abs(x) + 0.01, 0)
    )


def frozen(x):
    def step(carry):
        n, steps = carry
        going = n > 1
        new = gn.where(n % 2 == 0, n // 2, 3 * n + 1)
        return gn.where(going, new, n), steps + going

    n = gn.astype(gn.abs(x) * 40, "int64") + 1
    return gn.while_loop(lambda c: gn.any(c[0] > 1), step, (n, gn.zeros_like(n)))


def cycling(period):
    """Some element stands for the condition at a time, and another one later; they come round."""

    def program(x):
        start = gn.astype(gn.floor(gn.abs(x) * 7), "int32") % period

        def step(carry):
            place, total, k = carry
            return (place + 1) % period, total + place, k + 1

        return gn.while_loop(counted(45, lambda c: gn.any(c[0] <= 1)), step, (start, gn.zeros_like(start), 0))

    return program


def two_numbers(x):
    def step(carry):
        y, a, b = carry
        return gn.cos(y), b, a + b

    return gn.while_loop(lambda c: (c[2] < 5000) & gn.any(c[0] > 0.1), step, (x, 0, 1))


def with_a_scale(x):
    scale = gn.sum(gn.abs(x)) + 1
    return gn.while_loop(
        lambda c: gn.any(gn.abs(c) < scale), lambda c: c * 1.25 + scale / 50, x, max_steps=20
    )


def at_once(x):
    return gn.while_loop(lambda c: gn.any(c[0] > 100), lambda c: (c[0] + 1, c[1] + 1), (x, 0))


PROGRAMS = {
    "root": lambda x: root(gn.abs(x) + 0.1),
    "escaping": escaping,
    "all small": all_small,
    "frozen": frozen,
    "two numbers": two_numbers,
    "with a scale": with_a_scale,
    "not once": at_once,
    **{f"cycling {period}": cycling(period) for period in (1, 2, 3, 4, 5, PIECE, 12)},
}


def results(outputs):
    return outputs if isinstance(outputs, (tuple, list)) else [outputs]


@pytest.mark.parametrize("size", [0, *SIZES])
@pytest.mark.parametrize("title", PROGRAMS)
def test_native_is_the_reference(title, size):
    if title == "all small" and not size:
        return  # what holds of all of nothing holds for ever
    x = gn.symbol("x", ("n",))
    outputs = results(PROGRAMS[title](x))
    f, g = function([x], outputs), function([x], outputs, native=False)
    assert any("under a condition in registers" in repr(step) for step in f.program.steps)
    value = np.random.default_rng(size).uniform(-2, 2, size)
    for got, wanted in zip(f(value), g(value), strict=True):
        assert got.dtype == wanted.dtype
        if title == "two numbers":
            np.testing.assert_allclose(got, wanted, rtol=1e-13)
        else:
            np.testing.assert_array_equal(got, wanted)


@pytest.mark.parametrize("most", range(24))
def test_every_number_of_steps(most):
    x = gn.symbol("x", (3, "n"), "float32")
    outputs = gn.while_loop(lambda c: gn.any(c[0] < most), lambda c: (c[0] + 1, c[1] * 2), (x, x))
    value = np.array([[0.5, -1, 3], [2, 2, 2], [0, 0, 0.25]], "f4")
    steps = max(0, int(np.ceil(most - value.min())))
    got = function([x], list(outputs))(value)
    np.testing.assert_array_equal(got[0], value + steps)
    np.testing.assert_array_equal(got[1], value * 2.0**steps)


def split_of(title):
    x = gn.symbol("x", ("n",))
    (loop,) = [
        each
        for each in function([x], results(PROGRAMS[title](x))).capture.order
        if each.op.name == "while_loop"
    ]
    split = Split(loop)
    assert split.fits()
    return split


@pytest.mark.parametrize("width", [None, 16, 32, 64])
@pytest.mark.parametrize("steps", [1, 5, PIECE, 3 * PIECE + 3])
@pytest.mark.parametrize("title", ["root", "escaping", "all small", "cycling 3"])
def test_kernels_of_tries(title, steps, width):
    split = split_of(title)
    machine = narrower(width) if width else None
    count, pieces = 3 * block_length(split) + 5, (steps + PIECE - 1) // PIECE
    first = steps - PIECE * (pieces - 1)
    agree(trying(split), [count, pieces, first, PIECE % first], [count, 4], machine)
    if split.numbers:
        agree(ahead(split), [steps], [1, 1], machine)
    agree(asking(split), [37], [37, 37], machine)


def agree(kernel, sizes, lengths, machine):
    """Meaning and machine code give the same bits."""
    verify(kernel)
    count, blocks = lengths
    rng = np.random.default_rng(1)
    arrays = []
    for buffer in kernel.buffers:
        if buffer.role != "scratch":
            length = blocks if buffer.name in ("held", "alive") else max(count, 2)
            values = rng.uniform(0, 2, length)
            arrays.append((values > 1.9) if str(buffer.dtype) == "bool" else values.astype(str(buffer.dtype)))
    other = [array.copy() for array in arrays]
    assert interpret.run(kernel, arrays, sizes) == 0
    assert llvm.build(kernel, machine).run(other, sizes) == 0
    for one, two in zip(arrays, other):
        assert same(one, two)


def test_most_steps():
    x = gn.symbol("x", ("n",))
    for most in (0, 1, 2, 9, 10, 30):
        f = function([x], gn.while_loop(lambda c: gn.any(c > -1), lambda c: c + 1, x, max_steps=most))
        np.testing.assert_array_equal(f(np.zeros(40)), np.full(40, float(most)))


def test_sizes_that_are_claimed_to_be_the_same():
    x, y = gn.symbol("x", ("n", "m")), gn.symbol("y", ("k", "l"))
    inside = lambda c: gn.any(c < 100)
    f = function([x, y], gn.while_loop(inside, lambda c: c * 1.5 + y, x))
    g = function([x, y], gn.scan(lambda c, _: (c * 1.5 + y, None), x, length=5)[0])
    assert all(any("in registers" in repr(step) for step in each.program.steps) for each in (f, g))
    a, b = np.random.default_rng(0).uniform(1, 2, (2, 3, 7))
    for each in (f, g):
        np.testing.assert_allclose(each(a, b), function(each.inputs, each._outputs[0], native=False)(a, b))
        with pytest.raises(gn.ShapeError):
            each(a, b[:2])


def test_arguments_stay_as_they_are():
    x = gn.symbol("x", ("n",))
    f = function([x], root(x))
    value = np.linspace(1, 9, 50)
    before = value.copy()
    np.testing.assert_allclose(f(value), np.sqrt(before), rtol=1e-10)
    np.testing.assert_array_equal(value, before)


def others(x):
    """Loops of another kind."""
    yield gn.while_loop(lambda c: gn.any(c < 9), lambda c: c + gn.sum(c), x)
    yield gn.while_loop(lambda c: gn.any(c < 9) | (c[0] < 11), lambda c: c + 1, x)
    yield gn.while_loop(lambda c: gn.any(c[0] < 9), lambda c: (c[0] + c[1], c[1] + 1), (x, 1.0))[0]
    yield gn.while_loop(lambda c: gn.any(c < 9), lambda c: gn.flip(c) + 1, x)
    yield gn.while_loop(lambda c: gn.any(c < 9) & gn.all(c > -1), lambda c: c + 1, x)


def test_loops_of_another_kind_run_step_by_step():
    x = gn.symbol("x", ("n",))
    value = np.random.default_rng(0).uniform(0, 1, 20)
    for output in others(x):
        f = function([x], output)
        assert not any("in registers" in repr(step) for step in f.program.steps)
        np.testing.assert_allclose(f(value), function([x], output, native=False)(value))


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent in another way there")
def test_a_loop_that_never_ends_hears_of_signals():
    def stop(number, frame):
        raise KeyboardInterrupt

    x = gn.symbol("x", ("n",))
    f = function([x], gn.while_loop(lambda c: gn.any(c >= 0), lambda c: gn.abs(gn.sin(c + 1)), x))
    before = signal.signal(signal.SIGALRM, stop)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        with pytest.raises(KeyboardInterrupt):
            f(np.ones(100))
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
