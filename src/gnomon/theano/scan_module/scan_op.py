"""`Scan`: a loop over an inner graph."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import gnomon as gn
from gnomon.shapes import Dim
from gnomon.theano.fitting import of_sizes
from gnomon.theano.gof.graph import Apply
from gnomon.theano.gof.op import GnomonOp
from gnomon.theano.gof.walking import io_connection_pattern
from gnomon.theano.lowering import Lowering
from gnomon.theano.tensor.creation import sizes_of


class Layout(NamedTuple):
    """What the inner inputs and outputs of a loop stand for.

    ``sequences``: the taps of each sequence. ``states``: the taps of each output that later steps see; those without are
    only collected (``collected`` of them). ``shared``: how many variables are updated each step. ``ends``: whether the last inner
    output says when to stop. Of a loop that computes ``again``, gradients compute anew what a step did on its way.
    """

    sequences: tuple[tuple[int, ...], ...]
    states: tuple[tuple[int, ...], ...]
    collected: int
    shared: int
    ends: bool
    backwards: bool
    truncate: int
    again: bool = False


class Scan(GnomonOp):
    """A loop: number of steps, sequences, initial states, shared values, constants -> states, outputs, shared values."""

    def __init__(
        self,
        inner_inputs: Sequence[Any],
        inner_outputs: Sequence[Any],
        layout: Layout,
        name: str | None = None,
        profile: Any = None,
    ) -> None:
        self.inner_inputs, self.inner_outputs = list(inner_inputs), list(inner_outputs)
        self.inputs, self.outputs = self.inner_inputs, self.inner_outputs
        self.layout = layout
        self.name = name
        self.profile = profile
        self.truncate_gradient = layout.truncate
        self.n_seqs = len(layout.sequences)
        self.n_nit_sot = layout.collected
        self.n_sit_sot = sum([taps == (-1,) for taps in layout.states])
        self.n_mit_sot = len(layout.states) - self.n_sit_sot
        self.as_while = layout.ends

    def make_node(self, steps: Any, *outer: Any) -> Apply:
        layout = self.layout
        kinds = []
        for out in self.inner_outputs[: len(layout.states) + layout.collected]:
            kinds.append(out.type.clone(broadcastable=(False, *out.type.broadcastable)))
        start = len(layout.states) + layout.collected
        kinds += [out.type for out in self.inner_outputs[start : start + layout.shared]]
        return Apply(self, [steps, *outer], [kind() for kind in kinds])

    def connection_pattern(self, node: Apply) -> list[list[bool]]:
        """Say which outputs depend on which inputs, over any number of steps; none on the number of steps."""
        count = len(node.outputs)
        return [[False] * count, *[list(row) for row in self._connected(len(node.inputs) - 1, count)]]

    def _connected(self, inputs: int, outputs: int) -> list[list[bool]]:
        """Return the pattern of one step, carried on by the states and shared values that later steps see."""
        layout = self.layout
        step = io_connection_pattern(self.inner_inputs, self.inner_outputs)
        taps = [*[len(t) for t in layout.sequences], *[len(t) for t in layout.states]]
        taps += [1] * (inputs - len(taps))
        rows, place = [], 0
        for width in taps:
            rows.append([any(row[k] for row in step[place : place + width]) for k in range(outputs)])
            place += width
        first = len(layout.sequences)
        states = [(first + k, k) for k in range(len(layout.states))]
        after = len(layout.states)
        states += [(first + after + k, after + layout.collected + k) for k in range(layout.shared)]
        for _ in states:
            for row in rows:
                for begin, end in states:
                    if row[end]:
                        row[:] = [old or carried for old, carried in zip(row, rows[begin])]
        return rows

    def mapped_inside(self, replacer: Callable[[Any], Any]) -> tuple[Scan, list[Any]] | None:
        """Return the loop whose steps have variables replaced, and what they need from outside besides."""
        from gnomon.theano.scan_module.mapping import inside_mapped

        layout = self.layout
        own = sum(map(len, [*layout.sequences, *layout.states]))
        found = inside_mapped(replacer, self.inner_inputs, self.inner_inputs[:own], self.inner_outputs)
        if found is None:
            return None
        outputs, more = found
        return Scan([*self.inner_inputs, *more], outputs, layout, self.name, self.profile), more

    def lower(self, node: Apply, steps: Any, *values: Any) -> Any:
        return _Loop(self, steps, values).results()

    def __str__(self) -> str:
        kind = "do_while" if self.layout.ends else "for"
        return f"{kind}{{cpu,{self.name or 'scan_fn'}}}"


class _Loop:
    """The expressions of one loop."""

    def __init__(self, op: Scan, steps: Any, values: Sequence[Any]) -> None:
        self.op, self.layout = op, op.layout
        layout = op.layout
        given = list(values)
        self.sequences = [given.pop(0) for _ in layout.sequences]
        self.initial = [given.pop(0) for _ in layout.states]
        self.shared = [given.pop(0) for _ in range(layout.shared)]
        self.constants = given
        self.steps = steps

    def results(self) -> list[Any]:
        """Return what the loop gives."""
        if self.layout.ends and self.layout.truncate > 0:
            return self._known().results()
        layout = self.layout
        last, ys = self._run()
        found = list(ys)
        if layout.ends:
            found = [y[: last[3]] for y in found]
        return [*found, *last[1]]

    def _run(self) -> tuple[Any, Any]:
        """Return what the loop carries at its end, and what its steps give."""
        layout, begin, length = self.layout, self._begin(), self._length()
        carry: tuple[Any, ...] = (begin, tuple(self.shared))
        if layout.ends:
            carry = (*carry, gn.asarray(True), gn.asarray(0))
        named = {"truncate": layout.truncate} if layout.truncate and layout.truncate > 0 else {}
        step = gn.remat(self._step) if layout.again else self._step
        found: tuple[Any, Any] = gn.scan(step, carry, self._rows(length), length=length, **named)
        return found

    def _known(self) -> _Loop:
        """Return the loop of as many steps as are made until its end: which are the last ones is known before gradients."""
        plain = self.layout._replace(truncate=-1)
        whole = _Loop(Scan(self.op.inner_inputs, self.op.inner_outputs, plain), self.steps, self._values())
        counted = self.layout._replace(ends=False)
        op = Scan(self.op.inner_inputs, self.op.inner_outputs[:-1], counted, self.op.name)
        return _Loop(op, gn.stop_gradient(whole.count()), self._values())

    def _values(self) -> list[Any]:
        return [*self.sequences, *self.initial, *self.shared, *self.constants]

    def count(self) -> Any:
        """Return the number of steps that a loop with an end makes."""
        return self._run()[0][3]

    def _length(self) -> Any:
        known = self.steps.contents
        if known is not None and known[0] is not None:
            return known[0]
        if self.layout.truncate > 0:
            return sizes_of([self.steps])[0]
        return gn.astype(self.steps, gn.int64)

    def _rows(self, length: Any) -> Any:
        """Return what each step sees of sequences: one array for each tap."""
        rows = []
        for sequence, taps in zip(self.sequences, self.layout.sequences):
            for tap in taps:
                start = first_place(tap, taps, self.layout.backwards)
                rows.append(_window(sequence, start, length, self.layout.backwards))
        return tuple(rows)

    def _begin(self) -> tuple[Any, ...]:
        """Return the states before the first step, the oldest first."""
        begin = []
        for initial, taps in zip(self.initial, self.layout.states):
            if taps == (-1,):
                begin.append((initial,))
            else:
                depth = -min(taps)
                begin.append(tuple([initial[place] for place in range(depth)]))
        return tuple(begin)

    def _step(self, carry: Any, rows: Any) -> Any:
        layout, op = self.layout, self.op
        states, shared = carry[0], carry[1]
        seen = list(rows)
        for held, taps in zip(states, layout.states):
            seen += [held[len(held) + tap] for tap in taps]
        known = dict(zip(op.inner_inputs, [*seen, *shared, *self.constants]))
        found = Lowering(known).of(op.inner_outputs)
        count = len(layout.states)
        inside = _names([*seen, *shared, *self.constants])
        fresh = [
            new if _names([new]) <= inside else of_sizes(new, held[-1].shape.dims)
            for held, new in zip(states, found)
        ]
        collected = found[count : count + layout.collected]
        updated = tuple(found[count + layout.collected : count + layout.collected + layout.shared])
        after = tuple([(*held[1:], new) for held, new in zip(states, fresh)])
        ys = (*fresh, *collected)
        if not layout.ends:
            return (after, updated), ys
        going, done = carry[2], carry[3]
        stop = gn.astype(found[-1], gn.bool)
        kept = gn.map_tree(lambda old, new: gn.where(going, new, old), (states, shared), (after, updated))
        return (*kept, gn.logical_and(going, gn.logical_not(stop)), done + gn.astype(going, gn.int64)), ys


def _names(values: Sequence[Any]) -> set[Any]:
    """Return the names in the sizes of arrays that only a run tells."""
    arrays = [value for value in values if isinstance(value, gn.Array)]
    sizes = [size for array in arrays for size in array.shape.dims if type(size) is Dim]
    return {symbol for size in sizes for symbol in size.symbols() if symbol.name is None}


def first_place(tap: int, taps: Sequence[int], backwards: bool) -> int:
    """Return which row a tap sees in the first step, counted from the end where the loop goes backwards.

    Taps count along the sequence as it lies: -1 is the row before, whichever way the steps go.
    """
    return max(0, *taps) - tap if backwards else tap - min(0, *taps)


def _window(sequence: Any, start: int, length: Any, backwards: bool) -> Any:
    """Return the rows of a sequence that a tap sees, step by step."""
    rows = gn.flip(sequence, axis=0) if backwards else sequence
    if isinstance(length, int) or not isinstance(length, gn.Array):
        same = start == 0 and length == sequence.shape.dims[0]
        return rows if same else rows[start : start + length]
    return rows[start : start + length]
