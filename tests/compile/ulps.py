"""How far results are from exact values, in units of the last place."""

import math

import mpmath
import numpy as np

mpmath.mp.prec = 120
_mp = mpmath.mp


def _power(x, y):
    exponent = y * _mp.log(x)
    return _mp.mpf(2) ** 2000 if exponent > 1000 else _mp.mpf(0) if exponent < -1000 else _mp.exp(exponent)


EXACT = {
    "exp": _mp.exp,
    "expm1": _mp.expm1,
    "exp2": lambda x: _mp.mpf(2) ** x,
    "log": _mp.log,
    "log1p": _mp.log1p,
    "log2": lambda x: _mp.log(x, 2),
    "log10": _mp.log10,
    "sin": _mp.sin,
    "cos": _mp.cos,
    "tan": _mp.tan,
    "asin": _mp.asin,
    "acos": _mp.acos,
    "atan": _mp.atan,
    "sinh": _mp.sinh,
    "cosh": _mp.cosh,
    "tanh": _mp.tanh,
    "asinh": _mp.asinh,
    "acosh": _mp.acosh,
    "atanh": _mp.atanh,
    "sigmoid": lambda x: 1 / (1 + _mp.exp(-x)),
    "erf": _mp.erf,
    "erfc": lambda x: _mp.erfc(x) if abs(x) < 40 else _mp.mpf(0 if x > 0 else 2),
    "lgamma": lambda x: _mp.log(abs(_mp.gamma(x))) if x < 0 else _mp.loggamma(x),
    "digamma": _mp.digamma,
    "cbrt": lambda x: _mp.sign(x) * _mp.cbrt(abs(x)),
    "power": _power,
    "atan2": _mp.atan2,
    "hypot": _mp.hypot,
}

DOMAINS = {
    "log": (0, math.inf),
    "log2": (0, math.inf),
    "log10": (0, math.inf),
    "log1p": (-1, math.inf),
    "asin": (-1, 1),
    "acos": (-1, 1),
    "atanh": (-1, 1),
    "acosh": (1, math.inf),
}
"""Where a function is real, if not everywhere."""


def points(function, dtype, count, seed=0):
    """Numbers of all sizes, and more of them where functions bend."""
    rng = np.random.default_rng(seed)
    whole = np.uint32 if dtype == "float32" else np.uint64
    anything = rng.integers(0, np.iinfo(whole).max, count, whole, endpoint=True).view(dtype)
    sizes = np.exp(rng.uniform(-40, 8, count)) * rng.choice([-1, 1], count)
    near = rng.uniform(-30, 30, count)
    ends = rng.uniform(-750, 720, count) if dtype == "float64" else rng.uniform(-106, 90, count)
    one = 1 + rng.uniform(-0.5, 0.5, count) ** 3
    with np.errstate(invalid="ignore"):
        found = np.concatenate([anything, sizes, near, ends, one, -one, np.arange(-20, 20) * math.pi / 2])
        found = found.astype(dtype)
    low, high = DOMAINS.get(function, (-math.inf, math.inf))
    return found[np.isfinite(found) & (found > low) & (found < high)]


def error(results, arguments, function):
    """The error of each result in units of the last place of its dtype."""
    info = np.finfo(results.dtype)
    least = _mp.mpf(float(info.smallest_subnormal))
    largest = _mp.mpf(float(info.max))
    bits = info.nmant
    found = []
    for result, *given in zip(results, *arguments):
        exact = EXACT[function](*[_mp.mpf(float(each)) for each in given])
        size = abs(exact)
        unit = least if size == 0 else max(least, _mp.ldexp(1, int(_mp.floor(_mp.log(size, 2))) - bits))
        if np.isinf(result):
            close = size > largest and (result > 0) == (exact > 0)
            close = close or (size + unit > largest)
            found.append(0.0 if close else math.inf)
        elif np.isnan(result):
            found.append(math.inf)
        else:
            found.append(float(abs(_mp.mpf(float(result)) - exact) / unit))
    return np.array(found)
