"""`theano.sandbox.linalg.ops`: linear algebra under its old name."""

# ruff: noqa: F401 (names that users import from here)

from __future__ import annotations

from typing import Any

from gnomon.theano.gof.graph import Apply
from gnomon.theano.gof.op import Op
from gnomon.theano.gof.opt import LocalOptimizer
from gnomon.theano.tensor.diagonals import alloc_diag, diag, extract_diag
from gnomon.theano.tensor.nlinalg import (
    MatrixInverse,
    MatrixPinv,
    det,
    eig,
    eigh,
    matrix_dot,
    matrix_inverse,
    matrix_power,
    pinv,
    qr,
    svd,
    trace,
)
from gnomon.theano.tensor.slinalg import (
    Cholesky,
    CholeskyGrad,
    Eigvalsh,
    EigvalshGrad,
    Expm,
    Solve,
    cholesky,
    eigvalsh,
    expm,
    imported_scipy,
    kron,
    solve,
)

inv_as_solve = LocalOptimizer()
"""Kept for programs that import it: products with inverses stay as they are written."""


def spectral_radius_bound(X: Any, log2_exponent: int) -> Any:
    """Return an upper bound of the greatest eigenvalue of a symmetric matrix: trace(X^n)^(1/n), n = 2^log2_exponent."""
    from gnomon.theano.tensor.variables import as_tensor_variable

    if X.type.ndim != 2:
        raise TypeError("spectral_radius_bound requires a matrix argument", X)
    if not isinstance(log2_exponent, int):
        raise TypeError("spectral_radius_bound requires an integer exponent", log2_exponent)
    if log2_exponent <= 0:
        raise ValueError("spectral_radius_bound requires a strictly positive exponent", log2_exponent)
    power = as_tensor_variable(X)
    for _ in range(log2_exponent):
        power = power.dot(power)
    return trace(power) ** (2.0**-log2_exponent)


class Hint(Op):
    """A matrix of which something is known: ``Hint(symmetric=True)(x)``. What is known stays in the graph, `hints` reads it."""

    __props__ = ("hints",)
    view_map = {0: [0]}

    def __init__(self, **hints: Any) -> None:
        self.hints = tuple(hints.items())

    def make_node(self, x: Any) -> Apply:
        return Apply(self, [x], [x.type()])

    def lower(self, node: Apply, x: Any) -> Any:
        return x

    def grad(self, inputs: Any, output_grads: Any) -> Any:
        return list(output_grads)

    def R_op(self, inputs: Any, eval_points: Any) -> Any:
        return list(eval_points)


def is_hint_node(node: Any) -> bool:
    """Whether an application says what is known of its input."""
    return node is not None and isinstance(node.op, Hint)


def hints(variable: Any) -> dict[str, Any]:
    """Return what is known of a variable."""
    return dict(variable.owner.op.hints) if is_hint_node(variable.owner) else {}


def psd(v: Any) -> Any:
    """Return a matrix of which is known that it is symmetric, and that no eigenvalue is negative."""
    return Hint(psd=True, symmetric=True)(v)


def is_psd(v: Any) -> bool:
    """Whether a hint says that no eigenvalue is negative."""
    return bool(hints(v).get("psd", False))


def is_symmetric(v: Any) -> bool:
    """Whether a hint says that a matrix is symmetric."""
    return bool(hints(v).get("symmetric", False))


def is_positive(v: Any) -> bool:
    """Whether a hint says that no entry is negative, or an even power shows it."""
    from gnomon.theano.tensor.constants import NotScalarConstantError, get_scalar_constant_value
    from gnomon.theano.tensor.elementwise import pow as power

    if hints(v).get("positive", False):
        return True
    if v.owner is None or v.owner.op != power:
        return False
    try:
        return bool(get_scalar_constant_value(v.owner.inputs[1]) % 2 == 0)
    except NotScalarConstantError:
        return False
