"""Scans of elementwise bodies turned inside out: elements outside, time inside, carries in registers.

The loop over time is cut into pieces, so that signals are heard and sequences stay within reach.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gnomon.compile.arena import block_of, bytes_of
from gnomon.compile.frames import Frame
from gnomon.compile.kernel import LANE, SERIAL, Buffer, Kernel, Load, Loop, State, Statement, Store
from gnomon.compile.launches import parts_of
from gnomon.compile.lower.building import atom_of
from gnomon.compile.lower.handing import handed_on
from gnomon.compile.lower.inside import BodyStep, Polling, finish, names_of
from gnomon.compile.lower.scalar import PARTS, scalar_call
from gnomon.compile.lower.values import Body, Names
from gnomon.compile.polling import AFTER
from gnomon.compile.schedule import schedule
from gnomon.shapes import Equal, Shape, Size, product, symbol

if TYPE_CHECKING:
    from gnomon.graph.array import Application, Array
    from gnomon.graph.capture import Capture
    from gnomon.graph.inner import Inner

PIECE = 4 * AFTER
"""So many elements at most are computed from one look for signals to the next, if there are several turns."""
PLACED = PARTS | frozenset(["constant", "arange"])
"""Operations that depend on where an element is along an axis, or on sizes."""
ROWS = 256
"""So many turns at most make a piece that reads or writes rows: more would not stay within reach."""


def turned_step(application: Application, capture: Capture, length: Size | None) -> BodyStep | None:
    """Return the step of a scan whose body is elementwise, None if it is not."""
    counted = any(array is not None for array in application.inputs[1:])
    if length is None or counted or not schedule().turned_loops or not _is_elementwise(application, capture):
        return None
    return _Turned(application, capture, length).step()


def _is_elementwise(application: Application, capture: Capture) -> bool:
    inner: Inner = application.attributes["inner"]
    carries: int = application.attributes["carries"]
    if not carries or any(scalar_call(each) is None or each.op.name in PLACED for each in capture.order):
        return False
    space, alike = inner.inputs[0].shape, Alike(inner)
    whole = (*inner.inputs[:carries], *capture.outputs)
    arrays = [array for each in capture.order for array in (*each.arrays(), *each.outputs)]
    return (
        all(alike.same(array.shape, space) for array in whole)
        and all(alike.same(array.shape, space) or is_single(array) for array in (*arrays, *inner.inputs))
        and all(is_stored(array) for array in (*inner.inputs, *capture.outputs))
    )


class Alike:
    """Which shapes are the same by what is claimed before a loop begins."""

    def __init__(self, *inners: Inner) -> None:
        self._known: dict[Size, Size] = {}
        for claim in dict.fromkeys([claim for inner in inners for claim in inner.guards]):
            if isinstance(claim, Equal):
                left, right = self._of(claim.left), self._of(claim.right)
                if left != right:
                    self._known[left] = right

    def _of(self, size: Size) -> Size:
        while size in self._known:
            size = self._known[size]
        return size

    def same(self, one: Shape, other: Shape) -> bool:
        """Whether two shapes are the same."""
        if len(one.dims) != len(other.dims):
            return False
        return all(self._of(a) == self._of(b) for a, b in zip(one.dims, other.dims))


def is_single(array: Array) -> bool:
    """Whether an array is a single number."""
    return all(size == 1 for size in array.shape.dims)


def is_stored(array: Array) -> bool:
    """Whether memory has the elements of an array as kernels compute with them."""
    dtype = array.dtype
    return dtype.kind in ("int", "uint", "bool") or (dtype.kind == "float" and dtype.bits > 16)


class _Turned:
    def __init__(self, application: Application, capture: Capture, length: Size) -> None:
        attributes = application.attributes
        self.application = application
        self.capture = capture
        self.length = length
        self.inner: Inner = attributes["inner"]
        self.carries: int = attributes["carries"]
        self.rows = range(self.carries, self.carries + attributes["sequences"])
        self.reverse = bool(attributes.get("reverse"))
        self.outputs = list(application.outputs)
        self.count = product(self.inner.inputs[0].shape.dims)
        self.has_rows = bool(self.rows) or len(self.outputs) > self.carries

    # -- the kernel of a piece ---------------------------------------------------------------------------------

    def kernel(self) -> Kernel:
        """Return the kernel over (elements, first turn, turns, all turns)."""
        elements, first, turns, length = (symbol(name) for name in ("elements", "first", "turns", "length"))
        element, turn = symbol("element"), symbol("turn")
        moment: Size = length - 1 - first - turn if self.reverse else first + turn
        inputs = self.inner.inputs
        names = Names()
        statements: list[Statement] = []
        known: dict[Array, str] = {}
        for k, array in enumerate(inputs):
            if k not in self.rows:
                known[array] = names.fresh()
                statements.append(Load(known[array], f"in{k}", 0 if is_single(array) else element))
        places: dict[Array, int] = {array: k for k, array in enumerate(inputs)}
        targets = [names.fresh() for _ in range(self.carries)]
        state = dict(known)
        state.update(zip(inputs, targets))

        inside = {each.outputs[0]: each for each in self.capture.order}
        body = Body(
            names,
            inside,
            lambda array: (),
            lambda array: f"in{places[array]}",
            lambda size: size,
            state,
            element,
        )
        for k in self.rows:
            body.values[inputs[k]] = name = names.fresh()
            single = is_single(inputs[k]) and self.count != 1
            body.statements.append(Load(name, f"in{k}", moment if single else moment * elements + element))
        values = [body.value(array) for array in self.capture.outputs]
        for k, value in enumerate(values[self.carries :], self.carries):
            body.statements.append(Store(f"out{k}", moment * elements + element, value))
        dtypes = tuple([array.dtype for array in inputs[: self.carries]])
        loop = Loop(SERIAL, atom_of(turn), turns, tuple(body.statements))
        firsts = tuple([known[array] for array in inputs[: self.carries]])
        plain = State(tuple(targets), loop, firsts, tuple(values[: self.carries]), dtypes)
        before, handing = handed_on(names, plain)
        statements += [*before, handing]
        statements += [Store(f"out{k}", element, target) for k, target in enumerate(targets)]
        kind = SERIAL if self.count == 1 else LANE
        nest = Loop(kind, atom_of(element), elements, tuple(statements))
        buffers = [Buffer(f"in{k}", array.dtype, "in") for k, array in enumerate(inputs)]
        buffers += [Buffer(f"out{k}", array.dtype, "out") for k, array in enumerate(self.outputs)]
        sizes = tuple([atom_of(each) for each in (elements, first, turns, length)])
        return Kernel("turned", tuple(buffers), sizes, (nest,))

    # -- the loop over pieces ----------------------------------------------------------------------------------

    def step(self) -> BodyStep:
        """Write the loop over pieces."""
        from gnomon.compile.llvm import build

        arrays = list(self.application.arrays())
        shapes = [size for array in (*arrays, *self.outputs) for size in array.shape.dims]
        names = names_of([], [*shapes, self.length])
        spare = [bytes_of(array) for array in self.outputs[: self.carries]]
        frame = Frame(names, len(arrays) + len(self.outputs), block_of(spare))
        code, results = frame.code, frame.pointers[len(arrays) :]
        others = parts_of(frame, frame.block, spare)
        native = build(self.kernel())
        steps, elements = frame.sizes.value(self.length), frame.sizes.value(self.count)
        piece = self._piece(frame, elements)
        more = code.put(f"add i64 {steps}, {code.put(f'sub i64 {piece}, 1')}")
        pieces = code.put(f"sdiv i64 {more}, {piece}")
        last = code.put(f"sub i64 {pieces}, 1")
        polling = Polling(frame, code.put(f"mul i64 {piece}, {elements}"))
        buffers, sizes = code.allocated("ptr", len(arrays) + len(results)), code.allocated("i64", 4)
        for place, pointer in enumerate((*frame.pointers[: len(arrays)], *results)):
            code.do(f"store ptr {pointer}, ptr {code.at('ptr', buffers, place)}")
        for place, number in ((0, elements), (3, steps)):
            code.do(f"store i64 {number}, ptr {code.at('i64', sizes, place)}")

        def turn(index: str, values: list[str]) -> list[str]:
            start = code.put(f"mul i64 {index}, {piece}")
            rest = code.put(f"sub i64 {steps}, {start}")
            short = code.put(f"icmp slt i64 {rest}, {piece}")
            count = code.put(f"select i1 {short}, i64 {rest}, i64 {piece}")
            even = code.put(f"trunc i64 {code.put(f'sub i64 {last}, {index}')} to i1")
            targets = [
                code.put(f"select i1 {even}, ptr {other}, ptr {result}")
                for other, result in zip(others, results)
            ]
            for place, pointer in enumerate(values[:-1]):
                code.do(f"store ptr {pointer}, ptr {code.at('ptr', buffers, place)}")
            for place, pointer in enumerate(targets, len(arrays)):
                code.do(f"store ptr {pointer}, ptr {code.at('ptr', buffers, place)}")
            for place, number in ((1, start), (2, count)):
                code.do(f"store i64 {number}, ptr {code.at('i64', sizes, place)}")
            frame.call(native, buffers, sizes)
            return [*targets, polling.after(values[-1])]

        carried = [("ptr", frame.pointers[k]) for k in range(self.carries)]
        ends = code.loop("0", pieces, 1, [*carried, polling.first], turn)
        finish(frame, ends[:-1], results, spare)
        return BodyStep(
            self.application,
            [],
            frame.linked(),
            names,
            workspace=block_of(spare),
            work=self.length * self.count * len(self.capture.order),
            title=f"loop of {self.length} steps in registers, {len(self.capture.order)} operations each",
        )

    def _piece(self, frame: Frame, elements: str) -> str:
        """How many turns a piece has."""
        put = frame.code.put
        some = put(f"select i1 {put(f'icmp sgt i64 {elements}, 1')}, i64 {elements}, i64 1")
        fit = put(f"sdiv i64 {PIECE // max(1, len(self.capture.order))}, {some}")
        piece = put(f"select i1 {put(f'icmp sgt i64 {fit}, 1')}, i64 {fit}, i64 1")
        if not self.has_rows:
            return piece
        return put(f"select i1 {put(f'icmp slt i64 {piece}, {ROWS}')}, i64 {piece}, i64 {ROWS}")
