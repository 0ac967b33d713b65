"""The functions of the array API standard give what array-api-strict gives, on both engines."""

import math

import array_api_strict as strict
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import gnomon as gn
from gnomon.graph import engines

FLOATS = ("float32", "float64")
COMPLEX = ("complex64", "complex128")
INTEGERS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")
NUMBERS = FLOATS + INTEGERS + COMPLEX
REAL = FLOATS + INTEGERS
ALL = ("bool", *NUMBERS)
SIDES = st.integers(0, 4)

UNARY = {
    "abs": NUMBERS, "acos": FLOATS, "acosh": FLOATS, "asin": FLOATS, "asinh": FLOATS, "atan": FLOATS,
    "atanh": FLOATS, "bitwise_invert": ("bool", *INTEGERS), "ceil": REAL, "conj": COMPLEX,
    "cos": FLOATS + COMPLEX, "cosh": FLOATS, "exp": FLOATS + COMPLEX, "expm1": FLOATS, "floor": REAL, "imag": COMPLEX,
    "isfinite": NUMBERS, "isinf": NUMBERS, "isnan": NUMBERS, "log": FLOATS, "log1p": FLOATS, "log2": FLOATS,
    "log10": FLOATS, "logical_not": ("bool",), "negative": FLOATS + INTEGERS[:4] + COMPLEX, "positive": NUMBERS,
    "real": COMPLEX, "reciprocal": FLOATS, "round": REAL, "sign": REAL, "signbit": FLOATS, "sin": FLOATS + COMPLEX,
    "sinh": FLOATS, "square": NUMBERS, "sqrt": FLOATS, "tan": FLOATS, "tanh": FLOATS, "trunc": REAL,
}  # fmt: skip
BINARY = {
    "add": NUMBERS, "atan2": FLOATS, "bitwise_and": ("bool", *INTEGERS), "bitwise_or": ("bool", *INTEGERS),
    "bitwise_xor": ("bool", *INTEGERS), "copysign": FLOATS, "divide": FLOATS + COMPLEX, "equal": ALL, "greater": REAL,
    "greater_equal": REAL, "hypot": FLOATS, "less": REAL, "less_equal": REAL, "logaddexp": FLOATS,
    "logical_and": ("bool",), "logical_or": ("bool",), "logical_xor": ("bool",), "maximum": REAL, "minimum": REAL,
    "multiply": NUMBERS, "nextafter": FLOATS, "not_equal": ALL, "subtract": NUMBERS,
}  # fmt: skip
REDUCTIONS = {
    "all": ALL, "any": ALL, "max": REAL, "min": REAL, "sum": NUMBERS, "prod": NUMBERS, "mean": FLOATS,
    "var": FLOATS, "std": FLOATS, "count_nonzero": ALL,
}  # fmt: skip
FILLED = ("max", "min", "mean", "var", "std", "argmax", "argmin")
"""Functions that have no value, or none that is agreed on, without elements."""


@pytest.fixture(params=sorted(engines.ENGINES), autouse=True)
def engine(request):
    before = engines.chosen()
    engines.choose(request.param)
    yield
    engines.choose(before)


def quick(test):
    """Few examples, which are enough to meet each dtype and odd shape, and the same ones each time."""
    quiet = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
    return settings(max_examples=25, deadline=None, derandomize=True, suppress_health_check=quiet)(test)


def values(draw, shape, dtype):
    """An array with special values among ordinary ones."""
    size = math.prod(shape)
    if dtype == "bool":
        entries = draw(st.lists(st.booleans(), min_size=size, max_size=size))
    elif dtype in INTEGERS:
        low = 0 if dtype[0] == "u" else -9
        entries = draw(st.lists(st.integers(low, 9), min_size=size, max_size=size))
    else:
        special = st.sampled_from([0.0, -0.0, 1.0, -1.0, 0.5, math.inf, -math.inf, math.nan])
        number = special if dtype in FLOATS else st.sampled_from([0j, 1 - 2j, -0.5 + 1j, 3.0 + 0j])
        plain = st.integers(-40, 40).map(lambda whole: whole / 8)
        entries = draw(st.lists(plain | number, min_size=size, max_size=size))
    return np.asarray(entries, dtype=dtype).reshape(shape)


@st.composite
def arrays(draw, dtypes, min_rank=0, max_rank=3, min_side=0):
    shape = tuple(draw(st.lists(st.integers(min_side, 4), min_size=min_rank, max_size=max_rank)))
    return values(draw, shape, draw(st.sampled_from(dtypes)))


def agree(ours, theirs, tolerance=None):
    if isinstance(theirs, (tuple, list)):
        assert len(ours) == len(theirs)
        for mine, other in zip(ours, theirs, strict=True):
            agree(mine, other, tolerance)
        return
    mine, other = np.asarray(ours), np.asarray(theirs._array if hasattr(theirs, "_array") else theirs)
    assert (mine.shape, mine.dtype) == (other.shape, other.dtype)
    rtol = 4e-6 if mine.dtype in (np.float32, np.complex64) else 1e-13
    np.testing.assert_allclose(mine, other, rtol=rtol, atol=rtol * (tolerance or 1e-3))


def both(name, *arguments, space=None, tolerance=None, **settings):
    """Call a function in both namespaces with the same arrays."""

    def convert(namespace, value):
        if isinstance(value, np.ndarray):
            return namespace.asarray(value)
        return [convert(namespace, entry) for entry in value] if isinstance(value, list) else value

    found = []
    for namespace in (gn, strict):
        functions = namespace if space is None else getattr(namespace, space)
        with np.errstate(all="ignore"):
            found.append(
                getattr(functions, name)(*[convert(namespace, each) for each in arguments], **settings)
            )
    agree(*found, tolerance=tolerance)


@pytest.mark.parametrize("name", UNARY)
@given(data=st.data())
@quick
def test_elementwise_functions_of_one_array(name, data):
    both(name, data.draw(arrays(UNARY[name])))


@pytest.mark.parametrize("name", BINARY)
@given(data=st.data())
@quick
def test_elementwise_functions_of_two_arrays(name, data):
    dtype = data.draw(st.sampled_from(BINARY[name]))
    shape = data.draw(st.lists(SIDES, max_size=3))
    other = [1 if data.draw(st.booleans()) else side for side in shape][
        data.draw(st.integers(0, len(shape))) :
    ]
    both(name, values(data.draw, tuple(shape), dtype), values(data.draw, tuple(other), dtype))


@given(data=st.data())
@quick
def test_promotion(data):
    kinds = data.draw(st.sampled_from([FLOATS + COMPLEX, INTEGERS[:4], INTEGERS[4:], INTEGERS[:7]]))
    x, y = data.draw(arrays(kinds)), data.draw(arrays(kinds, max_rank=0))
    both("multiply", x, y)
    assert str(gn.result_type(gn.asarray(x), gn.asarray(y))) == np.result_type(x.dtype, y.dtype).name


@pytest.mark.parametrize("name", REDUCTIONS)
@given(data=st.data())
@quick
def test_reductions(name, data):
    x = data.draw(arrays(REDUCTIONS[name], min_rank=1, min_side=1 if name in FILLED else 0))
    axis = data.draw(st.none() | st.integers(-x.ndim, x.ndim - 1) | st.just(tuple(range(x.ndim))))
    both(name, x, axis=axis, keepdims=data.draw(st.booleans()), tolerance=30)


@pytest.mark.parametrize("name", ["argmax", "argmin", "sort", "argsort", "cumulative_sum", "cumulative_prod"])
@given(data=st.data())
@quick
def test_functions_along_an_axis(name, data):
    x = data.draw(arrays(REAL, min_rank=1, min_side=1 if name in FILLED else 0))
    both(name, x, axis=data.draw(st.integers(-x.ndim, x.ndim - 1)), tolerance=30)


@given(data=st.data())
@quick
def test_arrangement(data):
    x = data.draw(arrays(ALL, min_rank=1))
    axis = data.draw(st.integers(-x.ndim, x.ndim - 1))
    order = tuple(data.draw(st.permutations(range(x.ndim))))
    both("permute_dims", x, order)
    both("moveaxis", x, axis, order[0])
    both("flip", x, axis=data.draw(st.just(axis) | st.none()))
    both("roll", x, data.draw(st.integers(-5, 5)), axis=axis)
    both("expand_dims", x, axis=axis)
    both("reshape", x, (x.size,))
    both("repeat", x, data.draw(st.integers(0, 3)), axis=axis)
    both("tile", x, (2,) * x.ndim)
    both("broadcast_to", x, (2, *x.shape))
    both("unstack", x, axis=axis)
    both("concat", [x, x], axis=axis)
    both("stack", [x, x, x], axis=axis)
    if x.ndim > 1:
        both("matrix_transpose", x)
        both("tril", x, k=axis)
        both("triu", x, k=axis)


@given(data=st.data())
@quick
def test_choice(data):
    x = data.draw(arrays(ALL, min_rank=1, min_side=1))
    axis = data.draw(st.integers(0, x.ndim - 1))
    places = np.asarray(data.draw(st.lists(st.integers(0, x.shape[axis] - 1), max_size=5)), dtype="int64")
    both("take", x, places, axis=axis)
    both("nonzero", x)
    both("where", x != 0, x, x[::-1].copy())
    both("unique_values", x != 0 if np.isnan(x).any() else x)
    key = tuple(
        data.draw(
            st.integers(-side, side - 1)
            | st.tuples(st.integers(0, side), st.integers(0, side), st.sampled_from([1, 2])).map(
                lambda s: slice(*s)
            )
        )
        for side in x.shape
    )
    agree(gn.asarray(x)[key], strict.asarray(x)[key])
    agree(gn.asarray(x)[gn.asarray(x != 0)], strict.asarray(x)[strict.asarray(x != 0)])


@given(data=st.data())
@quick
def test_products(data):
    dtype = data.draw(st.sampled_from(NUMBERS))
    batch, m, k, n = data.draw(st.tuples(*[SIDES] * 4))
    x = np.nan_to_num(values(data.draw, (batch, m, k), dtype), posinf=2, neginf=-2)
    y = np.nan_to_num(values(data.draw, (k, n), dtype), posinf=3, neginf=-3)
    both("matmul", x, y, tolerance=30)
    both("tensordot", x, y, axes=1, tolerance=30)
    both("vecdot", x, x, tolerance=30)


@given(data=st.data())
@quick
def test_linear_algebra(data):
    side = data.draw(st.integers(1, 4))
    x = np.nan_to_num(values(data.draw, (2, side, side), "float64"), posinf=1, neginf=1) + 90 * np.eye(side)
    y = np.nan_to_num(values(data.draw, (2, side, 2), "float64"), posinf=2, neginf=2)
    both("solve", x, y, space="linalg", tolerance=1)
    both("inv", x, space="linalg", tolerance=1)
    both("det", x, space="linalg", tolerance=1e6)
    both("cholesky", x @ np.swapaxes(x, -1, -2), space="linalg", tolerance=90)
    both("svdvals", x, space="linalg", tolerance=100)
    both("eigvalsh", x + np.swapaxes(x, -1, -2), space="linalg", tolerance=100)
    both("trace", x, space="linalg", tolerance=100)
    both("matrix_norm", x, space="linalg", tolerance=100)
    both("vector_norm", x, space="linalg", axis=-1, tolerance=100)


@pytest.mark.parametrize("name", ["fft", "ifft", "rfft", "ihfft", "irfft"])
@given(data=st.data())
@quick
def test_fourier(name, data):
    kinds = ("float64",) if name in ("rfft", "ihfft") else ("complex128", "complex64")
    x = data.draw(arrays(kinds, min_rank=1, max_rank=2, min_side=2))
    x = np.nan_to_num(x, posinf=1, neginf=1)
    n = data.draw(st.none() | st.integers(2, 6))
    norm = data.draw(st.sampled_from(["backward", "ortho", "forward"]))
    both(name, x, n=n, norm=norm, space="fft", tolerance=100)


@given(st.sampled_from(NUMBERS), st.integers(0, 4), st.integers(0, 4), st.integers(-2, 2))
@quick
def test_creation(dtype, rows, columns, k):
    ours, theirs = getattr(gn, dtype), getattr(strict, dtype)
    for name, arguments in {
        "zeros": ((rows, columns),),
        "ones": ((rows, columns),),
        "full": ((rows, columns), 3),
        "eye": (rows, columns),
    }.items():
        extra = {"k": k} if name == "eye" else {}
        agree(
            getattr(gn, name)(*arguments, dtype=ours, **extra),
            getattr(strict, name)(*arguments, dtype=theirs, **extra),
        )
    if dtype not in COMPLEX:
        agree(gn.arange(rows, 9, 2, dtype=ours), strict.arange(rows, 9, 2, dtype=theirs))
    if dtype in FLOATS:
        agree(gn.linspace(k, 9, rows, dtype=ours), strict.linspace(k, 9, rows, dtype=theirs))
