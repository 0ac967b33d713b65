"""Products in tiles: right for all sizes, however many registers and lanes there are, and proved to be apart."""

import ctypes

import numpy as np
import pytest

import gnomon as gn
from gnomon.compile import interpret, llvm
from gnomon.compile.llvm.machine import narrower
from gnomon.compile.llvm.sharing import turns_of
from gnomon.compile.lower.crossover import LIMITS, Limits, decision, limits_of, tiles_are_faster
from gnomon.compile.lower.tiles import (
    CHUNK,
    FLAT,
    LOW,
    NARROW,
    SHORT,
    STRETCH,
    WIDE,
    Tile,
    steps_of,
    tile_of,
    tiled_product,
)
from gnomon.compile.verify import verify
from gnomon.shapes import dtypes, symbol

from compile.parts import part_of

FLOATS = [dtypes.float32, dtypes.float64]
SIZES = [
    (8, 16, 48),
    (13, STRETCH + 3, 50),
    (1, 1, 1),
    (131, 7, 97),
    (5, 2 * STRETCH + 1, 9),
    (3, 0, 4),
    (0, 3, 4),
    (4, 5, 0),
]


def factors(sizes, dtype, flipped, turns=0, seed=0):
    """Two matrices, or stacks of them, as they lie in memory, and what their product is in float64."""
    rows, inner, columns = sizes
    rng = np.random.default_rng(seed)
    lead = (turns,) if turns else ()
    left, right = rng.normal(size=(*lead, rows, inner)), rng.normal(size=(*lead, inner, columns))
    left, right = left.astype(str(dtype)), right.astype(str(dtype))
    expected = left.astype("float64") @ right.astype("float64")
    given = [x.swapaxes(-1, -2).copy() if flip else x for x, flip in zip((left, right), flipped)]
    return *given, expected


def steps(sizes, flipped=(False, False), many=(False, False)):
    """The sizes of a kernel with the steps of its factors."""
    return [*sizes, *steps_of(sizes, flipped, many)]


def close(out, expected, dtype):
    np.testing.assert_allclose(out, expected, rtol=0, atol=3e-5 if dtype is dtypes.float32 else 1e-12)


@pytest.mark.parametrize("flipped", [(False, False), (True, False), (False, True), (True, True)])
@pytest.mark.parametrize("dtype", FLOATS)
def test_all_sizes(dtype, flipped):
    kernel = tiled_product(dtype, stacked=False)
    verify(kernel)
    native = llvm.build(kernel)
    for sizes in SIZES:
        left, right, expected = factors(sizes, dtype, flipped)
        out = np.full(expected.shape, np.nan, str(dtype))
        assert native.run([left, right, out], steps([1, *sizes], flipped)) == 0
        close(out, expected, dtype)


@pytest.mark.parametrize("vector_bytes", [16, 32])
def test_processors_with_other_vectors_give_the_same_bits(vector_bytes):
    sizes = (13, STRETCH + 3, 50)
    left, right, expected = factors(sizes, dtypes.float32, (False, False))
    results = []
    for tile, machine in (
        (None, None),
        (
            Tile(4, 3, vector_bytes // 4),
            narrower(vector_bytes)._replace(features=llvm.this_machine().features),
        ),
    ):
        kernel = tiled_product(dtypes.float32, tile, stacked=False)
        out = np.zeros(expected.shape, "float32")
        assert llvm.build(kernel, machine).run([left, right, out], steps([1, *sizes])) == 0
        results.append(out)
    np.testing.assert_array_equal(*results)


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize(
    "sizes",
    [
        (2 * CHUNK + 5, 70, 101),
        (CHUNK, STRETCH + 1, NARROW),
        (9, 300, 4 * 48),
        (4 * LOW + 1, 300, 40),
        (2 * FLAT + 5, SHORT, WIDE),
        (CHUNK, SHORT + 1, WIDE),
    ],
)
def test_threads_share_chunks_and_panels_alike(dtype, sizes):
    kernel = tiled_product(dtype, stacked=True)
    assert [str(loop.index) for loop in turns_of(kernel).nest] == ["turn", "chunk", "panel"]
    native = llvm.build(kernel)
    left, right, expected = factors(sizes, dtype, (False, False), turns=2)
    whole, parts = (np.full(expected.shape, np.nan, str(dtype)) for _ in range(2))
    numbers = steps([2, *sizes], many=(True, True))
    assert native.run([left, right, whole], numbers) == 0
    close(whole, expected, dtype)
    width = tile_of(dtype).width
    short = sizes[1] <= SHORT and sizes[2] >= WIDE
    high = FLAT if short else CHUNK if sizes[2] >= NARROW else LOW
    turns = 2 * -(-sizes[0] // high) * -(-sizes[2] // width)
    pointers = (ctypes.c_void_p * 3)(*[x.ctypes.data for x in (left, right, parts)])
    given = (ctypes.c_int64 * len(numbers))(*numbers)
    part = part_of(native)
    for turn in np.random.default_rng(0).permutation(turns):
        assert part(pointers, given, turn, turn + 1) == 0
    assert parts.tobytes() == whole.tobytes()


def test_the_interpreter_agrees():
    kernel = tiled_product(dtypes.float64, Tile(2, 2, 8), stacked=True)
    verify(kernel)
    left, right, expected = factors((5, 3, 19), dtypes.float64, (True, False), turns=2)
    right, expected = right[0], left.swapaxes(-1, -2) @ right[0]
    out = np.zeros(expected.size)
    sizes = steps([2, 5, 3, 19], (True, False), (True, False))
    assert interpret.run(kernel, [left.ravel(), right.ravel(), out], sizes) == 0
    close(out.reshape(expected.shape), expected, dtypes.float64)


@pytest.mark.parametrize("many", [(True, True), (True, False), (False, True)])
def test_stacks(many):
    kernel = tiled_product(dtypes.float32, stacked=True)
    verify(kernel)
    left, right, _ = factors((9, 30, 51), dtypes.float32, (False, False), turns=3)
    left, right = left if many[0] else left[0], right if many[1] else right[0]
    out = np.zeros((3, 9, 51), "float32")
    assert llvm.build(kernel).run([left, right, out], steps([3, 9, 30, 51], many=many)) == 0
    close(out, left.astype("float64") @ right.astype("float64"), dtypes.float32)


def test_when_tiles_are_faster():
    limits, n = Limits(rows=8, columns=4, products=10_000, entries=50_000, narrow=16), symbol("n")
    assert tiles_are_faster(limits, 100, 20, 30) is True
    assert tiles_are_faster(limits, n, 20, 30) is None
    assert tiles_are_faster(limits, 7, n, 30) is False
    assert tiles_are_faster(limits, 100, n, 3) is False
    assert tiles_are_faster(limits, 20, 20, 20) is False
    assert tiles_are_faster(limits, n, 50_000, 17) is False
    assert tiles_are_faster(limits, 1000, 1000, 16) is True
    assert tiles_are_faster(None, 100, 20, 30) is False
    assert limits_of(dtypes.int64, (False, False)) is None


@pytest.mark.parametrize("kind", LIMITS)
def test_the_decision_at_run_time_is_the_one_for_known_sizes(kind):
    limits = LIMITS[kind]
    body = "define i32 @kernel(ptr %b, ptr %s) {{\n ret i32 {status}\n}}\n"
    known = {name: llvm.linked(body.format(status=k)) for k, name in enumerate(("library", "tiles"))}
    chosen = llvm.linked(decision(limits), symbols=known)
    seen = set()
    for rows in (1, limits.rows - 1, limits.rows, 300, 1000, 10**7):
        for inner in (1, 100, 3000):
            for columns in (1, limits.columns - 1, limits.columns, limits.narrow, 80, 2000):
                wanted = tiles_are_faster(limits, rows, inner, columns)
                assert chosen.run([], [1, rows, inner, columns]) == wanted
                seen.add(wanted)
    assert seen == {True, False}


@pytest.mark.parametrize("shape", [("b", 200), (90, "k")])
def test_functions_of_unknown_sizes(shape):
    x = gn.symbol("x", shape=shape, dtype="float32")
    y = gn.symbol("y", shape=(shape[1], 300), dtype="float32")
    f = gn.function([x, y], gn.tanh(x @ y))
    for rows in (90, 5) if shape[0] == "b" else (90,):
        left, right, expected = factors((rows, 200, 300), dtypes.float32, (False, False))
        close(f(left, right), np.tanh(expected), dtypes.float32)
