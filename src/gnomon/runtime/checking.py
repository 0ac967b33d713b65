"""What `function` is given: pairs of updates and givens, and whether inputs and updates are right."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from gnomon.graph.array import Array, Input, Shared
from gnomon.graph.constants import as_array
from gnomon.graph.errors import ArgumentError, DtypeError, ShapeError
from gnomon.graph.sites import user_site, warn

if TYPE_CHECKING:
    from gnomon.graph.capture import Capture
    from gnomon.shapes import Symbol


def pairs_of(given: Any) -> list[tuple[Any, Any]]:
    items = given.items() if isinstance(given, Mapping) else given or ()
    return [(target, as_array(new)) for target, new in items]


def check_update(target: Any, new: Array) -> None:
    if not isinstance(target, Shared):
        raise ArgumentError(f"only shared arrays can be updated, but {target!r} is none", user_site())
    sizes = zip(new.shape.dims, target.shape.dims)
    if new.ndim != target.ndim or any(type(n) is int and type(m) is int and n != m for n, m in sizes):
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
    """Return the sizes of results that no array tells which the outputs depend on: inputs are there for them."""
    told: set[Symbol] = {symbol for leaf in used for symbol in leaf.shape.symbols()}
    results = [out for application in capture.order for out in application.outputs]
    return {symbol for array in results for symbol in array.shape.symbols()} - told
