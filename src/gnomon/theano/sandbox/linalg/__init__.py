"""`theano.sandbox.linalg`."""

# ruff: noqa: F401 (names that users import from here)

from gnomon.theano.sandbox.linalg.ops import (
    alloc_diag,
    cholesky,
    det,
    diag,
    eig,
    eigh,
    eigvalsh,
    extract_diag,
    matrix_dot,
    matrix_inverse,
    matrix_power,
    pinv,
    psd,
    solve,
    spectral_radius_bound,
    trace,
)
