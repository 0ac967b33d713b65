"""Numbers of the gamma distribution, by Marsaglia and Tsang's rejection of one candidate in twenty at most."""

from __future__ import annotations

from gnomon.compile.formulas.philox import WORD, block, joined
from gnomon.compile.formulas.terms import Attempt, Term, formula
from gnomon.compile.formulas.unit import minus_logarithm, normal, uniform
from gnomon.shapes import dtypes


@formula("gamma_variate", WORD)
def _gamma_variate(x: Term, y: Term, z: Term, w: Term) -> Attempt:
    """Of key, number, stream, and the bits of the shape, which is 1 or more.

    NaN are never rejected: each comparison is written so that it does not hold for them.
    """
    a = w.cast(dtypes.int64).call("from_bits")
    c0, c1, c2, c3 = block(x, y, z)
    d = a - 1 / 3
    n = normal(joined(c0, c1))
    root = n / (d * 9.0).call("sqrt") + 1.0
    outside = root <= 0.0
    inside = outside.where(1.0, root)
    v = inside * inside * inside
    log_v = minus_logarithm(inside) * -3.0
    u = uniform(joined(c2, c3)).call("maximum", 2.0**-54)
    unlikely = -minus_logarithm(u) >= n * n * 0.5 + d * ((1.0 - v) + log_v)
    return Attempt(d * v, outside | unlikely)
