"""Products of matrices and tensors, and linear algebra."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import Shape, dtypes, host, items
from gnomon.models.tensorflow.common import alike, array, made, number, older_than, tf_function
from gnomon.shapes import Equal


@tf_function(
    "matmul",
    "linalg.matmul",
    "batch_matmul",
    "sparse_matmul",
    "python.ops.math_ops.matmul",
    "python.ops.gen_math_ops.mat_mul",
)
def _matmul(
    a: Any,
    b: Any,
    transpose_a: Any = False,
    transpose_b: Any = False,
    adjoint_a: Any = False,
    adjoint_b: Any = False,
    a_is_sparse: Any = False,
    b_is_sparse: Any = False,
    output_type: Any = None,
    grad_a: Any = False,
    grad_b: Any = False,
    name: Any = None,
) -> Any:
    x, y = map(array, alike(a, b))
    turns = [_either(transpose_a, adjoint_a), _either(transpose_b, adjoint_b)]
    if None in turns:
        return made(Shape.unknown(), x.dtype)
    if older_than(1, 14) and not _same_batches(a, b, x.shape, y.shape):
        return made(Shape.unknown(), x.dtype)
    return ops.matmul(x, y, vectors=False, transpose_a=turns[0], transpose_b=turns[1])


def _either(first: Any, second: Any) -> bool | None:
    if first is True or second is True:
        return True
    return False if first in (False, None, 0) and second in (False, None, 0) else None


def _same_batches(a: Any, b: Any, first: Shape, second: Shape) -> bool:
    """Before TensorFlow 1.14 stacks of matrices did not broadcast: both have the same leading axes."""
    if first.rank is None or second.rank is None or min(first.rank, second.rank) < 2:
        return True
    if first.rank != second.rank:
        return bool(
            host.require(
                Equal(first.rank, second.rank),
                "rank",
                "{op}: {x} is {x.shape} and {y} is {y.shape}; before TensorFlow 1.14 both have the same number of axes",
                blame=b if first.rank == 2 else a,
                help="tf.tensordot sums over one axis of each, whatever their ranks",
                x=a,
                y=b,
            )
        )
    for left, right in zip(first.dims[:-2], second.dims[:-2], strict=True):
        if left != right and not host.require(
            Equal(left, right),
            "broadcast",
            "{op}: {x} is {x.shape} and {y} is {y.shape}; before TensorFlow 1.14 leading axes do not broadcast",
            blame=b,
            x=a,
            y=b,
        ):
            return False
    return True


@tf_function("linalg.matvec")
def _matvec(a: Any, b: Any, *args: Any, transpose_a: Any = False, **kwargs: Any) -> Any:
    x, y = map(array, alike(a, b))
    if transpose_a is not False or args:
        return made(Shape.unknown(), x.dtype)
    column = ops.matmul(x, ops.expand_dims(y, axis=-1), vectors=False)
    return ops.squeeze(column, axis=-1)


@tf_function("tensordot", "linalg.tensordot")
def _tensordot(a: Any, b: Any, axes: Any, name: Any = None) -> Any:
    x, y = map(array, alike(a, b))
    count = number(axes)
    if count is not None:
        return ops.tensordot(x, y, axes=count)
    pair = items(axes)
    if pair is None or len(pair) != 2:
        return made(Shape.unknown(), x.dtype)
    sides = tuple(_listed(side) for side in pair)
    if None in sides:
        return made(Shape.unknown(), x.dtype)
    return ops.tensordot(x, y, axes=sides)


def _listed(value: Any) -> tuple[int, ...] | None:
    if type(value) is int:
        return (value,)
    entries = items(value)
    if entries is None or not all(type(entry) is int for entry in entries):
        return None
    return tuple(entries)


@tf_function("einsum", "linalg.einsum")
def _einsum(equation: Any, *inputs: Any, **kwargs: Any) -> Any:
    tensors = [array(value) for value in inputs]
    if type(equation) is not str or not tensors:
        return made(Shape.unknown())
    return ops.TABLE["einsum"](tensors, equation=equation)


@tf_function("linalg.trace", "trace")
def _trace(x: Any, name: Any = None) -> Any:
    return ops.trace(array(x), first=-2, second=-1)


@tf_function("linalg.logdet")
def _logdet(matrix: Any, name: Any = None) -> Any:
    return ops.det(array(matrix))


@tf_function("linalg.det", "matrix_determinant")
def _det(input: Any, name: Any = None) -> Any:
    return ops.det(array(input))


@tf_function("linalg.diag", "diag", "matrix_diag", "linalg.tensor_diag")
def _diag(diagonal: Any = None, *args: Any, **kwargs: Any) -> Any:
    x = array(diagonal if diagonal is not None else kwargs.get("input"))
    size = x.shape.axis(-1)
    if size is None or args or set(kwargs) - {"name", "input"}:
        return made(Shape.unknown(), x.dtype)
    return ops.repeat(ops.expand_dims(x, axis=-2), repeats=size, axis=-2)


@tf_function("linalg.diag_part", "matrix_diag_part", "linalg.tensor_diag_part", "diag_part")
def _diag_part(input: Any, *args: Any, **kwargs: Any) -> Any:
    x = array(input)
    if x.shape.rank != 2:
        return made(Shape.unknown(), x.dtype)
    return ops.min(x, axis=1) if x.shape.dims[0] == x.shape.dims[1] else ops.unknown_like(ops.min(x, axis=1))


@tf_function("linalg.transpose", "matrix_transpose", "linalg.matrix_transpose", "linalg.adjoint")
def _matrix_transpose(a: Any = None, name: Any = None, conjugate: Any = False, matrix: Any = None) -> Any:
    return ops.matrix_transpose(array(matrix if a is None else a))


@tf_function(
    "linalg.solve",
    "matrix_solve",
    "linalg.triangular_solve",
    "matrix_triangular_solve",
    "linalg.cholesky_solve",
)
def _solve(matrix: Any, rhs: Any, *args: Any, **kwargs: Any) -> Any:
    return ops.positive(array(rhs))


@tf_function("linalg.lstsq", "matrix_solve_ls")
def _lstsq(matrix: Any, rhs: Any, *args: Any, **kwargs: Any) -> Any:
    x, y = array(matrix), array(rhs)
    return ops.matmul(x, y, vectors=False, transpose_a=True)


@tf_function("linalg.pinv")
def _pinv(a: Any, *args: Any, **kwargs: Any) -> Any:
    return ops.matrix_transpose(array(a))


@tf_function(
    "linalg.svd", "svd", "linalg.qr", "qr", "linalg.eigh", "self_adjoint_eig", "linalg.eig", "linalg.lu"
)
def _decomposition(*args: Any, **kwargs: Any) -> Any:
    return made(Shape.unknown())


@tf_function("linalg.cross", "cross")
def _cross(a: Any, b: Any, name: Any = None) -> Any:
    x, y = alike(a, b)
    return ops.add(array(x), array(y))


@tf_function("linalg.global_norm", "global_norm")
def _global_norm(t_list: Any, name: Any = None) -> Any:
    return made(Shape(()), dtypes.float32)


@tf_function("clip_by_global_norm", tensor=False)
def _clip_by_global_norm(t_list: Any, clip_norm: Any, use_norm: Any = None, name: Any = None) -> Any:
    return t_list, made(Shape(()), dtypes.float32)
