"""``torch.nn.functional``: convolution, pooling, normalisation, padding, resizing as functions."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import (
    UNKNOWN,
    Dim,
    Shape,
    Tensor,
    dtypes,
    flag,
    function,
    host,
    items,
    repeated,
    size,
    symbol,
    text,
)
from gnomon.models.api import (
    shape as shape_of,
)
from gnomon.models.torch.common import first_given
from gnomon.models.torch.elementwise import floating
from gnomon.models.torch.images import as_images
from gnomon.models.torch.layers.convolution import padding_of
from gnomon.models.torch.layers.dense import bagged
from gnomon.models.torch.layers.pooling import adapted, pooled
from gnomon.models.torch.reductions import softmax as softmax_along
from gnomon.models.torch.shaping import one_axis
from gnomon.shapes import Equal

F = "torch.nn.functional."


def with_space(result: Any, sizes: tuple[Any, ...]) -> Any:
    """Return images with other spatial sizes; None is unknown."""
    return ops.resample(result, size=tuple(symbol() if n is None else n for n in sizes), spatial=len(sizes))


# -- convolution ---------------------------------------------------------------------------------------


def _convolution(spatial: int) -> Any:
    def model(
        input: Any,
        weight: Any,
        bias: Any = None,
        stride: Any = 1,
        padding: Any = 0,
        dilation: Any = 1,
        groups: Any = 1,
    ) -> Any:
        return ops.conv(
            as_images(input, None, spatial),
            weight,
            bias,
            stride=repeated(stride, spatial),
            padding=padding_of(padding, spatial),
            dilation=repeated(dilation, spatial),
            groups=size(groups),
            spatial=spatial,
            unbatched=True,
        )

    return model


def _transposed(spatial: int) -> Any:
    def model(
        input: Any,
        weight: Any,
        bias: Any = None,
        stride: Any = 1,
        padding: Any = 0,
        output_padding: Any = 0,
        groups: Any = 1,
        dilation: Any = 1,
    ) -> Any:
        return ops.conv_transpose(
            as_images(input, None, spatial),
            weight,
            bias,
            stride=repeated(stride, spatial),
            padding=repeated(padding, spatial),
            output_padding=repeated(output_padding, spatial),
            dilation=repeated(dilation, spatial),
            groups=size(groups),
            spatial=spatial,
            unbatched=True,
        )

    return model


for _count in (1, 2, 3):
    function(f"{F}conv{_count}d", f"torch.conv{_count}d")(_convolution(_count))
    function(f"{F}conv_transpose{_count}d", f"torch.conv_transpose{_count}d")(_transposed(_count))


# -- pooling -------------------------------------------------------------------------------------------


def _max_pool(spatial: int, positions: bool) -> Any:
    """The function with the parameter ``return_indices``; with ``positions`` that which always returns them."""

    def model(
        input: Any,
        kernel_size: Any,
        stride: Any = None,
        padding: Any = 0,
        dilation: Any = 1,
        ceil_mode: Any = False,
        return_indices: Any = False,
    ) -> Any:
        wanted = True if positions else return_indices
        return pooled("max_pool", spatial, input, kernel_size, stride, padding, dilation, ceil_mode, wanted)

    return model


def _plain_max_pool(spatial: int) -> Any:
    def model(
        input: Any,
        kernel_size: Any,
        stride: Any = (),
        padding: Any = 0,
        dilation: Any = 1,
        ceil_mode: Any = False,
    ) -> Any:
        return pooled("max_pool", spatial, input, kernel_size, stride, padding, dilation, ceil_mode)

    return model


def _avg_pool(spatial: int) -> Any:
    def model(
        input: Any,
        kernel_size: Any,
        stride: Any = None,
        padding: Any = 0,
        ceil_mode: Any = False,
        count_include_pad: Any = True,
        divisor_override: Any = None,
    ) -> Any:
        return pooled("avg_pool", spatial, input, kernel_size, stride, padding, 1, ceil_mode)

    return model


def _avg_pool_of_vectors(
    input: Any,
    kernel_size: Any,
    stride: Any = (),
    padding: Any = 0,
    ceil_mode: Any = False,
    count_include_pad: Any = True,
) -> Any:
    return pooled("avg_pool", 1, input, kernel_size, stride, padding, 1, ceil_mode)


def _lp_pool(spatial: int) -> Any:
    def model(
        input: Any, norm_type: Any, kernel_size: Any, stride: Any = None, ceil_mode: Any = False
    ) -> Any:
        return pooled("lp_pool", spatial, floating(input), kernel_size, stride, 0, 1, ceil_mode)

    return model


def _adaptive_avg(spatial: int) -> Any:
    def model(input: Any, output_size: Any) -> Any:
        return adapted("adaptive_avg_pool", spatial, input, output_size)

    return model


def _adaptive_max(spatial: int, positions: bool) -> Any:
    def model(input: Any, output_size: Any, return_indices: Any = False) -> Any:
        wanted = True if positions else return_indices
        return adapted("adaptive_max_pool", spatial, input, output_size, wanted)

    return model


def _unpool(spatial: int) -> Any:
    def model(
        input: Any,
        indices: Any,
        kernel_size: Any,
        stride: Any = None,
        padding: Any = 0,
        output_size: Any = None,
    ) -> Any:
        wanted = items(output_size)
        return ops.max_unpool(
            input,
            indices,
            window=repeated(kernel_size, spatial),
            stride=None if stride is None else repeated(stride, spatial),
            padding=repeated(padding, spatial),
            size=None if wanted is None else tuple(map(size, wanted)),
        )

    return model


for _count in (1, 2, 3):
    function(f"{F}max_pool{_count}d")(_max_pool(_count, False))
    function(f"{F}max_pool{_count}d_with_indices")(_max_pool(_count, True))
    function(f"torch.max_pool{_count}d")(_plain_max_pool(_count))
    function(f"{F}avg_pool{_count}d")(_avg_pool(_count))
    function(f"{F}lp_pool{_count}d")(_lp_pool(_count))
    function(f"{F}adaptive_avg_pool{_count}d")(_adaptive_avg(_count))
    function(f"{F}adaptive_max_pool{_count}d")(_adaptive_max(_count, False))
    function(f"{F}adaptive_max_pool{_count}d_with_indices")(_adaptive_max(_count, True))
    function(f"{F}max_unpool{_count}d")(_unpool(_count))
function("torch.avg_pool1d", f"{F}avg_pool1d")(_avg_pool_of_vectors)
function("torch.adaptive_avg_pool1d")(_adaptive_avg(1))
function("torch.adaptive_max_pool1d")(_adaptive_max(1, True))


# -- normalisation -------------------------------------------------------------------------------------


@function(f"{F}batch_norm")
def batch_norm(
    input: Any,
    running_mean: Any,
    running_var: Any,
    weight: Any = None,
    bias: Any = None,
    training: Any = False,
    momentum: Any = 0.1,
    eps: Any = 1e-05,
) -> Any:
    """Normalise each channel over the batch."""
    return ops.batch_norm(input, weight, bias, running_mean, running_var)


@function(f"{F}layer_norm", "torch.layer_norm")
def layer_norm(
    input: Any,
    normalized_shape: Any,
    weight: Any = None,
    bias: Any = None,
    eps: Any = 1e-05,
    cudnn_enable: Any = True,
) -> Any:
    """Normalise over the last axes."""
    wanted = shape_of(normalized_shape)
    return ops.layer_norm(input, weight, bias, shape=wanted.dims if wanted.rank is not None else None)


@function(f"{F}rms_norm", "torch.rms_norm")
def rms_norm(input: Any, normalized_shape: Any, weight: Any = None, eps: Any = None) -> Any:
    """Scale over the last axes."""
    wanted = shape_of(normalized_shape)
    return scaled(input, weight, wanted.dims if wanted.rank is not None else None)


def scaled(input: Any, weight: Any, shape: Any) -> Any:
    """Scale over the last axes; unlike that of a layer norm, the weight may have another dtype."""
    if type(input) is Tensor and type(weight) is Tensor and input.dtype is not weight.dtype:
        weight = Tensor(weight.shape, None, "torch", role=weight.role, site=weight.site)
        if input.dtype is not None and input.dtype.kind in ("bool", "int", "uint"):
            return ops.cast(ops.layer_norm(input, weight, shape=shape), dtype=None)
    return ops.layer_norm(input, weight, shape=shape)


@function(f"{F}group_norm", "torch.group_norm")
def group_norm(
    input: Any,
    num_groups: Any,
    weight: Any = None,
    bias: Any = None,
    eps: Any = 1e-05,
    cudnn_enabled: Any = True,
) -> Any:
    """Normalise over groups of channels."""
    return ops.group_norm(input, weight, bias, groups=size(num_groups))


@function(f"{F}instance_norm")
def instance_norm(
    input: Any,
    running_mean: Any = None,
    running_var: Any = None,
    weight: Any = None,
    bias: Any = None,
    use_input_stats: Any = True,
    momentum: Any = 0.1,
    eps: Any = 1e-05,
) -> Any:
    """Normalise each channel of each sample."""
    return ops.instance_norm(input, weight, bias)


@function(f"{F}local_response_norm")
def local_response_norm(input: Any, size: Any, alpha: Any = 0.0001, beta: Any = 0.75, k: Any = 1.0) -> Any:
    """Normalise each entry by its neighbouring channels."""
    return ops.local_response_norm(floating(input))


@function(f"{F}normalize")
def normalize(input: Any, p: Any = 2.0, dim: Any = 1, eps: Any = 1e-12, out: Any = None) -> Any:
    """Divide vectors along an axis by their length."""
    from gnomon.models.torch.reductions import dims_of

    return ops.normalize(input, axis=dims_of(dim))


# -- what keeps the shape ------------------------------------------------------------------------------


def _softmax(operation: str) -> Any:
    def model(input: Any, dim: Any = None, _stacklevel: Any = 3, dtype: Any = None) -> Any:
        if dim is None:
            return softmax_along(input, 0, dtype) if dtype is not None else ops.positive(input)
        if dtype is not None:
            from gnomon.models.torch.common import dtype_of

            input = ops.cast(input, dtype=dtype_of(dtype))
        return ops.TABLE[operation](input, axis=one_axis(dim))

    return model


function(f"{F}softmax", f"{F}softmin")(_softmax("softmax"))
function(f"{F}log_softmax")(_softmax("log_softmax"))


@function(f"{F}gumbel_softmax")
def gumbel_softmax(logits: Any, tau: Any = 1, hard: Any = False, eps: Any = 1e-10, dim: Any = -1) -> Any:
    """Probabilities with noise, or rows that are nearly one-hot."""
    return ops.softmax(floating(logits), axis=one_axis(dim))


@function(*(f"{F}dropout{count}" for count in ("", "1d", "2d", "3d")))
def dropout(input: Any, p: Any = 0.5, training: Any = True, inplace: Any = False) -> Any:
    """Replace random elements by 0."""
    return ops.positive(input)


@function(f"{F}alpha_dropout", f"{F}feature_alpha_dropout")
def alpha_dropout(input: Any, p: Any = 0.5, training: Any = False, inplace: Any = False) -> Any:
    """Replace random elements by what keeps mean and variance."""
    return ops.positive(input)


for _name in ("dropout", "alpha_dropout", "feature_dropout", "feature_alpha_dropout"):

    @function(f"torch.{_name}", f"torch.{_name}_")
    def torch_dropout(input: Any, p: Any, train: Any) -> Any:
        """Replace random elements by 0."""
        return ops.positive(input)


@function(f"{F}prelu", "torch.prelu")
def prelu(input: Any, weight: Any) -> Any:
    """Leaky ReLU with learned slopes."""
    return ops.prelu(input, weight)


@function(f"{F}glu")
def glu(input: Any, dim: Any = -1) -> Any:
    """Gate one half of an axis with the other half."""
    halves = ops.split(input, sections=2, axis=one_axis(dim))
    return ops.multiply(halves[0], halves[1])


@function(f"{F}cosine_similarity", "torch.cosine_similarity")
def cosine_similarity(x1: Any, x2: Any, dim: Any = 1, eps: Any = 1e-08) -> Any:
    """Cosine of the angle between vectors along an axis."""
    result = ops.cosine_similarity(x1, x2, axis=one_axis(dim))
    alike = getattr(x1, "dtype", None) is getattr(x2, "dtype", None)
    return result if alike else ops.cast(result, dtype=None)  # scalars widen it too


@function(f"{F}pairwise_distance", "torch.pairwise_distance")
def pairwise_distance(x1: Any, x2: Any, p: Any = 2.0, eps: Any = 1e-06, keepdim: Any = False) -> Any:
    """Distance between vectors along the last axis."""
    return ops.norm(ops.subtract(x1, x2), axis=-1, keepdims=flag(keepdim) is True)


@function(f"{F}pdist", "torch.pdist")
def pdist(input: Any, p: Any = 2.0) -> Any:
    """Distances between all pairs of rows."""
    rows = input.shape.axis(0) if type(input) is Tensor else None
    count = symbol() if rows is None else rows * (rows - 1) // 2
    return Tensor(Shape((count,)), input.dtype if type(input) is Tensor else None, "torch")


# -- embedding -----------------------------------------------------------------------------------------


@function("torch.embedding")
def embedding_of(
    weight: Any, indices: Any, padding_idx: Any = -1, scale_grad_by_freq: Any = False, sparse: Any = False
) -> Any:
    """Rows of a table, which comes first."""
    return ops.embedding(indices, weight)


@function(f"{F}embedding")
def embedding(
    input: Any,
    weight: Any,
    padding_idx: Any = None,
    max_norm: Any = None,
    norm_type: Any = 2.0,
    scale_grad_by_freq: Any = False,
    sparse: Any = False,
) -> Any:
    """Rows of a table."""
    return ops.embedding(input, weight)


@function(f"{F}embedding_bag")
def embedding_bag(
    input: Any,
    weight: Any,
    offsets: Any = None,
    max_norm: Any = None,
    norm_type: Any = 2,
    scale_grad_by_freq: Any = False,
    mode: Any = "mean",
    sparse: Any = False,
    per_sample_weights: Any = None,
    include_last_offset: Any = False,
    padding_idx: Any = None,
) -> Any:
    """Sums or means of rows of a table, one for each bag."""
    return bagged(input, weight, offsets, include_last_offset)


# -- padding -------------------------------------------------------------------------------------------


@function("torch.constant_pad_nd")
def constant_pad_nd(input: Any, pad: Any, value: Any = 0) -> Any:
    """Add entries around the last axes; the last axis comes first in ``pad``."""
    widths = pad_widths(pad)
    return ops.unknown_like(input) if widths is None else ops.pad(input, widths=widths, last=True)


@function(f"{F}pad")
def pad(input: Any, pad: Any, mode: Any = "constant", value: Any = None) -> Any:
    """Add entries around the last axes; the last axis comes first in ``pad``."""
    widths = pad_widths(pad)
    if widths is None:
        return ops.unknown_like(input)
    return ops.pad(input, widths=widths, last=True, reflect=text(mode) == "reflect")


def pad_widths(pad: Any) -> tuple[tuple[Any, Any], ...] | None:
    """Return pairs of widths for the last axes, in the order of the axes; None if they are not known."""
    entries = items(pad)
    if entries is None or len(entries) % 2:
        return None
    sizes = [size(entry) for entry in entries]
    pairs = list(zip(sizes[0::2], sizes[1::2], strict=True))
    return tuple(reversed(pairs))


# -- resizing ------------------------------------------------------------------------------------------


@function(f"{F}upsample")
def upsample(
    input: Any, size: Any = None, scale_factor: Any = None, mode: Any = "nearest", align_corners: Any = None
) -> Any:
    """Resize the spatial axes to a size or by a factor (old name)."""
    return resized(input, size, scale_factor)


@function(f"{F}upsample_bilinear", f"{F}upsample_nearest")
def upsample_by(input: Any, size: Any = None, scale_factor: Any = None) -> Any:
    """Resize the spatial axes to a size or by a factor (old names)."""
    return resized(input, size, scale_factor)


@function(f"{F}interpolate")
def interpolate(
    input: Any,
    size: Any = None,
    scale_factor: Any = None,
    mode: Any = "nearest",
    align_corners: Any = None,
    recompute_scale_factor: Any = None,
    antialias: Any = False,
) -> Any:
    """Resize the spatial axes to a size or by a factor."""
    return resized(input, size, scale_factor)


def resized(input: Any, wanted: Any, factor: Any) -> Any:
    """Resize the spatial axes to a size or by a factor."""
    if wanted is not None:
        entries = items(wanted)
        if entries is not None:
            return ops.resample(input, size=tuple(map(size, entries)))
        single = type(wanted) is int or type(wanted).__name__ == "Dim"
        return ops.resample(input, size=wanted) if single else _any_size(input)
    factors = items(factor)
    if factors is not None:
        if all(type(entry) in (int, float) for entry in factors):
            return ops.resample(input, factor=tuple(factors))
        return _any_size(input)
    if type(factor) in (int, float):
        return ops.resample(input, factor=factor)
    return _any_size(input)


def _any_size(input: Any) -> Any:
    """Return images of unknown size."""
    rank = input.shape.rank if type(input) is Tensor else None
    return (
        UNKNOWN
        if rank is None
        else ops.resample(input, size=tuple(symbol() for _ in range(max(rank - 2, 1))))
    )


@function(f"{F}pixel_shuffle", "torch.pixel_shuffle")
def pixel_shuffle(input: Any, upscale_factor: Any) -> Any:
    """Channels become space."""
    return ops.pixel_shuffle(input, block=size(upscale_factor))


@function(f"{F}pixel_unshuffle", "torch.pixel_unshuffle")
def pixel_unshuffle(input: Any, downscale_factor: Any) -> Any:
    """Space becomes channels."""
    return ops.pixel_unshuffle(input, block=size(downscale_factor))


@function(f"{F}channel_shuffle", "torch.channel_shuffle", "torch.native_channel_shuffle")
def channel_shuffle(input: Any, groups: Any) -> Any:
    """Exchange channels among groups."""
    return ops.positive(input)


@function(f"{F}unfold")
def unfold(input: Any, kernel_size: Any, dilation: Any = 1, padding: Any = 0, stride: Any = 1) -> Any:
    """Cut images into blocks."""
    return ops.unfold(
        input,
        window=repeated(kernel_size, 2),
        stride=repeated(stride, 2),
        padding=repeated(padding, 2),
        dilation=repeated(dilation, 2),
    )


@function(f"{F}fold")
def fold(
    input: Any, output_size: Any, kernel_size: Any, dilation: Any = 1, padding: Any = 0, stride: Any = 1
) -> Any:
    """Put blocks back together into images."""
    return ops.fold(
        input,
        size=repeated(output_size, 2),
        window=repeated(kernel_size, 2),
        stride=repeated(stride, 2),
        padding=repeated(padding, 2),
        dilation=repeated(dilation, 2),
    )


@function("torch.grid_sampler")
def grid_sampler(
    input: Any, grid: Any, interpolation_mode: Any, padding_mode: Any, align_corners: Any
) -> Any:
    """Entries of images at fractional places."""
    return ops.grid_sample(input, grid)


@function(f"{F}grid_sample")
def grid_sample(
    input: Any, grid: Any, mode: Any = "bilinear", padding_mode: Any = "zeros", align_corners: Any = None
) -> Any:
    """Entries of images at fractional places."""
    return ops.grid_sample(input, grid)


@function(f"{F}affine_grid")
def affine_grid(theta: Any, size: Any, align_corners: Any = None) -> Any:
    """Places of the entries of transformed images."""
    wanted = shape_of(size)
    return UNKNOWN if wanted.rank is None else ops.affine_grid(theta, size=wanted.dims)


# -- attention -----------------------------------------------------------------------------------------


@function(f"{F}scaled_dot_product_attention")
def scaled_dot_product_attention(
    query: Any,
    key: Any,
    value: Any,
    attn_mask: Any = None,
    dropout_p: Any = 0.0,
    is_causal: Any = False,
    scale: Any = None,
    enable_gqa: Any = False,
) -> Any:
    """Attention of queries over keys and values."""
    mask = attn_mask if type(attn_mask) is Tensor else None
    return ops.scaled_dot_product_attention(query, key, value, mask, grouped=flag(enable_gqa) is not False)


@function(f"{F}multi_head_attention_forward")
def multi_head_attention_forward(
    query: Any, key: Any, value: Any, embed_dim_to_check: Any, num_heads: Any, *rest: Any, **named: Any
) -> Any:
    """Attention with projections, split over heads."""
    return ops.multi_head_attention(query, key, value, embed=size(embed_dim_to_check), heads=size(num_heads))


@function("torch.stft")
def stft(
    input: Any,
    n_fft: Any,
    hop_length: Any = None,
    win_length: Any = None,
    window: Any = None,
    center: Any = True,
    pad_mode: Any = "reflect",
    normalized: Any = False,
    onesided: Any = None,
    return_complex: Any = None,
    align_to_window: Any = None,
) -> Any:
    """Spectrum over time."""
    if flag(return_complex) is not True:
        return UNKNOWN
    length = size(n_fft)
    _fitting_window(window, length if win_length is None else size(win_length))
    return ops.stft(
        input,
        window=length,
        hop=size(first_given(hop_length, length // 4)),
        center=flag(center) is not False,
        onesided=flag(first_given(onesided, True)) is not False,
    )


def _fitting_window(window: Any, length: Any) -> None:
    """Require that a window has as many entries as the pieces it is laid over."""
    have = window.shape.axis(0) if type(window) is Tensor and window.shape.rank == 1 else None
    if have is not None and type(length) in (int, Dim):
        host.require(
            Equal(have, length),
            "window-size",
            "{op}: the window has {have} entries, but the pieces of the signal have {length}",
            blame=window,
            have=have,
            length=length,
        )


@function("torch.istft")
def istft(
    input: Any,
    n_fft: Any,
    hop_length: Any = None,
    win_length: Any = None,
    window: Any = None,
    center: Any = True,
    normalized: Any = False,
    onesided: Any = None,
    length: Any = None,
    return_complex: Any = False,
) -> Any:
    """The signal that a spectrum over time belongs to."""
    piece = size(n_fft)
    _fitting_window(window, piece if win_length is None else size(win_length))
    return ops.istft(
        input,
        window=piece,
        hop=size(first_given(hop_length, piece // 4)),
        center=flag(center) is not False,
        onesided=flag(first_given(onesided, True)) is not False,
        length=None if length is None else size(length),
    )


@function("torch.trapezoid", "torch.trapz")
def trapezoid(y: Any, x: Any = None, *, dx: Any = 1, dim: Any = -1) -> Any:
    """Integral along an axis, over the places ``x`` or in steps of ``dx``."""
    if type(y) is not Tensor or y.shape.rank is None or type(dim) is not int:
        return UNKNOWN
    heights = floating(y)
    rank, last = y.shape.rank, y.shape.axis(dim)
    if x is None:
        result = ops.sum(heights, axis=dim)
        return ops.cast(result, dtype=y.dtype) if last == 0 else result
    if type(x) is not Tensor or x.shape.rank is None or not 0 < x.shape.rank <= rank or last == 0:
        return UNKNOWN
    places = floating(x)
    if x.shape.rank == 1 < rank and -rank <= dim < rank:
        places = ops.reshape(places, shape=Shape((-1, *[1] * (rank - 1 - dim % rank))))
        ops.multiply(places, y)
    steps, middles = ops.diff(places, axis=dim % rank - rank), ops.diff(heights, axis=dim)
    return ops.sum(ops.multiply(steps, middles), axis=dim)


_ = dtypes
