"""Control flow: loops over inner graphs, and a choice between expressions.

An inner graph (`gnomon.graph.inner.Inner`) has ``inputs``, ``outputs`` and ``guards``; everything that it depends
on is among the arrays of the operation, in the order of its inputs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from gnomon.ops.record import op
from gnomon.ops.rule import Array, Out, Rule
from gnomon.shapes import AtLeast, Dim, Shape, Size


@op(dtype="none")
def scan(
    arrays: Sequence[Array],
    count: Array | None,
    *,
    inner: Any,
    carries: int,
    sequences: int,
    length: Size | None = None,
    reverse: bool = False,
) -> Any:
    """Carry arrays through a loop: ``carry, y = body(carry, x)`` for each x of some sequences.

    ``arrays`` are the first carries, the sequences and what each step uses besides (invariants); the inner graph
    takes carries, one entry of each sequence, invariants, and gives the next carries and the ys. The results
    are the last carries and the stacked ys. ``length`` counts the steps, or the array ``count`` does where it is
    known at a run only; ``reverse`` goes from the last entries to the first.
    """


@scan.shape
def _(
    r: Rule,
    arrays: Sequence[Array],
    count: Array | None,
    *,
    inner: Any,
    carries: int,
    sequences: int,
    length: Size | None,
    reverse: bool,
) -> tuple[Out, ...]:
    steps = _steps(r, arrays[carries : carries + sequences], length)
    if count is not None:
        _one(r, count, "the number of steps", ("int", "uint"))
    _fits(r, arrays, inner, range(carries, carries + sequences))
    for k in range(carries):
        _stable(r, inner.inputs[k], inner.outputs[k])
    for claim in inner.guards:
        r.require(claim, "broadcast", "{op}: {what} does not hold inside of a step", what=claim)
    known = _names(inner.inputs)
    results = [Out(x.shape, x.dtype) for x in arrays[:carries]]
    rows = r.fresh() if steps is None else steps
    for y in inner.outputs[carries:]:
        if not _names([y]) <= known:
            r.refute(
                "stack-shape",
                "{op}: the steps cannot be stacked: {y} is {y.shape}, which may differ from step to step",
                blame=y,
                help="give it one size in all steps, for example with a mask in place of a selection",
                y=y,
            )
        results.append(Out(Shape((rows, *y.shape.dims)), y.dtype))
    return tuple(results)


def _steps(r: Rule, sequences: Sequence[Array], length: Size | None) -> Size | None:
    """Return the number of steps, which all sequences agree about."""
    first: Array | None = None
    for x in sequences:
        if not x.shape.rank:
            r.refute("rank", "{op}: {x} has no axis to step along", blame=x, x=x)
        size = x.shape.dims[0]
        if length is None:
            first, length = x, size
        elif first is None:
            message = "{op}: {x} is {x.shape}, with {size} entries, but there are {length} steps"
            r.equal(length, size, "broadcast", message, blame=x, x=x, size=size, length=length)
        else:
            message = (
                "{op}: the sequences differ: {y} is {y.shape} with {length}, {x} is {x.shape} with {size}"
            )
            r.equal(length, size, "broadcast", message, blame=x, x=x, y=first, size=size, length=length)
    if length is not None and first is None:
        r.require(AtLeast(length, 0), "broadcast", "{op}: the number of steps is {length}", length=length)
    return length


def _fits(r: Rule, arrays: Sequence[Array], inner: Any, sequences: range) -> None:
    """Require that an inner graph takes these arrays."""
    for k, (x, one) in enumerate(zip(arrays, inner.inputs, strict=True)):
        dims = x.shape.dims[1:] if k in sequences else x.shape.dims
        message = "{op}: {x} is {x.shape} {dtype}, but a step takes {want} {one.dtype}"
        fields: dict[str, Any] = {"blame": x, "x": x, "dtype": x.dtype, "one": one, "want": one.shape}
        if len(dims) != len(one.shape.dims) or x.dtype is not one.dtype:
            r.refute("carry", message, **fields)
        for a, b in zip(dims, one.shape.dims):
            r.equal(a, b, "carry", message, **fields)


def _stable(r: Rule, before: Array, after: Array) -> None:
    """Require that a carry has the same shape and dtype after a step."""
    message = "{op}: {before} is {before.shape} {before.dtype} before a step, but {after.shape} {after.dtype} after it"
    help = "a carry keeps its {what}: begin with a carry of the {what} that a step gives, or make the step keep it"
    fields: dict[str, Any] = {"blame": before, "before": before, "after": after}
    if before.shape.rank != after.shape.rank:
        r.refute("carry", message, help=help, what="shape", **fields)
    for a, b in zip(before.shape.dims, after.shape.dims):
        r.equal(a, b, "carry", message, help=help, what="shape", **fields)
    if before.dtype is not after.dtype:
        r.refute("dtype", message, help=help, what="dtype", **fields)


def _one(r: Rule, x: Array, what: str, kinds: tuple[str, ...]) -> None:
    if x.shape.rank != 0:
        r.refute(
            "rank",
            "{op}: {what} should be a single value, but {x} is {x.shape}",
            blame=x,
            help="any() or all() make one truth value of many; where() chooses entry by entry",
            x=x,
            what=what,
        )
    if x.dtype is not None and x.dtype.kind not in kinds:
        r.refute("dtype", "{op}: {what} cannot be {x.dtype}: {x}", blame=x, x=x, what=what)


def _names(arrays: Iterable[Array]) -> set[Any]:
    """Return the names in the sizes of arrays that a run may give anew in each step."""
    sizes = [size for array in arrays for size in array.shape.dims if type(size) is Dim]
    return {symbol for size in sizes for symbol in size.symbols() if symbol.name is None}


_TRUTH = ("bool", "int", "uint", "float")


@op(dtype="none")
def while_loop(
    arrays: Sequence[Array], *, condition: Any, body: Any, carries: int, max_steps: Size | None = None
) -> Any:
    """Carry arrays through a loop as long as a condition holds: ``while condition(carry): carry = body(carry)``.

    ``arrays`` are the first carries and invariants; both inner graphs take all of them. The results are the last
    carries. After ``max_steps`` steps the loop ends in any case.
    """


@while_loop.shape
def _(
    r: Rule, arrays: Sequence[Array], *, condition: Any, body: Any, carries: int, max_steps: Size | None
) -> tuple[Out, ...]:
    none = range(0)
    _fits(r, arrays, condition, none)
    _fits(r, arrays, body, none)
    _one(r, condition.outputs[0], "the condition", _TRUTH)
    for before, after in zip(body.inputs, body.outputs):
        _stable(r, before, after)
    for claim in (*condition.guards, *body.guards):
        r.require(claim, "broadcast", "{op}: {what} does not hold inside of a step", what=claim)
    return tuple([Out(x.shape, x.dtype) for x in arrays[:carries]])


@op(dtype="none")
def cond(predicate: Array, then: Sequence[Array], otherwise: Sequence[Array]) -> Any:
    """Choose one of two rows of arrays by one truth value; what only the other one needs is not computed.

    >>> from gnomon.ops.sketch import array
    >>> cond(array(dtype="bool"), [array(2, 3)], [array(2, 3)])
    (array(2, 3),)
    """


@cond.shape
def _(r: Rule, predicate: Array, then: Sequence[Array], otherwise: Sequence[Array]) -> tuple[Out, ...]:
    _one(r, predicate, "the condition", _TRUTH)
    if len(then) != len(otherwise):
        message = "{op}: one branch gives {first} arrays, the other {second}"
        r.refute("carry", message, first=len(then), second=len(otherwise))
    return tuple([_alike(r, x, y) for x, y in zip(then, otherwise)])


def _alike(r: Rule, x: Array, y: Array) -> Out:
    message = "{op}: the branches differ: {x} is {x.shape} {x.dtype}, {y} is {y.shape} {y.dtype}"
    fields: dict[str, Any] = {"blame": y, "x": x, "y": y}
    if x.shape.rank != y.shape.rank:
        r.refute("carry", message, **fields)
    for a, b in zip(x.shape.dims, y.shape.dims):
        r.equal(a, b, "carry", message, **fields)
    if x.dtype is not y.dtype:
        r.refute("dtype", message, **fields)
    return Out(x.shape, x.dtype)


@op(dtype="none")
def branch(predicate: Array, arrays: Sequence[Array], *, then: Any, otherwise: Any) -> Any:
    """Run one of two inner graphs by one truth value: what `cond` becomes once it is known what is needed where."""


@branch.shape
def _(r: Rule, predicate: Array, arrays: Sequence[Array], *, then: Any, otherwise: Any) -> tuple[Out, ...]:
    _one(r, predicate, "the condition", _TRUTH)
    _fits(r, arrays, then, range(0))
    _fits(r, arrays, otherwise, range(0))
    return tuple([_alike(r, x, y) for x, y in zip(then.outputs, otherwise.outputs)])


@op(dtype="none")
def call(arrays: Sequence[Array], *, inner: Any, again: bool = False) -> Any:
    """Run an inner graph once, apart from what is around it: its steps are computed anew where a gradient needs them.

    Where it does compute something ``again``, it is not merged with equal expressions.
    """


@call.shape
def _(r: Rule, arrays: Sequence[Array], *, inner: Any, again: bool) -> tuple[Out, ...]:
    _fits(r, arrays, inner, range(0))
    for claim in inner.guards:
        r.require(claim, "broadcast", "{op}: {what} does not hold", what=claim)
    return tuple([Out(x.shape, x.dtype) for x in inner.outputs])
