"""Images made larger by linear interpolation."""

from __future__ import annotations

from math import gcd
from typing import Any

import numpy as np

from gnomon.theano.configuration import config
from gnomon.theano.tensor.constants import get_scalar_constant_value
from gnomon.theano.tensor.variables import as_tensor_variable


def _along(x: Any, axis: int, ratio: int, step: int) -> Any:
    """Return an array with ``ratio`` entries for each along an axis, of which every ``step``-th is kept."""
    from gnomon.theano.tensor import basic as t

    count = x.shape[axis]
    places = t.cast(t.arange(0, count * ratio, step), x.dtype) - (ratio - 1) // 2
    at = places / np.asarray(ratio, x.dtype)
    before = t.floor(at)
    weight = (at - before).dimshuffle(*["x"] * axis, 0, *["x"] * (x.ndim - axis - 1))
    first = t.cast(t.clip(before, 0, count - 1), "int64")
    second = t.cast(t.clip(before + 1, 0, count - 1), "int64")
    lead = (slice(None),) * axis
    return x[(*lead, first)] * (1 - weight) + x[(*lead, second)] * weight


def _fractions(given: Any) -> list[tuple[int, int]]:
    if not isinstance(given, tuple):
        raise ValueError(f"frac_ratio must be a tuple, got {given!r}")
    pairs = given if isinstance(given[0], tuple) else (given, given)
    return [(int(p) // gcd(int(p), int(q)), int(q) // gcd(int(p), int(q))) for p, q in pairs]


def frac_bilinear_upsampling(input: Any, frac_ratio: Any) -> Any:
    """Return images of which both sides are larger by a fraction (numerator, denominator), or one for each side."""
    x = as_tensor_variable(input)
    for axis, (ratio, step) in zip((2, 3), _fractions(frac_ratio)):
        x = _along(x, axis, ratio, step)
    return x


def bilinear_upsampling(
    input: Any, ratio: Any = None, frac_ratio: Any = None, batch_size: Any = None, num_input_channels: Any = None,
    use_1D_kernel: bool = True,
) -> Any:  # fmt: skip
    """Return images (batch, channels, rows, columns) larger by a whole ``ratio`` or by a fraction."""
    if ratio is not None and frac_ratio is not None:
        raise ValueError("can't use ratio and frac_ratio together")
    if ratio is None and frac_ratio is None:
        raise ValueError("No ratio (or frac_ratio) provided")
    if frac_ratio is not None:
        if use_1D_kernel:
            raise ValueError("fractional ratios need use_1D_kernel=False")
        return frac_bilinear_upsampling(input, frac_ratio)
    times = int(get_scalar_constant_value(as_tensor_variable(ratio)))
    return frac_bilinear_upsampling(input, (times, 1))


def bilinear_kernel_1D(ratio: Any, normalize: bool = True) -> Any:
    """Return the triangle that linear interpolation weighs entries by."""
    from gnomon.theano.tensor import basic as t

    rising = t.arange(1, ratio + 1, dtype=config.floatX)
    whole = t.concatenate([rising, rising[-2::-1]])
    return whole / t.cast(ratio, config.floatX) if normalize else whole


def bilinear_kernel_2D(ratio: Any, normalize: bool = True) -> Any:
    """Return the pyramid that linear interpolation along both axes weighs entries by."""
    rows, columns = ratio if isinstance(ratio, tuple) else (ratio, ratio)
    down, across = bilinear_kernel_1D(rows, normalize), bilinear_kernel_1D(columns, normalize)
    return down.dimshuffle(0, "x") * across.dimshuffle("x", 0)
