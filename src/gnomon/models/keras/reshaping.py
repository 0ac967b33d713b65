"""Layers that change the form of their input: flatten, reshape, permute, pad, crop, repeat."""

from __future__ import annotations

from typing import Any, ClassVar

from gnomon import ops
from gnomon.models.api import Dim, Shape, Tensor, Unknown, items, modelled, repeated, size
from gnomon.models.keras.layer import Layer
from gnomon.models.keras.options import layout, old_options, pair_per_axis, wants_positive, wants_rank
from gnomon.models.keras.tensors import hidden


@modelled("keras.layers.Flatten")
class Flatten(Layer):
    """(batch, ...) -> (batch, product of the others)."""

    def __init__(self, data_format: Any = None, **kwargs: Any) -> None:
        self.start(kwargs)

    def compute(self, x: Any, *args: Any, **kwargs: Any) -> Any:
        if type(x) is Tensor and x.shape.rank == 1:
            return ops.expand_dims(x, axis=-1)
        if not wants_rank(x, minimum=1) and type(x) is Tensor and x.shape.rank is not None:
            return Unknown()
        return ops.flatten(x, start=1)


@modelled("keras.layers.Reshape")
class Reshape(Layer):
    """(batch, ...) -> (batch, *target_shape); one entry may be -1."""

    def __init__(self, target_shape: Any = None, **kwargs: Any) -> None:
        self.start(kwargs)
        target = kwargs.get("dims", target_shape)
        entries = [target] if type(target) is int or type(target) is Dim else items(target)
        self.target = None if entries is None else tuple(size(entry) for entry in entries)

    def compute(self, x: Any, *args: Any, **kwargs: Any) -> Any:
        batch = x.shape.axis(0) if type(x) is Tensor else None
        first = hidden("batch") if batch is None else batch
        if self.target is None:
            return ops.reshape(x, shape=Shape((first,), Shape.unknown().run))
        if type(x) is Tensor and x.shape.rank is None and batch is None:
            x = Tensor(Shape((first,), Shape.unknown().run), x.dtype, x.library, site=x.site)
        if batch == 0 and type(x) is Tensor and x.shape.rank is not None:
            sample = Tensor(Shape(x.shape.dims[1:]), x.dtype, x.library, site=x.site)
            inner = ops.reshape(sample, shape=self.target)  # Keras reads -1 off one sample
            return Tensor(Shape((0, *inner.shape.dims)), x.dtype, inner.library, site=inner.site)
        return ops.reshape(x, shape=(first, *self.target))


@modelled("keras.layers.Permute")
class Permute(Layer):
    """The axes beside the batch in another order, counted from 1."""

    def __init__(self, dims: Any, **kwargs: Any) -> None:
        self.start(kwargs)
        entries = items(dims)
        known = entries is not None and all(type(entry) is int for entry in entries)
        self.dims = tuple(entries) if known and entries is not None else None

    def compute(self, x: Any, *args: Any, **kwargs: Any) -> Any:
        if self.dims is None:
            return ops.unknown_like(x)
        return ops.transpose(x, axes=(0, *self.dims))


@modelled("keras.layers.RepeatVector")
class RepeatVector(Layer):
    """(batch, features) -> (batch, n, features)."""

    def __init__(self, n: Any, **kwargs: Any) -> None:
        self.start(kwargs)
        self.n = size(n)
        wants_positive("n", self.n)

    def compute(self, x: Any, *args: Any, **kwargs: Any) -> Any:
        if type(x) is Tensor and x.shape.rank is not None:
            if not wants_rank(x, 2, axes="(batch, features)"):
                return Unknown()
        return ops.repeat(ops.expand_dims(x, axis=1), repeats=self.n, axis=1)


class _Spatial(Layer):
    """A layer that works on each spatial axis."""

    spatial: ClassVar[int] = 2
    layout: str | None = "last"

    def lay_out(self, options: dict[str, Any]) -> None:
        """Take the options of a layer over images."""
        self.start(options)
        given = options.get("data_format", options.get("dim_ordering"))
        self.layout = layout(given) if self.spatial > 1 or isinstance(self, _ZeroPadding) else "last"


class _ZeroPadding(_Spatial):
    def __init__(self, padding: Any = 1, data_format: Any = None, **kwargs: Any) -> None:
        self.lay_out({"data_format": data_format, **kwargs})
        self.pairs = pair_per_axis(padding, self.spatial)

    def compute(self, x: Any, *args: Any, **kwargs: Any) -> Any:
        if self.layout is None:
            return ops.unknown_like(x)
        return ops.pad_space(x, widths=self.pairs, layout=self.layout)


class _Cropping(_Spatial):
    def __init__(self, cropping: Any = None, data_format: Any = None, **kwargs: Any) -> None:
        self.lay_out({"data_format": data_format, **kwargs})
        default = 0 if self.spatial == 2 else 1
        self.pairs = pair_per_axis(default if cropping is None else cropping, self.spatial)

    def compute(self, x: Any, *args: Any, **kwargs: Any) -> Any:
        if self.layout is None:
            return ops.unknown_like(x)
        widths = tuple((-before, -after) for before, after in self.pairs)
        return ops.pad_space(x, widths=widths, layout=self.layout)


class _UpSampling(_Spatial):
    def __init__(self, size: Any = 2, data_format: Any = None, *args: Any, **kwargs: Any) -> None:
        kwargs = old_options(kwargs, length="size")
        self.lay_out({"data_format": data_format, **kwargs})
        self.factors = repeated(kwargs.get("size", size), self.spatial)
        wants_positive("size", *self.factors)

    def compute(self, x: Any, *args: Any, **kwargs: Any) -> Any:
        if self.layout is None:
            return ops.unknown_like(x)
        return ops.upsample(x, factors=self.factors, layout=self.layout)


def _declare(base: type[Layer], spatial: int, name: str, doc: str) -> None:
    made = type(name, (base,), {"spatial": spatial, "__doc__": doc, "__module__": __name__})
    modelled(f"keras.layers.{name}")(made)


for _count in (1, 2, 3):
    _declare(_ZeroPadding, _count, f"ZeroPadding{_count}D", "Pad the spatial axes with zeros.")
    _declare(_Cropping, _count, f"Cropping{_count}D", "Cut entries off the spatial axes.")
    _declare(_UpSampling, _count, f"UpSampling{_count}D", "Repeat each entry along the spatial axes.")
