"""Operations that read each element from some place of an array: where, as a table.

They join the kernels of their users, so that `x[1:] - x[:-1]` is one loop over x.
"""

from gnomon.compile.lower.reads import axes, numbers, ordered, places, slices  # noqa: F401  (each fills the table)
from gnomon.compile.lower.reads.axes import order_of
from gnomon.compile.lower.reads.places import position_in
from gnomon.compile.lower.reads.registry import READS, attribute, read_of, sizes_are_known
from gnomon.compile.lower.reads.slices import is_basic, opened, source_positions

__all__ = [
    "READS",
    "attribute",
    "is_basic",
    "opened",
    "order_of",
    "position_in",
    "read_of",
    "sizes_are_known",
    "source_positions",
]
