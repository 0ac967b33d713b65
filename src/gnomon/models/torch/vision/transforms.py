"""``torchvision.transforms``: what becomes of the shape of a picture."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import (
    UNKNOWN,
    Modelled,
    Shape,
    Tensor,
    dtypes,
    flag,
    host,
    items,
    modelled,
    symbol,
)
from gnomon.models.api import (
    size as size_of,
)
from gnomon.models.python.photos import Picture, changed
from gnomon.models.torch.common import dtype_of, reporting_at, words
from gnomon.models.torch.layers.module import Module

T = "torchvision.transforms."


def both(*names: str) -> Any:
    """Register a transform under its names in both versions of the library."""
    return modelled(
        *[f"{T}{name}" for name in names],
        *[f"{T}v2.{name}" for name in names],
        *[f"{T}transforms.{name}" for name in names],
    )


class Transform(Module):
    """Changes a picture, or several values the same way (in version 2)."""

    def forward(self, image: Any, *rest: Any) -> Any:
        """Apply the transform."""
        with reporting_at(self):
            result = self.apply_to(image)
        return (result, *rest) if rest else result

    def apply_to(self, image: Any) -> Any:
        """Return the changed picture."""
        return image


def sides(value: Any) -> tuple[Any, Any]:
    """Return height and width from one number or two; None where they are not known."""
    entries = items(value)
    if entries is None:
        kind = type(value)
        if kind is int or kind.__name__ == "Dim":
            return value, value
        return None, None
    if len(entries) == 1:
        return size_of(entries[0]), size_of(entries[0])
    if len(entries) == 2:
        return size_of(entries[0]), size_of(entries[1])
    return None, None


def to_tensor(image: Any) -> Any:
    """Return a picture or array as a float tensor (channels, height, width)."""
    if isinstance(image, Picture):
        return ops.cast(image.planes, dtype=dtypes.float32)
    if type(image) is Tensor and image.library != "torch":
        made = ops.channels_first(image)
        made.library = "torch"
        if image.dtype is None or image.dtype is dtypes.uint8:
            made.dtype = dtypes.float32
        return made
    return Tensor(Shape((symbol(), symbol(), symbol())), dtypes.float32, "torch", site=host.reporter.site)


@both("ToTensor")
class ToTensor(Transform):
    """A picture becomes a tensor of floats between 0 and 1."""

    def apply_to(self, image: Any) -> Any:
        """Return the tensor."""
        return to_tensor(image)


@both("PILToTensor", "ToImage", "ToImageTensor")
class PILToTensor(Transform):
    """A picture becomes a tensor of its numbers."""

    def apply_to(self, image: Any) -> Any:
        """Return the tensor."""
        if isinstance(image, Picture):
            return image.planes
        if type(image) is Tensor and image.library == "torch":
            return image
        return ops.cast(to_tensor(image), dtype=dtypes.uint8)


@both("ToPILImage", "ToPureTensor")
class ToPILImage(Transform):
    """A tensor or array becomes a picture."""

    def __init__(self, mode: Any = None) -> None:
        pass

    def apply_to(self, image: Any) -> Any:
        """Return the picture."""
        if type(image) is Tensor and image.library == "numpy":
            return Picture(ops.channels_first(image))
        if type(image) is Tensor:
            planes = ops.expand_dims(image, axis=0) if image.shape.rank == 2 else image
            return Picture(planes)
        return UNKNOWN


@both("ConvertImageDtype", "ToDtype", "ConvertDtype")
class ConvertImageDtype(Transform):
    """The tensor under another dtype."""

    def __init__(self, dtype: Any = None, scale: Any = False) -> None:
        self.dtype = dtype_of(dtype)

    def apply_to(self, image: Any) -> Any:
        """Return the tensor."""
        return changed(image, lambda planes: ops.cast(planes, dtype=self.dtype))


def normalized(image: Any, mean: Any, std: Any) -> Any:
    """Subtract a mean from each channel and divide by a deviation: one number each, or one for all."""
    for values in (mean, std):
        entries = items(values)
        if entries is not None and type(image) is Tensor and image.shape.rank in (3, 4):
            ops.update(image, Tensor(Shape((len(entries), 1, 1)), None, "torch"))
    return image


@both("Normalize")
class Normalize(Transform):
    """Shift and scale each channel."""

    def __init__(self, mean: Any, std: Any, inplace: Any = False) -> None:
        self.mean, self.std = tuple_of(mean), tuple_of(std)

    def apply_to(self, image: Any) -> Any:
        """Return the tensor."""
        return normalized(image, self.mean, self.std)


def tuple_of(value: Any) -> Any:
    """Return a list as a tuple, which may be kept."""
    return tuple(value) if type(value) is list else value


@both("Resize")
class Resize(Transform):
    """Another size: the shorter side from one number, both from two."""

    def __init__(
        self, size: Any, interpolation: Any = None, max_size: Any = None, antialias: Any = True
    ) -> None:
        self.wanted, self.limited = tuple_of(size), max_size is not None

    def apply_to(self, image: Any) -> Any:
        """Return the resized picture."""
        return changed(image, lambda planes: resized(planes, self.wanted, self.limited))


def resized(planes: Any, wanted: Any, limited: bool = False) -> Any:
    """Resize pictures."""
    height, width = sides(wanted)
    entries = items(wanted)
    if limited or height is None:
        return ops.frame(planes, height=None, width=None)
    if entries is None or len(entries) == 1:
        return ops.shrink_to(planes, size=height)
    return ops.frame(planes, height=height, width=width)


@both("Scale")
class Scale(Resize):
    """The old name of Resize."""


class ToSize(Transform):
    """Another size, whatever the picture was."""

    def __init__(self, size: Any, *settings: Any, **named: Any) -> None:
        self.wanted = tuple_of(size)

    def apply_to(self, image: Any) -> Any:
        """Return the picture in its new size."""
        height, width = sides(self.wanted)
        return changed(image, lambda planes: ops.frame(planes, height=height, width=width))


for _name in ("CenterCrop", "RandomResizedCrop", "RandomSizedCrop"):
    both(_name)(type(_name, (ToSize,), {"__doc__": ToSize.__doc__}))


@both("RandomCrop")
class RandomCrop(Transform):
    """A part at a random place, perhaps of the padded picture."""

    def __init__(
        self,
        size: Any,
        padding: Any = None,
        pad_if_needed: Any = False,
        fill: Any = 0,
        padding_mode: Any = "constant",
    ) -> None:
        self.wanted, self.padding, self.pads = (
            tuple_of(size),
            tuple_of(padding),
            flag(pad_if_needed) is not False,
        )

    def apply_to(self, image: Any) -> Any:
        """Return the part."""
        height, width = sides(self.wanted)
        if height is None or self.pads:
            return changed(image, lambda planes: ops.frame(planes, height=height, width=width))
        return changed(image, lambda planes: ops.cut_out(self._padded(planes), height=height, width=width))

    def _padded(self, planes: Any) -> Any:
        return planes if self.padding is None else padded(planes, self.padding)


def padded(planes: Any, padding: Any) -> Any:
    """Add entries around pictures: one number, (sides, top and bottom), or left, top, right, bottom."""
    entries = items(padding)
    values = [size_of(padding)] if entries is None else list(map(size_of, entries))
    if len(values) == 1:
        left = top = right = bottom = values[0]
    elif len(values) == 2:
        left = right = values[0]
        top = bottom = values[1]
    elif len(values) == 4:
        left, top, right, bottom = values
    else:
        return ops.frame(planes, height=None, width=None)
    return ops.pad(planes, widths=((top, bottom), (left, right)), last=True)


@both("Pad")
class Pad(Transform):
    """Entries around the picture."""

    def __init__(self, padding: Any, fill: Any = 0, padding_mode: Any = "constant") -> None:
        self.padding = tuple_of(padding)

    def apply_to(self, image: Any) -> Any:
        """Return the padded picture."""
        return changed(image, lambda planes: padded(planes, self.padding))


@both("Grayscale")
class Grayscale(Transform):
    """One channel, or three of the same."""

    def __init__(self, num_output_channels: Any = 1) -> None:
        self.channels = size_of(num_output_channels)

    def apply_to(self, image: Any) -> Any:
        """Return the picture in grey."""
        return changed(image, lambda planes: ops.with_channels(planes, channels=self.channels))


SAME = words(
    "RandomHorizontalFlip RandomVerticalFlip ColorJitter RandomGrayscale GaussianBlur RandomAffine "
    "RandomPerspective RandomErasing RandomInvert RandomPosterize RandomSolarize RandomAdjustSharpness "
    "RandomAutocontrast RandomEqualize AutoAugment RandAugment TrivialAugmentWide AugMix ElasticTransform "
    "LinearTransformation RandomPhotometricDistort RandomChannelPermutation GaussianNoise "
    "ClampBoundingBoxes SanitizeBoundingBoxes"
)
for _name in SAME:
    both(_name)(type(_name, (Transform,), {"__doc__": "Other numbers in a picture of the same size."}))


@both("RandomRotation")
class RandomRotation(Transform):
    """A turned picture, of the same size unless it may grow."""

    def __init__(
        self,
        degrees: Any,
        interpolation: Any = None,
        expand: Any = False,
        center: Any = None,
        fill: Any = 0,
        resample: Any = None,
    ) -> None:
        self.grows = flag(expand) is not False

    def apply_to(self, image: Any) -> Any:
        """Return the turned picture."""
        return (
            changed(image, lambda planes: ops.frame(planes, height=None, width=None)) if self.grows else image
        )


@both("RandomZoomOut", "RandomIoUCrop", "ScaleJitter", "RandomShortestSize", "RandomResize")
class AnySize(Transform):
    """A picture of another, unknown size."""

    def apply_to(self, image: Any) -> Any:
        """Return the picture."""
        return changed(image, lambda planes: ops.frame(planes, height=None, width=None))


class SeveralCrops(Transform):
    """Several parts of the same size."""

    number = 5

    def __init__(self, size: Any, vertical_flip: Any = False) -> None:
        self.wanted = tuple_of(size)

    def apply_to(self, image: Any) -> Any:
        """Return the parts."""
        height, width = sides(self.wanted)
        part = changed(image, lambda planes: ops.frame(planes, height=height, width=width))
        return (part,) * self.number


both("FiveCrop")(type("FiveCrop", (SeveralCrops,), {"__doc__": SeveralCrops.__doc__}))
both("TenCrop")(type("TenCrop", (SeveralCrops,), {"number": 10, "__doc__": SeveralCrops.__doc__}))


@both("Lambda")
class Lambda(Transform):
    """A function of the program."""

    def __init__(self, lambd: Any, *types: Any) -> None:
        self.lambd = lambd

    def forward(self, image: Any, *rest: Any) -> Any:
        """Call the function."""
        result = host.call(self.lambd, image)
        return (result, *rest) if rest else result


@both("Compose")
class Compose(Modelled):
    """Transforms one after another."""

    def __init__(self, transforms: Any) -> None:
        entries = items(transforms)
        self.steps = None if entries is None else tuple(entries)

    @property
    def transforms(self) -> Any:
        """The transforms in order."""
        return UNKNOWN if self.steps is None else list(self.steps)

    def __call__(self, image: Any, *rest: Any) -> Any:
        if self.steps is None:
            return UNKNOWN
        for step in self.steps:
            image = host.call(step, image, *rest)
            if rest and type(image) is tuple:
                image, rest = image[0], image[1:]
        return (image, *rest) if rest else image


class Perhaps(Transform):
    """Transforms that are applied at random: the picture is known if they keep its size."""

    def __init__(self, transforms: Any = (), p: Any = 0.5, **named: Any) -> None:
        entries = items(transforms)
        self.steps = (transforms,) if entries is None else tuple(entries)

    def forward(self, image: Any, *rest: Any) -> Any:
        """Apply the transforms."""
        result = image
        for step in self.steps:
            result = host.call(step, result)
        same = _shape_of(result) == _shape_of(image)
        return (result if same else UNKNOWN, *rest) if rest else result if same else UNKNOWN


def _shape_of(image: Any) -> Any:
    return (
        image.planes.shape if isinstance(image, Picture) else image.shape if type(image) is Tensor else image
    )


for _name in ("RandomApply", "RandomOrder"):
    both(_name)(type(_name, (Perhaps,), {"__doc__": Perhaps.__doc__}))


@both("RandomChoice")
class RandomChoice(Perhaps):
    """One of several transforms: the picture is known if all give the same size."""

    def forward(self, image: Any, *rest: Any) -> Any:
        """Apply one."""
        results = [host.call(step, image) for step in self.steps]
        first = results[0] if results else image
        same = all(_shape_of(result) == _shape_of(first) for result in results)
        return first if same else UNKNOWN
