"""The interpreter, native code of every width and C agree to the bit on random kernels."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gnomon.compile import interpret, llvm
from gnomon.compile.expand import expanded
from gnomon.compile.llvm.machine import narrower
from gnomon.compile.verify import verify

from compile.kernels import build_c, same
from compile.random_kernels import LENGTHS, SMALL, USED, Maker, arguments

SIZES = st.tuples(st.sampled_from(LENGTHS), st.integers(0, 4), st.integers(1, 3))
SEEDS = st.integers(0, 2**32 - 1)
RANDOMS = st.randoms(use_true_random=False)


def agree(kernel, run, sizes, seed):
    given = arguments(kernel, *sizes, seed)
    expected = [array.copy() for array in given]
    status = interpret.run(expanded(kernel), expected, sizes)
    assert run(given, sizes) == status
    for buffer, found, wanted in zip(kernel.buffers, given, expected):
        if not status:
            assert same(found, wanted), buffer.name


@settings(max_examples=60, deadline=None)
@given(RANDOMS, SIZES, SEEDS)
def test_native(random, sizes, seed):
    kernel = Maker(random).kernel()
    verify(kernel)
    agree(kernel, llvm.build(kernel).run, sizes, seed)


@settings(max_examples=30, deadline=None)
@given(RANDOMS, SIZES, SEEDS)
def test_short_integers(random, sizes, seed):
    kernel = Maker(random, SMALL).kernel()
    verify(kernel)
    agree(kernel, llvm.build(kernel).run, sizes, seed)


@settings(max_examples=15, deadline=None)
@given(RANDOMS, SIZES, SEEDS, st.sampled_from([16, 32, 64]))
def test_other_vectors(random, sizes, seed, width):
    kernel = Maker(random).kernel()
    agree(kernel, llvm.build(kernel, narrower(width)).run, sizes, seed)


@pytest.mark.parametrize("kinds", [USED, SMALL])
@pytest.mark.parametrize("number", range(6))
def test_c(number, kinds, tmp_path):
    from random import Random

    kernel = Maker(Random(number), kinds).kernel()
    run = build_c(kernel, tmp_path)
    for seed, n in enumerate(LENGTHS):
        agree(kernel, run, (n, 3, 2), seed)
