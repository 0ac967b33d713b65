"""`theano.sandbox.linalg`."""

# ruff: noqa: F401 (names that users import from here)

from gnomon.theano.sandbox.linalg.ops import (
    alloc_diag,
    det,
    diag,
    eig,
    eigh,
    extract_diag,
    matrix_dot,
    matrix_inverse,
    matrix_power,
    pinv,
    trace,
)
