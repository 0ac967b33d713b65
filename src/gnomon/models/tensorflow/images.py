"""tf.image and reading files: images are (height, width, channels) with or without a batch in front."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import (
    Dtype,
    Modelled,
    Shape,
    TakesAnything,
    Tensor,
    Unknown,
    dtypes,
    host,
    items,
    modelled,
    symbol,
)
from gnomon.models.disk.found import path_text, read, remember
from gnomon.models.disk.images import CHANNELS, Header, read_header
from gnomon.models.tensorflow.common import array, as_dtype, declared, made, number, sizes, tf_function, whole
from gnomon.shapes import Both, Claim, Equal, Never
from gnomon.values.unseen import changing, unseen

PLAIN = (
    "random_flip_left_right",
    "random_flip_up_down",
    "random_brightness",
    "random_contrast",
    "random_hue",
    "random_saturation",
    "adjust_brightness",
    "adjust_contrast",
    "adjust_hue",
    "adjust_saturation",
    "adjust_gamma",
    "per_image_standardization",
    "per_image_whitening",
    "flip_left_right",
    "flip_up_down",
    "hsv_to_rgb",
    "rgb_to_hsv",
    "stateless_random_flip_left_right",
    "stateless_random_flip_up_down",
    "stateless_random_brightness",
    "stateless_random_contrast",
    "stateless_random_hue",
    "stateless_random_saturation",
    "random_jpeg_quality",
    "adjust_jpeg_quality",
    "draw_bounding_boxes",
    "rgb_to_yuv",
    "yuv_to_rgb",
    "rgb_to_yiq",
    "yiq_to_rgb",
)


def _plain(image: Any = None, *args: Any, **kwargs: Any) -> Any:
    value = image if image is not None else kwargs.get("images")
    return ops.positive(array(value))


for _name in PLAIN:
    tf_function(f"image.{_name}")(_plain)


@tf_function("image.resize", "image.resize_images", "image.resize_images_v2", "compat.v1.image.resize")
def _resize(
    images: Any,
    size: Any,
    method: Any = None,
    align_corners: Any = False,
    preserve_aspect_ratio: Any = False,
    *args: Any,
    **kwargs: Any,
) -> Any:
    return _resized(images, size, method, preserve_aspect_ratio)


def _resized(images: Any, size: Any, method: Any, keep_ratio: Any) -> Any:
    x = array(images)
    goal = sizes(size)
    if goal.rank != 2:
        goal = Shape((symbol(), symbol()))
    if keep_ratio is not False:
        goal = Shape((symbol(), symbol()))
    result = ops.resize(x, size=goal.dims)
    nearest = (type(method) is str and "nearest" in method.lower()) or method == 1
    return ops.cast(result, dtype=x.dtype if nearest else dtypes.float32)


@tf_function(
    "image.resize_bilinear", "image.resize_bicubic", "image.resize_area", "image.resize_nearest_neighbor"
)
def _resize_to(images: Any, size: Any, *args: Any, **kwargs: Any) -> Any:
    return _resized(images, size, None, False)


@tf_function(
    "image.resize_with_pad",
    "image.resize_image_with_pad",
    "image.resize_with_crop_or_pad",
    "image.resize_image_with_crop_or_pad",
    "image.pad_to_bounding_box_free",
)
def _resize_with(image: Any, target_height: Any, target_width: Any, *args: Any, **kwargs: Any) -> Any:
    x = array(image)
    return ops.cast(ops.resize(x, size=(whole(target_height), whole(target_width))), dtype=x.dtype)


@tf_function("image.crop_to_bounding_box", "image.pad_to_bounding_box")
def _crop(
    image: Any,
    offset_height: Any,
    offset_width: Any,
    target_height: Any,
    target_width: Any,
    *args: Any,
    **kwargs: Any,
) -> Any:
    x = array(image)
    return ops.cast(ops.resize(x, size=(whole(target_height), whole(target_width))), dtype=x.dtype)


@tf_function("image.central_crop")
def _central_crop(image: Any, central_fraction: Any) -> Any:
    x = array(image)
    return ops.cast(ops.resize(x, size=(symbol(), symbol())), dtype=x.dtype)


def _require_boxes(boxes: Any, regions: Tensor, numbers: Any, what: str) -> None:
    """Boxes are rows of four corners, each with one number."""
    if regions.shape.rank is None:
        return
    counted = array(numbers).shape if numbers is not None else Shape.unknown()
    claim: Claim = Never()
    if regions.shape.rank == 2:
        claim = Equal(regions.shape.dims[1], 4)
        if counted.rank == 1:
            claim = Both(claim, Equal(counted.dims[0], regions.shape.dims[0]))
        elif counted.rank is not None:
            claim = Never()
    host.require(
        claim,
        "rank" if regions.shape.rank != 2 else "index-rank",
        "{op}: {x} is {shape} and {y} is {counted}, but boxes are rows of 4 corners, (n, 4), with {what} (n,)",
        blame=boxes,
        x=boxes,
        y=numbers,
        what=what,
        shape=regions.shape,
        counted=counted,
    )


@tf_function("image.crop_and_resize")
def _crop_and_resize(
    image: Any, boxes: Any, box_ind: Any = None, crop_size: Any = None, *args: Any, **kwargs: Any
) -> Any:
    x, regions, goal = array(image), array(boxes), sizes(crop_size)
    index = kwargs.get("box_indices", box_ind)
    _require_boxes(boxes, regions, index, "picture numbers")
    if x.shape.rank not in (None, 4):
        host.require(
            Never(),
            "rank",
            "{op}: {x} is {shape}, but 4 axes are needed: (batch, height, width, channels)",
            blame=image,
            x=image,
            shape=x.shape,
        )
    if goal.rank != 2:
        goal = Shape((symbol(), symbol()))
    count, channels = regions.shape.axis(0), x.shape.axis(-1)
    lead = symbol() if count is None else count
    return made(Shape((lead, *goal.dims, symbol() if channels is None else channels)), dtypes.float32)


@tf_function("image.rgb_to_grayscale")
def _to_gray(images: Any, name: Any = None) -> Any:
    return ops.mean(array(images), axis=-1, keepdims=True)


@tf_function("image.grayscale_to_rgb")
def _to_colour(images: Any, name: Any = None) -> Any:
    result = ops.repeat(array(images), repeats=3, axis=-1)
    return result if result.shape.rank is None else made(result.shape.with_axis(-1, 3), result.dtype)


@tf_function("image.rot90")
def _rot90(image: Any, k: Any = 1, name: Any = None) -> Any:
    x, turns = array(image), number(k)
    if turns is None or x.shape.rank not in (3, 4):
        return ops.unknown_like(x)
    plane = (0, 1) if x.shape.rank == 3 else (1, 2)
    return ops.rot90(x, turns=turns, axes=plane)


@tf_function("image.transpose", "image.transpose_image")
def _transpose(image: Any, name: Any = None) -> Any:
    x = array(image)
    if x.shape.rank not in (3, 4):
        return ops.unknown_like(x)
    return ops.swapaxes(x, first=-3, second=-2)


@tf_function("image.convert_image_dtype")
def _convert(image: Any, dtype: Any, saturate: Any = False, name: Any = None) -> Any:
    return ops.cast(array(image), dtype=as_dtype(dtype))


@tf_function("image.sample_distorted_bounding_box", tensor=False)
def _distorted(*args: Any, **kwargs: Any) -> Any:
    vector = ops.full(shape=(3,), dtype=dtypes.int32)
    return vector, ops.positive(vector), ops.full(shape=(1, 1, 4), dtype=dtypes.float32)


@tf_function("image.extract_jpeg_shape", "io.extract_jpeg_shape")
def _jpeg_shape(contents: Any, output_type: Any = dtypes.int32, name: Any = None) -> Any:
    return made(Shape((3,)), as_dtype(output_type, dtypes.int32))


@tf_function("image.non_max_suppression")
def _non_max(boxes: Any, scores: Any = None, *args: Any, **kwargs: Any) -> Any:
    _require_boxes(boxes, array(boxes), scores, "scores")
    return made(Shape((symbol(),)), dtypes.int32)


@tf_function("image.total_variation")
def _total_variation(images: Any, name: Any = None) -> Any:
    x = array(images)
    return ops.sum(x, axis=(-3, -2, -1))


@tf_function("image.psnr", "image.ssim", "image.ssim_multiscale")
def _similarity(img1: Any, img2: Any, *args: Any, **kwargs: Any) -> Any:
    return ops.cast(ops.sum(ops.add(array(img1), array(img2)), axis=(-3, -2, -1)), dtype=dtypes.float32)


@tf_function(
    "image.decode_jpeg",
    "image.decode_png",
    "io.decode_jpeg",
    "io.decode_png",
    "image.decode_bmp",
    "io.decode_bmp",
    "io.decode_and_crop_jpeg",
    "image.decode_and_crop_jpeg",
)
def _decode(contents: Any, channels: Any = 0, *args: Any, dtype: Any = dtypes.uint8, **kwargs: Any) -> Any:
    count = number(channels)
    last = count if count else (unseen() if count == 0 else symbol())
    kind = as_dtype(dtype, dtypes.uint8)
    header = None if "ratio" in kwargs or "crop_window" in kwargs or args else _header(contents)
    if header is None:
        return made(Shape((unseen("H"), unseen("W"), last)), kind)
    if count == 0 and header.plain:
        last = unseen(domain=(CHANNELS[header.form],))
    return made(
        Shape((unseen("H", domain=(header.height,)), unseen("W", domain=(header.width,)), last)), kind
    )


def _header(contents: Any) -> Header | None:
    """Return the header of the picture whose file was read whole."""
    name = (array(contents).attributes or {}).get("file")
    header = None if name is None else read(name, read_header)
    if header is not None and name is not None:
        remember(name, Shape((header.height, header.width, CHANNELS[header.form])))
    return header if header is not None and header.kind in ("png", "jpeg", "bmp") else None


@tf_function("image.decode_image", "io.decode_image")
def _decode_any(
    contents: Any,
    channels: Any = None,
    dtype: Any = dtypes.uint8,
    name: Any = None,
    expand_animations: Any = True,
) -> Any:
    if expand_animations is False:
        return _decode(contents, 0 if channels is None else channels, dtype=dtype)
    return made(Shape.unknown(), as_dtype(dtype, dtypes.uint8))


@tf_function("image.decode_gif", "io.decode_gif")
def _decode_gif(contents: Any, name: Any = None) -> Any:
    return made(Shape((unseen(), unseen("H"), unseen("W"), 3)), dtypes.uint8)


@tf_function(
    "image.encode_jpeg",
    "image.encode_png",
    "io.encode_jpeg",
    "io.encode_png",
    "io.serialize_tensor",
)
def _bytes(*args: Any, **kwargs: Any) -> Any:
    return made(Shape(()), dtypes.string)


@tf_function("read_file", "io.read_file")
def _read_file(filename: Any, name: Any = None) -> Any:
    contents = made(Shape(()), dtypes.string)
    if path_text(filename) is not None:
        contents.attributes = {"file": filename}
    return contents


@tf_function("decode_raw", "io.decode_raw")
def _decode_raw(input_bytes: Any = None, out_type: Any = None, *args: Any, **kwargs: Any) -> Any:
    source = input_bytes if input_bytes is not None else kwargs.get("bytes")
    x = array(source)
    width = changing()
    if x.shape.rank is None:
        return made(Shape.unknown(), as_dtype(out_type))
    return made(Shape((*x.shape.dims, width)), as_dtype(out_type))


@tf_function("decode_csv", "io.decode_csv")
def _decode_csv(records: Any, record_defaults: Any = None, *args: Any, **kwargs: Any) -> Any:
    x = array(records)
    columns = items(record_defaults)
    if columns is None:
        return Unknown()
    return [made(x.shape, array(column).dtype) for column in columns]


@tf_function("io.parse_tensor", "parse_tensor")
def _parse_tensor(serialized: Any, out_type: Any, name: Any = None) -> Any:
    return made(Shape.unknown(), as_dtype(out_type))


@modelled("tensorflow.FixedLenFeature", "tensorflow.io.FixedLenFeature")
class FixedLenFeature(Modelled):
    """A feature of a known shape."""

    def __init__(self, shape: Any = None, dtype: Any = None, default_value: Any = None) -> None:
        self.shape, self.dtype = shape, dtype


@modelled(
    "tensorflow.VarLenFeature",
    "tensorflow.io.VarLenFeature",
    "tensorflow.FixedLenSequenceFeature",
    "tensorflow.io.FixedLenSequenceFeature",
    "tensorflow.SparseFeature",
    "tensorflow.io.SparseFeature",
    "tensorflow.io.RaggedFeature",
)
class OpenFeature(TakesAnything):
    """A feature of an unknown shape."""


def _parsed(features: Any, lead: tuple[Any, ...]) -> Any:
    if type(features) is not dict:
        return Unknown()
    return {key: _feature(feature, lead) for key, feature in features.items()}


def _feature(feature: Any, lead: tuple[Any, ...]) -> Any:
    if not isinstance(feature, FixedLenFeature):
        return Unknown()
    shape = declared(feature.shape)
    return made(Shape((*lead, *shape.prefix), shape.run, shape.suffix), as_dtype(feature.dtype))


@tf_function("parse_single_example", "io.parse_single_example", tensor=False)
def _parse_single(serialized: Any = None, features: Any = None, *args: Any, **kwargs: Any) -> Any:
    return _parsed(features, ())


@tf_function("parse_example", "io.parse_example", tensor=False)
def _parse_batch(serialized: Any = None, features: Any = None, *args: Any, **kwargs: Any) -> Any:
    x = array(serialized)
    size = x.shape.axis(0)
    return _parsed(features, (symbol() if size is None else size,))


def _text(*args: Any, **kwargs: Any) -> Any:
    value = args[0] if args else next(iter(kwargs.values()), None)
    x = array(value)
    return made(x.shape, dtypes.string) if type(x) is Tensor else Unknown()


for _name in ("lower", "upper", "strip", "regex_replace", "substr", "as_string"):
    tf_function(
        f"strings.{_name}", _name if _name in ("regex_replace", "substr", "as_string") else f"string_{_name}"
    )(_text)


@tf_function(
    "strings.length",
    "strings.to_hash_bucket_fast",
    "strings.to_hash_bucket",
    "strings.to_hash_bucket_strong",
    "string_to_hash_bucket_fast",
    "string_to_hash_bucket",
    "strings.to_number",
    "string_to_number",
)
def _from_text(input: Any = None, *args: Any, **kwargs: Any) -> Any:
    value = input if input is not None else next(iter(kwargs.values()), None)
    kind: Dtype | None = as_dtype(kwargs.get("out_type"))
    return made(array(value).shape, kind)


@tf_function(
    "strings.join",
    "string_join",
    "strings.format",
    "strings.reduce_join",
    "reduce_join",
    "strings.split",
    "strings.unicode_split",
    "strings.bytes_split",
    "strings.unicode_decode",
    "strings.ngrams",
    "strings.regex_full_match",
    "strings.unicode_encode",
    "strings.unicode_transcode",
)
def _unknown_text(*args: Any, **kwargs: Any) -> Any:
    return Unknown(reason=("not modelled", "tensorflow.strings"))
