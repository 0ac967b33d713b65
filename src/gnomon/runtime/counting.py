"""How much arithmetic a step does: one operation for each element of each result, two for each term of a product."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from gnomon.compile.program import NativeStep
from gnomon.compile.reference.sizes import Solution

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gnomon.graph.array import Application, Array

PRODUCTS = frozenset("matmul dot vecdot tensordot linear bilinear outer matvec vecmat".split())
FREE = frozenset(
    "broadcast_to reshape transpose permute_dims stop_gradient slice expand_dims squeeze".split()
)


INNER = {"scan": ("inner",), "while_loop": ("condition", "body"), "branch": ("then",), "call": ("inner",)}
"""The inner graphs whose operations count, for each turn: of a loop under a condition one turn, of a choice the first."""


def operations(step: Any, known: Mapping[Array, Any]) -> int:
    """Return the arithmetic operations of a step whose arrays are known."""
    solution = Solution()
    for array, value in known.items():
        solution.meet(array.shape, np.shape(value))
    members = step.members if isinstance(step, NativeStep) else [step.application]
    return sum(_operations(member, solution) for member in members)


def _operations(application: Application, solution: Solution) -> int:
    name = application.op.name
    if name in FREE:
        return 0
    if name in INNER:
        return _turns(application, solution) * sum(
            _operations(inner, solution) for key in INNER[name] for inner in application.attributes[key].order
        )
    made = sum(_elements(out, solution) for out in application.outputs)
    arrays = list(application.arrays())
    if name in PRODUCTS and arrays and arrays[0].ndim:
        inner = solution.number(arrays[0].shape.dims[-1])
        return 2 * made * (inner if type(inner) is int else 1)
    if name.startswith("conv") and len(arrays) > 1:
        kernel = _elements(arrays[1], solution)
        return 2 * made * kernel // max(1, int(np.max([1, *_numbers(arrays[1], solution)[:1]])))
    return max([made, *[_elements(array, solution) for array in arrays]])


def _turns(application: Application, solution: Solution) -> int:
    """How often an inner graph runs, as far as that is known."""
    attributes = application.attributes
    length = attributes.get("length")
    if length is None and attributes.get("sequences"):
        length = application.inputs[0][attributes["carries"]].shape.dims[0]
    number = 1 if length is None else solution.number(length)
    return number if type(number) is int else 1


def _elements(array: Array, solution: Solution) -> int:
    return prod(_numbers(array, solution))


def _numbers(array: Array, solution: Solution) -> list[int]:
    found = [solution.number(size) for size in array.shape.dims]
    return [size if type(size) is int else 1 for size in found]
