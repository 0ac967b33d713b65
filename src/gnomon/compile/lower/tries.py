"""The kernels of a loop under a condition that is turned inside out: steps of elements, steps of numbers, who is left."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from gnomon.compile.kernel import (
    GRID,
    LANE,
    SERIAL,
    Buffer,
    Call,
    Cast,
    Const,
    If,
    Index,
    Kernel,
    Load,
    Loop,
    Reduce,
    State,
    Statement,
    Store,
)
from gnomon.compile.lower.building import atom_of
from gnomon.compile.lower.handing import handed_on
from gnomon.compile.lower.turned import is_single
from gnomon.compile.lower.values import Body, Names
from gnomon.compile.scalars import result_dtype
from gnomon.shapes import Size, dtypes, minimum, symbol
from gnomon.shapes.dims import of_atom

if TYPE_CHECKING:
    from gnomon.compile.lower.split_while import Split
    from gnomon.graph.array import Array
    from gnomon.graph.capture import Capture
    from gnomon.shapes import Dim

PIECE = 8
"""After so many steps a block is asked whether it has changed."""
LIGHT = 64
"""Bodies of no more operations have four vectors side by side, others two."""


def block_length(split: Split) -> int:
    """How many elements go through their steps side by side."""
    wide = max(split.body.inputs[k].dtype.bits for k in split.elements) > 32
    return (16 if wide else 32) * (2 if len(split.done.order) <= LIGHT else 1)


class _Inputs:
    """What one kernel reads that does not change, and the bodies that compute with it."""

    def __init__(self, split: Split, names: Names, carried: list[int], flat: Size) -> None:
        self.split = split
        self.names = names
        self.flat = flat
        self.fixed: dict[int, str] = {}
        self.statements: list[Statement] = []
        for k in _read(split, carried):
            self.fixed[k] = names.fresh()
            array = split.body.inputs[k]
            self.statements.append(Load(self.fixed[k], f"in{k}", 0 if is_single(array) else flat))

    def body(self, capture: Capture, inputs: Iterable[Array], values: dict[int, str]) -> Body:
        """A body that knows its inputs."""
        known = {**self.fixed, **values}
        return Body(
            self.names,
            {each.outputs[0]: each for each in capture.order},
            lambda array: (),
            lambda array: "",
            lambda size: size,
            {array: known[k] for k, array in enumerate(inputs) if k in known},
            self.flat,
        )

    def step(self, values: dict[int, str]) -> tuple[list[Statement], dict[int, str]]:
        """One step from the values of carries: its statements, and the values after it."""
        body = self.body(self.split.done, self.split.body.inputs, values)
        new = {k: body.value(self.split.done.outputs[k]) for k in values}
        return body.statements, new

    def answers(self, values: dict[int, str], questions: list[Array]) -> tuple[list[Statement], list[str]]:
        """What holds of the values of carries."""
        body = self.body(self.split.asked, self.split.condition.inputs, values)
        answers = [body.value(array) for array in questions]
        return body.statements, answers


def _read(split: Split, carried: list[int]) -> list[int]:
    """The inputs that stay the same and that steps of some carries depend on."""
    wanted = [split.done.outputs[k] for k in carried]
    elements = carried == split.elements
    asked = [split.truth] if elements and split.truth is not None else split.rest
    found = _leaves(wanted) | _leaves(asked)
    pairs = enumerate(zip(split.body.inputs, split.condition.inputs))
    return [k for k, both in pairs if k >= split.carries and not found.isdisjoint(both)]


def _leaves(arrays: Iterable[Array]) -> set[Array]:
    found: set[Array] = set()
    waiting, seen = list(arrays), set(arrays)
    while waiting:
        array = waiting.pop()
        if array.application is None:
            found.add(array)
            continue
        new = [each for each in array.application.arrays() if each not in seen]
        waiting += new
        seen.update(new)
    return found


def _buffers(split: Split, carried: list[int]) -> list[Buffer]:
    given = split.body.inputs
    places = [*carried, *_read(split, carried)]
    buffers = [Buffer(f"in{k}", given[k].dtype, "in") for k in places]
    return buffers + [Buffer(f"out{k}", given[k].dtype, "out") for k in carried]


def inputs_of(split: Split, carried: list[int]) -> list[int]:
    """The inputs of the loop that the kernel of some carries reads, in the order of its buffers."""
    return [*carried, *_read(split, carried)]


def trying(split: Split) -> Kernel:
    """Steps of all elements: in each block one piece of steps after the other, as long as they change anything.

    Sizes are the number of elements, of pieces, of steps in the first piece (the others have `PIECE`), and what `PIECE` leaves
    when divided by that: where this is 0, a block that comes back to where it was after the first piece does so after the others.
    It is noted which blocks held before the last step, and which do after it.
    """
    length, names, carried = block_length(split), Names(), split.elements
    sizes = elements, pieces, first, uneven = [
        symbol(name) for name in ("elements", "pieces", "first", "uneven")
    ]
    block, element, piece = (symbol(name) for name in ("block", "element", "piece"))
    count, place = minimum(length, elements - block * length), block * length + element
    lanes = Loop(LANE, atom_of(element), count, ())
    begin, moved, start, number, limit, further, busy = [names.fresh() for _ in range(7)]
    copying: list[Statement] = []
    for k in carried:
        name = names.fresh()
        copying += [Load(name, f"in{k}", place), Store(f"out{k}", place, name)]
    body, changed = _piece(split, names, place, (element, minimum(PIECE, first + piece * PIECE)))
    steps: list[Statement] = [
        Reduce((moved,), lanes._replace(body=tuple(body)), (changed,), ("any",), (dtypes.bool,), length),
        Index(number, piece),
        Index(limit, uneven),
        Call(start, "less", (number, limit), dtypes.int64),
        Call(further, "logical_or", (moved, start), dtypes.bool),
        Store("busy", 0, further),
    ]
    whole: list[Statement] = [
        Const(begin, True, dtypes.bool),
        lanes._replace(body=(*copying, Store("holding", element, begin))),
        Store("busy", 0, begin),
        Loop(SERIAL, atom_of(piece), pieces, (Load(busy, "busy", 0), If(busy, tuple(steps)))),
        *_noted(split, names, lanes, place, block),
    ]
    nest = Loop(GRID, atom_of(block), (elements + length - 1) // length, tuple(whole))
    buffers = [*_buffers(split, carried), *[Buffer(name, dtypes.bool, "out") for name in ("held", "alive")]]
    buffers += [Buffer("holding", dtypes.bool, "scratch", length), Buffer("busy", dtypes.bool, "scratch", 1)]
    return Kernel("trying", tuple(buffers), tuple([atom_of(each) for each in sizes]), (nest,))


def _piece(split: Split, names: Names, place: Size, at: tuple[Dim, Size]) -> tuple[list[Statement], str]:
    """Some steps of one element in registers; gives the statements, and the name of whether they changed anything."""
    assert split.truth is not None
    element, steps = at
    arrays = [(k, split.body.inputs[k]) for k in split.elements]
    inputs = _Inputs(split, names, split.elements, place)
    old, now = ({k: names.fresh() for k, _ in arrays} for _ in range(2))
    was, holding, still = names.fresh(), names.fresh(), names.fresh()
    statements: list[Statement] = [Load(name, f"out{k}", place) for k, name in old.items()]
    statements += [*inputs.statements, Load(was, "holding", element)]
    body, new = inputs.step(now)
    asking, (holds,) = inputs.answers(now, [split.truth])
    body += [*asking, Call(still, "logical_and", (holding, holds), dtypes.bool)]
    loop = Loop(SERIAL, atom_of(symbol("turn")), steps, tuple(body))
    kinds = (*[array.dtype for _, array in arrays], dtypes.bool)
    carries = (*now.values(), holding), loop, (*old.values(), was), (*new.values(), still), kinds
    before, state = handed_on(names, State(*carries))
    statements += [*before, state, *[Store(f"out{k}", place, name) for k, name in now.items()]]
    statements.append(Store("holding", element, holding))
    return statements, _changes(names, statements, [(old[k], now[k], array) for k, array in arrays])


def _noted(split: Split, names: Names, loop: Loop, place: Size, block: Size) -> list[Statement]:
    """Note for a block whether it held before the last step, and whether it does after it."""
    assert split.truth is not None
    held, before, after = names.fresh(), names.fresh(), names.fresh()
    inputs = _Inputs(split, names, split.elements, place)
    last = {k: names.fresh() for k in split.elements}
    asking, (answer,) = inputs.answers(last, [split.truth])
    body: list[Statement] = [Load(name, f"out{k}", place) for k, name in last.items()]
    element = of_atom(loop.index)
    body += [*inputs.statements, *asking, Load(before, "holding", element)]
    combines, kinds = (split.combine, split.combine), (dtypes.bool, dtypes.bool)
    answers = Reduce(
        (held, after), loop._replace(body=tuple(body)), (before, answer), combines, kinds, block_length(split)
    )
    return [answers, Store("held", block, held), Store("alive", block, after)]


def _changes(names: Names, statements: list[Statement], pairs: list[tuple[str, str, Array]]) -> str:
    """Whether some value has other bits than before."""
    found = ""
    for old, new, array in pairs:
        dtype = array.dtype
        if dtype.kind == "float":
            bits = names.fresh(), names.fresh()
            statements += [Call(name, "bits", (value,), dtype) for name, value in zip(bits, (old, new))]
            old, new = bits
            dtype = result_dtype("bits", dtype)
        differs = names.fresh()
        statements.append(Call(differs, "not_equal", (old, new), dtype))
        if found:
            both = names.fresh()
            statements.append(Call(both, "logical_or", (found, differs), dtypes.bool))
            differs = both
        found = differs
    return found


def ahead(split: Split) -> Kernel:
    """Steps of numbers, as many as a size says, but none after what is asked of them no longer holds.

    Results are the numbers, how many steps there were, and whether all still holds.
    """
    names, turn, most = Names(), symbol("turn"), symbol("most")
    inputs = _Inputs(split, names, split.numbers, 0)
    fresh = names.fresh
    old, now = {k: fresh() for k in split.numbers}, {k: fresh() for k in split.numbers}
    begin, zero, going, count = fresh(), fresh(), fresh(), fresh()
    statements: list[Statement] = [Load(name, f"in{k}", 0) for k, name in old.items()]
    statements += [*inputs.statements, Const(begin, True, dtypes.bool), Const(zero, 0, dtypes.int64)]
    inside, new = inputs.step(now)
    asking, answers = inputs.answers(new, split.rest)
    inside += asking
    dtypes_of = {k: split.body.inputs[k].dtype for k in split.numbers}
    kept = {k: fresh() for k in split.numbers}
    for k, name in kept.items():
        inside.append(Call(name, "select", (going, new[k], now[k]), dtypes_of[k]))
    further = going
    for answer in answers:
        both = fresh()
        inside.append(Call(both, "logical_and", (further, answer), dtypes.bool))
        further = both
    one, total = fresh(), fresh()
    inside += [Cast(one, going, dtypes.int64), Call(total, "add", (count, one), dtypes.int64)]
    statements.append(
        State(
            (*now.values(), going, count),
            Loop(SERIAL, atom_of(turn), most, tuple(inside)),
            (*old.values(), begin, zero),
            (*kept.values(), further, total),
            (*dtypes_of.values(), dtypes.bool, dtypes.int64),
        )
    )
    statements += [Store(f"out{k}", 0, name) for k, name in now.items()]
    statements += [Store("count", 0, count), Store("more", 0, going)]
    buffers = [
        *_buffers(split, split.numbers),
        Buffer("count", dtypes.int64, "out"),
        Buffer("more", dtypes.bool, "out"),
    ]
    return Kernel("ahead", tuple(buffers), (atom_of(most),), tuple(statements))


def asking(split: Split) -> Kernel:
    """Whether any block, or all of them, held before the last step and do after it."""
    blocks, block = symbol("blocks"), symbol("block")
    body = Load("before", "held", block), Load("after", "alive", block)
    loop = Loop(LANE, atom_of(block), blocks, body)
    dtype, combine = dtypes.bool, split.combine
    answer = Reduce(("held", "alive"), loop, ("before", "after"), (combine, combine), (dtype, dtype))
    buffers = [Buffer(name, dtype, "in") for name in ("held", "alive")] + [Buffer("out", dtype, "out")]
    stores = Store("out", 0, "held"), Store("out", 1, "alive")
    return Kernel("asking", tuple(buffers), (atom_of(blocks),), (answer, *stores))
