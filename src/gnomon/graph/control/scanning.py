"""Loops with a known number of steps: `scan`, and what is made of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from gnomon import ops
from gnomon.graph.array import Array
from gnomon.graph.constants import as_array, named_size
from gnomon.graph.control.tracing import Carries, check_callable
from gnomon.graph.errors import ArgumentError
from gnomon.graph.inner import Inner, WeakInput, frozen, standing_for, tracing
from gnomon.graph.sites import user_site
from gnomon.graph.trees import flatten, flatten_with_paths, unflatten
from gnomon.graph.world import build, create
from gnomon.shapes import Dim, Size, dtypes

Body = Callable[[Any, Any], tuple[Any, Any]]


def scan(
    body: Body,
    carry: Any,
    xs: Any = None,
    length: Any = None,
    reverse: bool = False,
    *,
    truncate: Any = None,
    checkpoint: int | None = None,
) -> tuple[Any, Any]:
    """Carry arrays through a loop: ``carry, y = body(carry, x)`` for each entry of ``xs``; return carry and ys.

    ``carry`` and ``xs`` are arrays or trees of them (tuples, dicts, dataclasses); the ys are stacked along a new
    first axis. A carry keeps its shape and dtype; one given as a Python number takes the dtype that it becomes.
    Without ``xs``, ``length`` says how many steps there are: a number, a size, or an integer array. With
    ``reverse`` the loop goes from the last entry to the first.

    The body is called once, with symbols: what it prints appears once, and its ``if`` cannot ask for values
    (`cond` chooses). Gradients go back through all steps; ``truncate=k`` goes back through the last k only.
    ``checkpoint=n`` keeps carries at the beginnings of n segments for it, and computes the rest anew.

    >>> import gnomon as gn
    >>> last, sums = gn.scan(lambda total, x: (total + x, total + x), 0, gn.asarray([1, 2, 3, 4]))
    >>> last, sums
    (array(10, dtype=int64), array([ 1,  3,  6, 10], dtype=int64))
    """
    check_callable("scan", body=body)
    return looped(body, Carries(carry, "scan"), xs, length, reverse, truncate, checkpoint)


def looped(
    body: Body,
    carries: Carries,
    xs: Any = None,
    length: Any = None,
    reverse: bool = False,
    truncate: Any = None,
    checkpoint: int | None = None,
    *,
    numbered: bool = False,
) -> tuple[Any, Any]:
    """Trace the body of a loop, and return the last carries and the ys.

    With ``numbered`` the entries of ``xs`` take part in the body as Python numbers do.
    """
    loop = carries.loop
    pairs, form = flatten_with_paths(xs)
    sequences = [as_array(leaf) for _, leaf in pairs]
    names = [f"{x.name or 'x' + path}[t]" for (path, _), x in zip(pairs, sequences)]
    steps, count = counted(length, loop, bool(sequences))
    for _ in carries.tries:
        given = carries.inputs()
        rows = [standing_for(x, entry=True, name=name) for x, name in zip(sequences, names) if x.ndim]
        if len(rows) < len(sequences):
            x = next(x for x in sequences if not x.ndim)
            raise ArgumentError(f"{loop}: {x} has no axis to step along", user_site())
        if numbered:
            rows = [WeakInput(row.shape, row.dtype, name="i", site=row.site) for row in rows]
        with tracing() as made:
            result: Any = body(carries.tree(given), unflatten(form, rows))
            if not isinstance(result, tuple) or len(result) != 2:
                raise ArgumentError(
                    f"{loop}: the body should return a pair of carry and y, not {type(result).__name__}",
                    user_site(),
                    "return (carry, None) where nothing is to be stacked",
                )
            after = carries.next(result[0])
            ends, stacked = flatten(result[1])
            ys = [as_array(end) for end in ends]
        if carries.settled(after):
            break
    inner, outer = frozen([*given, *rows], [*after, *ys], made)
    if truncate is not None or checkpoint is not None:
        from gnomon.graph.control.segments import in_segments

        if count is not None:
            raise ArgumentError(
                f"{loop}: truncate and checkpoint need a number of steps that is a size, not an array",
                user_site(),
            )
        results = in_segments(
            inner,
            carries.beginning(),
            sequences,
            outer,
            steps,
            reverse,
            truncate=truncate,
            checkpoint=checkpoint,
        )
    else:
        results = scanned(inner, carries.beginning(), sequences, outer, steps, count, reverse)
    held = len(given)
    return carries.tree(results[:held]), unflatten(stacked, results[held:])


def scanned(
    inner: Inner,
    carries: Sequence[Array],
    sequences: Sequence[Array],
    invariants: Sequence[Array],
    length: Size | None = None,
    count: Array | None = None,
    reverse: bool = False,
) -> list[Array]:
    """Return the results of a loop over an inner graph."""
    attributes = {
        "inner": inner,
        "carries": len(carries),
        "sequences": len(sequences),
        "length": length,
        "reverse": bool(reverse),
    }
    inputs: tuple[Any, ...] = ((*carries, *sequences, *invariants),)
    return list(build(ops.scan, inputs if count is None else (*inputs, count), attributes, user_site()))


def counted(length: Any, loop: str, told: bool) -> tuple[Size | None, Array | None]:
    """Return a number of steps as a size, or as an array where only a run tells it."""
    if length is None:
        if not told:
            raise ArgumentError(
                f"{loop}: how many steps are there?", user_site(), "give sequences, or length=..."
            )
        return None, None
    if isinstance(length, str):
        return named_size(length), None
    if isinstance(length, Dim) or (isinstance(length, int) and not isinstance(length, bool)):
        return length, None
    array = as_array(length)
    if array.ndim or array.dtype.kind not in ("int", "uint"):
        raise ArgumentError(
            f"{loop}: length is a whole number, but {array!r} is {array.shape} {array.dtype}", user_site()
        )
    known = array.contents[0] if array.contents else None
    return (None, array) if known is None else (known, None)


def map(function: Callable[[Any], Any], xs: Any) -> Any:
    """Apply a function to each entry of arrays along their first axis, one after the other; stack the results.

    >>> import gnomon as gn
    >>> gn.map(lambda x: x * x, gn.asarray([1, 2, 3]))
    array([1, 4, 9], dtype=int64)
    """
    check_callable("map", function=function)
    return scan(lambda carry, x: (carry, function(x)), None, xs)[1]


def fori_loop(lower: Any, upper: Any, body: Callable[[Any, Any], Any], carry: Any) -> Any:
    """Return what ``for i in range(lower, upper): carry = body(i, carry)`` makes of a carry.

    The bounds are numbers, sizes or integer arrays; ``i`` takes part in expressions as a Python number does.

    >>> import gnomon as gn
    >>> gn.fori_loop(0, 10, lambda i, total: total + i, 0)
    array(45, dtype=int64)
    """
    check_callable("fori_loop", body=body)
    begin, end = (_bound(bound) for bound in (lower, upper))
    if isinstance(begin, Array) or isinstance(end, Array):
        return _counting(begin, ops.maximum(end - begin, 0), body, carry)
    numbers = create(ops.arange, start=begin, stop=end, step=1, dtype=dtypes.int64)
    carries = Carries(carry, "fori_loop")
    return looped(lambda values, i: (body(i, values), None), carries, numbers, numbered=True)[0]


def _counting(begin: Any, steps: Array, body: Callable[[Any, Any], Any], carry: Any) -> Any:
    """Carry the number of the step, where only a run tells the bounds."""

    def step(state: tuple[Any, Any], _: None) -> tuple[Any, None]:
        i, values = state
        return (i + 1, body(i, values)), None

    first = ops.cast(as_array(begin), dtype=dtypes.int64)
    carries = Carries((first, carry), "fori_loop", counter=True)
    return looped(step, carries, None, steps)[0][1]


def _bound(bound: Any) -> Any:
    """Return a bound of a loop as a size, or as an array where only a run tells it."""
    size, array = counted(bound, "fori_loop", True)
    return array if size is None else size
