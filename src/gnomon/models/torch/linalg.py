"""``torch.linalg`` and ``torch.fft``."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import Dim, Shape, Tensor, dtypes, flag, function, items, method, size, symbol, text
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
    "det": "det",
    "matrix_exp": "matrix_exp",
    "eigvals": "eigvals",
    "eigvalsh": "eigvalsh",
}.items():
    function(L + _name)(_single(_operation))


@everywhere("cholesky", changes=False)
def cholesky(input: Any, upper: Any = False, *, out: Any = None) -> Any:
    """Triangular factor of a positive definite matrix (old name, which lets empty tensors of any rank pass)."""
    empty = type(input) is Tensor and any(type(n) is int and n == 0 for n in input.shape.dims)
    return input if empty else ops.cholesky(input)


for _name, _operation in {
    "inverse": "inv",
    "pinverse": "pinv",
    "det": "det",
    "matrix_exp": "matrix_exp",
    "logdet": "det",
    "cholesky_inverse": "inv",
}.items():
    everywhere(_name, changes=False)(_single(_operation))


def _without_tolerances(operation: str) -> Any:
    def model(
        A: Any,
        tol: Any = None,
        hermitian: Any = False,
        *,
        atol: Any = None,
        rtol: Any = None,
        out: Any = None,
    ) -> Any:
        result = ops.TABLE[operation](A)
        given = [single for single in (tol, atol, rtol) if type(single) is Tensor]
        lead = [single for single in given if single.shape.rank != 0]
        return ops.cast(Tensor(Shape.unknown(), None, "torch"), dtype=result.dtype) if lead else result

    return model


function(f"{L}matrix_rank")(_without_tolerances("matrix_rank"))


@function(f"{L}pinv")
def pinv(
    A: Any, rcond: Any = None, hermitian: Any = False, *, atol: Any = None, rtol: Any = None, out: Any = None
) -> Any:
    """The pseudo-inverse; limits may differ from matrix to matrix."""
    return _without_tolerances("pinv")(A, rcond, hermitian, atol=atol, rtol=rtol)


@function(f"{L}matrix_power", "torch.matrix_power")
def matrix_power(A: Any, n: Any, *, out: Any = None) -> Any:
    """A matrix times itself, several times; negative powers are those of the inverse."""
    result = ops.matrix_power(A)
    if type(A) is not Tensor or A.dtype is None or A.dtype.kind in ("float", "complex"):
        return result
    return ops.cast(result, dtype=A.dtype if type(n) is int and n >= 0 else None)


method("torch", "matrix_power")(matrix_power)


def _several(operation: str, *names: str) -> Any:
    def model(A: Any, *settings: Any, out: Any = None, **named: Any) -> Any:
        return Results(**dict(zip(names, ops.TABLE[operation](A), strict=True)))

    return model


function(f"{L}eig")(_several("eig", "eigenvalues", "eigenvectors"))
function(f"{L}eigh")(_several("eigh", "eigenvalues", "eigenvectors"))
function(f"{L}slogdet")(_several("slogdet", "sign", "logabsdet"))
everywhere("slogdet", changes=False)(_several("slogdet", "sign", "logabsdet"))


@function(f"{L}lu")
def lu(A: Any, *, pivot: Any = True, out: Any = None) -> Any:
    """Permutation, lower and upper triangular factors; without pivoting there is no permutation."""
    swaps, lower, upper = ops.lu(A)
    if flag(pivot) is not True:
        swaps = Tensor(Shape((0,)) if flag(pivot) is False else Shape.unknown(), swaps.dtype, "torch")
    return Results(P=swaps, L=lower, U=upper)


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
    left, values, right = ops.svd(input, full=flag(some) is False or flag(compute_uv) is False)
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
    """Solution of linear equations; with ``left=False`` the unknown stands on the left of A."""
    if flag(left) is False:
        return ops.matrix_transpose(ops.solve(A, ops.matrix_transpose(B)))
    return ops.solve(A, B)


@function(f"{L}solve_triangular")
def solve_triangular(
    A: Any, B: Any, *, upper: Any, left: Any = True, unitriangular: Any = False, out: Any = None
) -> Any:
    """Solution of triangular equations; with ``left=False`` the unknown stands on the left of A."""
    if flag(left) is False:
        return ops.matrix_transpose(ops.triangular_solve(A, ops.matrix_transpose(B)))
    return ops.triangular_solve(A, B)


@function(f"{L}lstsq")
def lstsq(self: Any, b: Any, rcond: Any = None, *, driver: Any = None) -> Any:
    """Least squares."""
    solution, residuals, rank, values = ops.lstsq(self, b)
    return Results(
        solution=solution,
        residuals=_some(self, residuals.dtype),
        rank=rank,
        singular_values=_some(self, values.dtype),
    )


def _some(of: Any, dtype: Any) -> Tensor:
    """Return what may be left out: for one matrix a vector, empty at times."""
    single = type(of) is Tensor and of.shape.rank == 2
    return Tensor(Shape((symbol(),)) if single else Shape.unknown(), dtype, "torch")


@function(f"{L}cond")
def cond(A: Any, p: Any = None, *, out: Any = None) -> Any:
    """How much matrices enlarge errors."""
    result = ops.norm(A, axis=(-2, -1))
    floats = type(A) is Tensor and A.dtype is not None and A.dtype.kind in ("float", "complex")
    return result if floats else ops.cast(result, dtype=None)


@function(f"{L}inv_ex")
def inv_ex(A: Any, *, check_errors: Any = False, out: Any = None) -> Any:
    """The inverse, and for each matrix a number that is not 0 where there is none."""
    return Results(inverse=ops.inv(A), info=_status(A))


@function(f"{L}cholesky_ex")
def cholesky_ex(A: Any, *, upper: Any = False, check_errors: Any = False, out: Any = None) -> Any:
    """Triangular factor, and for each matrix a number that is not 0 where there is none."""
    return Results(L=ops.cholesky(A), info=_status(A))


def _status(A: Any) -> Any:
    return ops.cast(ops.det(A), dtype=dtypes.int32)


@function(f"{L}lu_factor")
def lu_factor(A: Any, *, pivot: Any = True, out: Any = None) -> Any:
    """Both triangular factors in one matrix, and the rows that were exchanged."""
    lower = ops.lu(A)[1]
    same = ops.full_like(A)
    floats = same.dtype is not None and same.dtype.kind in ("float", "complex")
    rows = ops.sum(lower, axis=-2)
    return Results(
        LU=same if floats else ops.cast(same, dtype=None), pivots=ops.cast(rows, dtype=dtypes.int32)
    )


@everywhere("cov", changes=False)
def cov(input: Any, *, correction: Any = 1, fweights: Any = None, aweights: Any = None) -> Any:
    """Covariance of variables, one per row: a number for one of them."""
    if type(input) is Tensor and input.shape.rank == 2 and input.shape.dims[0] == 1:
        input = ops.flatten(input)
    return ops.covariance(input)


@everywhere("corrcoef", changes=False)
def corrcoef(input: Any) -> Any:
    """Correlation of variables, one per row: a number for one of them."""
    return cov(input)


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
        entries = items(s) if items(s) is not None or s is None else [s]
        axes = None if dim is None else axis_of(dim)
        if axes is None and entries is not None:
            axes = tuple(range(-len(entries), 0))
        if type(axes) is int:
            axes = (axes,)
        if entries is not None and type(axes) is tuple:
            if any(type(entry) not in (int, Dim) for entry in entries):
                return ops.unknown_like(ops.TABLE[operation](input, axes=axes))
            # -1 keeps the size of an axis
            sizes = tuple(
                input.shape.axis(axis) if entry == -1 and type(input) is Tensor else entry
                for entry, axis in zip(entries, axes)
            )
            entries = [symbol() if n is None else n for n in sizes]
        return ops.TABLE[operation](input, sizes=entries and tuple(entries), axes=axes)

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
