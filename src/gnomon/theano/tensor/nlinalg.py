"""Linear algebra."""

from __future__ import annotations

from typing import Any

import gnomon as gn
from gnomon.theano.gof.graph import Apply
from gnomon.theano.gof.op import GnomonOp
from gnomon.theano.tensor.diagonals import AllocDiag, ExtractDiag, alloc_diag, diag, extract_diag
from gnomon.theano.tensor.products import dot, matrix_dot
from gnomon.theano.tensor.type import TensorType
from gnomon.theano.tensor.variables import as_tensor_variable


def _floats(dtype: str) -> str:
    return dtype if dtype.startswith(("float", "complex")) else "float64"


class MatrixOp(GnomonOp):
    """A function of a matrix; ``ranks`` are those of its results."""

    __props__: tuple[str, ...] = ()
    ranks: tuple[int, ...] = (2,)

    def make_node(self, x: Any) -> Apply:
        x = as_tensor_variable(x)
        if x.ndim != 2:
            raise TypeError(f"{type(self).__name__} takes a matrix, got {x} with {x.ndim} axes")
        kinds = [TensorType(self.dtype_of(x.dtype, k), (False,) * rank) for k, rank in enumerate(self.ranks)]
        return Apply(self, [x], [kind() for kind in kinds])

    def dtype_of(self, dtype: str, place: int) -> str:
        """Return the dtype of a result."""
        return _floats(dtype)

    def compute(self, x: Any) -> Any:
        """Return the results as expressions."""
        raise NotImplementedError

    def lower(self, node: Apply, x: Any) -> Any:
        kind = _floats(node.inputs[0].dtype)
        return self.compute(gn.astype(x, getattr(gn, kind)))


class MatrixInverse(MatrixOp):
    """The inverse of a matrix."""

    def compute(self, x: Any) -> Any:
        return gn.linalg.inv(x)


class MatrixPinv(MatrixOp):
    """The pseudo-inverse of a matrix."""

    def compute(self, x: Any) -> Any:
        return gn.linalg.pinv(x)


class Det(MatrixOp):
    """The determinant of a matrix."""

    ranks = (0,)

    def compute(self, x: Any) -> Any:
        return gn.linalg.det(x)


class Eig(MatrixOp):
    """Eigenvalues and eigenvectors of a matrix whose eigenvalues are real."""

    ranks = (1, 2)

    def compute(self, x: Any) -> Any:
        values, vectors = gn.linalg.eig(x)
        return gn.real(values), gn.real(vectors)


class Eigh(MatrixOp):
    """Eigenvalues and eigenvectors of a symmetric matrix, whose triangle ``UPLO`` is read."""

    __props__ = ("UPLO",)
    ranks = (1, 2)

    def __init__(self, UPLO: str = "L") -> None:
        if UPLO not in ("L", "U"):
            raise AssertionError(f"UPLO must be 'L' or 'U', got {UPLO!r}")
        self.UPLO = UPLO

    def compute(self, x: Any) -> Any:
        half = gn.tril(x) if self.UPLO == "L" else gn.triu(x)
        other = gn.tril(x, k=-1) if self.UPLO == "L" else gn.triu(x, k=1)
        return tuple(gn.linalg.eigh(half + gn.matrix_transpose(other)))


class QR(MatrixOp):
    """The factors q and r of a matrix."""

    __props__ = ("mode",)
    ranks = (2, 2)

    def __init__(self, mode: str = "reduced") -> None:
        self.mode = mode

    def compute(self, x: Any) -> Any:
        return tuple(gn.linalg.qr(x, mode=self.mode))


class QRIncomplete(MatrixOp):
    """The factor r alone of a matrix, for the mode "r"."""

    __props__ = ("mode",)
    ranks = (2,)

    def __init__(self, mode: str = "r") -> None:
        if mode != "r":
            raise ValueError(f"QRIncomplete has the mode 'r', got {mode!r}")
        self.mode = mode

    def compute(self, x: Any) -> Any:
        return gn.linalg.qr(x, mode="reduced")[1]


QRFull = QR


class SVD(MatrixOp):
    """The factors u, s and v of a matrix."""

    __props__ = ("full_matrices",)
    ranks: tuple[int, ...] = (2, 1, 2)

    def __init__(self, full_matrices: bool = True, compute_uv: bool = True) -> None:
        self.full_matrices, self.compute_uv = bool(full_matrices), bool(compute_uv)
        self.ranks = (2, 1, 2) if compute_uv else (1,)

    def compute(self, x: Any) -> Any:
        if not self.compute_uv:
            return gn.linalg.svdvals(x)
        return tuple(gn.linalg.svd(x, full_matrices=self.full_matrices))


matrix_inverse, pinv, det, eig = MatrixInverse(), MatrixPinv(), Det(), Eig()


def eigh(a: Any, UPLO: str = "L") -> Any:
    """Return eigenvalues and eigenvectors of a symmetric matrix."""
    return Eigh(UPLO)(a)


def qr(a: Any, mode: str = "reduced") -> Any:
    """Return the factors q and r of a matrix; only r for the mode "r"."""
    if mode == "r":
        return QRIncomplete()(a)
    if mode == "raw":
        raise NotImplementedError('the mode "raw" of qr gives LAPACK\'s own layout: use "reduced"')
    return QR("complete" if mode == "complete" else "reduced")(a)


def svd(a: Any, full_matrices: Any = 1, compute_uv: Any = 1) -> Any:
    """Return the factors u, s and v of a matrix."""
    return SVD(full_matrices, compute_uv)(a)


def trace(X: Any) -> Any:
    """Return the sum of the diagonal of a matrix."""

    return extract_diag(as_tensor_variable(X)).sum()


def matrix_power(M: Any, n: int) -> Any:
    """Return a whole power of a matrix."""
    from gnomon.theano.tensor.creation import eye

    result = eye(M.shape[0], dtype=M.dtype) if n == 0 else None
    base = M if n >= 0 else matrix_inverse(M)
    for _ in range(abs(n)):
        result = base if result is None else dot(result, base)
    return result


def norm(x: Any, ord: Any) -> Any:
    """Return the norm of a vector or matrix."""
    from gnomon.theano import tensor as t

    x = as_tensor_variable(x)
    if x.ndim == 0:
        raise ValueError("'axis' entry is out of bounds.")
    if x.ndim == 1:
        if ord is None:
            return t.sum(x**2) ** 0.5
        if ord == "inf":
            return t.max(abs(x))
        if ord == "-inf":
            return t.min(abs(x))
        if ord == 0:
            return x[x.nonzero()].shape[0]
        try:
            return t.sum(abs(x**ord)) ** (1.0 / ord)
        except TypeError:
            raise ValueError("Invalid norm order for vectors.") from None
    if x.ndim == 2:
        if ord is None or ord == "fro":
            return t.sum(abs(x**2)) ** 0.5
        along = {"inf": (t.max, 1), "-inf": (t.min, 1), 1: (t.max, 0), -1: (t.min, 0)}
        if ord in along:
            of, axis = along[ord]
            return of(t.sum(abs(x), axis))
        raise ValueError(0)
    raise NotImplementedError("We don't support norm with ndim > 2")


class TensorInv(GnomonOp):
    """The inverse of an array taken as a matrix whose rows are its first ``ind`` axes."""

    __props__ = ("ind",)

    def __init__(self, ind: int = 2) -> None:
        self.ind = ind

    def make_node(self, a: Any) -> Apply:
        a = as_tensor_variable(a)
        pattern = a.broadcastable[self.ind :] + a.broadcastable[: self.ind]
        return Apply(self, [a], [TensorType(_floats(a.dtype), pattern)()])

    def lower(self, node: Apply, a: Any) -> Any:
        sizes = a.shape.dims
        rows, columns = sizes[: self.ind], sizes[self.ind :]
        count: Any = 1
        for size in columns:
            count = count * size
        flat = gn.reshape(gn.astype(a, getattr(gn, _floats(node.inputs[0].dtype))), (-1, count))
        return gn.reshape(gn.linalg.inv(flat), (*columns, *rows))


def tensorinv(a: Any, ind: int = 2) -> Any:
    """Return the inverse of an array under tensordot."""
    return TensorInv(ind)(a)


class TensorSolve(GnomonOp):
    """The x for which tensordot(a, x) is b."""

    __props__ = ("axes",)

    def __init__(self, axes: Any = None) -> None:
        self.axes = tuple(axes) if axes is not None else None

    def make_node(self, a: Any, b: Any) -> Apply:
        from gnomon.theano.scalar.types import upcast

        a, b = as_tensor_variable(a), as_tensor_variable(b)
        dtype = _floats(upcast(a.dtype, b.dtype))
        return Apply(self, [a, b], [TensorType(dtype, (False,) * (a.ndim - b.ndim))()])

    def lower(self, node: Apply, a: Any, b: Any) -> Any:
        from gnomon.theano.scalar.basic import cast_to

        a, b = cast_to(node.outputs[0].dtype, a, b)
        if self.axes is not None:
            rest = [axis for axis in range(a.ndim) if axis not in self.axes]
            a = gn.permute_dims(a, (*rest, *self.axes))
        sizes = a.shape.dims[b.ndim :]
        flat = gn.reshape(b, (-1,))
        square = gn.reshape(a, (flat.shape.dims[0], -1))
        return gn.reshape(gn.linalg.solve(square, flat), sizes)


def tensorsolve(a: Any, b: Any, axes: Any = None) -> Any:
    """Return the x for which tensordot(a, x) is b."""
    return TensorSolve(axes)(a, b)


class lstsq(GnomonOp):
    """The least-squares solution of a x = b: solution, residuals, rank, singular values."""

    __props__ = ()

    def make_node(self, x: Any, y: Any, rcond: Any) -> Apply:
        x, y, rcond = as_tensor_variable(x), as_tensor_variable(y), as_tensor_variable(rcond)
        matrix, vector = TensorType("float64", (False, False)), TensorType("float64", (False,))
        number = TensorType("int64", ())
        solution = matrix if y.ndim == 2 else vector
        return Apply(self, [x, y, rcond], [solution(), vector(), number(), vector()])

    def perform(self, node: Apply, inputs: Any, output_storage: Any, params: Any = None) -> None:
        import numpy as np

        if np.ndim(inputs[2]):
            raise np.linalg.LinAlgError("rcond must be a single number")
        found = np.linalg.lstsq(inputs[0], inputs[1], rcond=float(inputs[2]))
        for cell, value in zip(output_storage, found):
            cell[0] = np.asarray(value)


__all__ = [
    "AllocDiag",
    "ExtractDiag",
    "MatrixInverse",
    "alloc_diag",
    "det",
    "diag",
    "eig",
    "eigh",
    "extract_diag",
    "lstsq",
    "matrix_dot",
    "matrix_inverse",
    "matrix_power",
    "norm",
    "pinv",
    "qr",
    "svd",
    "tensorinv",
    "tensorsolve",
    "trace",
]


class EighGrad(GnomonOp):
    """The gradient of `Eigh`: matrix, eigenvalues, eigenvectors and gradients by both -> gradient by the matrix."""

    __props__ = ("UPLO",)

    def __init__(self, UPLO: str = "L") -> None:
        self.UPLO = UPLO


def _zero_disconnected(outputs: Any, grads: Any) -> list[Any]:
    """Return gradients with zeros in the place of those that are not connected."""
    from gnomon.theano.differentiating.reverse import DisconnectedType

    return [o.zeros_like() if isinstance(g.type, DisconnectedType) else g for o, g in zip(outputs, grads)]
