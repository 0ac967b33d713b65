"""``torch.linalg`` and ``torch.fft``."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import Shape, Tensor, flag, function, items, method, size, symbol, text
from gnomon.models.api import axis as axis_of
from gnomon.models.torch.common import Results, everywhere
from gnomon.models.torch.reductions import along
from gnomon.models.torch.reductions import norm as any_norm
from gnomon.models.torch.shaping import one_axis

L = "torch.linalg."


def _single(operation: str) -> Any:
    def model(A: Any, *settings: Any, out: Any = None, **named: Any) -> Any:
        return ops.TABLE[operation](A)

    return model


for _name, _operation in {
    "cholesky": "cholesky",
    "inv": "inv",
    "pinv": "pinv",
    "det": "det",
    "matrix_exp": "matrix_exp",
    "matrix_power": "matrix_power",
    "matrix_rank": "matrix_rank",
    "eigvals": "eigvals",
    "eigvalsh": "eigvalsh",
}.items():
    function(L + _name)(_single(_operation))
for _name, _operation in {
    "cholesky": "cholesky",
    "inverse": "inv",
    "pinverse": "pinv",
    "det": "det",
    "matrix_exp": "matrix_exp",
    "matrix_power": "matrix_power",
    "logdet": "det",
    "cholesky_inverse": "inv",
}.items():
    everywhere(_name, changes=False)(_single(_operation))


def _several(operation: str, *names: str) -> Any:
    def model(A: Any, *settings: Any, out: Any = None, **named: Any) -> Any:
        return Results(**dict(zip(names, ops.TABLE[operation](A), strict=True)))

    return model


function(f"{L}eig")(_several("eig", "eigenvalues", "eigenvectors"))
function(f"{L}eigh")(_several("eigh", "eigenvalues", "eigenvectors"))
function(f"{L}slogdet")(_several("slogdet", "sign", "logabsdet"))
everywhere("slogdet", changes=False)(_several("slogdet", "sign", "logabsdet"))
function(f"{L}lu")(_several("lu", "P", "L", "U"))


@function(f"{L}svd")
def linalg_svd(A: Any, full_matrices: Any = True, *, driver: Any = None, out: Any = None) -> Any:
    """Singular values with left and right vectors."""
    left, values, right = ops.svd(A, full=flag(full_matrices) is not False)
    return Results(U=left, S=values, Vh=right)


@function(f"{L}svdvals")
def svdvals(A: Any, *, driver: Any = None, out: Any = None) -> Any:
    """Singular values."""
    return ops.svd(A, vectors=False)


@everywhere("svd", changes=False)
def svd(input: Any, some: Any = True, compute_uv: Any = True, *, out: Any = None) -> Any:
    """Singular values with left and right vectors."""
    left, values, right = ops.svd(input, full=flag(some) is False)
    return Results(U=left, S=values, V=ops.matrix_transpose(right))


@function(f"{L}qr")
def linalg_qr(A: Any, mode: Any = "reduced", *, out: Any = None) -> Any:
    """Orthogonal times triangular."""
    first, second = ops.qr(A, mode="complete" if text(mode) == "complete" else "reduced")
    return Results(Q=first, R=second)


@everywhere("qr", changes=False)
def qr(input: Any, some: Any = True, *, out: Any = None) -> Any:
    """Orthogonal times triangular."""
    first, second = ops.qr(input, mode="complete" if flag(some) is False else "reduced")
    return Results(Q=first, R=second)


@function(f"{L}solve")
def solve(A: Any, B: Any, *, left: Any = True, out: Any = None) -> Any:
    """Solution of linear equations."""
    return ops.solve(A, B)


@function(f"{L}solve_triangular")
def solve_triangular(
    A: Any, B: Any, *, upper: Any = None, left: Any = True, unitriangular: Any = False
) -> Any:
    """Solution of triangular equations."""
    return ops.triangular_solve(A, B)


@function(f"{L}lstsq", "torch.lstsq")
def lstsq(A: Any, B: Any, rcond: Any = None, *, driver: Any = None) -> Any:
    """Least squares."""
    solution, _, rank, _ = ops.lstsq(A, B)
    return Results(solution=solution, residuals=_some(A), rank=rank, singular_values=_some(A))


def _some(like: Any) -> Tensor:
    """Return a vector of unknown length."""
    return Tensor(Shape((symbol(),)), like.dtype if type(like) is Tensor else None, "torch")


@function(f"{L}norm")
def linalg_norm(
    A: Any,
    ord: Any = None,
    dim: Any = None,
    keepdim: Any = False,
    *,
    out: Any = None,
    dtype: Any = None,
) -> Any:
    """Length of vectors or size of matrices."""
    return any_norm(A, ord, dim, keepdim, out, dtype)


@function(f"{L}vector_norm")
def vector_norm(
    x: Any, ord: Any = 2, dim: Any = None, keepdim: Any = False, *, dtype: Any = None, out: Any = None
) -> Any:
    """Length of vectors."""
    return any_norm(x, ord, dim, keepdim, out, dtype)


@function(f"{L}matrix_norm")
def matrix_norm(
    A: Any,
    ord: Any = "fro",
    dim: Any = (-2, -1),
    keepdim: Any = False,
    *,
    dtype: Any = None,
    out: Any = None,
) -> Any:
    """Size of matrices."""
    return ops.norm(A, **along(dim, None, keepdim, None))


@function(f"{L}diagonal")
def diagonal(A: Any, *, offset: Any = 0, dim1: Any = -2, dim2: Any = -1) -> Any:
    """Diagonals of matrices."""
    return ops.diagonal(
        A, offset=offset if type(offset) is int else 0, first=one_axis(dim1), second=one_axis(dim2)
    )


# -- Fourier transforms --------------------------------------------------------------------------------


def _one(operation: str) -> Any:
    def model(input: Any, n: Any = None, dim: Any = -1, norm: Any = None, *, out: Any = None) -> Any:
        return ops.TABLE[operation](input, n=None if n is None else size(n), axis=one_axis(dim))

    return model


for _name in ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft"):
    function(f"torch.fft.{_name}")(_one(_name))


def _many(operation: str, default: Any) -> Any:
    def model(input: Any, s: Any = None, dim: Any = default, norm: Any = None, *, out: Any = None) -> Any:
        entries = None if s is None else items(s)
        sizes = None if entries is None else tuple(map(size, entries))
        return ops.TABLE[operation](input, sizes=sizes, axes=None if dim is None else axis_of(dim))

    return model


for _name in ("fft", "ifft", "rfft", "irfft"):
    function(f"torch.fft.{_name}2")(_many(f"{_name}n", (-2, -1)))
    function(f"torch.fft.{_name}n")(_many(f"{_name}n", None))


@function("torch.fft.fftshift", "torch.fft.ifftshift")
def fftshift(input: Any, dim: Any = None) -> Any:
    """Exchange the halves of axes."""
    return ops.roll(input, axis=axis_of(dim))


@function("torch.fft.fftfreq", "torch.fft.rfftfreq")
def fftfreq(n: Any, d: Any = 1.0, *, dtype: Any = None, **ways: Any) -> Any:
    """Frequencies of a transform."""
    from gnomon.models.torch.common import default_float, dtype_or

    return ops.linspace(count=size(n), dtype=dtype_or(dtype, default_float()))


_ = method
