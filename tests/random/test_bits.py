"""Philox gives its published words, and uniform and normal numbers have the same bits on every back end."""

from statistics import NormalDist

import numpy as np
import pytest

import gnomon as gn
from gnomon.compile import interpret, llvm
from gnomon.compile.expand import expanded
from gnomon.compile.llvm.machine import narrower
from gnomon.compile.program import KernelStep
from gnomon.compile.scalars import SCALARS
from gnomon.graph.philox import philox

from compile.kernels import build_c, same

KNOWN = """
00000000 00000000 00000000 00000000 00000000 00000000 6627e8d5 e169c58d bc57ac4c 9b00dbd8
ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff 408f276d 41c83b0e a20bc7c6 6d5451fd
243f6a88 85a308d3 13198a2e 03707344 a4093822 299f31d0 d16cfe09 94fdcceb 5001e420 24126ea1
"""
"""Counter, key and words of `philox4x32 10` in the file kat_vectors of Random123."""

SEEDS = [0, 1, 2**31, 2**63 + 12345, 2**64 - 1]


@pytest.mark.parametrize("line", KNOWN.strip().splitlines())
def test_known_answers(line):
    words = [np.array([int(word, 16)], np.uint64) for word in line.split()]
    found = philox(tuple(words[:4]), tuple(words[4:6]))
    assert [int(word[0]) for word in found] == [int(word[0]) for word in words[6:]]


def test_bits_are_the_words_of_the_stream_in_order():
    key = gn.symbol("key", (), "uint64")
    draw = gn.function([key], [gn.random.bits(key, 8), gn.random.bits(key, 4, dtype="uint64")])
    short, long = draw(0)
    first = np.array([0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8], np.uint32)
    assert same(short[:4], first)
    assert same(short.view(np.uint64), long)


def numbers(kind, dtype, shape, key):
    if kind == "bits":
        return gn.random.bits(key, shape, dtype=dtype.replace("float", "uint"))
    return {"uniform": gn.random.uniform, "normal": gn.random.normal}[kind](key, shape, dtype=dtype)


def kernels(function):
    return [step for step in function.program.steps if isinstance(step, KernelStep)]


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("kind", ["bits", "uniform", "normal"])
@pytest.mark.parametrize("shape", [(), (1,), (7,), (5, 3), (0, 2), (2, 1, 9), (1000,)])
def test_native_code_gives_the_bits_of_the_reference(kind, dtype, shape):
    key = gn.symbol("key", (), "uint64")
    wanted = numbers(kind, dtype, shape, key)
    native, reference = gn.function([key], wanted), gn.function([key], wanted, native=False)
    assert len(kernels(native)) == len(native.program.steps) == 1
    for seed in SEEDS:
        found = native(np.uint64(seed))
        assert found.shape == shape
        assert same(found, reference(np.uint64(seed)))
        assert same(found, numbers(kind, dtype, shape, gn.random.key(seed)).eval())


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("kind", ["uniform", "normal"])
def test_c_text_and_interpreter_give_the_same_bits(kind, dtype, tmp_path):
    key = gn.symbol("key", (), "uint64")
    native = gn.function([key], numbers(kind, dtype, (500,), key))
    (step,) = kernels(native)
    seed = np.array([2**63 + 5], np.uint64)
    expected = native(seed[0])
    outputs = [np.zeros(500, dtype) for _ in range(3)]
    assert build_c(step.nest.kernel, tmp_path)([seed, outputs[0]], []) == 0
    assert interpret.run(step.nest.kernel, [seed, outputs[1]], []) == 0
    assert interpret.run(expanded(step.nest.kernel), [seed, outputs[2]], []) == 0
    assert all(same(output, expected) for output in outputs)


@pytest.mark.parametrize("laws", ["none", "exact", "stable", "all"])
def test_laws_keep_the_bits(laws):
    key = gn.symbol("key", (), "uint64")
    shape = (100,)
    wanted = [gn.random.uniform(key, shape), gn.random.normal(key, shape, dtype="float32")]
    plain = gn.function([key], wanted, native=False, laws="none")(7)
    assert all(same(a, b) for a, b in zip(gn.function([key], wanted, laws=laws)(7), plain))


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_a_batch_of_keys_draws_as_each_key_does(dtype):
    keys = gn.symbol("keys", ("n", "m"), "uint64")
    single = gn.symbol("key", (), "uint64")
    many = gn.function([keys], gn.random.normal(keys, (4, 3), dtype=dtype))
    one = gn.function([single], gn.random.normal(single, (4, 3), dtype=dtype))
    given = np.arange(6, dtype=np.uint64).reshape(2, 3) * np.uint64(2**61 + 1)
    found = many(given)
    assert found.shape == (2, 3, 4, 3)
    assert all(same(found[place], one(given[place])) for place in np.ndindex(2, 3))
    assert same(many(given[::-1, ::2]), found[::-1, ::2])


def test_a_draw_and_what_is_done_with_it_are_one_kernel():
    key, x = gn.symbol("key", (), "uint64"), gn.symbol("x", ("n", 3), "float32")
    kept = gn.random.uniform(key, x.shape, dtype="float32") < 0.8
    f = gn.function([key, x], gn.where(kept, x / 0.8, 0.0))
    assert len(f.program.steps) == len(kernels(f)) == 1
    assert set(np.unique(f(1, np.ones((50, 3), np.float32)))) == {
        np.float32(0),
        np.float32(1) / np.float32(0.8),
    }


def test_a_sum_of_draws_is_one_kernel():
    key = gn.symbol("key", (), "uint64")
    for shape, axis in [((1000,), None), ((30, 40), 1), ((30, 40), 0)]:
        draws = gn.random.normal(key, shape)
        f = gn.function([key], gn.sum(draws * draws, axis=axis))
        plain = gn.function([key], gn.sum(draws * draws, axis=axis), native=False)
        assert len(f.program.steps) == 1
        np.testing.assert_allclose(f(5), plain(5), rtol=1e-12)


def test_keys_are_data():
    key = gn.symbol("key", (), "uint64")
    f = gn.function([key], gn.random.uniform(key, 3))
    assert len({f(np.uint64(seed)).tobytes() for seed in range(50)}) == 50


def test_normal_numbers_are_quantiles():
    words = np.random.default_rng(0).integers(0, 2**64, 2000, dtype=np.uint64)
    exact = NormalDist()
    for dtype, tolerance in [(np.uint32, 1e-6), (np.uint64, 1e-13)]:
        bits = np.concatenate([words.astype(dtype), np.array([0, 1, 2, 3, 100, 2**20], dtype)])
        found = SCALARS["normal_of_bits"].meaning(bits)
        chances = (bits >> dtype(1)).astype(float) + 0.5
        for number, word, chance in zip(
            found.tolist(), bits.tolist(), chances / 2.0 ** (8 * np.dtype(dtype).itemsize)
        ):
            tail = exact.inv_cdf(chance)
            assert abs(number - (tail if word & 1 else -tail)) <= tolerance * max(1, abs(tail))


@pytest.mark.parametrize("vector_bytes", [16, 32])
@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("shape", [(37,), (5, 7), (3, 8)])
def test_narrow_vectors_give_the_same_bits(vector_bytes, dtype, shape):
    key = gn.symbol("key", (), "uint64")
    for draw in (gn.random.normal(key, shape, dtype=dtype), gn.random.gamma(key, 2.5, shape, dtype=dtype)):
        native = gn.function([key], draw)
        step = kernels(native)[0]
        code = llvm.build(step.nest.kernel, narrower(vector_bytes))
        if len(native.program.steps) == 1:
            found = np.zeros(shape, dtype)
            assert code.run([np.array([9], np.uint64), found], []) == 0
            assert same(found, native(np.uint64(9)))
