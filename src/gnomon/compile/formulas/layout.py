"""How floats are stored, and steps that formulas share."""

from __future__ import annotations

from typing import NamedTuple

from gnomon.compile.formulas.terms import Term
from gnomon.compile.scalars import BITS_OF
from gnomon.shapes import Dtype, dtypes


class Layout(NamedTuple):
    """The bits of a float: how many of them hold the fraction, and what is added to the exponent.

    Adding ``magic`` (1.5 times two to the number of fraction bits) rounds to the nearest integer, whose bits are then
    the last of the sum.
    """

    fraction: int
    bias: int
    magic: float
    magic_bits: int
    tiny: float


LAYOUTS: dict[Dtype, Layout] = {
    dtypes.float32: Layout(23, 127, 1.5 * 2**23, 0x4B400000, 2.0**-126),
    dtypes.float64: Layout(52, 1023, 1.5 * 2**52, 0x4338000000000000, 2.0**-1022),
}


def nearest(x: Term, factor: float) -> tuple[Term, Term]:
    """The integer nearest to ``x * factor``, as a float and as an integer; it has to be small."""
    layout = LAYOUTS[x.dtype]
    shifted = x.fma(factor, layout.magic)
    return shifted - layout.magic, shifted.call("bits") - layout.magic_bits


def power_of_two(n: Term, dtype: Dtype) -> Term:
    """Two to the power of an integer in the range of normal numbers."""
    layout = LAYOUTS[dtype]
    return ((n + layout.bias) << layout.fraction).call("from_bits")


def scaled(x: Term, n: Term) -> Term:
    """x times two to the power of n, in two steps, so that the result may be denormal or infinite."""
    half = n >> 1
    return x * power_of_two(half, x.dtype) * power_of_two(n - half, x.dtype)


def as_float(n: Term, dtype: Dtype) -> Term:
    """A small integer as a float, exactly."""
    layout = LAYOUTS[dtype]
    assert n.dtype is BITS_OF[dtype]
    return (n + layout.magic_bits).call("from_bits") - layout.magic
