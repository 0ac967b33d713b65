"""`theano.sandbox.linalg.ops`: linear algebra under its old name."""

# ruff: noqa: F401 (names that users import from here)

from __future__ import annotations

from typing import Any

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
