"""`keras.ops`: convolution, pooling, normalisation, losses, images; and `keras.random`."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import (
    Shape,
    TakesAnything,
    Tensor,
    Unknown,
    function,
    host,
    items,
    modelled,
    repeated,
    size,
    symbol,
)
from gnomon.models.api import (
    axis as axis_argument,
)
from gnomon.models.api import (
    shape as shape_argument,
)
from gnomon.models.keras import losses
from gnomon.models.keras.options import layout
from gnomon.models.keras.options import padding as padding_argument
from gnomon.models.keras.promoting import floating, returned, tensor, unified
from gnomon.models.keras.tensors import parse_dtype
from gnomon.models.keras.wording import words
from gnomon.shapes import dtypes


def spatial_axes(x: Any) -> int | None:
    """Return the number of spatial axes of a batch of images."""
    return x.shape.rank - 2 if type(x) is Tensor and x.shape.rank is not None and x.shape.rank > 2 else None


@function("keras.ops.conv")
def conv(
    inputs: Any,
    kernel: Any,
    strides: Any = 1,
    padding: Any = "valid",
    data_format: Any = None,
    dilation_rate: Any = 1,
) -> Any:
    """Convolution."""
    given, weight = unified(inputs, kernel)
    count = spatial_axes(given) or spatial_axes(weight)
    arranged, mode = layout(data_format), padding_argument(padding)
    if count is None or arranged is None or mode is None:
        return Unknown()
    return ops.conv(
        given,
        weight,
        None,
        stride=repeated(strides, count),
        padding=mode,
        dilation=repeated(dilation_rate, count),
        groups=None,
        layout=arranged,
        kernel_layout="last",
        spatial=count,
    )


@function("keras.ops.depthwise_conv")
def depthwise_conv(
    inputs: Any,
    kernel: Any,
    strides: Any = 1,
    padding: Any = "valid",
    data_format: Any = None,
    dilation_rate: Any = 1,
) -> Any:
    """Convolution of each channel on its own."""
    given, weight = unified(inputs, kernel)
    count = spatial_axes(given)
    arranged, mode = layout(data_format), padding_argument(padding)
    if count is None or arranged is None or mode is None:
        return Unknown()
    return ops.depthwise_conv(
        given,
        weight,
        None,
        stride=repeated(strides, count),
        padding=mode,
        dilation=repeated(dilation_rate, count),
        layout=arranged,
    )


@function("keras.ops.separable_conv")
def separable_conv(
    inputs: Any, depthwise_kernel: Any, pointwise_kernel: Any, *args: Any, **kwargs: Any
) -> Any:
    """Convolution of each channel, then a mixture of the channels."""
    inner = depthwise_conv(inputs, depthwise_kernel, *args, **kwargs)
    arranged = kwargs.get("data_format", args[2] if len(args) > 2 else None)
    return conv(inner, pointwise_kernel, data_format=arranged)


@function("keras.ops.conv_transpose")
def conv_transpose(
    inputs: Any,
    kernel: Any,
    strides: Any = 1,
    padding: Any = "valid",
    output_padding: Any = None,
    data_format: Any = None,
    dilation_rate: Any = 1,
) -> Any:
    """Transposed convolution."""
    given, weight = unified(inputs, kernel)
    count = spatial_axes(given)
    arranged, mode = layout(data_format), padding_argument(padding)
    if count is None or arranged is None or mode is None:
        return Unknown()
    return ops.conv_transpose(
        given,
        weight,
        None,
        stride=repeated(strides, count),
        padding=mode,
        output_padding=None if output_padding is None else repeated(output_padding, count),
        dilation=repeated(dilation_rate, count),
        layout=arranged,
        kernel_layout="last",
        spatial=count,
    )


@function("keras.ops.max_pool", "keras.ops.average_pool")
def pool(
    inputs: Any, pool_size: Any, strides: Any = None, padding: Any = "valid", data_format: Any = None
) -> Any:
    """Pooling."""
    given = tensor(inputs)
    count = spatial_axes(given)
    arranged, mode = layout(data_format), padding_argument(padding)
    if count is None or arranged is None or mode is None:
        return Unknown()
    window = repeated(pool_size, count)
    steps = window if strides is None else repeated(strides, count)
    return ops.max_pool(given, window=window, stride=steps, padding=mode, layout=arranged)


@function("keras.ops.adaptive_average_pool", "keras.ops.adaptive_max_pool")
def adaptive_pool(inputs: Any, output_size: Any, data_format: Any = None) -> Any:
    """Pooling to a fixed number of regions."""
    given = tensor(inputs)
    count, arranged = spatial_axes(given), layout(data_format)
    if count is None or arranged is None:
        return Unknown()
    return ops.adaptive_max_pool(given, size=repeated(output_size, count), layout=arranged)


@function("keras.ops.batch_normalization")
def batch_normalization(x: Any, mean: Any, variance: Any, axis: Any, *args: Any, **kwargs: Any) -> Any:
    """Normalise by a given mean and variance."""
    given = tensor(x)
    return ops.batch_norm(given, None, None, tensor(mean), tensor(variance), axis=axis_argument(axis))


@function("keras.ops.layer_normalization", "keras.ops.rms_normalization")
def layer_normalization(x: Any, *args: Any, **kwargs: Any) -> Any:
    """Normalise over the last axes."""
    return ops.positive(floating(x))


@function("keras.ops.dot_product_attention")
def dot_product_attention(query: Any, key: Any, value: Any, *args: Any, **kwargs: Any) -> Any:
    """Attention over (batch, time, heads, width)."""
    given, _, values = unified(query, key, value)
    if type(given) is Tensor and type(values) is Tensor and given.shape.rank == values.shape.rank == 4:
        sizes = (*given.shape.dims[:3], values.shape.dims[3])
        return Tensor(Shape(sizes), given.dtype, given.library, site=host.reporter.site)
    return Unknown()


@function("keras.ops.glu")
def glu(x: Any, axis: Any = -1) -> Any:
    """One half of an axis, gated by the other."""
    given = floating(x)
    return ops.split(given, sections=2, axis=axis_argument(axis))[0]


@function("keras.ops.one_hot")
def one_hot(x: Any, num_classes: Any, axis: Any = -1, dtype: Any = None, sparse: Any = False) -> Any:
    """A vector of zeros with a 1 at each position."""
    made = ops.one_hot(tensor(x), classes=size(num_classes), axis=axis_argument(axis))
    return returned(made, parse_dtype(dtype, dtypes.float32))


@function("keras.ops.multi_hot")
def multi_hot(inputs: Any, num_classes: Any = None, axis: Any = -1, dtype: Any = None, **kwargs: Any) -> Any:
    """A vector with a 1 at each of several positions: the last axis becomes the classes."""
    given = tensor(inputs)
    if type(given) is not Tensor or given.shape.rank is None or axis != -1:
        return Unknown()
    classes = symbol() if num_classes is None else size(num_classes)
    lead = given.shape.dims[:-1] if given.shape.rank > 1 else ()
    return Tensor(Shape((*lead, classes)), parse_dtype(dtype, dtypes.float32), given.library)


@function("keras.ops.categorical_crossentropy")
def categorical_crossentropy(target: Any, output: Any, from_logits: Any = False, axis: Any = -1) -> Any:
    """Cross-entropy of each row."""
    return losses.compare("categorical_crossentropy", target, output, "none")


@function("keras.ops.sparse_categorical_crossentropy")
def sparse_categorical_crossentropy(
    target: Any, output: Any, from_logits: Any = False, axis: Any = -1
) -> Any:
    """Cross-entropy of each row against a class number."""
    return losses.compare("sparse_categorical_crossentropy", target, output, "none")


@function("keras.ops.binary_crossentropy")
def binary_crossentropy(target: Any, output: Any, from_logits: Any = False) -> Any:
    """Cross-entropy of each element."""
    first, second = unified(target, output)
    return ops.sigmoid_cross_entropy(first, second)


@function("keras.ops.depth_to_space")
def depth_to_space(x: Any, block_size: Any, data_format: Any = "channels_last") -> Any:
    """Channels become space."""
    arranged = layout(data_format)
    return (
        Unknown()
        if arranged is None
        else ops.depth_to_space(tensor(x), block=size(block_size), layout=arranged)
    )


@function("keras.ops.space_to_depth")
def space_to_depth(x: Any, block_size: Any, data_format: Any = "channels_last") -> Any:
    """Space becomes channels."""
    arranged = layout(data_format)
    return (
        Unknown()
        if arranged is None
        else ops.space_to_depth(tensor(x), block=size(block_size), layout=arranged)
    )


@function("keras.ops.unfold", "keras.ops.fold")
def unfold(*args: Any, **kwargs: Any) -> Any:
    """Patches as columns are not followed."""
    return Unknown()


# -- images ----------------------------------------------------------------------------------------


@function("keras.ops.image.resize")
def resize(images: Any = None, size: Any = None, *args: Any, **kwargs: Any) -> Any:
    """Images of another height and width."""
    from gnomon.models.api import size as one_size

    given = tensor(kwargs.get("image", images))
    target = items(kwargs.get("target_size", size))
    space = (
        (symbol(), symbol())
        if target is None or len(target) != 2
        else tuple(one_size(entry) for entry in target)
    )
    arranged = layout(kwargs.get("data_format"))
    return Unknown() if arranged is None else ops.resize(given, size=space, layout=arranged)


@function("keras.ops.image.rgb_to_grayscale")
def rgb_to_grayscale(images: Any, data_format: Any = None) -> Any:
    """Images with one channel."""
    given = tensor(images)
    arranged = layout(data_format)
    if type(given) is not Tensor or given.shape.rank not in (3, 4) or arranged is None:
        return Unknown()
    axis = -1 if arranged == "last" else -3
    return Tensor(given.shape.with_axis(axis, 1), given.dtype, given.library, site=host.reporter.site)


for _name in [
    "hsv_to_rgb",
    "rgb_to_hsv",
    "gaussian_blur",
    "affine_transform",
    "perspective_transform",
    "elastic_transform",
]:

    @function(f"keras.ops.image.{_name}")
    def same_images(images: Any, *args: Any, **kwargs: Any) -> Any:
        """Images of the same size."""
        return ops.positive(tensor(images))


for _name in words(
    """
    extract_patches extract_patches_3d crop_images pad_images map_coordinates scale_and_translate
    sobel_edges ssim
    """
):

    @function(f"keras.ops.image.{_name}")
    def other_images(*args: Any, **kwargs: Any) -> Any:
        """Results that are not followed."""
        return Unknown()


# -- random numbers --------------------------------------------------------------------------------

for _name in ["normal", "uniform", "truncated_normal", "beta", "binomial", "gamma"]:

    @function(f"keras.random.{_name}")
    def drawn(shape: Any, *args: Any, dtype: Any = None, **kwargs: Any) -> Any:
        """Random numbers of a shape."""
        return ops.full(shape=shape_argument(shape), dtype=parse_dtype(dtype, dtypes.float32))


@function("keras.random.randint")
def randint(shape: Any, minval: Any, maxval: Any, dtype: Any = "int32", seed: Any = None) -> Any:
    """Random integers of a shape."""
    made = ops.full(shape=shape_argument(shape), dtype=parse_dtype(dtype))
    if type(minval) is int and type(maxval) is int:
        made.bounds = (minval, maxval - 1)
    return made


@function("keras.random.categorical")
def categorical(logits: Any, num_samples: Any, dtype: Any = "int32", seed: Any = None) -> Any:
    """Classes drawn for each row: (batch, num_samples)."""
    made = ops.multinomial(tensor(logits), count=size(num_samples))
    return returned(made, parse_dtype(dtype))


@function("keras.random.shuffle", "keras.random.dropout")
def shuffled(x: Any = None, *args: Any, **kwargs: Any) -> Any:
    """The tensor in another order, or with entries dropped."""
    return ops.positive(tensor(kwargs.get("inputs", x)))


@modelled(
    "keras.random.SeedGenerator",
    "keras.random.seed_generator.SeedGenerator",
    "keras.backend.random.SeedGenerator",
)
class SeedGenerator(TakesAnything):
    """A source of seeds."""

    def next(self, *args: Any, **kwargs: Any) -> Any:
        """Return a seed."""
        return Unknown()
