"""Products: matmul, mm, bmm, einsum, linear algebra's basic functions."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import (
    UNKNOWN,
    Tensor,
    Unknown,
    function,
    items,
    method,
    text,
)
from gnomon.models.api import (
    axis as axis_of,
)
from gnomon.models.api import (
    shape as shape_of,
)
from gnomon.models.torch.common import everywhere, first_given
from gnomon.models.torch.shaping import listed, one_axis


@everywhere("matmul", changes=False)
def matmul(input: Any, other: Any, *, out: Any = None) -> Any:
    """Matrix product, broadcast over leading axes."""
    return ops.matmul(input, other)


function("torch.linalg.matmul")(matmul)


@everywhere("mm", changes=False)
def mm(input: Any, mat2: Any, out_dtype: Any = None, *, out: Any = None) -> Any:
    """Product of two matrices."""
    return ops.mm(input, mat2)


function("torch.spmm", "torch.sparse.mm")(mm)


@everywhere("bmm", changes=False)
def bmm(input: Any, mat2: Any, out_dtype: Any = None, *, out: Any = None) -> Any:
    """Products of two stacks of matrices."""
    return ops.bmm(input, mat2)


@everywhere("mv", changes=False)
def mv(input: Any, vec: Any, *, out: Any = None) -> Any:
    """Product of a matrix and a vector."""
    return ops.mv(input, vec)


@everywhere("dot", changes=False)
def dot(input: Any, tensor: Any, *, out: Any = None) -> Any:
    """Sum of the products of two vectors."""
    return ops.vector_dot(input, tensor)


@everywhere("vdot", changes=False)
def vdot(input: Any, other: Any, *, out: Any = None) -> Any:
    """Sum of the products of two vectors, the first conjugated."""
    return ops.vector_dot(input, other)


@everywhere("inner", changes=False)
def inner(input: Any, other: Any, *, out: Any = None) -> Any:
    """Sums of products over the last axes of both."""
    return ops.inner(input, other)


@everywhere("outer", "ger", changes=False)
def outer(input: Any, vec2: Any, *, out: Any = None) -> Any:
    """Products of each entry of one vector with each of another."""
    return ops.outer(input, vec2, strict=True)


@everywhere("addmm")
def addmm(
    input: Any, mat1: Any, mat2: Any, out_dtype: Any = None, *, beta: Any = 1, alpha: Any = 1, out: Any = None
) -> Any:
    """A matrix plus a product of matrices."""
    return ops.addmm(input, mat1, mat2)


@everywhere("addmv")
def addmv(input: Any, mat: Any, vec: Any, *, beta: Any = 1, alpha: Any = 1, out: Any = None) -> Any:
    """A vector plus a product of a matrix and a vector."""
    return _added(input, ops.mv(mat, vec))


def _added(input: Any, product: Any) -> Any:
    """Add what stretches to the shape of a product."""
    if type(product) is not Tensor:
        return ops.add(input, product)
    return ops.add(ops.broadcast_to(input, shape=product.shape), product)


@everywhere("addr")
def addr(input: Any, vec1: Any, vec2: Any, *, beta: Any = 1, alpha: Any = 1, out: Any = None) -> Any:
    """A matrix plus an outer product."""
    return _added(input, ops.outer(vec1, vec2, strict=True))


@everywhere("baddbmm")
def baddbmm(
    input: Any,
    batch1: Any,
    batch2: Any,
    out_dtype: Any = None,
    *,
    beta: Any = 1,
    alpha: Any = 1,
    out: Any = None,
) -> Any:
    """A stack of matrices plus products of two stacks."""
    return ops.baddbmm(input, batch1, batch2)


@everywhere("addbmm")
def addbmm(input: Any, batch1: Any, batch2: Any, *, beta: Any = 1, alpha: Any = 1, out: Any = None) -> Any:
    """A matrix plus the sum of products of two stacks."""
    return _added(input, ops.sum(ops.bmm(batch1, batch2), axis=0))


@everywhere("kron", changes=False)
def kron(input: Any, other: Any, *, out: Any = None) -> Any:
    """Kronecker product."""
    return ops.kron(input, other)


@everywhere("cross", changes=False)
def cross(input: Any, other: Any, dim: Any = None, *, out: Any = None) -> Any:
    """Vector product."""
    if dim is None:
        known = type(input) is Tensor and input.shape.rank is not None
        threes = [k for k, n in enumerate(input.shape.dims) if n == 3] if known else []
        if not threes or any(type(n) is not int for n in input.shape.dims[: threes[0]]):
            return ops.add(input, other)
        dim = threes[0]
    return ops.cross(input, other, axis=one_axis(dim))


@function("torch.linalg.cross")
def linalg_cross(input: Any, other: Any, *, dim: Any = -1, out: Any = None) -> Any:
    """Vector product along an axis."""
    return ops.cross(input, other, axis=one_axis(dim))


@function("torch.linalg.vecdot")
def vecdot(x: Any, y: Any, *, dim: Any = -1, out: Any = None) -> Any:
    """Sums of products along an axis; of two vectors along their only one."""
    ranks = [single.shape.rank for single in (x, y) if type(single) is Tensor]
    if ranks == [1, 1]:
        return ops.vector_dot(x, y)
    return ops.sum(ops.multiply(x, y), axis=one_axis(dim))


@function("torch.tensordot")
def tensordot(a: Any, b: Any, dims: Any = 2, out: Any = None) -> Any:
    """Sums of products over named axes."""
    if type(dims) is int:
        return ops.tensordot(a, b, axes=dims)
    pair = items(dims)
    sides = (
        [items(side) if type(side) is not int else [side] for side in pair] if pair and len(pair) == 2 else []
    )
    if len(sides) != 2 or sides[0] is None or sides[1] is None:
        return UNKNOWN
    return ops.tensordot(a, b, axes=(tuple(map(one_axis, sides[0])), tuple(map(one_axis, sides[1]))))


@function("torch.einsum")
def einsum(equation: Any, *operands: Any) -> Any:
    """Sums of products written with letters for axes."""
    pattern = text(equation)
    tensors = listed(operands)
    if pattern is None:
        return Tensor(shape_of(Unknown()), None, "torch")
    return ops.TABLE["einsum"](tensors, equation=pattern)


@function("torch.chain_matmul", "torch.linalg.multi_dot")
def chain_matmul(*matrices: Any, out: Any = None) -> Any:
    """Product of several matrices."""
    parts = listed(matrices)
    result = parts[0]
    for part in parts[1:]:
        result = ops.matmul(result, part)
    return result


@function("torch.cdist")
def cdist(x1: Any, x2: Any, p: Any = 2.0, compute_mode: Any = "use_mm_for_euclid_dist_if_necessary") -> Any:
    """Distances between each row of one matrix and each row of another, batched."""
    return ops.cdist(x1, x2)


@function("torch.block_diag")
def block_diag(*tensors: Any) -> Any:
    """Matrices along the diagonal of a large one."""
    rows = listed(tensors)
    return ops.block_diag(rows)


@function("torch.cartesian_prod")
def cartesian_prod(*tensors: Any) -> Any:
    """All combinations of entries, one from each vector."""
    grids = ops.meshgrid(listed(tensors), indexing="ij")
    flat = [ops.flatten(grid) for grid in grids]
    return flat[0] if len(flat) == 1 else ops.stack(flat, axis=1)


@function("torch.combinations")
def combinations(input: Any, r: Any = 2, with_replacement: Any = False) -> Any:
    """All choices of some entries of a vector."""
    from gnomon.models.api import Shape, symbol

    width = r if type(r) is int else symbol()
    if width == 0:
        return Tensor(Shape((0,)), input.dtype if type(input) is Tensor else None, "torch")
    return Tensor(Shape((symbol(), width)), input.dtype if type(input) is Tensor else None, "torch")


@function("torch.bilinear", "torch.nn.functional.bilinear")
def bilinear(input1: Any, input2: Any, weight: Any, bias: Any = None) -> Any:
    """Bilinear layer."""
    return ops.bilinear(input1, input2, weight, bias)


@function("torch.nn.functional.linear")
def linear(input: Any, weight: Any, bias: Any = None) -> Any:
    """Dense layer."""
    return ops.linear(input, weight, bias)


_ = (axis_of, first_given, method)
