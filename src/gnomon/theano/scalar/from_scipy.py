"""Special functions of single numbers that SciPy computes, with slopes that are written here."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

import numpy as np

from gnomon.theano.gof.null_type import grad_not_implemented
from gnomon.theano.scalar import basic
from gnomon.theano.scalar import operations as rules
from gnomon.theano.scalar.operations import BinaryScalarOp, ScalarOp, UnaryScalarOp


class _BySciPy:
    """An operation that a function of ``scipy.special`` carries out, for whole arrays."""

    computed_by: str

    def of_arrays(self, *arrays: Any) -> Any:
        """Compute with arrays that broadcast."""
        try:
            scipy_special = importlib.import_module("scipy.special")
        except ImportError:
            raise ImportError(
                f"{self.computed_by} is computed by SciPy, which is not installed: pip install scipy"
            ) from None
        with np.errstate(all="ignore"):
            return getattr(scipy_special, self.computed_by)(*self.arranged(*arrays))

    def arranged(self, *arrays: Any) -> Any:
        """Return the arguments in SciPy's order."""
        return arrays

    impl = of_arrays


def _made(
    name: str,
    computed_by: str,
    out: Callable[..., Any],
    kind: str,
    base: type[ScalarOp] = UnaryScalarOp,
    **members: Any,
) -> Any:
    made = type(
        kind,
        (_BySciPy, base),
        {
            "computed_by": computed_by,
            "__doc__": f"``{name}`` of single numbers.",
            "__module__": __name__,
            **members,
        },
    )
    globals()[kind] = made
    return made(out, name=name)


def _chained(slope: Callable[[Any, Any], Any]) -> Callable[..., Any]:
    """Return the gradient of a function of one number with a slope, given the number and the result."""

    def L_op(self: Any, inputs: Any, outputs: Any, output_grads: Any) -> Any:
        (x,), (y,), (g,) = inputs, outputs, output_grads
        if not x.type.dtype.startswith(("float", "complex")):
            return [basic.mul(x, basic.constant(0.0, dtype=g.type.dtype))]
        return [basic.mul(g, slope(x, y))]

    return L_op


def _of_order(slope: Callable[[Any, Any], Any]) -> Callable[..., Any]:
    """Return the gradient of a function of an order and a number; there is none by the order."""

    def grad(self: Any, inputs: Any, output_grads: Any) -> Any:
        (v, x), (g,) = inputs, output_grads
        return [grad_not_implemented(self, 0, v), basic.mul(g, slope(v, x))]

    return grad


def _half(total: Any) -> Any:
    return basic.mul(basic.constant(0.5, dtype=total.type.dtype), total)


_float, _real = rules.upgrade_to_float, rules.upgrade_to_float_no_complex
_ROOT = float(np.sqrt(np.pi))
erfcx = _made(
    "erfcx",
    "erfcx",
    _real,
    "Erfcx",
    L_op=_chained(lambda x, y: basic.sub(basic.mul(2.0, basic.mul(x, y)), 2.0 / _ROOT)),
)
erfcinv = _made(
    "erfcinv",
    "erfcinv",
    _real,
    "Erfcinv",
    L_op=_chained(lambda x, y: basic.mul(-_ROOT / 2.0, basic.exp(basic.mul(y, y)))),
)
jv: Any = _made(
    "jv",
    "jv",
    _float,
    "Jv",
    BinaryScalarOp,
    grad=_of_order(lambda v, x: _half(basic.sub(jv(basic.sub(v, 1), x), jv(basic.add(v, 1), x)))),
)
iv: Any = _made(
    "iv",
    "iv",
    _float,
    "Iv",
    BinaryScalarOp,
    grad=_of_order(lambda v, x: _half(basic.add(iv(basic.sub(v, 1), x), iv(basic.add(v, 1), x)))),
)
j1 = _made("j1", "j1", _float, "J1", L_op=_chained(lambda x, y: _half(basic.sub(j0(x), jv(2, x)))))
j0: Any = _made("j0", "j0", _float, "J0", L_op=_chained(lambda x, y: basic.mul(-1, j1(x))))
gammaincc = _made("gammaincc", "gammaincc", _float, "GammaIncC", BinaryScalarOp)
chi2sf = _made(
    "chi2sf",
    "chdtrc",
    rules.upgrade_to_float64,
    "Chi2SF",
    BinaryScalarOp,
    arranged=lambda self, x, k: (k, x),
)
