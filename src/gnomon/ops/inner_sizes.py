"""What every product requires: the axes that it sums have one size."""

from __future__ import annotations

from gnomon.ops.rule import Array, Rule
from gnomon.shapes import Shape, Size


def require_inner(r: Rule, x: Array, y: Array, got: Size, want: Size, where: str) -> None:
    """Require that the summed axes have one size."""
    if got is want or got == want:
        return
    r.equal(
        got,
        want,
        "inner-size",
        "{op}: {x} is {x.shape} and {y} is {y.shape}: {got} and {want} should be equal ({where})",
        blame=y,
        help=_turned(x, y),
        x=x,
        y=y,
        got=got,
        want=want,
        where=where,
    )


def _turned(x: Array, y: Array) -> str | None:
    """Return what would help two matrices of which one fits when it is transposed."""
    a, b = x.shape, y.shape
    if a.rank != 2 or b.rank != 2:
        return None
    (m, k), (n, p) = a.dims, b.dims
    if type(k) is int and k == p:
        return f"{{y}} transposed is {Shape((p, n))}, which would fit"
    if type(m) is int and m == n:
        return f"{{x}} transposed is {Shape((k, m))}, which would fit"
    return None
