"""Symbolic sizes, shapes and dtypes, and what is known about them.

A *dim* is a symbolic integer, a *shape* is a row of dims with at most one run of unknown length, and a *fact*
is something known about dims. Every question about sizes is answered YES, NO or MAYBE.
"""

from gnomon.shapes import dtypes
from gnomon.shapes.atoms import Symbol
from gnomon.shapes.claims import (
    Always,
    AtLeast,
    Both,
    Claim,
    Divides,
    Either,
    Equal,
    Never,
    Not,
    OneOf,
)
from gnomon.shapes.dims import Dim, Size
from gnomon.shapes.dtypes import Dtype
from gnomon.shapes.extrema import maximum, minimum
from gnomon.shapes.facts import Facts
from gnomon.shapes.notation import AxesPattern, Axis, Blank, Fixed, Group, Many, Notation, parse_notation
from gnomon.shapes.promotion import can_mix, default_dtype, promote, promote_scalar
from gnomon.shapes.shape import Run, Shape
from gnomon.shapes.sizes import ceil_div, product, substitute, symbol, symbols_of
from gnomon.shapes.truth import MAYBE, NO, YES, Truth, all_of, any_of

__all__ = [
    "MAYBE",
    "NO",
    "YES",
    "Always",
    "AtLeast",
    "AxesPattern",
    "Axis",
    "Blank",
    "Both",
    "Claim",
    "Dim",
    "Divides",
    "Dtype",
    "Either",
    "Equal",
    "Facts",
    "Fixed",
    "Group",
    "Many",
    "Never",
    "Not",
    "Notation",
    "OneOf",
    "Run",
    "Shape",
    "Size",
    "Symbol",
    "Truth",
    "all_of",
    "any_of",
    "can_mix",
    "ceil_div",
    "default_dtype",
    "dtypes",
    "maximum",
    "minimum",
    "parse_notation",
    "product",
    "promote",
    "promote_scalar",
    "substitute",
    "symbol",
    "symbols_of",
]
