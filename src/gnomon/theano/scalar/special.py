"""Special functions of single numbers."""

from __future__ import annotations

from typing import Any

import gnomon as gn
from gnomon import ops
from gnomon.theano.scalar import operations as rules
from gnomon.theano.scalar.basic import operation


def _op(name: str) -> Any:
    def compute(*values: Any) -> Any:
        return getattr(ops, name)(*values)

    return compute


def _upper(k: Any, x: Any) -> Any:
    return gn.exp(gn.special.gammaln(k)) * (1 - gn.special.gammainc(k, x))


def _lower(k: Any, x: Any) -> Any:
    return gn.exp(gn.special.gammaln(k)) * gn.special.gammainc(k, x)


_float, _real = rules.upgrade_to_float, rules.upgrade_to_float_no_complex
erf = operation("erf", 1, gn.special.erf, _float)
erfc = operation("erfc", 1, gn.special.erfc, _real)
erfcx = operation("erfcx", 1, _op("erfcx"), _real)
erfinv = operation("erfinv", 1, gn.special.erfinv, _real)
erfcinv = operation("erfcinv", 1, lambda x: gn.special.erfinv(1 - x), _real)
gamma = operation("gamma", 1, gn.special.gamma, _float)
gammaln = operation("gammaln", 1, gn.special.gammaln, _float, kind="GammaLn")
psi = operation("psi", 1, gn.special.digamma, _float)
tri_gamma = operation("tri_gamma", 1, _op("trigamma"), _float, kind="TriGamma")
chi2sf = operation(
    "chi2sf", 2, lambda x, k: 1 - gn.special.gammainc(k / 2, x / 2), rules.upgrade_to_float64, kind="Chi2SF"
)
gammainc = operation("gammainc", 2, gn.special.gammainc, _float, kind="GammaInc")
gammaincc = operation("gammaincc", 2, lambda k, x: 1 - gn.special.gammainc(k, x), _float, kind="GammaIncC")
gammau = operation("gammau", 2, _upper, _float, kind="GammaU")
gammal = operation("gammal", 2, _lower, _float, kind="GammaL")
j0 = operation("j0", 1, _op("bessel_j0"), _float)
j1 = operation("j1", 1, _op("bessel_j1"), _float)
jv = operation("jv", 2, _op("jv"), _float)
i0 = operation("i0", 1, _op("bessel_i0"), _float)
i1 = operation("i1", 1, _op("bessel_i1"), _float)
iv = operation("iv", 2, _op("iv"), _float)
