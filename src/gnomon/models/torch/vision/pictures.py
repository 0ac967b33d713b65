"""A picture as datasets give it before it becomes a tensor (a ``PIL.Image``)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gnomon import ops
from gnomon.models.api import (
    UNKNOWN,
    Modelled,
    Shape,
    Tensor,
    Unknown,
    dtypes,
    items,
    size,
    symbol,
    text,
    unknown_of,
)


class Picture(Modelled):
    """A picture; ``planes`` is the tensor (channels, height, width) that it would become."""

    library_name = "PIL.Image.Image"

    def __init__(self, planes: Any) -> None:
        self.planes = planes

    @property
    def tensor(self) -> Any:
        """The picture as a NumPy array: (height, width, channels), or without channels if there is one."""
        shape = self.planes.shape
        if shape.rank != 3:
            return Tensor(Shape.unknown(), dtypes.uint8, "numpy")
        channels, height, width = shape.dims
        if type(channels) is not int:
            return Tensor(Shape.unknown(), dtypes.uint8, "numpy")
        sizes = (height, width) if channels == 1 else (height, width, channels)
        return Tensor(Shape(sizes), dtypes.uint8, "numpy")

    @property
    def size(self) -> Any:
        """Width and height."""
        shape = self.planes.shape
        return (shape.axis(-1), shape.axis(-2)) if shape.rank == 3 else (symbol(), symbol())

    @property
    def width(self) -> Any:
        """The width."""
        return self.size[0]

    @property
    def height(self) -> Any:
        """The height."""
        return self.size[1]

    @property
    def mode(self) -> Any:
        """The name of the pixels' form."""
        return unknown_of("str")

    def convert(self, mode: Any = None, *rest: Any) -> Any:
        """Return the picture with other pixels."""
        channels = {
            "L": 1,
            "1": 1,
            "I": 1,
            "F": 1,
            "P": 1,
            "LA": 2,
            "RGB": 3,
            "HSV": 3,
            "YCbCr": 3,
            "RGBA": 4,
            "CMYK": 4,
        }
        return Picture(ops.with_channels(self.planes, channels=channels.get(text(mode) or "")))

    def resize(self, size: Any, *rest: Any, **named: Any) -> Any:
        """Return the picture in another (width, height)."""
        pair = items(size)
        width, height = (None, None) if pair is None or len(pair) != 2 else map(_size, pair)
        return Picture(ops.frame(self.planes, height=height, width=width))

    def crop(self, box: Any = None) -> Any:
        """Return a part of the picture."""
        return Picture(ops.frame(self.planes, height=None, width=None))

    def _same(self, *arguments: Any, **named: Any) -> Any:
        return self

    copy = filter = point = _same

    def rotate(self, angle: Any, *rest: Any, **named: Any) -> Any:
        """Return the picture turned."""
        return self if not rest and not named else self.crop()

    def transpose(self, method: Any) -> Any:
        """Return the picture mirrored or turned by quarters."""
        return self.crop()

    def _nothing(self, *arguments: Any, **named: Any) -> None:
        return None

    show = save = close = load = paste = putpixel = _nothing


def _size(value: Any) -> Any:
    return size(value)


def new_picture(channels: Any, height: Any, width: Any) -> Picture:
    """Return a picture of a size."""
    made: Picture = Picture.__new__(Picture)
    made.__dict__["planes"] = Tensor(Shape((channels, height, width)), dtypes.uint8, "torch")
    return made


def unknown_picture() -> Picture:
    """Return a colour picture of unknown size."""
    return new_picture(3, symbol(lower=1), symbol(lower=1))


def changed(image: Any, change: Callable[[Any], Any]) -> Any:
    """Apply a change to the planes of a picture, or to a tensor of pictures."""
    if isinstance(image, Picture):
        return Picture(change(image.planes))
    if type(image) is Tensor:
        return change(image) if image.library != "numpy" else UNKNOWN
    if type(image) is Unknown and image.tensor is not None:
        return change(image.tensor)
    if _could_be_image(image):
        return Picture(change(Tensor(Shape((symbol(), symbol(), symbol())), None, "torch")))
    return image


def _could_be_image(image: Any) -> bool:
    return type(image) is Unknown and image.kind is None
