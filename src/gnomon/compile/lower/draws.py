"""Random words inside kernels: an element's number counts the places that share a key."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gnomon.compile.lower.positions import Position, Positions, aligned
from gnomon.graph.array import Array
from gnomon.ops.values import KEYS
from gnomon.shapes import Shape, dtypes

if TYPE_CHECKING:
    from gnomon.compile.lower.values import Body
    from gnomon.graph.array import Application

VARIATES = {
    "random_gamma": "gamma_variate",
    "random_poisson": "poisson_variate",
    "random_binomial": "binomial_variate",
    "random_vonmises": "vonmises_variate",
    "random_zipf": "zipf_variate",
    "random_hypergeometric": "hypergeometric_variate",
}
"""Operations whose numbers a scalar function draws, of key, number, stream and the bits of parameters."""
DRAWING = frozenset({"random_bits", "fold_in", *VARIATES})


def drawn(body: Body, member: Application, at: Positions | None) -> str:
    """Return the value of an application that draws: bits, numbers of the gamma distribution, or a key."""
    name = member.op.name
    key, *others = member.arrays()
    word_of = body.at(key, aligned(key, at))
    word = dtypes.uint64
    if name == "fold_in":
        (data,) = others
        stream = body.const(member.attributes.get("stream", KEYS), word)
        given = (word_of, body.cast(body.at(data, aligned(data, at)), data.dtype, word), stream)
        return body.call("philox64", given, word)
    out = member.outputs[0]
    number = body.cast(_number(body, key, out, at), dtypes.int64, word)
    stream = body.const(member.attributes.get("stream", 0), word)
    if name in VARIATES:
        bits = []
        for parameter in others:
            double = body.cast(body.at(parameter, aligned(parameter, at)), parameter.dtype, dtypes.float64)
            bits.append(body.cast(body.call("bits", (double,), dtypes.float64), dtypes.int64, word))
        found = body.call(VARIATES[name], (word_of, number, stream, *bits), word)
        return body.cast(found, dtypes.float64, out.dtype)
    function = "philox64" if out.dtype is word else "philox32"
    return body.cast(body.call(function, (word_of, number, stream), word), word, out.dtype)


def _number(body: Body, key: Array, out: Array, at: Positions | None) -> str:
    """Return the number of an element: its place among those for which the key is the same."""
    spread = (1,) * (out.ndim - key.ndim) + key.shape.dims
    counted = [size if of_key == 1 else 1 for size, of_key in zip(out.shape.dims, spread)]
    numbered = Array(Shape(tuple(counted)), dtypes.uint64)
    return body.number(Position(*body.place(numbered, aligned(numbered, at))))
