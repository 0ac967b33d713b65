"""Pooling layers: one number out of each window, or out of each channel."""

from __future__ import annotations

from typing import Any, ClassVar

from gnomon import ops
from gnomon.models.api import flag, items, modelled, repeated, size
from gnomon.models.keras.layer import Layer
from gnomon.models.keras.options import layout, old_options, padding

_OLD = {
    "pool_length": "pool_size",
    "stride": "strides",
    "border_mode": "padding",
    "dim_ordering": "data_format",
}
AXES = {1: "(batch, length, channels)", 2: "(batch, height, width, channels)", 3: "(batch, *space, channels)"}


class _Pooling(Layer):
    spatial: ClassVar[int] = 2

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        options = {
            **dict(zip(("pool_size", "strides", "padding", "data_format"), args)),
            **old_options(kwargs, **_OLD),
        }
        self.start(options)
        self.window = repeated(options.get("pool_size", 2), self.spatial)
        strides = options.get("strides")
        self.strides = self.window if strides is None else repeated(strides, self.spatial)
        self.padding = padding(options.get("padding", "valid"))
        self.layout = layout(options.get("data_format"))

    def compute(self, x: Any, *args: Any, **kwargs: Any) -> Any:
        if self.layout is None or self.padding is None:
            return ops.unknown_like(x)
        return ops.max_pool(
            x, window=self.window, stride=self.strides, padding=self.padding, layout=self.layout
        )


class _Global(Layer):
    spatial: ClassVar[int] = 2

    def __init__(self, data_format: Any = None, keepdims: Any = False, **kwargs: Any) -> None:
        self.start(kwargs)
        self.layout = layout(kwargs.get("dim_ordering", data_format))
        self.keepdims = flag(keepdims)

    def compute(self, x: Any, *args: Any, **kwargs: Any) -> Any:
        if self.layout is None or self.keepdims is None:
            return ops.unknown_like(x)
        return ops.global_max_pool(x, spatial=self.spatial, layout=self.layout, keepdims=self.keepdims)


class _Adaptive(Layer):
    spatial: ClassVar[int] = 2

    def __init__(self, output_size: Any, data_format: Any = None, **kwargs: Any) -> None:
        self.start(kwargs)
        entries = items(output_size)
        if entries is None:
            entries = [output_size] * self.spatial
        self.sizes = tuple(None if entry is None else size(entry) for entry in entries)
        self.layout = layout(data_format)

    def compute(self, x: Any, *args: Any, **kwargs: Any) -> Any:
        if self.layout is None:
            return ops.unknown_like(x)
        return ops.adaptive_max_pool(x, size=self.sizes, layout=self.layout)


def _declare(base: type[Layer], spatial: int, doc: str, *names: str) -> None:
    made = type(names[0], (base,), {"spatial": spatial, "__doc__": doc, "__module__": __name__})
    modelled(*[f"keras.layers.{name}" for name in names])(made)


for _count in (1, 2, 3):
    for _kind, _short in (("Max", "Max"), ("Average", "Avg")):
        _doc = f"{_kind} pooling over {_count} spatial axes."
        _declare(_Pooling, _count, _doc, f"{_kind}Pooling{_count}D", f"{_short}Pool{_count}D")
        _declare(
            _Global,
            _count,
            f"Global {_doc}",
            f"Global{_kind}Pooling{_count}D",
            f"Global{_short}Pool{_count}D",
        )
        _declare(_Adaptive, _count, f"Adaptive {_doc}", f"Adaptive{_kind}Pooling{_count}D")
