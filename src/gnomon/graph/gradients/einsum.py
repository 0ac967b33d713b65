"""Derivatives of sums of products over named axes."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.graph.array import Array
from gnomon.graph.gradients.helpers import conj, zeros_like
from gnomon.graph.gradients.registry import pullback

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


@pullback("einsum")
def _(g: Array, arrays: tuple[Array, ...], *, out: Array, equation: str, words: bool) -> Any:
    """Each cotangent is again a sum of products: that of the result, times all other arrays."""
    terms, result = spelled(equation, words, [x.ndim for x in arrays], out.ndim)
    return (tuple([_einsum_part(g, arrays, terms, result, k) for k in range(len(arrays))]),)


def _einsum_part(g: Array, arrays: tuple[Array, ...], terms: list[str], result: str, k: int) -> Any:
    def found() -> Any:
        x, own = arrays[k], terms[k]
        others = [(conj(a), t) for j, (a, t) in enumerate(zip(arrays, terms)) if j != k]
        repeated = "".join(dict.fromkeys(own))
        sizes = dict(zip(own, x.shape.dims))
        parts = [(g, result), *others]
        seen = {letter for _, t in parts for letter in t}
        lost = [letter for letter in repeated if letter not in seen]
        kept = "".join(letter for letter in repeated if letter in seen)
        found = ops.einsum(tuple([a for a, _ in parts]), equation=",".join(t for _, t in parts) + "->" + kept)  # type: ignore[operator]
        found = _stretched_letters(found, kept, repeated, lost, sizes)
        return found if repeated == own else _spread_diagonal(found, repeated, own, x)

    return found


def _stretched_letters(g: Array, kept: str, wanted: str, lost: list[str], sizes: dict[str, Any]) -> Array:
    """Stretch along the axes that the sum alone knew."""
    for letter in lost:
        at = wanted.index(letter)
        before = sum(1 for other in wanted[:at] if other in kept)
        g = ops.expand_dims(g, axis=before)
        kept = kept[:before] + letter + kept[before:]
    if not lost:
        return g
    shape = [sizes[letter] if letter in lost else size for letter, size in zip(kept, g.shape.dims)]
    return ops.broadcast_to(g, shape=tuple(shape))  # type: ignore[no-any-return]


def _spread_diagonal(g: Array, letters: str, own: str, x: Array) -> Array:
    """Put entries on the diagonal of the axes that share a letter."""
    from gnomon.graph.gradients.helpers import iota

    result = ops.transpose(g, axes=tuple(range(g.ndim)))
    current = letters
    for k, letter in enumerate(own):
        if letter != (current[k] if k < len(current) else None) or own[:k].count(letter):
            result = ops.expand_dims(result, axis=k)
            current = current[:k] + letter + current[k:]
    result = ops.broadcast_to(result, shape=x.shape.dims)
    for k, letter in enumerate(own):
        first = own.index(letter)
        if first != k:
            equal = ops.equal(iota(x, first), iota(x, k))
            result = ops.where(equal, result, zeros_like(result))
    return result  # type: ignore[no-any-return]


def spelled(equation: str, words: bool, ranks: list[int], rank: int) -> tuple[list[str], str]:
    """Write an equation with one letter for each axis, the ellipsis spelled out, and with its result."""
    left, arrow, right = equation.partition("->")
    names: dict[str, str] = {}

    def letters(term: str) -> list[str]:
        if words:
            return term.replace("...", " ... ").split()
        return ["..." if c == "." else c for c in term.replace(" ", "").replace("...", ".")]

    terms = [letters(term) for term in left.split(",")]
    longest = max([r - len(t) + 1 for t, r in zip(terms, ranks) if "..." in t], default=0)

    def write(term: list[str], own: int) -> str:
        text = ""
        for name in term:
            if name == "...":
                text += "".join(
                    names.setdefault(f"...{k}", _next(names)) for k in range(longest - own, longest)
                )
            else:
                text += names.setdefault(name, _next(names))
        return text

    written = [write(t, r - len(t) + 1 if "..." in t else 0) for t, r in zip(terms, ranks)]
    if arrow:
        return written, write(letters(right), longest)
    once = sorted(
        n for n in {n for t in terms for n in t if n != "..."} if sum(t.count(n) for t in terms) == 1
    )
    lead = ["..."] if any("..." in t for t in terms) else []
    return written, write([*lead, *once], longest)


def _next(names: dict[str, str]) -> str:
    return LETTERS[len(names)]
