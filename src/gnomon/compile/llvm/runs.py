"""Random words with consecutive numbers: each block of Philox is computed once, for all lanes that take its words."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING

from gnomon.compile.formulas.philox import WORD, block, joined
from gnomon.compile.formulas.terms import Formula, Line, Term
from gnomon.compile.llvm.types import Operand, wide
from gnomon.shapes import dtypes

if TYPE_CHECKING:
    from gnomon.compile.llvm.functions import Functions

LANES = {"philox32": 4, "philox64": 2}
"""So many words of a function come from one block."""


@functools.cache
def _block() -> tuple[Formula, Formula]:
    """The formulas of the lower and the upper half of a block, which share their lines."""
    lines: list[Line] = []
    names = ("x", "y", "z")
    c0, c1, c2, c3 = block(*[Term(lines, name, WORD) for name in names])
    low, high = joined(c0, c1), joined(c2, c3)
    return Formula(names, tuple(lines), low.name, None), Formula(names, tuple(lines), high.name, None)


def is_run(functions: Functions, function: str, arguments: Sequence[Operand]) -> bool:
    """Whether a call takes consecutive words of one stream of one key, from the beginning of a block on."""
    lanes = LANES.get(function)
    if lanes is None or functions.width < 2 * lanes:
        return False
    key, index, stream = arguments
    return index.run and not key.vector and not stream.vector


def words(functions: Functions, function: str, arguments: Sequence[Operand]) -> Operand:
    """The words of a run: blocks side by side in vectors, whose halves are then put in turn."""
    code, width, lanes = functions.code, functions.width, LANES[function]
    key, index, stream = arguments
    first = code.put(f"extractelement {wide('i64', width)} {index.text}, i32 0")
    first = code.put(f"lshr i64 {first}, {lanes.bit_length() - 1}")
    blocks = width // lanes
    many = wide("i64", blocks)
    functions.width = blocks
    start = functions.spread(Operand(first, WORD))
    steps = f"<{', '.join(f'i64 {step}' for step in range(blocks))}>"
    number = Operand(code.put(f"add {many} {start.text}, {steps}"), WORD, True)
    low, high = _block()
    values = functions.lines(low, [key, number, stream])
    halves = [values[low.result], values[high.result]]
    functions.width = width
    order = ", ".join(f"i32 {place}, i32 {place + blocks}" for place in range(blocks))
    pairs = wide("i64", 2 * blocks)
    text = code.put(
        f"shufflevector {many} {halves[0].text}, {many} {halves[1].text}, <{2 * blocks} x i32> <{order}>"
    )
    if function == "philox32":
        short = code.put(f"bitcast {pairs} {text} to {wide('i32', width)}")
        text = code.put(f"zext {wide('i32', width)} {short} to {wide('i64', width)}")
    return Operand(text, dtypes.uint64, True)
