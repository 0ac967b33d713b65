"""Linear algebra of matrices with structure: Cholesky's factor, systems of equations, eigenvalues, exponentials."""

from __future__ import annotations

from typing import Any

import gnomon as gn
from gnomon.theano.gof.graph import Apply
from gnomon.theano.gof.op import GnomonOp
from gnomon.theano.scalar.types import upcast
from gnomon.theano.tensor.type import TensorType
from gnomon.theano.tensor.variables import as_tensor_variable

imported_scipy = True
MATRIX_STRUCTURES = (
    "general",
    "symmetric",
    "lower_triangular",
    "upper_triangular",
    "hermitian",
    "banded",
    "diagonal",
    "toeplitz",
)


def _floats(*dtypes: str) -> str:
    joined = upcast(*dtypes)
    return joined if joined.startswith(("float", "complex")) else "float64"


def _matrix(name: str, x: Any) -> Any:
    x = as_tensor_variable(x)
    if x.ndim != 2:
        raise AssertionError(f"{name} takes a matrix, got {x} with {x.ndim} axes")
    return x


def _in(dtype: str, x: Any) -> Any:
    return gn.astype(x, getattr(gn, dtype))


class Cholesky(GnomonOp):
    """The triangular factor of a positive definite matrix; where it is not, an error or (``on_error="nan"``) NaN."""

    __props__ = ("lower", "destructive", "on_error")

    def __init__(self, lower: bool = True, on_error: str = "raise") -> None:
        if on_error not in ("raise", "nan"):
            raise ValueError('on_error must be one of "raise" or "nan"')
        self.__dict__["lower"] = lower
        self.destructive, self.on_error = False, on_error

    def make_node(self, x: Any) -> Apply:
        x = _matrix("Cholesky", x)
        return Apply(self, [x], [TensorType(_floats(x.dtype), (False, False))()])

    def lower(self, node: Apply, x: Any) -> Any:
        x = _in(node.outputs[0].dtype, x)
        if self.on_error == "nan":
            holds = gn.all(gn.linalg.eigvalsh(x) > 0)
            safe = gn.where(holds, x, gn.eye(x.shape.dims[0], dtype=x.dtype))
            one, none = [gn.asarray(number, dtype=x.dtype) for number in (1.0, float("nan"))]
            nothing = x * gn.where(holds, one, none)  # (of which the gradient is NaN too)
            found = gn.where(holds, gn.linalg.cholesky(safe), nothing)
        else:
            found = gn.linalg.cholesky(x)
        return found if self.__dict__["lower"] else gn.matrix_transpose(found)


cholesky = Cholesky()


class CholeskyGrad(GnomonOp):
    """The gradient of a Cholesky factor: matrix, factor, gradient by the factor -> gradient by the matrix."""

    __props__ = ("lower", "destructive")

    def __init__(self, lower: bool = True) -> None:
        self.__dict__["lower"] = lower
        self.destructive = False

    def make_node(self, x: Any, l: Any, dz: Any) -> Apply:  # noqa: E741 (Theano's name)
        x, factor, dz = _matrix("CholeskyGrad", x), _matrix("CholeskyGrad", l), _matrix("CholeskyGrad", dz)
        return Apply(self, [x, factor, dz], [x.type()])

    def lower(self, node: Apply, x: Any, factor: Any, dz: Any) -> Any:
        """Return L^-T half(L^T dz) L^-1, where half keeps the lower triangle and halves the diagonal."""
        if not self.__dict__["lower"]:
            factor, dz = gn.matrix_transpose(factor), gn.matrix_transpose(dz)
        inner = gn.matmul(gn.matrix_transpose(factor), dz)
        half = gn.tril(inner) - 0.5 * inner * gn.eye(inner.shape.dims[0], dtype=inner.dtype)
        back = gn.linalg.inv(factor)
        found = gn.matmul(gn.matmul(gn.matrix_transpose(back), half), back)
        whole = found + gn.matrix_transpose(found)
        kept = gn.tril(whole) - gn.eye(whole.shape.dims[0], dtype=whole.dtype) * found
        return kept if self.__dict__["lower"] else gn.matrix_transpose(kept)


class Solve(GnomonOp):
    """The x of the equations A x = b; ``A_structure`` says which half of A counts."""

    __props__ = ("A_structure", "lower", "overwrite_A", "overwrite_b")

    def __init__(
        self,
        A_structure: str = "general",
        lower: bool = False,
        overwrite_A: bool = False,
        overwrite_b: bool = False,
    ) -> None:
        if A_structure not in MATRIX_STRUCTURES:
            raise ValueError("Invalid matrix structure argument", A_structure)
        self.A_structure = A_structure
        self.__dict__["lower"] = lower
        self.overwrite_A, self.overwrite_b = overwrite_A, overwrite_b

    def make_node(self, A: Any, b: Any) -> Apply:
        A, b = _matrix("Solve", A), as_tensor_variable(b)
        if b.ndim not in (1, 2):
            raise AssertionError(f"Solve takes a vector or matrix as right side, got {b} with {b.ndim} axes")
        pattern = (False,) if b.ndim == 1 else (False, b.broadcastable[1])
        return Apply(self, [A, b], [TensorType(_floats(A.dtype, b.dtype), pattern)()])

    def lower(self, node: Apply, A: Any, b: Any) -> Any:
        dtype = node.outputs[0].dtype
        A, b = _in(dtype, A), _in(dtype, b)
        if self.A_structure in ("lower_triangular", "upper_triangular"):
            return gn.linalg.solve_triangular(A, b, lower=self.A_structure == "lower_triangular")
        return gn.linalg.solve(A, b)

    def __repr__(self) -> str:
        return f"Solve{tuple([getattr(self, name) for name in self.__props__])}"


solve = Solve()
solve_lower_triangular = Solve(A_structure="lower_triangular", lower=True)
solve_upper_triangular = Solve(A_structure="upper_triangular", lower=False)
solve_symmetric = Solve(A_structure="symmetric")


class Eigvalsh(GnomonOp):
    """The eigenvalues of a symmetric problem a x = w b x, in ascending order."""

    __props__ = ("lower",)

    def __init__(self, lower: bool = True) -> None:
        if lower not in (True, False):
            raise AssertionError(f"lower must be True or False, got {lower!r}")
        self.__dict__["lower"] = lower

    def make_node(self, a: Any, b: Any) -> Apply:
        from gnomon.theano.gof.graph import Variable

        a = _matrix("Eigvalsh", a)
        if b is None or (isinstance(b, Variable) and not hasattr(b.type, "dtype")):
            return Apply(self, [a], [TensorType(_floats(a.dtype), (False,))()])
        b = _matrix("Eigvalsh", b)
        return Apply(self, [a, b], [TensorType(_floats(a.dtype, b.dtype), (False,))()])

    def lower(self, node: Apply, a: Any, *b: Any) -> Any:
        dtype = node.outputs[0].dtype
        a = _whole(_in(dtype, a), bool(self.__dict__["lower"]))
        if b:
            back = gn.linalg.inv(gn.linalg.cholesky(_whole(_in(dtype, b[0]), bool(self.__dict__["lower"]))))
            a = gn.matmul(gn.matmul(back, a), gn.matrix_transpose(back))
        return gn.linalg.eigvalsh(a)


def _whole(x: Any, lower: bool) -> Any:
    """Return a symmetric matrix whose one half is given."""
    half, other = (gn.tril(x), gn.tril(x, k=-1)) if lower else (gn.triu(x), gn.triu(x, k=1))
    return half + gn.matrix_transpose(other)


class EigvalshGrad(GnomonOp):
    """The gradients of `Eigvalsh`: a, b, gradients by the eigenvalues -> gradients by a and b."""

    __props__ = ("lower",)

    def __init__(self, lower: bool = True) -> None:
        self.__dict__["lower"] = lower

    def make_node(self, a: Any, b: Any, gw: Any) -> Apply:
        entries = [_matrix("EigvalshGrad", a), _matrix("EigvalshGrad", b), as_tensor_variable(gw)]
        kind = TensorType(_floats(*[entry.dtype for entry in entries]), (False, False))
        return Apply(self, entries, [kind(), kind()])

    def lower(self, node: Apply, a: Any, b: Any, gw: Any) -> Any:
        from gnomon.graph.gradients.reverse import pulled
        from gnomon.theano.differentiating.pullbacks import nodes_of

        leaves = nodes_of([a, b])
        op = Eigvalsh(bool(self.__dict__["lower"]))
        applied = op.make_node(*node.inputs[:2])
        (out,) = nodes_of([Eigvalsh.lower(op, applied, *leaves)])
        return list(pulled([out], leaves, [gw], leaves=leaves))


def eigvalsh(a: Any, b: Any, lower: bool = True) -> Any:
    """Return the eigenvalues of a symmetric problem a x = w b x."""
    return Eigvalsh(lower)(a, b)


def kron(a: Any, b: Any) -> Any:
    """Return Kronecker's product."""
    a, b = as_tensor_variable(a), as_tensor_variable(b)
    if a.ndim + b.ndim <= 2:
        raise TypeError(f"kron: inputs dimensions must sum to 3 or more. You passed {a.ndim} and {b.ndim}.")
    from gnomon.theano.tensor.products import outer

    product = outer(a, b).reshape(
        (*[a.shape[k] for k in range(a.ndim)], *[b.shape[k] for k in range(b.ndim)])
    )
    order = [*range(0, product.ndim, 2), *range(1, product.ndim, 2)] if a.ndim == b.ndim == 1 else None
    if a.ndim == b.ndim == 2:
        order = [0, 2, 1, 3]
    elif order is None:
        order = [0, 2, 1, 3] if product.ndim == 4 else [0, 1, 2][: product.ndim]
    shuffled = product.dimshuffle(order)
    if shuffled.ndim == 3:
        if a.ndim == 1:
            return shuffled.reshape((a.shape[0] * b.shape[0], b.shape[1]))
        return shuffled.dimshuffle(0, 2, 1).dimshuffle(0, 2, 1).reshape((a.shape[0], a.shape[1] * b.shape[0]))
    return shuffled.reshape((a.shape[0] * b.shape[0], a.shape[1] * b.shape[1]))


class Expm(GnomonOp):
    """The exponential of a square matrix."""

    __props__ = ()

    def make_node(self, A: Any) -> Apply:
        A = _matrix("Expm", A)
        return Apply(self, [A], [TensorType(_floats(A.dtype), (False, False))()])

    def lower(self, node: Apply, A: Any) -> Any:
        return gn.linalg.expm(_in(node.outputs[0].dtype, A))


expm = Expm()
