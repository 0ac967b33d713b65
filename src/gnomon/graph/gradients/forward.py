"""Forward mode: tangents travel from arrays to the outputs of an expression."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import Any

from gnomon import ops
from gnomon.graph.array import Application, Array, Constant
from gnomon.graph.bodies import completed
from gnomon.graph.constants import as_array
from gnomon.graph.errors import GradientError
from gnomon.graph.gradients.helpers import FLOATS, as_given, filled, fitted, zeros_like
from gnomon.graph.gradients.reasons import ZERO
from gnomon.graph.gradients.registry import BIASED, LINEAR, MULTILINEAR, WHOLE
from gnomon.graph.gradients.reverse import applications, body_of, checked_wrt, pulled, refuse_concrete
from gnomon.graph.gradients.tracing import concluded, held, hold
from gnomon.graph.sites import user_site
from gnomon.graph.trees import leaves, rebuilt


def jvp(outputs: Any, wrt: Any, tangents: Any) -> Any:
    """Return the change of outputs when the arrays ``wrt`` change along tangents.

    Of a function, ``jvp(function, arguments, tangents)`` returns its value and the change of it; arguments and
    tangents are tuples.

    >>> from gnomon.graph.constants import symbol
    >>> x, t = symbol("x", shape=("n",)), symbol("t", shape=("n",))
    >>> jvp(ops.sum(ops.sin(x)), x, t).shape
    ()
    """
    if callable(outputs) and not isinstance(outputs, Array):
        with held(tuple(wrt)) as (inputs, known):
            value = outputs(*inputs)
            pair = value, jvp(value, inputs, tuple(tangents))
        steady = all(isinstance(t, Constant) or not isinstance(t, Array) for t in leaves(tangents))
        return concluded(pair) if known and steady else pair
    arrays = [checked_wrt(array) for array in leaves(wrt)]
    refuse_concrete(leaves(outputs), arrays)
    given = [as_array(tangent) for tangent in leaves(tangents)]
    if len(given) != len(arrays):
        raise GradientError(f"{len(given)} tangents are given for {len(arrays)} arrays", user_site())
    found = pushed(leaves(outputs), arrays, [as_given(t, a) for t, a in zip(given, arrays)])
    ends = [zeros_like(o) if t is None else t for o, t in zip(leaves(outputs), found)]
    return rebuilt(outputs, iter(ends))


def pushed(
    outputs: Sequence[Array], wrt: Sequence[Array], tangents: Sequence[Array], ends: Sequence[Array] = ()
) -> list[Array | None]:
    """Return the tangent of each output, None where it does not depend on ``wrt``; ``ends`` count as leaves."""
    known = {id(array): tangent for array, tangent in zip(wrt, tangents)}
    order = list(applications(outputs, {id(array) for array in ends}))
    wanted = {id(array) for application in order for array in application.arrays()} | set(map(id, outputs))
    for application in order:
        ts = [known.get(id(array)) for array in application.arrays()]
        if all(t is None for t in ts) or application.op.name == "stop_gradient":
            continue
        for output, tangent in zip(application.outputs, _step(application, ts, wanted)):
            if tangent is not None and id(output) not in known:
                known[id(output)] = fitted(tangent, output)
    return [known.get(id(output)) for output in outputs]


def _step(application: Application, ts: list[Array | None], wanted: AbstractSet[int]) -> list[Array | None]:
    op = application.op
    attributes = completed(application)
    outputs = application.outputs
    if all(output.dtype.kind not in FLOATS for output in outputs):
        return [None] * len(outputs)
    if op.name in WHOLE:
        tangents: list[Array | None] = WHOLE[op.name][1](application, ts)
        return tangents
    if op.pushforward_rule is not None:
        inputs = application.inputs + (None,) * (op.arrays - len(application.inputs))
        found = op.pushforward_rule(_shaped(inputs, ts), *inputs, out=outputs[0], **attributes)
        return list(found) if isinstance(found, tuple) else [found]
    linear = LINEAR.get(op.name, ())
    if linear and all(
        k in linear for k, entry in enumerate(application.inputs) if _moved(entry, application, ts)
    ):
        return _linear(application, linear, ts)
    if op.name in MULTILINEAR:
        return [_multilinear(application, ts)]
    if op.name in BIASED and all(t is None for t in ts[2:]):
        return [_multilinear(application, ts[:2])]
    if op.pullback_rule is None and op.body is not None and op.name not in ZERO:
        return _through(application, ts)
    return _twice(application, ts, wanted)


def _multilinear(application: Application, ts: list[Array | None]) -> Array:
    """Let one input after another move, and add up the changes."""
    arrays = list(application.arrays())[: len(ts)]
    total: Any = None
    for k, t in enumerate(ts):
        if t is None:
            continue
        rest = iter([t if j == k else array for j, array in enumerate(arrays)])
        inputs = [
            tuple([next(rest) for _ in entry]) if isinstance(entry, tuple) else next(rest)
            for entry in application.inputs[: len(ts)]
        ]
        term = application.op(*inputs, **application.attributes)
        total = term if total is None else ops.add(total, term)
    return total  # type: ignore[no-any-return]


def _through(application: Application, ts: list[Array | None]) -> list[Array | None]:
    """Push the tangents through the body of an operation."""
    values = body_of(application)
    moving = [(array, t) for array, t in zip(application.arrays(), ts) if t is not None]
    ends = [value for value in values if value is not None]
    found = iter(pushed(ends, [a for a, _ in moving], [t for _, t in moving], list(application.arrays())))
    return [None if value is None else next(found) for value in values]


def _shaped(inputs: tuple[Any, ...], ts: list[Array | None]) -> tuple[Any, ...]:
    rest = iter(ts)
    return tuple([None if entry is None else next(rest) for entry in inputs])


def _moved(entry: Any, application: Application, ts: list[Array | None]) -> bool:
    moved = {id(array) for array, t in zip(application.arrays(), ts) if t is not None}
    entries = entry if isinstance(entry, tuple) else (entry,)
    return any(id(array) in moved for array in entries if array is not None)


def _linear(application: Application, linear: tuple[int, ...], ts: list[Array | None]) -> list[Array | None]:
    """Apply a linear operation to the tangents themselves."""
    rest = iter(ts)
    inputs: list[Any] = []
    for k, entry in enumerate(application.inputs):
        if isinstance(entry, tuple):
            pairs = [(array, next(rest)) for array in entry]
            inputs.append(tuple([_tangent(a, t) for a, t in pairs]) if k in linear else entry)
        elif entry is None:
            inputs.append(None)
        else:
            t = next(rest)
            inputs.append(_tangent(entry, t) if k in linear else entry)
    found = application.op(*inputs, **application.attributes)
    return [found] if isinstance(found, Array) else list(found)


def _tangent(array: Array, tangent: Array | None) -> Array:
    return zeros_like(array) if tangent is None else tangent


def _twice(application: Application, ts: list[Array | None], wanted: AbstractSet[int]) -> list[Array | None]:
    """Pull back twice: the cotangents depend linearly on what is pulled back, and tangents weigh them.

    Only of wanted outputs: others may be without a gradient, as the vectors of a decomposition are.
    """
    outputs = application.outputs
    floats = [output for output in outputs if output.dtype.kind in FLOATS and id(output) in wanted]
    trials = [hold_like(output) for output in floats]
    arrays = list(application.arrays())
    moving = list({id(array): (array, t) for array, t in zip(arrays, ts) if t is not None}.values())
    cotangents = pulled(floats, [array for array, _ in moving], trials, leaves=arrays)
    ends = [(c, t) for c, (_, t) in zip(cotangents, moving) if c is not None]
    found = pulled([c for c, _ in ends], trials, [t for _, t in ends], leaves=[*arrays, *outputs])
    given = {id(output): tangent for output, tangent in zip(floats, found)}
    return [given.get(id(output)) for output in outputs]


def hold_like(x: Array) -> Array:
    """Return ones like an array, as a node that gradients can be taken by."""
    return hold(1.0) if not x.ndim and str(x.dtype) == "float64" else hold(filled(x, 1.0))
