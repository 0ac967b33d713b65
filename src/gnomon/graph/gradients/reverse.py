"""Reverse mode: cotangents travel from the outputs of an expression back to the arrays asked for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from gnomon import ops
from gnomon.graph.array import Application, Array, Constant
from gnomon.graph.bodies import completed, through_body
from gnomon.graph.errors import DisconnectedError, GradientError
from gnomon.graph.gradients.helpers import FLOATS, filled, fitted, zeros_like
from gnomon.graph.gradients.reasons import REASONS, ZERO
from gnomon.graph.gradients.registry import WHOLE
from gnomon.graph.own.record import OwnOp
from gnomon.graph.printing import written
from gnomon.graph.sites import user_site
from gnomon.graph.traversal import leaves


def applications(outputs: Iterable[Array], stop: set[int]) -> list[Application]:
    """Return the applications that outputs depend on, inputs first; arrays in ``stop`` count as leaves."""
    order: list[Application] = []
    seen: set[int] = set()
    stack: list[tuple[Application, bool]] = []
    for output in outputs:
        if output.application is not None and id(output) not in stop:
            stack.append((output.application, False))
    while stack:
        application, done = stack.pop()
        if done:
            order.append(application)
            continue
        if id(application) in seen:
            continue
        seen.add(id(application))
        stack.append((application, True))
        for array in application.arrays():
            inner = array.application
            if inner is not None and id(inner) not in seen and id(array) not in stop:
                stack.append((inner, False))
    return order


def pulled(
    outputs: Sequence[Array],
    wrt: Sequence[Array],
    cotangents: Sequence[Array | None],
    consider_constant: Iterable[Array] = (),
    leaves: Iterable[Array] = (),
) -> list[Array | None]:
    """Return the cotangent of each array of ``wrt``, None where the outputs do not depend on it.

    What lies before ``consider_constant`` and ``leaves`` is not looked at.
    """
    constants = {id(array) for array in consider_constant}
    stop = constants | {id(array) for array in leaves}
    order = applications(outputs, stop)
    active = {id(array) for array in wrt if id(array) not in constants}
    for application in order:
        if (
            any(id(array) in active for array in application.arrays())
            and application.op.name != "stop_gradient"
        ):
            for output in application.outputs:
                if output.dtype.kind in FLOATS and id(output) not in stop:
                    active.add(id(output))
    gathered: dict[int, Array] = {}
    for output, cotangent in zip(outputs, cotangents):
        if cotangent is not None and id(output) in active:
            _add(gathered, output, cotangent)
    for application in reversed(order):
        gs = [gathered.get(id(output)) for output in application.outputs]
        if all(g is None for g in gs):
            continue
        if not any(id(array) in active for array in application.arrays()):
            continue
        for array, cotangent in zip(*_step(application, gs, active)):
            if cotangent is not None and id(array) in active:
                _add(gathered, array, fitted(cotangent, array))
    return [gathered.get(id(array)) for array in wrt]


def _add(gathered: dict[int, Array], array: Array, cotangent: Array) -> None:
    known = gathered.get(id(array))
    gathered[id(array)] = cotangent if known is None else ops.add(known, cotangent)


def _step(
    application: Application, gs: list[Array | None], active: set[int]
) -> tuple[list[Array], list[Array | None]]:
    """Return the array inputs of an application and their cotangents."""
    op = application.op
    inputs = application.inputs + (None,) * (op.arrays - len(application.inputs))
    attributes = completed(application)
    rule = op.pullback_rule
    if op.name in WHOLE:
        found: tuple[list[Array], list[Array | None]] = WHOLE[op.name][0](application, gs, active)
        return found
    if rule is None:
        if op.name in ZERO:
            return _opened(inputs, [_zeros(entry, active) for entry in inputs])
        if op.body is not None:
            return _through(application, gs, active)
        raise missing(application)
    single = len(application.outputs) == 1
    out: Any = application.outputs[0] if single else application.outputs
    try:
        results = rule(gs[0] if single else tuple(gs), *inputs, out=out, **attributes)
    except GradientError as error:
        if error.site is None:
            raise type(error)(str(error), application.site) from None
        raise
    if isinstance(results, Array) or callable(results):
        results = (results,)
    wanted = [_forced(result, entry, active) for result, entry in zip(results, inputs)]
    return _opened(inputs, wanted)


def _forced(result: Any, entry: Any, active: set[int]) -> Any:
    """Evaluate a rule's lazy cotangent where it is needed."""
    if result is None or entry is None:
        return None
    if isinstance(entry, Array):
        if id(entry) not in active:
            return None
        return result if isinstance(result, Array) else result()
    parts = result if isinstance(result, (tuple, list)) else result()
    return tuple([_forced(part, array, active) for part, array in zip(parts, entry)])


def _zeros(entry: Any, active: set[int]) -> Any:
    if entry is None:
        return None
    if isinstance(entry, Array):
        return zeros_like(entry) if id(entry) in active else None
    return tuple([_zeros(array, active) for array in entry])


def _opened(inputs: tuple[Any, ...], results: Sequence[Any]) -> tuple[list[Array], list[Array | None]]:
    arrays: list[Array] = []
    cotangents: list[Array | None] = []
    for entry, result in zip(inputs, results):
        if entry is None:
            continue
        if isinstance(entry, Array):
            arrays.append(entry)
            cotangents.append(result)
        else:
            arrays.extend(entry)
            cotangents.extend(result if result is not None else (None,) * len(entry))
    return arrays, cotangents


def body_of(application: Application) -> tuple[Any, ...]:
    """Return what the body of an operation gives: an array for each result, or None."""
    from gnomon.ops.bodies import Inexpressible

    try:
        return through_body(application)
    except Inexpressible as lacking:
        name = application.op.name
        raise GradientError(f"the gradient of {name} needs {lacking}", application.site) from None


def _through(
    application: Application,
    gs: list[Array | None],
    active: set[int],
) -> tuple[list[Array], list[Array | None]]:
    """Differentiate the body of an operation over simpler ones."""
    arrays = list(dict.fromkeys([array for array in application.arrays() if id(array) in active]))
    values = body_of(application)
    pairs = [(value, g) for value, g in zip(values, gs) if value is not None and g is not None]
    found = pulled(
        [value for value, _ in pairs],
        arrays,
        [fitted(g, value) for value, g in pairs],
        leaves=application.arrays(),
    )
    return arrays, found


def missing(application: Application) -> GradientError:
    """Return the error that tells why an operation has no gradient."""
    reason = REASONS.get(application.op.name, "its gradient is not written yet")
    if isinstance(application.op, OwnOp):
        reason = "gn.op(..., gradient=rule) gives one"
    return GradientError(
        f"{application.op.name} has no gradient: {reason}",
        application.site,
        "stop_gradient(x) takes a part of the expression as constant",
    )


def checked_wrt(array: Any) -> Array:
    """Return an array that can be differentiated by, or say why it cannot."""
    if not isinstance(array, Array):
        raise GradientError(f"a gradient is taken by arrays, not by {type(array).__name__}", user_site())
    if array.dtype.kind not in FLOATS:
        raise GradientError(
            f"{written(array)} is {array.dtype}: a gradient by integers or booleans does not exist",
            array.site or user_site(),
            f"make it a float, or take only the others (called at {user_site()})",
        )
    return array


def seed(cost: Array) -> Array:
    """Return the cotangent 1 of a scalar cost, or say why the cost has no gradient."""
    if not isinstance(cost, Array):
        raise GradientError(f"the cost should be an array, not {type(cost).__name__}", user_site())
    if cost.ndim:
        raise GradientError(
            f"the cost {written(cost)} has shape {cost.shape}: a gradient is that of a single number",
            cost.site,
            "take a sum or a mean first, or use vjp or jacobian",
        )
    if cost.dtype.kind != "float":
        raise GradientError(
            f"the cost {written(cost)} is {cost.dtype}: a gradient is that of a real number", cost.site
        )
    return filled(cost, 1.0)


def connected(array: Array, cotangent: Array | None, disconnected: str) -> Array | None:
    """Apply ``disconnected`` to an array that the cost does not depend on."""
    if cotangent is not None or disconnected == "ignore":
        return cotangent
    if disconnected == "zero":
        return zeros_like(array)
    if disconnected != "raise":
        raise ValueError(f"disconnected is 'raise', 'zero' or 'ignore', not {disconnected!r}")
    raise _independent("the cost", array)


def _independent(what: str, array: Array) -> DisconnectedError:
    help = "disconnected='zero' gives zeros for it, 'ignore' gives None"
    if type(array) is Constant:
        help = "what is computed with concrete arrays is a number: differentiate a function, or use gn.symbol or gn.shared"
    return DisconnectedError(f"{what} does not depend on {written(array)}", user_site(), help)


def refuse_concrete(outputs: Sequence[Array], arrays: Iterable[Array]) -> None:
    """Refuse derivatives by concrete arrays that no expression holds: they are no zeros, but a mistake."""
    concrete = [array for array in arrays if type(array) is Constant]
    if concrete:
        held = set(leaves(outputs))
        for array in concrete:
            if array not in held:
                raise _independent("the output", array)
