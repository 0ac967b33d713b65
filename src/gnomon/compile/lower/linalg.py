"""Native steps of linear algebra: which of NumPy's loops computes an operation, and where its LAPACK is called itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from gnomon.compile.library import factors, triangles
from gnomon.compile.library.operands import loop_step
from gnomon.compile.library.squares import squares_step
from gnomon.compile.steps import NativeStep

if TYPE_CHECKING:
    from gnomon.graph.array import Application

__all__ = ["linalg_step", "squares_step"]

MADE: dict[str, Callable[..., NativeStep | None]] = {
    "cholesky": triangles.cholesky,
    "triangular_solve": triangles.triangular_solve,
    "lu": factors.lu,
    "qr": factors.qr,
}
"""Operations whose step calls LAPACK itself; each gives None where that does not fit."""
UNCHECKED = frozenset({"det", "slogdet"})
"""Loops that have an answer for every matrix."""
FINITE = frozenset({"eig", "eigvals"})
"""Operations that NumPy refuses for infinities and NaN, which their loops do not see."""


def linalg_step(application: Application, makers: object = None) -> NativeStep | None:
    """Return the native step of an operation on matrices, None if it has none."""
    attributes = {
        **(application.op.defaults or {}),
        **(application.op.values or {}),
        **application.attributes,
    }
    name = application.op.name
    direct = MADE.get(name)
    if direct is not None:
        step = direct(application, **attributes)
        if step is not None:
            return step
    loop = _loop(application, name, attributes)
    if loop is None:
        return None
    return loop_step(application, loop, checked=name not in UNCHECKED, finite=name in FINITE)


def _loop(application: Application, name: str, attributes: dict[str, Any]) -> str | None:
    half = "up" if attributes.get("upper") else "lo"
    if name in ("cholesky", "eigh", "eigvalsh"):
        return f"{name}_{half}"
    if name == "svd":
        if not attributes["vectors"]:
            return "svd"
        return "svd_f" if attributes["full"] else "svd_s"
    if name == "solve":
        _, right = application.arrays()
        return "solve1" if right.ndim == 1 else "solve"
    return name if name in ("inv", "det", "slogdet", "eig", "eigvals") else None
