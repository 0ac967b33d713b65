"""``torchvision.transforms.functional``: the same changes of pictures as functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from gnomon import ops
from gnomon.models.api import Modelled, Tensor, function, symbol, unknown_of
from gnomon.models.api import size as size_of
from gnomon.models.python.photos import Picture, changed
from gnomon.models.torch.common import dtype_of
from gnomon.models.torch.vision.transforms import (
    Grayscale,
    PILToTensor,
    ToPILImage,
    normalized,
    padded,
    resized,
    sides,
    to_tensor,
)

Model = TypeVar("Model", bound=Callable[..., Any])


def both(*names: str, tensor: bool = True) -> Callable[[Model], Model]:
    """Register a function under its names in both versions of the library."""
    prefixes = ("torchvision.transforms.functional.", "torchvision.transforms.v2.functional.")
    return function(*[prefix + name for prefix in prefixes for name in names], tensor=tensor)


both("to_tensor")(to_tensor)


@both("pil_to_tensor", "to_image")
def pil_to_tensor(pic: Any) -> Any:
    """A picture as a tensor of its numbers."""
    return PILToTensor.apply_to(PILToTensor.__new__(PILToTensor), pic)


@both("to_pil_image", tensor=False)
def to_pil_image(pic: Any, mode: Any = None) -> Any:
    """A tensor as a picture."""
    return ToPILImage.apply_to(ToPILImage.__new__(ToPILImage), pic)


@both("normalize")
def normalize(tensor: Any, mean: Any, std: Any, inplace: Any = False) -> Any:
    """Shift and scale each channel."""
    return normalized(tensor, mean, std)


@both("resize")
def resize(
    img: Any, size: Any, interpolation: Any = None, max_size: Any = None, antialias: Any = True
) -> Any:
    """Another size."""
    return changed(img, lambda planes: resized(planes, size, max_size is not None))


@both("pad")
def pad(img: Any, padding: Any, fill: Any = 0, padding_mode: Any = "constant") -> Any:
    """Entries around pictures."""
    return changed(img, lambda planes: padded(planes, padding))


@both("crop")
def crop(img: Any, top: Any, left: Any, height: Any, width: Any) -> Any:
    """A part, padded where it reaches beyond."""
    return changed(img, lambda planes: ops.frame(planes, height=size_of(height), width=size_of(width)))


@both("center_crop")
def center_crop(img: Any, output_size: Any) -> Any:
    """The middle part."""
    height, width = sides(output_size)
    return changed(img, lambda planes: ops.frame(planes, height=height, width=width))


@both("resized_crop")
def resized_crop(
    img: Any, top: Any, left: Any, height: Any, width: Any, size: Any, *rest: Any, **named: Any
) -> Any:
    """A part, resized."""
    high, wide = sides(size)
    return changed(img, lambda planes: ops.frame(planes, height=high, width=wide))


@both("to_grayscale", "rgb_to_grayscale")
def to_grayscale(img: Any, num_output_channels: Any = 1) -> Any:
    """One channel, or three of the same."""
    return Grayscale.apply_to(_Channels(size_of(num_output_channels)), img)  # type: ignore[arg-type]


class _Channels(Modelled):
    def __init__(self, channels: Any) -> None:
        self.__dict__["channels"] = channels


@both(
    "hflip",
    "vflip",
    "adjust_brightness",
    "adjust_contrast",
    "adjust_saturation",
    "adjust_hue",
    "adjust_gamma",
    "adjust_sharpness",
    "gaussian_blur",
    "invert",
    "posterize",
    "solarize",
    "autocontrast",
    "equalize",
    "erase",
    "affine",
    "perspective",
    "horizontal_flip",
    "vertical_flip",
)
def same(img: Any, *settings: Any, **named: Any) -> Any:
    """Other numbers in a picture of the same size."""
    return img


@both("rotate")
def rotate(
    img: Any, angle: Any, interpolation: Any = None, expand: Any = False, *rest: Any, **named: Any
) -> Any:
    """A turned picture."""
    return img if expand is False else changed(img, lambda planes: ops.frame(planes, height=None, width=None))


@both("convert_image_dtype", "to_dtype")
def convert_image_dtype(image: Any, dtype: Any = None, scale: Any = False) -> Any:
    """The tensor under another dtype."""
    return changed(image, lambda planes: ops.cast(planes, dtype=dtype_of(dtype)))


def _planes(img: Any) -> Any:
    return img.planes if isinstance(img, Picture) else img


def _axis(img: Any, axis: int) -> Any:
    planes = _planes(img)
    found = planes.shape.axis(axis) if type(planes) is Tensor else None
    return symbol() if found is None else found


@both("get_dimensions", tensor=False)
def get_dimensions(img: Any) -> Any:
    """Channels, height and width."""
    return [_axis(img, -3), _axis(img, -2), _axis(img, -1)]


@both("get_image_size", "_get_image_size", tensor=False)
def get_image_size(img: Any) -> Any:
    """Width and height."""
    return [_axis(img, -1), _axis(img, -2)]


@both("get_image_num_channels", tensor=False)
def get_image_num_channels(img: Any) -> Any:
    """Number of channels."""
    return _axis(img, -3)


@both("_is_pil_image", "is_pil_image", tensor=False)
def is_pil_image(img: Any) -> Any:
    """Whether a value is a picture."""
    return True if isinstance(img, Picture) else False if type(img) is Tensor else unknown_of("bool")
