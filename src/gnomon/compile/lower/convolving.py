"""What a convolution computes, whatever its layout: images, kernels and results with their places in memory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from gnomon.compile.lower.building import Parameters, offset_of
from gnomon.compile.lower.sliding import Axis, axes_back, axes_of, settings_of
from gnomon.graph.array import Array
from gnomon.shapes import Size, dtypes, product

if TYPE_CHECKING:
    from gnomon.graph.array import Application


class Problem:
    """A convolution or a transposed one, as windows over an image: (batch, groups * inputs) -> groups * outputs.

    ``transposed``: the kernel has its input channels first and is read backwards.
    """

    def __init__(
        self,
        application: Application,
        axes: list[Axis],
        *,
        groups: int,
        layout: str,
        kernels: str,
        transposed: bool,
    ) -> None:
        self.application = application
        self.axes = axes
        self.groups = groups
        self.layout = layout
        self.kernels = kernels
        self.transposed = transposed
        arrays = [*application.inputs, None]
        self.image, self.weight, self.bias = arrays[0], arrays[1], arrays[2]
        (self.out,) = application.outputs
        count = len(axes)
        dims = self.image.shape.dims
        self.batch = product(dims[: max(len(dims) - count - 1, 0)])
        first: Size = 1
        second: Size = 1
        if kernels == "depthwise":
            first = groups * self.weight.shape.dims[-1]
        elif kernels != "signal":
            first, second = two_first(self.weight.shape.dims, kernels)
        self.inputs: Size = second
        self.outputs: Size = _split(first, groups)
        if transposed:
            self.inputs, self.outputs = _split(first, groups), second

    @property
    def window(self) -> list[Size]:
        """The sizes of a window."""
        return [axis.window for axis in self.axes]

    def weight_place(
        self, sizes: Sequence[Size], group: Size, output: Size, entry: Size, at: Sequence[Size]
    ) -> Size:
        """Return the place of a weight; ``sizes`` are inputs, outputs and window."""
        inputs, outputs, *window = sizes
        if self.transposed:
            at = [size - 1 - place for size, place in zip(window, at)]
            first, second, outer = group * inputs + entry, output, (self.groups * inputs, outputs)
        else:
            first, second, outer = group * outputs + output, entry, (self.groups * outputs, inputs)
        if self.kernels == "depthwise":
            return offset_of([*window, self.groups, outputs], [*at, group, output])
        if self.kernels in ("first", "signal"):
            return offset_of([*outer, *window], [first, second, *at])
        return offset_of([*window, outer[1], outer[0]], [*at, second, first])

    def image_place(
        self, channels: Size, wide: Sequence[Size], row: Size, channel: Size, at: Sequence[Size]
    ) -> Size:
        """Return the place of an entry of an image or result."""
        if self.layout == "first":
            return offset_of([0, channels, *wide], [row, channel, *at])
        return offset_of([0, *wide, channels], [row, *at, channel])


def two_first(dims: Sequence[Size], layout: str) -> tuple[Size, Size]:
    """Return the sizes of the channel axes of a kernel, as if they stood first."""
    return (dims[0], dims[1]) if layout == "first" else (dims[-1], dims[-2])


def _split(size: Size, groups: int) -> Size:
    return size if groups == 1 else size // groups


def problem_of(application: Application) -> Problem | None:
    """Return what a convolution computes; None where no kernel computes it."""
    name = application.op.name
    attributes = settings_of(application)
    arrays = list(application.arrays())
    (out,) = application.outputs
    if out.dtype not in (dtypes.float32, dtypes.float64) or any(
        array.dtype is not out.dtype for array in arrays
    ):
        return None
    if any(isinstance(value, Array) for value in attributes.values()):
        return None
    image, weight = application.inputs[:2]
    bias = application.inputs[2] if len(application.inputs) > 2 else None
    layout = attributes["layout"]
    kernels = attributes.get("kernel_layout") or layout
    count = attributes.get("spatial") or weight.ndim - 2
    if weight.ndim != count + 2 or not 1 <= count <= 3 or image.ndim not in (count + 1, count + 2):
        return None
    if bias is not None and bias.ndim > 1:
        return None
    dims, results = image.shape.dims, out.shape.dims
    start = len(dims) - count - (1 if layout == "last" else 0)
    space, made = dims[start : start + count], results[start : start + count]
    channels = dims[-1] if layout == "last" else dims[start - 1]
    transposed = name == "conv_transpose"
    if name == "depthwise_conv":
        window = weight.shape.dims[:-2]
        groups: Any = channels
        kernels = "depthwise"
    else:
        window = weight.shape.dims[2:] if kernels == "first" else weight.shape.dims[:-2]
        groups = attributes["groups"]
        if groups is None:
            second = two_first(weight.shape.dims, kernels)[1]
            if type(channels) is not int or type(second) is not int or second < 1:
                return None
            groups = channels // second
    if type(groups) is not int or groups < 1:
        return None
    axes = (axes_back if transposed else axes_of)(space, made, window, attributes)
    if axes is None:
        return None
    return Problem(application, axes, groups=groups, layout=layout, kernels=kernels, transposed=transposed)


class Symbols:
    """The parameters of a kernel that convolves."""

    def __init__(self, problem: Problem, widths: Sequence[Size]) -> None:
        self.parameters = Parameters()
        of = self.parameters
        self.batch = of.of("batch", problem.batch)
        self.inputs = of.fixed("inputs", problem.inputs)
        self.outputs = of.fixed("outputs", problem.outputs)
        self.window = [of.fixed(f"window{k}", axis.window) for k, axis in enumerate(problem.axes)]
        self.wide = [of.of(f"wide{k}", size) for k, size in enumerate(widths)]
        self.out = [of.of(f"out{k}", axis.out) for k, axis in enumerate(problem.axes)]
