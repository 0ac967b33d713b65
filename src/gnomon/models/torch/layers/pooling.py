"""Pooling layers."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import Tensor, flag, is_unknown, items, modelled, repeated, size
from gnomon.models.torch.elementwise import floating
from gnomon.models.torch.images import as_images
from gnomon.models.torch.layers.module import Module


def sizes_or_kept(value: Any, count: int) -> tuple[Any, ...]:
    """Return an adaptive pooling's sizes: None keeps the size of an axis."""
    if value is None:
        return (None,) * count
    entries = items(value)
    if entries is not None and len(entries) == count:
        return tuple(None if entry is None else size(entry) for entry in entries)
    return repeated(value, count)


def windows(value: Any, stride: Any, count: int) -> tuple[Any, Any]:
    """Return window and stride, which is the window unless given."""
    entries = items(stride)
    given = stride is not None and entries != []
    return repeated(value, count), repeated(stride, count) if given else None


class Pooling(Module):
    """Something out of each window."""

    spatial = 2
    operation = "max_pool"

    def __init__(
        self,
        kernel_size: Any,
        stride: Any = None,
        padding: Any = 0,
        dilation: Any = 1,
        return_indices: Any = False,
        ceil_mode: Any = False,
    ) -> None:
        self.kernel_size, self.stride, self.padding = (
            kernel_size,
            kernel_size if stride is None else stride,
            padding,
        )
        self.dilation, self.return_indices, self.ceil_mode = dilation, return_indices, ceil_mode

    def forward(self, input: Any) -> Any:
        """Pool."""
        return pooled(
            self.operation,
            self.spatial,
            input,
            self.kernel_size,
            self.stride,
            self.padding,
            self.dilation,
            self.ceil_mode,
            self.return_indices,
        )


def pooled(
    operation: str,
    spatial: int,
    input: Any,
    kernel_size: Any,
    stride: Any,
    padding: Any,
    dilation: Any,
    ceil_mode: Any,
    return_indices: Any = False,
) -> Any:
    """Pool over windows."""
    window, step = windows(kernel_size, stride, spatial)
    rounds_up = flag(ceil_mode)
    result = ops.TABLE[operation](
        as_images(input, None, spatial),
        window=window,
        stride=step,
        padding=repeated(padding, spatial),
        dilation=repeated(dilation, spatial),
        ceil_mode=rounds_up is True,
        unbatched=True,
    )
    if is_unknown(ceil_mode):
        from gnomon.models.torch.functional import with_space

        return with_space(result, (None,) * spatial)
    return positions_too(result, return_indices)


def positions_too(result: Any, return_indices: Any) -> Any:
    """Return the positions of the chosen entries beside them where they are asked for."""
    if flag(return_indices) is not True:
        return result
    from gnomon.models.api import dtypes

    return result, ops.cast(result, dtype=dtypes.int64)


class AveragePooling(Module):
    """The average of each window."""

    spatial = 2

    def __init__(
        self,
        kernel_size: Any,
        stride: Any = None,
        padding: Any = 0,
        ceil_mode: Any = False,
        count_include_pad: Any = True,
        divisor_override: Any = None,
    ) -> None:
        self.kernel_size, self.stride, self.padding = (
            kernel_size,
            kernel_size if stride is None else stride,
            padding,
        )
        self.ceil_mode = ceil_mode

    def forward(self, input: Any) -> Any:
        """Pool."""
        return pooled(
            "avg_pool", self.spatial, input, self.kernel_size, self.stride, self.padding, 1, self.ceil_mode
        )


class PowerPooling(Module):
    """The power average of each window."""

    spatial = 2

    def __init__(self, norm_type: Any, kernel_size: Any, stride: Any = None, ceil_mode: Any = False) -> None:
        self.kernel_size, self.stride, self.ceil_mode = kernel_size, stride, ceil_mode

    def forward(self, input: Any) -> Any:
        """Pool."""
        return pooled(
            "lp_pool", self.spatial, floating(input), self.kernel_size, self.stride, 0, 1, self.ceil_mode
        )


class AdaptivePooling(Module):
    """As many regions as are asked for."""

    spatial = 2
    operation = "adaptive_avg_pool"

    def __init__(self, output_size: Any, return_indices: Any = False) -> None:
        self.output_size, self.return_indices = output_size, return_indices

    def forward(self, input: Any) -> Any:
        """Pool."""
        return adapted(self.operation, self.spatial, input, self.output_size, self.return_indices)


def adapted(operation: str, spatial: int, input: Any, output_size: Any, return_indices: Any = False) -> Any:
    """Pool over as many regions as are asked for; one region is the mean, whatever the rank."""
    wanted = sizes_or_kept(output_size, spatial)
    if operation == "adaptive_avg_pool" and spatial > 1 and all(type(n) is int and n == 1 for n in wanted):
        if type(input) is Tensor and input.shape.rank is not None and input.shape.rank > spatial + 2:
            return ops.mean(input, axis=tuple(range(-spatial, 0)), keepdims=True)
    result = ops.TABLE[operation](as_images(input, None, spatial), size=wanted, unbatched=True)
    return positions_too(result, return_indices)


class Unpooling(Module):
    """Put the entries of a max pooling back."""

    spatial = 2

    def __init__(self, kernel_size: Any, stride: Any = None, padding: Any = 0) -> None:
        self.kernel_size, self.stride, self.padding = kernel_size, stride, padding

    def forward(self, input: Any, indices: Any, output_size: Any = None) -> Any:
        """Put entries back."""
        window, step = windows(self.kernel_size, self.stride, self.spatial)
        wanted = items(output_size)
        return ops.max_unpool(
            input,
            indices,
            window=window,
            stride=step,
            padding=repeated(self.padding, self.spatial),
            size=None if wanted is None else tuple(map(size, wanted)),
        )


for _count in (1, 2, 3):
    for _name, _base, _operation in (
        ("MaxPool", Pooling, "max_pool"),
        ("AvgPool", AveragePooling, ""),
        ("LPPool", PowerPooling, ""),
        ("AdaptiveAvgPool", AdaptivePooling, "adaptive_avg_pool"),
        ("AdaptiveMaxPool", AdaptivePooling, "adaptive_max_pool"),
        ("MaxUnpool", Unpooling, ""),
    ):
        _layer = type(
            f"{_name}{_count}d",
            (_base,),
            {"spatial": _count, "operation": _operation, "__doc__": _base.__doc__},
        )
        modelled(f"torch.nn.{_name}{_count}d", f"torch.nn.modules.pooling.{_name}{_count}d")(_layer)


class FractionalPooling(Module):
    """Max pooling over windows of varying width."""

    spatial = 2

    def __init__(
        self,
        kernel_size: Any,
        output_size: Any = None,
        output_ratio: Any = None,
        return_indices: Any = False,
        _random_samples: Any = None,
    ) -> None:
        self.output_size, self.return_indices = output_size, return_indices

    def forward(self, input: Any) -> Any:
        """Pool."""
        from gnomon.models.api import symbol

        wanted = (
            tuple(symbol() for _ in range(self.spatial))
            if self.output_size is None
            else repeated(self.output_size, self.spatial)
        )
        result = ops.adaptive_max_pool(input, size=wanted, unbatched=True)
        return positions_too(result, self.return_indices)


for _count in (2, 3):
    modelled(f"torch.nn.FractionalMaxPool{_count}d")(
        type(f"FractionalMaxPool{_count}d", (FractionalPooling,), {"spatial": _count})
    )
