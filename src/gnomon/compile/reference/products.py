"""Products of matrices, tensors and vectors."""

from __future__ import annotations

from typing import Any

from gnomon.compile.reference.numeric import np
from gnomon.compile.reference.registry import reference, references


@reference("matmul")
def matmul(
    a: Any, b: Any, *, vectors: bool = True, transpose_a: bool = False, transpose_b: bool = False
) -> Any:
    a = np.swapaxes(a, -1, -2) if transpose_a else a
    b = np.swapaxes(b, -1, -2) if transpose_b else b
    return np.matmul(a, b)


references(
    {
        "mm": np.matmul,
        "bmm": np.matmul,
        "mv": np.matmul,
        "dot": np.dot,
        "vector_dot": np.dot,
        "vdot": np.vdot,
        "inner": np.inner,
        "kron": np.kron,
    }
)


@reference("outer")
def outer(a: Any, b: Any, *, strict: bool = False) -> Any:
    return np.outer(a, b)


@reference("tensordot")
def tensordot(a: Any, b: Any, *, axes: Any = 2) -> Any:
    return np.tensordot(a, b, axes)


@reference("addmm", "baddbmm")
def addmm(c: Any, a: Any, b: Any) -> Any:
    return c + np.matmul(a, b)


@reference("cross")
def cross(a: Any, b: Any, *, axis: int = -1) -> Any:
    """Vector product; two 2-vectors leave one number."""
    a, b = np.moveaxis(a, axis, -1), np.moveaxis(b, axis, -1)
    if a.shape[-1] == b.shape[-1] == 2:
        return a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]
    if a.shape[-1] == 2 or b.shape[-1] == 2:
        a, b = (np.concatenate([v, np.zeros_like(v[..., :1])], -1) if v.shape[-1] == 2 else v for v in (a, b))
    return np.moveaxis(np.cross(a, b), -1, axis)


@reference("linear")
def linear(x: Any, weight: Any, bias: Any = None, *, weight_layout: str = "out_in") -> Any:
    if weight.ndim == 2 and weight_layout == "out_in":
        weight = weight.T
    result = np.matmul(x, weight)
    return result if bias is None else result + bias


@reference("bilinear")
def bilinear(x: Any, y: Any, weight: Any, bias: Any = None) -> Any:
    result = np.einsum("...m,omn,...n->...o", x, weight, y)
    return result if bias is None else result + bias


@reference("contracted")
def contracted(x: Any, y: Any, *, contracting: Any, batch: Any = ((), ())) -> Any:
    """Sum over contracting axes; batch axes come first, then what is left of each."""
    labels_x, labels_y = list(range(x.ndim)), list(range(x.ndim, x.ndim + y.ndim))
    for left, right in ((contracting[0], contracting[1]), (batch[0], batch[1])):
        for a, b in zip(left, right):
            labels_y[b] = labels_x[a]
    shared = [labels_x[a] for a in batch[0]]
    used = {*shared, *(labels_x[a] for a in contracting[0])}
    rest = [k for k in labels_x + labels_y if k not in used]
    return np.einsum(x, labels_x, y, labels_y, shared + rest)


@reference("einsum")
def einsum(arrays: Any, *, equation: str, words: bool = False) -> Any:
    return np.einsum(_letters(equation) if words else equation.replace(" ", ""), *arrays)


def _letters(equation: str) -> str:
    """Write an equation over names with one letter for each."""
    letters: dict[str, str] = {}
    left, arrow, right = equation.partition("->")
    sides = []
    for side in (left, right):
        terms = []
        for term in side.split(","):
            names = term.replace("...", " ... ").split()
            terms.append(
                "".join(n if n == "..." else letters.setdefault(n, _letter(len(letters))) for n in names)
            )
        sides.append(",".join(terms))
    return sides[0] + arrow + sides[1]


def _letter(place: int) -> str:
    return "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"[place]


@reference("batch_dot")
def batch_dot(a: Any, b: Any, *, axes: Any = None) -> Any:
    """Sum of products along one axis of each, sample by sample; numbers get an axis (Keras)."""
    first, second = axes if axes is not None else (a.ndim - 1, max(b.ndim - 2, 1))
    first, second = first % a.ndim, second % b.ndim
    result = contracted(a, b, contracting=((first,), (second,)), batch=((0,), (0,)))
    return result[:, None] if result.ndim == 1 else result


@reference("cdist")
def cdist(x: Any, y: Any) -> Any:
    difference = x[..., :, None, :].astype(np.float64) - y[..., None, :, :]
    return np.sqrt(np.sum(difference * difference, -1))


@reference("bias_add")
def bias_add(x: Any, bias: Any, *, axis: int = -1) -> Any:
    shape = [1] * x.ndim
    shape[axis] = bias.shape[0]
    return x + bias.reshape(shape)
