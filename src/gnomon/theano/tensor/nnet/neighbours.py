"""Neighbourhoods of images as rows of a matrix, and images from them."""

from __future__ import annotations

from typing import Any

import gnomon as gn
from gnomon import ops
from gnomon.theano.gof.graph import Apply
from gnomon.theano.gof.op import GnomonOp
from gnomon.theano.tensor.creation import sizes_of
from gnomon.theano.tensor.type import TensorType
from gnomon.theano.tensor.variables import as_tensor_variable

MODES = ("valid", "half", "full", "ignore_borders", "wrap_centered")


class Images2Neibs(GnomonOp):
    """Windows of images (two axes before the space): images, sizes of a window, steps -> one window in each row."""

    __props__ = ("mode",)

    def __init__(self, mode: str = "valid") -> None:
        if mode not in MODES:
            raise NotImplementedError(f"the mode {mode} is not known; it is one of {', '.join(MODES)}")
        self.mode = mode

    def make_node(self, ten4: Any, neib_shape: Any, neib_step: Any = None) -> Apply:
        images, shape = as_tensor_variable(ten4), as_tensor_variable(neib_shape)
        step = shape if neib_step is None else as_tensor_variable(neib_step)
        if images.ndim != 4:
            raise TypeError("ten4 must have 4 axes: two of images, rows and columns")
        for name, pair in (("neib_shape", shape), ("neib_step", step)):
            if pair.ndim != 1 or not pair.dtype.startswith(("int", "uint")):
                raise TypeError(f"{name} must be two integers, got {pair.type}")
        return Apply(self, [images, shape, step], [TensorType(images.dtype, (False, False))()])

    def connection_pattern(self, node: Apply) -> list[list[bool]]:
        """Say that sizes are not differentiated by."""
        return [[True], [False], [False]]

    def lower(self, node: Apply, x: Any, shape: Any, step: Any) -> Any:
        window, steps = sizes_of([shape[0], shape[1]]), sizes_of([step[0], step[1]])
        pads = [self._pads(size) for size in window]
        if self.mode == "wrap_centered":
            for axis, size in zip((2, 3), window):
                x = _wrapped(x, axis, size // 2, size)
        elif any(pair != (0, 0) for pair in pads):
            x = gn.pad(x, ((0, 0), (0, 0), *pads))
        for axis, size, stride in zip((2, 3), window, steps):
            if self.mode in ("valid", "half", "full"):
                x = _exactly(x, axis, size, stride)
        for axis, size, stride in zip((2, 3), window, steps):
            x = ops.sliding_windows(x, axis=axis, size=size, step=stride)
        return gn.reshape(x, (-1, window[0] * window[1]))

    def _pads(self, size: Any) -> tuple[Any, Any]:
        if self.mode == "half":
            return size // 2, size // 2
        return (size - 1, size - 1) if self.mode == "full" else (0, 0)


def _wrapped(x: Any, axis: int, half: Any, size: Any) -> Any:
    """Return an array with entries of its ends repeated at the other ends."""
    count = x.shape.dims[axis]
    if isinstance(size, int) and size % 2 == 0:
        raise TypeError(f"wrap_centered needs windows of odd size, got {size}")
    places = gn.remainder(gn.arange(count + 2 * half) - half, count)
    return gn.take(x, places, axis=axis)


def _exactly(x: Any, axis: int, size: Any, step: Any) -> Any:
    """Return the array, whose windows must reach its end."""
    count = x.shape.dims[axis]
    if all(isinstance(n, int) for n in (count, size, step)):
        if count < size or (count - size) % step:
            raise TypeError(f"windows of {size} entries, {step} apart, do not fill {count} entries")
        return x
    reached = ((count - size) // step) * step + size
    return gn.reshape(x, (*x.shape.dims[:axis], reached, *x.shape.dims[axis + 1 :]))


def images2neibs(ten4: Any, neib_shape: Any, neib_step: Any = None, mode: str = "valid") -> Any:
    """Return windows of images as rows: ``neib_shape`` rows and columns, ``neib_step`` apart (else side by side).

    ``mode``: "valid" (windows fill the images), "ignore_borders", "half" and "full" (zeros around), "wrap_centered".
    """
    return Images2Neibs(mode)(ten4, neib_shape, neib_step)


def neibs2images(neibs: Any, neib_shape: Any, original_shape: Any, mode: str = "valid") -> Any:
    """Return the images whose windows side by side are the rows of a matrix."""
    from gnomon.theano.tensor import basic as t

    if mode not in ("valid", "ignore_borders"):
        raise NotImplementedError(f"neibs2images do not support mode={mode}")
    rows, window = as_tensor_variable(neibs), as_tensor_variable(neib_shape)
    whole = as_tensor_variable(original_shape)
    down, across = whole[2] // window[0], whole[3] // window[1]
    parts = rows.reshape((whole[0], whole[1], down, across, window[0], window[1]), ndim=6)
    images = parts.dimshuffle(0, 1, 2, 4, 3, 5).reshape(
        (whole[0], whole[1], down * window[0], across * window[1]), ndim=4
    )
    if mode == "valid":
        return images.reshape(whole, ndim=4)
    empty = t.zeros([whole[k] for k in range(4)], dtype=rows.dtype)
    return t.set_subtensor(empty[:, :, : images.shape[2], : images.shape[3]], images)
