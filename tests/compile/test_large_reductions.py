"""Reductions over arrays larger than caches: right everywhere, and the same whoever shares the work."""

import numpy as np
import pytest

import gnomon as gn
from gnomon.compile.llvm import module_text, team, this_machine
from gnomon.compile.llvm.emitter import SPREAD
from gnomon.compile.llvm.fetching import ALONG
from gnomon.compile.lower.group import Group
from gnomon.compile.lower.nests import nest_of

SHAPES = [(2053, 2051), (30011, 150), (3, 1_000_003)]
"""The first has more elements than count as large, in rows and in columns."""
FUNCTIONS = {
    "sum": (gn.sum, np.sum),
    "mean": (gn.mean, np.mean),
    "max": (gn.max, np.max),
    "min": (gn.min, np.min),
}


@pytest.fixture(autouse=True)
def two():
    before = team.size()
    team.resize(2)
    yield
    team.resize(before)


def drawn(shape, dtype="float32"):
    return np.random.default_rng(0).standard_normal(shape).astype(dtype)


def reduced(name, axis, dtype="float32"):
    x = gn.symbol("x", shape=("n", "m"), dtype=dtype)
    return gn.function([x], FUNCTIONS[name][0](x, axis=axis))


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize("name", FUNCTIONS)
def test_what_numpy_gives(name, axis, shape):
    x = drawn(shape)
    exact = FUNCTIONS[name][1](x.astype("float64"), axis=axis)
    np.testing.assert_allclose(reduced(name, axis)(x), exact, rtol=1e-4, atol=1e-5 * shape[axis] ** 0.5)


@pytest.mark.parametrize("order", "CF")
@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize("name", ["max", "min"])
def test_one_odd_number_among_many(name, axis, order):
    """NaN is found wherever it stands, and infinity."""
    function, rng = reduced(name, axis), np.random.default_rng(1)
    for odd in (np.nan, -np.nan, np.inf, -np.inf):
        x = drawn(SHAPES[0])
        x[rng.integers(0, x.shape[0], 40), rng.integers(0, x.shape[1], 40)] = odd
        with np.errstate(invalid="ignore"):
            wanted = FUNCTIONS[name][1](x, axis=axis)
        np.testing.assert_array_equal(function(np.asarray(x, order=order)), wanted)


@pytest.mark.parametrize("order", "CF")
@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize("name", [*FUNCTIONS, "var"])
def test_the_number_of_threads_changes_no_bit(name, axis, order):
    x = gn.symbol("x", shape=("n", "m"), dtype="float32")
    function = gn.function([x], (FUNCTIONS.get(name) or [gn.var])[0](x, axis=axis))
    given, found = np.asarray(drawn(SHAPES[0]), order=order), []
    for count in (1, 2, 3):
        team.resize(count)
        found.append(function(given).tobytes())
    assert found.count(found[0]) == 3


@pytest.mark.parametrize("shape", [(0, 5), (1, 5), (5, 1), (17, 65), (300, 257)])
@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize("name", FUNCTIONS)
def test_small_arrays(name, axis, shape):
    x = drawn(shape, "float64")
    if not shape[axis] and name != "sum":
        return
    np.testing.assert_allclose(
        reduced(name, axis, "float64")(x), FUNCTIONS[name][1](x, axis=axis), rtol=1e-12, atol=1e-12
    )


def text(rows, columns, axis):
    """The code of a sum."""
    x = gn.symbol("x", shape=(rows, columns), dtype="float32")
    application = gn.sum(x, axis=axis).application
    group = Group(x.shape, "rows" if axis else "leading", (axis,))
    group.add(application)
    group.results.append(application.outputs[0])
    return module_text(nest_of(group, "sum").kernel)


@pytest.mark.parametrize("axis", [0, 1])
def test_memory_is_asked_for_early_where_rows_or_columns_are_long(axis):
    assert "llvm.prefetch" in text(4096, 4096, axis)
    assert "llvm.prefetch" not in text(ALONG // 1000, 100, axis)


ELEMENTWISE = {
    "in one order": (lambda x: gn.exp(x) * 2, 1),
    "rows with numbers of columns": (lambda x: x + gn.arange(x.shape[1]), 1),
    "transposed, in blocks": (lambda x: gn.matrix_transpose(x) + 1, 0),
    "parts of rows": (lambda x: x[:, 3:] + 1, 0),
}


@pytest.mark.parametrize("title", ELEMENTWISE)
def test_elements_are_asked_for_early_where_the_next_ones_follow(title):
    make, count = ELEMENTWISE[title]
    x = gn.symbol("x", shape=("n", "m"), dtype="float32")
    function = gn.function([x], make(x))
    (step,) = [step for step in function.program.steps if hasattr(step, "nest")]
    assert module_text(step.nest.kernel).count("call void @llvm.prefetch") == count
    for shape in (0, 3), (5, 7), (700, 801):
        given = drawn(shape)
        if shape[1] < 3 and "parts" in title:
            continue
        wanted = gn.function([x], make(x), native=False)(given)
        np.testing.assert_allclose(function(given), wanted, rtol=1e-6)


@pytest.mark.parametrize("make", [gn.var, gn.special.logsumexp, gn.nn.softmax])
def test_the_second_pass_over_rows_asks_for_the_next_ones(make):
    """The first pass then finds them in the cache, as the second finds its own."""
    x = gn.symbol("x", shape=("n", "m"), dtype="float64")
    function = gn.function([x], make(x, axis=1))
    (step,) = [step for step in function.program.steps if hasattr(step, "nest")]
    code = module_text(step.nest.kernel)
    lanes = this_machine().vector_bytes // 8
    first_pass = code.split(f" load <{lanes} x double>")[: 1 + 64 // lanes]
    assert "call void @llvm.prefetch" in code
    assert not any("call void @llvm.prefetch" in part for part in first_pass)
    for shape in (700, 801), (3, 70_001), (40_001, 20):
        given, found = drawn(shape, "float64"), []
        for count in (1, 3):
            team.resize(count)
            found.append(function(given))
        np.testing.assert_allclose(
            found[0], gn.function([x], make(x, axis=1), native=False)(given), rtol=1e-9
        )
        assert found[0].tobytes() == found[1].tobytes()


@pytest.mark.parametrize("axis", [0, 1])
def test_threads_share_large_reductions_of_rows_and_of_columns(axis):
    assert SPREAD in text(4096, 4096, axis)
    assert SPREAD not in text(10, 10, axis)
