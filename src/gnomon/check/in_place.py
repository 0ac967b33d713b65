"""Arrays that cannot be changed in place: their library forbids it, or what is stored is of another kind."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from gnomon.models.registry import FORBIDDEN
from gnomon.ops.refusals import cannot_hold
from gnomon.ops.rule import Refutation
from gnomon.values import Tensor

if TYPE_CHECKING:
    from gnomon.check.frames import Frame
    from gnomon.check.interpreter import Interpreter

FIXED = {
    "jax": ("JAX", "x = x.at[index].set(value) makes a changed copy, and so do .add and .multiply"),
    "tf": ("TensorFlow", "tf.tensor_scatter_nd_update makes a changed copy, tf.where chooses between two"),
    "tf1": ("TensorFlow", "tf.tensor_scatter_nd_update makes a changed copy, tf.where chooses between two"),
    "keras": ("Keras", "keras.ops.where and keras.ops.scatter_update make changed copies"),
}
"""Libraries whose arrays never change, with what to do instead."""

READ_ONLY = "read only"
"""The attribute of a NumPy array that cannot be written to: why that is so."""


def refuse_store(run: Interpreter, owner: Tensor, place: Any, node: Any, frame: Frame) -> bool:
    """Report ``owner[...] = value`` where the array cannot be written to; whether it is so."""
    why = None if owner.attributes is None else owner.attributes.get(READ_ONLY)
    if owner.library in FIXED and owner.dtype is not None and _certain(owner, place):
        library, help = FIXED[owner.library]
        message = "{x} is an array of " + library + ", whose entries cannot be assigned to"
    elif why is not None and owner.library == "numpy":
        message, help = "{x} is read-only: " + why, "change a copy: {x}.copy()"
    else:
        run.reporter.site = run.site(frame, node)
        found = next((reason for reason in (ask(owner) for ask in FORBIDDEN) if reason is not None), None)
        if found is None:
            return False
        message, help = found
    run.reporter.site, run.reporter.arguments = run.site(frame, node), [(owner, place)]
    run.reporter.refute("", Refutation("in-place", message, {"x": owner}, owner, help))
    return True


def _certain(owner: Tensor, place: Any) -> bool:
    """Whether an array is certainly of its library: made by a call of the program, and not held in a variable.

    Attributes of a network may be variables (`nnx.Param`), which may be changed; entries of tables may be tables,
    and ``[0] * n`` is a list where n is a whole number.
    """
    if owner.site is None or "changes" in (owner.attributes or ()):
        return False
    made = getattr(owner.site, "node", None)
    repeated = isinstance(made, ast.BinOp) and any(
        isinstance(side, ast.List) for side in (made.left, made.right)
    )
    return type(place) is ast.Name and not repeated


def refuse_cast(run: Interpreter, owner: Tensor, value: Tensor, place: Any, node: Any, frame: Frame) -> None:
    """Report ``owner += other`` whose result the dtype of the array cannot hold."""
    if owner.library not in ("numpy", "torch") or not cannot_hold(owner.library, owner.dtype, value.dtype):
        return
    run.reporter.site, run.reporter.arguments = run.site(frame, node), [(owner, place)]
    run.reporter.refute("", casting(owner, value.dtype))


def casting(owner: Tensor, made: Any) -> Refutation:
    """Return what is wrong where a result does not fit into the array that it is stored in."""
    kinds = "floats" if made.kind == "float" else made.name
    return Refutation(
        "in-place",
        "{op}: {x} is {x.dtype} and stays so when it is changed in place, but the result is {made}",
        {"x": owner, "made": made},
        owner,
        f"make a new array, x = x + y instead of x += y, or begin with {kinds}",
    )
