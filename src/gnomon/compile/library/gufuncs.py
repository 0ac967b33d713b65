"""NumPy's generalised functions by pointer: their loops run over strided memory and know no Python objects.

A loop is ``void(char **args, npy_intp *dimensions, npy_intp *steps, void *data)``. Its dimensions are the number of turns
and the core sizes in the order of the signature; its steps those of the turns, one for each operand, then those of the
core axes. A loop that fails raises the processor's flag for invalid operations, as it does for NumPy itself.
"""

from __future__ import annotations

import ctypes
import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from gnomon.compile.library.alone import factors_of, linked_alone
from gnomon.compile.library.routine import Routine

if TYPE_CHECKING:
    from gnomon.compile.llvm import Native

COUNTS, FUNCTIONS, LOOPS, COUNT = 16, 32, 40, 48
"""Offsets of a ufunc's counts, its loops, their data, and the number of loops (``PyUFuncObject`` in ``ufuncobject.h``)."""
INVALID = 1
"""The flag of invalid operations (``FE_INVALID``)."""


class Loop(NamedTuple):
    """The addresses of a loop and of its data."""

    function: int
    data: int


def ufunc_named(name: str) -> Any:
    """Return a ufunc of `numpy.linalg`, `numpy.fft` or NumPy itself, None if this NumPy has none of that name."""
    if name == "matmul":
        return np.matmul
    from numpy.fft import _pocketfft_umath  # type: ignore[attr-defined]
    from numpy.linalg import _umath_linalg

    for module in (_umath_linalg, _pocketfft_umath):
        found = getattr(module, name, None)
        if isinstance(found, np.ufunc):
            return found
    return None


@functools.cache
def loop_of(name: str, types: str) -> Loop | None:
    """Return the loop of a ufunc for some types such as ``dd->d``; None where that is not certain."""
    ufunc = ufunc_named(name)
    if ufunc is None or types not in ufunc.types or not _lies_as_expected(ufunc):
        return None
    place = 8 * ufunc.types.index(types)
    data = _word(id(ufunc) + LOOPS)
    return Loop(_word(_word(id(ufunc) + FUNCTIONS) + place), _word(data + place) if data else 0)


def _lies_as_expected(ufunc: Any) -> bool:
    """Whether a ufunc lies in memory as expected, by the counts it tells."""
    counts = tuple((ctypes.c_int32 * 3).from_address(id(ufunc) + COUNTS))
    number = ctypes.c_int32.from_address(id(ufunc) + COUNT).value
    return counts == (ufunc.nin, ufunc.nout, ufunc.nargs) and number == len(ufunc.types)


def _word(place: int) -> int:
    return ctypes.c_int64.from_address(place).value


def parsed(signature: str) -> list[list[str]]:
    """Return the labels of the core axes of each operand.

    >>> parsed("(m,n),(n)->(m)")
    [['m', 'n'], ['n'], ['m']]
    """
    parts = signature.replace(" ", "").replace("->", ",")[1:-1].split("),(")
    return [part.split(",") if part else [] for part in parts]


@functools.cache
def native_loop(name: str, types: str, checked: bool, finite: bool = False) -> Native | None:
    """Return native code over the operands whose sizes are the loop's dimensions and steps, in this order.

    With ``checked`` it gives a status where the loop failed, with ``finite`` also where the first operand has a NaN or an
    infinity: a last size is how many numbers that has, with two for a complex one.
    """
    found = loop_of(name, types)
    if found is None or (checked and not _tells_failures()):
        return None
    kind = ("float" if types[0] in "fF" else "double") if finite else ""
    return _linked(name, found, checked, kind)


def _linked(name: str, found: Loop, checked: bool, finite: str = "") -> Native:
    labels = parsed(ufunc_named(name).signature)
    dimensions = 1 + len({label for own in labels for label in own})
    axes = sum(map(len, labels))
    text = _text(len(labels), dimensions, axes, bool(found.data), checked, finite)
    symbols = {"numpy_loop": found.function, "numpy_data": found.data or found.function}
    return linked_alone(text, symbols, factors_of(dimensions - 1))


def _text(operands: int, dimensions: int, axes: int, has_data: bool, checked: bool, finite: str) -> str:
    code = Routine()
    if finite:
        _require_finite(code, finite, code.buffer(0), code.size(dimensions + operands + axes))
    pointers = code.room("ptr", operands)
    for place in range(operands):
        code.do(f"store ptr {code.buffer(place)}, ptr {code.at('ptr', pointers, place)}")
    if checked:
        code.call("i32", "feclearexcept", ("i32", str(INVALID)))
    steps = code.at("i64", "%sizes", dimensions)
    data = "@numpy_data" if has_data else "null"
    code.call("void", "numpy_loop", ("ptr", pointers), ("ptr", "%sizes"), ("ptr", steps), ("ptr", data))
    if checked:
        raised = code.call("i32", "fetestexcept", ("i32", str(INVALID)))
        code.require(code.put(f"icmp eq i32 {raised}, 0"))
    head = "@numpy_data = external global i8\n" if has_data else ""
    return head + code.module()


def _require_finite(code: Routine, kind: str, values: str, count: str) -> None:
    """Fail unless each number times 0 is 0."""

    def turn(index: str, carried: list[str]) -> list[str]:
        nothing = code.put(f"fmul {kind} {code.entry(kind, values, index)}, 0.0")
        return [code.put(f"fadd {kind} {carried[0]}, {nothing}")]

    (total,) = code.loop("0", count, 1, [(kind, "0.0")], turn)
    code.require(code.put(f"fcmp oeq {kind} {total}, 0.0"))


@functools.cache
def _tells_failures() -> bool:
    """Whether a loop's failure is seen: one matrix with a Cholesky factor, one without, and the first again."""
    found = loop_of("cholesky_lo", "d->d")
    if found is None:
        return False
    try:
        native = _linked("cholesky_lo", found, True)
    except (RuntimeError, OSError):
        return False
    good, bad = np.array([[4.0, 0.0], [2.0, 5.0]]), np.array([[1.0, 2.0], [2.0, 1.0]])
    sizes = [1, 2, 32, 32, 16, 8, 16, 8]
    answers = []
    for matrix in (good, bad, good):
        out = np.empty((2, 2))
        answers.append(native.run([matrix, out], sizes))
    return answers == [0, 1, 0] and bool(np.array_equal(out, [[2.0, 0.0], [1.0, 2.0]]))


def strides(sizes: Sequence[Any], item: int) -> list[Any]:
    """Return the steps in bytes of axes that lie in memory in order.

    >>> strides((2, 3), 8)
    [24, 8]
    """
    steps: list[Any] = []
    for size in reversed(sizes):
        steps.insert(0, item)
        item = item * size
    return steps
