"""NumPy functions whose call differs from ours: what ``np.concatenate([x, y], axis=1)`` and the like mean."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gnomon.graph import namespace as face

ADAPTED: dict[str, Callable[..., Any]] = {}


def _adapted(*names: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    def register(function: Callable[..., Any]) -> Callable[..., Any]:
        for name in names:
            ADAPTED[name] = function
        return function

    return register


def _reduction(name: str) -> Callable[..., Any]:
    function = getattr(face, name)

    def call(a: Any, axis: Any = None, dtype: Any = None, out: None = None, keepdims: bool = False) -> Any:
        result = function(a, axis=axis, keepdims=bool(keepdims))
        return result if dtype is None else face.astype(result, dtype)

    return call


def _plain_reduction(name: str) -> Callable[..., Any]:
    function = getattr(face, name)

    def call(a: Any, axis: Any = None, out: None = None, keepdims: bool = False) -> Any:
        return function(a, axis=axis, keepdims=bool(keepdims))

    return call


for _name in ("sum", "prod", "mean"):
    ADAPTED[_name] = _reduction(_name)
for _name in (
    "max",
    "min",
    "any",
    "all",
    "argmax",
    "argmin",
    "count_nonzero",
    "ptp",
    "median",
    "nansum",
    "nanmean",
):
    ADAPTED[_name] = _plain_reduction(_name)
ADAPTED["amax"], ADAPTED["amin"] = ADAPTED["max"], ADAPTED["min"]


@_adapted("var")
def _var(
    a: Any, axis: Any = None, dtype: Any = None, out: None = None, ddof: float = 0, keepdims: bool = False
) -> Any:
    return face.var(a, axis=axis, correction=ddof, keepdims=bool(keepdims))


@_adapted("std")
def _std(
    a: Any, axis: Any = None, dtype: Any = None, out: None = None, ddof: float = 0, keepdims: bool = False
) -> Any:
    return face.std(a, axis=axis, correction=ddof, keepdims=bool(keepdims))


@_adapted("concatenate", "concat")
def _concatenate(arrays: Any, axis: Any = 0, dtype: Any = None) -> Any:
    result = face.concat(list(arrays), axis=axis)
    return result if dtype is None else face.astype(result, dtype)


@_adapted("stack")
def _stack(arrays: Any, axis: int = 0, dtype: Any = None) -> Any:
    result = face.stack(list(arrays), axis=axis)
    return result if dtype is None else face.astype(result, dtype)


@_adapted("reshape")
def _reshape(a: Any, shape: Any, order: str = "C", copy: bool | None = None) -> Any:
    if order != "C":
        raise ValueError(f"reshape: order must be 'C', got {order!r}")
    return face.reshape(a, shape, copy=copy)


@_adapted("squeeze")
def _squeeze(a: Any, axis: Any = None) -> Any:
    return a.squeeze(axis)


@_adapted("flip")
def _flip(m: Any, axis: Any = None) -> Any:
    return face.flip(m, axis=axis)


@_adapted("roll")
def _roll(a: Any, shift: Any, axis: Any = None) -> Any:
    return face.roll(a, shift, axis=axis)


@_adapted("repeat")
def _repeat(a: Any, repeats: Any, axis: Any = None) -> Any:
    return face.repeat(a, repeats, axis=axis)


@_adapted("take")
def _take(a: Any, indices: Any, axis: Any = None) -> Any:
    return a.take(indices, axis)


@_adapted("take_along_axis")
def _take_along_axis(arr: Any, indices: Any, axis: Any = -1) -> Any:
    return face.take_along_axis(arr, indices, axis=axis)


@_adapted("clip")
def _clip(a: Any, a_min: Any = None, a_max: Any = None, *, min: Any = None, max: Any = None) -> Any:
    return face.clip(a, a_min if min is None else min, a_max if max is None else max)


@_adapted("round", "around")
def _round(a: Any, decimals: int = 0) -> Any:
    return a.round(decimals)


@_adapted("sort")
def _sort(a: Any, axis: int = -1, kind: Any = None, order: None = None, *, stable: Any = None) -> Any:
    return face.sort(a, axis=axis)


@_adapted("argsort")
def _argsort(a: Any, axis: int = -1, kind: Any = None, order: None = None, *, stable: Any = None) -> Any:
    return face.argsort(a, axis=axis)


@_adapted("where")
def _where(condition: Any, *choices: Any) -> Any:
    return face.where(condition, *choices)


@_adapted("searchsorted")
def _searchsorted(a: Any, v: Any, side: str = "left", sorter: Any = None) -> Any:
    return face.searchsorted(a, v, side=side, sorter=sorter)


@_adapted("tril")
def _tril(m: Any, k: int = 0) -> Any:
    return face.tril(m, k=k)


@_adapted("triu")
def _triu(m: Any, k: int = 0) -> Any:
    return face.triu(m, k=k)


@_adapted("tensordot")
def _tensordot(a: Any, b: Any, axes: Any = 2) -> Any:
    return face.tensordot(a, b, axes=axes)


@_adapted("zeros_like")
def _zeros_like(a: Any, dtype: Any = None, order: Any = "K", subok: bool = True, shape: Any = None) -> Any:
    return face.zeros_like(a, dtype=dtype) if shape is None else face.zeros(shape, dtype=dtype or a.dtype)


@_adapted("ones_like")
def _ones_like(a: Any, dtype: Any = None, order: Any = "K", subok: bool = True, shape: Any = None) -> Any:
    return face.ones_like(a, dtype=dtype) if shape is None else face.ones(shape, dtype=dtype or a.dtype)


@_adapted("full_like")
def _full_like(a: Any, fill_value: Any, dtype: Any = None, order: Any = "K", subok: bool = True) -> Any:
    return face.full_like(a, fill_value, dtype=dtype)


@_adapted("diff")
def _diff(a: Any, n: int = 1, axis: int = -1, prepend: Any = None, append: Any = None) -> Any:
    return face.diff(a, axis=axis, n=n, prepend=prepend, append=append)


@_adapted("ravel")
def _ravel(a: Any, order: str = "C") -> Any:
    return face.ravel(a)


@_adapted("linalg.norm")
def _norm(x: Any, ord: Any = None, axis: Any = None, keepdims: bool = False) -> Any:
    return face.linalg.norm(x, ord, axis, keepdims)


@_adapted("copy")
def _copy(a: Any, order: str = "K", subok: bool = False) -> Any:
    return a.copy()


@_adapted("shape")
def _shape(a: Any) -> Any:
    return a.shape


@_adapted("ndim")
def _ndim(a: Any) -> int:
    return int(a.ndim)
