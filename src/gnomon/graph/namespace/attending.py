"""Attention with several heads (in ``gn.nn``), its weights among the inputs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gnomon import ops
from gnomon.graph.array import Array
from gnomon.graph.errors import ArgumentError, ShapeError
from gnomon.graph.namespace import arguments as take
from gnomon.graph.namespace.fitting import fit, layer_array
from gnomon.graph.sites import user_site
from gnomon.shapes import Size

NAME = "multi_head_attention"
ROLES = ("query", "key", "value")


def multi_head_attention(
    query: Any,
    key: Any,
    value: Any,
    weights: Sequence[Any],
    biases: Sequence[Any] | None = None,
    *,
    heads: int,
    mask: Any = None,
    causal: bool = False,
) -> Array:
    """Attention with several heads: queries (*batch, length, size) over keys and values (*batch, entries, size).

    ``weights`` are four matrices (inputs, outputs): of query, key, value and result; ``biases`` as many vectors, or None.
    Each head has an equal part of the outputs, which lie side by side. ``mask`` broadcasts to (length, entries) or
    (*batch, length, entries): True where an entry may be seen, or numbers that are added to the scores. With ``causal``
    no query sees entries behind its own place.

    >>> import gnomon as gn
    >>> x, square = gn.ones((2, 5, 8)), gn.ones((8, 8))
    >>> gn.nn.multi_head_attention(x, x, x, [square] * 4, heads=2).shape
    (2, 5, 8)
    """
    if type(heads) is not int or heads < 1:
        raise take.wrong(NAME, "heads", "a positive integer", heads)
    matrices = _four("weights", weights)
    vectors = [None] * 4 if biases is None else _four("biases", biases)
    parts = []
    for place, (role, given) in enumerate(zip(ROLES, (query, key, value))):
        x = layer_array(NAME, role, given)
        if x.ndim < 2:
            raise ShapeError(f"{NAME}: {role} must be (*batch, length, size), got {x.shape}", user_site())
        parts.append(_heads(_dense(x, place, matrices, vectors), place, heads))
    seen = None if mask is None else _mask(take.array(NAME, "mask", mask))
    more = {"causal": True} if causal else {}
    found = ops.scaled_dot_product_attention(*parts, seen, **more)
    together = ops.swapaxes(found, first=-3, second=-2)
    dims = together.shape.dims
    return _dense(ops.reshape(together, shape=(*dims[:-2], dims[-2] * dims[-1])), 3, matrices, vectors)


def _four(name: str, values: Any) -> list[Any]:
    if isinstance(values, Array) or not isinstance(values, (tuple, list)) or len(values) != 4:
        got = f"{len(values)} of them" if isinstance(values, (tuple, list)) else type(values).__name__
        raise ArgumentError(
            f"{NAME}: {name} must be four arrays, of query, key, value and result, got {got}", user_site()
        )
    return list(values)


def _dense(x: Array, place: int, matrices: list[Any], vectors: list[Any]) -> Array:
    name = f"weights[{place}]"
    weight = layer_array(NAME, name, matrices[place], 2, "(inputs, outputs)")
    outputs: Size = weight.shape.dims[1]
    fit(NAME, name, weight, (x.shape.dims[-1], outputs), "(inputs, outputs)")
    found = ops.matmul(x, weight)
    if vectors[place] is None:
        return found  # type: ignore[no-any-return]
    bias = layer_array(NAME, f"biases[{place}]", vectors[place])
    fit(NAME, f"biases[{place}]", bias, (outputs,), "(outputs,)")
    return found + bias  # type: ignore[no-any-return]


def _heads(x: Array, place: int, heads: int) -> Array:
    """Return (*batch, heads, length, size of a head)."""
    width = x.shape.dims[-1]
    if type(width) is int and width % heads:
        raise ShapeError(
            f"{NAME}: the {width} outputs of weights[{place}] do not split into {heads} heads", user_site()
        )
    split = ops.reshape(x, shape=(*x.shape.dims[:-1], heads, width // heads))
    return ops.swapaxes(split, first=-3, second=-2)  # type: ignore[no-any-return]


def _mask(mask: Array) -> Array:
    """Return a mask that is the same for all heads."""
    if mask.dtype.kind not in ("bool", "float"):
        raise take.wrong(NAME, "mask", "of booleans (True is seen) or floats (added to scores)", mask)
    return ops.expand_dims(mask, axis=-3) if mask.ndim > 2 else mask


__all__ = ["multi_head_attention"]
