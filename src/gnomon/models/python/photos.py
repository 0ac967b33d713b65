"""A picture as PIL opens it and datasets give it, before it becomes an array (a ``PIL.Image``)."""

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
from gnomon.models.disk import images
from gnomon.models.disk.found import note_written

CHANNELS = {**images.CHANNELS, "F": 1, "HSV": 3, "YCbCr": 3, "LAB": 3}
"""How many numbers a pixel has, by the mode of the picture."""

DTYPES = {
    **dict.fromkeys(CHANNELS, dtypes.uint8), "1": dtypes.bool, "I": dtypes.int32, "F": dtypes.float32
}  # fmt: skip
"""The dtype of the array that a picture becomes, by its mode."""


class Picture(Modelled):
    """A picture; ``planes`` is the tensor (channels, height, width) that it would become."""

    library_name = "PIL.Image.Image"

    def __init__(self, planes: Any, form: str | None = None) -> None:
        self.planes = planes
        self.form = form

    @property
    def tensor(self) -> Any:
        """The picture as a NumPy array: (height, width, channels), or without channels if there is one."""
        shape = self.planes.shape
        if shape.rank != 3:
            return Tensor(Shape.unknown(), self.planes.dtype, "numpy")
        channels, height, width = shape.dims
        if type(channels) is not int:
            return Tensor(Shape.unknown(), self.planes.dtype, "numpy")
        sizes = (height, width) if channels == 1 else (height, width, channels)
        return Tensor(Shape(sizes), self.planes.dtype, "numpy", site=self.planes.site)

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
        return unknown_of("str") if self.form is None else self.form

    def convert(self, mode: Any = None, *rest: Any, **named: Any) -> Any:
        """Return the picture with other pixels."""
        form = text(mode)
        planes = ops.with_channels(self.planes, channels=CHANNELS.get(form or ""))
        return Picture(ops.cast(planes, dtype=DTYPES.get(form or "")), form)

    def resize(self, size: Any, *rest: Any, **named: Any) -> Any:
        """Return the picture in another (width, height)."""
        pair = items(size)
        width, height = (None, None) if pair is None or len(pair) != 2 else map(_size, pair)
        return Picture(ops.frame(self.planes, height=height, width=width), self.form)

    def crop(self, box: Any = None) -> Any:
        """Return a part of the picture."""
        return Picture(ops.frame(self.planes, height=None, width=None), self.form)

    def thumbnail(self, size: Any, *rest: Any, **named: Any) -> None:
        """Make the picture smaller in place."""
        self.planes = ops.frame(self.planes, height=None, width=None)

    def draft(self, mode: Any, size: Any) -> None:
        """Ask the reader for a smaller picture."""
        self._forget()

    def seek(self, frame: Any) -> None:
        """Go to another frame, which may have other pixels."""
        self._forget()

    def putalpha(self, alpha: Any) -> None:
        """Add transparency."""
        self._forget()

    def _forget(self) -> None:
        self.form = None
        self.planes = Tensor(Shape((symbol(), symbol(), symbol())), None, "torch")

    def _same(self, *arguments: Any, **named: Any) -> Any:
        return self

    copy = filter = _same

    def __enter__(self) -> Any:
        return self

    def point(self, lut: Any, mode: Any = None) -> Any:
        """Return the picture with each number changed."""
        return Picture(ops.cast(self.planes, dtype=None), None) if mode is not None else self

    def rotate(self, angle: Any, *rest: Any, **named: Any) -> Any:
        """Return the picture turned."""
        return self if not rest and not named else self.crop()

    def transpose(self, method: Any) -> Any:
        """Return the picture mirrored or turned by quarters."""
        return self.crop()

    def _nothing(self, *arguments: Any, **named: Any) -> None:
        return None

    show = close = load = paste = putpixel = _nothing

    def save(self, fp: Any, *arguments: Any, **named: Any) -> None:
        """Write the picture."""
        note_written(fp)


def _size(value: Any) -> Any:
    return size(value)


def new_picture(
    channels: Any, height: Any, width: Any, dtype: Any = dtypes.uint8, form: str | None = None
) -> Picture:
    """Return a picture of a size."""
    made: Picture = Picture.__new__(Picture)
    made.__dict__["planes"] = Tensor(Shape((channels, height, width)), dtype, "torch")
    made.__dict__["form"] = form
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
