"""Loops in segments: gradients that go back through the last steps only, or keep little and compute the rest anew."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gnomon import ops
from gnomon.graph.array import Array, Input
from gnomon.graph.constants import as_array
from gnomon.graph.control.scanning import scanned
from gnomon.graph.errors import ArgumentError
from gnomon.graph.inner import Inner, frozen, standing_for, tracing
from gnomon.graph.sites import user_site
from gnomon.graph.world import build
from gnomon.shapes import Dim, Shape, Size, maximum


def in_segments(
    inner: Inner,
    carries: Sequence[Array],
    sequences: Sequence[Array],
    invariants: Sequence[Array],
    length: Size | None,
    reverse: bool,
    *,
    truncate: Any,
    checkpoint: Any,
) -> list[Array]:
    """Return the results of a loop; gradients stop before the last ``truncate`` steps."""
    for name, value in (("truncate", truncate), ("checkpoint", checkpoint)):
        known = isinstance(value, Dim) or (isinstance(value, int) and value > 0)
        if value is not None and (not known or value is True):
            raise ArgumentError(f"scan: {name} is a positive whole number, not {value!r}", user_site())
    whole = sequences[0].shape.dims[0] if length is None else length
    segments = Segments(inner, invariants, reverse)
    if truncate is None:
        return segments.recomputed(carries, sequences, whole, checkpoint)
    early = maximum(whole - truncate, 0)
    if early == 0:
        return segments.recomputed(carries, sequences, whole, checkpoint)
    before, rest = segments.split(sequences, whole, early)
    first = [ops.stop_gradient(array) for array in segments.run(carries, before, early)]
    last = first[: len(carries)]
    if isinstance(early, Dim):  # perhaps 0, and then a gradient reaches the first carries
        last = list(ops.cond(as_array(early) > 0, tuple(last), tuple(carries)))
    if checkpoint is None:
        second = segments.run(last, rest, whole - early)
    else:
        second = segments.recomputed(last, rest, whole - early, checkpoint)
    return segments.joined(len(carries), first, second, whole)


class Segments:
    """The parts of a loop over one inner graph."""

    def __init__(self, inner: Inner, invariants: Sequence[Array], reverse: bool) -> None:
        self.inner = inner
        self.invariants = list(invariants)
        self.reverse = reverse

    def run(self, carries: Sequence[Array], sequences: Sequence[Array], length: Size) -> list[Array]:
        """Return the results of some steps."""
        return scanned(self.inner, carries, sequences, self.invariants, length, None, self.reverse)

    def split(self, sequences: Sequence[Array], whole: Size, early: Size) -> tuple[list[Array], list[Array]]:
        """Return the entries of the first steps, and those of the others."""
        if self.reverse:
            place = whole - early
            return [_part(x, place, whole) for x in sequences], [_part(x, 0, place) for x in sequences]
        return [_part(x, 0, early) for x in sequences], [_part(x, early, whole) for x in sequences]

    def joined(
        self, carries: int, first: Sequence[Array], second: Sequence[Array], whole: Size
    ) -> list[Array]:
        """Return the results of two parts as those of one loop."""
        pairs = list(zip(first[carries:], second[carries:]))
        if self.reverse:
            pairs = [(b, a) for a, b in pairs]
        ys = [ops.concat(pair, axis=0) for pair in pairs]
        return [*second[:carries], *[_sized(y, whole) for y in ys]]

    def recomputed(
        self, carries: Sequence[Array], sequences: Sequence[Array], whole: Size, count: int | None
    ) -> list[Array]:
        """Return the results of a loop that keeps the carries at the beginning of each segment, if there are some."""
        if count is None:
            return self.run(carries, sequences, whole)
        steps = maximum(whole // count, 0)
        main = count * steps
        begun, rest = self.split(sequences, whole, main)
        rows = [ops.reshape(x, shape=(count, steps, *x.shape.dims[1:])) for x in begun]
        given = [standing_for(array) for array in carries]
        parts = [standing_for(row, entry=True) for row in rows]
        others = [standing_for(array) for array in self.invariants]
        with tracing() as made:
            results = scanned(self.inner, given, parts, others, steps, None, self.reverse)
        segment, _ = frozen([*given, *parts, *others], results, made)
        results = scanned(_called(segment), carries, rows, self.invariants, count, None, self.reverse)
        held = len(carries)
        ys = [ops.reshape(y, shape=(main, *y.shape.dims[2:])) for y in results[held:]]
        if whole == main:
            return [*results[:held], *[_sized(y, whole) for y in ys]]
        second = self.run(results[:held], rest, whole - main)
        return self.joined(held, [*results[:held], *ys], second, whole)


def _called(segment: Inner) -> Inner:
    """Return the graph that calls another one."""
    given: list[Input] = [standing_for(array) for array in segment.inputs]
    with tracing() as made:
        results = build(ops.call, (tuple(given),), {"inner": segment}, user_site())
    return frozen(given, results, made)[0]


def _part(x: Array, start: Size, stop: Size) -> Array:
    return ops.narrow(x, axis=0, start=start, length=stop - start)  # type: ignore[no-any-return]


def _sized(x: Array, size: Size) -> Array:
    """Give the first axis its size by the name that it has."""
    if x.shape.dims[0] == size:
        return x
    return ops.broadcast_to(x, shape=Shape((size, *x.shape.dims[1:])).dims)  # type: ignore[no-any-return]
