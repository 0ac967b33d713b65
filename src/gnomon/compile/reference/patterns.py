"""Axes by name: the patterns of einops."""

from __future__ import annotations

import math
from typing import Any

from gnomon.compile.reference.numeric import np
from gnomon.compile.reference.registry import reference
from gnomon.ops.einops_patterns import REST, parse_pattern

REDUCE = {
    "mean": np.mean,
    "sum": np.sum,
    "min": np.min,
    "max": np.max,
    "prod": np.prod,
    "any": np.any,
    "all": np.all,
}


@reference("rearrange")
def rearrange(x: Any, *, pattern: str, sizes: Any = None) -> Any:
    return _apply(x, pattern, sizes, "rearrange", None)


@reference("repeat_axes")
def repeat_axes(x: Any, *, pattern: str, sizes: Any = None) -> Any:
    return _apply(x, pattern, sizes, "repeat", None)


@reference("reduce")
def reduce(x: Any, *, pattern: str, reduction: str = "mean", sizes: Any = None) -> Any:
    return _apply(x, pattern, sizes, "reduce", REDUCE[reduction])


def _apply(x: Any, text: str, sizes: Any, kind: str, reduction: Any) -> Any:
    """Split into single axes, reduce those that vanish, order, stretch new ones, merge."""
    pattern: Any = parse_pattern(text, kind)
    rest = [f"...{k}" for k in range(x.ndim - sum(group != (REST,) for group in pattern.left))]
    left = _opened(pattern.left, rest, "left")
    right = _opened(pattern.right, rest, "right")
    known: dict[str, int] = dict(sizes or {})
    single: list[int] = []
    for group, size in zip(left, x.shape):
        known.update(_sizes(group, size, known))
        single.extend(known[name] if name in known else _digits(name) for name in group)
    names = [name for group in left for name in group]
    x = x.reshape(single)
    kept = {name for group in right for name in group}
    if reduction is not None:
        gone = tuple(k for k, name in enumerate(names) if name not in kept)
        x = reduction(x, axis=gone) if gone else x
        names = [name for name in names if name in kept]
    order = [name for group in right for name in group]
    x = x.transpose([names.index(name) for name in order if name in names])
    whole = []
    for k, name in enumerate(order):
        if name not in names:
            x = np.expand_dims(x, k)
        whole.append(known[name] if name in known else _digits(name))
    x = np.broadcast_to(x, whole)
    return x.reshape([math.prod(known[n] if n in known else _digits(n) for n in group) for group in right])


def _digits(name: str) -> int:
    return int(name.split("#")[0])


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


def _sizes(group: list[str], size: int, known: dict[str, int]) -> dict[str, int]:
    total = 1
    missing = []
    for name in group:
        if "#" in name:
            total *= _digits(name)
        elif name in known:
            total *= known[name]
        else:
            missing.append(name)
    return dict.fromkeys(missing, size // total if total else 0)


def _sides(pattern: str) -> tuple[int, int]:
    """Return how many axes stand before and after the star."""
    names = pattern.split()
    at = names.index("*")
    return at, len(names) - at - 1


@reference("pack")
def pack(arrays: Any, *, pattern: str) -> Any:
    before, after = _sides(pattern)
    parts, packed = [], []
    for x in arrays:
        middle = x.shape[before : x.ndim - after]
        parts.append(x.reshape((*x.shape[:before], math.prod(middle), *x.shape[x.ndim - after :])))
        packed.append(np.array(middle, np.int64))
    return (np.concatenate(parts, before), *packed)


@reference("unpack")
def unpack(x: Any, *, pattern: str, packed: Any) -> Any:
    before, _ = _sides(pattern)
    total = x.shape[before]
    used = sum(math.prod(row) for row in packed if -1 not in row)
    results, start = [], 0
    for row in packed:
        sizes = list(row)
        if -1 in sizes:
            others = -math.prod(sizes)
            sizes[sizes.index(-1)] = (total - used) // others if others else 0
        stop = start + math.prod(sizes)
        part = x[(slice(None),) * before + (slice(start, stop),)]
        results.append(part.reshape((*x.shape[:before], *sizes, *x.shape[before + 1 :])))
        start = stop
    return tuple(results)
