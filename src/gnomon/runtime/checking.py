"""What `function` is given: pairs of updates and givens, and whether inputs and updates are right."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from gnomon.graph.array import Array, Constant, Input, Shared
from gnomon.graph.constants import as_array, constant
from gnomon.graph.engines import engine
from gnomon.graph.errors import ArgumentError, DtypeError, ShapeError
from gnomon.graph.sites import user_site, warn
from gnomon.graph.telling import sizes_in
from gnomon.shapes import Dim

if TYPE_CHECKING:
    from gnomon.graph.capture import Capture
    from gnomon.shapes import Size, Symbol


def pairs_of(given: Any) -> list[tuple[Any, Any]]:
    items = given.items() if isinstance(given, Mapping) else given or ()
    return [(target, as_array(new)) for target, new in items]


def givens_of(given: Any) -> dict[Array, Array]:
    """Return what stands for which array: of its dtype, its rank, and the sizes that are known."""
    items = given.items() if isinstance(given, Mapping) else given or ()
    return {old: _given(old, new) for old, new in items}


def _given(old: Any, value: Any) -> Array:
    if not isinstance(old, Array):
        raise ArgumentError(f"givens replace arrays, but {old!r} is none", user_site())
    new = as_array(value)
    if not _fits(new, old):
        raise ShapeError(
            f"{old!r} is {old.shape}, but {new!r} is given for it, which is {new.shape}", new.site
        )
    if new.dtype is not old.dtype and isinstance(new, Constant):
        new = constant(engine().taken(old, new.data.item() if new.weak else new))
    elif new.dtype is not old.dtype and new.weak:
        new = new.astype(old.dtype)
    if new.dtype is not old.dtype:
        raise DtypeError(
            f"{old!r} is {old.dtype}, but {new!r} is given for it, which is {new.dtype}",
            new.site,
            f"write .astype('{old.dtype}')",
        )
    return new


def _fits(new: Array, old: Array) -> bool:
    """Whether an array has the rank of another, and its sizes where those of both are known."""
    sizes = zip(new.shape.dims, old.shape.dims)
    return new.ndim == old.ndim and not any(type(n) is int and type(m) is int and n != m for n, m in sizes)


def check_update(target: Any, new: Array) -> None:
    if not isinstance(target, Shared):
        raise ArgumentError(f"only shared arrays can be updated, but {target!r} is none", user_site())
    if not _fits(new, target):
        raise ShapeError(
            f"the update of {target!r} has the shape {new.shape}, but it is {target.shape}", new.site
        )
    if new.dtype is not target.dtype:
        raise DtypeError(
            f"the update of {target!r} is {new.dtype}, but it is {target.dtype}",
            new.site,
            f"write .astype('{target.dtype}')",
        )


def check_inputs(capture: Capture, inputs: list[Input], on_unused: str) -> None:
    used, listed = set(capture.leaves()), set(inputs)
    sizes = _sizes_of_none(capture, used)
    for leaf in used:
        if isinstance(leaf, Input) and leaf not in listed:
            raise ArgumentError(
                f"the outputs depend on {leaf!r}, which is no input", leaf.site, "add it to the inputs"
            )
    for array in inputs:
        if array in used or on_unused == "ignore" or not sizes.isdisjoint(array.shape.symbols()):
            continue
        message = f"the input {array!r} is not used by any output"
        if on_unused == "raise":
            raise ArgumentError(message, array.site, "pass on_unused_input='ignore' to allow it")
        warn(message)


def given_up(donate: Any, inputs: list[Input]) -> list[Input]:
    """Return the inputs that each call may overwrite."""
    listed = list(donate) if isinstance(donate, (list, tuple, set, frozenset)) else [donate]
    for array in listed:
        if not any(array is known for known in inputs):
            raise ArgumentError(
                f"only inputs of the function can be donated, but {array!r} is none",
                user_site(),
                "list the symbols that are among its inputs; shared arrays reuse their memory anyway",
            )
    return listed


def _sizes_of_none(capture: Capture, used: set[Array]) -> set[Symbol]:
    """Return the sizes, of results and those computed with, that no array tells which the outputs depend on."""
    told: set[Symbol] = {symbol for leaf in used for symbol in leaf.shape.symbols()}
    sizes: list[Size] = []
    for application in capture.order:
        sizes += sizes_in(application.attributes)
        for out in application.outputs:
            sizes += out.shape.dims
    return {symbol for size in sizes if isinstance(size, Dim) for symbol in size.symbols()} - told
