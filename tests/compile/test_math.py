"""Vector math is close to exact values everywhere, and right where there is nothing to round."""

import mpmath
import numpy as np
import pytest

from gnomon.compile import interpret, llvm
from gnomon.compile.expand import expanded
from gnomon.compile.scalars import SCALARS
from gnomon.shapes import dtypes

from compile.kernels import elementwise, same
from compile.ulps import EXACT, error, points

OWN = (
    "exp expm1 exp2 log log1p log2 log10 sin cos tan asin acos atan atan2 sinh cosh tanh asinh acosh atanh "
    "sigmoid erf erfc power cbrt hypot"
).split()
"""What has a formula that is close to the exact value in units of the last place."""
FLOATS = [dtypes.float32, dtypes.float64]


def computed(name, dtype, arguments):
    out = np.zeros(len(arguments[0]), str(dtype))
    native = llvm.build(elementwise(name, dtype, len(arguments)))
    assert native.run([*arguments, out], [len(out)]) == 0
    return out


def given_to(name, dtype, count):
    arguments = [
        points(name if not position else "", str(dtype), count, position)
        for position in range(SCALARS[name].arity)
    ]
    length = min(map(len, arguments))
    arguments = [argument[:length] for argument in arguments]
    if name == "power":
        arguments[0] = abs(arguments[0])
    return arguments


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("name", OWN)
def test_errors_are_small(name, dtype):
    arguments = given_to(name, dtype, 150)
    assert error(computed(name, dtype, arguments), arguments, name).max() <= 2.5


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("name", ["digamma", "lgamma"])
def test_errors_beside_roots_are_small_in_absolute_terms(name, dtype):
    x = np.random.default_rng(0).uniform(-20, 40, 300).astype(str(dtype))
    exact = np.array([float(EXACT[name](mpmath.mpf(float(each)))) for each in x])
    unit = np.finfo(str(dtype)).eps
    assert np.all(abs(computed(name, dtype, [x]) - exact) <= 40 * unit * np.maximum(1, abs(exact) + abs(x)))


SPECIAL = [0.0, 1.0, 2.0, 3.0, 0.5, 1e-310, 1e-40, 5e-324, 1e308, 1e38, 1e5, 1e10, 700.0, 90.0, np.inf]


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("name", [name for name, scalar in SCALARS.items() if not scalar.exact])
def test_special_values(name, dtype):
    with np.errstate(all="ignore"):
        some = np.array([*SPECIAL, *[-number for number in SPECIAL], np.nan]).astype(str(dtype))
        arguments = [some]
        if SCALARS[name].arity == 2:
            arguments = [np.repeat(some, len(some)), np.tile(some, len(some))]
        found, expected = computed(name, dtype, arguments), SCALARS[name].meaning(*arguments)
        least = 2 * np.finfo(str(dtype)).smallest_subnormal
        np.testing.assert_allclose(found, expected, rtol=1e-5, atol=least)
        known = expected != 0
        np.testing.assert_array_equal(np.signbit(found)[~known], np.signbit(expected)[~known])


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("name", OWN)
def test_formulas_have_the_same_bits_in_the_interpreter(name, dtype):
    rng = np.random.default_rng(3)
    arguments = [rng.uniform(0.01, 1.5, 40).astype(str(dtype)) for _ in range(SCALARS[name].arity)]
    out = np.zeros(40, str(dtype))
    interpret.run(expanded(elementwise(name, dtype, len(arguments))), [*arguments, out], [40])
    assert same(computed(name, dtype, arguments), out)
