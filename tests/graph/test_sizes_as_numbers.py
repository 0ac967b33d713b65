"""Sizes beside floats, NumPy's numbers and comparisons: arrays without axes; whole numbers keep them sizes."""

import math
import operator

import numpy as np
import pytest

import gnomon as gn
from gnomon.shapes import Dim

X = np.arange(12.0).reshape(3, 4)
SIZES = dict(zip(("n", "m"), X.shape, strict=True))


@pytest.fixture(name="x")
def x_symbol():
    return gn.symbol("x", ("n", "m"))


def of_shape(x, text):
    return eval(text, {"np": np, "math": math}, dict(zip(("n", "m"), x.shape, strict=True)))


ARRAYS = """n*2.0 2.0*n n/2 2/n n+0.5 0.5-n n**0.5 n**-0.5 2**n n**m n%2.0 n//2.0 7.0//n abs(n) n/m n<2.5 3<=n n>m n>=m
    n*1j n*np.float64(2) np.float64(2)*n np.float32(2)/n n*np.arange(3) np.arange(3.0)/n np.sqrt(n) np.maximum(n,3) n&1
    2|n n<<1 1<<n (n*2+m)/2 np.mean([n,m])""".split()


@pytest.mark.parametrize("text", ARRAYS)
def test_what_is_no_size_is_an_array(x, text):
    found = gn.function([x], of_shape(x, text), on_unused_input="ignore")(X)
    wanted = np.asarray(eval(text, {"np": np}, dict(SIZES)))
    np.testing.assert_allclose(found, wanted)
    assert found.dtype.kind == wanted.dtype.kind


EXACT = """n*2 n+m 7-n n**2 n//2 7%n divmod(n,2)[0] divmod(7,n)[1] round(n) math.floor(n) math.ceil(n) np.int64(3)*n
    np.add(n,1) np.prod([n,m]) sum([n,m]) math.prod([n,m]) n*True""".split()


@pytest.mark.parametrize("text", EXACT)
def test_whole_numbers_and_sizes_make_sizes(x, text):
    size = of_shape(x, text)
    assert type(size) is Dim
    made = gn.function([x], gn.zeros((size,)), on_unused_input="ignore")(X)
    assert made.shape == (eval(text, {"np": np, "math": math}, dict(SIZES)),)


def test_scales_by_a_size_keep_the_dtype():
    q = gn.symbol("q", ("n", "d"), "float32")
    scaled = q @ q.T * q.shape[-1] ** -0.5
    value = np.ones((2, 4), "float32")
    found = gn.function([q], scaled)(value)
    assert found.dtype == np.float32
    np.testing.assert_allclose(found, np.full((2, 2), 2.0))
    step = gn.jit(lambda q: q * (1 / q.shape[0]))
    np.testing.assert_allclose(step(value), value / 2)


REFUSED = {
    "float(n)": "float.. needs a number, but the size n",
    "int(n)": "int.. needs a number, but the size n",
    "math.sqrt(n)": "float.. needs a number, but the size n",
    "bool(n)": "bool.. needs a known value, but the size n",
    "1 if n > 2 else 0": "bool.. needs a known value, but n > 2 depends on sizes",
    "min(n, 3)": "gn.minimum",
    "[0] * n": "a list is repeated a known number of times, but n",
    "n * 'ab'": "a str is repeated",
    "np.array([n], dtype=float)": "float.. needs a number",
}


@pytest.mark.parametrize("text", REFUSED)
def test_what_needs_a_number_says_so_at_the_line(x, text):
    n = x.shape[0]
    with pytest.raises(gn.SymbolicValueError, match=REFUSED[text]) as caught:
        eval(text, {"n": n, "np": np, "math": math})
    assert "help: " in str(caught.value)


def test_what_is_neither_stays_an_error_of_python(x):
    for operate in (operator.add, operator.mul, operator.truediv, operator.lt, operator.pow):
        with pytest.raises(TypeError, match="Dim"):
            operate(x.shape[0], None)
