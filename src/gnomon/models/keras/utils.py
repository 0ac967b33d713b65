"""Helpers around arrays: one-hot rows, padded sequences, images in memory, datasets from folders."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import (
    ListValue,
    Shape,
    Size,
    Tensor,
    Unknown,
    function,
    host,
    items,
    size,
    symbol,
    text,
    unknown_of,
)
from gnomon.models.api import (
    axis as axis_argument,
)
from gnomon.models.disk.found import read, remember
from gnomon.models.disk.images import read_header
from gnomon.models.keras.images import Picture
from gnomon.models.keras.options import layout
from gnomon.models.keras.tensors import array, parse_dtype
from gnomon.shapes import dtypes


@function("keras.utils.to_categorical")
def to_categorical(x: Any = None, num_classes: Any = None, dtype: Any = None, **kwargs: Any) -> Any:
    """Turn class numbers (N,) or (N, 1) into one-hot rows (N, num_classes)."""
    labels = array(kwargs.get("y", x))
    classes = kwargs.get("nb_classes", num_classes)
    library = labels.library if type(labels) is Tensor and labels.library in ("tf", "keras") else "numpy"
    if type(labels) is Tensor and labels.shape.rank is not None and labels.shape.rank > 1:
        last = labels.shape.dims[-1]
        if last == 1:
            labels = ops.squeeze(labels, axis=-1)
        elif type(last) is not int:
            return Unknown()
    width = seen_classes(labels) if classes is None else size(classes)
    made = ops.one_hot(labels, classes=width, axis=-1)
    wanted = parse_dtype(dtype, dtypes.float64 if library == "numpy" else dtypes.float32)
    return Tensor(made.shape, wanted, library, site=host.reporter.site)


def seen_classes(labels: Any) -> Size:
    """Return the number of columns that the largest label asks for: certain where labels are many."""
    top = labels.bounds[1] if type(labels) is Tensor and labels.bounds is not None else None
    if type(top) is not int or top < 0:
        return symbol(lower=1)
    count = labels.shape.numel()
    if type(count) is int and top <= 100 and count >= 20 * (top + 1):
        return top + 1
    return symbol(lower=1, upper=top + 1)


@function("keras.utils.pad_sequences", "keras.preprocessing.sequence.pad_sequences")
def pad_sequences(
    sequences: Any,
    maxlen: Any = None,
    dtype: Any = "int32",
    padding: Any = "pre",
    truncating: Any = "pre",
    value: Any = 0.0,
) -> Any:
    """Make lists of numbers equally long: (count, maxlen)."""
    count: Size | None = None
    if type(sequences) is Tensor:
        count = sequences.shape.axis(0)
    elif type(sequences) is list:
        count = len(sequences)
    elif type(sequences) is ListValue and sequences.length is not None:
        count = size(sequences.length)
    length = symbol() if maxlen is None else size(maxlen)
    if maxlen is None and type(sequences) is list and sequences:
        lengths = [len(found) for found in map(items, sequences) if found is not None]
        if len(lengths) == len(sequences):
            length = max(lengths)
    rows = symbol() if count is None else count
    return Tensor(Shape((rows, length)), parse_dtype(dtype), "numpy", site=host.reporter.site)


@function("keras.utils.normalize")
def normalize(x: Any, axis: Any = -1, order: Any = 2) -> Any:
    """Divide by the length of the vectors along an axis."""
    made = ops.normalize(array(x), axis=axis_argument(axis))
    return Tensor(made.shape, made.dtype, "numpy", site=host.reporter.site)


COLORS = {"rgb": 3, "grayscale": 1, "rgba": 4}


def color_channels(color_mode: Any, grayscale: Any = False) -> Size:
    """Return the number of channels of a colour mode."""
    if grayscale is True:
        return 1
    name = text(color_mode)
    return COLORS.get(name, 3) if name is not None else symbol(domain=frozenset((1, 3, 4)))


@function("keras.utils.load_img", "keras.preprocessing.image.load_img", tensor=False)
def load_img(
    path: Any,
    grayscale: Any = False,
    color_mode: Any = "rgb",
    target_size: Any = None,
    *args: Any,
    **kwargs: Any,
) -> Any:
    """Read a picture from a file, resized if a size is given."""
    given = items(target_size)
    if given is None and type(color_mode) in (tuple, list):
        given = list(color_mode)
        color_mode = "rgb"
    if type(grayscale) is str:
        color_mode, grayscale = grayscale, False
    space = (
        (size(given[0]), size(given[1])) if given is not None and len(given) >= 2 else (symbol(), symbol())
    )
    header = read(path, read_header) if given is None and target_size is None else None
    if header is not None:
        space = (header.height, header.width)
        remember(path, Shape(space))
    return Picture(space, color_channels(color_mode, grayscale))


@function("keras.utils.img_to_array", "keras.preprocessing.image.img_to_array")
def img_to_array(img: Any, data_format: Any = None, dtype: Any = None) -> Any:
    """Return a picture as an array (height, width, channels)."""
    arranged = layout(data_format)
    if isinstance(img, Picture) and arranged is not None:
        sizes = (*img.space, img.channels) if arranged == "last" else (img.channels, *img.space)
        return Tensor(Shape(sizes), parse_dtype(dtype, dtypes.float32), "numpy", site=host.reporter.site)
    if type(img) is Tensor and img.shape.rank == 3:
        return Tensor(img.shape, parse_dtype(dtype, dtypes.float32), "numpy", site=host.reporter.site)
    if type(img) is Tensor and img.shape.rank == 2:
        return Tensor(Shape((*img.shape.dims, 1)), parse_dtype(dtype, dtypes.float32), "numpy")
    return Tensor(Shape((symbol(), symbol(), symbol())), parse_dtype(dtype, dtypes.float32), "numpy")


@function("keras.utils.array_to_img", "keras.preprocessing.image.array_to_img", tensor=False)
def array_to_img(x: Any, *args: Any, **kwargs: Any) -> Any:
    """Return an array as a picture."""
    if type(x) is Tensor and x.shape.rank == 3:
        return Picture(x.shape.dims[:2], x.shape.dims[2])
    return Picture((symbol(), symbol()), symbol())


@function("keras.utils.pack_x_y_sample_weight", tensor=False)
def pack_x_y_sample_weight(x: Any, y: Any = None, sample_weight: Any = None) -> Any:
    """Return inputs, targets and weights as one tuple."""
    if y is None:
        return x if type(x) is not list else (x,)
    return (x, y) if sample_weight is None else (x, y, sample_weight)


@function("keras.utils.unpack_x_y_sample_weight", tensor=False)
def unpack_x_y_sample_weight(data: Any) -> Any:
    """Return inputs, targets and weights of a batch, None for those that are missing."""
    if type(data) is Unknown:
        return (Unknown(), Unknown(), Unknown())
    found = tuple(data) if type(data) in (list, tuple) else (data,)
    return (*found, None, None)[:3]


@function("keras.utils.split_dataset", tensor=False)
def split_dataset(dataset: Any, *args: Any, **kwargs: Any) -> Any:
    """Return two parts of a dataset."""
    return (Unknown(), Unknown())


@function("keras.preprocessing.text.text_to_word_sequence", tensor=False)
def text_to_word_sequence(*args: Any, **kwargs: Any) -> Any:
    """Return the words of a text."""
    return ListValue(None, element=unknown_of("str"))
