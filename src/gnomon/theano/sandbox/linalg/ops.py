"""`theano.sandbox.linalg.ops`: linear algebra under its old name."""

# ruff: noqa: F401 (names that users import from here)

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
