"""Convolutions in two and three dimensions, with their gradients as operations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gnomon as gn
from gnomon import ops
from gnomon.theano.gof.graph import Apply, Constant
from gnomon.theano.gof.op import GnomonOp
from gnomon.theano.scalar.types import upcast
from gnomon.theano.tensor.type import TensorType
from gnomon.theano.tensor.variables import as_tensor_variable


def _per_axis(value: Any, count: int, what: str) -> tuple[int, ...]:
    if isinstance(value, int):
        return (value,) * count
    found = tuple([int(entry) for entry in value])
    if len(found) != count:
        raise ValueError(f"{what} must have {count} elements, got {value}")
    return found


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


def get_conv_output_shape(
    image_shape: Any, kernel_shape: Any, border_mode: Any, subsample: Any, filter_dilation: Any = None
) -> tuple[Any, ...]:
    """Return the shape of the result of a convolution."""
    dims = len(subsample)
    dilation = (1,) * dims if filter_dilation is None else filter_dilation
    modes = border_mode if isinstance(border_mode, (tuple, list)) else (border_mode,) * dims
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
    dims = len(subsample)
    dilation = (1,) * dims if filter_dilation is None else filter_dilation
    modes = border_mode if isinstance(border_mode, (tuple, list)) else (border_mode,) * dims
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
    dims = len(subsample)
    dilation = (1,) * dims if filter_dilation is None else filter_dilation
    modes = border_mode if isinstance(border_mode, (tuple, list)) else (border_mode,) * dims
    channels = image_shape[1] // num_groups if image_shape[1] is not None else None
    space = [
        None
        if None in (image_shape[2 + k], top_shape[2 + k]) or subsample[k] != 1 or modes[k] in ("half", "full")
        else (image_shape[2 + k] + _both(modes[k]) - top_shape[2 + k]) // dilation[k] + 1
        for k in range(dims)
    ]
    return (top_shape[1], channels, *space)


def _both(mode: Any) -> int:
    if mode == "valid":
        return 0
    return sum(mode) if isinstance(mode, (tuple, list)) else 2 * mode


class BaseAbstractConv(GnomonOp):
    """What a convolution and its gradients have in common."""

    __props__ = (
        "convdim",
        "border_mode",
        "subsample",
        "filter_flip",
        "imshp",
        "kshp",
        "filter_dilation",
        "num_groups",
        "unshared",
    )

    def __init__(
        self,
        convdim: int,
        imshp: Any = None,
        kshp: Any = None,
        border_mode: Any = "valid",
        subsample: Any = None,
        filter_flip: bool = True,
        filter_dilation: Any = None,
        num_groups: int = 1,
        unshared: bool = False,
    ) -> None:
        if convdim not in (2, 3):
            raise ValueError(f"convolution dimension {convdim} is not supported")
        self.convdim = convdim
        self.subsample = _per_axis(1 if subsample is None else subsample, convdim, "subsample")
        self.filter_dilation = _per_axis(
            1 if filter_dilation is None else filter_dilation, convdim, "filter_dilation"
        )
        if isinstance(border_mode, (str, int)):
            if isinstance(border_mode, str) and border_mode not in ("valid", "full", "half"):
                border_mode_to_pad(border_mode, convdim, (1,) * convdim)
            self.border_mode: Any = (border_mode,) * convdim if isinstance(border_mode, int) else border_mode
        else:
            self.border_mode = tuple([e if isinstance(e, int) else tuple(e) for e in border_mode])
        if not isinstance(self.border_mode, str):
            border_mode_to_pad(self.border_mode, convdim, (1,) * convdim)
        self.imshp = tuple(imshp) if imshp else (None,) * (2 + convdim)
        self.kshp = tuple(kshp) if kshp else (None,) * ((2 + 2 * convdim) if unshared else (2 + convdim))
        self.filter_flip = filter_flip
        if num_groups < 1:
            raise ValueError("num_groups must have value greater than zero")
        self.num_groups = num_groups
        self.unshared = unshared
        if unshared:
            raise NotImplementedError("unshared convolutions are not carried out yet")

    def forward(self, image: Any, kernel: Any) -> Any:
        """Return the convolution as an expression."""
        axes = tuple(range(2, 2 + self.convdim))
        kernel = gn.flip(kernel, axis=axes) if self.filter_flip else kernel
        windows = [(size - 1) * d + 1 for size, d in zip(kernel.shape.dims[2:], self.filter_dilation)]
        padding = border_mode_to_pad(self.border_mode, self.convdim, windows)
        return gn.nn.conv(
            image,
            kernel,
            stride=self.subsample,
            padding=tuple(padding),
            dilation=self.filter_dilation,
            groups=self.num_groups,
        )


def _known(sizes: Sequence[Any]) -> tuple[int | None, ...]:
    return tuple(
        [
            None if size is None else int(size.data) if isinstance(size, Constant) else int(size)
            for size in sizes
        ]
    )


class AbstractConv(BaseAbstractConv):
    """A convolution of images (batch, channels, ...) with kernels (outputs, channels / groups, ...)."""

    def make_node(self, img: Any, kern: Any) -> Apply:
        img, kern = as_tensor_variable(img), as_tensor_variable(kern)
        rank = 2 + self.convdim
        if img.type.ndim != rank:
            raise TypeError(f"img must be {rank}D tensor")
        if kern.type.ndim != rank:
            raise TypeError(f"kern must be {rank}D tensor")
        pattern = [img.broadcastable[0], kern.broadcastable[0], *[False] * self.convdim]
        return Apply(self, [img, kern], [TensorType(upcast(img.dtype, kern.dtype), pattern)()])

    def lower(self, node: Apply, image: Any, kernel: Any) -> Any:
        from gnomon.theano.scalar.basic import cast_to

        return self.forward(*cast_to(node.outputs[0].dtype, image, kernel))


class _Gradient(BaseAbstractConv):
    """A gradient of a convolution: what is known, the cotangent, and the sizes of the result."""

    def make_node(self, known: Any, topgrad: Any, shape: Any = None, add_assert_shape: bool = True) -> Apply:
        from gnomon.theano.tensor.creation import size_variables

        known, topgrad = as_tensor_variable(known), as_tensor_variable(topgrad)
        rank = 2 + self.convdim
        if known.type.ndim != rank or topgrad.type.ndim != rank:
            raise TypeError(f"both arrays of a gradient of a convolution must be {rank}D tensors")
        sizes = [] if shape is None else size_variables(shape)
        pattern = self._pattern(known, topgrad)
        dtype = upcast(known.dtype, topgrad.dtype)
        return Apply(self, [known, topgrad, *sizes], [TensorType(dtype, pattern)()])

    def _pattern(self, known: Any, topgrad: Any) -> list[bool]:
        return [False] * (2 + self.convdim)

    def connection_pattern(self, node: Apply) -> list[list[bool]]:
        """Say that sizes are not differentiated by."""
        return [[True], [True], *[[False] for _ in node.inputs[2:]]]


def _pulled(forward: Any, wanted: Any, g: Any) -> Any:
    from gnomon.graph.gradients.reverse import pulled

    (found,) = pulled([forward], [wanted], [g], leaves=[wanted])
    return found


class AbstractConv_gradInputs(_Gradient):
    """The gradient of a convolution by the images: kernels, cotangent, sizes of the space."""

    def lower(self, node: Apply, kernel: Any, g: Any, *sizes: Any) -> Any:
        from gnomon.theano.scalar.basic import cast_to
        from gnomon.theano.tensor.creation import sizes_of

        kernel, g = cast_to(node.outputs[0].dtype, kernel, g)
        space = sizes_of(sizes) if sizes else tuple(self.imshp[2:])
        channels = kernel.shape.dims[1] * self.num_groups
        image = ops.positive(gn.symbol("image", shape=(g.shape.dims[0], channels, *space), dtype=g.dtype))
        return _replaced(_pulled(self.forward(image, kernel), image, g), image)


class AbstractConv_gradWeights(_Gradient):
    """The gradient of a convolution by the kernels: images, cotangent, sizes of the window."""

    def lower(self, node: Apply, image: Any, g: Any, *sizes: Any) -> Any:
        from gnomon.theano.scalar.basic import cast_to
        from gnomon.theano.tensor.creation import sizes_of

        image, g = cast_to(node.outputs[0].dtype, image, g)
        window = sizes_of(sizes) if sizes else tuple(self.kshp[2:])
        channels = image.shape.dims[1] // self.num_groups
        kernel = ops.positive(gn.symbol("kernel", shape=(g.shape.dims[1], channels, *window), dtype=g.dtype))
        return _replaced(_pulled(self.forward(image, kernel), kernel, g), kernel)


def _replaced(found: Any, unknown: Any) -> Any:
    """Return a gradient without what it was taken by, of which it does not depend."""
    (leaf,) = unknown.application.inputs
    return gn.replace(found, {leaf: gn.zeros(leaf.shape, dtype=leaf.dtype)})


class AbstractConv2d(AbstractConv):
    """A convolution of pictures."""

    def __init__(
        self,
        imshp: Any = None,
        kshp: Any = None,
        border_mode: Any = "valid",
        subsample: Any = (1, 1),
        filter_flip: bool = True,
        filter_dilation: Any = (1, 1),
        num_groups: int = 1,
        unshared: bool = False,
    ) -> None:
        super().__init__(
            2, imshp, kshp, border_mode, subsample, filter_flip, filter_dilation, num_groups, unshared
        )


class AbstractConv3d(AbstractConv):
    """A convolution of volumes."""

    def __init__(
        self,
        imshp: Any = None,
        kshp: Any = None,
        border_mode: Any = "valid",
        subsample: Any = (1, 1, 1),
        filter_flip: bool = True,
        filter_dilation: Any = (1, 1, 1),
        num_groups: int = 1,
    ) -> None:
        super().__init__(3, imshp, kshp, border_mode, subsample, filter_flip, filter_dilation, num_groups)


class AbstractConv2d_gradInputs(AbstractConv_gradInputs):
    """The gradient of a convolution of pictures by the pictures."""

    def __init__(
        self,
        imshp: Any = None,
        kshp: Any = None,
        border_mode: Any = "valid",
        subsample: Any = (1, 1),
        filter_flip: bool = True,
        filter_dilation: Any = (1, 1),
        num_groups: int = 1,
        unshared: bool = False,
    ) -> None:
        super().__init__(
            2, imshp, kshp, border_mode, subsample, filter_flip, filter_dilation, num_groups, unshared
        )


class AbstractConv3d_gradInputs(AbstractConv_gradInputs):
    """The gradient of a convolution of volumes by the volumes."""

    def __init__(
        self,
        imshp: Any = None,
        kshp: Any = None,
        border_mode: Any = "valid",
        subsample: Any = (1, 1, 1),
        filter_flip: bool = True,
        filter_dilation: Any = (1, 1, 1),
        num_groups: int = 1,
    ) -> None:
        super().__init__(3, imshp, kshp, border_mode, subsample, filter_flip, filter_dilation, num_groups)


class AbstractConv2d_gradWeights(AbstractConv_gradWeights):
    """The gradient of a convolution of pictures by the kernels."""

    def __init__(
        self,
        imshp: Any = None,
        kshp: Any = None,
        border_mode: Any = "valid",
        subsample: Any = (1, 1),
        filter_flip: bool = True,
        filter_dilation: Any = (1, 1),
        num_groups: int = 1,
        unshared: bool = False,
    ) -> None:
        super().__init__(
            2, imshp, kshp, border_mode, subsample, filter_flip, filter_dilation, num_groups, unshared
        )


class AbstractConv3d_gradWeights(AbstractConv_gradWeights):
    """The gradient of a convolution of volumes by the kernels."""

    def __init__(
        self,
        imshp: Any = None,
        kshp: Any = None,
        border_mode: Any = "valid",
        subsample: Any = (1, 1, 1),
        filter_flip: bool = True,
        filter_dilation: Any = (1, 1, 1),
        num_groups: int = 1,
    ) -> None:
        super().__init__(3, imshp, kshp, border_mode, subsample, filter_flip, filter_dilation, num_groups)


def _checked_shape(shape: Any) -> Any:
    return None if shape is None else _known(shape)


def conv2d(
    input: Any, filters: Any, input_shape: Any = None, filter_shape: Any = None, border_mode: Any = "valid",
    subsample: Any = (1, 1), filter_flip: bool = True, filter_dilation: Any = (1, 1), num_groups: int = 1, unshared: bool = False,
) -> Any:  # fmt: skip
    """Return the convolution of pictures (batch, channels, rows, columns) with kernels."""
    op = AbstractConv2d(
        _checked_shape(input_shape),
        _checked_shape(filter_shape),
        border_mode,
        subsample,
        filter_flip,
        filter_dilation,
        num_groups,
        unshared,
    )
    return op(as_tensor_variable(input), as_tensor_variable(filters))


def conv3d(
    input: Any, filters: Any, input_shape: Any = None, filter_shape: Any = None, border_mode: Any = "valid",
    subsample: Any = (1, 1, 1), filter_flip: bool = True, filter_dilation: Any = (1, 1, 1), num_groups: int = 1,
) -> Any:  # fmt: skip
    """Return the convolution of volumes with kernels."""
    op = AbstractConv3d(
        _checked_shape(input_shape),
        _checked_shape(filter_shape),
        border_mode,
        subsample,
        filter_flip,
        filter_dilation,
        num_groups,
    )
    return op(as_tensor_variable(input), as_tensor_variable(filters))


def conv2d_grad_wrt_inputs(
    output_grad: Any, filters: Any, input_shape: Any, filter_shape: Any = None, border_mode: Any = "valid",
    subsample: Any = (1, 1), filter_flip: bool = True, filter_dilation: Any = (1, 1), num_groups: int = 1, unshared: bool = False,
) -> Any:  # fmt: skip
    """Return the gradient of a convolution by the pictures."""
    op = AbstractConv2d_gradInputs(
        None, None, border_mode, subsample, filter_flip, filter_dilation, num_groups, unshared
    )
    return op(as_tensor_variable(filters), as_tensor_variable(output_grad), list(input_shape)[-2:])


def conv2d_grad_wrt_weights(
    input: Any, output_grad: Any, filter_shape: Any, input_shape: Any = None, border_mode: Any = "valid",
    subsample: Any = (1, 1), filter_flip: bool = True, filter_dilation: Any = (1, 1), num_groups: int = 1, unshared: bool = False,
) -> Any:  # fmt: skip
    """Return the gradient of a convolution by the kernels."""
    op = AbstractConv2d_gradWeights(
        None, None, border_mode, subsample, filter_flip, filter_dilation, num_groups, unshared
    )
    return op(as_tensor_variable(input), as_tensor_variable(output_grad), list(filter_shape)[-2:])


def conv3d_grad_wrt_inputs(
    output_grad: Any, filters: Any, input_shape: Any, filter_shape: Any = None, border_mode: Any = "valid",
    subsample: Any = (1, 1, 1), filter_flip: bool = True, filter_dilation: Any = (1, 1, 1), num_groups: int = 1,
) -> Any:  # fmt: skip
    """Return the gradient of a convolution by the volumes."""
    op = AbstractConv3d_gradInputs(
        None, None, border_mode, subsample, filter_flip, filter_dilation, num_groups
    )
    return op(as_tensor_variable(filters), as_tensor_variable(output_grad), list(input_shape)[-3:])


def conv3d_grad_wrt_weights(
    input: Any, output_grad: Any, filter_shape: Any, input_shape: Any = None, border_mode: Any = "valid",
    subsample: Any = (1, 1, 1), filter_flip: bool = True, filter_dilation: Any = (1, 1, 1), num_groups: int = 1,
) -> Any:  # fmt: skip
    """Return the gradient of a convolution by the kernels."""
    op = AbstractConv3d_gradWeights(
        None, None, border_mode, subsample, filter_flip, filter_dilation, num_groups
    )
    return op(as_tensor_variable(input), as_tensor_variable(output_grad), list(filter_shape)[-3:])


def conv2d_transpose(
    input: Any, filters: Any, output_shape: Any, filter_shape: Any = None, border_mode: Any = "valid",
    input_dilation: Any = (1, 1), filter_flip: bool = True, filter_dilation: Any = (1, 1), num_groups: int = 1,
    unshared: bool = False,
) -> Any:  # fmt: skip
    """Return the transposed convolution of pictures: the gradient of a convolution whose results have their shape."""
    return conv2d_grad_wrt_inputs(
        input,
        filters,
        output_shape,
        filter_shape,
        border_mode,
        input_dilation,
        filter_flip,
        filter_dilation,
        num_groups,
    )
