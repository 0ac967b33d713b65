"""`scipy.linalg` (and JAX's): matrices with a name, made of a number or of vectors."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import Shape, Size, Tensor, function, is_unknown, text
from gnomon.models.api import size as as_size
from gnomon.models.numpy.support import amount, as_array, made, unknown_tensor, words

OF_A_NUMBER = "hilbert invhilbert pascal invpascal hadamard dft"
OF_A_VECTOR = "toeplitz hankel circulant fiedler"


def square(size: Size) -> Tensor:
    """Return a square matrix of unknown dtype."""
    return made(Shape((size, size)), None)


def length(x: Any) -> Size | None:
    """Return the number of entries of a vector; None for anything else."""
    array = as_array(x)
    return array.shape.dims[0] if type(array) is Tensor and array.shape.rank == 1 else None


def _of_a_number(name: str) -> None:
    @function(f"scipy.linalg.{name}")
    def model(n: Any, *arguments: Any, **options: Any) -> Any:
        return square(amount(n))

    model.__name__ = name


def _of_a_vector(name: str) -> None:
    @function(f"scipy.linalg.{name}")
    def model(c: Any, r: Any = None) -> Any:
        rows, columns = length(c), length(c if r is None else r)
        return unknown_tensor() if rows is None or columns is None else made(Shape((rows, columns)), None)

    model.__name__ = name


for _name in words(OF_A_NUMBER):
    _of_a_number(_name)
for _name in words(OF_A_VECTOR):
    _of_a_vector(_name)


@function("scipy.linalg.companion", "scipy.linalg.fiedler_companion")
def companion(a: Any) -> Any:
    """The matrix of a polynomial: one row less than it has coefficients."""
    count = length(a)
    return unknown_tensor() if count is None else square(count - 1)


@function("scipy.linalg.leslie")
def leslie(f: Any, s: Any) -> Any:
    """How a population grows: rates of birth and survival."""
    count = length(f)
    return unknown_tensor() if count is None else square(count)


@function("scipy.linalg.helmert")
def helmert(n: Any, full: Any = False) -> Any:
    """Differences from the mean of what comes before."""
    size = as_size(n)
    if is_unknown(full):
        return unknown_tensor()
    return made(Shape((size if full else size - 1, size)), None)


@function("scipy.linalg.convolution_matrix")
def convolution_matrix(a: Any, n: Any, mode: Any = "full") -> Any:
    """The matrix whose product with a vector of ``n`` entries is a convolution."""
    count = length(a)
    if count is None or text(mode) is None:
        return unknown_tensor()
    size = as_size(n)
    result = ops.convolve(made(Shape((count,))), made(Shape((size,))), mode=mode)
    rows = result.shape.axis(0)
    return unknown_tensor() if rows is None else made(Shape((rows, size)), None)


@function("scipy.linalg.block_diag")
def block_diag(*arrs: Any) -> Any:
    """Matrices along the diagonal of one."""
    matrices = [ops.atleast(as_array(one), rank=2) for one in arrs]
    if not matrices:
        return made(Shape((1, 0)), None)
    if any(one.shape.rank != 2 for one in matrices):
        return unknown_tensor()
    rows = ops.concat([ops.sum(one, axis=1) for one in matrices])
    columns = ops.concat([ops.sum(one, axis=0) for one in matrices])
    return made(Shape((rows.shape.dims[0], columns.shape.dims[0])), None)


@function("scipy.linalg.polar")
def polar(a: Any, side: Any = "right", **options: Any) -> Any:
    """A product of a matrix of turns and one of stretches."""
    x = as_array(a)
    if x.shape.rank != 2 or text(side) not in ("right", "left"):
        return None
    return ops.positive(x), square(x.shape.dims[-1 if side == "right" else 0])


@function("scipy.linalg.expm_frechet")
def expm_frechet(
    A: Any, E: Any, method: Any = None, compute_expm: Any = True, check_finite: Any = True
) -> Any:
    """The exponential of a matrix, and its derivative in a direction."""
    if compute_expm is not True:
        return None
    return ops.matrix_exp(as_array(A)), ops.matrix_exp(as_array(E))


@function("scipy.linalg.solve_sylvester")
def solve_sylvester(a: Any, b: Any, q: Any, **options: Any) -> Any:
    """The solution of ``a x + x b = q``: like q."""
    return ops.positive(as_array(q))


NAMES = (
    f"{OF_A_NUMBER} {OF_A_VECTOR} companion fiedler_companion leslie helmert convolution_matrix block_diag polar"
    " expm_frechet solve_sylvester"
)
