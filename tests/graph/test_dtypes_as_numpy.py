"""Each of NumPy's ufuncs on each pair of dtypes: the same dtype as NumPy gives, or refused where NumPy refuses."""

import itertools
import warnings

import numpy as np
import pytest

import gnomon as gn

DTYPES = """bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64 complex64
complex128""".split()
OTHERWISE = {
    "rint": "integers stay integers, as in the array API",
    "conj": "booleans stay booleans",
    "conjugate": "booleans stay booleans",
    "positive": "booleans stay booleans",
    "ldexp": "exponents may be of any real dtype",
}
"""Where Gnomon deliberately goes another way than NumPy."""


def ufuncs():
    for name in sorted(set(dir(np)) & set(dir(gn))):
        function = getattr(np, name)
        if isinstance(function, np.ufunc) and function.nin <= 2 and function.signature is None:
            yield name


NAMES = list(ufuncs())


def test_most_ufuncs_are_there():
    assert len(NAMES) > 70
    assert set(OTHERWISE) <= set(NAMES)


def numpys(name, arrays):
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            found = getattr(np, name)(*arrays)
        except TypeError:
            return None
    return [str(one.dtype) for one in (found if isinstance(found, tuple) else (found,))]


@pytest.mark.parametrize("name", [name for name in NAMES if name not in OTHERWISE])
def test_dtypes(name):
    for row in itertools.product(DTYPES, repeat=getattr(np, name).nin):
        wanted = numpys(name, [np.ones(2, dtype) for dtype in row])
        inputs = [gn.symbol(f"x{k}", ("n",), dtype) for k, dtype in enumerate(row)]
        if wanted is None:
            with pytest.raises(gn.DtypeError):
                getattr(gn, name)(*inputs)
            continue
        found = getattr(gn, name)(*inputs)
        listed = found if isinstance(found, tuple) else (found,)
        assert [str(one.dtype) for one in listed] == wanted, row


@pytest.mark.parametrize(
    "name", ["arctan2", "hypot", "logaddexp", "copysign", "left_shift", "right_shift", "ldexp"]
)
def test_values_of_mixed_small_dtypes(name):
    """By the reference and as a compiled function."""
    function = getattr(np, name)
    for row in itertools.product(["bool", "int8", "uint8", "uint16"], repeat=2):
        if name == "ldexp" and row[1] == "bool":
            continue
        arrays = [np.array([0, 1, 1, 3, 100]).astype(row[0]), np.array([1, 0, 1, 2, 7]).astype(row[1])]
        with np.errstate(all="ignore"):
            wanted = function(*arrays)
        inputs = [gn.symbol(f"x{k}", ("n",), dtype) for k, dtype in enumerate(row)]
        compiled = gn.function(inputs, getattr(gn, name)(*inputs))(*arrays)
        eager = np.asarray(getattr(gn, name)(*map(gn.asarray, arrays)))
        for found in (compiled, eager):
            assert found.dtype == wanted.dtype
            np.testing.assert_allclose(found, wanted, rtol=2e-3 if wanted.dtype == "float16" else 1e-6)


def test_exponents_of_any_integer_dtype():
    for dtype in "int8 int64 uint8 uint64".split():
        k = gn.symbol("k", ("n",), dtype)
        given = np.array([0, 1, 5], dtype)
        np.testing.assert_array_equal(gn.function([k], gn.ldexp(1.5, k))(given), [1.5, 3, 48])
        np.testing.assert_array_equal(np.asarray(gn.ldexp(1.5, gn.asarray(given))), [1.5, 3, 48])


def test_what_is_refused_is_told_where_it_is_written():
    x, z = gn.symbol("x", ("n",)), gn.symbol("z", ("n",), "complex64")
    i, u = gn.symbol("i", ("n",), "int64"), gn.symbol("u", ("n",), "uint64")
    for write, words in (
        (lambda: x & 1, "x is float64, but only booleans and integers have bits"),
        (lambda: i << 2.5, "float64, but only booleans and integers have bits"),
        (lambda: i | u, "i is int64 and u is uint64, and no integer dtype holds both"),
        (lambda: gn.gcd(x > 0, x > 1), "bool, but only integers have divisors"),
        (lambda: gn.floor(z), "z is complex64, but real numbers are needed"),
        (lambda: -(x > 0), "booleans have no sign"),
        (lambda: (x > 0) - (x > 1), "booleans cannot be subtracted"),
    ):
        with pytest.raises(gn.DtypeError, match=words) as caught:
            write()
        assert caught.value.site.path == __file__
