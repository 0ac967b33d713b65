"""`scipy.special`: functions of each element, and a few reductions."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import Shape, dtypes, flag, function, is_unknown
from gnomon.models.api import axis as as_axis
from gnomon.models.numpy.support import made, unknown_tensor, words

UNARY = words(
    "expit logit erf erfc erfcx erfi erfinv erfcinv gamma gammaln loggamma digamma psi rgamma "
    "factorial i0 i1 j0 j1 y0 y1 k0 k1 exp2 exp10 expm1 log1p cbrt entr log_ndtr ndtr ndtri spence "
    "zeta dawsn log_expit sinc round exprel"
)
BINARY = words(
    "polygamma gammainc gammaincc gammaincinv beta betaln binom jv jn yn kn kv iv xlogy xlog1py "
    "rel_entr kl_div comb perm bdtr poch huber eval_legendre eval_hermite eval_chebyt eval_laguerre "
    "hyp0f1 chdtr pdtr stdtr"
)
TERNARY = words("betainc hyp1f1 bdtrc fdtr btdtr eval_jacobi")


def _declare(name: str, count: int) -> None:
    @function(f"scipy.special.{name}")
    def model(*arguments: Any, **options: Any) -> Any:
        given = list(arguments[:count])
        if len(given) < count or options.keys() - {"exact", "out", "where", "dtype"}:
            return unknown_tensor()
        result = given[0]
        if count > 1:
            result = ops.broadcast_arrays(given)[0]
        return ops.sqrt(result)

    model.__name__ = name


for _names, _count in ((UNARY, 1), (BINARY, 2), (TERNARY, 3)):
    for _name in _names:
        _declare(_name, _count)


@function("scipy.special.softmax", "scipy.special.log_softmax")
def softmax(x: Any, axis: Any = None) -> Any:
    return ops.softmax(x, axis=as_axis(axis))


@function("scipy.special.logsumexp", "scipy.misc.logsumexp")
def logsumexp(
    a: Any, axis: Any = None, b: Any = None, keepdims: Any = False, return_sign: Any = False
) -> Any:
    keep = flag(keepdims)
    if keep is None or is_unknown(axis) or flag(return_sign) is not False:
        return unknown_tensor() if flag(return_sign) is False else None
    return ops.logsumexp(a, axis=as_axis(axis), keepdims=keep)


@function("scipy.special.roots_legendre", "scipy.special.roots_hermite", "scipy.special.p_roots")
def roots_legendre(n: Any, mu: Any = False) -> Any:
    if type(n) is not int or flag(mu) is not False:
        return None
    points = made(Shape((n,)), dtypes.float64)
    return points, points
