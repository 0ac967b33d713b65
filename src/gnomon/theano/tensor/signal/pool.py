"""Pooling in two and three dimensions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gnomon as gn
from gnomon.theano.gof.graph import Apply
from gnomon.theano.gof.op import GnomonOp
from gnomon.theano.tensor.type import TensorType
from gnomon.theano.tensor.variables import as_tensor_variable

MODES = ("max", "sum", "average_inc_pad", "average_exc_pad")


class Pool(GnomonOp):
    """Windows of the last ``ndim`` axes, each made one number."""

    __props__ = ("ignore_border", "mode", "ndim", "ws", "stride", "pad")

    def __init__(
        self,
        ignore_border: bool = False,
        mode: str = "max",
        ndim: int = 2,
        ws: Any = None,
        stride: Any = None,
        pad: Any = None,
    ) -> None:
        if mode not in MODES:
            raise ValueError(
                f"Pool mode parameter only support 'max', 'sum', 'average_inc_pad' and 'average_exc_pad'. Got {mode}"
            )
        self.ignore_border, self.mode, self.ndim = ignore_border, mode, ndim
        self.ws: Any = None if ws is None else tuple(ws)
        self.stride: Any = self.ws if stride is None else tuple(stride)
        self.pad: Any = (0,) * ndim if pad is None else tuple(pad)

    @staticmethod
    def out_shape(
        imgshape: Any,
        ws: Any = None,
        ignore_border: bool = False,
        stride: Any = None,
        pad: Any = None,
        ndim: int = 2,
        ds: Any = None,
        st: Any = None,
        padding: Any = None,
    ) -> list[Any]:
        """Return the shape of the result for a shape."""
        ws = ds if ws is None else ws
        stride = (st if stride is None else stride) or ws
        pad = (padding if pad is None else pad) or (0,) * ndim
        if len(imgshape) < ndim:
            raise TypeError(f"imgshape must have at least {ndim} dimensions")
        space = [
            _size(size + 2 * p, w, s, ignore_border)
            for size, w, s, p in zip(imgshape[-ndim:], ws, stride, pad)
        ]
        return [*imgshape[:-ndim], *space]

    def make_node(self, x: Any, ws: Any = None, stride: Any = None, pad: Any = None) -> Apply:
        x = as_tensor_variable(x)
        if ws is not None:
            found: Apply = of_sizes(self, x, ws, stride, pad).owner
            return found
        if self.ws is None or self.stride is None:
            raise ValueError("Pool needs the size of its windows: ws=(rows, columns)")
        if x.type.ndim < self.ndim:
            raise TypeError(f"Pool requires input with {self.ndim} or more dimensions")
        pattern = x.broadcastable[: x.ndim - self.ndim] + (False,) * self.ndim
        return Apply(self, [x], [TensorType(x.dtype, pattern)()])

    def lower(self, node: Apply, x: Any) -> Any:
        lead = x.shape.dims[: x.ndim - self.ndim]
        space = x.shape.dims[x.ndim - self.ndim :]
        rows = gn.reshape(x, (-1, 1, *space)) if len(lead) != 2 else x
        found = self._cropped(self._pooled(rows, space), space)
        return found if len(lead) == 2 else gn.reshape(found, (*lead, *found.shape.dims[2:]))

    def _cropped(self, found: Any, space: Sequence[Any]) -> Any:
        """Return the windows that begin before others have reached the end, where sizes are not known."""
        if self.ignore_border:
            return found
        bounds = [
            slice(None)
            if isinstance(size, int) or s >= w
            else slice(gn.maximum(0, (size - 1 - w + s) // s) + 1)
            for size, w, s in zip(space, self.ws, self.stride)
        ]
        return found if all(bound == slice(None) for bound in bounds) else found[(Ellipsis, *bounds)]

    def _pooled(self, x: Any, space: Sequence[Any]) -> Any:
        ragged = not self.ignore_border
        pads = [(p, p) for p in self.pad]
        if ragged:
            pads = [(0, _missing(size, w, s)) for size, w, s in zip(space, self.ws, self.stride)]
        named: dict[str, Any] = {"stride": self.stride}
        if self.mode == "max":
            low = _lowest(x)
            return gn.nn.max_pool(_padded(x, pads, low), self.ws, **named)
        total: Any = 1
        for w in self.ws:
            total = total * w
        if self.mode == "sum":
            return gn.nn.avg_pool(_padded(x, pads, 0), self.ws, **named) * total
        if self.mode == "average_inc_pad" and not ragged:
            return gn.nn.avg_pool(_padded(x, pads, 0), self.ws, **named)
        sums = gn.nn.avg_pool(_padded(x, pads, 0), self.ws, **named)
        counts = gn.nn.avg_pool(_padded(gn.ones_like(x), pads, 0), self.ws, **named)
        return sums / counts


def _padded(x: Any, pads: Sequence[Any], value: Any) -> Any:
    if all(isinstance(n, int) and n == 0 for pair in pads for n in pair):
        return x
    return gn.pad(x, ((0, 0), (0, 0), *pads), constant_values=value)


def _lowest(x: Any) -> Any:
    return -gn.inf if x.dtype.kind == "float" else int(gn.iinfo(x.dtype).min)


def _missing(size: Any, window: int, stride: int) -> Any:
    """Return how many entries are missing so that windows reach the last one; the most where the size is not known."""
    if isinstance(size, int):
        return max(0, (_size(size, window, stride, False) - 1) * stride + window - size)
    return window - 1


def _size(size: Any, window: int, stride: int, ignore_border: bool) -> Any:
    """Return how many windows there are."""
    if ignore_border:
        found = (size - window) // stride + 1
        return max(found, 0) if isinstance(found, int) else found
    if not isinstance(size, int):
        from gnomon.theano.tensor.elementwise import maximum, switch

        if stride >= window:
            return (size - 1) // stride + 1
        return switch(size <= 0, 0, maximum(0, (size - 1 - window + stride) // stride) + 1)
    if stride >= window:
        return (size - 1) // stride + 1
    return max(0, (size - 1 - window + stride) // stride) + 1


def _numbers(value: Any, count: int, what: str) -> tuple[int, ...]:
    from gnomon.theano.gof.graph import Constant

    if isinstance(value, Constant):
        value = value.data.tolist()
    if isinstance(value, int):
        return (value,) * count
    found = tuple([int(entry.data) if isinstance(entry, Constant) else int(entry) for entry in value])
    if len(found) != count:
        raise ValueError(f"{what} must have {count} numbers, got {value}")
    return found


def _is_computed(value: Any) -> bool:
    """Whether a size, or one of several, is known only when a function runs."""
    from gnomon.theano.gof.graph import Constant, Variable

    entries = value if isinstance(value, (tuple, list)) else [value]
    return any(isinstance(entry, Variable) and not isinstance(entry, Constant) for entry in entries)


def _by_sizes(x: Any, ws: Any, ignore_border: Any, stride: Any, pad: Any, mode: str, count: int) -> Any:
    from gnomon.theano.tensor.signal.pool_by_sizes import PoolBySizes

    if mode not in MODES:
        raise ValueError(f"the mode of a pool is one of {', '.join(MODES)}, not {mode}")
    entries: list[Any] = []
    for value in (ws, stride, pad):
        whole = value if isinstance(value, (tuple, list)) else as_tensor_variable(value)
        entries += [whole[k] for k in range(count)]
    return PoolBySizes(bool(ignore_border), mode, count)(x, *entries)


def of_sizes(op: Pool, x: Any, ws: Any, stride: Any, pad: Any, *, checked: bool = True) -> Any:
    """Return windows of an array whose sizes stand beside it, each made one number; gradients take any padding."""
    return _pool(x, ws, op.ignore_border, stride, pad, op.mode, op.ndim, None, None, None, checked=checked)


def _pool(
    input: Any,
    ws: Any,
    ignore_border: Any,
    stride: Any,
    pad: Any,
    mode: str,
    count: int,
    ds: Any,
    st: Any,
    padding: Any,
    *,
    checked: bool = True,
) -> Any:
    import warnings

    for old, new, name in ((ds, ws, "ds"), (st, stride, "st"), (padding, pad, "padding")):
        if old is not None:
            if new is not None and new != (0,) * count:
                raise ValueError(
                    f"You can't provide a tuple value for both the new and the old parameter '{name}'."
                )
            warnings.warn(f"DEPRECATION: the '{name}' parameter is not going to exist anymore", stacklevel=3)
    ws, stride, pad = (
        ds if ws is None else ws,
        st if stride is None else stride,
        padding if padding is not None else pad,
    )
    x = as_tensor_variable(input)
    if x.ndim < count:
        raise NotImplementedError(f"pool_{count}d requires a dimension >= {count}")
    if ws is None:
        raise ValueError("pool needs the size of its windows: ws=(rows, columns)")
    if ignore_border is None:
        ignore_border = False
    pad = (0,) * count if pad is None else pad
    if any(_is_computed(entry) for entry in (ws, stride, pad)):
        return _by_sizes(x, ws, ignore_border, ws if stride is None else stride, pad, mode, count)
    windows = _numbers(ws, count, "ws")
    steps = windows if stride is None else _numbers(stride, count, "stride")
    pads = _numbers(pad, count, "pad")
    if checked and any(pads):
        if not ignore_border:
            raise NotImplementedError("padding works only with ignore_border=True")
        if any(p >= w for p, w in zip(pads, windows)):
            raise NotImplementedError("padding must be smaller than strides")
    return Pool(bool(ignore_border), mode, count, windows, steps, pads)(x)


def pool_2d(
    input: Any, ws: Any = None, ignore_border: Any = None, stride: Any = None, pad: Any = (0, 0), mode: str = "max",
    ds: Any = None, st: Any = None, padding: Any = None,
) -> Any:  # fmt: skip
    """Return windows of the last two axes, each made one number."""
    return _pool(input, ws, ignore_border, stride, pad, mode, 2, ds, st, padding)


def pool_3d(
    input: Any, ws: Any = None, ignore_border: Any = None, stride: Any = None, pad: Any = (0, 0, 0), mode: str = "max",
    ds: Any = None, st: Any = None, padding: Any = None,
) -> Any:  # fmt: skip
    """Return windows of the last three axes, each made one number."""
    return _pool(input, ws, ignore_border, stride, pad, mode, 3, ds, st, padding)


def __getattr__(name: str) -> Any:
    if name in ("AveragePoolGrad", "DownsampleFactorMaxGradGrad", "MaxPoolGrad", "MaxPoolRop", "PoolGrad"):
        from gnomon.theano.tensor.signal import pool_gradients

        return getattr(pool_gradients, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def max_pool_2d_same_size(input: Any, patch_size: Any) -> Any:
    """Return a picture with all but the greatest element of each window set to 0."""
    from gnomon.theano.differentiating.reverse import grad
    from gnomon.theano.tensor.statistics import sum as total

    x = as_tensor_variable(input)
    pooled = pool_2d(x, patch_size, ignore_border=True)
    return x * grad(total(pooled), x)


max_pool_2d = pool_2d
