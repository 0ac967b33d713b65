"""Inner graphs: what a loop computes in each step, frozen, with all that it depends on among its inputs."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from gnomon.graph.array import Application, Array, Constant, Input, SizeArray
from gnomon.shapes import Dim, Shape

if TYPE_CHECKING:
    from gnomon.shapes import Claim


class Inner:
    """A graph from ``inputs`` to ``outputs`` that uses nothing else than scalars. It hashes by identity.

    Each input has the shape, the dtype and the known contents of what is given for it; a size of the same name is
    the same size as outside.
    """

    __slots__ = ("__weakref__", "_guards", "_order", "inputs", "outputs")

    def __init__(self, inputs: Sequence[Input], outputs: Sequence[Array]) -> None:
        self.inputs = tuple(inputs)
        self.outputs = tuple(outputs)
        self._order: tuple[Application, ...] | None = None
        self._guards: tuple[Claim, ...] | None = None

    @property
    def order(self) -> tuple[Application, ...]:
        """Each application, after those that it needs."""
        if self._order is None:
            self._order = tuple(ordered(self.outputs, self.inputs))
        return self._order

    @property
    def guards(self) -> tuple[Claim, ...]:
        """What is claimed of sizes that are known outside, before the first step."""
        if self._guards is None:
            inside = _born(self.order, self.inputs)
            claims = [claim for application in self.order for claim in application.guards]
            self._guards = tuple(
                [claim for claim in dict.fromkeys(claims) if inside.isdisjoint(_symbols(claim.sizes()))]
            )
        return self._guards

    def __reduce__(self) -> tuple[Any, ...]:
        return (Inner, (self.inputs, self.outputs))

    def __repr__(self) -> str:
        from gnomon.graph.loop_text import inner_text

        return inner_text(self)


def _symbols(sizes: Iterable[Any]) -> Iterator[Any]:
    for size in sizes:
        if isinstance(size, Dim):
            yield from size.symbols()


def _born(order: Iterable[Application], inputs: Iterable[Array]) -> set[Any]:
    """Return the names of sizes that come to be in a step: those without a name that no input has."""
    sizes = [size for application in order for out in application.outputs for size in out.shape.dims]
    given = set(_symbols(size for array in inputs for size in array.shape.dims))
    return {symbol for symbol in _symbols(sizes) if symbol.name is None and symbol not in given}


def needs(application: Application) -> tuple[Array, ...]:
    """Each array that an application needs, those among its attributes included."""
    return application.needed()


def ordered(outputs: Iterable[Array], ends: Iterable[Array] = ()) -> list[Application]:
    """Return the applications that outputs need, each after those it needs; nothing behind ``ends``."""
    found: dict[Application, None] = {}
    known = set(ends)
    for output in outputs:
        waiting = [output]
        while waiting:
            array = waiting[-1]
            application = array.application
            if array in known or application is None or application in found:
                waiting.pop()
                continue
            missing = [
                part
                for part in needs(application)
                if part not in known and part.application is not None and part.application not in found
            ]
            if missing:
                waiting.extend(missing)
                continue
            found[application] = None
            waiting.pop()
    return list(found)


TRACES: list[set[Application]] = []
"""What was applied since each body that is being traced began."""


@contextmanager
def tracing() -> Iterator[set[Application]]:
    """Gather the applications that are made meanwhile."""
    made: set[Application] = set()
    TRACES.append(made)
    try:
        yield made
    finally:
        TRACES.pop()
        if TRACES:
            TRACES[-1].update(made)


def frozen(
    inputs: Sequence[Input],
    outputs: Sequence[Array],
    made: Collection[Application] = (),
    stands: Mapping[Array, Input] | None = None,
    *,
    whole: bool = False,
) -> tuple[Inner, list[Array]]:
    """Return the inner graph of outputs, and the arrays from outside that it takes after ``inputs``.

    Inputs may stand for expressions (``stands``), which are then not computed inside.
    """
    (inner,), outer = frozen_together(inputs, [outputs], made, stands, whole=whole)
    return inner, outer


def frozen_together(
    inputs: Sequence[Input],
    rows: Sequence[Sequence[Array]],
    made: Collection[Application] = (),
    stands: Mapping[Array, Input] | None = None,
    *,
    whole: bool = False,
) -> tuple[list[Inner], list[Array]]:
    """Freeze several rows of outputs with the same inputs and the same arrays from outside.

    An expression that does not depend on the inputs is an input of its own. Of those ``made`` by the body, one of
    scalars and sizes alone, such as zeros of some shape, is kept inside; with ``whole`` all of them are.
    """
    known: dict[Array, Array] = {**{array: array for array in inputs}, **(stands or {})}
    order = ordered([output for row in rows for output in row], known)
    moving: set[Array] = set(known)
    bare: set[Array] = set()
    for application in order:
        parts = list(needs(application))
        if any(part in moving for part in parts) or (whole and application in made):
            moving.update(application.outputs)
        elif application in made and all(part in bare or _plain(part) for part in parts):
            bare.update(application.outputs)
    lifted: dict[Array, Input] = {}

    def entry(array: Array) -> Array:
        found = known.get(array)
        if found is None:
            if _plain(array):
                found = array
            else:
                found = _repeated(array)
                if found is None:
                    found = lifted[array] = standing_for(array)
            known[array] = found
        return found

    for application in order:
        if application.outputs[0] in moving or application.outputs[0] in bare:
            for old, new in zip(application.outputs, copied(application, entry)):
                known.setdefault(old, new)
    results = [[entry(output) for output in row] for row in rows]
    given = [*inputs, *lifted.values()]
    return [Inner(given, row) for row in results], list(lifted)


def _plain(array: Array) -> bool:
    """Say whether an array stays inside: a number, or a size that no array has to tell."""
    if isinstance(array, SizeArray):
        return array.application is not None and not array.application.tellers
    return isinstance(array, Constant) and not array.ndim


def _repeated(array: Array) -> Array | None:
    """Return a constant that is one number everywhere as that number spread, which laws and kernels see through."""
    from gnomon import ops
    from gnomon.graph.constants import as_array
    from gnomon.graph.rewrites.numbers import uniform

    number = uniform(array) if isinstance(array, Constant) else None
    if number is None:
        return None
    one = as_array(number)
    made = Application(ops.broadcast_to, (one,), {"shape": array.shape.dims}, (), array.site)
    made.outputs = (
        Array(array.shape, array.dtype, application=made, index=0, name=array.name, site=array.site),
    )
    return made.outputs[0]


class WeakInput(Input):
    """An input that takes part in expressions as a Python number does."""

    __slots__ = ()
    weak = True


def standing_for(array: Array, *, entry: bool = False, name: str | None = None) -> Input:
    """Return an input for an array, or for one entry of it along its first axis."""
    shape = Shape(array.shape.dims[1:]) if entry else array.shape
    contents = None if entry else array.contents
    kind = WeakInput if isinstance(array, (WeakInput, SizeArray)) else Input
    return kind(shape, array.dtype, contents=contents, name=name or array.name, site=array.site)


def copied(application: Application, entry: Callable[[Array], Array]) -> tuple[Array, ...]:
    """Return the results of an application to other arrays of the same shapes and dtypes."""
    inputs = tuple([_mapped(part, entry) for part in application.inputs])
    attributes = {key: _mapped(value, entry) for key, value in application.attributes.items()}
    if all(entry(part) is part for part in needs(application)):
        return application.outputs
    made = Application(application.op, inputs, attributes, application.guards, application.site)
    made.outputs = tuple(
        [
            Array(
                out.shape,
                out.dtype,
                application=made,
                index=out.index,
                contents=out.contents,
                name=out.name,
                site=out.site,
            )
            for out in application.outputs
        ]
    )
    made.tellers = tuple([entry(array) for array in application.tellers])
    return made.outputs


def _mapped(value: Any, entry: Callable[[Array], Array]) -> Any:
    if isinstance(value, Array):
        return entry(value)
    if type(value) in (tuple, list):
        return type(value)([_mapped(part, entry) for part in value])
    if type(value) is slice:
        return slice(*[_mapped(part, entry) for part in (value.start, value.stop, value.step)])
    return value


def unfolded(inner: Inner, arrays: Sequence[Array]) -> list[Array]:
    """Return the outputs of an inner graph written out over given arrays."""
    made: dict[Array, Array] = dict(zip(inner.inputs, arrays, strict=True))
    for application in inner.order:
        for old, new in zip(application.outputs, copied(application, lambda part: made.get(part, part))):
            made.setdefault(old, new)
    return [made.get(output, output) for output in inner.outputs]


def trimmed(inner: Inner, arrays: Sequence[Array], *, held: int = 0) -> tuple[Inner, list[Array], list[int]]:
    """Leave out inputs that nothing uses, and what is given for them, but for the first ``held``.

    Also return the places of the inputs that are left.
    """
    used = {part for application in inner.order for part in needs(application)} | set(inner.outputs)
    places = [k for k, array in enumerate(inner.inputs) if k < held or array in used]
    return Inner([inner.inputs[k] for k in places], inner.outputs), [arrays[k] for k in places], places


def sources(inner: Inner) -> list[set[int]]:
    """Return for each output the places of the inputs that it depends on."""
    known: dict[Array, set[int]] = {array: {k} for k, array in enumerate(inner.inputs)}
    for application in inner.order:
        found: set[int] = set().union(*[known.get(array, ()) for array in needs(application)])
        for out in application.outputs:
            known[out] = found
    return [known.get(output, set()) for output in inner.outputs]


def closed(first: Iterable[int], steps: Sequence[Collection[int]]) -> set[int]:
    """Return what can be reached: ``steps[k]`` are the neighbours of k."""
    found: set[int] = set()
    waiting = list(first)
    while waiting:
        k = waiting.pop()
        if k not in found:
            found.add(k)
            waiting += [j for j in steps[k] if j not in found]
    return found
