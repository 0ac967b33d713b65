"""The interpreter: an expression of one row is carried out again for many rows, application by application."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gnomon.graph.array import Application, Array
from gnomon.graph.batching.reasons import REASONS
from gnomon.graph.batching.registry import Batch, Same, body_of, ops, rule_of
from gnomon.graph.bodies import completed
from gnomon.graph.errors import BatchingError
from gnomon.graph.gradients.helpers import unnamed
from gnomon.graph.sites import written_at
from gnomon.graph.traversal import applications
from gnomon.graph.world import build
from gnomon.shapes import Size

Found = dict[Array, Array | Same]
"""For arrays of one row what stands for them: arrays with the mapped axis in front, or `Same`."""


def carried(outputs: Sequence[Array], given: Mapping[Array, Array | Same], size: Size) -> list[Array | Same]:
    """Return outputs for many rows, where ``given`` holds what differs: arrays with the mapped axis in front.

    What does not depend on those is `Same`: the very array of the expression.

    >>> from gnomon.graph.constants import symbol
    >>> import gnomon.graph.batching
    >>> x, w, many = symbol("x", (3,)), symbol("w", (3,)), symbol("many", ("batch", 3))
    >>> carried([ops.tanh(x * w)], {x: many}, many.shape[0])
    [tanh(many*w)]
    """
    found: Found = dict(given)
    for application in applications(outputs, until=found.keys()):
        arrays = [array for array in application.arrays() if array in found]
        if not arrays:
            continue
        if all(isinstance(found[array], Same) for array in arrays):
            results: list[Array | Same] = [*_again(application, found)]
        else:
            results = _rows(application, found, size)
        for output, result in zip(application.outputs, results):
            if output not in found:
                found[output] = result
    return [found.get(output, Same(output)) for output in outputs]


def _again(application: Application, found: Found) -> list[Same]:
    """Apply an operation to arrays that all rows share."""
    inputs = tuple([_entry(entry, found)[0] for entry in application.inputs])
    made = build(application.op, inputs, application.attributes, application.site)
    return [Same(array) for array in _listed(made)]


def _rows(application: Application, found: Found, size: Size) -> list[Array | Same]:
    """Apply an operation to all rows: by its rule, or by the body that it has over simpler operations."""
    op = application.op
    inputs = application.inputs + (None,) * (op.arrays - len(application.inputs))
    attributes = completed(application)
    rule = rule_of(op)
    if rule is None:
        return _through(application, inputs, attributes, found, size)
    entries = [_entry(entry, found) for entry in inputs]
    batch = Batch(size, tuple([over for _, over in entries]), application)
    with written_at(application.site):
        results = _listed(rule(batch, *[array for array, _ in entries], **attributes))
        if len(results) != len(application.outputs):
            raise AssertionError(f"the batching rule of {op.name} gives {len(results)} results")
        return [_fitted(op.name, result, out, size) for result, out in zip(results, application.outputs)]


def _through(
    application: Application, inputs: tuple[Any, ...], attributes: dict[str, Any], found: Found, size: Size
) -> list[Array | Same]:
    body = body_of(application.op)
    if body is None:
        raise missing(application)
    given = {array: found[array] for array in application.arrays() if array in found}
    for array in application.arrays():
        given.setdefault(array, Same(array))
    with written_at(application.site):
        values = _listed(body(*inputs, **attributes))
        return carried(values, given, size)


def missing(application: Application) -> BatchingError:
    """Return the error that tells why an operation cannot be carried out for many rows at once."""
    name = application.op.name
    reason = REASONS.get(name, "its rule is not written yet")
    return BatchingError(f"{name} cannot be mapped over an axis: {reason}", application.site)


def _entry(entry: Any, found: Found) -> tuple[Any, Any]:
    """Return an input as a rule takes it, and whether it has the mapped axis."""
    if entry is None:
        return None, False
    if not isinstance(entry, Array):
        pairs = [_entry(array, found) for array in entry]
        return tuple([array for array, _ in pairs]), tuple([over for _, over in pairs])
    stands = found.get(entry, entry)
    return (stands.array, False) if isinstance(stands, Same) else (stands, entry in found)


def _listed(results: Any) -> list[Any]:
    return [results] if isinstance(results, (Array, Same)) else list(results)


def _fitted(name: str, result: Array | Same, out: Array, size: Size) -> Array | Same:
    """Hold a result against the shape of a single row; names of sizes are those of the row."""
    same = isinstance(result, Same)
    array = result.array if isinstance(result, Same) else result
    wanted = out.shape.dims if same else (size, *out.shape.dims)
    have = array.shape.dims
    fits = len(have) == len(wanted) and all(
        a == b for a, b in zip(have, wanted) if type(a) is int and type(b) is int
    )
    if not fits or array.dtype is not out.dtype:
        raise AssertionError(
            f"the batching rule of {name} gives {array.shape} {array.dtype} for {wanted} {out.dtype}"
        )
    if have != wanted and not unnamed(out.shape):
        array = ops.broadcast_to(array, shape=wanted)
    return Same(array) if same else array
