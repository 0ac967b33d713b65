"""Special functions of single numbers."""

from __future__ import annotations

from typing import Any

import gnomon as gn
from gnomon import ops
from gnomon.theano.scalar import operations as rules
from gnomon.theano.scalar.basic import operation
from gnomon.theano.scalar.from_scipy import chi2sf, erfcinv, erfcx, gammaincc, iv, j0, j1, jv


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
erfinv = operation("erfinv", 1, gn.special.erfinv, _real)
gamma = operation("gamma", 1, gn.special.gamma, _float)
gammaln = operation("gammaln", 1, gn.special.gammaln, _float, kind="GammaLn")
psi = operation("psi", 1, gn.special.digamma, _float)
tri_gamma = operation("tri_gamma", 1, lambda x: ops.polygamma(x, order=1), _float, kind="TriGamma")
gammainc = operation("gammainc", 2, gn.special.gammainc, _float, kind="GammaInc")
gammau = operation("gammau", 2, _upper, _float, kind="GammaU")
gammal = operation("gammal", 2, _lower, _float, kind="GammaL")
i0 = operation("i0", 1, _op("i0"), _float)
i1 = operation("i1", 1, _op("i1"), _float)

__all__ = [
    "chi2sf",
    "erf",
    "erfc",
    "erfcinv",
    "erfcx",
    "erfinv",
    "gamma",
    "gammainc",
    "gammaincc",
    "gammal",
    "gammaln",
    "gammau",
    "i0",
    "i1",
    "iv",
    "j0",
    "j1",
    "jv",
    "psi",
    "tri_gamma",
]
