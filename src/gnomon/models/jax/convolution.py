"""Convolution and windows of ``jax.lax``, images resized by ``jax.image``."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import (
    UNKNOWN,
    Modelled,
    Tensor,
    function,
    is_unknown,
    items,
    modelled,
    repeated,
    text,
)
from gnomon.models.api import (
    shape as as_shape,
)
from gnomon.models.api import (
    size as as_size,
)
from gnomon.models.jax.support import as_array, as_jax, dtype_of, unknown_tensor

FIRST = {1: ("NCH", "OIH"), 2: ("NCHW", "OIHW"), 3: ("NCDHW", "OIDHW")}


@modelled("jax.lax.ConvDimensionNumbers")
class DimensionNumbers(Modelled):
    """Which axis of an array, a kernel and a result is what."""

    def __init__(self, lhs: str, rhs: str, out: str) -> None:
        self.letters = lhs, rhs, out
        space = "".join(letter for letter in rhs if letter not in "OI")
        self.lhs_spec, self.rhs_spec, self.out_spec = (
            tuple(word.find(letter) for letter in first + space)
            for word, first in ((lhs, "NC"), (rhs, "OI"), (out, "NC"))
        )


@function("jax.lax.conv_dimension_numbers", tensor=False)
def conv_dimension_numbers(lhs_shape: Any, rhs_shape: Any, dimension_numbers: Any) -> Any:
    """The meaning of axes, made from letters."""
    rank = as_shape(lhs_shape).rank
    specs = _specs(dimension_numbers, rank)
    return UNKNOWN if specs is None else DimensionNumbers(*specs)


def _specs(numbers: Any, rank: int | None) -> tuple[str, str, str] | None:
    """Return the letters of array, kernel and result."""
    if isinstance(numbers, DimensionNumbers):
        return numbers.letters
    if numbers is None:
        if rank is None or rank - 2 not in FIRST:
            return None
        lhs, rhs = FIRST[rank - 2]
        return lhs, rhs, lhs
    letters = items(numbers)
    if letters is None or len(letters) != 3 or any(text(word) is None for word in letters):
        return None
    return letters[0], letters[1], letters[2]


def padding_of(value: Any, count: int) -> Any:
    """Return a padding argument as the operation takes it; None where it is unknown."""
    if type(value) is str:
        return value.lower() if value.upper() in ("SAME", "VALID", "CAUSAL", "CIRCULAR") else None
    if type(value) is int:
        return value
    entries = items(value)
    if entries is None or len(entries) != count:
        return None
    pairs = []
    for entry in entries:
        pair = items(entry)
        if pair is None:
            pairs.append((as_size(entry), as_size(entry)))
        elif len(pair) == 2:
            pairs.append((as_size(pair[0]), as_size(pair[1])))
        else:
            return None
    return tuple(pairs)


def _arranged(x: Tensor, spec: str, wanted: str) -> Tensor:
    """Return an array with its axes in the wanted order."""
    if spec == wanted or x.shape.rank is None:
        return x
    return ops.transpose(x, axes=tuple(spec.index(letter) for letter in wanted))  # type: ignore[no-any-return]


@function("jax.lax.conv_general_dilated")
def conv_general_dilated(
    lhs: Any,
    rhs: Any,
    window_strides: Any,
    padding: Any,
    lhs_dilation: Any = None,
    rhs_dilation: Any = None,
    dimension_numbers: Any = None,
    feature_group_count: Any = 1,
    batch_group_count: Any = 1,
    precision: Any = None,
    preferred_element_type: Any = None,
) -> Any:
    """Convolution with everything chosen."""
    x, kernel = as_array(lhs), as_array(rhs)
    rank = x.shape.rank if x.shape.rank is not None else kernel.shape.rank
    specs = _specs(dimension_numbers, rank)
    if specs is None or len(specs[0]) != len(specs[1]) or batch_group_count != 1:
        return unknown_tensor(x.dtype)
    lhs_spec, rhs_spec, out_spec = specs
    count = len(lhs_spec) - 2
    spread = 1 if lhs_dilation is None else repeated(lhs_dilation, count)
    pads = padding_of(padding, count)
    if x.shape.rank is None or spread not in (1, (1,) * count) or pads is None:
        return _of_channels(x, kernel, lhs_spec, rhs_spec, out_spec)
    space = "".join(letter for letter in lhs_spec if letter not in "NC")
    last = lhs_spec == f"N{space}C" and out_spec == lhs_spec
    kernel_last = rhs_spec == f"{space}IO"
    if last and kernel_last:
        arranged, weight = x, kernel
    else:
        last = kernel_last = False
        arranged = _arranged(x, lhs_spec, f"NC{space}")
        weight = _arranged(kernel, rhs_spec, f"OI{space}")
    result = ops.conv(
        arranged,
        weight,
        stride=repeated(window_strides, count),
        padding=pads,
        dilation=1 if rhs_dilation is None else repeated(rhs_dilation, count),
        groups=as_size(feature_group_count),
        layout="last" if last else "first",
        spatial=count,
    )
    if not last:
        result = _arranged(result, f"NC{space}", out_spec)
    return (
        result if preferred_element_type is None else ops.cast(result, dtype=dtype_of(preferred_element_type))
    )


def _of_channels(x: Tensor, kernel: Tensor, lhs_spec: str, rhs_spec: str, out_spec: str) -> Any:
    """Return a result of which only batch and channels are known."""
    result = ops.unknown_like(x) if x.shape.rank is not None else unknown_tensor(x.dtype)
    if result.shape.rank != len(out_spec):
        return result
    batch = x.shape.axis(lhs_spec.index("N"))
    channels = kernel.shape.axis(rhs_spec.index("O")) if kernel.shape.rank == len(rhs_spec) else None
    shape = result.shape
    if batch is not None:
        shape = shape.with_axis(out_spec.index("N"), batch)
    if channels is not None:
        shape = shape.with_axis(out_spec.index("C"), channels)
    return Tensor(shape, result.dtype, "jax", site=result.site)


@function("jax.lax.conv")
def conv(lhs: Any, rhs: Any, window_strides: Any, padding: Any, *arguments: Any, **keywords: Any) -> Any:
    """Convolution of (batch, channels, *space)."""
    return conv_general_dilated(lhs, rhs, window_strides, padding)


@function("jax.lax.conv_with_general_padding")
def conv_with_general_padding(
    lhs: Any,
    rhs: Any,
    window_strides: Any,
    padding: Any,
    lhs_dilation: Any,
    rhs_dilation: Any,
    *arguments: Any,
    **keywords: Any,
) -> Any:
    """Convolution of (batch, channels, *space)."""
    return conv_general_dilated(lhs, rhs, window_strides, padding, lhs_dilation, rhs_dilation)


@function("jax.lax.conv_transpose")
def conv_transpose(
    lhs: Any,
    rhs: Any,
    strides: Any,
    padding: Any,
    rhs_dilation: Any = None,
    dimension_numbers: Any = None,
    transpose_kernel: Any = False,
    *arguments: Any,
    **keywords: Any,
) -> Any:
    """Transposed convolution of (batch, *space, channels)."""
    x, kernel = as_array(lhs), as_array(rhs)
    rank = x.shape.rank
    if rank is None or rank < 3:
        return unknown_tensor(x.dtype)
    space = {3: "H", 4: "HW", 5: "DHW"}.get(rank, "")
    last = (f"N{space}C", f"{space}IO", f"N{space}C")
    specs = last if dimension_numbers is None else _specs(dimension_numbers, rank)
    pads = padding_of(padding, rank - 2)
    if specs != last or type(pads) is not str or transpose_kernel is not False or rhs_dilation is not None:
        return ops.unknown_like(x)
    turned = ops.swapaxes(kernel, first=-1, second=-2) if kernel.shape.rank == rank else kernel
    return ops.conv_transpose(
        x, turned, stride=repeated(strides, rank - 2), padding=pads, layout="last", spatial=rank - 2
    )


@function("jax.lax.conv_general_dilated_patches", "jax.lax.conv_general_dilated_local")
def patches(lhs: Any, *arguments: Any, **keywords: Any) -> Any:
    """Patches of an image: only the number of axes is followed."""
    return ops.unknown_like(as_array(lhs))


@function("jax.lax.reduce_window")
def reduce_window(
    operand: Any,
    init_value: Any,
    computation: Any,
    window_dimensions: Any,
    window_strides: Any,
    padding: Any,
    base_dilation: Any = None,
    window_dilation: Any = None,
) -> Any:
    """A fold of the entries of each window, over all axes."""
    x = as_array(operand)
    window, rank = items(window_dimensions), x.shape.rank
    if window is None or rank is None or base_dilation is not None or is_unknown(window_strides):
        return ops.unknown_like(x)
    pads = padding_of(padding, rank)
    if pads is None or len(window) != rank:
        return ops.unknown_like(x)
    strides = (1,) * rank if window_strides is None else repeated(window_strides, rank)
    spread = 1 if window_dilation is None else repeated(window_dilation, rank)
    framed = ops.expand_dims(ops.expand_dims(x, axis=0), axis=0)
    pooled = ops.max_pool(
        framed, window=tuple(as_size(size) for size in window), stride=strides, padding=pads, dilation=spread
    )
    return ops.squeeze(ops.squeeze(pooled, axis=0), axis=0)


@function("jax.lax.padtype_to_pads", tensor=False)
def padtype_to_pads(*arguments: Any) -> Any:
    """Widths of padding: not followed."""
    return UNKNOWN


@function("jax.image.resize")
def resize(image: Any, shape: Any, method: Any, antialias: Any = True, precision: Any = None) -> Any:
    """An image in another size: as many axes as it has."""
    x, target = as_array(image), as_shape(shape)
    if target.rank is None:
        return ops.unknown_like(x)
    return as_jax(ops.resized_to(x, shape=target))


@function("jax.image.scale_and_translate")
def scale_and_translate(image: Any, shape: Any, *arguments: Any, **keywords: Any) -> Any:
    """An image in another size."""
    return resize(image, shape, None)
