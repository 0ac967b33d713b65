"""`theano.tensor.blas`: products that also scale and add, under the names of BLAS; Gnomon makes one call of each by itself."""

from __future__ import annotations

from typing import Any

import gnomon as gn
from gnomon.theano.fitting import fitted
from gnomon.theano.gof.fg import InconsistencyError
from gnomon.theano.gof.graph import Apply, Constant
from gnomon.theano.gof.op import GnomonOp
from gnomon.theano.gof.optdb import SequenceDB
from gnomon.theano.gof.walking import view_roots
from gnomon.theano.tensor.products import BatchedDot, batched_dot
from gnomon.theano.tensor.type import TensorType
from gnomon.theano.tensor.variables import as_tensor_variable, constant

__all__ = [
    "BatchedDot",
    "Dot22",
    "Dot22Scalar",
    "Gemm",
    "Gemv",
    "Ger",
    "batched_dot",
    "blas_optdb",
    "gemm",
    "gemm_inplace",
    "gemm_no_inplace",
    "gemv",
    "gemv_inplace",
    "gemv_no_inplace",
    "ger",
    "ger_destructive",
    "have_fblas",
    "ldflags",
]

have_fblas = True
blas_optdb = SequenceDB()
"""Kept for programs that register rewrites in it; what becomes a call of BLAS, Gnomon decides when it compiles."""


def ldflags(
    libs: bool = True, flags: bool = False, libs_dir: bool = False, include_dir: bool = False
) -> list[str]:
    """Return what a linker needs for BLAS, as ``config.blas.ldflags`` says: ``-lNAME`` without ``-l``, other flags, folders."""
    from gnomon.theano.configuration import config

    kinds = {"-l": libs, "-L": libs_dir, "-I": include_dir}
    found = []
    for word in str(config.blas.ldflags).replace(",", " ").split():
        bare = word[:2] in kinds
        if kinds.get(word[:2], flags):
            found.append(word[2:] if bare else word)
    return found


class _Product(GnomonOp):
    """An operation of BLAS: its inputs with the numbers of axes that they have."""

    __props__: tuple[str, ...] = ()
    axes: tuple[int, ...] = ()

    def checked(self, given: Any) -> list[Any]:
        """Return the inputs as variables, of one dtype and with the axes that are needed; plain numbers take that dtype."""
        if len(given) != len(self.axes):
            raise TypeError(f"{self} takes {len(self.axes)} inputs, got {len(given)}")
        arrays = [as_tensor_variable(entry) for entry, ndim in zip(given, self.axes) if ndim]
        dtype = arrays[0].dtype
        plain = (int, float, complex)
        entries = [
            constant(entry, dtype=dtype) if isinstance(entry, plain) else as_tensor_variable(entry)
            for entry in given
        ]
        for place, (entry, ndim) in enumerate(zip(entries, self.axes)):
            if entry.ndim != ndim:
                raise TypeError(f"{self}: input {place} has {ndim} axes, got {entry} with {entry.ndim}")
        if any(entry.dtype != dtype for entry in entries) or not dtype.startswith(("float", "complex")):
            raise TypeError(f"{self} takes floats of one dtype, got {', '.join([e.dtype for e in entries])}")
        return entries

    def __str__(self) -> str:
        return type(self).__name__


class _Adding(_Product):
    """An operation that adds to an array; ``inplace`` ones overwrite it."""

    __props__ = ("inplace",)

    def __init__(self, inplace: bool) -> None:
        self.inplace = inplace
        if inplace:
            self.destroy_map = {0: [0]}

    def make_node(self, *inputs: Any) -> Apply:
        entries = self.checked(inputs)
        if self.inplace:
            roots = set(view_roots(entries[0]))
            for entry in entries[1:]:
                if entry.ndim and roots & set(view_roots(entry)):
                    raise InconsistencyError(
                        f"{self} would overwrite {entries[0]}, which {entry} is a view of"
                    )
        return Apply(self, entries, [entries[0].type()])

    def __str__(self) -> str:
        return f"{type(self).__name__}{{{'inplace' if self.inplace else 'no_inplace'}}}"


def _added(node: Apply, kept: Any, factor: Any, product: Any, pattern: Any) -> Any:
    """Return ``factor * kept + product``, of which neither stretches to the other; 0 times anything is 0, as BLAS has it."""
    kind = node.outputs[0].type
    ones = [one or other for one, other in zip(kind.broadcastable, pattern)]
    product, kept = fitted(product, kind.dtype, ones), fitted(kept, kind.dtype, ones)
    if factor is None:
        return kept + product
    known = node.inputs[-1]
    if isinstance(known, Constant) and known.data == 1:
        return kept + product
    return gn.where(factor == 0, gn.zeros_like(kept), kept * factor) + product


class Gemm(_Adding):
    """``gemm(z, a, x, y, b)`` is ``b * z + a * dot(x, y)``, for matrices."""

    axes = (2, 0, 2, 2, 0)

    def lower(self, node: Apply, z: Any, a: Any, x: Any, y: Any, b: Any) -> Any:
        pattern = (node.inputs[2].broadcastable[0], node.inputs[3].broadcastable[1])
        return _added(node, z, b, gn.matmul(x, y) * a, pattern)


class Gemv(_Adding):
    """``gemv(y, alpha, A, x, beta)`` is ``beta * y + alpha * dot(A, x)``, for a matrix and vectors."""

    axes = (1, 0, 2, 1, 0)

    def lower(self, node: Apply, y: Any, alpha: Any, A: Any, x: Any, beta: Any) -> Any:
        return _added(node, y, beta, gn.matmul(A, x) * alpha, node.inputs[2].broadcastable[:1])


class Ger(_Adding):
    """``ger(A, alpha, x, y)`` is ``A + alpha * outer(x, y)``."""

    __props__ = ("destructive",)
    axes = (2, 0, 1, 1)

    def __init__(self, destructive: bool) -> None:
        super().__init__(destructive)
        self.destructive = destructive

    def lower(self, node: Apply, A: Any, alpha: Any, x: Any, y: Any) -> Any:
        pattern = (node.inputs[2].broadcastable[0], node.inputs[3].broadcastable[0])
        return _added(node, A, None, alpha * x[:, None] * y[None, :], pattern)

    def __str__(self) -> str:
        return f"Ger{{{'destructive' if self.destructive else 'non-destructive'}}}"


class Dot22(_Product):
    """The product of two matrices."""

    axes: tuple[int, ...] = (2, 2)

    def make_node(self, *inputs: Any) -> Apply:
        x, y, *_ = entries = self.checked(inputs)
        pattern = (x.type.broadcastable[0], y.type.broadcastable[1])
        return Apply(self, entries, [TensorType(x.dtype, pattern)()])

    def lower(self, node: Apply, x: Any, y: Any) -> Any:
        return gn.matmul(x, y)


class Dot22Scalar(Dot22):
    """The product of two matrices, times a number."""

    axes = (2, 2, 0)

    def lower(self, node: Apply, x: Any, y: Any, a: Any) -> Any:  # type: ignore[override]
        return gn.matmul(x, y) * a


gemm = gemm_no_inplace = Gemm(inplace=False)
gemm_inplace = Gemm(inplace=True)
gemv = gemv_no_inplace = Gemv(inplace=False)
gemv_inplace = Gemv(inplace=True)
ger, ger_destructive = Ger(destructive=False), Ger(destructive=True)
_dot22, _dot22scalar = Dot22(), Dot22Scalar()
