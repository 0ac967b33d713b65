"""Growing, repeating, splitting; diagonals and triangles."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from gnomon.compile.reference.numeric import np
from gnomon.compile.reference.registry import reference

PAD_MODES = {"replicate": "edge", "circular": "wrap"}


@reference("pad")
def pad(
    x: Any, *, widths: Any, last: bool = False, reflect: bool = False, mode: str = "constant", value: Any = 0
) -> Any:
    """Add entries around each axis; negative widths crop."""
    if reflect and mode == "constant":
        mode = "reflect"
    pairs = [(0, 0)] * (x.ndim - len(widths)) + [tuple(pair) for pair in widths]
    cut = tuple(slice(max(-a, 0), n - max(-b, 0)) for n, (a, b) in zip(x.shape, pairs))
    extra = {"constant_values": value} if mode == "constant" else {}
    if not pairs:
        return x
    return np.pad(x[cut], [(max(a, 0), max(b, 0)) for a, b in pairs], PAD_MODES.get(mode, mode), **extra)


@reference("repeat")
def repeat(x: Any, *, repeats: Any, axis: Any = None) -> Any:
    return np.repeat(x, repeats, axis)


@reference("tile")
def tile(x: Any, *, reps: Any, strict: bool = False) -> Any:
    return np.tile(x, tuple(reps))


@reference("diff")
def diff(x: Any, *, n: int = 1, axis: int = -1) -> Any:
    return np.diff(x, n, axis)


@reference("gradient_of_samples")
def gradient_of_samples(x: Any, *, axis: int) -> Any:
    return np.gradient(x, axis=axis)


@reference("tril")
def tril(x: Any, *, offset: int = 0) -> Any:
    return np.tril(x, offset)


@reference("triu")
def triu(x: Any, *, offset: int = 0) -> Any:
    return np.triu(x, offset)


@reference("trace")
def trace(x: Any, *, first: int = 0, second: int = 1) -> Any:
    return np.trace(x, 0, first, second)


@reference("diagonal")
def diagonal(x: Any, *, offset: int = 0, first: int = 0, second: int = 1) -> Any:
    return np.diagonal(x, offset, first, second)


@reference("diag")
def diag(x: Any, *, offset: int = 0) -> Any:
    return np.diag(x, offset)


@reference("diag_embed")
def diag_embed(x: Any, *, offset: int = 0) -> Any:
    size = x.shape[-1] + abs(offset)
    result = np.zeros((*x.shape[:-1], size, size), x.dtype)
    rows = np.arange(x.shape[-1])
    result[..., rows + max(-offset, 0), rows + max(offset, 0)] = x
    return result


def pieces(x: Any, sizes: Any, axis: int) -> Any:
    """Cut an axis into parts of given sizes."""
    stops = np.cumsum([0, *sizes])
    lead = (slice(None),) * (axis % x.ndim)
    return tuple(x[(*lead, slice(start, stop))] for start, stop in pairwise(stops))


@reference("split")
def split(x: Any, *, sections: Any, axis: int = 0) -> Any:
    size = x.shape[axis]
    if isinstance(sections, int):
        return pieces(x, [size // sections] * sections, axis)
    sizes = list(sections)
    if -1 in sizes:
        sizes[sizes.index(-1)] = size - sum(sizes) - 1
    return pieces(x, sizes, axis)


@reference("array_split")
def array_split(x: Any, *, sections: int, axis: int = 0) -> Any:
    return tuple(np.array_split(x, sections, axis))


@reference("split_at")
def split_at(x: Any, *, indices: Any, axis: int = 0) -> Any:
    return tuple(np.split(x, list(indices), axis))


@reference("chunk")
def chunk(x: Any, *, chunks: int, axis: int = 0) -> Any:
    size = x.shape[axis]
    if size % chunks == 0:
        return pieces(x, [size // chunks] * chunks, axis)
    return split_by(x, size=-(-size // chunks), axis=axis)


@reference("split_by")
def split_by(x: Any, *, size: int, axis: int = 0) -> Any:
    total = x.shape[axis]
    return pieces(x, [min(size, total - start) for start in range(0, total, size)] or [0], axis)


@reference("unstack")
def unstack(x: Any, *, axis: int = 0, count: Any = None) -> Any:
    return tuple(np.moveaxis(x, axis, 0))
