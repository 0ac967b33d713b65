"""Convolutions in two and three dimensions, with their gradients as operations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gnomon as gn
from gnomon import ops
from gnomon.theano.gof.graph import Apply, Variable
from gnomon.theano.gof.op import GnomonOp
from gnomon.theano.scalar.types import upcast
from gnomon.theano.tensor.nnet.conv_sizes import border_mode_to_pad
from gnomon.theano.tensor.type import TensorType
from gnomon.theano.tensor.variables import as_tensor_variable


def _per_axis(value: Any, count: int, what: str) -> tuple[int, ...]:
    if isinstance(value, int):
        return (value,) * count
    found = tuple([int(entry) for entry in value])
    if len(found) != count:
        raise ValueError(f"{what} must have {count} elements, got {value}")
    return found


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
        for name, shape in (("imshp", imshp), ("kshp", kshp)):
            if isinstance(shape, Variable):
                raise ValueError(f"{name} must be a tuple of numbers, constants and None, got {shape.type}")
        self.imshp = tuple(imshp) if imshp else (None,) * (2 + convdim)
        self.kshp = tuple(kshp) if kshp else (None,) * ((2 + 2 * convdim) if unshared else (2 + convdim))
        self.filter_flip = filter_flip
        if num_groups < 1:
            raise ValueError("num_groups must have value greater than zero")
        self.num_groups = num_groups
        self.unshared = unshared
        if unshared and convdim != 2:
            raise NotImplementedError("kernels that differ from place to place are for pictures alone")

    @property
    def kernel_rank(self) -> int:
        """How many axes kernels have."""
        return 2 + 2 * self.convdim if self.unshared else 2 + self.convdim

    def forward(self, image: Any, kernel: Any) -> Any:
        """Return the convolution as an expression."""
        axes = tuple(range(kernel.ndim - self.convdim, kernel.ndim))
        kernel = gn.flip(kernel, axis=axes) if self.filter_flip else kernel
        sizes = kernel.shape.dims[-self.convdim :]
        windows = [(size - 1) * d + 1 for size, d in zip(sizes, self.filter_dilation)]
        padding = border_mode_to_pad(self.border_mode, self.convdim, windows)
        if self.unshared:
            return self._unshared(gn.pad(image, ((0, 0), (0, 0), *padding)), kernel, windows)
        return gn.nn.conv(
            image,
            kernel,
            stride=self.subsample,
            padding=tuple(padding),
            dilation=self.filter_dilation,
            groups=self.num_groups,
        )

    def _unshared(self, image: Any, kernel: Any, windows: Sequence[Any]) -> Any:
        """Return each window times the kernel of its place, (outputs, *places, channels, *window)."""
        for axis, (size, stride) in enumerate(zip(windows, self.subsample), start=2):
            image = ops.sliding_windows(image, axis=axis, size=size, step=stride)
        rows, columns = self.filter_dilation
        image = image[..., ::rows, ::columns]
        groups, lead, channels = self.num_groups, image.shape.dims[0], image.shape.dims[1]
        outputs, rest = kernel.shape.dims[0], kernel.shape.dims[1:]
        parts = gn.reshape(image, (lead, groups, channels // groups, *image.shape.dims[2:]))
        kernels = gn.reshape(kernel, (groups, outputs // groups, *rest))
        found = gn.einsum("ngcxyij,goxycij->ngoxy", parts, kernels)
        return gn.reshape(found, (lead, outputs, *found.shape.dims[3:]))


class AbstractConv(BaseAbstractConv):
    """A convolution of images (batch, channels, ...) with kernels (outputs, channels / groups, ...)."""

    def make_node(self, img: Any, kern: Any) -> Apply:
        img, kern = as_tensor_variable(img), as_tensor_variable(kern)
        rank = 2 + self.convdim
        if img.type.ndim != rank:
            raise TypeError(f"img must be {rank}D tensor")
        if kern.type.ndim != self.kernel_rank:
            raise TypeError(f"kern must be {self.kernel_rank}D tensor")
        pattern = [img.broadcastable[0], kern.broadcastable[0], *[False] * self.convdim]
        return Apply(self, [img, kern], [TensorType(upcast(img.dtype, kern.dtype), pattern)()])

    def lower(self, node: Apply, image: Any, kernel: Any) -> Any:
        from gnomon.theano.scalar.basic import cast_to

        return self.forward(*cast_to(node.outputs[0].dtype, image, kernel))

    def L_op(self, inputs: Any, outputs: Any, output_grads: Any) -> Any:
        """Return the gradients; that by images of known sizes needs kernels alone, not the images."""
        from gnomon.theano.tensor.broadcasting import patternbroadcast

        by_image, by_kernel = super().L_op(inputs, outputs, output_grads)
        image, kernel = inputs
        if None not in self.imshp[2:] and image.dtype == kernel.dtype == output_grads[0].dtype:
            options = {name: getattr(self, name) for name in self.__props__}
            found = AbstractConv_gradInputs(**options)(kernel, output_grads[0], self.imshp[2:])
            by_image = patternbroadcast(found, image.broadcastable)
            by_image.tag.derivative_of = outputs[0]  # functions may list the images among their inputs
        return [by_image, by_kernel]


class _Gradient(BaseAbstractConv):
    """A gradient of a convolution: what is known, the cotangent, and the sizes of the result."""

    def make_node(self, known: Any, topgrad: Any, shape: Any = None, add_assert_shape: bool = True) -> Apply:
        from gnomon.theano.tensor.creation import size_variables

        known, topgrad = as_tensor_variable(known), as_tensor_variable(topgrad)
        rank = 2 + self.convdim
        if known.type.ndim != self.known_rank or topgrad.type.ndim != rank:
            raise TypeError(
                f"a gradient of this convolution takes an array of {self.known_rank} axes and a cotangent of {rank}, "
                f"got {known.type.ndim} and {topgrad.type.ndim}"
            )
        if isinstance(shape, Variable) and shape.type.ndim == 1:
            vector: Any = shape
            shape = [vector[k] for k in range(self.convdim)]
        sizes = [] if shape is None else size_variables(shape)
        kind = TensorType(upcast(known.dtype, topgrad.dtype), (False,) * self.result_rank)
        return Apply(self, [known, topgrad, *sizes], [kind()])

    @property
    def known_rank(self) -> int:
        """How many axes the array has that is known."""
        return 2 + self.convdim

    @property
    def result_rank(self) -> int:
        """How many axes the gradient has."""
        return 2 + self.convdim

    def connection_pattern(self, node: Apply) -> list[list[bool]]:
        """Say that sizes are not differentiated by."""
        return [[True], [True], *[[False] for _ in node.inputs[2:]]]


def _pulled(forward: Any, wanted: Any, g: Any) -> Any:
    from gnomon.graph.gradients.reverse import pulled

    (found,) = pulled([forward], [wanted], [g], leaves=[wanted])
    return found


class AbstractConv_gradInputs(_Gradient):
    """The gradient of a convolution by the images: kernels, cotangent, sizes of the space."""

    @property
    def known_rank(self) -> int:
        """How many axes kernels have."""
        return self.kernel_rank

    def lower(self, node: Apply, kernel: Any, g: Any, *sizes: Any) -> Any:
        from gnomon.theano.scalar.basic import cast_to
        from gnomon.theano.tensor.creation import sizes_of

        kernel, g = cast_to(node.outputs[0].dtype, kernel, g)
        space = sizes_of(sizes) if sizes else tuple(self.imshp[2:])
        channels = kernel.shape.dims[-1 - self.convdim] * self.num_groups
        image = ops.positive(gn.symbol("image", shape=(g.shape.dims[0], channels, *space), dtype=g.dtype))
        return _replaced(_pulled(self.forward(image, kernel), image, g), image)


class AbstractConv_gradWeights(_Gradient):
    """The gradient of a convolution by the kernels: images, cotangent, sizes of the window."""

    @property
    def result_rank(self) -> int:
        """How many axes kernels have."""
        return self.kernel_rank

    def lower(self, node: Apply, image: Any, g: Any, *sizes: Any) -> Any:
        from gnomon.theano.scalar.basic import cast_to
        from gnomon.theano.tensor.creation import sizes_of

        image, g = cast_to(node.outputs[0].dtype, image, g)
        window = sizes_of(sizes) if sizes else tuple(self.kshp[2:])
        channels = image.shape.dims[1] // self.num_groups
        places = g.shape.dims[2:] if self.unshared else ()
        shape = (g.shape.dims[1], *places, channels, *window)
        kernel = ops.positive(gn.symbol("kernel", shape=shape, dtype=g.dtype))
        return _replaced(_pulled(self.forward(image, kernel), kernel, g), kernel)


def _replaced(found: Any, unknown: Any) -> Any:
    """Return a gradient without what it was taken by, of which it does not depend."""
    (leaf,) = unknown.application.inputs
    return gn.replace(found, {leaf: gn.zeros(leaf.shape, dtype=leaf.dtype)})


class _Pictures(BaseAbstractConv):
    """What takes pictures: two axes of space."""

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


class _Volumes(BaseAbstractConv):
    """What takes volumes: three axes of space."""

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


class AbstractConv2d(_Pictures, AbstractConv):
    """A convolution of pictures."""


class AbstractConv3d(_Volumes, AbstractConv):
    """A convolution of volumes."""


class AbstractConv2d_gradInputs(_Pictures, AbstractConv_gradInputs):
    """The gradient of a convolution of pictures by the pictures."""


class AbstractConv3d_gradInputs(_Volumes, AbstractConv_gradInputs):
    """The gradient of a convolution of volumes by the volumes."""


class AbstractConv2d_gradWeights(_Pictures, AbstractConv_gradWeights):
    """The gradient of a convolution of pictures by the kernels."""


class AbstractConv3d_gradWeights(_Volumes, AbstractConv_gradWeights):
    """The gradient of a convolution of volumes by the kernels."""
