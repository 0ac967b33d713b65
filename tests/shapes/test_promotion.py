"""Promotion against NumPy itself, and against tables made by the other libraries."""

import numpy as np
import pytest

from gnomon.shapes import can_mix, default_dtype, dtypes, promote, promote_scalar

from shapes.promotion_tables import NAMES, SCALARS, read

NUMPY = [name for name in NAMES if name != "bfloat16"]


def name_of(dtype):
    return None if dtype is None else dtype.name


@pytest.mark.parametrize("left", NUMPY)
@pytest.mark.parametrize("right", NUMPY)
def test_numpy_arrays(left, right):
    expected = (np.ones(2, left) + np.ones(2, right)).dtype.name
    assert name_of(promote(dtypes.parse(left), dtypes.parse(right), "numpy")) == expected


@pytest.mark.parametrize("name", NUMPY)
@pytest.mark.parametrize("kind", SCALARS)
def test_numpy_scalars(name, kind):
    expected = (np.ones(2, name) + SCALARS[kind]).dtype.name
    assert name_of(promote_scalar(dtypes.parse(name), kind, "numpy")) == expected


@pytest.mark.parametrize("kind", SCALARS)
def test_numpy_defaults(kind):
    assert name_of(default_dtype(kind, "numpy")) == np.asarray(SCALARS[kind]).dtype.name


def is_wide(name):
    return name in ("int64", "uint64", "float64", "complex128")


@pytest.mark.parametrize("library", ["torch", "jax", "jax64", "tf"])
def test_tables(library):
    wrong = []
    for (left, column), expected in read(library).items():
        scalar = column.removesuffix("()") if column.endswith("()") else None
        a = dtypes.parse(left)
        if library == "jax64":
            if not is_wide(left) and not is_wide(column):
                continue  # without a 64-bit operand the defaults apply, under which there are no 64-bit types
        if scalar:
            found = promote_scalar(a, scalar, library.removesuffix("64"))
            if library == "tf" and scalar == "bool":
                continue  # depends on whether a graph is being built
        elif left == column:
            continue  # refused where `+` is not defined for a dtype, which promotion does not tell
        else:
            found = promote(a, dtypes.parse(column), library.removesuffix("64"))
        if name_of(found) != expected:
            wrong.append((left, column, expected, found))
    assert not wrong


def test_defaults():
    expected = {
        "torch": "bool int64 float32 complex64",
        "tf": "bool int32 float32 complex128",
        "jax": "bool int32 float32 complex64",
    }
    for library, names in expected.items():
        assert [default_dtype(kind, library).name for kind in SCALARS] == names.split()
    assert default_dtype("int", "unheard of") is None
    assert default_dtype("string", "numpy") is None


@pytest.mark.parametrize("library", ["numpy", "torch", "tf", "jax"])
def test_same_dtype(library):
    for dtype in dtypes.ALL:
        assert promote(dtype, dtype, library) is dtype
        assert can_mix(dtype, dtype, library)


def test_what_does_not_mix():
    assert not can_mix(dtypes.int32, dtypes.int64, "tf")
    assert not can_mix(dtypes.uint16, dtypes.int32, "torch")
    assert can_mix(dtypes.uint8, dtypes.int8, "torch")
    assert promote(dtypes.string, dtypes.int32, "numpy") is None
    assert promote(dtypes.int32, dtypes.string, "numpy") is None
    assert promote(dtypes.bfloat16, dtypes.float32, "numpy") is None
    assert promote(dtypes.int8, dtypes.int16, "unheard of") is None
    assert promote_scalar(dtypes.string, "int", "numpy") is None
    assert promote_scalar(dtypes.int8, "string", "numpy") is None
    assert promote_scalar(dtypes.int8, "int", "unheard of") is None
    assert promote_scalar(dtypes.bool, "bool", "tf") is dtypes.bool
    assert promote_scalar(dtypes.int32, "float", "tf") is None
