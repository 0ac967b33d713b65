"""A matrix squared as often as a number says that is computed: the end of a matrix exponential."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import numpy as np

from gnomon.compile.library.alone import linked_alone
from gnomon.compile.library.calls import room
from gnomon.compile.library.gufuncs import loop_of
from gnomon.compile.library.operands import char_of, item_of
from gnomon.compile.library.routine import Routine
from gnomon.compile.reference.registry import reference
from gnomon.compile.steps import NativeStep
from gnomon.ops.record import Op
from gnomon.shapes import Shape, product

if TYPE_CHECKING:
    from gnomon.compile.llvm import Native
    from gnomon.graph.array import Application
    from gnomon.ops.rule import Array, Rule


def _squared(x: Array, count: Array) -> Any:
    """Matrices times themselves: x to the power of 2 ** count."""


squared_often = Op(
    _squared, None, dtype="first", refutes="shape", linear_in=(), facts={}, name="squared_often"
)
"""An operation of compiled programs alone."""


@squared_often.shape
def _(r: Rule, x: Array, count: Array) -> Shape:
    return x.shape


@reference("squared_often")
def _(x: Any, count: Any) -> Any:
    for _ in range(int(count)):
        x = np.matmul(x, x)
    return x


def squares_step(application: Application, makers: object = None) -> NativeStep | None:
    """Return the step that multiplies by NumPy's matmul, to and fro between two places."""
    x, count = application.arrays()
    char = char_of(x.dtype)
    native = _native(char) if char else None
    if native is None:
        return None
    n, item = x.shape.dims[-1], item_of(x)
    sizes = [product(x.shape.dims[:-2]), n, n, n]
    sizes += [*[n * n * item] * 3, *[n * item, item] * 3]
    results = [*application.outputs, room(x.shape.dims, x.dtype)]
    return NativeStep([application], [x, count], results, sizes, native)


@functools.cache
def _native(char: str) -> Native | None:
    found = loop_of("matmul", f"{char}{char}->{char}")
    if found is None:
        return None
    code = Routine()
    source, number, target, other = (code.buffer(place) for place in range(4))
    total = code.times(code.size(0), code.size(4))
    code.copy(target, source, total)
    pointers = code.room("ptr", 3)
    steps = code.at("i64", "%sizes", 4)

    def turn(_: str, carried: list[str]) -> list[str]:
        now, then = carried
        for place, value in enumerate((now, now, then)):
            code.do(f"store ptr {value}, ptr {code.at('ptr', pointers, place)}")
        code.call("void", "numpy_loop", ("ptr", pointers), ("ptr", "%sizes"), ("ptr", steps), ("ptr", "null"))
        return [then, now]

    times = code.entry("i64", number, 0)
    last, _ = code.loop("0", times, 1, [("ptr", target), ("ptr", other)], turn)
    code.only(code.put(f"icmp ne ptr {last}, {target}"), lambda: code.copy(target, last, total))
    return linked_alone(code.module(), {"numpy_loop": found.function}, (1, 2, 3))
