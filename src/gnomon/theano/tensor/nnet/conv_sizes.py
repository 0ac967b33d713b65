"""Sizes of convolutions: of their results, and of what gives results of some size."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def border_mode_to_pad(mode: Any, convdim: int, kshp: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Return the padding before and after each axis for a border mode and the sizes of a (dilated) kernel."""
    if isinstance(mode, (tuple, list)):
        if len(mode) != convdim:
            raise ValueError(f"invalid border_mode {mode} which must be a tuple of length {convdim}")
        found = []
        for entry in mode:
            pair = (entry, entry) if isinstance(entry, int) else tuple(entry)
            if min(pair) < 0:
                raise ValueError(
                    f"invalid border_mode {mode}. The tuple can only contain integers or pairs of integers >= 0"
                )
            found.append(pair)
        return tuple(found)
    if isinstance(mode, int):
        if mode < 0:
            raise ValueError(f"invalid border_mode {mode}, which must be a non-negative integer")
        return ((mode, mode),) * convdim
    if mode == "full":
        return tuple([(size - 1, size - 1) for size in kshp])
    if mode == "half":
        return tuple([(size // 2, size // 2) for size in kshp])
    if mode == "valid":
        return ((0, 0),) * convdim
    raise ValueError(
        f"invalid border_mode {mode}, which must be either 'valid', 'full', 'half', an integer or a tuple of length {convdim}"
    )


def get_conv_shape_1axis(
    image_shape: Any, kernel_shape: Any, border_mode: Any, subsample: Any, dilation: Any = 1
) -> Any:
    """Return the size of one axis after a convolution."""
    if None in (image_shape, kernel_shape, border_mode, subsample, dilation):
        return None
    window = (kernel_shape - 1) * dilation + 1
    if border_mode == "half":
        before = after = window // 2
    elif border_mode == "full":
        before = after = window - 1
    elif border_mode == "valid":
        before = after = 0
    elif isinstance(border_mode, (tuple, list)):
        before, after = border_mode
        if min(before, after) < 0:
            raise ValueError("border_mode must be >= 0")
    else:
        before = after = border_mode
        if border_mode < 0:
            raise ValueError("border_mode must be >= 0")
    free = image_shape + before + after - window
    return free + 1 if subsample == 1 else free // subsample + 1


def _per_axis(subsample: Any, filter_dilation: Any, border_mode: Any) -> tuple[int, Any, Any]:
    """Return how many axes of space there are, and the dilation and the border mode of each."""
    dims = len(subsample)
    dilation = (1,) * dims if filter_dilation is None else filter_dilation
    return dims, dilation, border_mode if isinstance(border_mode, (tuple, list)) else (border_mode,) * dims


def get_conv_output_shape(
    image_shape: Any, kernel_shape: Any, border_mode: Any, subsample: Any, filter_dilation: Any = None
) -> tuple[Any, ...]:
    """Return the shape of the result of a convolution."""
    dims, dilation, modes = _per_axis(subsample, filter_dilation, border_mode)
    space = [
        get_conv_shape_1axis(
            image_shape[2 + k],
            kernel_shape[len(kernel_shape) - dims + k],
            modes[k],
            subsample[k],
            dilation[k],
        )
        for k in range(dims)
    ]
    return (image_shape[0], kernel_shape[0], *space)


def get_conv_gradinputs_shape_1axis(
    kernel_shape: Any, top_shape: Any, border_mode: Any, subsample: Any, dilation: Any
) -> Any:
    """Return the size of one axis before a convolution, None where it is not unique."""
    if None in (kernel_shape, top_shape, border_mode, subsample, dilation) or subsample != 1:
        return None
    window = (kernel_shape - 1) * dilation + 1
    pair = {"half": (window // 2,) * 2, "full": (window - 1,) * 2, "valid": (0, 0)}
    if isinstance(border_mode, str):
        before, after = pair[border_mode]
    else:
        before, after = border_mode if isinstance(border_mode, (tuple, list)) else (border_mode, border_mode)
    return (top_shape - 1) * subsample - before - after + window


def get_conv_gradinputs_shape(
    kernel_shape: Any,
    top_shape: Any,
    border_mode: Any,
    subsample: Any,
    filter_dilation: Any = None,
    num_groups: int = 1,
) -> tuple[Any, ...]:
    """Return the shape of what was convolved, None where it is not unique."""
    dims, dilation, modes = _per_axis(subsample, filter_dilation, border_mode)
    channels = kernel_shape[1] * num_groups if kernel_shape[1] is not None else None
    space = [
        get_conv_gradinputs_shape_1axis(
            kernel_shape[2 + k], top_shape[2 + k], modes[k], subsample[k], dilation[k]
        )
        for k in range(dims)
    ]
    return (top_shape[0], channels, *space)


def get_conv_gradweights_shape(
    image_shape: Any,
    top_shape: Any,
    border_mode: Any,
    subsample: Any,
    filter_dilation: Any = None,
    num_groups: int = 1,
) -> tuple[Any, ...]:
    """Return the shape of the kernel of a convolution, None where it is not unique."""
    dims, dilation, modes = _per_axis(subsample, filter_dilation, border_mode)
    channels = image_shape[1] // num_groups if image_shape[1] is not None else None
    space = [
        None
        if None in (image_shape[2 + k], top_shape[2 + k]) or subsample[k] != 1 or modes[k] == "half"
        else _rest(image_shape[2 + k], top_shape[2 + k], modes[k]) // dilation[k] + 1
        for k in range(dims)
    ]
    return (top_shape[1], channels, *space)


def _rest(size: Any, top: Any, mode: Any) -> Any:
    """Return how much longer a kernel's window is than one element."""
    return top - size if mode == "full" else size + _both(mode) - top


def _both(mode: Any) -> int:
    if mode == "valid":
        return 0
    return sum(mode) if isinstance(mode, (tuple, list)) else 2 * mode


def kernel_space(op: Any, image: Any, top: Any) -> list[Any]:
    """Return the sizes of a kernel as variables, where steps of one tell them."""
    _check_told(op, ("half",))
    dims = op.convdim
    found = []
    for k in range(dims):
        size, result = image.shape[2 + k], top.shape[2 + k]
        mode = op.border_mode if isinstance(op.border_mode, str) else op.border_mode[k]
        found.append(_rest(size, result, mode) // op.filter_dilation[k] + 1)
    return found


def picture_space(op: Any, kernel: Any, top: Any) -> list[Any]:
    """Return the sizes of what is convolved as variables, where steps of one tell them."""
    _check_told(op, ())
    found = []
    for k in range(op.convdim):
        window = (kernel.shape[kernel.ndim - op.convdim + k] - 1) * op.filter_dilation[k] + 1
        mode = op.border_mode if isinstance(op.border_mode, str) else op.border_mode[k]
        padding = (
            {"full": 2 * (window - 1), "half": 2 * (window // 2)}.get(mode) if isinstance(mode, str) else None
        )
        found.append(top.shape[2 + k] + window - 1 - (_both(mode) if padding is None else padding))
    return found


def _check_told(op: Any, modes: Sequence[str]) -> None:
    if any(step != 1 for step in op.subsample) or op.border_mode in modes:
        raise ValueError("shape must be given if subsample != (1, 1) or border_mode == 'half'")
