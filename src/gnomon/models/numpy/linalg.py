"""`numpy.linalg` and `scipy.linalg`: norms, inverses, solutions, factorisations of matrices."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import Shape, flag, function, is_unknown, text
from gnomon.models.api import axis as as_axis
from gnomon.models.numpy.support import as_array, made, unknown_tensor, words

_PLAIN = {
    "cholesky": ops.cholesky,
    "inv": ops.inv,
    "det": ops.det,
    "eigvals": ops.eigvals,
    "eigvalsh": ops.eigvalsh,
    "pinv": ops.pinv,
    "pinvh": ops.pinv,
    "slogdet": ops.slogdet,
    "matrix_power": ops.matrix_power,
    "matrix_rank": ops.matrix_rank,
    "eig": ops.eig,
    "eigh": ops.eigh,
}
_FUNCTIONS_OF_MATRICES = {"expm": ops.matrix_exp, "logm": ops.matrix_exp, "sqrtm": ops.sqrtm}
_PAIRS = {
    "solve": ops.solve,
    "lstsq": ops.lstsq,
    "solve_triangular": ops.triangular_solve,
}


NEUTRAL = set(words("overwrite_a overwrite_b check_finite UPLO lower hermitian rcond rtol atol cond tol n M"))
"""Options that do not change shapes."""


def _declare(name: str, apply: Any) -> None:
    @function(f"numpy.linalg.{name}", f"scipy.linalg.{name}")
    def model(a: Any, *arguments: Any, **options: Any) -> Any:
        if options.keys() - NEUTRAL or (arguments and name.startswith("eig")):
            return None
        result = apply(as_array(a))
        if name in ("eig", "eigvals"):  # real or complex, as the numbers have it
            parts = result if type(result) is tuple else (result,)
            parts = tuple(ops.cast(part, dtype=None) for part in parts)
            return parts if name == "eig" else parts[0]
        return result

    model.__name__ = name


def _declare_pair(name: str, apply: Any) -> None:
    names = [f"numpy.linalg.{name}", f"scipy.linalg.{name}"]

    @function(*names[:1] if name == "solve" else names)
    def model(a: Any, b: Any, *arguments: Any, **options: Any) -> Any:
        x = as_array(a)
        if options.keys() - NEUTRAL or (options and x.shape.rank in (0, 1)):
            return None
        return apply(x, as_array(b))

    model.__name__ = name


def _declare_function(name: str, apply: Any) -> None:
    @function(f"scipy.linalg.{name}")
    def model(A: Any, *arguments: Any, **options: Any) -> Any:
        x = as_array(A)
        if options.keys() - {"disp"} or options.get("disp") is False or arguments:
            return None
        return unknown_tensor() if x.shape.rank in (0, 1) else apply(x)

    model.__name__ = name


for _name, _operation in _FUNCTIONS_OF_MATRICES.items():
    _declare_function(_name, _operation)
for _name, _operation in _PLAIN.items():
    _declare(_name, _operation)
for _name, _operation in _PAIRS.items():
    _declare_pair(_name, _operation)


@function("scipy.linalg.solve")
def scipy_solve(a: Any, b: Any, *arguments: Any, **options: Any) -> Any:
    x = as_array(a)  # a number counts as a matrix here
    return unknown_tensor() if x.shape.rank in (0, 1) else ops.solve(x, as_array(b))


@function("scipy.linalg.norm")
def norm_of_finite(
    a: Any, ord: Any = None, axis: Any = None, keepdims: Any = False, check_finite: Any = True
) -> Any:
    return norm(a, ord, axis, keepdims)


@function("numpy.linalg.norm")
def norm(x: Any, ord: Any = None, axis: Any = None, keepdims: Any = False) -> Any:
    keep = flag(keepdims)
    if keep is None or is_unknown(axis):
        return unknown_tensor()
    return ops.norm(x, axis=as_axis(axis), keepdims=keep)


@function("numpy.linalg.matrix_norm")
def matrix_norm(x: Any, /, *, keepdims: Any = False, ord: Any = "fro") -> Any:
    keep = flag(keepdims)
    return unknown_tensor() if keep is None else ops.norm(x, axis=(-2, -1), keepdims=keep)


@function("numpy.linalg.vector_norm")
def vector_norm(x: Any, /, *, axis: Any = None, keepdims: Any = False, ord: Any = 2) -> Any:
    keep = flag(keepdims)
    if keep is None or is_unknown(axis):
        return unknown_tensor()
    return ops.norm(x, axis=as_axis(axis), keepdims=keep)


@function("numpy.linalg.svd", "scipy.linalg.svd")
def svd(
    a: Any, full_matrices: Any = True, compute_uv: Any = True, hermitian: Any = False, **options: Any
) -> Any:
    full, vectors = flag(full_matrices), flag(compute_uv)
    if full is None or vectors is None:
        return None
    return ops.svd(as_array(a), full=full, vectors=vectors)


@function("numpy.linalg.svdvals", "scipy.linalg.svdvals")
def svdvals(x: Any, *arguments: Any, **options: Any) -> Any:
    return ops.svd(as_array(x), vectors=False)


@function("numpy.linalg.qr")
def qr(a: Any, mode: Any = "reduced") -> Any:
    if text(mode) not in ("reduced", "complete", "r"):
        return None
    return ops.qr(as_array(a), mode=mode)


@function("scipy.linalg.qr")
def scipy_qr(
    a: Any,
    overwrite_a: Any = False,
    lwork: Any = None,
    mode: Any = "full",
    pivoting: Any = False,
    **options: Any,
) -> Any:
    modes = {"full": "complete", "economic": "reduced"}
    if text(mode) not in modes or flag(pivoting) is not False:
        return None
    return ops.qr(as_array(a), mode=modes[mode])


@function("scipy.linalg.lu")
def lu(a: Any, permute_l: Any = False, *arguments: Any, **options: Any) -> Any:
    x = as_array(a)
    empty = x.shape.rank is not None and 0 in x.shape.dims  # SciPy has shapes of its own for these
    return None if empty or flag(permute_l) is not False or arguments or options else ops.lu(x)


@function("numpy.linalg.cond")
def cond(x: Any, p: Any = None) -> Any:
    return ops.norm(as_array(x), axis=(-2, -1))


@function("numpy.linalg.multi_dot")
def multi_dot(arrays: Any, *, out: Any = None) -> Any:
    if type(arrays) not in (list, tuple) or not arrays:
        return unknown_tensor()
    result = as_array(arrays[0])
    for single in arrays[1:]:
        result = ops.dot(result, as_array(single))
    return result


@function("numpy.linalg.tensorinv")
def tensorinv(a: Any, ind: Any = 2) -> Any:
    x = as_array(a)
    if type(ind) is not int or x.shape.rank is None or not 0 < ind <= x.shape.rank:
        return unknown_tensor()
    return ops.transpose(x, axes=(*range(ind, x.shape.rank), *range(ind)))


@function("numpy.linalg.tensorsolve")
def tensorsolve(a: Any, b: Any, axes: Any = None) -> Any:
    x, y = as_array(a), as_array(b)
    known = x.shape.rank is not None and y.shape.rank is not None and y.shape.rank <= x.shape.rank
    return made(Shape(x.shape.dims[y.shape.rank :])) if known and axes is None else unknown_tensor()
