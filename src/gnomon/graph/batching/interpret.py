"""The interpreter: an expression of one row is carried out again for many rows, application by application."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from gnomon.graph.array import Application, Array
from gnomon.graph.batching.reasons import REASONS, UNEVEN
from gnomon.graph.batching.registry import Batch, Same, ops, rule_of
from gnomon.graph.batching.telling import sizes_in, with_sizes_first
from gnomon.graph.bodies import completed, through_body
from gnomon.graph.constants import as_array
from gnomon.graph.errors import BatchingError
from gnomon.graph.gradients.helpers import unnamed
from gnomon.graph.sites import written_at
from gnomon.graph.traversal import applications, substituted
from gnomon.graph.world import build
from gnomon.ops.bodies import Inexpressible
from gnomon.shapes import Dim, Shape, Size


class Lacking(NamedTuple):
    """A result that a body does not give."""

    name: str


Found = dict[Array, Array | Same | Lacking]
"""For arrays of one row what stands for them: arrays with the mapped axis in front, or `Same`."""


def carried(outputs: Sequence[Array], given: Mapping[Array, Any], size: Size) -> list[Array | Same]:
    """Return outputs for many rows, where ``given`` holds what differs: arrays with the mapped axis in front.

    What does not depend on those is `Same`: the very array of the expression.

    >>> from gnomon.graph.constants import symbol
    >>> import gnomon.graph.batching
    >>> x, w, many = symbol("x", (3,)), symbol("w", (3,)), symbol("many", ("batch", 3))
    >>> carried([ops.tanh(x * w)], {x: many}, many.shape[0])
    [tanh(many*w)]
    """
    walk = Walk(dict(given), size, {})
    walk.to(outputs)
    return [walk.result(output) for output in outputs]


class Walk:
    """A walk from batched inputs to outputs. ``sizes`` holds what sizes known only at run time have become."""

    def __init__(self, found: Found, size: Size, sizes: dict[Any, Size]) -> None:
        self.found = found
        self.size = size
        self.sizes = sizes

    def to(self, outputs: Sequence[Array]) -> None:
        """Carry out what outputs need."""
        found = self.found
        for application in with_sizes_first(list(applications(outputs, until=frozenset(found)))):
            stand = [(array, found[array]) for array in application.arrays() if array in found]
            steady = all(isinstance(result, Same) and result.array is array for array, result in stand)
            if steady and self.sizes.keys().isdisjoint(sizes_in(application.attributes.values())):
                continue
            if all(isinstance(result, Same) for _, result in stand):
                results: Sequence[Array | Same | Lacking] = self._again(application)
            else:
                results = self._rows(application)
            for output, result in zip(application.outputs, results):
                if output not in found:
                    found[output] = result

    def result(self, output: Array) -> Array | Same:
        """Return what stands for an array."""
        result = self.found.get(output, Same(output))
        if isinstance(result, Lacking):
            raise BatchingError(
                f"{result.name} cannot be mapped over an axis for its result number {output.index}, "
                f"of shape {output.shape}: {UNEVEN}",
                output.site,
            )
        return result

    def _again(self, application: Application) -> list[Same]:
        """Apply an operation to arrays that all rows share."""
        inputs = tuple([self._entry(entry)[0] for entry in application.inputs])
        attributes = self._renamed(application.attributes)
        made = build(application.op, inputs, attributes, application.site)
        results = _listed(made)
        for array, out in zip(results, application.outputs):
            self._note_sizes(array.shape.dims, out.shape.dims)
        return [Same(array) for array in results]

    def _rows(self, application: Application) -> Sequence[Array | Same | Lacking]:
        """Apply an operation to all rows: by its rule, or by the body that it has over simpler operations."""
        op = application.op
        inputs = application.inputs + (None,) * (op.arrays - len(application.inputs))
        attributes = self._renamed(completed(application))
        rule = rule_of(op)
        if rule is None:
            return self._through(application, inputs, attributes)
        entries = [self._entry(entry) for entry in inputs]
        row = _resized(application, self.sizes) if self.sizes else application
        batch = Batch(self.size, tuple([over for _, over in entries]), row, self.found)
        with written_at(application.site):
            made = rule(batch, *[array for array, _ in entries], **attributes)
            if made is NotImplemented:
                return self._through(application, inputs, attributes)
            results = _listed(made)
            if len(results) != len(application.outputs):
                raise AssertionError(f"the batching rule of {op.name} gives {len(results)} results")
            return [self._kept(op.name, a, out) for a, out in zip(results, application.outputs)]

    def _through(
        self, application: Application, inputs: tuple[Any, ...], attributes: dict[str, Any]
    ) -> list[Array | Same | Lacking]:
        if application.op.body is None:
            raise missing(application)
        given: Found = {array: self.found.get(array, Same(array)) for array in application.arrays()}
        with written_at(application.site):
            try:
                values = through_body(application, inputs, attributes)
            except Inexpressible as needed:
                raise BatchingError(
                    f"{application.op.name} is mapped only with {needed}", application.site
                ) from None
            inner = Walk(given, self.size, self.sizes)
            inner.to([value for value in values if value is not None])
            return [
                self._kept(application.op.name, value if value is None else inner.result(value), out)
                for value, out in zip(values, application.outputs)
            ]

    def _kept(self, name: str, result: Array | Same | None, out: Array) -> Array | Same | Lacking:
        """Hold a result against that of a single row; sizes that are results are the same for every row."""
        if result is not None:
            return self._fitted(name, result, out)
        if out.contents is None or None in out.contents:
            return Lacking(name)
        return Same(ops.cast(as_array(list(out.contents)), dtype=out.dtype))

    def _renamed(self, attributes: Mapping[str, Any]) -> dict[str, Any]:
        if not self.sizes:
            return dict(attributes)
        return {name: substituted(value, self.sizes) for name, value in attributes.items()}

    def _entry(self, entry: Any) -> tuple[Any, Any]:
        """Return an input as a rule takes it, and whether it has the mapped axis."""
        if entry is None:
            return None, False
        if not isinstance(entry, Array):
            pairs = [self._entry(array) for array in entry]
            return tuple([array for array, _ in pairs]), tuple([over for _, over in pairs])
        result = self.result(entry)
        return (result.array, False) if isinstance(result, Same) else (result, True)

    def _fitted(self, name: str, result: Array | Same, out: Array) -> Array | Same:
        """Hold a result against the shape of a single row; named sizes are those of the row."""
        same = isinstance(result, Same)
        array = result.array if isinstance(result, Same) else result
        wanted = out.shape.dims if same else (self.size, *out.shape.dims)
        have = array.shape.dims
        fits = len(have) == len(wanted) and all(
            a == b for a, b in zip(have, wanted) if type(a) is int and type(b) is int
        )
        if not fits or array.dtype is not out.dtype:
            raise AssertionError(
                f"the batching rule of {name} gives {array.shape} {array.dtype} "
                f"for {Shape(wanted)} {out.dtype}"
            )
        if have != wanted:
            if unnamed(out.shape):
                self._note_sizes(have, wanted)
            else:
                array = ops.broadcast_to(array, shape=wanted)
        return Same(array) if same else array

    def _note_sizes(self, have: Sequence[Size], wanted: Sequence[Size]) -> None:
        """Keep what sizes of a row that are known only at run time have become."""
        for a, b in zip(have, wanted):
            if isinstance(b, Dim) and b.atom is not None and a != b:
                self.sizes.setdefault(b.atom, a)


def missing(application: Application) -> BatchingError:
    """Return the error that tells why an operation cannot be carried out for many rows at once."""
    name = application.op.name
    reason = REASONS.get(name, "its rule is not written yet")
    return BatchingError(f"{name} cannot be mapped over an axis: {reason}", application.site)


def _listed(results: Any) -> list[Any]:
    return [results] if isinstance(results, (Array, Same)) else list(results)


def _resized(application: Application, sizes: Mapping[Any, Size]) -> Application:
    """Return an application of a single row in which sizes are those of the rows."""

    def again(entry: Any) -> Any:
        if isinstance(entry, Array):
            return Array(entry.shape.substitute(sizes), entry.dtype, site=entry.site)
        return None if entry is None else tuple([again(array) for array in entry])

    inputs = tuple([again(entry) for entry in application.inputs])
    row = Application(application.op, inputs, application.attributes, (), application.site)
    row.outputs = again(application.outputs)
    return row
