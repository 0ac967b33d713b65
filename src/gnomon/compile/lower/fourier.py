"""Native steps of Fourier transforms: NumPy's pocketfft, which takes any axis by its strides, and cuts or fills up."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import numpy as np

from gnomon.compile.library.gufuncs import Loop, loop_of
from gnomon.compile.library.operands import item_of, types_of
from gnomon.compile.library.routine import Routine
from gnomon.compile.steps import NativeStep
from gnomon.shapes import Dim, product

if TYPE_CHECKING:
    from gnomon.compile.llvm import Native
    from gnomon.graph.array import Application

LOOPS = {
    "fft": ("fft", "fft"),
    "ifft": ("ifft", "ifft"),
    "rfft": ("rfft_n_even", "rfft_n_odd"),
    "irfft": ("irfft", "irfft"),
}
"""The loops of an operation for an even and for an odd number of points."""
FORWARD = frozenset({"fft", "rfft"})


def fourier_step(application: Application, makers: object = None) -> NativeStep | None:
    """Return the native step of a transform along one axis, None if it has none."""
    name = application.op.name
    attributes = {
        **(application.op.defaults or {}),
        **(application.op.values or {}),
        **application.attributes,
    }
    (x,) = application.arrays()
    (out,) = application.outputs
    axis, n, norm = attributes["axis"], attributes["n"], attributes["norm"] or "backward"
    if type(axis) is not int or not x.ndim or not isinstance(n, (int, Dim, type(None))):
        return None
    if norm not in ("backward", "forward", "ortho"):
        return None
    axis %= x.ndim
    types = types_of([x], [out])
    if types is None:
        return None
    real = types[-1] if name == "irfft" else types[0].lower()
    native = _native(name, f"{types[0]}{real}->{types[-1]}", norm)
    if native is None:
        return None
    given, made = x.shape.dims[axis], out.shape.dims[axis]
    points = n if n is not None else made if name == "irfft" else given
    before, after = product(x.shape.dims[:axis]), product(x.shape.dims[axis + 1 :])
    sizes = [points, before, after, given, made, item_of(x), item_of(out)]
    return NativeStep([application], [x], [out], sizes, native)


@functools.cache
def _native(name: str, types: str, norm: str) -> Native | None:
    even, odd = (loop_of(loop, types) for loop in LOOPS[name])
    if even is None or odd is None or not _works():
        return None
    return _linked(name, types, norm, even, odd)


def _linked(name: str, types: str, norm: str, even: Loop, odd: Loop) -> Native:
    from gnomon.compile.llvm import linked

    symbols = {"even": even.function, "odd": odd.function}
    symbols |= {f"{name}_data": loop.data or loop.function for name, loop in (("even", even), ("odd", odd))}
    return linked(_text(name, "f" in types.lower(), norm), symbols=symbols)


@functools.cache
def _works() -> bool:
    """Whether loops are called as expected: three points, and four with a line beside them."""
    even, odd = (loop_of(loop, "dd->D") for loop in LOOPS["rfft"])
    if even is None or odd is None:
        return False
    native = _linked("rfft", "dd->D", "forward", even, odd)
    for points in (3, 4):
        given = np.array([[1.0, 5.0], [2.0, -1.0], [4.0, 0.5], [3.0, 2.0]])[:points]
        out = np.empty((points // 2 + 1, 2), complex)
        if native.run([given, out], [points, 1, 2, points, points // 2 + 1, 8, 16]):
            return False
        if not np.allclose(out, np.fft.rfft(given, axis=0, norm="forward"), rtol=1e-14, atol=1e-14):
            return False
    return True


def _factor(code: Routine, kind: str, points: str, forward: bool, norm: str) -> str:
    """What the results are multiplied by."""
    if norm == ("backward" if forward else "forward"):
        return "1.0"
    value = code.put(f"sitofp i64 {points} to {kind}")
    if norm == "ortho":
        value = code.call(kind, f"llvm.sqrt.{'f32' if kind == 'float' else 'f64'}", (kind, value))
    return code.put(f"fdiv {kind} 1.0, {value}")


def _text(name: str, single: bool, norm: str) -> str:
    """Transform the lines behind each other, for each place before them."""
    code = Routine()
    kind = "float" if single else "double"
    points, before, after, given, made, item, item_made = (code.size(place) for place in range(7))
    forward = name in FORWARD
    code.require(code.put(f"icmp sge i64 {points}, 1"))
    if name == "irfft":  # the loop reads the first entry in any case
        code.require(code.put(f"icmp sge i64 {given}, 1"))
    factor = code.cell(kind, _factor(code, kind, points, forward, norm))
    is_odd = code.put(f"trunc i64 {points} to i1")
    loop = code.put(f"select i1 {is_odd}, ptr @odd, ptr @even")
    data = code.put(f"select i1 {is_odd}, ptr @odd_data, ptr @even_data")
    stride, stride_made = code.times(after, item), code.times(after, item_made)
    block, block_made = code.times(stride, given), code.times(stride_made, made)
    dimensions, steps, pointers = code.room("i64", 3), code.room("i64", 5), code.room("ptr", 3)
    for place, value in enumerate((after, given, made)):
        code.do(f"store i64 {value}, ptr {code.at('i64', dimensions, place)}")
    for place, value in enumerate((item, "0", item_made, stride, stride_made)):
        code.do(f"store i64 {value}, ptr {code.at('i64', steps, place)}")
    source, target = code.buffer(0), code.buffer(1)

    def turn(index: str) -> None:
        read = code.at("i8", source, code.times(index, block))
        written = code.at("i8", target, code.times(index, block_made))
        for place, value in enumerate((read, factor, written)):
            code.do(f"store ptr {value}, ptr {code.at('ptr', pointers, place)}")
        code.do(f"call void {loop}(ptr {pointers}, ptr {dimensions}, ptr {steps}, ptr {data})")

    code.turns(before, turn)
    names = "declare void @even(ptr, ptr, ptr, ptr)\ndeclare void @odd(ptr, ptr, ptr, ptr)\n"
    return names + "@even_data = external global i8\n@odd_data = external global i8\n" + code.module()
