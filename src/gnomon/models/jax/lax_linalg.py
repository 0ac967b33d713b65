"""``jax.lax.linalg``: factorisations of matrices, and products of rows by groups."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import UNKNOWN, Shape, dtypes, flag, function, host, items, size, text
from gnomon.models.api import axis as as_axis
from gnomon.models.api import shape as as_shape
from gnomon.models.jax.support import as_array, as_jax, dtype_of, made, tensor_of, under
from gnomon.models.python.harmless import harmless


@function("jax.lax.linalg.cholesky")
def cholesky(x: Any, *, symmetrize_input: Any = True) -> Any:
    """A triangular root of a matrix."""
    return as_jax(ops.cholesky(as_array(x)))


@function("jax.lax.linalg.eigh")
def eigh(
    x: Any,
    *,
    lower: Any = True,
    symmetrize_input: Any = True,
    sort_eigenvalues: Any = True,
    subset_by_index: Any = None,
    implementation: Any = None,
) -> Any:
    """Eigenvectors, then eigenvalues."""
    if subset_by_index is not None:
        return UNKNOWN
    values, vectors = as_jax(ops.eigh(as_array(x)))
    return vectors, values


@function("jax.lax.linalg.svd")
def svd(
    x: Any,
    *,
    full_matrices: Any = True,
    compute_uv: Any = True,
    subset_by_index: Any = None,
    algorithm: Any = None,
) -> Any:
    """Singular vectors and values."""
    full, vectors = flag(full_matrices), flag(compute_uv)
    if full is None or vectors is None or subset_by_index is not None:
        return UNKNOWN
    return as_jax(ops.svd(as_array(x), full=full, vectors=vectors))


@function("jax.lax.linalg.qr")
def qr(
    x: Any,
    *,
    pivoting: Any = False,
    full_matrices: Any = True,
    use_magma: Any = None,
    implementation: Any = None,
) -> Any:
    """A product of an orthogonal and a triangular matrix."""
    full = flag(full_matrices)
    if full is None or flag(pivoting) is not False:
        return UNKNOWN
    return as_jax(ops.qr(as_array(x), mode="complete" if full else "reduced"))


@function("jax.lax.linalg.triangular_solve")
def triangular_solve(a: Any, b: Any, *, left_side: Any = False, **options: Any) -> Any:
    """The solution of triangular equations."""
    left = flag(left_side)
    if left is None:
        return tensor_of(as_array(b))
    right = as_array(b)
    if left:
        return as_jax(ops.triangular_solve(as_array(a), right))
    turned = ops.triangular_solve(as_array(a), ops.matrix_transpose(right))
    return as_jax(ops.matrix_transpose(turned))


@function(*under("jax.lax.linalg", "householder_product tridiagonal_solve ormqr"))
def product(a: Any, *others: Any, **options: Any) -> Any:
    """A product with reflections, or a solution: like the last matrix, or the first of two."""
    return tensor_of(as_array(others[-1] if len(others) > 1 else a))


@function(*under("jax.lax.linalg", "lu eig schur hessenberg tridiagonal qdwh"), tensor=False)
def factorised(x: Any, **options: Any) -> Any:
    """Factors: not followed."""
    return UNKNOWN


@function("jax.lax.linalg.symmetric_product")
def symmetric_product(a_matrix: Any, c_matrix: Any, **options: Any) -> Any:
    """A product of a matrix with itself, and another matrix."""
    return tensor_of(as_array(c_matrix))


@function("jax.lax.linalg.cholesky_update")
def cholesky_update(r_matrix: Any, w_vector: Any) -> Any:
    """The root of a matrix that changes by a product."""
    return tensor_of(as_array(r_matrix))


@function("jax.lax.linalg.lu_pivots_to_permutation")
def lu_pivots_to_permutation(pivots: Any, permutation_size: Any) -> Any:
    """An order of rows."""
    lead = as_array(pivots).shape.drop_last(1)
    return made(
        Shape.unknown()
        if lead is None
        else Shape(lead.prefix, lead.run, (*lead.suffix, size(permutation_size))),
        dtypes.int32,
    )


harmless("jax.lax.linalg", "EigImplementation EighImplementation SvdAlgorithm")


@function("jax.lax.ragged_dot")
def ragged_dot(
    lhs: Any,
    rhs: Any,
    group_sizes: Any,
    precision: Any = None,
    preferred_element_type: Any = None,
    **options: Any,
) -> Any:
    """Rows of a matrix, each multiplied by the matrix of its group."""
    x, groups = as_array(lhs), as_array(rhs)
    if groups.shape.rank != 3 or x.shape.rank != 2:
        return made(Shape.unknown(), None)
    return as_jax(ops.matmul(x, ops.index(groups, items=(0,))))


@function("jax.lax.fft")
def fft(x: Any, fft_type: Any, fft_lengths: Any) -> Any:
    """A transform of the last axes: their lengths depend on its kind."""
    array, lengths = as_array(x), items(fft_lengths)
    kind = (text(fft_type) or "").lower()
    if lengths is None or kind not in ("fft", "ifft", "rfft", "irfft"):
        return ops.unknown_like(array)
    sizes = tuple(size(length) for length in lengths)
    return as_jax(ops.TABLE[kind + "n"](array, sizes=sizes, axes=tuple(range(-len(sizes), 0))))


@function("jax.lax.rng_uniform")
def rng_uniform(a: Any, b: Any, shape: Any) -> Any:
    """Numbers between two limits."""
    return made(as_shape(shape), as_array(a).dtype)


@function("jax.lax.rng_bit_generator")
def rng_bit_generator(
    key: Any, shape: Any, dtype: Any = dtypes.uint32, *arguments: Any, **options: Any
) -> Any:
    """The next key, and random bits."""
    return tensor_of(as_array(key)), made(as_shape(shape), dtype_of(dtype))


@function("jax.lax.platform_dependent", raw=True, tensor=False)
def platform_dependent(*args: Any, default: Any = None, **per_platform: Any) -> Any:
    """One of several functions of the arguments, which give the same shapes."""
    chosen = default if default is not None else next(iter(per_platform.values()), None)
    return UNKNOWN if chosen is None else host.invoke(chosen, *args)


@function("jax.lax.composite", raw=True, tensor=False)
def composite(decomposition: Any, name: Any, version: Any = 0) -> Any:
    """The function itself."""
    return decomposition


@function("jax.lax.stack")
def stack(operands: Any, axis: Any = 0) -> Any:
    """Arrays of one shape along a new axis."""
    parts = items(operands)
    if parts is None:
        return made(Shape.unknown(), None)
    return as_jax(ops.stack([as_array(part) for part in parts], axis=as_axis(axis)))


@function("jax.lax.unstack")
def unstack(x: Any, axis: Any = 0) -> Any:
    """The parts of an array along an axis."""
    parts = as_jax(ops.unstack(as_array(x), axis=as_axis(axis)))
    return parts if type(parts) is tuple else UNKNOWN


@function("jax.lax.ragged_dot_general", "jax.lax.scaled_dot", "jax.lax.index_take")
def unknown_product(*arguments: Any, **options: Any) -> Any:
    """A product whose axes are not followed."""
    return made(Shape.unknown(), None)
