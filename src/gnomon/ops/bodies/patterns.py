"""Bodies of axes by name: split into single axes, reduce, order, stretch, merge."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.ops.bodies.helpers import table
from gnomon.ops.bodies.registry import Array, body
from gnomon.ops.einops_patterns import REST, parse_pattern
from gnomon.shapes import Size, dtypes, product


@body("rearrange")
def rearrange(x: Array, *, pattern: str, sizes: Any) -> Any:
    """Split, order and merge."""
    return _apply(x, pattern, sizes, "rearrange", None)


@body("repeat_axes")
def repeat_axes(x: Array, *, pattern: str, sizes: Any) -> Any:
    """Split, stretch and merge."""
    return _apply(x, pattern, sizes, "repeat", None)


@body("reduce")
def reduce(x: Array, *, pattern: str, reduction: str, sizes: Any) -> Any:
    """Split, reduce what vanishes and merge."""
    return _apply(x, pattern, sizes, "reduce", reduction)


def _apply(x: Array, text: str, given: Any, kind: str, reduction: str | None) -> Any:
    pattern: Any = parse_pattern(text, kind)
    rest = [f"...{k}" for k in range(x.ndim - sum(group != (REST,) for group in pattern.left))]
    left, right = _opened(pattern.left, rest, "left"), _opened(pattern.right, rest, "right")
    known: dict[str, Size] = dict(given or {})
    single: list[Size] = []
    for group, size in zip(left, x.shape.dims):
        _learn(group, size, known)
        single.extend(_size(name, known) for name in group)
    names = [name for group in left for name in group]
    x = ops.reshape(x, shape=tuple(single))
    order = [name for group in right for name in group]
    if reduction is not None:
        gone = tuple(k for k, name in enumerate(names) if name not in order)
        x = getattr(ops, reduction)(x, axis=gone) if gone else x
        names = [name for name in names if name in order]
    else:
        gone = tuple(k for k, name in enumerate(names) if name not in order)
        x = ops.squeeze(x, axis=gone) if gone else x
        names = [name for name in names if name in order]
    x = ops.transpose(x, axes=tuple(names.index(name) for name in order if name in names)) if names else x
    fresh = tuple(k for k, name in enumerate(order) if name not in names)
    x = ops.expand_dims(x, axis=fresh) if fresh else x
    x = ops.broadcast_to(x, shape=tuple(_size(name, known) for name in order)) if fresh else x
    return ops.reshape(x, shape=tuple(product([_size(name, known) for name in group]) for group in right))


def _size(name: str, known: dict[str, Size]) -> Size:
    return int(name.split("#")[0]) if "#" in name else known[name]


def _learn(group: list[str], size: Size, known: dict[str, Size]) -> None:
    """Find the size of the one name of a group that is not known."""
    others = product([_size(name, known) for name in group if "#" in name or name in known])
    for name in group:
        if "#" not in name and name not in known:
            known[name] = size if others == 1 else size // others


def _opened(side: Any, rest: list[str], where: str) -> list[list[str]]:
    """Return the groups with the ellipsis written out and each number made a name of its own."""
    groups: list[list[str]] = []
    for at, group in enumerate(side):
        if group == (REST,):
            groups.extend([name] for name in rest)
            continue
        names: list[str] = []
        for k, part in enumerate(group):
            if part == REST:
                names.extend(rest)
            else:
                names.append(f"{part}#{where}{at}.{k}" if part.isdigit() else part)
        groups.append(names)
    return groups


def _sides(pattern: str) -> tuple[int, int]:
    names = pattern.split()
    at = names.index("*")
    return at, len(names) - at - 1


@body("pack")
def pack(arrays: tuple[Array, ...], *, pattern: str) -> Any:
    """Flatten what the star stands for, and join."""
    before, after = _sides(pattern)
    parts, packed = [], []
    for x in arrays:
        dims = x.shape.dims
        middle = product(dims[before : x.ndim - after])
        parts.append(ops.reshape(x, shape=(*dims[:before], middle, *dims[x.ndim - after :])))
        packed.append(table(x, list(dims[before : x.ndim - after]), dtypes.int64))
    return (ops.concat(tuple(parts), axis=before), *packed)


@body("unpack")
def unpack(x: Array, *, pattern: str, packed: Any) -> Any:
    """Cut out and unflatten each part."""
    before, _ = _sides(pattern)
    dims = x.shape.dims
    used = sum([product(row) for row in packed if -1 not in row], 0)
    results = []
    start: Size = 0
    for row in packed:
        sizes = list(row)
        if -1 in sizes:
            others = product([size for size in sizes if size != -1])
            sizes[sizes.index(-1)] = (dims[before] - used) // others
        length = product(sizes)
        part = ops.narrow(x, axis=before, start=start, length=length)
        results.append(ops.reshape(part, shape=(*dims[:before], *sizes, *dims[before + 1 :])))
        start = start + length
    return tuple(results)
