"""Special functions (``gn.special``)."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.graph.array import Array
from gnomon.graph.namespace import arguments as take
from gnomon.graph.namespace.elementwise import binary, unary

digamma = unary("digamma", module=__name__)
erf = unary("erf", module=__name__)
erfc = unary("erfc", module=__name__)
erfinv = unary("erfinv", module=__name__)
expit = unary("expit", ops.sigmoid, module=__name__)
gamma = unary("gamma", module=__name__)
gammaln = unary("gammaln", ops.lgamma, module=__name__)
i0 = unary("i0", module=__name__)
log_expit = unary("log_expit", ops.log_sigmoid, module=__name__)
logit = unary("logit", module=__name__)
psi = digamma
sinc = unary("sinc", module=__name__)
gammainc = binary("gammainc", ops.igamma, module=__name__)
xlogy = binary("xlogy", module=__name__)


def logsumexp(x: Any, /, axis: Any = None, *, keepdims: bool = False) -> Array:
    """log(sum(exp(x))) along axes, without overflow."""
    more = {"keepdims": True} if keepdims else {}
    x = take.array("logsumexp", "x", x)
    return ops.logsumexp(x, axis=take.axes("logsumexp", axis), **more)  # type: ignore[no-any-return]


def softmax(x: Any, /, axis: Any = -1) -> Array:
    """exp(x) divided by its sum along an axis."""
    return ops.softmax(take.array("softmax", "x", x), axis=take.axes("softmax", axis))  # type: ignore[no-any-return]


def log_softmax(x: Any, /, axis: Any = -1) -> Array:
    """The logarithm of the softmax, without overflow."""
    return ops.log_softmax(take.array("log_softmax", "x", x), axis=take.axes("log_softmax", axis))  # type: ignore[no-any-return]


__all__ = [
    "digamma",
    "erf",
    "erfc",
    "erfinv",
    "expit",
    "gamma",
    "gammainc",
    "gammaln",
    "i0",
    "log_expit",
    "log_softmax",
    "logit",
    "logsumexp",
    "psi",
    "sinc",
    "softmax",
    "xlogy",
]


def __dir__() -> list[str]:
    return __all__
