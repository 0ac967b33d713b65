"""Philox 4x32-10 over integers of 64 bits: ten rounds of two products (see `gnomon.graph.philox`)."""

from __future__ import annotations

from gnomon.compile.formulas.terms import Term, formula
from gnomon.graph.philox import LOW, MULTIPLIERS, ROUNDS, WEYL
from gnomon.shapes import dtypes

WORD = dtypes.uint64

Words = tuple[Term, Term, Term, Term]


def _xor(a: Term, b: Term) -> Term:
    return a.call("bitwise_xor", b)


def _low(a: Term) -> Term:
    return a & LOW


def block(key: Term, number: Term, stream: Term) -> Words:
    """The four words of a block; what stands in the upper halves of the terms has no meaning.

    Only the lower halves of factors are masked: a processor's product of lower halves needs no mask.
    """
    k0, k1 = _low(key), key >> 32
    c0, c1, c2, c3 = number, number >> 32, stream, stream >> 32
    for turn in range(ROUNDS):
        first, second = _low(c0) * MULTIPLIERS[0], _low(c2) * MULTIPLIERS[1]
        first_key = k0 + (turn * WEYL[0] & LOW) if turn else k0
        second_key = k1 + (turn * WEYL[1] & LOW) if turn else k1
        c0 = _xor(_xor(second >> 32, c1), first_key)
        c2 = _xor(_xor(first >> 32, c3), second_key)
        c1, c3 = second, first
    return c0, c1, c2, c3


def joined(low: Term, high: Term) -> Term:
    """Two words of 32 bits as one of 64."""
    return _low(low) | (high << 32)


@formula("philox64", WORD)
def _philox64(x: Term, y: Term, z: Term) -> Term:
    c0, c1, c2, c3 = block(x, y >> 1, z)
    even = (y & 1).equals(0)
    return joined(even.where(c0, c2), even.where(c1, c3))


@formula("philox32", WORD)
def _philox32(x: Term, y: Term, z: Term) -> Term:
    c0, c1, c2, c3 = block(x, y >> 2, z)
    even, lower = (y & 1).equals(0), (y & 2).equals(0)
    return _low(lower.where(even.where(c0, c1), even.where(c2, c3)))


@formula("multiply_high", WORD)
def _multiply_high(x: Term, y: Term) -> Term:
    a, b = x >> 32, y >> 32
    middle = a * _low(y) + (_low(x) * _low(y) >> 32)
    other = _low(x) * b + _low(middle)
    return a * b + (middle >> 32) + (other >> 32)
