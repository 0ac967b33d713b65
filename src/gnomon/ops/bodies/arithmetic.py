"""Bodies of elementwise operations over simpler arithmetic."""

from __future__ import annotations

import math
from typing import Any

from gnomon import ops
from gnomon.ops.bodies.helpers import filled, inexact, is_complex
from gnomon.ops.bodies.registry import Array, Inexpressible, body
from gnomon.shapes import dtypes


@body("reciprocal")
def reciprocal(x: Array) -> Any:
    """One over x; of integers only 1 and -1 leave something."""
    if x.dtype.kind in ("float", "complex"):
        return 1.0 / x
    kept = ops.equal(x, 1) if x.dtype.kind in ("uint", "bool") else ops.equal(ops.abs(x), 1)
    return ops.where(kept, x, filled(x, 0))


@body("rsqrt")
def rsqrt(x: Array) -> Any:
    """One over the root."""
    return 1.0 / ops.sqrt(x)


@body("round")
def round_(x: Array, *, decimals: int) -> Any:
    """To some decimals, half to even."""
    if not decimals or x.dtype.kind != "float":
        raise Inexpressible("floats, and decimals other than 0")
    factor = 10.0 ** abs(decimals)
    return ops.round(x * factor) / factor if decimals > 0 else ops.round(x / factor) * factor


@body("logaddexp")
def logaddexp(x: Array, y: Array) -> Any:
    """The larger, and what the other adds to it; equal infinities have no distance."""
    x, y = inexact(x), inexact(y)
    top = ops.maximum(x, y)
    gap = ops.where(ops.equal(x, y), 0.0, -ops.abs(x - y))
    return top + ops.log1p(ops.exp(gap))


@body("logaddexp2")
def logaddexp2(x: Array, y: Array) -> Any:
    """The same in powers of two."""
    x, y = inexact(x), inexact(y)
    top = ops.maximum(x, y)
    gap = ops.where(ops.equal(x, y), 0.0, -ops.abs(x - y))
    return top + ops.log1p(ops.exp2(gap)) * (1 / math.log(2))


@body("xlogy")
def xlogy(x: Array, y: Array) -> Any:
    """0 where x is 0, unless y is NaN."""
    none = ops.logical_and(ops.equal(x, 0), ops.logical_not(ops.isnan(y)))
    return ops.where(none, 0.0, x * ops.log(y))


@body("float_power")
def float_power(x: Array, y: Array) -> Any:
    """Powers in 64 bits."""
    if is_complex(x) or is_complex(y):
        wide = dtypes.complex128
    else:
        wide = dtypes.float64
    return ops.power(ops.cast(x, dtype=wide), ops.cast(y, dtype=wide))


@body("addcmul")
def addcmul(x: Array, y: Array, z: Array) -> Any:
    """Add a product."""
    return x + y * z


@body("addcdiv")
def addcdiv(x: Array, y: Array, z: Array) -> Any:
    """Add a quotient."""
    return x + y / z


@body("lerp")
def lerp(x: Array, y: Array, weight: Array) -> Any:
    """A part of the way from x to y."""
    return x + weight * (y - x)


@body("ldexp")
def ldexp(x: Array, y: Array) -> Any:
    """Times a power of two, in two steps that do not overflow before the result does."""
    if y.dtype.kind not in ("int", "uint"):
        return inexact(x) * ops.exp2(y)
    half = ops.floor_divide(y, 2)
    steps = [ops.exp2(ops.cast(part, dtype=dtypes.float64)) for part in (half, y - half)]
    return ops.cast(x, dtype=dtypes.float64) * steps[0] * steps[1]


@body("degrees")
def degrees(x: Array) -> Any:
    """From radians."""
    return inexact(x) * (180 / math.pi)


@body("radians")
def radians(x: Array) -> Any:
    """From degrees."""
    return inexact(x) * (math.pi / 180)


@body("sinc")
def sinc(x: Array) -> Any:
    """The sine of pi x over pi x, 1 at 0."""
    angle = ops.where(ops.equal(x, 0), 1e-20, x) * math.pi
    return ops.sin(angle) / angle


@body("angle")
def angle(x: Array) -> Any:
    """0 or pi for real numbers."""
    if is_complex(x):
        return ops.atan2(ops.imag(x), ops.real(x))
    return ops.atan2(0.0, inexact(x))


@body("real", "conj")
def real(x: Array) -> Any:
    """A real number itself."""
    if is_complex(x):
        raise Inexpressible("real numbers")
    return ops.positive(x)


@body("imag")
def imag(x: Array) -> Any:
    """0 for real numbers."""
    if is_complex(x):
        raise Inexpressible("real numbers")
    return filled(x, 0)
